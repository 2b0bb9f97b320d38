"""Usage: the tokens of one thread, told for each stretch of it. Knows no prices."""

from vaultdesk.providers.codex.mailbox import Said
from vaultdesk.providers.events import UsageReported
from vaultdesk.providers.loose_json import number

_NAMES = ("inputTokens", "outputTokens", "cachedInputTokens", "reasoningOutputTokens")


class Spent:
    """What a thread used since it was last reported.

    Codex tells each answer of the model at once (`rawResponse/completed`), and a running total after our tools are
    done. Where it tells the first the second is left out, for it tells the same again.
    """

    def __init__(self) -> None:
        self._total = (0, 0, 0, 0)
        self._reported = (0, 0, 0, 0)
        self._by_answer = False
        self.shown = False
        """True once codex showed what the model itself writes."""

    def response(self, used: Said) -> None:
        """Add one answer of the model."""
        if not self._by_answer:
            self._total = self._reported
        self._by_answer = True
        a, b, c, d = (number(used.get(name)) for name in _NAMES)
        w, x, y, z = self._total
        self._total = (w + a, x + b, y + c, z + d)

    def total(self, used: Said) -> None:
        """Take the thread's running total."""
        if not self._by_answer:
            a, b, c, d = (number(used.get(name)) for name in _NAMES)
            self._total = (a, b, c, d)

    def report(self) -> UsageReported | None:
        """Return what came since the last report; None where nothing did."""
        now, before = self._total, self._reported
        self._reported = now
        if now == before:
            return None
        a, b, c, d = (max(0, new - old) for new, old in zip(now, before, strict=True))
        return UsageReported(a, b, cached_tokens=c, reasoning_tokens=d)
