"""Messages answer: the events of Anthropic's Messages into model events, by our own rules (THREATS 2.4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from vaultdesk.chat.messages import ProviderPart
from vaultdesk.providers.accumulator import BadCalls, CallAccumulator, arguments_text
from vaultdesk.providers.chat_answer import MAX_TEXT
from vaultdesk.providers.events import (
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.family import id_map
from vaultdesk.providers.layout import Layout, TooMuch
from vaultdesk.providers.loose_json import entries, fields, number, read_json, words
from vaultdesk.providers.peer import Peer, broken, cut, not_spoken
from vaultdesk.providers.refusals import interruption
from vaultdesk.providers.sse import ServerEvent
from vaultdesk.providers.strict_json import parse_arguments

_STOPS: Mapping[str, StopReason] = {
    "end_turn": "end",
    "tool_use": "tool_calls",
    "stop_sequence": "end",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "pause_turn": "pause",
    "refusal": "refusal",
}

_SPOKEN = ("text", "tool_use")
"""Blocks that are parts of our messages; every other one is kept as it is and sent back verbatim."""

_DELTA_FOR: Mapping[str, str] = {
    "text_delta": "text",
    "citations_delta": "text",
    "thinking_delta": "thinking",
    "signature_delta": "thinking",
}
"""Which block a delta may stand in; `input_json_delta` may stand in each that has an input."""


@dataclass
class _Block:
    kind: str
    raw: dict[str, JsonValue]
    call_id: str = ""
    """Our own id, where it is a call."""
    open: bool = True
    pieces: list[str] = field(default_factory=list)


class MessagesAnswer:
    """One answer over Messages. Feed it events; it has never heard of a network."""

    def __init__(self, peer: Peer, family: str) -> None:
        self._peer = peer
        self._family = family
        self._calls = CallAccumulator()
        self._blocks: dict[int, _Block] = {}
        self._started = False
        self._stop: StopReason | None = None
        self._usage: dict[str, JsonValue] = {}
        self._length = 0
        self.begun = False
        self.closed = False

    @property
    def complete(self) -> bool:
        """True once `message_stop` came: a stop reason before it is only half of the rule."""
        return self.closed

    def take(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one event of the stream; the types of later versions of the API are passed over."""
        if event.data.strip().startswith("[DONE]"):
            return  # some gateways add it
        value = read_json(event, self._peer)
        kind = words(value.get("type")) or event.name
        if kind == "error":
            raise interruption(self._peer, value, begun=self.begun)
        if kind == "message_start":
            self._started = True
            self._note_usage(fields(fields(value.get("message")).get("usage")))
            return
        if kind in ("ping", ""):
            return
        if not self._started:
            raise not_spoken(self._peer, "a stream that does not begin with a message")
        for produced in self._body(kind, value):
            self.begun = True
            yield produced

    def take_whole(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer of a server that does not stream."""
        value = fields(body)
        if value.get("error"):
            raise interruption(self._peer, value, begun=self.begun)
        if value.get("type") != "message":
            raise not_spoken(self._peer, "JSON without an answer in it")
        self._started = True
        for index, block in enumerate(entries(value.get("content"))):
            events = [
                *self._block_started({"index": index, "content_block": block}),
                *self._block_ended({"index": index}),
            ]
            self.begun = self.begun or bool(events)
            yield from events
        self._ended({"delta": value, "usage": value.get("usage")})
        self.closed = True

    def end(self) -> Iterable[ModelEvent]:
        """Close the answer: calls first, if they may run, then its end with what is to be sent back."""
        used = self._usage
        if used:
            cached = number(used.get("cache_read_input_tokens"))
            fresh = number(used.get("input_tokens")) + number(used.get("cache_creation_input_tokens"))
            yield UsageReported(fresh + cached, number(used.get("output_tokens")), cached_tokens=cached)
        if not self.closed or self._stop is None:
            raise cut(self._peer) if self._started else broken(self._peer, "it is empty")
        stop = self._stop
        if stop in ("end", "tool_calls"):
            calls = self._finished()
            yield from calls
            if stop == "tool_calls" and not calls:
                raise broken(self._peer, "it announces a tool call and holds none")
            stop = "tool_calls" if calls else "end"
        else:
            calls = []
            if len(self._calls):
                yield Noticed("The answer was cut off, so the tool it was asking for is not run.")
        yield TurnEnded(stop, self._replay([ready.call.id for ready in calls]))

    def _finished(self) -> list[CallReady]:
        if any(block.open for block in self._blocks.values()):
            raise cut(self._peer)
        try:
            return [CallReady(call) for call in self._calls.finished()]
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None

    def _body(self, kind: str, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        match kind:
            case "content_block_start":
                yield from self._block_started(value)
            case "content_block_delta":
                yield from self._block_grew(value)
            case "content_block_stop":
                yield from self._block_ended(value)
            case "message_delta":
                self._ended(value)
            case "message_stop":
                self.closed = True

    def _block_started(self, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        index, raw = value.get("index"), fields(value.get("content_block"))
        if not isinstance(index, int) or index in self._blocks or not words(raw.get("type")):
            raise broken(self._peer, "its parts are out of order")
        block = self._blocks[index] = _Block(words(raw["type"]), dict(raw))
        if block.kind == "tool_use":
            # Only servers that send a call at once put its input here; from the vendor it is empty.
            given = raw.get("input") or None
            yield from self._call(index, words(raw.get("name")), given)
        elif block.kind == "text" and (text := self._counted(words(raw.get("text")))):
            block.pieces.append(text)
            yield TextArrived(text)
        elif block.kind == "thinking" and (text := self._counted(words(raw.get("thinking")))):
            yield ReasoningArrived(text)

    def _block_grew(self, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        index, delta = value.get("index"), fields(value.get("delta"))
        kind = words(delta.get("type"))
        block = self._blocks.get(index) if isinstance(index, int) else None
        if block is None or not block.open or _DELTA_FOR.get(kind, block.kind) != block.kind:
            raise broken(self._peer, "its parts are out of order")
        match kind:
            case "text_delta":
                if text := self._counted(words(delta.get("text"))):
                    block.pieces.append(text)
                    yield TextArrived(text)
            case "thinking_delta":
                if text := self._counted(words(delta.get("thinking"))):
                    block.pieces.append(text)
                    yield ReasoningArrived(text)
            case "signature_delta":
                block.raw["signature"] = words(delta.get("signature"))
            case "input_json_delta" if block.kind == "tool_use":
                yield from self._call(number(index), "", delta.get("partial_json"))
            case "input_json_delta":
                block.pieces.append(self._counted(words(delta.get("partial_json"))))

    def _block_ended(self, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        index = value.get("index")
        block = self._blocks.get(index) if isinstance(index, int) else None
        if block is None or not block.open:
            raise broken(self._peer, "its parts are out of order")
        block.open = False
        if block.kind == "thinking":
            block.raw["thinking"] = words(block.raw.get("thinking")) + "".join(block.pieces)
        elif block.pieces and block.kind not in _SPOKEN:
            block.raw["input"] = parse_arguments("".join(block.pieces)).value or {}
        return ()

    def _call(self, index: int, name: str, arguments: JsonValue) -> Iterable[ModelEvent]:
        block = self._blocks[index]
        try:
            for event in self._calls.add(index, words(block.raw.get("id")), name, arguments_text(arguments)):
                if isinstance(event, CallStarted):
                    block.call_id = event.call_id
                yield event
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None

    def _ended(self, value: dict[str, JsonValue]) -> None:
        self._note_usage(fields(value.get("usage")))
        reason = words(fields(value.get("delta")).get("stop_reason"))
        if reason and reason not in _STOPS:
            raise broken(self._peer, f"it ended with {reason[:40]!r}")
        if reason:
            self._stop = _STOPS[reason]

    def _replay(self, calls: Sequence[str]) -> tuple[ProviderPart, ...]:
        """Return the order of the answer and what is hidden in it, and the ids the server gave to its *calls*."""
        layout = Layout()
        blocks = [block for _, block in sorted(self._blocks.items())]
        try:
            for block in blocks:
                if block.kind == "text":
                    layout.said(["".join(block.pieces)])
                elif block.kind == "tool_use":
                    if block.call_id in calls:
                        layout.called(calls.index(block.call_id))
                elif not block.open and (block.kind != "thinking" or block.raw.get("signature")):
                    layout.native(block.raw)
        except TooMuch as error:
            raise broken(self._peer, str(error)) from None
        ids = {block.call_id: words(block.raw.get("id")) for block in blocks if block.call_id in calls}
        return (*layout.part(self._family), *id_map(self._family, ids))

    def _note_usage(self, usage: dict[str, JsonValue]) -> None:
        # Counts are cumulative; a later event names only those that changed.
        self._usage.update({name: count for name, count in usage.items() if count is not None})

    def _counted(self, text: str) -> str:
        self._length += len(text)
        if self._length > MAX_TEXT:
            raise broken(self._peer, "it has no end")
        return text
