"""OpenAI chat: Chat Completions on the openai SDK, for OpenAI itself and every server that speaks like it.

Sends and hands on the raw body; the request is in chat_request.py, the answer in chat_answer.py.
"""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import JsonValue

from vaultdesk.providers.chat_answer import ChatAnswer
from vaultdesk.providers.chat_dialect import COMPATIBLE, ChatDialect
from vaultdesk.providers.chat_replay import Receiver
from vaultdesk.providers.chat_request import chat_body
from vaultdesk.providers.faults import is_foreign, translated
from vaultdesk.providers.model_list import listed_models
from vaultdesk.providers.openai_client import as_arguments, openai_client
from vaultdesk.providers.openrouter_models import openrouter_models
from vaultdesk.providers.peer import Wire, silent
from vaultdesk.providers.provider import ModelInfo, ModelRequest
from vaultdesk.providers.refused_parts import RefusedParts
from vaultdesk.providers.sdk_provider import Endpoint, RawResponse, SdkProvider

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_GEMINI_PREFIX = "models/"
"""Stands before each id in Gemini's own list, and may be left out when asking."""

_REFUSALS = (400, 404, 422)
"""Under which status a part is refused; 404 is OpenRouter's for "no server takes this"."""


class OpenAIChat(SdkProvider["AsyncOpenAI"]):
    """One endpoint that speaks Chat Completions."""

    speaks: Wire = "OpenAI"

    def __init__(self, endpoint: Endpoint, dialect: ChatDialect = COMPATIBLE) -> None:
        super().__init__(endpoint)
        self._dialect = dialect
        self._refused: dict[str, RefusedParts] = {}

    def _connect(self, key: str) -> "AsyncOpenAI":
        client = openai_client(self._endpoint, key)
        client.chat.completions.with_streaming_response  # noqa: B018 - imports here what the first request needs
        return client

    def _answer(self, request: ModelRequest) -> ChatAnswer:
        after_tools = bool(request.messages) and request.messages[-1].role == "tool"
        return ChatAnswer(self._peer, self._receiver(request), after_tools=after_tools)

    async def _opened(self, client: "AsyncOpenAI", request: ModelRequest, stack: AsyncExitStack) -> "httpx2.Response":
        """Send; and send again without a part that the server refuses by name, which is left out from then on."""
        refused = self._refused.setdefault(request.model, RefusedParts())
        asked = replace(request, model=self._model(request))
        while True:
            body = refused.without(chat_body(asked, self._receiver(request)))
            try:
                async with asyncio.timeout(self._quiet):
                    arguments = as_arguments(body, model="", messages=[])
                    opening = client.chat.completions.with_streaming_response.create(**arguments)
                    opened = await stack.enter_async_context(opening)
                response: httpx2.Response = opened.http_response
                return response
            except TimeoutError:
                raise silent(self._peer, self._quiet, begun=False) from None
            except Exception as error:  # judged at once: only a refusal that names such a part is met here
                if getattr(error, "status_code", 0) not in _REFUSALS or not is_foreign(error):
                    raise
                if not refused.learn(getattr(error, "body", None), translated(error, self._peer).trouble, body):
                    raise

    async def _list(self, client: "AsyncOpenAI") -> RawResponse:
        return await client.models.with_raw_response.list()

    def _listed(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        if self._dialect.wire == "openrouter":
            return openrouter_models(body, self._peer)
        listed = listed_models(body, self._peer)
        if self._dialect.wire == "gemini":
            return tuple(replace(info, id=info.id.removeprefix(_GEMINI_PREFIX)) for info in listed)
        return listed

    def _model(self, request: ModelRequest) -> str:
        """Return the model's id as it is sent and kept: Gemini has two spellings of each."""
        return request.model.removeprefix(_GEMINI_PREFIX) if self._dialect.wire == "gemini" else request.model

    def _receiver(self, request: ModelRequest) -> Receiver:
        known = self._refused.get(request.model)
        family = self._family(self._dialect.wire, self._model(request))
        return Receiver(family, self._dialect, known.replay if known else "own")
