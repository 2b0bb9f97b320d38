"""Turn: one answer of a model, gathered from its events as they stream by. Tells nobody; see answering.py."""

import time

from vaultdesk.chat.messages import Message, Part, ReasoningPart, TextPart, ToolCallPart, Usage
from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.model_events import (
    CallReady,
    ModelEvent,
    ReasoningArrived,
    TextArrived,
    TurnEnded,
    UsageReported,
)


class Turn:
    """Grows by `take`; becomes a message whole or cut."""

    def __init__(self, *, quiet: bool = False) -> None:
        """*quiet*: only its calls matter; what it says beside them is no answer, and is not kept."""
        self.quiet = quiet
        self._pieces: list[tuple[type[TextPart] | type[ReasoningPart], list[str]]] = []
        self._calls: dict[str, ToolCallPart] = {}
        self.ended: TurnEnded | None = None
        self._began = time.monotonic()
        self._usage: UsageReported | None = None

    @property
    def calls(self) -> tuple[ToolCallPart, ...]:
        """The whole calls so far."""
        return tuple(self._calls.values())

    @property
    def text(self) -> str:
        """The answer's text so far."""
        return "".join("".join(pieces) for kind, pieces in self._pieces if kind is TextPart)

    def take(self, event: ModelEvent) -> None:
        """Take in one event. Raises `ProviderBroken` for an answer no history could hold."""
        match event:
            case TextArrived(text):
                self._grow(TextPart, text)
            case ReasoningArrived(text):
                self._grow(ReasoningPart, text)
            case CallReady(call):
                if call.id in self._calls:
                    raise ProviderBroken("The model gave two tool calls one id", trouble="protocol")
                self._calls[call.id] = call
            case TurnEnded():
                self.ended = event
            case UsageReported():
                self._usage = event
            case _:
                pass  # For display or for the bill; nothing of it is said.

    def message(self, model: str, *, cut: bool = False) -> Message | None:
        """Return what was said; None where nothing was.

        Calls of a turn that never ended are left out: they were not carried out and nothing signs them (PROTOCOLS 5.1).
        """
        if self.quiet and not (self.ended is not None and self._calls):
            return None
        parts: list[Part] = [
            kind(text=text)
            for kind, pieces in self._pieces
            if (text := "".join(pieces)) and not (self.quiet and kind is TextPart)
        ]
        if self.ended is not None:
            parts += [*self.calls, *self.ended.replay]
        if not parts:
            return None
        return Message(role="assistant", parts=tuple(parts), model=model, usage=self._cost(), cut=cut)

    def _cost(self) -> Usage | None:
        told = self._usage
        if told is None:
            return None
        seconds = round(time.monotonic() - self._began, 3)
        return Usage(input_tokens=told.input_tokens, output_tokens=told.output_tokens, cost=told.cost, seconds=seconds)

    def _grow(self, kind: type[TextPart] | type[ReasoningPart], text: str) -> None:
        if not self._pieces or self._pieces[-1][0] is not kind:
            self._pieces.append((kind, []))
        self._pieces[-1][1].append(text)
