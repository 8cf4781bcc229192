"""The token budget of a prompt: shares of the model's window. Pure."""

from dataclasses import dataclass, field

from django.conf import settings

OUTPUT_MINIMUM = 512
#: Above this share of the window a prompt is made shorter before it is sent.
PROMPT_SHARE = 0.8
#: system : memories with profile : history with summary and the message : tools with task and state : output.
SHARES = {"system": 500, "memory": 1_000, "history": 5_000, "work": 1_000, "output": 500}
_WHOLE = sum(SHARES.values())
#: Passages of documents may have one part of so many of the history's share.
KNOWLEDGE_PART = 4


@dataclass(frozen=True, slots=True)
class Budget:
    """Tokens for each part of a prompt, by our own count.

    ``factor`` is how many tokens the model counts for one of ours; ``share`` makes the whole smaller, after a model
    said that a prompt was too long. What a part leaves, history may use. ``reply`` is the most that an answer may
    have, by the operator's setting.
    """

    window: int
    factor: float = 1.0
    share: float = 1.0
    reply: int = field(default_factory=lambda: settings.LLM_REPLY_TOKENS)

    @property
    def prompt(self) -> int:
        """Of all parts together, without the output."""
        most = min(int(self.window * PROMPT_SHARE), self.window - max(OUTPUT_MINIMUM, self._of("output")))
        return self._ours(most)

    @property
    def system(self) -> int:
        return self._ours(self._of("system"))

    @property
    def memory(self) -> int:
        return self._ours(self._of("memory"))

    @property
    def knowledge(self) -> int:
        """Of passages of documents; what they leave, history uses."""
        return self._ours(self._of("history") // KNOWLEDGE_PART)

    @property
    def history(self) -> int:
        return self._ours(self._of("history"))

    @property
    def work(self) -> int:
        """Of tools, task, state and constraints."""
        return self._ours(self._of("work"))

    def output(self, *, prompt_tokens: int) -> int:
        """Tokens, as the model counts, that the answer may have: half of what the prompt leaves, for it may differ."""
        left = self.window - int(prompt_tokens * self.factor)
        return min(self.reply, max(OUTPUT_MINIMUM, self._of("output"), left // 2))

    def _of(self, part: str) -> int:
        return self.window * SHARES[part] // _WHOLE

    def _ours(self, tokens: int) -> int:
        return int(tokens * self.share / max(self.factor, 1.0))
