"""What an ended conversation was about, as episodes are told it: what was said, masked, and the lines that rules make.

Nothing that was said while learning was off, that was forgotten, or that no capture has read is in it.
"""

# ruff: noqa: E501

from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import Exists, F, OuterRef

from chat import extractive, session
from chat.clauses import HAN, sentences
from chat.compression import Line
from chat.condensing import ASSISTANT, DECISION, FACT, QUESTION, SAID
from chat.extractive import NO_MODEL
from chat.items import items
from chat.models import Conversation, Message
from chat.session import FORGOTTEN, Said, WindowTurn
from chat.state.update import PUTS_OFF, asked_back
from memories import passages
from memories.capture import masking
from memories.kinds import CaptureStatus
from memories.models import CaptureRun, MemorySettings
from memories.recall.tokens import is_single_character, tokens
from memories.sources import Talk, TalkLine
from memoryhub import patterns as re
from memoryhub.models import User

_BATCH = 200
#: Of a very long conversation one episode tells so many turns; the next one goes on.
_TURNS = 120
_TOPICS, _CONCLUSIONS, _QUESTIONS = 4, 6, 2
_LONGEST = 240
#: What is put off is told by at least so many words.
_TELLING = 2
#: A question is taken up by a later one that has this share of its words.
_TAKEN_UP = 0.5

_PUT_OFF_EN = (
    r"\b(?:i(?:['’]ll| will| need to| have to| should| want to)? (?:still )?(?:think (?:about|over) (?:it|that|this)|decide (?:later|tomorrow|next time)|sleep on it|get back to (?:this|that|it|you)|look into (?:it|this|that) later)|"
    r"(?:haven['’]t|have not|not) (?:decided|made up my mind)|(?:not sure|undecided|can['’]t decide) (?:yet|whether|which|if)|"
    r"(?:let['’]s|we(?:['’]ll| can| should)) (?:talk about|discuss|continue|finish|come back to|pick up|go on with)\b.{0,40}\b(?:later|tomorrow|next time|another time|again)|"
    r"(?:next time|another time|later) (?:i want to|i['’]d like to|let['’]s|we(?:['’]ll| can| should)))"
)
_PUT_OFF_ZH = (
    r"(?:还没|没)(?:想好|决定|定下来|拿定主意|考虑好)|(?:再|回头|改天|下次|以后|明天|晚点)(?:再)?(?:想想|考虑|看看|说|聊|讨论|决定|定)|"
    r"(?:下次|改天|回头|以后)(?:我们|咱们|我)?(?:再|接着|继续)|(?:先)?(?:考虑|想)(?:一下|想|几天)再(?:说|定|决定)"
)
_PUT_OFF = re.compile(f"{_PUT_OFF_EN}|{_PUT_OFF_ZH}", re.IGNORECASE)


def ended() -> list[tuple[UUID, UUID]]:
    """(person, conversation) of closed conversations of which an episode is to be told, the oldest first."""
    undone = CaptureRun.objects.filter(
        message__conversation=OuterRef("pk"), status__in=(CaptureStatus.QUEUED, CaptureStatus.RUNNING)
    )
    rows = (
        Conversation.objects.filter(ended_at__isnull=False, next_sequence__gt=F("episode_through") + 1)
        .exclude(Exists(undone))
        .exclude(Exists(MemorySettings.objects.filter(user=OuterRef("user"), learn=False)))
    )
    return list(rows.order_by("ended_at", "pk").values_list("user_id", "pk")[:_BATCH])


def talk(*, user: User, conversation_id: UUID) -> Talk | None:
    """What of a closed conversation of the person's no episode tells yet; None when there is nothing."""
    row = Conversation.objects.filter(pk=conversation_id, user=user, ended_at__isnull=False).first()
    if row is None:
        return None
    rows = Message.objects.filter(conversation=row, sequence__gt=row.episode_through).order_by("sequence")
    begins = list(rows.filter(role=Message.Role.USER).values_list("sequence", flat=True)[: _TURNS + 1])
    if len(begins) > _TURNS:
        rows = rows.filter(sequence__lt=begins[-1])
    messages = list(rows)
    if not messages:  # all of it was deleted
        at, last = row.updated_at, row.next_sequence - 1
        return Talk(row.pk, first_sequence=last, last_sequence=last, started_at=at, ended_at=at)
    turns = _readable(messages, conversation_id=row.pk)
    said = [each for turn in turns for each in turn.messages]
    return Talk(
        conversation_id=row.pk,
        first_sequence=messages[0].sequence,
        last_sequence=messages[-1].sequence,
        started_at=messages[0].created_at,
        ended_at=messages[-1].created_at,
        said=tuple((each.message_id, each.role, each.text) for each in said),
        lines=tuple(lines(turns)),
    )


