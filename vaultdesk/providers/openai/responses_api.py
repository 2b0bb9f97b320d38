"""OpenAI Responses API: request body, output items, and stream events turned into model events."""

from collections.abc import Iterable, Mapping, Sequence, Set

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, ProviderPart, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.call_accumulator import CallAccumulator, ContradictoryCalls, arguments_text
from vaultdesk.providers.error_causes import error_body_in
from vaultdesk.providers.error_context import (
    AnswerLength,
    ErrorContext,
    broken_answer_error,
    interrupted_answer_error,
    wrong_protocol_error,
)
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.history_replay import (
    MAX_ITEMS,
    AnswerLayout,
    CallSegment,
    NativeSegment,
    TextSegment,
    TooManyNativeItems,
    answer_segments,
    id_map,
    sendable_messages,
    wire_arguments,
    wire_name,
    wire_text,
)
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_event, text_of
from vaultdesk.providers.provider import (
    AnswerFormat,
    CallReady,
    CallStarted,
    Effort,
    ModelEvent,
    ModelRequest,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.provider_errors import error_in_stream

TEXT_KINDS_KEY = "kinds"
"""The key under which the layout of a message stores the kinds of its texts: `output_text` or `refusal`."""

ITEM_GAP = "\n\n"
"""Separator between two messages or two reasoning items of one answer, for display only."""

TextKey = tuple[str, int]
"""Kind and index of one text in an item."""

REASONING_TEXT_KINDS = ("summary_text", "reasoning_text")
"""Kinds of text that are reasoning."""


class ResponseItem(Struct):
    """One item of an answer, as far as received."""

    ordinal: int
    """Number of items received before it."""
    index: int
    kind: str
    wire_id: str = ""
    wire_call_id: str = ""
    raw: dict[str, JsonValue] = field(default_factory=dict)
    begun: bool = False
    """True once the server reported its beginning."""
    done: bool = False
    """True once the server sent it complete."""
    texts: dict[TextKey, list[str]] = field(default_factory=dict)
    after_gap: bool = False
    """True if a separator was put before its text."""
    call_id: str = ""
    """The program's id of a call, once it has a name."""
    arguments: list[str] = field(default_factory=list)
    closed: bool = False
    """True once a call's arguments are complete."""

    @property
    def shown_texts(self) -> list[TextKey]:
        """The displayed texts, in order."""
        return sorted((key for key in self.texts if key[0] not in REASONING_TEXT_KINDS), key=lambda key: key[1])

    def text(self, key: TextKey) -> str:
        """Return one text as far as received."""
        return "".join(self.texts[key])

    def other_fields(self, *known: str) -> dict[str, JsonValue]:
        """Return the item's fields besides *known*."""
        return {name: value for name, value in self.raw.items() if name not in known and value is not None}


def add_items_to_layout(
    layout: AnswerLayout, items: Sequence[ResponseItem], text_order: Sequence[tuple[int, TextKey]], calls: Sequence[str]
) -> None:
    """Add *items* to *layout*. *text_order* is the order in which texts arrived, *calls* are the complete ones.

    Raises `TooManyNativeItems`.
    """
    # If a reasoning item cannot be sent back, no item may have an id: the server would look for the reasoning that
    # belongs to it.
    omitted_fields = (
        ("id",) if any(item.kind == "reasoning" and not _is_replayable_item(item) for item in items) else ()
    )
    is_in_order = list(text_order) == [
        (item.ordinal, key) for item in items for key in item.shown_texts if item.text(key)
    ]
    if not is_in_order:
        layout.add_text(
            ["".join(ITEM_GAP * item.after_gap + "".join(map(item.text, item.shown_texts)) for item in items)]
        )
    for item in items:
        match item.kind:
            case "message" if is_in_order:
                if item.after_gap:
                    layout.add_gap(ITEM_GAP)
                extra = item.other_fields("type", "role", "content", *omitted_fields) if item.done else {}
                kinds: list[JsonValue] = [kind for kind, _ in item.shown_texts]
                layout.add_text(
                    [item.text(key) for key in item.shown_texts], {**extra, TEXT_KINDS_KEY: kinds} if extra else None
                )
            case "message":
                pass
            case "function_call":
                if item.call_id in calls:
                    extra = item.other_fields("type", "call_id", "name", "arguments", *omitted_fields)
                    layout.add_call(calls.index(item.call_id), extra)
            case _ if _is_replayable_item(item):
                layout.add_native_item(item.other_fields())


def _is_replayable_item(item: ResponseItem) -> bool:
    """Return whether the server can use the item: reasoning that it did not store must be self-contained."""
    if item.kind == "reasoning":
        return item.done and bool(item.raw.get("encrypted_content") or item.raw.get("content"))
    # A call of another kind would need a result, but no tool of this program can run it.
    return item.done and not (item.kind.endswith("_call") and _has_call(item.raw))


def _has_call(raw: Mapping[str, JsonValue]) -> bool:
    return bool(text_of(raw.get("call_id")))


OPTIONAL_PARTS = (
    "include",
    "reasoning",
    "reasoning.effort",
    "reasoning.summary",
    "temperature",
    "tool_choice",
    "parallel_tool_calls",
    "max_output_tokens",
)
"""Optional parameters of a body that some server or model refuses by name.

`store` is not included: without it a server stores the chat, which must not happen just to get an answer.
"""

NATIVE_ITEMS_PART = "items"
"""Stands for the native items of earlier answers among the omitted parameters."""

_EFFORTS: Mapping[Effort, tuple[str, ...]] = {
    "off": ("none", "minimal", "low"),  # the lowest level differs by model
    "low": ("low",),
    "medium": ("medium",),
    "high": ("high",),
}


def responses_body(request: ModelRequest, *, scope: str, omitted: Set[str] = frozenset()) -> dict[str, JsonValue]:
    """Return the body for *request*; native items of *scope* are sent back unchanged, others are left out.

    *omitted* names parameters that were refused: those of `OPTIONAL_PARTS`, `reasoning.effort=none` for one value,
    `NATIVE_ITEMS_PART`.
    """
    body: dict[str, JsonValue] = {
        "model": request.model,
        "input": list(_input(request.messages, "" if NATIVE_ITEMS_PART in omitted else scope)),
        "stream": request.streamed,
        # The server stores nothing: its reasoning is sent encrypted with the chat.
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "max_output_tokens": request.max_output_tokens,
    }
    if request.system.strip():
        body["instructions"] = wire_text(request.system)
    if reasoning := _reasoning(request.effort, omitted):
        body["reasoning"] = reasoning
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.answer_format is not None:
        body["text"] = {"format": _text_format(request.answer_format)}
    body.update(_tools(request))
    return {name: value for name, value in body.items() if name not in omitted}


def _text_format(answer_format: AnswerFormat) -> JsonValue:
    if not answer_format.schema:
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "name": answer_format.name,
        "schema": dict(answer_format.schema),
        "strict": answer_format.strict,
    }


