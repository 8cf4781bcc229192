"""The prompt of a conversation as it can be looked at: the last reply's, or what the next turn would send."""

from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from chat import answer, context, replies, session
from chat.models import Conversation, Message
from memories.recall import recall
from memories.recall.rebuilt import recollection_of
from memories.recall.types import RecallRequest, Recollection
from memoryhub.models import User


@dataclass(frozen=True, slots=True)
class Look:
    """A prompt and the turn it belongs to; without a reply it is of a turn that is still to come."""

    prompt: context.Prompt
    window_tokens: int
    message: Message | None = None
    reply: Message | None = None


def look(*, user: User, conversation: Conversation) -> Look:
    """The prompt of the last reply, rebuilt from its trace and the memories as they stand; else of the next turn.

    Nothing is written, and no model is asked but for one query embedding.
    """
    conversation.user = user
    said = Message.objects.filter(conversation=conversation)
    last = said.filter(role=Message.Role.USER).order_by("-sequence").first()
    reply = None if last is None else said.filter(role=Message.Role.ASSISTANT, reply_to=last).first()
    if reply is not None and reply.status == Message.Status.ANSWERING:
        reply = None
    message = last or Message(conversation=conversation, sequence=conversation.next_sequence)
    message.conversation = conversation
    window_tokens = answer.answerer().context_tokens or settings.LLM_CONTEXT_TOKENS
    window = session.load(message=message)
    recollection = _recollection(user, message, reply, window, window_tokens=window_tokens)
    moment = timezone.now() if reply is None else reply.created_at
    ingredients = context.Ingredients(
        message=message.text,
        now=moment.astimezone(user.tzinfo),
        locale=replies.wished_language(recollection)
        or replies.language_of(message.text, person=user.language),
        window=window,
        recollection=recollection,
    )
    prompt = context.build(ingredients, window_tokens=window_tokens)
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
            locale=user.language or settings.LANGUAGE_CODE,
            message_id=message.pk,
            conversation_id=message.conversation_id,
            trace=False,
        )
    )
