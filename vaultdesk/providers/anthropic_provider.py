"""Anthropic Messages API on the anthropic SDK: request body, stream events turned into model events, and the
provider."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any  # Any: the SDK's overloads require typed keys; the body here is plain JSON

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, ProviderPart, TextPart, ToolResultPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.answer_format import RefusedFormats, with_choice_instruction
from vaultdesk.providers.call_accumulator import CallAccumulator, ContradictoryCalls, arguments_text, parse_arguments
from vaultdesk.providers.claude_models import claude_version, listed_claude_models, output_token_limit, thinking_fields
from vaultdesk.providers.error_causes import error_body_in
from vaultdesk.providers.error_context import (
    AnswerLength,
    ErrorContext,
    ProtocolName,
    broken_answer_error,
    interrupted_answer_error,
    wrong_protocol_error,
)
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.history_replay import (
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
    CallReady,
    CallStarted,
    ModelEvent,
    ModelInfo,
    ModelRequest,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.provider_errors import error_in_stream
from vaultdesk.providers.sdk_provider import (
    AdaptedRequest,
    ModelRefusals,
    OmittedParameter,
    RawResponse,
    SdkProvider,
)

if TYPE_CHECKING:
    import httpx2
    from anthropic import AsyncAnthropic
    from anthropic._response import AsyncAPIResponse, AsyncResponseContextManager
    from anthropic.types import Message as AnthropicMessage


MAX_TEMPERATURE = 1.0
"""Highest temperature the API ever accepted; other vendors allow up to 2."""

_THINKING_BLOCKS = ("thinking", "redacted_thinking")


def messages_body(
    request: ModelRequest, *, scope: str, vendor: bool = False, omitted: Set[str] = frozenset()
) -> dict[str, JsonValue]:
    """Return the body for *request*; hidden items of *scope* are sent back unchanged, others are left out.

    *omitted* names what the server refused: `thinking`, `tool_choice`, `temperature`, or `thoughts`, the reasoning in
    earlier answers.
    """
    body: dict[str, JsonValue] = {
        "model": request.model,
        "max_tokens": request.max_output_tokens,
        "messages": list(_wire_messages(request, scope, thoughts="thoughts" not in omitted)),
        "stream": request.streamed,
    }
    if request.system.strip():
        body["system"] = wire_text(request.system)
    body.update(_tools(request, omitted))
    forced = "tool_choice" in body and body["tool_choice"] != {"type": "none"}
    if "thinking" not in omitted:
        # Reasoning must be off if a tool call is forced (vaultdesk/providers/README.md, "Anthropic Messages").
        effort = "off" if forced else request.effort
        body.update(thinking_fields(request.model, effort))
        # The reasoning budget must be smaller than the limit.
        has_budget = "budget_tokens" in object_of(body.get("thinking"))
        if has_budget or not request.length_includes_reasoning:
            body["max_tokens"] = output_token_limit(request.model, effort, request.max_output_tokens)
    if request.answer_format is not None:
        schema_format: JsonValue = {"type": "json_schema", "schema": dict(request.answer_format.schema)}
        body["output_config"] = {**object_of(body.get("output_config")), "format": schema_format}
    # The vendor accepts no temperature any more; a server that does accepts none together with reasoning.
    if (
        request.temperature is not None
        and not vendor
        and "thinking" not in body
        and claude_version(request.model).temperature
        and "temperature" not in omitted
    ):
        body["temperature"] = min(request.temperature, MAX_TEMPERATURE)
    return body


def omitted_parameters(request: ModelRequest, body: Mapping[str, JsonValue]) -> Iterator[OmittedParameter]:
    """Yield the parameters of *request* that are not in its *body*."""
    if request.temperature is None:
        return
    if "temperature" not in body:
        yield "temperature"
    elif body["temperature"] != request.temperature:
        yield "high temperature"


def has_thoughts(body: Mapping[str, JsonValue]) -> bool:
    """Return whether *body* contains reasoning of earlier answers."""
    messages = map(object_of, list_of(body.get("messages")))
    blocks = (block for message in messages for block in list_of(message.get("content")))
    return any(object_of(block).get("type") in _THINKING_BLOCKS for block in blocks)


def _wire_messages(request: ModelRequest, scope: str, *, thoughts: bool) -> Iterable[JsonValue]:
    merged: list[tuple[str, list[JsonValue]]] = []
    for message in sendable_messages(request.messages, scope):
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _answer_blocks(message, scope, thoughts) if role == "assistant" else _user_blocks(message)
        # Results must be in the next message, and roles must alternate: consecutive messages of a role are merged.
        if merged and merged[-1][0] == role:
            merged[-1][1].extend(blocks)
        elif blocks:
            merged.append((role, blocks))
    return ({"role": role, "content": blocks} for role, blocks in merged)


def _tools(request: ModelRequest, omitted: Set[str]) -> dict[str, JsonValue]:
    if request.tools:
        tools: list[JsonValue] = [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}
            for tool in request.tools
        ]
        choice = _choice(request, omitted)
        return {"tools": tools, "tool_choice": choice} if choice else {"tools": tools}
    names = sorted({wire_name(call.name) for message in request.messages for call in message.tool_calls})
    if not names:
        return {}
    # Earlier calls need their tool defined even if no tool is offered any more.
    any_object: JsonValue = {"type": "object", "properties": {}}
    return {
        "tools": [{"name": name, "description": "Not available now.", "input_schema": any_object} for name in names],
        "tool_choice": {"type": "none"},
    }


def accepts_tool_choice(request: ModelRequest, omitted: Set[str]) -> bool:
    """Return whether the model of *request* supports a forced tool call."""
    return "tool_choice" not in omitted and claude_version(request.model).forced_tools


def _choice(request: ModelRequest, omitted: Set[str]) -> dict[str, JsonValue] | None:
    choice = request.tool_choice
    if choice.mode == "none":
        return {"type": "none"}
    if choice.mode == "auto" or not accepts_tool_choice(request, omitted):
        return None
    return {"type": "any"} if choice.mode == "required" else {"type": "tool", "name": choice.name}


def _user_blocks(message: Message) -> list[JsonValue]:
    blocks: list[JsonValue] = []
    for part in message.parts:
        if isinstance(part, ToolResultPart):
            blocks.append(
                {
                    "type": "tool_result",
                    "tool_use_id": part.call_id,
                    "content": wire_text(part.content) or "(empty)",
                    **({"is_error": True} if part.is_error else {}),
                }
            )
        elif isinstance(part, ImagePart):
            source: JsonValue = {"type": "base64", "media_type": part.media_type, "data": part.data}
            blocks.append({"type": "image", "source": source})
        elif isinstance(part, TextPart):
            blocks.append({"type": "text", "text": wire_text(part.text)})
    return blocks


def _answer_blocks(message: Message, scope: str, thoughts: bool) -> list[JsonValue]:
    blocks: list[dict[str, JsonValue]] = []
    for segment in answer_segments(message, scope):
        match segment:
            case TextSegment(texts):
                blocks.extend({"type": "text", "text": wire_text(text)} for text in texts if text.strip())
            case CallSegment(call):
                arguments: JsonValue = json.loads(wire_arguments(call))
                blocks.append({"type": "tool_use", "id": call.id, "name": wire_name(call.name), "input": arguments})
            case NativeSegment(item) if thoughts or item.get("type") not in _THINKING_BLOCKS:
                blocks.append(dict(item))
    # Reasoning without text or call must not end a message.
    while blocks and blocks[-1].get("type") in _THINKING_BLOCKS:
        blocks.pop()
    return list(blocks)


_STOPS: Mapping[str, StopReason] = {
    "end_turn": "end",
    "tool_use": "tool_calls",
    "stop_sequence": "end",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "pause_turn": "pause",
    "refusal": "refusal",
}

_MESSAGE_BLOCKS = ("text", "tool_use")
"""Blocks that become message parts; all others are kept and sent back unchanged."""

_DELTA_FOR: Mapping[str, str] = {
    "text_delta": "text",
    "citations_delta": "text",
    "thinking_delta": "thinking",
    "signature_delta": "thinking",
}
"""The type of block a delta belongs to; `input_json_delta` belongs to any block with an input."""


class _Block(Struct):
    kind: str
    raw: dict[str, JsonValue]
    call_id: str = ""
    """The program's own id, for a call."""
    is_open: bool = True
    chunks: list[str] = field(default_factory=list)