def requested_effort(body: Mapping[str, JsonValue]) -> str:
    """Return the reasoning effort in *body*; empty if there is none."""
    reasoning = body.get("reasoning")
    return text_of(reasoning.get("effort")) if isinstance(reasoning, dict) else ""


def _reasoning(effort: Effort, omitted: Set[str]) -> dict[str, JsonValue]:
    values = () if "reasoning.effort" in omitted else _EFFORTS.get(effort, ())
    effort_value = next((value for value in values if f"reasoning.effort={value}" not in omitted), "")
    summary: dict[str, JsonValue] = {} if "reasoning.summary" in omitted else {"summary": "auto"}
    return {**({"effort": effort_value} if effort_value else {}), **summary}


def _tools(request: ModelRequest) -> dict[str, JsonValue]:
    if not request.tools:
        return {}
    tools: list[JsonValue] = [
        {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "parameters": dict(tool.parameters),
            # Strict is the default here, and requires every parameter to be required (vaultdesk/providers/README.md,
            # "Pitfalls", 27).
            "strict": False,
        }
        for tool in request.tools
    ]
    choice = request.tool_choice
    fields: dict[str, JsonValue] = {"tools": tools, "parallel_tool_calls": True}
    if choice.mode != "auto":
        named_tool: JsonValue = {"type": "function", "name": choice.name}
        fields["tool_choice"] = named_tool if choice.mode == "tool" else choice.mode
    return fields


