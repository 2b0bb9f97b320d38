"""Repetition guard: stops an answer that repeats the same text endlessly."""

import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

from vaultdesk.core.errors import ProviderError
from vaultdesk.providers.provider import (
    ModelEvent,
    ModelRequest,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.wrappers import ProviderWrapper

MIN_UNIT = 20
"""Characters of a unit from which `MAX_COPIES` copies are a loop. Lists and tables repeat shorter ones legitimately."""

MAX_UNIT = 400
"""Characters of the longest unit that is detected. Looping models repeat words, sentences or paragraphs."""

MAX_COPIES = 4
"""Consecutive copies of a unit that are a loop."""

MAX_SHORT_COPIES = 12
"""The same for a unit shorter than `MIN_UNIT`: forms and tables have fewer empty rows and items in succession."""

MIN_SHORT_RUN = 240
"""Minimum total characters of the copies of a short unit."""

_PROBE = 6
"""Characters at the end of the text whose earlier occurrence is searched. A longer repetition is held back. With fewer
characters, parts of nearly every word would be delayed, and missing if the user stops the answer."""

_STEP = 8
"""Characters processed at a time, so that the result does not depend on how the text is split into events."""

_WORD = re.compile(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")
"""Two letters in a row, or one letter outside ASCII. Rules, blank lines and numbers have neither."""


class RepetitionDetector:
    """Reads one text incrementally; returns what may be shown, and detects that it only repeats itself."""

    def __init__(self) -> None:
        self._text = ""
        """The last characters, a small multiple of `MAX_UNIT`; includes all that was not returned yet."""
        self._shown = 0
        """Characters of `_text` that were returned."""
        self._unit = 0
        """Length of the unit repeated at the end of the text; 0 for none."""
        self._run = 0
        """Characters at the end of the text that are equal to those one unit before them."""
        self.looping = False
        """True once a loop is detected; nothing is returned from then on."""

    def feed(self, text: str) -> str:
        """Process the next characters; return those that may be shown now. A repetition is held back until it ends."""
        shown = ""
        for start in range(0, len(text), _STEP):
            if self.looping:
                break
            shown += self._step(text[start : start + _STEP])
        return shown

    def release(self) -> str:
        """Return the text held back, because the text ends here; empty after a loop."""
        pending = "" if self.looping else self._text[self._shown :]
        self._shown = len(self._text)
        return pending

    def _step(self, chunk: str) -> str:
        old_length = len(self._text)
        self._text += chunk
        length = len(self._text)
        if self._unit and self._text[old_length:] == self._text[old_length - self._unit : length - self._unit]:
            self._run += len(chunk)
        else:
            self._find_unit()
        if self._is_loop():
            self.looping = True
            return ""
        shown, self._shown = (
            self._text[self._shown : max(self._shown, length - self._run)],
            max(self._shown, length - self._run),
        )
        surplus = min(self._shown, length - MAX_UNIT * (MAX_COPIES + 1))
        if surplus > MAX_UNIT:
            self._text, self._shown = self._text[surplus:], self._shown - surplus
        return shown

    def _find_unit(self) -> None:
        """Find the unit repeated at the end of the text, if any."""
        length = len(self._text)
        start = max(0, length - _PROBE - MAX_UNIT)
        match_start = self._text.rfind(self._text[length - _PROBE :], start, length - 1) if length > _PROBE else -1
        self._unit = length - _PROBE - match_start if match_start >= 0 else 0
        self._run = self._run_length() if self._unit else 0

    def _run_length(self) -> int:
        text, unit = self._text, self._unit
        run = _PROBE
        end = len(text)
        while run < end - unit and text[end - run - 1] == text[end - run - 1 - unit]:
            run += 1
        return run

    def _is_loop(self) -> bool:
        unit, run = self._unit, self._run
        if not unit or run < unit * (MAX_COPIES - 1):
            return False
        if unit < MIN_UNIT and (run < unit * (MAX_SHORT_COPIES - 1) or run + unit < MIN_SHORT_RUN):
            return False
        repeated = self._text[len(self._text) - unit :]
        return len(set(repeated)) > 1 and bool(_WORD.search(repeated * 2))


class RepetitionGuard(ProviderWrapper):
    """Wraps *provider*; ends an answer or reasoning that only repeats itself. One copy of the repeated text is kept."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer, and stop reading one that repeats itself. Raises `ProviderError`."""
        guard = _GuardedTexts()
        async with aclosing(self._provider.stream(request)) as events:
            try:
                async for event in events:
                    for output in guard.feed(event):
                        yield output
                    if guard.looping:
                        break
            except ProviderError:
                for output in guard.release():
                    yield output
                raise
        # The connection is closed before the turn ends, so that the server stops generating.
        if guard.looping:
            yield TurnEnded("repetition")


class _GuardedTexts:
    """Text and reasoning of one answer, each read by its own detector."""

    def __init__(self) -> None:
        self._kind: type[TextArrived] | type[ReasoningArrived] | None = None
        self._detector = RepetitionDetector()

    @property
    def looping(self) -> bool:
        return self._detector.looping

    def feed(self, event: ModelEvent) -> Iterator[ModelEvent]:
        if isinstance(event, UsageReported | PromptProgress | Noticed):
            yield event
            return
        if not isinstance(event, TextArrived | ReasoningArrived):
            yield from self.release()
            yield event
            return
        if self._kind is not type(event):
            yield from self.release()
            self._kind, self._detector = type(event), RepetitionDetector()
        if shown := self._detector.feed(event.text):
            yield type(event)(shown)

    def release(self) -> Iterator[ModelEvent]:
        """Return the text held back: the stream ends, or an event of another kind follows."""
        pending = self._detector.release()
        if pending and self._kind is not None:
            yield self._kind(pending)
