"""Providers on the openai SDK: endpoints for Chat Completions and for Responses."""

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any  # Any: the SDK's overloads require typed keys; the body here is plain JSON

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderError, ProviderErrorKind, ProviderRefused
from vaultdesk.providers.answer_format import RefusedFormats
from vaultdesk.providers.error_causes import RESPONSES_ONLY_CODE, read_server_message
from vaultdesk.providers.error_context import ErrorContext, ProtocolName, silence_error
from vaultdesk.providers.history_replay import NINE_CHARACTER_ID, call_id_rule
from vaultdesk.providers.http_connection import json_value_or_none
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, text_of
from vaultdesk.providers.model_list import (
    LLAMA_CPP,
    listed_models,
    named_entries,
    sorted_by_id,
    with_llama_cpp_properties,
)
from vaultdesk.providers.openai.chat_completions import (
    COMPATIBLE_DIALECT,
    ChatAnswer,
    ChatDialect,
    ReplayMode,
    ReplayReceiver,
    chat_body,
    length_field,
    usual_replay,
)
from vaultdesk.providers.openai.responses_api import (
    NATIVE_ITEMS_PART,
    OPTIONAL_PARTS,
    ResponsesAnswer,
    requested_effort,
    responses_body,
)
from vaultdesk.providers.provider import ModelEvent, ModelInfo, ModelRequest, Price, is_part_of_answer
from vaultdesk.providers.provider_errors import is_foreign_error, refusal_text, translate_error
from vaultdesk.providers.sdk_provider import OmittedParameter, ProviderEndpoint, RawResponse, SdkProvider
from vaultdesk.providers.wrappers import LOADING_NOTICE_DELAY, loading_notice, notice_while_silent

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI


def openai_client(endpoint: ProviderEndpoint, key: str) -> "AsyncOpenAI":
    """Import the SDK and return its client. Takes a second; call it in a thread."""
    from openai import AsyncOpenAI

    return AsyncOpenAI(
        # Never empty: the SDK would use a key from the environment and send it to another host.
        api_key=key or "none",
        base_url=endpoint.address.url,
        max_retries=0,
        http_client=endpoint.http_client(endpoint.address.key_headers(key)),
    )


def sdk_arguments(body: Mapping[str, JsonValue], **required: JsonValue) -> dict[str, Any]:  # Any: see the import
    """Return *body* as arguments of an SDK's method; *required* are its required ones, overridden by those in the body.

    Typed arguments would be validated message by message on the event loop: with a chat of 200 rounds the window would
    freeze for a second. "Extra" fields are sent unchanged.
    """
    return {**required, "stream": body.get("stream"), "extra_body": dict(body)}


# Servers with the same API differ in the parameters they support. An optional parameter that is refused by name is
# omitted from then on; the question is sent again immediately and nothing is lost.

_PART_PATTERNS: Mapping[str, str] = {
    "stream_options": "stream_options",
    "max_completion_tokens": "max_completion_tokens",
    "max_tokens": "max_tokens",
    "parallel_tool_calls": "parallel_tool_calls",
    "tool_choice": "tool_choice",
    "temperature": "temperature",
    "reasoning_effort": r"reasoning_effort|reasoning effort|thinking.?(budget|level|mode)|only works in thinking",
    "reasoning": r"[\"'`]reasoning[\"'`]|reasoning\.effort|reasoning is mandatory|reasoning cannot be disabled",
    "usage": r"[\"'`]usage[\"'`]|usage\.include",
    "return_progress": "return_progress",
}
"""Optional parameters of a body, by the names servers give them."""

_EFFORT_OFF: Mapping[str, JsonValue] = {"reasoning_effort": "none", "reasoning": {"effort": "none"}}
_EFFORT_LOW: Mapping[str, JsonValue] = {"reasoning_effort": "low", "reasoning": {"effort": "low"}}
"""The lowest effort that every model with efforts accepts, used if "off" is refused."""

_PARTS_BY_ERROR_KIND: Mapping[ProviderErrorKind, tuple[str, ...]] = {
    "bad_request": tuple(_PART_PATTERNS),
    # "tool_choice 'required' is not supported" resembles missing tools, a limit above the window a long chat.
    "no_tools": ("tool_choice", "parallel_tool_calls"),
    "context": ("max_completion_tokens", "max_tokens"),
}
"""Parameters that a refusal may be about, by the kind of error it would otherwise be reported as."""