def _input(messages: Sequence[Message], scope: str) -> Iterable[JsonValue]:
    for message in sendable_messages(messages, scope):
        if message.role == "assistant":
            yield from _answer_items(message, scope)
            continue
        content: list[JsonValue] = [part for part in map(_content, message.parts) if part is not None]
        if content:
            yield {"type": "message", "role": "user", "content": content}
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                yield {"type": "function_call_output", "call_id": part.call_id, "output": wire_text(part.content)}


def _content(part: object) -> JsonValue:
    match part:
        case TextPart(text=text):
            return {"type": "input_text", "text": wire_text(text)}
        case ImagePart(media_type=kind, data=data):
            return {"type": "input_image", "image_url": f"data:{kind};base64,{data}", "detail": "auto"}
        case _:
            return None


def _answer_items(message: Message, scope: str) -> Iterable[JsonValue]:
    items: list[dict[str, JsonValue]] = []
    for segment in answer_segments(message, scope):
        match segment:
            case TextSegment(texts, extra):
                items.append(_message_item(texts, extra))
            case CallSegment(call, extra):
                name, arguments = wire_name(call.name), wire_arguments(call)
                call_fields: dict[str, JsonValue] = {"call_id": call.id, "name": name, "arguments": arguments}
                items.append({**extra, "type": "function_call", **call_fields})
            case NativeSegment(item):
                items.append(dict(item))
    # Reasoning must not be sent without the item it led to.
    while items and items[-1].get("type") == "reasoning":
        items.pop()
    return items


