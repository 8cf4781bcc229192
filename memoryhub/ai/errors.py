"""What can go wrong with a model, told apart by what the caller or a person can do about it.

`user_message` tells people what happened and what to do; what was kept is the caller's to say.
`str(error)` is for logs: it never holds a key, a prompt or a server's own words.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Sentence = str | Promise


class ModelError(Exception):
    """A call to a model that failed. `retryable`: the same call may succeed later."""

    code: str = "model_failed"
    user_message: Sentence = _("The model did not answer. Please try again.")
    retryable: bool = False

    def __init__(self, detail: str = "", *, user_message: Sentence | None = None) -> None:
        super().__init__(f"{self.code}: {detail}" if detail else self.code)
        if user_message is not None:
            self.user_message = user_message


class NotConfigured(ModelError):
    """A setting that the chosen backend needs is missing, or its package is not installed."""

    code = "model_not_configured"
    user_message = _("No model is set up for this. Whoever runs this site can choose one in its settings.")


class WrongKey(ModelError):
    """The server refused the key, or the key may not use this model."""

    code = "model_wrong_key"
    user_message = _(
        "The model service did not accept this site's key. Whoever runs this site needs to enter a valid key."
    )


class OutOfCredit(ModelError):
    """The account behind the key has no credit left."""

    code = "model_out_of_credit"
    user_message = _(
        "The account for the model service has no credit left. Whoever runs this site needs to top it up."
    )


class NoSuchModel(ModelError):
    """The server does not offer the model, or the address is not that of its API."""

    code = "model_not_found"
    user_message = _(
        "The model service does not offer the model that is set up. "
        "Whoever runs this site should check the model's name and the service's address."
    )


class Refused(ModelError):
    """Nothing answers at the server's address."""

    code = "model_unreachable"
    user_message = _(
        "The model service cannot be reached. "
        "Please try again; if it stays away, whoever runs this site should check that the service is running."
    )
    retryable = True


class Timeout(ModelError):
    """The server took longer than the time allowed."""

    code = "model_timeout"
    user_message = _("The model took too long to answer. Please try again.")
    retryable = True


class ContextTooLong(ModelError):
    """The prompt and the room for the answer do not fit into the model's window."""

    code = "model_context_too_long"
    user_message = _(
        "This conversation is longer than the model can read at once. "
        "Please shorten the message or start a new conversation."
    )


class RateLimited(ModelError):
    """Too many calls. `retry_after_seconds` is the server's own advice, when it gave one."""

    code = "model_rate_limited"
    user_message = _("The model service is busy right now. Please try again in a minute.")
    retryable = True

    def __init__(self, detail: str = "", *, retry_after_seconds: float | None = None) -> None:
        super().__init__(detail)
        self.retry_after_seconds = retry_after_seconds


class ServerFailed(ModelError):
    """The server answered with a fault of its own (5xx), or is still loading the model."""

    code = "model_server_failed"
    user_message = _("The model service had a fault of its own. Please try again.")
    retryable = True


class StreamBroken(ModelError):
    """The stream ended before the answer did. `partial` is the text that had come."""

    code = "model_stream_broken"
    user_message = _(
        "The connection to the model broke off half-way. The part of the answer that came is kept; "
        "please ask again for the rest."
    )
    retryable = True

    def __init__(self, detail: str = "", *, partial: str) -> None:
        super().__init__(detail)
        self.partial = partial


class BadResponse(ModelError):
    """The server refused the request for another reason, or answered with something that is not an answer."""

    code = "model_bad_response"
    user_message = _(
        "The model service sent something that is not an answer. "
        "Please try again; if it happens again, whoever runs this site should check the model settings."
    )


class EmptyReply(BadResponse):
    """The model ended without a word. `reason` "length": its thinking used up the room, and would again."""

    code = "model_empty_reply"
    user_message = _("The model ended without an answer. Please try again, or ask in other words.")

    def __init__(self, *, reason: str) -> None:
        super().__init__(f"finish reason {reason}")
        self.retryable = reason != "length"
