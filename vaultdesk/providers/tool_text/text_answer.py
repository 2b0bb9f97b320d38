"""Text answer: the events of a model's turn with the calls in its text taken out of it. Knows no network.

Calls are shown as they come and are ready only once the answer is complete, as native ones are (THREATS 2.4): an answer
that was cut or filtered runs nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.providers.accumulator import MAX_CALLS, MAX_NAME
from vaultdesk.providers.events import (
    CallGrew,
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
)
from vaultdesk.providers.tool_text.call_text import call_text
from vaultdesk.providers.tool_text.calls import ReadCall, read_calls
from vaultdesk.providers.tool_text.pieces import CallBegan, CallWritten, Piece, Spoken, Thought
from vaultdesk.providers.tool_text.premature import Prematurity
from vaultdesk.providers.tool_text.quotations import Quotations
from vaultdesk.providers.tool_text.scanner import TextScanner
from vaultdesk.providers.tool_text.schema_kinds import Schemas

LONG_BEFORE = "The model wrote at length before it asked for a tool."
EARLY = "The model answered before it had the results. That part was left out."
BROKEN_OFF = "The model's last tool call broke off. It is not run."
CUT = "The answer was cut off, so the tool it was asking for is not run."
QUOTED = "The answer repeats a tool call that stands in what the model read. It is not run."
TOO_MANY = f"The model asked for more than {MAX_CALLS} tools at once. The rest was left out."

_COMPLETE: tuple[StopReason, ...] = ("end", "tool_calls")

_LONGEST_KEPT = 2000
"""Characters before the first call that are kept to judge their length by."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How one answer is listened to."""

    calls: bool
    """Whether a call in the text may count at all."""
    offered: frozenset[str] | None
    """Names a call must have to count; None where an unknown one counts too, so that the model is told."""
    streamed: bool
    prematurity: Prematurity
    quotations: Quotations
    schemas: Schemas = field(default_factory=dict)
    """Of the tools there are."""


