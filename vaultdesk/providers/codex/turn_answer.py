"""Turn answer: what codex says about one turn, into model events. Knows no process and sends nothing.

Codex asks for a tool while the model may still be speaking, and waits. `pause` tells when all calls of one answer of
the model are there: at once where codex shows the model's own items (rawResponse...), else after a moment of silence.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import JsonValue

from vaultdesk.providers.accumulator import BadCalls, CallAccumulator
from vaultdesk.providers.chat_answer import MAX_TEXT
from vaultdesk.providers.codex.app_server import TOOL_CALL
from vaultdesk.providers.codex.mailbox import Said
from vaultdesk.providers.codex.troubles import overreach, turn_error
from vaultdesk.providers.codex.usage import Spent
from vaultdesk.providers.events import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
)
from vaultdesk.providers.family import id_map
from vaultdesk.providers.loose_json import fields, number, words
from vaultdesk.providers.peer import Peer, broken, cut

Pause = Literal["no", "soon", "now"]
"""Whether the model waits for our tools: not yet; unless something comes within a moment; surely."""

_OVERREACH: Mapping[str, str] = {
    "commandExecution": "a command",
    "fileChange": "a change of files",
    "mcpToolCall": "an extension",
    "webSearch": "a web search",
    "imageView": "a picture on this computer",
    "imageGeneration": "a picture",
    "collabAgentToolCall": "another agent",
}
"""Things codex does by itself. All are switched off: one that begins all the same ends the answer."""

_CUTS: Mapping[str, StopReason] = {"max_output_tokens": "length", "content_filter": "content_filter"}
"""Why an answer is incomplete, as codex repeats it in its sentence."""

_REASONING = ("item/reasoning/summaryTextDelta", "item/reasoning/textDelta")
_BETWEEN = "\n\n"
"""Between two messages of one turn, and between two paragraphs of its thinking."""


class TurnAnswer:
    """One stretch of a turn: from a question, or from the results of our tools, to the next calls or the end."""

    def __init__(self, peer: Peer, family: str, turn: str, tools: Iterable[str], spent: Spent) -> None:
        self._peer = peer
        self._family = family
        self._turn = turn
        self._tools = frozenset(tools)
        self._spent = spent
        self._calls = CallAccumulator()
        self._requests: dict[str, JsonValue] = {}
        self._written: dict[str, str] = {}
        self._speaking = False
        self._runs_code = False
        self._shown: dict[str, str] = {}
        self._thought_in = ""
        self._length = 0
        self._stop: StopReason | None = None
        self.pending: dict[str, JsonValue] = {}
        """After `end`: the requests codex waits for, by our own call ids."""
        self.begun = False
        self.closed = False

    @property
    def pause(self) -> Pause:
        """Tell whether the model waits for our tools."""
        if not self._requests or self.closed:
            return "no"
        if not self._spent.shown:
            return "soon"
        if self._speaking:
            return "no"
        return "soon" if self._runs_code or self._written.keys() - self._requests.keys() else "now"

    def take(self, message: Said) -> Iterable[ModelEvent]:
        """Read one message. Raises `ProviderError`."""
        params = fields(message.get("params"))
        named = words(params.get("turnId")) or words(fields(params.get("turn")).get("id"))
        if named and self._turn and named != self._turn:
            return
        for event in self._read(words(message.get("method")), message, params):
            self.begun = self.begun or not isinstance(event, Noticed)
            yield event

    def end(self) -> Iterable[ModelEvent]:
        """Close the stretch: its calls, if codex waits for them, then its end. Raises `ProviderBroken`."""
        used = self._spent.report()
        if used is not None:
            yield used
        if self.closed or self._stop is not None:
            if self._requests:
                yield Noticed("The answer ended before the tool it was asking for; it is not run.")
            if self._stop is None and not self.begun:
                raise broken(self._peer, "it is empty")
            yield TurnEnded(self._stop or "end")
            return
        if not self._requests:
            raise cut(self._peer)
        try:
            calls = self._calls.finished()
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None
        theirs = {call.id: wire_id for call, wire_id in zip(calls, self._requests, strict=True)}
        # Codex asks for them side by side; their order is the one in which the model wrote them.
        order = {wire_id: place for place, wire_id in enumerate(self._written)}
        ordered = sorted(calls, key=lambda call: order.get(theirs[call.id], len(order)))
        self.pending = {call.id: self._requests[theirs[call.id]] for call in ordered}
        for call in ordered:
            yield CallReady(call)
        yield TurnEnded("tool_calls", id_map(self._family, theirs))

    def _read(self, method: str, message: Said, params: Said) -> Iterable[ModelEvent]:
        match method:
            case "item/agentMessage/delta":
                yield from self._said(words(params.get("itemId")), words(params.get("delta")))
            case "item/started" | "item/completed":
                yield from self._item(method, fields(params.get("item")))
            case "rawResponseItem/completed":
                self._raw(fields(params.get("item")))
            case "rawResponse/completed":
                self._speaking = False
                self._spent.response(fields(params.get("usage")))
            case "thread/tokenUsage/updated":
                self._spent.total(fields(fields(params.get("tokenUsage")).get("total")))
            case "turn/completed":
                self._completed(fields(params.get("turn")))
            case "error":
                yield from self._wrong(params)
            case _ if method == TOOL_CALL:
                yield from self._call(message.get("id"), params)
            case _ if method in _REASONING:
                yield from self._thought(method, params)

    def _said(self, item: str, text: str) -> Iterable[ModelEvent]:
        if not text:
            return
        self._speaking = True
        text = self._counted(text)
        if item not in self._shown and "text" in self._shown.values():
            text = _BETWEEN + text
        self._shown[item] = "text"
        yield TextArrived(text)

    def _thought(self, method: str, params: Said) -> Iterable[ModelEvent]:
        """Show thinking, of one item either its summary or itself: the first that comes."""
        item, text = words(params.get("itemId")), self._counted(words(params.get("delta")))
        if not text or self._shown.setdefault(item, method) != method:
            return
        self._speaking = True
        part = f"{item} {number(params.get('summaryIndex'))} {number(params.get('contentIndex'))}"
        between = _BETWEEN if self._thought_in not in ("", part) else ""
        self._thought_in = part
        yield ReasoningArrived(between + text)

    def _item(self, method: str, item: Said) -> Iterable[ModelEvent]:
        kind = words(item.get("type"))
        if kind in _OVERREACH:
            raise overreach(self._peer, _OVERREACH[kind])
        if method == "item/completed" and kind == "agentMessage" and words(item.get("id")) not in self._shown:
            yield from self._said(words(item.get("id")), words(item.get("text")))  # it came in one piece

    def _raw(self, item: Said) -> None:
        """Note what the model itself wrote: its calls as text, and that more may follow."""
        self._spent.shown = True
        kind, call = words(item.get("type")), words(item.get("call_id"))
        spoken = kind == "message" and item.get("role") == "assistant"
        if spoken or kind in ("reasoning", "function_call", "custom_tool_call"):
            self._speaking = True
        if kind == "function_call" and words(item.get("name")) in self._tools:
            self._written[call] = words(item.get("arguments"))
        elif kind == "custom_tool_call":
            self._runs_code = True  # newer models call tools from a script, which codex runs without any reach

    def _call(self, request: JsonValue, params: Said) -> Iterable[ModelEvent]:
        wire_id, name = words(params.get("callId")), words(params.get("tool"))
        if wire_id in self._requests:
            raise broken(self._peer, "two tool calls in it have the same id")
        # The model's own text is the truth; codex hands it over parsed.
        arguments = self._written.get(wire_id) or params.get("arguments")
        try:
            yield from self._calls.add(len(self._requests), wire_id, name, arguments)
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None
        self._requests[wire_id] = request

    def _completed(self, turn: Said) -> None:
        self.closed = True
        status = words(turn.get("status"))
        if status == "failed" and self._stop is None:
            self._failed(turn.get("error"))
        elif status not in ("completed", "failed"):
            raise cut(self._peer)

    def _wrong(self, params: Said) -> Iterable[ModelEvent]:
        if params.get("willRetry") is not True:
            self._failed(params.get("error"))
        elif self.begun:
            raise cut(self._peer)  # it would say everything again
        else:
            yield Noticed(f"{self._peer.name} lost the connection and tries again.")

    def _failed(self, error: JsonValue) -> None:
        """Note an answer that was cut for its length or content. Raises `ProviderError` for every other failure."""
        message = words(fields(error).get("message"))
        self._stop = next((stop for sign, stop in _CUTS.items() if self.begun and sign in message), None)
        if self._stop is None:
            raise turn_error(self._peer, error, begun=self.begun)

    def _counted(self, text: str) -> str:
        self._length += len(text)
        if self._length > MAX_TEXT:
            raise broken(self._peer, "it has no end")
        return text
