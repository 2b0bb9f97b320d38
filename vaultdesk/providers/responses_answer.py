"""Responses answer: the events of OpenAI's Responses into model events, by our own rules (PROTOCOLS 2.1, THREATS 2.4).

An answer is a list of items: messages, reasoning, calls, and what only the server understands. Each may be told three
times: in deltas, when it is done, and in the whole response at the end. Servers leave out some of that, let items
overlap, or number them all 0; so an item is known by its id first, and what comes later only adds what was missing.
"""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from vaultdesk.chat.messages import ProviderPart, ToolCallPart
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
from vaultdesk.providers.layout import MAX_ITEMS, Layout, TooMuch
from vaultdesk.providers.loose_json import entries, fields, number, read_json, words
from vaultdesk.providers.peer import Peer, broken, cut, not_spoken
from vaultdesk.providers.refusals import interruption
from vaultdesk.providers.responses_items import GAP, THOUGHTS, Item, Key, note_items
from vaultdesk.providers.sse import ServerEvent

_CHANNELS: Mapping[str, tuple[str, str]] = {
    "response.output_text": ("output_text", "content_index"),
    "response.refusal": ("refusal", "content_index"),
    "response.reasoning_summary_text": ("summary_text", "summary_index"),
    "response.reasoning_text": ("reasoning_text", "content_index"),
    "response.reasoning": ("reasoning_text", "content_index"),  # what some servers call it
}
"""What kind of text an event's deltas are, and which field numbers its parts."""

_CUTS: Mapping[str, StopReason] = {"content_filter": "content_filter"}
"""Why a response is incomplete; every other reason is a limit of length or of turns."""

_TEXT_OF: Mapping[str, str] = {"refusal": "refusal"}
"""Under which field a text stands, where it is not `text`."""


