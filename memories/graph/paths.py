"""Walks a person's graph the way that a question goes, in one recursive query over their own current memories."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import connection
from django.db.models import Q

from memories.graph import asked
from memories.graph.asked import Asked
from memories.kinds import EntityKind
from memories.models import Alias, Entity
from memories.recall.relation_words import with_kin

if TYPE_CHECKING:
    from memoryhub.models import User

#: Names that a question is searched for, the latest first, and paths that one question has at most.
_NAMES, _PATHS = 500, 20

_WALK = """
WITH RECURSIVE edge AS (
    SELECT r.id, r.subject_id AS one, r.predicate, r.object_id AS other
    FROM memories_relation r
    JOIN memories_memory m ON m.id = r.memory_id
    WHERE r.user_id = %(user)s AND m.user_id = %(user)s AND m.status = 'active' AND m.flag = ''
      AND (m.expires_at IS NULL OR m.expires_at > %(as_of)s)
      AND NOT EXISTS (
          SELECT 1 FROM memories_nothere n WHERE n.memory_id = m.id AND n.conversation_id = %(conversation)s)
), step AS (
    SELECT id, one, predicate, other FROM edge
    UNION ALL
    SELECT id, other, %(against)s || predicate, one FROM edge
), walk AS (
    SELECT way.number, way.steps, seed.id AS at, 0 AS done, ARRAY[seed.id] AS met, ARRAY[]::bigint[] AS relations
    FROM unnest(%(seeds)s::bigint[]) AS seed(id)
    CROSS JOIN jsonb_array_elements(%(ways)s::jsonb) WITH ORDINALITY AS way(steps, number)
    UNION ALL
    SELECT walk.number, walk.steps, step.other, walk.done + 1, walk.met || step.other, walk.relations || step.id
    FROM walk
    JOIN step ON step.one = walk.at AND walk.steps -> walk.done @> to_jsonb(step.predicate::text)
    WHERE NOT step.other = ANY(walk.met)
)
SELECT walk.number, array_agg(r.memory_id ORDER BY link.place)
FROM walk
CROSS JOIN unnest(walk.relations) WITH ORDINALITY AS link(id, place)
JOIN memories_relation r ON r.id = link.id
WHERE walk.done = jsonb_array_length(walk.steps)
GROUP BY walk.number, walk.relations
ORDER BY walk.number, walk.relations DESC
LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Path:
    """The memories that lead from one to the next, in the order of the way; one may tell two steps."""

    memory_ids: tuple[UUID, ...]


def find(*, user: "User", question: str, as_of: datetime, conversation_id: UUID | None = None) -> list[Path]:
    """The paths that answer a question of several steps, by the best of its ways that leads anywhere; else none."""
    if not asked.may_lead_on(question):
        return []
    way = asked.read(question) or asked.read(question, names=_names(user, question))
    if way is None:
        return []
    seeds = _seeds(user, way)
    if not seeds:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            _WALK,
            {
                "user": user.pk,
                "as_of": as_of,
                "conversation": conversation_id,
                "seeds": seeds,
                "against": asked.AGAINST,
                "ways": json.dumps([[sorted(step) for step in one] for one in way.ways]),
                "limit": _PATHS,
            },
        )
        rows = cursor.fetchall()
    best = min((number for number, _ids in rows), default=0)
    return list(dict.fromkeys(Path(tuple(dict.fromkeys(ids))) for number, ids in rows if number == best))


def knows(*, user: "User", question: str) -> bool:
    """Whether a question of several steps begins with somebody whom the person's graph has by that name."""
    return asked.may_lead_on(question) and asked.read(question, names=_names(user, question)) is not None


def _names(user: "User", question: str) -> Sequence[str]:
    """The names of the person's graph that the question has."""
    plain = question.lower()
    rows = Alias.objects.filter(user=user).order_by("-pk").values_list("name", flat=True)
    return [name for name in dict.fromkeys(rows[:_NAMES]) if name.lower() in plain]


def _seeds(user: "User", way: Asked) -> list[int]:
    """The entities with which the question begins."""
    own = Entity.objects.filter(user=user)
    if way.relation:
        found = own.filter(relation__in=with_kin(frozenset({way.relation})))
    elif way.name:
        found = own.filter(Q(aliases__name=way.name)).distinct()
    else:
        found = own.filter(kind=EntityKind.SELF)
    return list(found.values_list("pk", flat=True)[:_PATHS])
