"""The prompt of a reply: what it is made of, its record, and how it can be looked at afterwards.

A record holds what messages, memories and summaries do not tell any more; what was recalled is told by the trace, and
what was said by the messages, so that forgetting and deleting reach it.
"""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from chat import answer, compression, context, kept, replies, session, working
from chat.models import Conversation, Message, PromptRecord
from memories.episodes import episodes_left_open
from memories.models import Tombstone
from memories.profiles import profile_lines
from memories.recall import recall
from memories.recall.rebuilt import recollection_of
from memories.recall.types import EpisodeWords, RecallRequest, Recollection
from memoryhub.models import User

#: Parts that are kept as they were sent; the others are put together again from what they were made of.
KEPT_TEXTS = ("system", "pins", "state", "task", "summary")
#: What a reply that is answered anew has otherwise.
_RECORDED = ["window_tokens", "max_tokens", "first_sequence", "texts", "parts", "left_out"]


@dataclass(frozen=True, slots=True)
class Look:
    """A prompt and the turn it belongs to; without a reply it is of a turn that is still to come.

    ``rebuilt`` tells that it was put together again from its record; ``erased`` that something of it was forgotten.
    """

    prompt: context.Prompt
    window_tokens: int
    message: Message | None = None
    reply: Message | None = None
    rebuilt: bool = False
    erased: bool = False


def ingredients(
    *,
    user: User,
    message: Message,
    seen: session.Session,
    recollection: Recollection,
    locale: str,
    now: datetime,
    done: tuple[str, ...] = (),
    tool_tokens: int = 0,
) -> context.Ingredients:
    """What the prompt of a turn is made of: the session, the running task, what memory brings and the profile."""
    conversation = message.conversation
    compressor = compression.compressor(conversation.compressor)
    return context.Ingredients(
        message=message.text,
        now=now,
        locale=locale,
        window=seen.window,
        earlier=seen.earlier,
        waiting=seen.waiting,
        kept=seen.kept,
        recollection=recollection,
        done=done,
        task=working.running(conversation.pk),
        profile=_profile(user, conversation, recollection),
        left_open=_left_open(user, seen, recollection),
        tool_tokens=tool_tokens,
        extract=compressor.folds,
    )


def _profile(user: User, conversation: Conversation, recollection: Recollection) -> tuple[str, ...]:
    if recollection.gate == "switched_off":
        return ()
    return tuple(line.text for line in profile_lines(user=user, conversation_id=conversation.pk))


def _left_open(user: User, seen: session.Session, recollection: Recollection) -> tuple[EpisodeWords, ...]:
    """What an earlier chat left open, at the beginning of a new one; nothing where memories are not read."""
    if recollection.gate == "switched_off" or seen.window.turns or seen.earlier or seen.kept.summary:
        return ()
    told = {words.item_id for words in recollection.episodes}
    return tuple(words for words in episodes_left_open(user=user) if words.item_id not in told)


def record(*, reply: Message, prompt: context.Prompt, window_tokens: int, version: int) -> None:
    """The prompt of a reply can be looked at from now on; a reply that is answered anew has the new one.

    ``version`` is that of what was kept when the prompt was made: where something of the conversation was forgotten
    since, by a tool of this reply or in another window, the texts are erased from the start. While learning is switched
    off only the rules are stored as text.
    """
    own = KEPT_TEXTS if kept.may_write(reply.conversation_id) else ("system",)
    with transaction.atomic():
        row = Conversation.objects.select_for_update().filter(pk=reply.conversation_id).first()
        if row is None:
            return
        erased = row.session_version != version and _forgotten_since(reply)
        texts = {} if erased else {each.name: each.text for each in prompt.parts if each.name in own}
        made = PromptRecord(
            reply=reply,
            window_tokens=window_tokens,
            max_tokens=prompt.max_tokens,
            first_sequence=prompt.first_sequence,
            texts=texts,
            parts=[[part.name, part.tokens, part.budget] for part in prompt.parts],
            left_out=[[left.what, left.count, left.why] for left in prompt.left_out],
        )
        PromptRecord.objects.bulk_create(
            [made], update_conflicts=True, unique_fields=["reply"], update_fields=_RECORDED
        )


def _forgotten_since(reply: Message) -> bool:
    """Whether words of the reply's conversation were forgotten since its message was sent."""
    said = Message.objects.filter(conversation_id=reply.conversation_id, role=Message.Role.USER)
    since = said.filter(replies=reply).values_list("created_at", flat=True).first() or reply.created_at
    stones = Tombstone.objects.filter(user__conversations=reply.conversation_id, created_at__gte=since)
    here = Message.objects.filter(conversation_id=reply.conversation_id)
    return stones.filter(message_id__in=here.values("pk")).exists()