class ResponsesAnswer:
    """One answer over Responses. Feed it events; it has never heard of a network."""

    def __init__(self, peer: Peer, family: str) -> None:
        self._peer = peer
        self._family = family
        self._calls = CallAccumulator()
        self._items: list[Item] = []
        self._said: list[tuple[int, Key]] = []
        """Whose text came when: messages can overlap."""
        self._thought = False
        self._started = False
        self._refused = False
        self._stop: StopReason | None = None
        self._usage: dict[str, JsonValue] = {}
        self._length = 0
        self.begun = False
        self.closed = False

    @property
    def complete(self) -> bool:
        """True once the response as a whole came: its items alone never make an answer."""
        return self._stop is not None

    def take(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one event of the stream; the types of later versions of the API are passed over."""
        if event.data.strip().startswith("[DONE]"):
            self.closed = True
            return
        value = read_json(event, self._peer)
        kind = words(value.get("type")) or event.name
        if kind == "error" or (value.get("error") and kind != "response.failed"):
            raise interruption(self._peer, value, begun=self.begun)
        self._started = self._started or kind.startswith("response.")
        if not kind and not self._started:
            raise not_spoken(self._peer, "a stream that is no response")
        for produced in self._event(kind, value):
            self.begun = True
            yield produced

    def take_whole(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer of a server that does not stream."""
        value = fields(body)
        if value.get("error") and value.get("object") != "response":
            raise interruption(self._peer, value, begun=False)
        if value.get("object") != "response" and not isinstance(value.get("output"), list):
            raise not_spoken(self._peer, "JSON without an answer in it")
        self._started = True
        for produced in self._ended("", value):
            self.begun = True
            yield produced

    def end(self) -> Iterable[ModelEvent]:
        """Close the answer: calls first, if they may run, then its end with what is to be sent back."""
        if self._usage:
            yield UsageReported(
                input_tokens=number(self._usage.get("input_tokens")),
                output_tokens=number(self._usage.get("output_tokens")),
                cached_tokens=number(fields(self._usage.get("input_tokens_details")).get("cached_tokens")),
                reasoning_tokens=number(fields(self._usage.get("output_tokens_details")).get("reasoning_tokens")),
            )
        stop, calls = self._stop, list[ToolCallPart]()
        if stop is None:
            raise cut(self._peer) if self._started else broken(self._peer, "it is empty")
        if stop == "end":
            calls = self._finished()
            yield from map(CallReady, calls)
            stop = "tool_calls" if calls else "refusal" if self._refused else "end"
        elif len(self._calls):
            yield Noticed("The answer was cut off, so the tool it was asking for is not run.")
        yield TurnEnded(stop, self._replay([call.id for call in calls]))

    def _finished(self) -> list[ToolCallPart]:
        asked = [item for item in self._ordered() if item.kind == "function_call"]
        if not all(item.closed for item in asked):
            raise cut(self._peer)
        try:
            calls = {call.id: call for call in self._calls.finished()}
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None
        if not all(item.call_id for item in asked):
            raise broken(self._peer, "a tool call in it names no tool")
        return [calls[item.call_id] for item in asked]

    def _event(self, kind: str, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        stem, _, ending = kind.rpartition(".")
        match kind:
            case "response.output_item.added":
                item = self._item(value, words(fields(value.get("item")).get("type")), begins=True)
                yield from self._begins(item, fields(value.get("item")))
            case "response.output_item.done":
                item = self._item(value, words(fields(value.get("item")).get("type")))
                yield from self._whole(item, fields(value.get("item")))
            case "response.function_call_arguments.delta":
                item = self._item(value, "function_call")
                yield from self._call(item, "", value.get("delta"))
            case "response.function_call_arguments.done":
                item = self._item(value, "function_call")
                yield from self._call(item, words(value.get("name")), value.get("arguments"), whole=True)
                item.closed = True
            case "response.completed" | "response.incomplete" | "response.failed" | "response.cancelled":
                response = fields(value.get("response"))
                yield from self._ended(ending, {**response, "error": response.get("error") or value.get("error")})
            case _ if stem in _CHANNELS and ending in ("delta", "done"):
                channel, part = _CHANNELS[stem]
                item = self._item(value, "reasoning" if channel in THOUGHTS else "message")
                key = channel, number(value.get(part))
                name = "delta" if ending == "delta" else _TEXT_OF.get(channel, "text")
                yield from self._text(item, key, words(value.get(name)), whole=ending == "done")

    def _item(self, value: Mapping[str, JsonValue], kind: str, *, begins: bool = False) -> Item:
        """Return the item an event is about, by its id first and its index else; a new one where there is none."""
        raw, given = fields(value.get("item")), value.get("output_index")
        wire_id, wire_call = words(value.get("item_id")) or words(raw.get("id")), words(raw.get("call_id"))
        index = given if isinstance(given, int) else len(self._items)
        if not kind:
            raise broken(self._peer, "a part of it is of no kind")
        alike = [item for item in reversed(self._items) if item.kind == kind]
        # Some servers name an item anew in each event, others give each the index 0: who begins is another one.
        open_ones = [item for item in alike if not (begins and item.begun)]
        found = next((item for item in alike if wire_id and wire_id == item.wire_id), None)
        found = found or next((item for item in open_ones if wire_call and wire_call == item.wire_call), None)
        found = found or next((item for item in open_ones if given is not None and item.index == index), None)
        if found is not None:
            return found
        if len(self._items) == MAX_ITEMS:
            raise broken(self._peer, "it holds too many items")
        self._items.append(Item(len(self._items), index, kind, wire_id, wire_call))
        return self._items[-1]

    def _begins(self, item: Item, raw: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        item.begun = True
        item.wire_call = item.wire_call or words(raw.get("call_id"))
        if item.kind == "function_call":
            yield from self._call(item, words(raw.get("name")), None)

    def _whole(self, item: Item, raw: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        """Take an item that is told whole: what was not heard of it yet is news."""
        if not item.done:
            item.raw, item.done = raw, True
        item.wire_call = item.wire_call or words(raw.get("call_id"))
        if item.kind == "function_call":
            yield from self._call(item, words(raw.get("name")), raw.get("arguments"), whole=True)
            item.closed = item.closed or words(raw.get("status")) not in ("incomplete", "in_progress")
        for place, part in enumerate(entries(raw.get("content"))):
            channel = words(fields(part).get("type"))
            text = words(fields(part).get(_TEXT_OF.get(channel, "text")))
            if channel in ("output_text", "refusal", "reasoning_text"):
                yield from self._text(item, (channel, place), text, whole=True)
        for place, part in enumerate(entries(raw.get("summary"))):
            yield from self._text(item, ("summary_text", place), words(fields(part).get("text")), whole=True)

    def _text(self, item: Item, key: Key, text: str, *, whole: bool) -> Iterable[ModelEvent]:
        """Take text of an item. Where the *whole* is told after its pieces, only what they lacked is news."""
        heard = item.texts.setdefault(key, [])
        if whole:
            so_far = "".join(heard)
            text = text[len(so_far) :] if text.startswith(so_far) else ""
        if not text:
            return
        self._count(text)
        begins = not heard
        heard.append(text)
        if key[0] in THOUGHTS:
            # A summary and the thoughts themselves say the same twice: the first of them to come is shown.
            if key[0] == next(channel for (channel, _), told in item.texts.items() if told):
                yield ReasoningArrived((GAP if begins and self._thought else "") + text)
                self._thought = True
            return
        self._refused = self._refused or key[0] == "refusal"
        if self._said and self._said[-1][0] != item.place and begins and not item.apart:
            item.apart = True
            yield TextArrived(GAP)
        if not self._said or self._said[-1] != (item.place, key):
            self._said.append((item.place, key))
        yield TextArrived(text)

    def _call(self, item: Item, name: str, arguments: JsonValue, *, whole: bool = False) -> Iterable[ModelEvent]:
        """Take a call's name and arguments; of the *whole*, told after its pieces, only what they lacked is news."""
        news = arguments_text(arguments)
        if whole and item.arguments and news:
            so_far = "".join(item.arguments)
            if isinstance(arguments, str) and not news.startswith(so_far):
                raise broken(self._peer, "it tells the arguments of a tool call in two ways")
            # An object is the same in other blanks.
            news = news[len(so_far) :] if isinstance(arguments, str) else ""
        item.arguments.append(news)
        self._count(news)
        if not item.call_id:
            if not name:
                return  # the arguments wait for it
            news = "".join(item.arguments)
        try:
            for event in self._calls.add(item.place, item.wire_call, "" if item.call_id else name, news):
                if isinstance(event, CallStarted):
                    item.call_id = event.call_id
                yield event
        except BadCalls as error:
            raise broken(self._peer, str(error)) from None

    def _ended(self, kind: str, response: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        status = words(response.get("status"))
        if "failed" in (kind, status) or response.get("error"):
            said = response.get("error") or {"code": "server_error"}
            raise interruption(self._peer, {"error": said}, begun=self.begun)
        if "cancelled" in (kind, status):
            raise cut(self._peer)
        for place, raw in enumerate(map(fields, entries(response.get("output")))):
            known = len(self._items)
            item = self._item({"item": raw, "output_index": place}, words(raw.get("type")))
            # A message under a new name and number, after others were shown, is more likely one of them.
            if len(self._items) == known or item.kind != "message" or not self._said:
                yield from self._whole(item, raw)
        self._usage = fields(response.get("usage"))
        if "incomplete" in (kind, status):
            reason = words(fields(response.get("incomplete_details")).get("reason"))
            self._stop = _CUTS.get(reason, "length")
        elif status in ("completed", ""):
            self._stop = "end"
        self.closed = True

    def _count(self, text: str) -> None:
        self._length += len(text)
        if self._length > MAX_TEXT:
            raise broken(self._peer, "it has no end")

    def _ordered(self) -> list[Item]:
        return sorted(self._items, key=lambda item: (item.index, item.place))

    def _replay(self, calls: Sequence[str]) -> tuple[ProviderPart, ...]:
        """Return the items in their order with what is hidden in them, and the ids the server gave to its *calls*."""
        layout = Layout()
        try:
            note_items(layout, self._ordered(), self._said, calls)
        except TooMuch as error:
            raise broken(self._peer, str(error)) from None
        whole = [item for item in self._items if item.call_id in calls and item.wire_call.isprintable()]
        ids = {item.call_id: item.wire_call for item in whole}
        return (*layout.part(self._family), *id_map(self._family, ids))
