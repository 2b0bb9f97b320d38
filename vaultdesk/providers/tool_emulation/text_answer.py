"""Stream events of a turn, with the tool calls in its text reported as calls."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart, new_id
from vaultdesk.chat.tool_names import match_tool_name
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.providers.call_accumulator import MAX_TOOL_NAME
from vaultdesk.providers.provider import (
    CallGrew,
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TextReclassified,
    TurnEnded,
)
from vaultdesk.providers.tool_emulation.call_parser import ReadCall, read_calls
from vaultdesk.providers.tool_emulation.dialects import (
    CALL_FRAMES,
    CONTROL_BEGINNING,
    CONTROL_TOKEN,
    HARMONY,
    WHOLE_ANSWER,
    CallBlock,
    CallOpened,
    LoneThoughtEnd,
    ProseText,
    ScannedSegment,
    ThinkingText,
)
from vaultdesk.providers.tool_emulation.model_adapters import PrematureTextLimits
from vaultdesk.providers.tool_emulation.text_scanner import TextScanner, WholeAnswer
from vaultdesk.providers.tool_emulation.text_transcript import write_call
from vaultdesk.providers.tool_emulation.tool_schema import Schemas, accepts_arguments

# A note may contain a call, and a model that quotes the note repeats it. Calls are never taken from the text of users,
# notes or results (vaultdesk/providers/README.md, "Tool emulation"), also not if the model repeats them.

# Results contain notes as JSON: the same text has more backslashes there, and escaped line ends.
_IGNORED_IN_COMPARISON = re.compile(r"\\+[nrt]|\\+|\s+")


class PromptTexts:
    """The texts in one request."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._messages = messages
        self._normalized_texts: list[str] | None = None

    def contains(self, call_text: str) -> bool:
        """Return whether *call_text*, a call with its tags, occurs in the request, ignoring whitespace and escaping."""
        if self._normalized_texts is None:
            # Computed at the first call only: most answers have none, and a conversation may contain many notes.
            self._normalized_texts = [_normalized(text) for text in _prompt_texts_of(self._messages)]
        normalized = _normalized(call_text)
        return any(normalized in text for text in self._normalized_texts)


def _prompt_texts_of(messages: Sequence[Message]) -> list[str]:
    texts: list[str] = []
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                texts.append(part.content)
            elif isinstance(part, TextPart) and message.role != "assistant":
                texts.append(part.text)
    return texts


def _normalized(text: str) -> str:
    return _IGNORED_IN_COMPARISON.sub("", text)


# Calls are shown as they arrive and are ready only once the answer is complete, like native ones
# (vaultdesk/providers/README.md, "Complete answers"): an answer that was cut off or filtered runs nothing.

LONG_PREAMBLE_NOTICE = Phrase("The model wrote at length before it asked for a tool.")
PREMATURE_ANSWER_NOTICE = Phrase("The model answered before it had the results. That part was left out.")
BROKEN_CALL_NOTICE = Phrase("The model's last tool call is incomplete and was not run.")
CUT_CALL_NOTICE = Phrase("The answer was cut off, so its tool call was not run.")
QUOTED_CALL_NOTICE = Phrase("The answer repeats a tool call from text that the model read. It was not run.")
UNOFFERED_CALL_NOTICE = Phrase(
    "The model called a tool, but tools are not available for this answer. The call was left out."
)
MAX_TEXT_CALLS = 40
"""Maximum number of calls read in the text of one answer. A small model that repeats itself would not stop."""

TOO_MANY_CALLS_NOTICE = Phrase(
    "The model asked for more than {0} tools at once. The rest was left out.", MAX_TEXT_CALLS
)

_COMPLETE_STOPS: tuple[StopReason, ...] = ("end", "tool_calls", "repetition")

_MAX_PREAMBLE = 2000
"""Maximum number of characters stored before the first call, to measure their length."""


class TextAnswerRules(Struct, frozen=True):
    """How the text of one answer is interpreted."""

    allow_calls: bool
    """Whether calls in the text are recognized at all."""
    tool_names: frozenset[str] | None
    """Names of the calls that are recognized; None if unknown ones are too, so that the model gets an error."""
    streamed: bool
    text_limits: PrematureTextLimits
    prompt_texts: PromptTexts
    schemas: Schemas = field(default_factory=dict)
    """The schemas of the available tools."""
    unread_calls_notice: Phrase | None = None
    """Notice if calls are in the text although tools are native; None if it was given before."""
    whole_calls: bool = True
    """Whether an answer without tags may be a call."""


