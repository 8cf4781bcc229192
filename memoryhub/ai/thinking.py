"""Keeps thinking out of an answer where a server leaves it at the start of the text: `<think>…</think>`."""

_OPEN = "<think>"
_CLOSE = "</think>"


class ThinkingFilter:
    """Takes a text in pieces and gives back what may be shown, without delay once the start is past."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._done = False

    def feed(self, piece: str) -> str:
        """Return what may be shown after `piece`."""
        if self._done or not piece:
            return piece
        self._held += piece
        if not self._thinking:
            start = self._held.lstrip()
            if not start.startswith(_OPEN):
                return "" if _OPEN.startswith(start) else self._release(self._held)
            self._thinking = True
        _, closed, answer = self._held.partition(_CLOSE)
        if not closed:
            return ""
        # White space between thinking and answer is shown only if it ends up inside the answer.
        self._held, self._thinking = answer.lstrip(), False
        return self._release(self._held)

    def rest(self) -> str:
        """Return what was held back at the end of the text: a beginning that only looked like thinking."""
        return "" if self._thinking or self._done else self._release(self._held)

    def _release(self, text: str) -> str:
        self._done, self._held = True, ""
        return text


def without_thinking(text: str) -> str:
    """Return a whole text without the thinking at its start."""
    visible = ThinkingFilter()
    return visible.feed(text) + visible.rest()
