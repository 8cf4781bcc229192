"""A decision that a later one gives up by its name is superseded; other talk leaves what was decided as it is."""

# ruff: noqa: E501

import pytest

from chat import services, turn
from memories import capture
from memories.kinds import MemoryStatus
from memories.models import Memory
from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def active_after(user: User, *texts: str) -> list[str]:
    conversation = services.conversation_create(user=user)
    for text in texts:
        turn.run_sync(user=user, conversation=conversation, text=text, client_id=None)
        capture.run_user(user_id=user.pk)
    return sorted(
        Memory.objects.filter(user=user, status=MemoryStatus.ACTIVE).values_list("content", flat=True)
    )


@pytest.mark.parametrize(
    ("before", "after", "active"),
    [
        ("Let's choose Casa do Sol.", "Actually Hotel Avenida after all, not Casa do Sol.", "You decided to choose Hotel Avenida"),
        ("Let's choose Casa do Sol.", "Let's choose Hotel Avenida instead of Casa do Sol.", "You decided to choose Hotel Avenida"),
        ("Let's choose Casa do Sol.", "Casa do Sol is out, we'll go with Hotel Avenida.", "You decided to go with Hotel Avenida"),
        ("We'll go with Brisa.", "No, Condor instead of Brisa.", "You decided to go with Condor"),
        ("那就选望江宾馆吧。", "还是松林饭店吧，望江宾馆没位了。", "你决定选松林饭店"),
        ("那就选望江宾馆吧。", "算了，不去望江宾馆了，还是松林饭店吧。", "你决定选松林饭店"),
        ("那就选望江宾馆吧。", "望江宾馆满了，那就选松林饭店吧。", "你决定选松林饭店"),
    ],
)  # fmt: skip
def test_what_is_given_up_by_its_name_holds_no_more(
    alice: User, before: str, after: str, active: str
) -> None:
    assert active_after(alice, "Hello.", before, after) == [active]


@pytest.mark.parametrize(
    ("before", "after", "stays"),
    [
        ("We'll go with Brisa.", "Let's go with the lemon cake.", "You decided to go with Brisa"),
        ("我住在绵阳。", "还是乐山吧，绵阳太远了。", "你住在绵阳"),
        ("那就选望江宾馆吧。", "那就选素菜席吧，不要肉。", "你决定选望江宾馆"),
    ],
)
def test_a_choice_of_something_else_changes_nothing_that_was_told(
    alice: User, before: str, after: str, stays: str
) -> None:
    assert stays in active_after(alice, "Hello.", before, after)
