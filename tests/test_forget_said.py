"""What was said in a chat and taught no memory is forgotten in so many words, and comes back in so many."""

# ruff: noqa: E501

import pytest

from chat import folding, kept, services, session, turn
from chat.models import Conversation, Message, SummaryLine
from memories import capture
from memories.models import Tombstone
from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


def say(conversation: Conversation, text: str) -> turn.TurnResult:
    return turn.run_sync(user=conversation.user, conversation=conversation, text=text, client_id=None)


def everything(conversation: Conversation) -> str:
    """All that is read of the conversation: title, state, pins, summary and the prompt of its last reply."""
    conversation.refresh_from_db()
    found = kept.load(conversation_id=conversation.pk)
    read = session.readable_texts(list(Message.objects.filter(conversation=conversation)))
    return "\n".join([conversation.title, str(kept.as_json(found)), *read])


CASES = [
    ("The roofer wants £240 for the gutter.", "Forget that I said the roofer wants £240 for the gutter.", "240"),
    ("The band on Saturday is the Marsh Larks.", "Please forget I told you that the band is the Marsh Larks.", "Marsh Larks"),
    ("Ottokar shows people round the caves.", "Forget what I said about Ottokar.", "Ottokar"),
    ("We have a speaker for the evening. It is Dr Wendell Quist.", "Forget that I said the speaker is Dr Wendell Quist.", "Quist"),
    ("修屋顶的师傅要价二百四。", "忘掉我说过的修屋顶的师傅要价二百四。", "二百四"),
    ("周六来表演的是小杜乐队。", "忘掉我刚才说的小杜乐队。", "小杜"),
    ("领我们进溶洞的向导叫阿贵。", "忘了我说过向导叫阿贵这件事。", "阿贵"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "asked", "words"), CASES)
def test_what_was_said_goes_from_all_that_is_read(
    conversation: Conversation, told: str, asked: str, words: str
) -> None:
    said = say(conversation, told).message
    say(conversation, "The benches are painted green." if told.isascii() or "£" in told else "长椅刷成绿色。")
    assert words in everything(conversation)
    reply = say(conversation, asked).reply.text
    assert "No memory came of this" in reply or "没有成为记忆" in reply
    assert "undo that" in reply or "撤销" in reply
    assert words not in everything(conversation)
    title = Conversation.objects.get(pk=conversation.pk).title
    assert title and "orget" not in title and "忘" not in title
    after = say(conversation, "Tell me about the benches.")
    assert words not in str(after.prompt) and words not in after.reply.text
    capture.run_user(user_id=conversation.user_id)
    assert words not in everything(conversation)
    assert said.pk in Tombstone.objects.values_list("message_id", flat=True)


@pytest.mark.parametrize(("told", "asked", "words"), [CASES[0], CASES[4]])
@pytest.mark.parametrize("undo", ["Undo that.", "撤销"])
def test_it_is_read_again_when_that_is_taken_back(
    conversation: Conversation, told: str, asked: str, words: str, undo: str
) -> None:
    said = say(conversation, told).message
    say(conversation, asked)
    assert words not in session.readable(said)
    reply = say(conversation, undo).reply.text
    assert "read again" in reply or "重新读到" in reply
    assert session.readable(said) == told
    assert not Tombstone.objects.exists()


@pytest.mark.parametrize(
    ("told", "asked", "words"),
    [
        ("The dinner at the Salt House is on Friday for nine people.", "Forget I said that.", ("Salt House", "nine", "Friday")),
        ("周五在望江楼订了九个人的位子。", "当我没说。", ("望江楼", "九", "周五")),
    ],
)  # fmt: skip
def test_the_message_before_goes_whole_and_comes_back(
    conversation: Conversation, told: str, asked: str, words: tuple[str, ...]
) -> None:
    say(conversation, told)
    assert words[0] in everything(conversation) or words[1] in everything(conversation)
    say(conversation, asked)
    conversation.refresh_from_db()
    assert not any(each in everything(conversation) for each in words)
    capture.run_user(user_id=conversation.user_id)
    assert not any(each in everything(conversation) for each in words)
    say(conversation, "Undo that." if told.isascii() else "撤销")
    assert all(each in str(kept.load(conversation_id=conversation.pk).state) for each in words[1:2])
    assert any(each in everything(conversation) for each in words)


