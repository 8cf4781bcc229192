"""The policy that holds for a person: the installation's thresholds, and what they chose by type."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.conf import settings

from memories.models import MemorySettings
from memories.upkeep.forgetting import CHOOSABLE, FADING, Policy

if TYPE_CHECKING:
    from memoryhub.models import User

#: The longest time that can be chosen.
DAYS_MOST = 36_500


def standard() -> Policy:
    """The installation's policy, for a person who chose nothing."""
    return Policy(
        retention={type.value: settings.MEMORY_ARCHIVE_DAYS for type in FADING},
        doubtful_below=settings.MEMORY_DOUBTFUL_CONFIDENCE,
        doubtful_days=settings.MEMORY_DOUBTFUL_DAYS,
        capacity=settings.MEMORY_CAPACITY,
    )


def policy_of(user: "User", *, base: Policy | None = None) -> Policy:
    """The policy for this person: theirs by type, the rest from ``base`` or the installation."""
    own = MemorySettings.objects.filter(user=user).values_list("retention", flat=True).first()
    return with_choices(base or standard(), own or {})


def with_choices(base: Policy, chosen: Mapping[str, object]) -> Policy:
    """The policy with a person's choices by type; what is no type or no number of days is passed over."""
    good = {
        type.value: chosen[type.value]
        for type in CHOOSABLE
        if type.value in chosen and _is_time(chosen[type.value])
    }
    return Policy(
        retention={**base.retention, **good},  # type: ignore[dict-item]  # _is_time has seen to it
        doubtful_below=base.doubtful_below,
        doubtful_days=base.doubtful_days,
        capacity=base.capacity,
        capacity_kept=base.capacity_kept,
    )


def _is_time(value: object) -> bool:
    return value is None or (
        isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= DAYS_MOST
    )
