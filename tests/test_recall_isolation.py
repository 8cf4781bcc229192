"""Nothing of another person's comes back: random people with the same kinds of rows, questions, and every way out."""

import json
from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from chat import finding, selectors, services, session
from chat.models import Conversation, Message
from memories import not_here, passages, why_not
from memories import selectors as memory_selectors
from memories.models import (
    CaptureRun,
    Episode,
    EpisodeItem,
    EpisodePosting,
    EpisodeVector,
    Memory,
    RecallTrace,
)
from memories.recall import index, recall, recollection
from memories.recall.rebuilt import recollection_of
from memories.recall.tokens import length, tokens
from memories.recall.types import RecallRequest, Recollection
from memoryhub.models import User
from tests.conftest import make_user
from tests.recall_rows import remember

#: What anybody may have said; each row is marked with whose it is.
SAID = [
    "I live in {place}", "I work at the harbour of {place}", "My sister Ines plays the cello in {place}",
    "I'm allergic to sesame from {place}", "I like jasmine tea from {place}", "Always answer in the way of {place}",
    "我住在{place}", "我喜欢喝{place}的茉莉花茶", "我妈妈在{place}的医院工作", "以后回复我要像{place}人一样简短",
]  # fmt: skip
ASKED = [
    "Where do I live?", "Where did I live before?", "What do you know about me?", "What am I allergic to?",
    "Which tea do I like?", "What did I tell you about my sister?", "What did we talk about last time?", "Thanks!",
    "Write me a recipe with sesame", "我住在哪里？", "我以前住在哪里？", "你对我了解多少？", "我妈妈在哪里工作？",
    "上次聊了什么？",
]  # fmt: skip
PLACES = ("Quillaby", "Morvenna", "Tashkora")
STATUSES = ("active", "active", "active", "superseded", "pending", "archived")

PERSON = st.fixed_dictionaries(
    {
        "memories": st.lists(st.tuples(st.sampled_from(SAID), st.sampled_from(STATUSES)), max_size=7),
        "messages": st.lists(st.sampled_from(SAID), max_size=4),
        "waiting": st.lists(st.sampled_from(SAID), max_size=2),
        "talk": st.lists(st.sampled_from(SAID), max_size=2),
    }
)
Drawn = dict[str, Any]


class Person:
    """A person with rows in every table that recall reads; each text has the name of a place that is theirs alone."""

    def __init__(self, drawn: Drawn, *, place: str) -> None:
        self.place, self.user = place, make_user(f"{place}-{uuid4().hex[:8]}")
        for text, status in drawn["memories"]:
            fields = {"status": status, "slot": "residence" if "live" in text or "住在" in text else ""}
            if "allergic" in text:
                fields["protection"] = "safety"
            if "answer" in text or "回复" in text:
                fields["type"] = "instruction"
            remember(self.user, text.format(place=place), vectors=status == "active", **fields)
        self.conversation = services.conversation_create(user=self.user, title=f"About {place}")
        for text in drawn["messages"]:
            message = self.say(text)
            CaptureRun.objects.create(user=self.user, message=message, status="done")
            passages.write(user=self.user, message_id=message.pk)
        for text in drawn["waiting"]:
            CaptureRun.objects.create(user=self.user, message=self.say(text), status="queued")
        if drawn["talk"]:
            self.end([text.format(place=place) for text in drawn["talk"]])

    def say(self, text: str) -> Message:
        return Message.objects.create(
            conversation=self.conversation,
            sequence=self.conversation.messages.count() + 1,
            role="user",
            status="saved",
            text=text.format(place=self.place),
            created_at=timezone.now() - timedelta(days=2),
        )

    def end(self, lines: list[str]) -> None:
        own = services.conversation_create(user=self.user)
        at = timezone.now() - timedelta(days=3)
        episode = Episode.objects.create(user=self.user, conversation=own, started_at=at, ended_at=at)
        for position, line in enumerate(lines):
            item = EpisodeItem.objects.create(episode=episode, position=position, kind="topic", text=line)
            (vector,), model = index.embed(contents=[line])
            EpisodeVector.objects.create(
                item=item, user=self.user, model=model, dimensions=len(vector), vector=vector
            )
            counts = tokens(line)
            EpisodePosting.objects.bulk_create(
                EpisodePosting(user=self.user, token=token, item=item, frequency=1, length=length(counts))
                for token in (index.EVERY, *counts)
            )


def ids_in(trace: RecallTrace) -> set[str]:
    """Every id of a memory or a message that a trace names."""
    named = {str(pk) for pk in [*trace.injected, *trace.unhelpful, *(trace.used or ())]}
    named |= {str(choice["id"]) for choice in trace.choices}
    for name, rows in trace.channels.items():
        if name != "episodes":
            named |= {str(row[0]) for row in rows}
    return named


def texts_of(found: Recollection) -> list[str]:
    return [
        *(row.content + row.address for row in found.injected),
        *(words.text for words in (*found.pending, *found.passages, *found.episodes)),
    ]


