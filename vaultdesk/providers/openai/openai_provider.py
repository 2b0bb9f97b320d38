"""Provider for the Chat Completions API on the openai SDK."""

from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import AsyncExitStack, aclosing
from typing import TYPE_CHECKING

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderError, ProviderRefused
from vaultdesk.core.values import replace
from vaultdesk.providers.error_causes import RESPONSES_ONLY_CODE, read_server_message
from vaultdesk.providers.error_context import ProtocolName
from vaultdesk.providers.history_replay import NINE_CHARACTER_ID, call_id_rule
from vaultdesk.providers.http_connection import json_value_or_none
from vaultdesk.providers.model_list import LLAMA_CPP, listed_models, openrouter_models, with_llama_cpp_properties
from vaultdesk.providers.openai.chat_completions import (
    COMPATIBLE_DIALECT,
    ChatAnswer,
    ChatDialect,
    ReplayReceiver,
    chat_body,
    length_field,
    usual_replay,
)
from vaultdesk.providers.openai.request_omissions import REFUSAL_STATUSES, RequestOmissions
from vaultdesk.providers.openai.responses_provider import OpenAIResponses, openai_client, sdk_arguments
from vaultdesk.providers.provider import ModelEvent, ModelInfo, ModelRequest, is_part_of_answer
from vaultdesk.providers.provider_errors import is_foreign_error, translate_error
from vaultdesk.providers.sdk_provider import (
    AdaptedRequest,
    ModelRefusals,
    OmittedParameter,
    ProviderEndpoint,
    RawResponse,
    SdkProvider,
)
from vaultdesk.providers.wrappers import LOADING_NOTICE_DELAY, loading_notice, notice_while_silent

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

# The provider sends and receives raw bodies; chat_completions.py builds the request and parses the answer.

_GEMINI_PREFIX = "models/"
"""Prefix of each id in Gemini's own list, optional in requests."""


class OpenAIChat(SdkProvider["AsyncOpenAI"]):
    """One endpoint that supports Chat Completions."""

    protocol: ProtocolName = "OpenAI"
    refusal_statuses = REFUSAL_STATUSES

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
        return ChatAnswer(self._error_context, self._receiver(request.model), after_tools=after_tools)

    def _refusals_of(self, model: str) -> ModelRefusals:
        return self._omissions_of(model).refusals

    def _omissions_of(self, model: str) -> RequestOmissions:
        return self._omissions.setdefault(model, RequestOmissions(usual_replay(self._sent_id(model))))

    def _next_body(self, adapted: AdaptedRequest) -> tuple[ModelRequest, Mapping[str, JsonValue]]:
        model = adapted.request.model
        request = replace(adapted.refusals.formats.adapted(adapted.request), model=self._sent_id(model))
        body = chat_body(request, self._receiver(model))
        if request.streamed and self._endpoint.server_program(model) == LLAMA_CPP:
            body["return_progress"] = True
        return request, self._omissions_of(model).apply(body)

    async def _send(
        self, client: "AsyncOpenAI", body: Mapping[str, JsonValue], stack: AsyncExitStack
    ) -> "httpx2.Response":
        arguments = sdk_arguments(body, model="", messages=[])
        opening = client.chat.completions.with_streaming_response.create(**arguments)
        response: httpx2.Response = (await stack.enter_async_context(opening)).http_response
        return response

    def _learn_from_refusal(self, error: Exception, adapted: AdaptedRequest) -> bool:
        if getattr(error, "status_code", 0) not in REFUSAL_STATUSES or not is_foreign_error(error):
            return False
        reply = getattr(error, "body", None)
        if adapted.refusals.formats.learn(read_server_message(reply).search_text, adapted.sent_request):
            return True
        omissions, kind = self._omissions_of(adapted.request.model), translate_error(error, self._error_context).kind
        return omissions.learn_from_refusal(reply, kind, adapted.sent_body)

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch the model list; sends no note text. Raises `ProviderError`."""
        models = await super().models()
        # With a single model llama.cpp reports its properties without loading another one.
        return (await self._with_llama_cpp_properties(models[0]),) if len(models) == 1 else models

    async def model_facts(self, model: str) -> ModelInfo | None:
        """Return the server's facts about *model*; None if it has none. Raises `ProviderError`."""
        models = await super().models()
        model_id = self._sent_id(model)
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

    def _omitted_parameters(self, adapted: AdaptedRequest) -> Iterator[OmittedParameter]:
        request, omitted = adapted.request, adapted.refusals.parts
        if request.temperature is not None and "temperature" in omitted:
            yield "temperature"
        if request.length_is_set and length_field(request, self._dialect) in omitted:
            yield "length"

    def _sent_id(self, model: str) -> str:
        """Return the id of *model* as sent and stored: Gemini has two spellings of each."""
        return model.removeprefix(_GEMINI_PREFIX) if self._dialect.wire == "gemini" else model

    def _receiver(self, model: str) -> ReplayReceiver:
        omissions, sent_id = self._omissions_of(model), self._sent_id(model)
        return ReplayReceiver(
            self._replay_scope(self._dialect.wire, sent_id),
            self._dialect,
            omissions.replay,
            NINE_CHARACTER_ID if omissions.short_ids else call_id_rule(sent_id, self._endpoint.address.host),
        )