def _message_item(texts: Sequence[str], extra: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    kinds = [text_of(kind) for kind in list_of(extra.get(TEXT_KINDS_KEY))]
    if len(kinds) != len(texts):
        return {"type": "message", "role": "assistant", "content": wire_text("".join(texts))}
    content: list[JsonValue] = [
        {"type": "refusal", "refusal": wire_text(text)}
        if kind == "refusal"
        else {"type": "output_text", "text": wire_text(text), "annotations": []}
        for kind, text in zip(kinds, texts, strict=True)
    ]
    known = {name: value for name, value in extra.items() if name != TEXT_KINDS_KEY}
    return {**known, "type": "message", "role": "assistant", "content": content}


# An answer is a list of items: messages, reasoning, calls, and items that only the server understands. Each may be sent
# three times: in deltas, when it is complete, and in the whole response at the end. Servers omit some of that, let
# items overlap, or give all the index 0. So an item is identified by its id first, and later versions only add what was
# missing.

_CHANNELS: Mapping[str, tuple[str, str]] = {
    "response.output_text": ("output_text", "content_index"),
    "response.refusal": ("refusal", "content_index"),
    "response.reasoning_summary_text": ("summary_text", "summary_index"),
    "response.reasoning_text": ("reasoning_text", "content_index"),
    "response.reasoning": ("reasoning_text", "content_index"),  # name used by some servers
}
"""The kind of text of an event's deltas, and the field with the index of its part."""

_INCOMPLETE_REASONS: Mapping[str, StopReason] = {"content_filter": "content_filter"}
"""Why a response is incomplete; every other reason is a limit of length or of turns."""

_TEXT_OF: Mapping[str, str] = {"refusal": "refusal"}
"""The field that contains a text, if it is not `text`."""


class ResponsesAnswer:
    """One answer over Responses. It is fed with events and does no I/O."""

    def __init__(self, error_context: ErrorContext, scope: str) -> None:
        self._error_context = error_context
        self._scope = scope
        self._calls = CallAccumulator()
        self._items: list[ResponseItem] = []
        self._text_order: list[tuple[int, TextKey]] = []
        """The order in which texts arrived: messages can overlap."""
        self._reasoning_seen = False
        self._started = False
        self._refusal_seen = False
        self._stop: StopReason | None = None
        self._usage: dict[str, JsonValue] = {}
        self._length = AnswerLength(error_context)
        self.begun = False
        self.closed = False

    @property
    def complete(self) -> bool:
        """True once the whole response was received: its items alone are not an answer."""
        return self._stop is not None

    def feed(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one event of the stream; unknown types of later API versions are ignored."""
        if event.data.strip().startswith("[DONE]"):
            self.closed = True
            return
        value = parse_event(event, self._error_context)
        kind = text_of(value.get("type")) or event.name
        reported = error_body_in(value) if not kind else value.get("error") and kind != "response.failed"
        if kind == "error" or reported:
            raise error_in_stream(self._error_context, value, begun=self.begun)
        self._started = self._started or kind.startswith("response.")
        if not kind and not self._started:
            raise wrong_protocol_error(self._error_context, Phrase("a stream that is not a response"))
        for model_event in self._event(kind, value):
            self.begun = True
            yield model_event

    def feed_json(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer of a server that does not stream."""
        value = object_of(body)
        if value.get("object") != "response" and error_body_in(value) is not None:
            raise error_in_stream(self._error_context, value, begun=False)
        if value.get("object") != "response" and not isinstance(value.get("output"), list):
            raise wrong_protocol_error(self._error_context, Phrase("JSON without an answer"))
        self._started = True
        for model_event in self._response_ended("", value):
            self.begun = True
            yield model_event

    def finish(self) -> Iterable[ModelEvent]:
        """Complete the answer: calls first, if they may run, then its end with the items to send back."""
        if self._usage:
            yield UsageReported(
                input_tokens=count_of(self._usage.get("input_tokens")),
                output_tokens=count_of(self._usage.get("output_tokens")),
                cached_tokens=count_of(object_of(self._usage.get("input_tokens_details")).get("cached_tokens")),
                reasoning_tokens=count_of(object_of(self._usage.get("output_tokens_details")).get("reasoning_tokens")),
            )
        stop, calls = self._stop, list[ToolCallPart]()
        if stop is None:
            raise (
                interrupted_answer_error(self._error_context)
                if self._started
                else broken_answer_error(self._error_context, Phrase("it is empty"))
            )
        if stop == "end":
            calls = self._finished_calls()
            yield from map(CallReady, calls)
            stop = "tool_calls" if calls else "refusal" if self._refusal_seen else "end"
        elif len(self._calls):
            yield Noticed(Phrase("The answer was cut off, so its tool call was not run."))
        yield TurnEnded(stop, self._replay([call.id for call in calls]))

    def _finished_calls(self) -> list[ToolCallPart]:
        call_items = [item for item in self._ordered() if item.kind == "function_call"]
        if not all(item.closed for item in call_items):
            raise interrupted_answer_error(self._error_context)
        try:
            calls = {call.id: call for call in self._calls.finished()}
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None
        if not all(item.call_id for item in call_items):
            raise broken_answer_error(self._error_context, Phrase("a tool call in it names no tool"))
        return [calls[item.call_id] for item in call_items]

    def _event(self, kind: str, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        stem, _, ending = kind.rpartition(".")
        match kind:
            case "response.output_item.added":
                item = self._item(value, text_of(object_of(value.get("item")).get("type")), begins=True)
                yield from self._item_started(item, object_of(value.get("item")))
            case "response.output_item.done":
                item = self._item(value, text_of(object_of(value.get("item")).get("type")))
                yield from self._item_completed(item, object_of(value.get("item")))
            case "response.function_call_arguments.delta":
                item = self._item(value, "function_call")
                yield from self._call(item, "", value.get("delta"))
            case "response.function_call_arguments.done":
                item = self._item(value, "function_call")
                yield from self._call(item, text_of(value.get("name")), value.get("arguments"), is_complete=True)
                item.closed = True
            case "response.completed" | "response.incomplete" | "response.failed" | "response.cancelled":
                response = object_of(value.get("response"))
                yield from self._response_ended(
                    ending, {**response, "error": response.get("error") or value.get("error")}
                )
            case _ if stem in _CHANNELS and ending in ("delta", "done"):
                channel, part = _CHANNELS[stem]
                item = self._item(value, "reasoning" if channel in REASONING_TEXT_KINDS else "message")
                key = channel, count_of(value.get(part))
                name = "delta" if ending == "delta" else _TEXT_OF.get(channel, "text")
                yield from self._text(item, key, text_of(value.get(name)), is_complete=ending == "done")

    def _item(self, value: Mapping[str, JsonValue], kind: str, *, begins: bool = False) -> ResponseItem:
        """Return the item of an event, by its id first, else its index; a new one if there is none."""
        raw, output_index = object_of(value.get("item")), value.get("output_index")
        wire_id, wire_call_id = text_of(value.get("item_id")) or text_of(raw.get("id")), text_of(raw.get("call_id"))
        index = output_index if isinstance(output_index, int) else len(self._items)
        if not kind:
            raise broken_answer_error(self._error_context, Phrase("a part of it has no type"))
        same_kind = [item for item in reversed(self._items) if item.kind == kind]
        # Some servers rename an item in each event, others give each the index 0: an item that begins is a new one.
        candidates = [item for item in same_kind if not (begins and item.begun)]
        found = next((item for item in same_kind if wire_id and wire_id == item.wire_id), None)
        found = found or next((item for item in candidates if wire_call_id and wire_call_id == item.wire_call_id), None)
        found = found or next((item for item in candidates if output_index is not None and item.index == index), None)
        if found is not None:
            return found
        if len(self._items) == MAX_ITEMS:
            raise broken_answer_error(self._error_context, Phrase("it contains too many items"))
        self._items.append(ResponseItem(len(self._items), index, kind, wire_id, wire_call_id))
        return self._items[-1]

    def _item_started(self, item: ResponseItem, raw: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        item.begun = True
        item.wire_call_id = item.wire_call_id or text_of(raw.get("call_id"))
        if item.kind == "function_call":
            yield from self._call(item, text_of(raw.get("name")), None)

    def _item_completed(self, item: ResponseItem, raw: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        """Process a complete item: only what was missing is emitted."""
        if not item.done:
            item.raw, item.done = raw, True
        item.wire_call_id = item.wire_call_id or text_of(raw.get("call_id"))
        if item.kind == "function_call":
            yield from self._call(item, text_of(raw.get("name")), raw.get("arguments"), is_complete=True)
            item.closed = item.closed or text_of(raw.get("status")) not in ("incomplete", "in_progress")
        for index, part in enumerate(list_of(raw.get("content"))):
            channel = text_of(object_of(part).get("type"))
            text = text_of(object_of(part).get(_TEXT_OF.get(channel, "text")))
            if channel in ("output_text", "refusal", "reasoning_text"):
                yield from self._text(item, (channel, index), text, is_complete=True)
        for index, part in enumerate(list_of(raw.get("summary"))):
            yield from self._text(item, ("summary_text", index), text_of(object_of(part).get("text")), is_complete=True)

    def _text(self, item: ResponseItem, key: TextKey, text: str, *, is_complete: bool) -> Iterable[ModelEvent]:
        """Process text of an item. *is_complete*: it is the whole text, of which only the rest is emitted."""
        fragments = item.texts.setdefault(key, [])
        if is_complete:
            received = "".join(fragments)
            text = text[len(received) :] if text.startswith(received) else ""
        if not text:
            return
        self._length.count(text)
        begins = not fragments
        fragments.append(text)
        if key[0] in REASONING_TEXT_KINDS:
            # A summary and the reasoning itself have the same content: only the kind that arrives first is shown.
            if key[0] == next(channel for (channel, _), parts in item.texts.items() if parts):
                yield ReasoningArrived((ITEM_GAP if begins and self._reasoning_seen else "") + text)
                self._reasoning_seen = True
            return
        self._refusal_seen = self._refusal_seen or key[0] == "refusal"
        if self._text_order and self._text_order[-1][0] != item.ordinal and begins and not item.after_gap:
            item.after_gap = True
            yield TextArrived(ITEM_GAP)
        if not self._text_order or self._text_order[-1] != (item.ordinal, key):
            self._text_order.append((item.ordinal, key))
        yield TextArrived(text)

    def _call(
        self, item: ResponseItem, name: str, arguments: JsonValue, *, is_complete: bool = False
    ) -> Iterable[ModelEvent]:
        """Process a call's name and arguments.

        *is_complete*: *arguments* is the whole text, of which only the rest is emitted.
        """
        new_text = arguments_text(arguments)
        if is_complete and item.arguments and new_text:
            received = "".join(item.arguments)
            if isinstance(arguments, str) and not new_text.startswith(received):
                raise broken_answer_error(
                    self._error_context, Phrase("it contains two different versions of the arguments of a tool call")
                )
            # An object may be the same with different whitespace.
            new_text = new_text[len(received) :] if isinstance(arguments, str) else ""
        item.arguments.append(new_text)
        self._length.count(new_text)
        if not item.call_id:
            if not name:
                return  # the arguments wait for the name
            new_text = "".join(item.arguments)
        try:
            for event in self._calls.add(item.ordinal, item.wire_call_id, "" if item.call_id else name, new_text):
                if isinstance(event, CallStarted):
                    item.call_id = event.call_id
                yield event
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None

    def _response_ended(self, kind: str, response: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        status = text_of(response.get("status"))
        if "failed" in (kind, status) or response.get("error"):
            error = response.get("error") or {"code": "server_error"}
            raise error_in_stream(self._error_context, {"error": error}, begun=self.begun)
        if "cancelled" in (kind, status):
            raise interrupted_answer_error(self._error_context)
        for index, raw in enumerate(map(object_of, list_of(response.get("output")))):
            known_items = len(self._items)
            item = self._item({"item": raw, "output_index": index}, text_of(raw.get("type")))
            # A message with a new id and index, after others were shown, is more likely one of them.
            if len(self._items) == known_items or item.kind != "message" or not self._text_order:
                yield from self._item_completed(item, raw)
        self._usage = object_of(response.get("usage"))
        if "incomplete" in (kind, status):
            reason = text_of(object_of(response.get("incomplete_details")).get("reason"))
            self._stop = _INCOMPLETE_REASONS.get(reason, "length")
        elif status in ("completed", ""):
            self._stop = "end"
        self.closed = True

    def _ordered(self) -> list[ResponseItem]:
        return sorted(self._items, key=lambda item: (item.index, item.ordinal))

    def _replay(self, calls: Sequence[str]) -> tuple[ProviderPart, ...]:
        """Return the items in order with their hidden content, and the ids the server gave to its *calls*."""
        layout = AnswerLayout()
        try:
            add_items_to_layout(layout, self._ordered(), self._text_order, calls)
        except TooManyNativeItems as error:
            raise broken_answer_error(self._error_context, error.message) from None
        call_items = [item for item in self._items if item.call_id in calls and item.wire_call_id.isprintable()]
        ids = {item.call_id: item.wire_call_id for item in call_items}
        return (*layout.provider_parts(self._scope), *id_map(self._scope, ids))
