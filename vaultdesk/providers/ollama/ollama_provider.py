"""Provider for an Ollama server: chat, model list, and context window by available memory.

Sends and passes on raw bodies; request and answer are converted in ollama_chat.py, facts about models in
ollama_models.py.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderError
from vaultdesk.providers.answer_format import RefusedFormats, with_choice_instruction, with_format_instruction
from vaultdesk.providers.error_context import ProtocolName, silence_error
from vaultdesk.providers.http_connection import JsonReply, ask_json, error_for_reply, read_reply
from vaultdesk.providers.model_events import ModelEvent
from vaultdesk.providers.ollama.ollama_chat import OllamaAnswer, ollama_body, ollama_error
from vaultdesk.providers.ollama.ollama_models import (
    UNKNOWN_MODEL,
    OllamaModelFacts,
    cloud_host_of,
    context_window_for,
    listed_names,
    listed_ollama_models,
    listed_remote_hosts,
    ollama_model,
    read_facts,
)
from vaultdesk.providers.provider import ModelInfo, ModelRequest
from vaultdesk.providers.provider_errors import is_foreign_error, translate_error
from vaultdesk.providers.sdk_provider import MODEL_LIST_TIMEOUT, ProviderEndpoint, SdkProvider
from vaultdesk.providers.self_hosted.sent_prompt import SentPrompt
from vaultdesk.providers.wrappers import LOADING_NOTICE_DELAY, loading_notice, notice_while_silent

if TYPE_CHECKING:
    import httpx2

MAX_PARALLEL_LOOKUPS = 4
"""Number of concurrent requests for facts of models: Ollama reads each model's file for them."""

FACTS_TIMEOUT = 10.0
"""Seconds for the facts of one model: they are read from a file, and a question can be sent without them."""


@dataclass(frozen=True, slots=True)
class OllamaClient:
    """A connection pool with its base URL."""

    http: "httpx2.AsyncClient"
    url: str

    async def close(self) -> None:
        await self.http.aclose()


