"""A condition of one task stays with its conversation, and no memory is made of it by itself; nor of numbered work."""

import pytest
from django.utils import timezone

from chat.models import Conversation, Message
from memories import capture, sources
from memories.capture import extraction
from memories.capture.judge_left_out import left_out_in_chinese, left_out_in_english
from memories.models import CaptureRun, Memory
from memories.passed_over import REASONS
from memoryhub.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return User.objects.create_user(email="alice@example.org", password="x")


def said(user: User, text: str) -> Message:
    """The message, captured as the worker does it."""
    conversation, _ = Conversation.objects.get_or_create(user=user)
    message = Message.objects.create(
        conversation=conversation,
        sequence=conversation.messages.count() + 1,
        role="user",
        text=text,
        created_at=timezone.now(),
    )
    capture.enqueue(message_id=message.pk, user_id=user.pk)
    capture.run_user(user_id=user.pk)
    return message


@pytest.mark.parametrize(
    "text",
    [
        "没问过我，花费不能超过23500元。",
        "我没发话之前别给镇政府发邮件。",
        "我点头之前不要寄给甲方。",
        "九点前的航班不要。",
        "Don't email the council before I say so.",
        "I won't pay more than 60 euros.",
        "No flights before 9am.",
    ],
)
def test_a_condition_of_the_matter_in_hand_is_no_memory(alice: User, text: str) -> None:
    message = said(alice, text)
    assert not Memory.objects.filter(user=alice).exists()
    outcome = CaptureRun.objects.get(message=message).outcome
    assert {entry["outcome"].removeprefix("declined:") for entry in outcome} <= {
        "condition",
        "nothing_lasting",
    }


@pytest.mark.parametrize(
    "text",
    [
        "没经过我同意，不要给我房东打电话。",
        "未经我允许，别把我的照片发给别人。",
        "Don't write to my landlord without asking me.",
        "Never share my photos without my permission.",
    ],
)
def test_what_needs_consent_for_good_is_an_instruction(alice: User, text: str) -> None:
    said(alice, text)
    assert [row.type for row in Memory.objects.filter(user=alice, status="active")] == ["instruction"]


def test_that_it_was_passed_over_is_told_with_its_reason(alice: User) -> None:
    message = said(alice, "没问过我，花费不能超过23500元。")
    outcome = CaptureRun.objects.get(message=message).outcome
    assert [entry["outcome"] for entry in outcome] == ["declined:condition"]
    assert "condition" in REASONS


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Remember: don't email the council before I say so.", "email the council"),
        ("记住：没问过我，花费不能超过23500元。", "23500"),
        ("I'm vegetarian, and don't book anything before I approve.", "vegetarian"),
        ("我吃素，没问过我，花费不能超过23500元。", "吃素"),
    ],
)
def test_what_is_asked_for_or_lasts_is_remembered_beside_it(alice: User, text: str, content: str) -> None:
    message = said(alice, text)
    turn = sources.conversations().turn(user=alice, message_id=message.pk)
    assert turn is not None and turn.bound
    contents = [one.content for one in extraction.extract(turn).extraction.candidates]
    assert [one for one in contents if content in one], contents


@pytest.mark.parametrize(
    "text",
    [
        "名单第12行我看过了，没问题",
        "第三页我改完了",
        "清单第 5 条我核对过了",
        "第八张海报我做好了",
        "备注第7项我已经处理好",
    ],
)
def test_numbered_pieces_of_the_work_at_hand_teach_nothing(text: str) -> None:
    assert left_out_in_chinese(text, asks=False, said_at=timezone.now())


@pytest.mark.parametrize(
    "text",
    [
        "I checked row 12 of the list, it looks fine",
        "I've read page 3",
        "we went through item 14",
        "I just fixed line 210",
        "I've already reviewed section 4",
    ],
)
def test_numbered_pieces_in_english_teach_nothing(text: str) -> None:
    assert left_out_in_english(text, asks=False, said_at=timezone.now())


@pytest.mark.parametrize("text", ["我读过三遍红楼梦", "我换过五份工作", "我住三号楼"])
def test_numbers_of_ones_life_are_still_looked_at(text: str) -> None:
    assert not left_out_in_chinese(text, asks=False, said_at=timezone.now())


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("给我老板写封邮件，说项目要延期", True),
        ("帮我妈挑件毛衣", True),
        ("给房东发条消息说我晚点到", True),
        ("给我女儿做饭是我最开心的事", False),
        ("我给老板写了封辞职信", False),
    ],
)
def test_an_order_without_a_subject_teaches_nothing(text: str, left_out: bool) -> None:
    assert left_out_in_chinese(text, asks=False, said_at=timezone.now()) is left_out