@pytest.mark.parametrize(
    ("told", "asked", "undo", "pin"),
    [
        ("Don't tell Marko about the hike.", "Forget what I said about Marko.", "Undo that.", "Don't tell Marko about the hike"),
        ("别告诉小马爬山的事。", "忘掉我说过的小马。", "撤销", "别告诉小马爬山的事"),
    ],
)  # fmt: skip
def test_a_condition_and_what_is_noted_hold_again(
    conversation: Conversation, told: str, asked: str, undo: str, pin: str
) -> None:
    say(conversation, "The budget is 900 euros." if told.isascii() else "预算九百块。")
    say(conversation, told)
    assert [each.text for each in kept.pins_of(conversation.pk)] == [pin]
    say(conversation, "The budget is 700 euros." if told.isascii() else "预算改成七百块。")
    say(conversation, asked)
    assert kept.pins_of(conversation.pk) == ()
    for _ in range(2):
        say(conversation, undo)
        assert [each.text for each in kept.pins_of(conversation.pk)] == [pin]
    budgets = [
        each.value
        for each in kept.load(conversation_id=conversation.pk).state.entries
        if each.key == "budget"
    ]
    assert len(budgets) == 1 and ("7" in budgets[0] or "七" in budgets[0])


def test_the_lines_of_a_summary_go_with_it(conversation: Conversation) -> None:
    say(conversation, "The roofer wants £240 for the gutter.")
    for number in range(20):
        say(conversation, f"Row {number} of the scarf has {number + 31} stitches.")
    assert folding.fold(conversation_id=conversation.pk)
    assert SummaryLine.objects.filter(text__contains="240").exists()
    say(conversation, "Forget that I said the roofer wants £240 for the gutter.")
    assert not SummaryLine.objects.filter(text__contains="240").exists()
    assert SummaryLine.objects.exists()


def test_it_is_found_in_another_chat_by_nearly_all_of_its_words(alice: User, bob: User) -> None:
    first, second = services.conversation_create(user=alice), services.conversation_create(user=alice)
    foreign = services.conversation_create(user=bob)
    told = "The band on Saturday is the Marsh Larks."
    there, theirs = say(first, told).message, say(foreign, told).message
    beside = say(first, "Larks sing over the marsh at dawn.").message
    say(second, "The benches are painted green.")
    say(second, "Forget that I said the band on Saturday is the Marsh Larks.")
    assert "Marsh Larks" not in session.readable(there)
    assert session.readable(beside) == beside.text
    assert session.readable(theirs) == told


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("The roofer comes at noon.", "Forget that I said the roofer wants £240 for the gutter."),
        ("The benches are painted green.", "Forget that I said the plumber drinks mint tea."),
        ("修屋顶的师傅中午来。", "忘掉我说过的园丁要价三百。"),
        ("长椅刷成绿色。", "忘掉我说过阿贵会唱歌。"),
    ],
)
def test_what_says_something_else_stays(conversation: Conversation, told: str, asked: str) -> None:
    said = say(conversation, told).message
    reply = say(conversation, asked).reply.text
    assert "nothing to forget" in reply or "没有什么要忘掉的" in reply
    assert session.readable(said) == told
    assert not Tombstone.objects.exists()


@pytest.mark.parametrize(
    "asked", ["Forget that I said the plumber drinks mint tea.", "忘掉我说过阿贵会唱歌。"]
)
def test_no_title_is_made_of_a_request_to_forget(conversation: Conversation, asked: str) -> None:
    say(conversation, asked)
    assert Conversation.objects.get(pk=conversation.pk).title == ""
    say(conversation, "The benches are painted green.")
    assert Conversation.objects.get(pk=conversation.pk).title == "The benches are painted green."


def test_asked_a_second_time_there_is_nothing_left(conversation: Conversation) -> None:
    told, asked, _words = CASES[0]
    say(conversation, told)
    say(conversation, asked)
    assert "nothing to forget" in say(conversation, asked).reply.text