class Isolation(TestCase):
    """Each example is rolled back."""

    @pytest.mark.slow
    @settings(
        max_examples=12,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(
        people=st.lists(PERSON, min_size=2, max_size=3),
        questions=st.lists(st.sampled_from(ASKED), min_size=1, max_size=3, unique=True),
        gated=st.booleans(),
        hide=st.booleans(),
    )
    def test_recall_shows_traces_and_keeps_ones_own_rows_alone(
        self, people: list[Drawn], questions: list[str], gated: bool, hide: bool
    ) -> None:
        persons = [Person(drawn, place=place) for drawn, place in zip(people, PLACES, strict=False)]
        replies: dict[UUID, User] = {}
        for person in persons:
            if hide and (memory := Memory.objects.of(person.user).exclude(protection="safety").first()):
                not_here.memory_leave_out(
                    user=person.user, memory_id=memory.pk, conversation_id=person.conversation.pk
                )
            for question in questions:
                reply = self._asked(person, question, gated=gated)
                replies[reply.pk] = person.user
        for person in persons:
            self._read_again(person, replies)

    def _asked(self, person: Person, question: str, *, gated: bool) -> Message:
        chat = services.conversation_create(user=person.user)
        chat.user = person.user
        message, _new = services.message_save(conversation=chat, text=question, client_id=None)
        request = RecallRequest(
            user=person.user,
            query=question,
            as_of=timezone.now(),
            message_id=message.pk,
            conversation_id=chat.pk,
            budget_tokens=4_000,
            gated=gated,
        )
        found = recall(request)
        self._only_theirs(person, texts_of(found))
        assert found.trace_id is not None
        trace = RecallTrace.objects.get(pk=found.trace_id)
        self.assertEqual(trace.user_id, person.user.pk)
        self.assertLessEqual(ids_in(trace), self._ids(person.user))
        self.assertEqual([place for place in PLACES if place in json.dumps(trace.channels)], [])
        items = {words.item_id for words in found.episodes} | {
            row[0] for row in trace.channels.get("episodes", ())
        }
        self.assertLessEqual(
            items, set(EpisodeItem.objects.filter(episode__user=person.user).values_list("pk", flat=True))
        )
        for row in recollection.ranked(request, limit=30):
            self.assertIn(str(row.memory_id or row.message_id), self._ids(person.user))
        reply = services.reply_begin(message=message, trace_id=found.trace_id)
        services.reply_finish(reply=reply, text=f"So {person.place}.", status="done", model="test")
        seen = session.load(message=message)
        self._only_theirs(person, seen.window.words(turns=20))
        return reply

    def _read_again(self, person: Person, replies: dict[UUID, User]) -> None:
        """Receipts, the walk, the prompt's memories and both searches, with everybody's ids at hand."""
        own = {pk for pk, user in replies.items() if user == person.user}
        receipts = memory_selectors.receipt_for(user=person.user, reply_ids=list(replies))
        self.assertEqual(set(receipts), own)
        self._only_theirs(
            person, [item.memory.content for receipt in receipts.values() for item in receipt.items]
        )
        for pk in replies:
            trace = why_not.trace_of(user=person.user, reply_id=pk)
            again = recollection_of(user=person.user, reply_id=pk)
            self.assertEqual((trace is not None, again is not None), (pk in own, pk in own))
            if trace is not None and again is not None:
                look = why_not.look(user=person.user, trace=trace)
                self._only_theirs(person, [row.memory.content for row in look.passed_over])
                self._only_theirs(person, texts_of(again))
        for words in ("live", "茉莉花茶", "cello", *PLACES):
            hits = finding.messages_find(user=person.user, q=words)
            self._only_theirs(person, [hit.excerpt for hit in hits] + [hit.title for hit in hits])
            chats = selectors.conversation_list(user=person.user, q=words)
            self.assertEqual(set(chats.values_list("user_id", flat=True)) - {person.user.pk}, set())

    def _only_theirs(self, person: Person, texts: Iterable[str]) -> None:
        foreign = [place for place in PLACES if place != person.place]
        for text in texts:
            self.assertFalse([place for place in foreign if place in text], text)

    @staticmethod
    def _ids(user: User) -> set[str]:
        memories = Memory.objects.of(user).values_list("pk", flat=True)
        messages = Message.objects.filter(conversation__user=user).values_list("pk", flat=True)
        return {str(pk) for pk in [*memories, *messages]}


@pytest.mark.django_db
def test_the_drawn_people_have_something_to_leak() -> None:
    """The property above says little of people who have nothing: these have, and each finds it."""
    drawn: Drawn = {
        "memories": [(text, "active") for text in SAID],
        "messages": list(SAID),
        "waiting": SAID[:1],
        "talk": SAID[:2],
    }
    first, second = Person(drawn, place=PLACES[0]), Person(drawn, place=PLACES[1])
    for person in (first, second):
        found = recall(
            RecallRequest(
                user=person.user, query="Where do I live?", as_of=timezone.now(), budget_tokens=4_000
            )
        )
        texts = " ".join(texts_of(found))
        assert found.memories and found.instructions and found.pending and person.place in texts
        assert finding.messages_find(user=person.user, q="live in")
    assert Conversation.objects.filter(user=first.user).exists()
