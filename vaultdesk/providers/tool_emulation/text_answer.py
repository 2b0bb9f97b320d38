"""Stream events of a turn with the tool calls taken out of its text and reported as calls."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart, new_id
from vaultdesk.providers.call_accumulator import MAX_CALLS, MAX_TOOL_NAME
from vaultdesk.providers.model_events import (
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
from vaultdesk.providers.tool_emulation.call_parser import ReadCall, read_calls
from vaultdesk.providers.tool_emulation.call_tags import CallBegan, CallWritten, ScannedPiece, SpokenText, ThoughtText
from vaultdesk.providers.tool_emulation.model_adapters import PrematureTextLimits
from vaultdesk.providers.tool_emulation.text_scanner import TextScanner
from vaultdesk.providers.tool_emulation.text_transcript import write_call
from vaultdesk.providers.tool_emulation.tool_schema import Schemas

# A note may hold a call, and a model that is asked to quote the note writes it down. Calls are never taken from what
# people, notes or results say (PROTOCOLS 5.3), not even by way of the model's mouth.

# Results carry notes as JSON: the same text stands there with more backslashes, and line ends as letters.
_NOT_COMPARED = re.compile(r"\\+[nrt]|\\+|\s+")


class GivenTexts:
    """What one request gave a model to read."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._messages = messages
        self._given: list[str] | None = None

    def hold(self, written: str) -> bool:
        """Tell whether *written*, a call with its tags, stands in what was read, but for space and escaping."""
        if self._given is None:
            # Only when the first call comes: most answers have none, and a conversation may carry many notes.
            self._given = [_bare(text) for text in _read(self._messages)]
        wanted = _bare(written)
        return any(wanted in text for text in self._given)


def _read(messages: Sequence[Message]) -> list[str]:
    texts: list[str] = []
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                texts.append(part.content)
            elif isinstance(part, TextPart) and message.role != "assistant":
                texts.append(part.text)
    return texts


def _bare(text: str) -> str:
    return _NOT_COMPARED.sub("", text)


# Calls are shown as they come and are ready only once the answer is complete, as native ones are (THREATS 2.4): an
# answer
# that was cut or filtered runs nothing.

LONG_PREAMBLE_NOTICE = "The model wrote at length before it asked for a tool."
PREMATURE_ANSWER_NOTICE = "The model answered before it had the results. That part was left out."
BROKEN_CALL_NOTICE = "The model's last tool call broke off. It is not run."
CUT_CALL_NOTICE = "The answer was cut off, so the tool it was asking for is not run."
QUOTED_CALL_NOTICE = "The answer repeats a tool call that stands in what the model read. It is not run."
TOO_MANY_CALLS_NOTICE = f"The model asked for more than {MAX_CALLS} tools at once. The rest was left out."

_COMPLETE: tuple[StopReason, ...] = ("end", "tool_calls")

_LONGEST_KEPT = 2000
"""Characters before the first call that are kept to judge their length by."""


@dataclass(frozen=True, slots=True)
class ListeningRules:
    """How one answer is listened to."""

    calls: bool
    """Whether a call in the text may count at all."""
    offered: frozenset[str] | None
    """Names a call must have to count; None where an unknown one counts too, so that the model is told."""
    streamed: bool
    prematurity: PrematureTextLimits
    quotations: GivenTexts
    schemas: Schemas = field(default_factory=dict)
    """Of the tools there are."""


class TextAnswer:
    """One answer. Give it each event of the turn; it gives back those that the agent is to see."""

    def __init__(self, rules: ListeningRules) -> None:
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
            if isinstance(piece, ThoughtText | SpokenText):
                yield from self._piece(piece)
        yield from self._show_held()

    def _piece(self, piece: ScannedPiece) -> Iterable[ModelEvent]:
        match piece:
            case ThoughtText(text):
                self._thought = True
                if text:
                    yield ReasoningArrived(text)
            case SpokenText(text):
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
                yield from self._stop_listening(PREMATURE_ANSWER_NOTICE)
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
            yield Noticed(QUOTED_CALL_NOTICE)
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
                yield Noticed(BROKEN_CALL_NOTICE)
            elif not self._calls:  # Else the same is said of all calls at once.
                yield Noticed(CUT_CALL_NOTICE)

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
            yield Noticed(LONG_PREAMBLE_NOTICE)
        if self._calls:
            yield from self._show_held()
        for call in read:
            if len(self._calls) == MAX_CALLS:
                yield from self._stop_listening(TOO_MANY_CALLS_NOTICE)
                return
            # Each call of a block that holds several is written alone: whoever shows one must not show all.
            written = piece.written if len(read) == 1 else write_call("sentinel", call.name, call.arguments_json)
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
            yield Noticed(CUT_CALL_NOTICE)
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
        name=call.name[:MAX_TOOL_NAME],
        arguments_json=call.arguments_json,
        arguments=call.arguments,
        problem=call.problem,
    )
