"""A choice that is changed is changed in the same message as well, and by "make it …"; nothing else is."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def shown(*said: str) -> dict[str, str | list[str]]:
    state = State()
    for at, text in enumerate(said, 1):
        state = updated(state, text=text, said_at=NOW, message_id=UUID(int=at), sequence=at)
    return state.shown()


@pytest.mark.parametrize(
    "said, chosen",
    [
        (["We'll take the ferry.", "Actually, make it the tram."], "the tram"),
        (["I'll have the risotto.", "No wait, make that the gnocchi."], "the gnocchi"),
        (["We'll stay at the Lanterna.", "Make it the Belvedere instead."], "the Belvedere"),
        (["We'll take the ferry. Actually, let's take the tram."], "the tram"),
        (["We chose slate. Scratch that, marble."], "marble"),
        (["坐轮渡吧。还是坐地铁吧。"], "地铁"),
        (["就订松云吧。算了，换成听涛。"], "听涛"),
        (["就订松云吧。", "算了，换成听涛。"], "听涛"),
    ],
)
def test_the_later_choice_holds(said: list[str], chosen: str) -> None:
    state = shown(*said)
    assert state["chosen"] == chosen and state["rejected"]


@pytest.mark.parametrize(
    "said, chosen",
    [
        (["We'll take the ferry.", "Make it home before dark."], "the ferry"),
        (["We'll take the ferry.", "Make it the first of March."], "the ferry"),
        (["We'll take the ferry.", "Make it the evening."], "the ferry"),
        (["We'll take the ferry.", "Sorry, the line broke up."], "the ferry"),
        (["We'll take the ferry and the blue tent."], None),
    ],
)
def test_what_changes_no_choice_leaves_it(said: list[str], chosen: str | None) -> None:
    state = shown(*said)
    assert "rejected" not in state and (chosen is None or state["chosen"] == chosen)


def test_a_place_that_was_given_up_is_no_place_of_the_talk() -> None:
    state = shown("We'll stay at the Lanterna.", "Actually, make it the Belvedere.")
    assert "place" not in state and state["chosen"] == "the Belvedere"