class Ollama(SdkProvider[OllamaClient]):
    """One Ollama server."""

    protocol: ProtocolName = "Ollama"

    def __init__(
        self, endpoint: ProviderEndpoint, context: int = 0, *, notice_delay: float = LOADING_NOTICE_DELAY
    ) -> None:
        """*context*: tokens of the window to request; 0 chooses by the model. *notice_delay*: see wrappers.py."""
        super().__init__(endpoint)
        self._context = context
        self._notice_delay = notice_delay
        self._facts: dict[str, OllamaModelFacts] = {}
        self._models_refusing_think: set[str] = set()
        self._refused_formats: defaultdict[str, RefusedFormats] = defaultdict(RefusedFormats)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream one answer, with a notice while the model is being loaded. Raises `ProviderError`."""
        with_notice = notice_while_silent(
            self._stream_request(request), loading_notice(self._endpoint.name), self._notice_delay
        )
        async with aclosing(with_notice) as events:
            async for event in events:
                yield event

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch the models and their capabilities; sends no note text. Raises `ProviderError`."""
        listed = await super().models()
        names = tuple(model.id for model in listed)
        facts: dict[str, OllamaModelFacts] = {}
        places = asyncio.Semaphore(MAX_PARALLEL_LOOKUPS)

        async def learn(name: str) -> None:
            async with places:
                # A model whose file is damaged must not hide the others.
                with suppress(ProviderError):
                    facts[name] = await self._fetch_facts(name)

        # Facts that are not reported in time stay unknown: a list without facts is better than none.
        with suppress(TimeoutError):
            async with asyncio.timeout(min(MODEL_LIST_TIMEOUT, self._idle_timeout)), asyncio.TaskGroup() as tasks:
                for name in names:
                    tasks.create_task(learn(name))
        remote_hosts = {model.id: model.elsewhere for model in listed}
        return listed_ollama_models(names, facts, await self._loaded_models(), remote_hosts)

    async def model_facts(self, model: str) -> ModelInfo | None:
        """Return Ollama's facts about *model*; None if it has none. Raises `ProviderError`."""
        facts = await self._fetch_facts(model)
        return None if facts == UNKNOWN_MODEL else ollama_model(model, facts)

    async def forwarding_host(self, model: str) -> str:
        """Return the host to which questions to *model* are forwarded; empty if it runs here. Raises nothing."""
        if model not in self._facts:
            with suppress(ProviderError):  # the question itself reports the error
                await self._fetch_facts(model)
        return self._facts.get(model, UNKNOWN_MODEL).remote_host or cloud_host_of(model)

    def _connect(self, key: str) -> OllamaClient:
        endpoint = self._endpoint
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        http = endpoint.http_client(headers)
        return OllamaClient(http, endpoint.address.url)

    def _answer_parser(self, request: ModelRequest) -> OllamaAnswer:
        facts = self._facts.get(request.model, UNKNOWN_MODEL)
        window = self._window(request.model)
        # A model uses at most the window it was trained with, whatever is requested.
        held = min(window, facts.context) if facts.context else window
        scope = self._replay_scope("ollama", request.model)
        return OllamaAnswer(self._error_context, scope, SentPrompt.of(request, held), streamed=request.streamed)

    async def _open_response(
        self, client: OllamaClient, request: ModelRequest, stack: AsyncExitStack
    ) -> "httpx2.Response":
        """Send the request; if `think` is refused, send it again without, and omit it for this model from then on."""
        window = self._window(request.model)
        scope = self._replay_scope("ollama", request.model)
        formats = self._refused_formats[request.model]
        facts = self._facts.get(request.model, UNKNOWN_MODEL)
        while True:
            sent_request = _with_demands_told(request, formats)
            body = ollama_body(sent_request, scope=scope, window=window, facts=facts)
            if request.model in self._models_refusing_think:
                body.pop("think", None)
            response = await self._send(client, body, stack)
            if response.is_success:
                return response
            reply = await self._read_refusal(response)
            if reply.status in (400, 500) and formats.learn(reply.text, sent_request):
                continue
            if not (reply.status == 400 and "think" in body and "think" in reply.text.lower()):
                raise ollama_error(self._error_context, reply, request.model, window)
            self._models_refusing_think.add(request.model)

    async def _send(
        self, client: OllamaClient, body: Mapping[str, JsonValue], stack: AsyncExitStack
    ) -> "httpx2.Response":
        try:
            async with asyncio.timeout(self._prompt_timeout):
                opening = client.http.stream("POST", f"{client.url}/api/chat", json=body)
                return await stack.enter_async_context(opening)
        except TimeoutError:
            raise silence_error(self._error_context, self._prompt_timeout, begun=False) from None

    async def _read_refusal(self, response: "httpx2.Response") -> JsonReply:
        """Return the refusal in *response*, read with a short time limit."""
        limit = min(FACTS_TIMEOUT, self._idle_timeout)
        try:
            async with asyncio.timeout(limit):
                return await read_reply(response, self._error_context)
        except TimeoutError:
            raise silence_error(self._error_context, limit, begun=False) from None
        finally:
            await response.aclose()

    async def _request_models(self, client: OllamaClient) -> JsonReply:
        reply = await ask_json(client.http, self._error_context, "GET", f"{client.url}/api/tags")
        if not reply.ok:
            raise error_for_reply(self._error_context, reply)
        return reply

    def _parse_models(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        remote_hosts = listed_remote_hosts(body)
        names = listed_names(body, self._error_context)
        return tuple(ModelInfo(name, elsewhere=remote_hosts.get(name, "")) for name in names)

    async def _stream_request(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        await self._connected_client()  # a missing key is requested once, and reported before anything is sent
        if request.model not in self._facts:
            # The question itself reports the error.
            with suppress(ProviderError):
                await self._fetch_facts(request.model)
        async with aclosing(super().stream(request)) as events:
            async for event in events:
                yield event

    async def _fetch_facts(self, model: str) -> OllamaModelFacts:
        """Fetch and cache the facts of *model*. Raises `ProviderError` if Ollama cannot be reached."""
        reply = await self._fetch_json("POST", "/api/show", {"model": model})
        if reply is None:
            self._facts[model] = UNKNOWN_MODEL  # the next question must not wait again
            return UNKNOWN_MODEL
        if not reply.ok or not isinstance(reply.value, dict):
            return UNKNOWN_MODEL
        self._facts[model] = facts = read_facts(reply.value)
        return facts

    async def _loaded_models(self) -> frozenset[str] | None:
        """Return the models in memory now; None if not known."""
        try:
            reply = await self._fetch_json("GET", "/api/ps")
            return frozenset(listed_names(reply.value, self._error_context)) if reply is not None and reply.ok else None
        except ProviderError:
            return None  # optional for the list

    async def _fetch_json(
        self, method: str, path: str, body: Mapping[str, JsonValue] | None = None
    ) -> JsonReply | None:
        """Send a short request; return None if there is no answer in time. Raises `ProviderError`."""
        client = await self._connected_client()
        failure: ProviderError | None = None
        try:
            async with asyncio.timeout(min(FACTS_TIMEOUT, self._idle_timeout)):
                return await ask_json(client.http, self._error_context, method, client.url + path, body)
        except TimeoutError:
            return None
        except Exception as error:  # errors of the HTTP library are translated; others are raised again
            if not is_foreign_error(error):
                raise
            failure = translate_error(error, self._error_context)
        # Raised here, so that the HTTP library's exception is not attached as its context.
        raise failure

    def _window(self, model: str) -> int:
        return context_window_for(self._facts.get(model, UNKNOWN_MODEL), self._context)


def _with_demands_told(request: ModelRequest, formats: RefusedFormats) -> ModelRequest:
    """Return *request* with format and tool choice added to the system prompt: Ollama enforces `format`, but the prompt
    does not mention it.

    With `format` a model cannot write anything else, not even a tool call; so it is left out if there are tools.
    """
    adapted = formats.adapted(with_choice_instruction(request))
    if request.tools and request.tool_choice.mode != "none":
        return with_format_instruction(adapted)
    if adapted.answer_format is request.answer_format:
        return replace(with_format_instruction(adapted), answer_format=request.answer_format)
    return adapted