class TextAnswer:
    """One answer. Give it each event of the turn; it gives back those that the agent is to see."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._scanner = TextScanner()
        self._calls: list[CallReady] = []
        self._native = False
        """True once the model called by its own means."""
        self._before = ""
        """What was said before the first call; only its beginning, to judge its length."""
        self._space = ""
        """White space that was said last: nothing where a call follows, and text where more text does."""
        self._held = ""
        """What was said since the last call: shown once another call or the end follows."""
        self._thought = False
        self._over = False
        """True once nothing more of the text counts."""
        self.hang_up = False
        """True once the stream must be closed: what it goes on to say is worth nothing. Ask `cut_short` then."""

    def take(self, event: ModelEvent) -> Iterable[ModelEvent]:
        """Take the next event of the turn."""
        match event:
            case TextArrived(text):
                for piece in self._scanner.feed(text):
                    if not self.hang_up:  # However the text was cut into pieces, the same of it counts.
                        yield from self._piece(piece)
            case CallStarted() | CallGrew() | CallReady():
                yield from self._step_aside()
                yield event
            case TurnEnded():
                yield from self._end(event)
            case _:
                yield event

    def cut_short(self) -> Iterable[ModelEvent]:
        """Return the end of an answer whose stream was hung up: its calls are whole, and what followed them is not."""
        yield from self._ready()
        yield TurnEnded("tool_calls")

    def broken_off(self) -> Iterable[ModelEvent]:
        """Return the text that was held back when the stream failed: what arrived stays."""
        pieces = self._scanner.end()
        for piece in pieces:
            if isinstance(piece, Thought | Spoken):
                yield from self._piece(piece)
        yield from self._show_held()

    def _piece(self, piece: Piece) -> Iterable[ModelEvent]:
        match piece:
            case Thought(text):
                self._thought = True
                if text:
                    yield ReasoningArrived(text)
            case Spoken(text):
                yield from self._said(text)
            case CallBegan():
                pass
            case CallWritten():
                yield from self._written(piece)

    def _said(self, text: str) -> Iterable[ModelEvent]:
        if self._over:
            return
        if self._calls:
            self._held += text
            if self._rules.prematurity.answers_early(self._held, streamed=self._rules.streamed):
                self._held = ""
                yield from self._stop_listening(EARLY)
            return
        if not self._before and self._thought:
            # A think block is set off by blank lines that would stand alone at the top of the answer.
            text = text.lstrip()
        text = self._space + text
        shown = text.rstrip()
        self._space = text[len(shown) :]
        self._before = (self._before + shown)[:_LONGEST_KEPT]
        if shown:
            yield TextArrived(shown)

    def _show_held(self) -> Iterable[ModelEvent]:
        """Show what was said since the last call; without one, the white space at the end."""
        held, self._held = self._held, ""
        if not self._calls:
            space, self._space = self._space, ""
            if space:
                yield TextArrived(space)
        elif shown := held.rstrip():
            if not self._before:
                shown = shown.lstrip()
            elif not shown[0].isspace():
                shown = (self._space or " ") + shown
            self._before, self._space = self._before or shown, held[len(held.rstrip()) :]
            yield TextArrived(shown)

    def _written(self, piece: CallWritten) -> Iterable[ModelEvent]:
        if self._over:
            return
        read = self._read(piece)
        if read is None:
            yield from self._said(piece.written)
        elif self._rules.quotations.hold(piece.written):
            yield Noticed(QUOTED)
            yield from self._said(piece.written)
        else:
            yield from self._add(read, piece)

    def _unclosed(self, piece: CallWritten, *, complete: bool) -> Iterable[ModelEvent]:
        """Take a call that the end of the answer broke off: it counts where only its closing tag is missing."""
        if self._over:
            return
        read = self._read(piece)
        if read is None and (self._rules.offered is not None or not self._rules.calls):
            yield from self._said(piece.written)
        elif complete and read and all(call.arguments is not None and not call.repaired for call in read):
            yield from self._written(piece)
        else:
            self._space = ""
            if complete:
                yield Noticed(BROKEN_OFF)
            elif not self._calls:  # Else the same is said of all calls at once.
                yield Noticed(CUT)

    def _read(self, piece: CallWritten) -> tuple[ReadCall, ...] | None:
        """Return the calls in a block; None where it is text for the reader."""
        if not self._rules.calls or self._native:
            return None
        read, offered = read_calls(piece, self._rules.schemas), self._rules.offered
        if not read or (offered is not None and not offered.issuperset(call.name for call in read)):
            return None
        return read

    def _add(self, read: tuple[ReadCall, ...], piece: CallWritten) -> Iterable[ModelEvent]:
        if not self._calls and self._rules.prematurity.long_before(self._before):
            yield Noticed(LONG_BEFORE)
        if self._calls:
            yield from self._show_held()
        for call in read:
            if len(self._calls) == MAX_CALLS:
                yield from self._stop_listening(TOO_MANY)
                return
            # Each call of a block that holds several is written alone: whoever shows one must not show all.
            written = piece.written if len(read) == 1 else call_text("sentinel", call.name, call.arguments_json)
            self._calls.append(CallReady(_part(call), written))
            if self._rules.offered is None:
                yield from _shown(self._calls[-1].call)

    def _stop_listening(self, why: str) -> Iterable[ModelEvent]:
        self._over = True
        # A whole answer is here already; its end still tells what it cost.
        self.hang_up = self._rules.streamed
        yield Noticed(why)

    def _step_aside(self) -> Iterable[ModelEvent]:
        """Leave the calls to the model's own means, where leaked text had been taken for them."""
        if self._rules.offered is None:
            return
        self._native = True
        calls, self._calls = self._calls, []
        held, self._held = self._held, ""
        if calls:
            yield from self._said("\n".join(call.written for call in calls) + held)

    def _end(self, event: TurnEnded) -> Iterable[ModelEvent]:
        complete = event.stop in _COMPLETE
        for piece in self._scanner.end():
            if isinstance(piece, CallWritten) and not piece.closed:
                yield from self._unclosed(piece, complete=complete)
            else:
                yield from self._piece(piece)
        yield from self._show_held()
        if self._calls and complete:
            yield from self._ready()
            yield TurnEnded("tool_calls", event.replay)
            return
        if self._calls:
            yield Noticed(CUT)
        yield event

    def _ready(self) -> Iterable[ModelEvent]:
        for ready in self._calls:
            if self._rules.offered is not None:
                yield from _shown(ready.call)
            yield ready


def _shown(call: ToolCallPart) -> Iterable[ModelEvent]:
    yield CallStarted(call.id, call.name)
    yield CallGrew(call.id, call.arguments_json)


def _part(call: ReadCall) -> ToolCallPart:
    return ToolCallPart(
        # Never the model's own: they repeat, from answer to answer and within one (PROTOCOLS 5.5.25).
        id=new_id("call"),
        name=call.name[:MAX_NAME],
        arguments_json=call.arguments_json,
        arguments=call.arguments,
        problem=call.problem,
    )