class MessagesAnswer:
    """One answer over Messages. It is fed with events and does no I/O."""

    def __init__(self, error_context: ErrorContext, scope: str) -> None:
        self._error_context = error_context
        self._scope = scope
        self._calls = CallAccumulator()
        self._blocks: dict[int, _Block] = {}
        self._started = False
        self._stop: StopReason | None = None
        self._refusal = ""
        """The model's explanation of a refusal."""
        self._usage: dict[str, JsonValue] = {}
        self._length = AnswerLength(error_context)
        self.begun = False
        self.closed = False

    @property
    def complete(self) -> bool:
        """True once `message_stop` was received: a stop reason before it is not sufficient."""
        return self.closed

    def feed(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one event of the stream; unknown types of later API versions are ignored."""
        if event.data.strip().startswith("[DONE]"):
            return  # some gateways add it
        value = parse_event(event, self._error_context)
        kind = text_of(value.get("type")) or event.name
        if kind == "error" or (not kind and error_body_in(value) is not None):
            raise error_in_stream(self._error_context, value, begun=self.begun)
        if kind == "message_start":
            self._started = True
            self._update_usage(object_of(object_of(value.get("message")).get("usage")))
            return
        if kind in ("ping", ""):
            return
        if not self._started:
            raise wrong_protocol_error(self._error_context, Phrase("a stream that does not begin with a message"))
        for model_event in self._on_event(kind, value):
            self.begun = True
            yield model_event

    def feed_json(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer of a server that does not stream."""
        value = object_of(body)
        if value.get("type") != "message" and error_body_in(value) is not None:
            raise error_in_stream(self._error_context, value, begun=self.begun)
        if value.get("type") != "message":
            raise wrong_protocol_error(self._error_context, Phrase("JSON without an answer"))
        self._started = True
        for index, block in enumerate(list_of(value.get("content"))):
            events = [
                *self._block_started({"index": index, "content_block": block}),
                *self._block_ended({"index": index}),
            ]
            self.begun = self.begun or bool(events)
            yield from events
        self._message_delta({"delta": value, "usage": value.get("usage")})
        self.closed = True

    def finish(self) -> Iterable[ModelEvent]:
        """Complete the answer: calls first, if they may run, then its end with the items to send back."""
        usage = self._usage
        if usage:
            cached = count_of(usage.get("cache_read_input_tokens"))
            uncached = count_of(usage.get("input_tokens")) + count_of(usage.get("cache_creation_input_tokens"))
            yield UsageReported(uncached + cached, count_of(usage.get("output_tokens")), cached_tokens=cached)
        if not self.closed or self._stop is None:
            raise (
                interrupted_answer_error(self._error_context)
                if self._started
                else broken_answer_error(self._error_context, Phrase("it is empty"))
            )
        stop = self._stop
        if stop == "refusal" and self._refusal:
            yield TextArrived(f"\n\n{self._refusal}" if self.begun else self._refusal)
        if stop in ("end", "tool_calls"):
            calls = self._finished_calls()
            yield from calls
            if stop == "tool_calls" and not calls:
                raise broken_answer_error(self._error_context, Phrase("it announces a tool call but contains none"))
            stop = "tool_calls" if calls else "end"
        else:
            calls = []
            if len(self._calls):
                yield Noticed(Phrase("The answer was cut off, so its tool call was not run."))
        yield TurnEnded(stop, self._replay([event.call.id for event in calls]))

    def _finished_calls(self) -> list[CallReady]:
        if any(block.is_open for block in self._blocks.values()):
            raise interrupted_answer_error(self._error_context)
        try:
            return [CallReady(call) for call in self._calls.finished()]
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None

    def _on_event(self, kind: str, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        match kind:
            case "content_block_start":
                yield from self._block_started(value)
            case "content_block_delta":
                yield from self._block_delta(value)
            case "content_block_stop":
                yield from self._block_ended(value)
            case "message_delta":
                self._message_delta(value)
            case "message_stop":
                self.closed = True

    def _block_started(self, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        index, raw = value.get("index"), object_of(value.get("content_block"))
        if not isinstance(index, int) or index in self._blocks or not text_of(raw.get("type")):
            raise broken_answer_error(self._error_context, Phrase("its parts are out of order"))
        block = self._blocks[index] = _Block(text_of(raw["type"]), dict(raw))
        if block.kind == "tool_use":
            # Only servers that send a call in one piece put its input here; from the vendor it is empty.
            call_input = raw.get("input") or None
            yield from self._call(index, text_of(raw.get("name")), call_input)
        elif block.kind == "text" and (text := self._length.count(text_of(raw.get("text")))):
            block.chunks.append(text)
            yield TextArrived(text)
        elif block.kind == "thinking" and (text := self._length.count(text_of(raw.get("thinking")))):
            yield ReasoningArrived(text)

    def _block_delta(self, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        index, delta = value.get("index"), object_of(value.get("delta"))
        kind = text_of(delta.get("type"))
        block = self._blocks.get(index) if isinstance(index, int) else None
        if block is None or not block.is_open or _DELTA_FOR.get(kind, block.kind) != block.kind:
            raise broken_answer_error(self._error_context, Phrase("its parts are out of order"))
        match kind:
            case "text_delta":
                if text := self._length.count(text_of(delta.get("text"))):
                    block.chunks.append(text)
                    yield TextArrived(text)
            case "thinking_delta":
                if text := self._length.count(text_of(delta.get("thinking"))):
                    block.chunks.append(text)
                    yield ReasoningArrived(text)
            case "signature_delta":
                block.raw["signature"] = text_of(delta.get("signature"))
            case "input_json_delta" if block.kind == "tool_use":
                yield from self._call(count_of(index), "", delta.get("partial_json"))
            case "input_json_delta":
                block.chunks.append(self._length.count(text_of(delta.get("partial_json"))))

    def _block_ended(self, value: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        index = value.get("index")
        block = self._blocks.get(index) if isinstance(index, int) else None
        if block is None or not block.is_open:
            raise broken_answer_error(self._error_context, Phrase("its parts are out of order"))
        block.is_open = False
        if block.kind == "thinking":
            block.raw["thinking"] = text_of(block.raw.get("thinking")) + "".join(block.chunks)
        elif block.chunks and block.kind not in _MESSAGE_BLOCKS:
            block.raw["input"] = parse_arguments("".join(block.chunks)).value or {}
        return ()

    def _call(self, index: int, name: str, arguments: JsonValue) -> Iterable[ModelEvent]:
        block = self._blocks[index]
        try:
            for event in self._calls.add(index, text_of(block.raw.get("id")), name, arguments_text(arguments)):
                if isinstance(event, CallStarted):
                    block.call_id = event.call_id
                yield event
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None

    def _message_delta(self, value: dict[str, JsonValue]) -> None:
        self._update_usage(object_of(value.get("usage")))
        reason = text_of(object_of(value.get("delta")).get("stop_reason"))
        if reason and reason not in _STOPS:
            raise broken_answer_error(self._error_context, Phrase("it ended with {0}", repr(reason[:40])))
        if reason:
            self._stop = _STOPS[reason]
        details = object_of(object_of(value.get("delta")).get("stop_details"))
        self._refusal = self._refusal or self._length.count(text_of(details.get("explanation")))

    def _replay(self, calls: Sequence[str]) -> tuple[ProviderPart, ...]:
        """Return the order and hidden items of the answer, and the ids the server gave to its *calls*."""
        layout = AnswerLayout()
        blocks = [block for _, block in sorted(self._blocks.items())]
        try:
            for block in blocks:
                if block.kind == "text":
                    layout.add_text(["".join(block.chunks)])
                elif block.kind == "tool_use":
                    if block.call_id in calls:
                        layout.add_call(calls.index(block.call_id))
                elif not block.is_open and (block.kind != "thinking" or block.raw.get("signature")):
                    layout.add_native_item(block.raw)
        except TooManyNativeItems as error:
            raise broken_answer_error(self._error_context, error.message) from None
        ids = {block.call_id: text_of(block.raw.get("id")) for block in blocks if block.call_id in calls}
        return (*layout.provider_parts(self._scope), *id_map(self._scope, ids))

    def _update_usage(self, usage: dict[str, JsonValue]) -> None:
        # Counts are cumulative; a later event contains only those that changed.
        self._usage.update({name: count for name, count in usage.items() if count is not None})


# The provider sends and receives raw bodies; the functions and classes above build the request and parse the answer.

_EARLIER_THOUGHTS = re.compile(
    r"messages\.\d|signature|redacted_thinking|thinking`? blocks?|must start with a thinking"
)
"""Matches a refusal that is about reasoning in earlier answers, and not about the reasoning parameters."""

_THINKING_PARAMETERS = re.compile(r"thinking|output_config|effort")


class AnthropicMessages(SdkProvider["AsyncAnthropic"]):
    """One endpoint that supports Messages."""

    protocol: ProtocolName = "Anthropic"

    def _connect(self, key: str) -> "AsyncAnthropic":
        from anthropic import AsyncAnthropic

        endpoint = self._endpoint
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        if key and not endpoint.vendor:
            # The current SDK sends a bearer token; servers made for older versions read this header
            # (vaultdesk/providers/README.md, "Anthropic Messages").
            headers["x-api-key"] = key
        client = AsyncAnthropic(
            # Never empty: the SDK would use a key from the environment and send it to another host.
            api_key=key or "none",
            base_url=endpoint.address.url,
            max_retries=0,
            http_client=endpoint.http_client(headers),
            open_telemetry=False,  # the environment could switch it on, and it can carry the chat
        )
        client.messages.with_streaming_response  # noqa: B018 - imports here what the first request needs
        return client

    def _answer_parser(self, request: ModelRequest) -> MessagesAnswer:
        return MessagesAnswer(self._error_context, self._replay_scope("messages", request.model))

    def _refusals_of(self, model: str) -> ModelRefusals:
        return self._refusals.setdefault(model, ModelRefusals(_unsupported_formats(model)))

    def _next_body(self, adapted: AdaptedRequest) -> tuple[ModelRequest, Mapping[str, JsonValue]]:
        request = adapted.refusals.formats.adapted(adapted.request)
        if not accepts_tool_choice(request, adapted.omitted):
            request = with_choice_instruction(request)
        scope = self._replay_scope("messages", request.model)
        return request, messages_body(request, scope=scope, vendor=self._endpoint.vendor, omitted=adapted.omitted)

    async def _send(
        self, client: "AsyncAnthropic", body: Mapping[str, JsonValue], stack: AsyncExitStack
    ) -> "httpx2.Response":
        raw_response = await stack.enter_async_context(_open_stream(client, body))
        response: httpx2.Response = raw_response.http_response
        return response

    def _refused_part(self, error: Exception, error_text: str, body: Mapping[str, JsonValue]) -> tuple[str, bool]:
        for part in ("tool_choice", "temperature"):
            if part in error_text and part in body:
                return part, True
        if not _THINKING_PARAMETERS.search(error_text):
            return "", False
        is_about_history = bool(_EARLIER_THOUGHTS.search(error_text))
        thinking_was_sent = "thinking" in body or "output_config" in body
        if (is_about_history or not thinking_was_sent) and has_thoughts(body):
            return "thoughts", False
        return ("thinking", not is_about_history) if thinking_was_sent else ("", False)

    def _omission_notice(self, part: str, model: str) -> Phrase | None:
        match part:
            case "thinking":
                return Phrase("{0} does not accept a thinking level, so the request was sent without one.", model)
            case "thoughts":
                return Phrase("{0} did not accept its earlier reasoning, so the request was sent without it.", model)
            case _:
                return None

    def _omitted_parameters(self, adapted: AdaptedRequest) -> Iterable[OmittedParameter]:
        return omitted_parameters(adapted.request, adapted.sent_body)

    async def _request_models(self, client: "AsyncAnthropic") -> RawResponse:
        return await client.models.with_raw_response.list(limit=1000)

    def _parse_models(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        return listed_claude_models(body, self._error_context)


def _open_stream(
    client: "AsyncAnthropic", body: Mapping[str, JsonValue]
) -> "AsyncResponseContextManager[AsyncAPIResponse[AnthropicMessage]]":
    arguments: dict[str, Any] = {**body}  # Any: see the import
    # The current SDK has no temperature parameter, but compatible servers do.
    extra_body = {"temperature": arguments.pop("temperature")} if "temperature" in arguments else None
    return client.messages.with_streaming_response.create(**arguments, extra_body=extra_body)


def _unsupported_formats(model: str) -> RefusedFormats:
    """Return the formats not supported: JSON mode, and for models of other vendors schemas too."""
    return RefusedFormats(("json_object",) if "claude" in model.lower() else ("json_object", "json_schema"))