_TOKEN_FRAMES = frozenset({HARMONY.name, *(frame.name for frame in CALL_FRAMES.values() if frame.is_token)})
"""Frames of special tokens, which do not occur in text by chance and are never shown."""

_LAST_CONTROL_BEGINNING = re.compile(rf"(?:{CONTROL_BEGINNING.pattern})\Z")


def without_control_tokens(text: str) -> str:
    """Return *text* without tokens of chat templates."""
    for frame in (*CALL_FRAMES.values(), HARMONY):
        for tag in (frame.opening, *frame.closings, *frame.inner) if frame.is_token else ():
            text = text.replace(tag, "") if tag else text
        for mark in frame.string_marks:
            text = text.replace(mark, '"') if len(mark) > 1 else text
    return CONTROL_TOKEN.sub("", text)


class TextAnswer:
    """One answer: takes the events of a turn, and returns them with the calls in its text as call events."""

    def __init__(self, rules: TextAnswerRules) -> None:
        self._rules = rules
        self._names = rules.tool_names if rules.tool_names is not None else rules.schemas.keys()
        whole_answer_allowed = rules.allow_calls and rules.whole_calls and bool(rules.schemas)
        self._scanner = TextScanner(WholeAnswer(self._names, self._is_whole_call) if whole_answer_allowed else None)
        self._reasoning_tail = ""
        """Possible beginning of a control token at the end of the reasoning."""
        self._calls: list[CallReady] = []
        self._native_calls_seen = False
        """True once the model made a native call."""
        self._preamble = ""
        """Text before the first call; only its beginning, to measure its length."""
        self._trailing_space = ""
        """Trailing whitespace: dropped if a call follows, text if more text does."""
        self._pending_text = ""
        """Text since the last call: emitted once another call or the end follows."""
        self._thinking_seen = False
        self._reading_stopped = False
        """True once the rest of the text is ignored."""
        self.should_close = False
        """True once the stream must be closed: nothing that follows counts. Call `finish_early` then."""

    def feed(self, event: ModelEvent) -> Iterable[ModelEvent]:
        """Process the next event of the turn."""
        match event:
            case TextArrived(text):
                for segment in self._scanner.feed(text):
                    if not self.should_close:  # The result does not depend on how the text was split into chunks.
                        yield from self._on_segment(segment)
            case CallStarted() | CallGrew() | CallReady():
                yield from self._prefer_native_calls()
                yield self._with_offered_name(event)
            case ReasoningArrived(text):
                yield from self._on_reasoning(text)
            case TurnEnded():
                yield from self._finish(event)
            case _:
                yield event

    @property
    def text_calls_seen(self) -> bool:
        """Whether calls were taken from the text."""
        return bool(self._calls)

    def finish_early(self) -> Iterable[ModelEvent]:
        """Return the end of an answer whose stream was closed: its calls are complete, later text is not."""
        yield from self._ready_calls()
        yield TurnEnded("tool_calls")

    def flush_after_error(self) -> Iterable[ModelEvent]:
        """Return the text that was held back when the stream failed, so that received text is kept."""
        segments = self._scanner.finish()
        for segment in segments:
            if isinstance(segment, ThinkingText | ProseText):
                yield from self._on_segment(segment)
        yield from self._flush_pending_text()

    def _on_segment(self, segment: ScannedSegment) -> Iterable[ModelEvent]:
        match segment:
            case ThinkingText(text):
                self._thinking_seen = True
                if text:
                    yield ReasoningArrived(text)
            case LoneThoughtEnd():
                yield from self._reclassify()
            case ProseText(text):
                yield from self._emit_text(text)
            case CallOpened():
                pass
            case CallBlock():
                yield from self._on_call(segment)

    def _on_reasoning(self, text: str) -> Iterable[ModelEvent]:
        text = CONTROL_TOKEN.sub("", self._reasoning_tail + text)
        partial_token = _LAST_CONTROL_BEGINNING.search(text)
        shown = text[: partial_token.start()] if partial_token else text
        self._reasoning_tail = text[len(shown) :]
        if shown:
            yield ReasoningArrived(shown)

    def _reclassify(self) -> Iterable[ModelEvent]:
        """Treat all text so far as reasoning, and discard calls found in it."""
        self._thinking_seen = True
        if self._preamble:
            yield TextReclassified()
        self._preamble = self._trailing_space = self._pending_text = ""
        self._calls = []

    def _with_offered_name(self, event: CallStarted | CallGrew | CallReady) -> ModelEvent:
        """Return *event* with the matching tool name in place of the spelling of the model."""
        match event:
            case CallStarted(call_id, name) if offered_name := match_tool_name(name, self._names):
                return CallStarted(call_id, offered_name)
            case CallReady(call, raw_text) if offered_name := match_tool_name(call.name, self._names):
                return CallReady(call.model_copy(update={"name": offered_name}), raw_text)
            case _:
                return event

    def _emit_text(self, text: str) -> Iterable[ModelEvent]:
        if self._reading_stopped:
            return
        if self._calls:
            self._pending_text += text
            if self._rules.text_limits.is_premature_answer(self._pending_text, streamed=self._rules.streamed):
                self._pending_text = ""
                yield from self._stop_reading(PREMATURE_ANSWER_NOTICE)
            return
        if not self._preamble and self._thinking_seen:
            # The blank lines after a reasoning block would be at the top of the answer.
            text = text.lstrip()
        text = self._trailing_space + text
        shown = text.rstrip()
        self._trailing_space = text[len(shown) :]
        self._preamble = (self._preamble + shown)[:_MAX_PREAMBLE]
        if shown:
            yield TextArrived(shown)

    def _flush_pending_text(self) -> Iterable[ModelEvent]:
        """Emit the text since the last call; without one, the white space at the end."""
        pending, self._pending_text = self._pending_text, ""
        if not self._calls:
            space, self._trailing_space = self._trailing_space, ""
            if space:
                yield TextArrived(space)
        elif shown := pending.rstrip():
            if not self._preamble:
                shown = shown.lstrip()
            elif not shown[0].isspace():
                shown = (self._trailing_space or " ") + shown
            self._preamble, self._trailing_space = self._preamble or shown, pending[len(pending.rstrip()) :]
            yield TextArrived(shown)

    def _on_call(self, block: CallBlock) -> Iterable[ModelEvent]:
        if self._reading_stopped:
            return
        calls = self._calls_in(block)
        if calls is None:
            yield from self._show_block(block)
        elif self._is_quotation(block):
            yield Noticed(QUOTED_CALL_NOTICE)
            yield from self._show_block(block)
        else:
            yield from self._add_calls(calls, block)

    def _on_unclosed_call(self, block: CallBlock, *, complete: bool) -> Iterable[ModelEvent]:
        """Process a call cut off by the end of the answer: it is valid if only its closing tag is missing."""
        if self._reading_stopped:
            return
        calls = self._calls_in(block)
        is_token = block.frame in _TOKEN_FRAMES and self._rules.allow_calls and not self._native_calls_seen
        if calls is None and not is_token and (self._rules.tool_names is not None or not self._rules.allow_calls):
            yield from self._show_block(block)
        elif complete and calls and all(call.arguments is not None and not call.repaired for call in calls):
            yield from self._on_call(block)
        else:
            self._trailing_space = ""
            if complete:
                yield Noticed(BROKEN_CALL_NOTICE)
            elif not self._calls:  # Otherwise the same is reported once for all calls.
                yield Noticed(CUT_CALL_NOTICE)

    def _is_quotation(self, block: CallBlock) -> bool:
        """Return whether a call is quoted from the prompt; one without tags also if only its code fence is new."""
        call_text = block.body.strip("[] \n") if block.frame == WHOLE_ANSWER else block.raw_text
        return self._rules.prompt_texts.contains(call_text)

    def _show_block(self, block: CallBlock) -> Iterable[ModelEvent]:
        """Show a block that is not executed as text, without special tokens."""
        if block.frame not in _TOKEN_FRAMES:
            is_whole = block.frame == WHOLE_ANSWER
            yield from self._emit_text(without_control_tokens(block.raw_text) if is_whole else block.raw_text)
        elif not self._rules.allow_calls and read_calls(block, self._rules.schemas):
            yield Noticed(UNOFFERED_CALL_NOTICE)
        elif not self._native_calls_seen:  # Otherwise the model also made a native call.
            text = block.raw_text[block.raw_text.find("<|message|>") :] if block.recipient else block.raw_text
            yield from self._emit_text(without_control_tokens(text))

    def _calls_in(self, block: CallBlock) -> tuple[ReadCall, ...] | None:
        """Return the calls in a block; None if it is text for display."""
        if not self._rules.allow_calls or self._native_calls_seen:
            return None
        calls = self._named_as_offered(block)
        # An unknown name is reported to the model, unless the block may be part of an explanation.
        is_certain = self._rules.tool_names is None or block.frame in _TOKEN_FRAMES
        if not calls or not (is_certain or all(call.name in self._names for call in calls)):
            return None
        return calls

    def _named_as_offered(self, block: CallBlock) -> tuple[ReadCall, ...]:
        calls = read_calls(block, self._rules.schemas) or ()
        return tuple(replace(call, name=match_tool_name(call.name, self._names) or call.name) for call in calls)

    def _is_whole_call(self, block: CallBlock) -> bool:
        """Return whether a block without tags consists of valid calls to available tools."""
        calls = self._named_as_offered(block)
        schemas = self._rules.schemas
        return bool(calls) and all(
            call.name in schemas
            and call.arguments is not None
            and not call.repaired
            and accepts_arguments(schemas[call.name], call.arguments)
            for call in calls
        )

    def _add_calls(self, calls: tuple[ReadCall, ...], block: CallBlock) -> Iterable[ModelEvent]:
        if not self._calls and self._rules.text_limits.is_long_preamble(self._preamble):
            yield Noticed(LONG_PREAMBLE_NOTICE)
        if not self._calls and self._rules.tool_names is not None and self._rules.unread_calls_notice is not None:
            yield Noticed(self._rules.unread_calls_notice)
        if self._calls:
            yield from self._flush_pending_text()
        for call in calls:
            if len(self._calls) == MAX_TEXT_CALLS:
                yield from self._stop_reading(TOO_MANY_CALLS_NOTICE)
                return
            # Each call of a block with several is written separately, so that one can be shown without the others.
            is_single = len(calls) == 1 and block.frame not in _TOKEN_FRAMES
            call_text = block.raw_text if is_single else write_call("sentinel", call.name, call.arguments_json)
            self._calls.append(CallReady(_tool_call_part(call), call_text))
            if self._rules.tool_names is None:
                yield from _call_display_events(self._calls[-1].call)

    def _stop_reading(self, notice: Phrase) -> Iterable[ModelEvent]:
        self._reading_stopped = True
        # A complete answer is here already; its end still reports the usage.
        self.should_close = self._rules.streamed
        yield Noticed(notice)

    def _prefer_native_calls(self) -> Iterable[ModelEvent]:
        """Discard calls taken from leaked text, because the model made native calls."""
        if self._rules.tool_names is None:
            return
        self._native_calls_seen = True
        calls, self._calls = self._calls, []
        pending, self._pending_text = self._pending_text, ""
        if calls:
            yield from self._emit_text("\n".join(call.raw_text for call in calls) + pending)

    def _finish(self, event: TurnEnded) -> Iterable[ModelEvent]:
        complete = event.stop in _COMPLETE_STOPS
        if self._reasoning_tail:
            yield ReasoningArrived(self._reasoning_tail)
        for segment in self._scanner.finish():
            if isinstance(segment, CallBlock) and not segment.closed:
                yield from self._on_unclosed_call(segment, complete=complete)
            else:
                yield from self._on_segment(segment)
        yield from self._flush_pending_text()
        if self._calls and complete:
            yield from self._ready_calls()
            yield TurnEnded("tool_calls", event.replay)
            return
        if self._calls:
            yield Noticed(CUT_CALL_NOTICE)
        yield event

    def _ready_calls(self) -> Iterable[ModelEvent]:
        for event in self._calls:
            if self._rules.tool_names is not None:
                yield from _call_display_events(event.call)
            yield event


def _call_display_events(call: ToolCallPart) -> Iterable[ModelEvent]:
    yield CallStarted(call.id, call.name)
    yield CallGrew(call.id, call.arguments_json)


def _tool_call_part(call: ReadCall) -> ToolCallPart:
    return ToolCallPart(
        # Never the model's own ids, which repeat (vaultdesk/providers/README.md, "Pitfalls", 25).
        id=new_id("call"),
        name=call.name[:MAX_TOOL_NAME],
        arguments_json=call.arguments_json,
        arguments=call.arguments,
        problem=call.problem,
    )
