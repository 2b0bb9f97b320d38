"""Chat Completions responses: stream chunks turned into model events."""

import math
from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from vaultdesk.chat.messages import ProviderPart, ToolCallPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.call_accumulator import CallAccumulator, ContradictoryCalls
from vaultdesk.providers.error_context import ErrorContext, broken_answer_error, cut_answer_error, wrong_protocol_error
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_event, text_of
from vaultdesk.providers.model_events import (
    CallReady,
    ModelEvent,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.openai.chat_request import (
    COMPATIBLE_DIALECT,
    REASONING_FIELDS,
    ReplayCollector,
    ReplayReceiver,
    shown_reasoning,
)
from vaultdesk.providers.provider_errors import error_in_stream
from vaultdesk.providers.server_message import error_body_in

_STOPS: Mapping[str, StopReason] = {
    "stop": "end",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
    # Names used by other servers.
    "eos": "end",
    "eos_token": "end",
    "end_turn": "end",
    "complete": "end",
    "stop_sequence": "end",
    "tool_call": "tool_calls",
    "tool_use": "tool_calls",
    "model_length": "length",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
    "sensitive": "content_filter",
    "safety": "content_filter",
    "recitation": "content_filter",
    "blocklist": "content_filter",
    "prohibited_content": "content_filter",
    "spii": "content_filter",
    "image_safety": "content_filter",
}

_INVALID_STOPS: Mapping[str, Phrase] = {
    "error": Phrase("the model behind it failed"),
    "network_error": Phrase("the model behind it failed"),
    "abort": Phrase("the server gave it up"),
    "insufficient_system_resource": Phrase("the server ran out of room for it"),
    "malformed_function_call": Phrase("the model asked for a tool in a way that cannot be read"),
    "unexpected_tool_call": Phrase("the model asked for a tool that it was not offered"),
    "too_many_tool_calls": Phrase("the model asked for too many tools"),
    "missing_thought_signature": Phrase("the signatures of earlier answers were lost"),
}
"""Stop reasons that are errors, as they continue "The answer of X cannot be used: "; the last four are Gemini's."""

_WORST_FIRST = ("content_filter", "length", "refusal", "tool_calls", "end", "pause")
"""If a server gives two reasons, the first of these is used: it allows less to run."""


class InvalidStop(Exception):
    """A stop reason that is an error; `str()` is the message as a sentence fragment."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)
        self.message = message


def stop_reason(reason: str) -> StopReason:
    """Return the stop reason for *reason*; Gemini writes some as `content_filter: SAFETY`. Raises `InvalidStop`."""
    words = [word.strip() for word in reason.lower().split(":")]
    for word in reversed(words):
        if word in _INVALID_STOPS:
            raise InvalidStop(_INVALID_STOPS[word])
        if word in _STOPS:
            return _STOPS[word]
    raise InvalidStop(Phrase("it ended with {0}", repr(reason[:40])))


def stricter_stop(one: StopReason, other: StopReason | None) -> StopReason:
    """Return the one of two reasons that allows less to run."""
    return one if other is None else min(one, other, key=_WORST_FIRST.index)


_BLOCKED_HINT = Phrase("Ask in other words, or choose another model.")

MAX_ANSWER_TEXT = 8_000_000
"""Maximum characters of one answer: far above any model's limit, so that an endless one cannot fill the memory."""


UNKNOWN_RECEIVER = ReplayReceiver("", COMPATIBLE_DIALECT)
"""A receiver for a single question, to which no answer is sent back."""


class ChatAnswer:
    """One answer over Chat Completions. It is fed with events and does no I/O."""

    def __init__(
        self, error_context: ErrorContext, receiver: ReplayReceiver = UNKNOWN_RECEIVER, *, after_tools: bool = False
    ) -> None:
        """*receiver* got the request; *after_tools*: the request ended with tool results."""
        self._error_context = error_context
        self._receiver = receiver
        self._calls = CallAccumulator()
        self._replay = ReplayCollector(after_tools=after_tools)
        self._stop: StopReason | None = None
        self._refusal_seen = False
        self._usage: UsageReported | None = None
        self._length = 0
        self.begun = False
        self.closed = False
        self._chunk_seen = False
        self._choice_seen = False

    @property
    def complete(self) -> bool:
        """True once a finish reason was received."""
        return self._stop is not None

    def feed(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one event of the stream."""
        if event.data.strip().startswith("[DONE]"):
            self.closed = True
            return
        yield from self._chunk(parse_event(event, self._error_context), named=event.name)

    def feed_whole(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer of a server that does not stream."""
        self.closed = True
        value = object_of(body[0] if isinstance(body, list) and body else body)
        choices = [
            {**object_of(choice), "delta": object_of(choice).get("message")} for choice in list_of(value.get("choices"))
        ]
        if "choices" not in value and error_body_in(value) is None:
            raise wrong_protocol_error(self._error_context, Phrase("JSON without an answer in it"))
        yield from self._chunk({**value, "choices": list(choices)}, named="", whole=True)

    def finish(self) -> Iterable[ModelEvent]:
        """Complete the answer: calls first, if they may run, then its end."""
        stop = self._stop
        if self._usage is not None:
            yield self._usage
        if stop is None and self._chunk_seen and not self._choice_seen and self.closed:
            raise broken_answer_error(
                self._error_context,
                Phrase("the model gave none; the question may have been blocked"),
                hint=_BLOCKED_HINT,
            )
        if stop is None and self.closed and self.begun and self._calls.is_whole():
            # Some servers send no finish reason; the answer is readable, and the stream was not cut off.
            stop = "end"
        if stop is None:
            raise (
                cut_answer_error(self._error_context)
                if self._chunk_seen
                else broken_answer_error(self._error_context, Phrase("it is empty"))
            )
        replay: tuple[ProviderPart, ...] = ()
        if stop in ("end", "tool_calls"):
            calls = self._finished_calls()
            for call in calls:
                yield CallReady(call)
            if stop == "tool_calls" and not calls and not self.begun:
                raise broken_answer_error(self._error_context, Phrase("it announces a tool call and holds none"))
            stop = "tool_calls" if calls else "refusal" if self._refusal_seen else "end"
            # Only for a complete answer: partial reasoning has no signature, and would be refused.
            replay = self._replay.parts(self._receiver.scope, self._calls) if self._receiver.scope else ()
        elif len(self._calls):
            yield Noticed(Phrase("The answer was cut off, so the tool it was asking for is not run."))
        yield TurnEnded(stop, replay)

    def _finished_calls(self) -> tuple[ToolCallPart, ...]:
        try:
            return self._calls.finished()
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None

    def _chunk(self, chunk: dict[str, JsonValue], named: str, *, whole: bool = False) -> Iterable[ModelEvent]:
        failure = error_body_in(chunk) or ({"error": chunk} if named == "error" else None)
        if failure is not None:
            raise error_in_stream(self._error_context, failure, begun=self.begun)
        if "choices" not in chunk and "usage" not in chunk and not self._chunk_seen:
            raise wrong_protocol_error(self._error_context, Phrase("JSON without an answer in it"))
        self._chunk_seen = True
        self._note_usage(object_of(chunk.get("usage")))
        if progress := object_of(chunk.get("prompt_progress")):
            yield PromptProgress(count_of(progress.get("processed")), count_of(progress.get("total")))
        for choice in list_of(chunk.get("choices")):
            # One answer was requested; a second one would be mixed into the first.
            if isinstance(choice, dict) and count_of(choice.get("index")) == 0:
                self._choice_seen = True
                yield from self._choice(choice, whole=whole)

    def _choice(self, choice: dict[str, JsonValue], *, whole: bool) -> Iterable[ModelEvent]:
        # Some servers send a whole message in a stream.
        delta = object_of(choice.get("delta")) or object_of(choice.get("message"))
        self._replay.note(delta, whole=whole or not choice.get("delta"))
        for event in self._delta(delta):
            self.begun = True
            yield event
        reason = text_of(choice.get("finish_reason"))
        if reason:
            try:
                self._stop = stricter_stop(stop_reason(reason), self._stop)
            except InvalidStop as error:
                raise broken_answer_error(self._error_context, error.message) from None

    def _delta(self, delta: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        text = _text(delta.get("content"))
        reasoning = self._reasoning(delta)
        if _is_thinking(delta):
            text, reasoning = "", reasoning or text
        if reasoning:
            self._count_text(reasoning)
            yield ReasoningArrived(reasoning)
        refused = text_of(delta.get("refusal"))
        self._refusal_seen = self._refusal_seen or bool(refused)
        if text or refused:
            self._count_text(text + refused)
            yield TextArrived(text + refused)
        pieces = list_of(delta.get("tool_calls"))
        if not pieces and delta.get("function_call") is not None:
            # The older format; servers that send both repeat the same call in it.
            pieces = [{"index": 0, "function": delta["function_call"]}]
        for piece in pieces:
            yield from self._call_piece(object_of(piece))

    def _reasoning(self, delta: dict[str, JsonValue]) -> str:
        name = next((name for name in REASONING_FIELDS if text_of(delta.get(name))), "")
        if name:
            self._replay.note_reasoning(name, text_of(delta[name]))
            return text_of(delta[name])
        return shown_reasoning(delta.get("reasoning_details")) or _thinking_text(delta.get("content"))

    def _call_piece(self, piece: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        function = object_of(piece.get("function"))
        index = piece.get("index")
        try:
            yield from self._calls.add(
                index if isinstance(index, int) else None,
                text_of(piece.get("id")),
                text_of(function.get("name")),
                function.get("arguments"),
                piece.get("extra_content"),
            )
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None

    def _note_usage(self, usage: dict[str, JsonValue]) -> None:
        if usage:
            self._usage = _usage(usage, asks_cost=self._receiver.dialect.asks_cost)

    def _count_text(self, text: str) -> None:
        self._length += len(text)
        if self._length > MAX_ANSWER_TEXT:
            raise broken_answer_error(self._error_context, Phrase("it has no end"))


def _usage(usage: dict[str, JsonValue], *, asks_cost: bool) -> UsageReported:
    prompt, answer = count_of(usage.get("prompt_tokens")), count_of(usage.get("completion_tokens"))
    cached = count_of(object_of(usage.get("prompt_tokens_details")).get("cached_tokens"))
    thought = count_of(object_of(usage.get("completion_tokens_details")).get("reasoning_tokens"))
    # Gemini and xAI do not count reasoning in the answer's tokens; only the total includes it.
    uncounted = count_of(usage.get("total_tokens")) - prompt - answer
    cost = usage.get("cost") if asks_cost else None
    valid_cost = isinstance(cost, int | float) and not isinstance(cost, bool) and math.isfinite(cost) and cost >= 0
    return UsageReported(
        input_tokens=prompt,
        output_tokens=answer + max(0, uncounted),
        cached_tokens=cached or count_of(usage.get("prompt_cache_hit_tokens")),
        reasoning_tokens=max(thought, uncounted),
        cost=float(cost) if valid_cost and isinstance(cost, int | float) else None,
    )


def _is_thinking(delta: dict[str, JsonValue]) -> bool:
    """Return whether Gemini marks a delta's content as a summary of its reasoning."""
    return object_of(object_of(delta.get("extra_content")).get("google")).get("thought") is True


def _thinking_text(content: JsonValue) -> str:
    """Return the reasoning in the parts of a content, as Mistral sends it."""
    return "".join(_text(object_of(part).get("thinking")) for part in list_of(content))


def _text(content: JsonValue) -> str:
    """Return the text of a delta: a string, or a list of parts as some servers send it."""
    if isinstance(content, list):
        return "".join(text_of(object_of(part).get("text")) for part in content)
    return text_of(content)