def _readable(messages: Sequence[Message], *, conversation_id: UUID) -> list[WindowTurn]:
    """The turns without secrets, without what was forgotten, and without those that may not be read at all."""
    asked = [message.pk for message in messages if message.role == Message.Role.USER]
    unread = passages.kept_out(asked)
    turns = session.whole_turns([session.said_of(message) for message in messages])
    kept = [turn for turn in turns if not {each.message_id for each in turn.messages} & unread]
    return [
        WindowTurn(tuple(replace(each, text=masking.masked(each.text)) for each in turn.messages))
        for turn in session.without_forgotten(kept, conversation_id=conversation_id)
        if any(each.role == "user" for each in turn.messages)
    ]


def told(*, user: User, conversation_id: UUID, through: int) -> None:
    """The conversation is told up to this sequence. Inside the caller's transaction."""
    own = Conversation.objects.filter(pk=conversation_id, user=user, episode_through__lt=through)
    own.update(episode_through=through)


def over(*, user: User) -> None:
    """Nothing that the person has said so far is told in an episode any more. Inside the caller's transaction."""
    Conversation.objects.filter(user=user).update(episode_through=F("next_sequence") - 1)


# ------------------------------------------------------------------------------------------------ lines


def lines(turns: Sequence[WindowTurn]) -> Iterator[TalkLine]:
    """What the person said of these turns that tells what they were about, in their words."""
    own = [
        line
        for line in extractive.lines(turns)
        if not line.text.startswith(ASSISTANT) and FORGOTTEN not in line.text and len(line.text) <= _LONGEST
    ]
    questions = list(left_open(turns))
    open_texts = {_plain(line.text) for line in questions}
    topics: list[tuple[float, int, TalkLine]] = []
    conclusions: list[TalkLine] = []
    for place, line in enumerate(own):
        if _plain(line.text) in open_texts or _PUT_OFF.search(line.text):
            continue
        found = len({item.key for item in items(line.text)})
        if line.kind == DECISION:
            conclusions.append(TalkLine("conclusion", line.text, line.message_ids, found))
        elif line.kind in (FACT, QUESTION) or (line.kind == SAID and line.text.endswith(("?", "？"))):
            weight = min(found, 3) + (1 if line.kind != SAID else 0)
            topics.append((-weight, place, TalkLine("topic", line.text, line.message_ids, found)))
    yield from (
        line for _place, line in sorted((place, line) for _w, place, line in sorted(topics)[:_TOPICS])
    )
    yield from conclusions[-_CONCLUSIONS:]
    yield from questions[-_QUESTIONS:]


def left_open(turns: Sequence[WindowTurn]) -> Iterator[TalkLine]:
    """Questions of the person's own matter that nobody answered, and what the person put off; the last ones last."""
    waiting: list[TalkLine] = []
    before: list[Said] = []
    for turn in turns:
        said = [each for each in turn.messages if each.role == "user"]
        reply = next((each for each in turn.messages if each.role == "assistant"), None)
        asked = [
            line
            for line in extractive.lines([WindowTurn(tuple(said))])
            if line.kind == QUESTION and FORGOTTEN not in line.text and len(line.text) <= _LONGEST
        ]
        words = {word for each in said for word in _content(each.text)}
        waiting = [line for line in waiting if not _covers(words, line.text)]
        if reply is None or not _answers(reply.text, status=reply.status):
            waiting += [TalkLine("question", line.text, line.message_ids) for line in asked]
        elif any(_PUT_OFF.search(each.text) for each in said):
            waiting += _put_off(said, before, asked)
        before = said
    yield from waiting


def _put_off(said: Sequence[Said], before: Sequence[Said], asked: Sequence[Line]) -> list[TalkLine]:
    """What a message that puts something off is about: what it asks, else what it says, else what was said before."""
    if asked:
        return [TalkLine("question", line.text, line.message_ids) for line in asked]
    for each in (*reversed(said), *reversed(before)):
        sentence = next((one for one in sentences(each.text) if _PUT_OFF.search(one.text)), None)
        text = (each.text if sentence is None else sentence.text).strip()
        if (
            FORGOTTEN not in text
            and len(text) <= _LONGEST
            and len(_content(_PUT_OFF.sub("", text))) >= _TELLING
        ):
            ids = dict.fromkeys(one.message_id for one in (each, *said))
            return [TalkLine("question", text, tuple(ids))]
    return []


def _answers(text: str, *, status: str) -> bool:
    if status in (Message.Status.FAILED, Message.Status.INTERRUPTED) or not text.strip():
        return False
    return not (NO_MODEL.search(text) or PUTS_OFF.search(text[:200]) or asked_back(text))


def _content(text: str) -> set[str]:
    return {token for token in tokens(text) if not is_single_character(token)}


def _covers(words: set[str], text: str) -> bool:
    wanted = _content(text)
    return bool(wanted) and len(wanted & words) >= _TAKEN_UP * len(wanted)


def _plain(text: str) -> str:
    return text.strip(" .!?。！？,，") if HAN.search(text) else text.strip(" .!?,").lower()