# ------------------------------------------------------------------------------------------------ looking


def look(*, user: User, conversation: Conversation, reply: Message | None = None) -> Look:
    """The prompt of a reply (by default the last one), from its record; without any reply that of the next turn.

    Nothing is written, and no model is asked but for one query embedding.
    """
    conversation.user = user
    said = Message.objects.filter(conversation=conversation)
    message: Message | None
    if reply is not None:
        message = reply.reply_to
    else:
        message = said.filter(role=Message.Role.USER).order_by("-sequence").first()
        if message is not None:
            reply = said.filter(role=Message.Role.ASSISTANT, reply_to=message).first()
    if reply is not None and message is not None and reply.status != Message.Status.ANSWERING:
        message.conversation = conversation
        found = PromptRecord.objects.filter(reply=reply).first()
        if found is not None:
            return _from_record(user, message, reply, found)
    else:
        reply = None
    return _anew(user, conversation, message, reply)


def _from_record(user: User, message: Message, reply: Message, found: PromptRecord) -> Look:
    """The parts with their tokens as they were sent; memories and words as they stand now."""
    locale = replies.language_of(message.text, person=user.language)
    recollection = recollection_of(user=user, reply_id=reply.pk) or Recollection(gate="empty")
    locale = replies.wished_language(recollection) or locale
    window = session.window_between(message=message, first=found.first_sequence)
    again = context.build(
        context.Ingredients(
            message=session.readable(message),
            now=reply.created_at.astimezone(user.tzinfo),
            locale=locale,
            window=window,
            recollection=recollection,
            extract=False,
        ),
        window_tokens=found.window_tokens,
    )
    texts = {part.name: part.text for part in again.parts} | found.texts
    # The rules hold nothing of the person's: they are shown whatever was forgotten since.
    missing = set(KEPT_TEXTS) & {name for name, *_ in found.parts} - set(found.texts) - {"system"}
    parts = tuple(
        context.Part(
            name=name, text="" if name in missing else texts.get(name, ""), tokens=tokens, budget=budget
        )
        for name, tokens, budget in found.parts
    )
    prompt = context.Prompt(
        messages=again.messages,
        parts=parts,
        tokens=sum(part.tokens for part in parts),
        max_tokens=found.max_tokens,
        turns_left_out=sum(count for what, count, _why in found.left_out if what == "turns"),
        cut=any(what == "message" for what, _count, _why in found.left_out),
        left_out=tuple(context.LeftOut(*row) for row in found.left_out),
        first_sequence=found.first_sequence,
    )
    return Look(prompt, found.window_tokens, message, reply, rebuilt=True, erased=not found.texts)


def _anew(user: User, conversation: Conversation, last: Message | None, reply: Message | None) -> Look:
    message = last or Message(conversation=conversation, sequence=conversation.next_sequence)
    message.conversation = conversation
    answerer = answer.answerer()
    window_tokens = answerer.context_tokens or settings.LLM_CONTEXT_TOKENS
    seen = session.load(message=message, read_only=True)
    recollection = _recollection(user, message, reply, seen.window, window_tokens=window_tokens)
    moment = timezone.now() if reply is None else reply.created_at
    made_of = ingredients(
        user=user,
        message=message,
        seen=seen,
        recollection=recollection,
        locale=replies.wished_language(recollection)
        or replies.language_of(message.text, person=user.language),
        now=moment.astimezone(user.tzinfo),
        tool_tokens=answerer.tool_tokens,
    )
    prompt = context.build(made_of, window_tokens=window_tokens, factor=answerer.token_factor)
    return Look(prompt=prompt, window_tokens=window_tokens, message=last, reply=reply)


def _recollection(
    user: User, message: Message, reply: Message | None, window: session.Window, *, window_tokens: int
) -> Recollection:
    if reply is not None:
        return recollection_of(user=user, reply_id=reply.pk) or Recollection(gate="empty")
    if not message.conversation.use_memory:
        return Recollection(gate="switched_off")
    return recall(
        RecallRequest(
            user=user,
            query=message.text,
            as_of=timezone.now().astimezone(user.tzinfo),
            recent=window.words(turns=3),
            budget_tokens=context.Budget(window_tokens).memory,
            knowledge_tokens=context.Budget(window_tokens).knowledge,
            locale=user.language or settings.LANGUAGE_CODE,
            message_id=message.pk,
            conversation_id=message.conversation_id,
            in_view=window.message_ids,
            trace=False,
        )
    )