_REASONING_REQUIRED = re.compile(
    r"reasoning_content.{0,80}(be passed back|is required|is missing)|missing.{0,20}reasoning_content"
)
_NO_REASONING_REQUIRED = re.compile(r"set reasoning_effort to [\"'`]?none")
"""Matches the refusal of OpenAI models that support tools together with reasoning in Responses only."""

_SHORT_IDS_REQUIRED = re.compile(r"call.?id.{0,80}(length of 9|nine|9 char)|invalid_function_call_id")
_REASONING_REFUSED = re.compile(r"reasoning_content|\breasoning\b.{0,30}unsupported|assistant\W{1,8}reasoning\b")
_SIGNATURE_REFUSED = re.compile(r"signature|reasoning_details|extra_content|encrypted content")


class RequestOmissions:
    """Parameters, answer formats and items that one model refused, omitted from its next requests."""

    def __init__(self, replay: ReplayMode = "own") -> None:
        self._omitted: set[str] = set()
        self.replay: ReplayMode = replay
        self._reasoning_off = False
        """Whether it accepts tools only with reasoning switched off."""
        self.short_ids = False
        """Whether the server accepts only call ids of nine letters and digits."""
        self.formats = RefusedFormats()

    def omits(self, part: str) -> bool:
        """Return whether the parameter *part* of a body is omitted."""
        return part in self._omitted

    def apply(self, body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return *body* with what the model refuses omitted."""
        accepted = {name: value for name, value in body.items() if name not in self._omitted}
        if self._reasoning_off and "tools" in body:
            accepted["reasoning_effort"] = "none"
        for name, lowest in _EFFORT_LOW.items():
            if f"{name}=off" in self._omitted and accepted.get(name) == _EFFORT_OFF[name]:
                accepted[name] = lowest
        return accepted

    def learn_from_refusal(self, body: object, kind: ProviderErrorKind, sent_body: Mapping[str, JsonValue]) -> bool:
        """Process *body*, the refusal of the request *sent_body*; return whether the next request would differ."""
        error_text = read_server_message(body).search_text
        replay = _next_replay_mode(error_text, self.replay) if kind == "bad_request" else self.replay
        if replay != self.replay:
            self.replay = replay
            return True
        if not self._reasoning_off and "tools" in sent_body and _NO_REASONING_REQUIRED.search(error_text):
            self._reasoning_off = True
            return True
        if not self.short_ids and _SHORT_IDS_REQUIRED.search(error_text):
            self.short_ids = True
            return True
        candidates = (name for name in _PARTS_BY_ERROR_KIND.get(kind, ()) if name in sent_body)
        refused_part = next((name for name in candidates if _names_part(error_text, name)), "")
        if refused_part and sent_body[refused_part] == _EFFORT_OFF.get(refused_part):
            # Many refuse to switch reasoning off; low effort is closer to that than the default.
            self._omitted.add(f"{refused_part}=off")
        elif refused_part:
            self._omitted.add(refused_part)
        return bool(refused_part)


def _names_part(error_text: str, part: str) -> bool:
    return bool(re.search(rf"(?<![\w-])(?:{_PART_PATTERNS[part]})(?!\w)", error_text))


def _next_replay_mode(error_text: str, current: ReplayMode) -> ReplayMode:
    """Return the replay mode after a refusal with *error_text*. No mode is returned to, so that the retries end."""
    if current == "own" and _REASONING_REQUIRED.search(error_text):
        return "filled"
    if _REASONING_REQUIRED.search(error_text):
        return current
    refused = _REASONING_REFUSED.search(error_text) or _SIGNATURE_REFUSED.search(error_text)
    return "none" if current != "none" and refused and "reasoning_effort" not in error_text else current


_MILLION = Decimal(1_000_000)


def openrouter_models(body: JsonValue, error_context: ErrorContext) -> tuple[ModelInfo, ...]:
    """Return the models in *body* that generate text. Raises `ProviderBroken` if it is not a model list."""
    return sorted_by_id(_model(entry) for entry in named_entries(body, error_context) if _answers_with_text(entry))


def _answers_with_text(entry: Mapping[str, JsonValue]) -> bool:
    kinds = list_of(object_of(entry.get("architecture")).get("output_modalities"))
    return not kinds or "text" in kinds


def _model(entry: Mapping[str, JsonValue]) -> ModelInfo:
    top_provider = object_of(entry.get("top_provider"))
    modalities = list_of(object_of(entry.get("architecture")).get("input_modalities"))
    parameters = list_of(entry.get("supported_parameters"))
    return ModelInfo(
        text_of(entry.get("id")),
        text_of(entry.get("name")),
        context=count_of(entry.get("context_length")) or count_of(top_provider.get("context_length")),
        max_output=count_of(top_provider.get("max_completion_tokens")),
        tools="tools" in parameters if parameters else None,
        images="image" in modalities if modalities else None,
        reasoning="reasoning" in parameters if parameters else None,
        price=_price(object_of(entry.get("pricing"))),
    )


def _price(pricing: Mapping[str, JsonValue]) -> Price | None:
    prompt_price, completion_price = _per_million(pricing.get("prompt")), _per_million(pricing.get("completion"))
    if prompt_price is None or completion_price is None:
        return None
    return Price(prompt_price, completion_price, _per_million(pricing.get("input_cache_read")))


def _per_million(dollars: JsonValue) -> float | None:
    """Return dollars per million tokens for "0.000003" per token; None for -1, a router with the model's prices."""
    try:
        price = Decimal(dollars if isinstance(dollars, str) else "nan")
    except InvalidOperation:
        return None
    return float(price * _MILLION) if price.is_finite() and 0 <= price < 1 else None


# The provider sends and receives raw bodies; chat_completions.py builds the request and parses the answer.

_GEMINI_PREFIX = "models/"
"""Prefix of each id in Gemini's own list, optional in requests."""

_REFUSALS = (400, 404, 422)
"""Statuses with which a parameter is refused; 404 is OpenRouter's for "no server supports this"."""


class OpenAIChat(SdkProvider["AsyncOpenAI"]):
    """One endpoint that supports Chat Completions."""

    protocol: ProtocolName = "OpenAI"

    def __init__(
        self,
        endpoint: ProviderEndpoint,
        dialect: ChatDialect = COMPATIBLE_DIALECT,
        *,
        notice_delay: float = LOADING_NOTICE_DELAY,
    ) -> None:
        """*notice_delay* are the seconds of silence before a notice that the model is loading (wrappers.py)."""
        super().__init__(endpoint)
        self._dialect = dialect
        self._notice_delay = notice_delay
        self._omissions: dict[str, RequestOmissions] = {}
        self._responses: OpenAIResponses | None = None
        self._responses_models: set[str] = set()
        """Models that refused Chat Completions and work through Responses."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream one answer, with a notice while a self-hosted server is loading the model. Raises `ProviderError`."""
        answer = self._stream_answer(request)
        if self._endpoint.self_hosted:
            answer = notice_while_silent(answer, loading_notice(self._endpoint.name), self._notice_delay)
        async with aclosing(answer) as events:
            async for event in events:
                yield event

    async def _stream_answer(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream one answer, through Responses if the model requires it."""
        if request.model in self._responses_models:
            async with aclosing(self._through_responses(request)) as events:
                async for event in events:
                    yield event
            return
        try:
            async with aclosing(super().stream(request)) as events:
                async for event in events:
                    yield event
            return
        except ProviderRefused as error:  # before the first event of the answer: a refusal is a status
            if error.facts.get("code") != RESPONSES_ONLY_CODE:
                raise
            refusal = error
        begun = False
        try:
            async with aclosing(self._through_responses(request)) as events:
                async for event in events:
                    begun = begun or is_part_of_answer(event)
                    yield event
        except ProviderError:
            if begun:
                raise
            raise refusal from None  # The server has no Responses; the first refusal is more useful to the user.
        self._responses_models.add(request.model)

    def _through_responses(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        if self._responses is None:
            self._responses = OpenAIResponses(self._endpoint)
        return self._responses.stream(request)

    async def aclose(self) -> None:
        """Close connections. May be called twice."""
        await super().aclose()
        if self._responses is not None:
            await self._responses.aclose()

    def _connect(self, key: str) -> "AsyncOpenAI":
        client = openai_client(self._endpoint, key)
        client.chat.completions.with_streaming_response  # noqa: B018 - imports here what the first request needs
        return client

    def _answer_parser(self, request: ModelRequest) -> ChatAnswer:
        after_tools = bool(request.messages) and request.messages[-1].role == "tool"
        return ChatAnswer(self._error_context, self._receiver(request), after_tools=after_tools)

    async def _open_response(
        self, client: "AsyncOpenAI", request: ModelRequest, stack: AsyncExitStack
    ) -> "httpx2.Response":
        """Send the request; repeat it without a parameter the server refuses by name, which is omitted from then on."""
        omissions = self._omissions.setdefault(request.model, RequestOmissions(usual_replay(self._model(request))))
        while True:
            sent_request = replace(omissions.formats.adapted(request), model=self._model(request))
            full_body = chat_body(sent_request, self._receiver(request))
            if request.streamed and self._endpoint.server_program(request.model) == LLAMA_CPP:
                full_body["return_progress"] = True
            body = omissions.apply(full_body)
            try:
                async with asyncio.timeout(self._prompt_timeout):
                    arguments = sdk_arguments(body, model="", messages=[])
                    opening = client.chat.completions.with_streaming_response.create(**arguments)
                    raw_response = await stack.enter_async_context(opening)
                response: httpx2.Response = raw_response.http_response
                return response
            except TimeoutError:
                raise silence_error(self._error_context, self._prompt_timeout, begun=False) from None
            except Exception as error:  # only a refusal that names such a parameter is handled here
                if getattr(error, "status_code", 0) not in _REFUSALS or not is_foreign_error(error):
                    raise
                reply = getattr(error, "body", None)
                if omissions.formats.learn(read_server_message(reply).search_text, sent_request):
                    continue
                if not omissions.learn_from_refusal(reply, translate_error(error, self._error_context).kind, body):
                    raise

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch the model list; sends no note text. Raises `ProviderError`."""
        models = await super().models()
        # With a single model llama.cpp reports its properties without loading another one.
        return (await self._with_llama_cpp_properties(models[0]),) if len(models) == 1 else models

    async def model_facts(self, model: str) -> ModelInfo | None:
        """Return the server's facts about *model*; None if it has none. Raises `ProviderError`."""
        models = await super().models()
        model_id = self._model(ModelRequest(model, "", ()))
        found = next((info for info in models if info.id == model_id), None)
        if found is None and len(models) == 1 and models[0].server == LLAMA_CPP:
            found = replace(models[0], id=model_id)  # it accepts any model name
        return None if found is None else await self._with_llama_cpp_properties(found)

    async def _with_llama_cpp_properties(self, info: ModelInfo) -> ModelInfo:
        """Return *info* with the properties that llama.cpp reports of its model; unchanged for any other server."""
        if info.server != LLAMA_CPP:
            return info
        import httpx2

        client = await self._connected_client()
        base = self._endpoint.address.url.removesuffix("/v1")
        try:
            response = await client.get(
                f"{base}/props",
                cast_to=httpx2.Response,
                options={"params": {"model": info.id, "autoload": "false"}},
            )
        except Exception as error:  # classified below; the list is valid without these facts
            if not is_foreign_error(error):
                raise
            return info
        return with_llama_cpp_properties(info, json_value_or_none(response.text))

    async def _request_models(self, client: "AsyncOpenAI") -> RawResponse:
        return await client.models.with_raw_response.list()

    def _parse_models(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        if self._dialect.wire == "openrouter":
            return openrouter_models(body, self._error_context)
        models = listed_models(body, self._error_context)
        if self._dialect.wire == "gemini":
            return tuple(replace(info, id=info.id.removeprefix(_GEMINI_PREFIX)) for info in models)
        return models

    def _omitted_parameters(self, request: ModelRequest) -> Iterator[OmittedParameter]:
        omissions = self._omissions.get(request.model, RequestOmissions())
        if request.temperature is not None and omissions.omits("temperature"):
            yield "temperature"
        if request.length_is_set and omissions.omits(length_field(request, self._dialect)):
            yield "length"

    def _model(self, request: ModelRequest) -> str:
        """Return the model's id as sent and stored: Gemini has two spellings of each."""
        return request.model.removeprefix(_GEMINI_PREFIX) if self._dialect.wire == "gemini" else request.model

    def _receiver(self, request: ModelRequest) -> ReplayReceiver:
        omissions = self._omissions.get(request.model)
        model = self._model(request)
        return ReplayReceiver(
            self._replay_scope(self._dialect.wire, model),
            self._dialect,
            omissions.replay if omissions else usual_replay(model),
            NINE_CHARACTER_ID
            if omissions and omissions.short_ids
            else call_id_rule(model, self._endpoint.address.host),
        )


# The provider sends and receives raw bodies; responses_api.py builds the request and parses the answer.

_NATIVE_ITEMS_REFUSED = re.compile(
    r"invalid_encrypted_content|encrypted content .{0,80}could not|without its required|items are not persisted"
    r"|(unknown|invalid|unsupported).{0,40}(type: ?)?'?reasoning'? ?item",
    re.IGNORECASE,
)
"""Matches a refusal of native items: made by another account, or stored for another server."""


class OpenAIResponses(SdkProvider["AsyncOpenAI"]):
    """One endpoint that supports Responses."""

    protocol: ProtocolName = "OpenAI"

    def __init__(self, endpoint: ProviderEndpoint) -> None:
        super().__init__(endpoint)
        self._omitted_parts: defaultdict[str, set[str]] = defaultdict(set)
        self._refused_formats: defaultdict[str, RefusedFormats] = defaultdict(RefusedFormats)

    def _connect(self, key: str) -> "AsyncOpenAI":
        client = openai_client(self._endpoint, key)
        client.responses.with_streaming_response  # noqa: B018 - imports here what the first request needs
        return client

    def _answer_parser(self, request: ModelRequest) -> ResponsesAnswer:
        return ResponsesAnswer(self._error_context, self._replay_scope("responses", request.model))

    async def _open_response(
        self, client: "AsyncOpenAI", request: ModelRequest, stack: AsyncExitStack
    ) -> "httpx2.Response":
        """Send the request; repeat it without a parameter the server refuses by name, from then on for this model."""
        known_omissions = self._omitted_parts[request.model]
        omitted = set(known_omissions)
        formats = self._refused_formats[request.model]
        scope = self._replay_scope("responses", request.model)
        while True:
            sent_request = formats.adapted(request)
            body = responses_body(sent_request, scope=scope, omitted=omitted)
            try:
                async with asyncio.timeout(self._idle_timeout):
                    opening = client.responses.with_streaming_response.create(**sdk_arguments(body))
                    raw_response = await stack.enter_async_context(opening)
                response: httpx2.Response = raw_response.http_response
                return response
            except TimeoutError:
                raise silence_error(self._error_context, self._idle_timeout, begun=False) from None
            except Exception as error:  # only a refusal of such a parameter is handled; other errors are raised again
                if formats.learn(refusal_text(error, _REFUSALS), sent_request):
                    continue
                refused_part = _refused_part(error, body)
                if not refused_part or refused_part in omitted:
                    raise
                omitted.add(refused_part)
                if refused_part != NATIVE_ITEMS_PART:  # native items belong to this chat, the others to the model
                    known_omissions.add(refused_part)

    def _omitted_parameters(self, request: ModelRequest) -> Iterator[OmittedParameter]:
        omitted = self._omitted_parts[request.model]
        if request.temperature is not None and "temperature" in omitted:
            yield "temperature"
        if request.length_is_set and "max_output_tokens" in omitted:
            yield "length"

    async def _request_models(self, client: "AsyncOpenAI") -> RawResponse:
        return await client.models.with_raw_response.list()


def _refused_part(error: Exception, body: Mapping[str, JsonValue]) -> str:
    """Return the optional parameter of *body* that a refusal names; empty for none."""
    error_text = refusal_text(error, _REFUSALS)
    if not error_text:
        return ""
    if _NATIVE_ITEMS_REFUSED.search(error_text):
        return NATIVE_ITEMS_PART
    if "ncrypted content is not supported" in error_text:
        return "include" if "include" in body else ""
    parameter = str(getattr(error, "param", None) or "")
    part_name = next((part for part in _sent_parts(body) if _names_sent_part(part, parameter, error_text)), "")
    if part_name == "reasoning.effort" and "nsupported parameter" not in error_text:
        # Another value may be accepted: the lowest effort has a different name by model.
        return f"{part_name}={requested_effort(body)}"
    return part_name


def _sent_parts(body: Mapping[str, JsonValue]) -> list[str]:
    """Return the parameters of *body* that may be omitted, the more specific first."""
    reasoning = body.get("reasoning")
    reasoning_parts = [f"reasoning.{name}" for name in reasoning] if isinstance(reasoning, dict) else []
    return [part for part in sorted(OPTIONAL_PARTS, key=len, reverse=True) if part in body or part in reasoning_parts]


def _names_sent_part(part: str, parameter: str, error_text: str) -> bool:
    if parameter:
        return parameter == part or parameter.startswith((f"{part}.", f"{part}["))
    # A common word could occur in any sentence; as a name it is quoted, or follows a colon.
    is_common_word = part.isalpha() and part != "temperature"
    pattern = rf"['\"`]{part}['\"`]|: ?{part}\b" if is_common_word else rf"(?<![\w.]){re.escape(part)}(?![\w.])"
    return bool(re.search(pattern, error_text))
