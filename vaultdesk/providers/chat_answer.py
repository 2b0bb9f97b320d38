"""Chat answer: the chunks of Chat Completions into model events, by our own rules (THREATS 2.4)."""

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.providers.accumulator import BadCalls, CallAccumulator
from vaultdesk.providers.events import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.loose_json import entries, fields, number, read_json, words
from vaultdesk.providers.peer import Peer, broken, cut, not_spoken
from vaultdesk.providers.refusals import interruption
from vaultdesk.providers.sse import ServerEvent

_STOPS: Mapping[str, StopReason] = {
    "stop": "end",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
    # Other servers' words for the same.
    "eos": "end",
    "eos_token": "end",
    "end_turn": "end",
    "stop_sequence": "end",
    "model_length": "length",
    "max_tokens": "length",
}

_WORST_FIRST = ("content_filter", "length", "tool_calls", "end")
"""Where a server gives two reasons, the one under which less may run counts."""

MAX_TEXT = 8_000_000
"""Characters of one answer: far over any model's limit, so that an endless one cannot fill memory."""


class ChatAnswer:
    """One answer over Chat Completions. Feed it events; it has never heard of a network."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._calls = CallAccumulator()
        self._stop: StopReason | None = None
        self._refused = False
        self._usage: UsageReported | None = None
        self._length = 0
        self.begun = False
        self.closed = False
        self._spoke = False

    @property
    def complete(self) -> bool:
        """True once a finish reason came."""
        return self._stop is not None

    def take(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one event of the stream."""
        if event.data.strip().startswith("[DONE]"):
            self.closed = True
            return
        yield from self._chunk(read_json(event, self._peer), named=event.name)

    def take_whole(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer of a server that does not stream."""
        self.closed = True
        value = fields(body[0] if isinstance(body, list) and body else body)
        choices = [
            {**fields(choice), "delta": fields(choice).get("message")} for choice in entries(value.get("choices"))
        ]
        if not choices and not value.get("error"):
            raise not_spoken(self._peer, "JSON without an answer in it")
        yield from self._chunk({**value, "choices": list(choices)}, named="")

    def end(self) -> Iterable[ModelEvent]:
        """Close the answer: calls first, if they may run, then its end."""
        stop = self._stop
        if self._usage is not None:
            yield self._usage
        if stop is None:
            raise cut(self._peer) if self._spoke else broken(self._peer, "it is empty")
        if stop in ("end", "tool_calls"):
            calls = self._finished()
            for call in calls:
                yield CallReady(call)
            if stop == "tool_calls" and not calls and not self.begun:
                raise broken(self._peer, "it announces a tool call and holds none")
            stop = "tool_calls" if calls else "refusal" if self._refused else "end"
        elif len(self._calls):
            yield Noticed("The answer was cut off, so the tool it was asking for is not run.")
        yield TurnEnded(stop)

    def _finished(self) -> tuple[ToolCallPart, ...]:
        try:
            return self._calls.finished()
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None

    def _chunk(self, chunk: dict[str, JsonValue], named: str) -> Iterable[ModelEvent]:
        if chunk.get("error") or named == "error":
            body = chunk if chunk.get("error") else {"error": chunk}
            raise interruption(self._peer, body, begun=self.begun)
        if "choices" not in chunk and "usage" not in chunk and not self._spoke:
            raise not_spoken(self._peer, "JSON without an answer in it")
        self._spoke = True
        self._note_usage(fields(chunk.get("usage")))
        for choice in entries(chunk.get("choices")):
            # One answer was asked for; a second one would be mixed into the first.
            if isinstance(choice, dict) and number(choice.get("index")) == 0:
                yield from self._choice(choice)

    def _choice(self, choice: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        delta = fields(choice.get("delta"))
        for event in self._delta(delta):
            self.begun = True
            yield event
        reason = words(choice.get("finish_reason"))
        if reason:
            if reason not in _STOPS:
                raise broken(self._peer, f"it ended with {reason[:40]!r}")
            stop = _STOPS[reason]
            self._stop = stop if self._stop is None else min(stop, self._stop, key=_WORST_FIRST.index)

    def _delta(self, delta: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        reasoning = words(delta.get("reasoning")) or words(delta.get("reasoning_content"))
        if reasoning:
            self._count(reasoning)
            yield ReasoningArrived(reasoning)
        text = _text(delta.get("content"))
        refused = words(delta.get("refusal"))
        self._refused = self._refused or bool(refused)
        if text or refused:
            self._count(text + refused)
            yield TextArrived(text + refused)
        pieces = entries(delta.get("tool_calls"))
        if not pieces and delta.get("function_call") is not None:
            # The older shape; servers that send both repeat the same call in it.
            pieces = [{"index": 0, "function": delta["function_call"]}]
        for piece in pieces:
            yield from self._call_piece(fields(piece))

    def _call_piece(self, piece: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        function = fields(piece.get("function"))
        index = piece.get("index")
        try:
            yield from self._calls.add(
                index if isinstance(index, int) else None,
                words(piece.get("id")),
                words(function.get("name")),
                function.get("arguments"),
            )
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None

    def _note_usage(self, usage: dict[str, JsonValue]) -> None:
        if usage:
            self._usage = UsageReported(
                input_tokens=number(usage.get("prompt_tokens")),
                output_tokens=number(usage.get("completion_tokens")),
                cached_tokens=number(fields(usage.get("prompt_tokens_details")).get("cached_tokens")),
                reasoning_tokens=number(fields(usage.get("completion_tokens_details")).get("reasoning_tokens")),
            )

    def _count(self, text: str) -> None:
        self._length += len(text)
        if self._length > MAX_TEXT:
            raise broken(self._peer, "it has no end")


def _text(content: JsonValue) -> str:
    """Return the text of a delta: a string, or a list of parts as some servers send it."""
    if isinstance(content, list):
        return "".join(words(fields(part).get("text")) for part in content)
    return words(content)
