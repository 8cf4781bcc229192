"""What is said to be no more ends what tells it in the same words, whatever its slot, and nothing else."""

import pytest

from memories.models import Memory
from memoryhub.models import User
from tests.test_turned_en import known_after, quiet_worker  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("told", "then", "former"),
    [
        ("I work evenings at the depot.", "Not working evenings any more.", "You work evenings"),
        ("I live with my aunt in Namur.", "I no longer live with my aunt.", "You live with your aunt"),
        ("I share a house with Ravi.", "I'm not sharing a house with Ravi any longer.", "You share"),
        ("I teach at the night school.", "No longer teaching at the night school.", "You teach"),
        ("I drink wine every evening.", "I haven't had wine in three months.", "You drink wine"),
        ("I smoke ten a day.", "I haven't smoked since January.", "You smoke"),
    ],
)
def test_what_is_no_more_ends_what_tells_it(alice: User, told: str, then: str, former: str) -> None:
    assert former in known_after(alice, told)
    assert former not in known_after(alice, then)


@pytest.mark.parametrize(
    ("told", "then", "still"),
    [
        ("I work evenings at the depot.", "I'm not working this evening.", "work evenings"),
        ("I drive a Skoda.", "I don't drive any more.", "Skoda"),
        ("I swim every Monday.", "I don't swim on Fridays any more.", "swim every Monday"),
        ("I live with my aunt.", "My cousin no longer lives with my aunt.", "You live with your aunt"),
        ("I smoke ten a day.", "I haven't smoked since this morning.", "smoke ten a day"),
        ("I drink two teas a day.", "I haven't had tea yet.", "drink two teas"),
    ],
)
def test_what_is_said_of_something_else_ends_nothing(alice: User, told: str, then: str, still: str) -> None:
    assert still in known_after(alice, told, then)


def test_what_was_never_told_is_not_over(alice: User) -> None:
    known_after(alice, "Not sure any more.")
    assert not Memory.objects.of(alice).exists()
