"""What a policy would do to the rows as they are, without doing it: to everybody's for the command, to one's own."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from memories.upkeep import fading
from memories.upkeep.forgetting import FADING, Action, Policy, Reason
from memories.upkeep.policies import policy_of, standard

if TYPE_CHECKING:
    from memoryhub.models import User

#: How many memories a policy would archive or drop, by what is done and why.
Tally = Counter[tuple[Action, Reason]]


def other(
    *,
    archive_days: int | None = None,
    doubtful_days: int | None = None,
    doubtful_below: float | None = None,
    capacity: int | None = None,
) -> Policy:
    """The installation's policy with some thresholds changed."""
    policy = standard()
    if archive_days is not None:
        policy = replace(
            policy, retention={**policy.retention, **{type.value: archive_days for type in FADING}}
        )
    if doubtful_days is not None:
        policy = replace(policy, doubtful_days=doubtful_days)
    if doubtful_below is not None:
        policy = replace(policy, doubtful_below=doubtful_below)
    if capacity is not None:
        policy = replace(policy, capacity=capacity)
    return policy


def tally(*, users: "Iterable[User]", now: datetime, base: Policy | None = None) -> Tally:
    """What upkeep would do at this moment under ``base``; what people chose for themselves goes before it."""
    found: Tally = Counter()
    for user in users:
        found += tally_of(user=user, now=now, policy=policy_of(user, base=base))
    return found


def tally_of(*, user: "User", now: datetime, policy: Policy) -> Tally:
    """What upkeep would do to one person's memories under this policy."""
    found: Tally = Counter(
        (row.verdict.action, row.verdict.reason) for row in fading.due(user=user, now=now, policy=policy)
    )
    if crowded := fading.make_room(user=user, now=now, policy=policy, dry_run=True):
        found[(Action.ARCHIVE, Reason.CROWDED)] += crowded
    return found
