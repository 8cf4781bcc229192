"""What a talk is about tells which day a weekday, or a day without its month, is in memory. Both languages."""

# ruff: noqa: E501

from collections.abc import Iterator

import pytest
import time_machine

from chat import services, turn
from memories import capture
from memories.kinds import MemoryStatus
from memories.models import Memory
from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def a_monday() -> Iterator[None]:
    with time_machine.travel("2026-11-30 10:00:00+08:00", tick=True):
        yield


def active_after(user: User, *texts: str, at_once: bool = True) -> list[str]:
    conversation = services.conversation_create(user=user)
    for text in texts:
        turn.run_sync(user=user, conversation=conversation, text=text, client_id=None)
        if at_once:
            capture.run_user(user_id=user.pk)
    capture.run_user(user_id=user.pk)
    return sorted(
        Memory.objects.filter(user=user, status=MemoryStatus.ACTIVE).values_list("content", flat=True)
    )


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(
    ("before", "after", "active"),
    [
        ("We're moving to York on 14 January.", "Actually we'll move on Friday instead.", ["You're moving to York on 15 January 2027"]),
        ("我们1月14日搬家去苏州。", "改成周五搬吧。", ["你1月15日搬家去苏州"]),
        ("我3月3日飞成都。", "还是改周日吧。", ["你3月7日飞成都（2027年3月7日）"]),
        ("We fly to Oslo on 3 March.", "Let's make it Saturday instead.", ["You fly to Oslo on 6 March 2027"]),
        ("We fly to Oslo on 3 March.", "Let's postpone it to 10 March.", ["You fly to Oslo on 10 March 2027"]),
        ("我6月2日去体检。", "推迟到6月9日吧。", ["你6月9日去体检（2027年6月9日）"]),
    ],
)  # fmt: skip
def test_a_moved_day_takes_the_place_of_the_former(
    alice: User, before: str, after: str, active: list[str], at_once: bool
) -> None:
    assert active_after(alice, "Hello.", before, after, at_once=at_once) == active


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("我们5月16日去青岛。", "16号我要加班。", "你16号要加班（2027年5月16日）"),
        ("我们8月12号到15号去三亚。", "13号我妈过生日。", "你妈13号过生日（2027年8月13日）"),
        ("我们5月16日去青岛。", "16号我要加班，改成23号吧。", "你16号要加班（2027年5月16日）"),
    ],
)
def test_a_day_without_a_month_is_that_of_the_talk(alice: User, before: str, after: str, told: str) -> None:
    assert told in active_after(alice, "Hello.", before, after)


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("16号我要加班。",), ["你16号要加班（2026年12月16日）"]),
        (("We fly to Oslo on 3 March.", "I have a dentist appointment on Friday."), ["You fly to Oslo on 3 March 2027"]),
    ],
)  # fmt: skip
def test_other_days_stay_what_they_are(alice: User, texts: tuple[str, ...], told: list[str]) -> None:
    assert set(told) <= set(active_after(alice, "Hello.", *texts))


@pytest.mark.parametrize(
    "texts",
    [
        ("We fly to Oslo on 3 March.", "Actually we'll eat at the harbour on Friday."),
        ("我3月3日飞成都。", "周日我去看电影。"),
        ("We fly to Oslo on 3 March.", "Postpone the board meeting to Friday."),
    ],
)
def test_no_other_matter_moves_what_was_told(alice: User, texts: tuple[str, ...]) -> None:
    active = " ".join(active_after(alice, "Hello.", *texts))
    assert "3 March 2027" in active or "3月3日" in active
