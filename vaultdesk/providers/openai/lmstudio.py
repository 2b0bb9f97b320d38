"""LM Studio: Chat Completions with its own model lists and a notice while a model loads.

What its lists mean is in lmstudio_models.py; text of calls that leaks into an answer is the emulation's to read.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import wrong_protocol_error
from vaultdesk.providers.http_connection import json_value_or_none
from vaultdesk.providers.model_events import ModelEvent
from vaultdesk.providers.openai.chat_request import LMSTUDIO_DIALECT
from vaultdesk.providers.openai.lmstudio_models import MODEL_LIST_PATHS, lmstudio_models
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.provider import ModelInfo, ModelRequest
from vaultdesk.providers.sdk_provider import ProviderEndpoint, RawResponse
from vaultdesk.providers.wrappers import LOADING_NOTICE_DELAY, loading_notice, notice_while_silent

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_MISSING_STATUSES = (404, 405, 501)
"""Statuses of versions that do not have a list; most answer 200 with an error in the body."""


@dataclass(frozen=True, slots=True)
class _ListResponse:
    http_response: "httpx2.Response"


class LMStudio(OpenAIChat):
    """One LM Studio."""

    def __init__(self, endpoint: ProviderEndpoint, *, notice_delay: float = LOADING_NOTICE_DELAY) -> None:
        """*notice_delay*: see wrappers.py."""
        super().__init__(endpoint, LMSTUDIO_DIALECT)
        self._notice_delay = notice_delay

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask once, and tell where the model is still being loaded. Raises `ProviderError`."""
        with_notice = notice_while_silent(
            super().stream(request), loading_notice(self._endpoint.name), self._notice_delay
        )
        async with aclosing(with_notice) as events:
            async for event in events:
                yield event

    async def _request_models(self, client: "AsyncOpenAI") -> RawResponse:
        """Ask for the most telling list there is; an older version knows only a plainer one."""
        import httpx2

        base = self._endpoint.address.url.removesuffix("/v1")
        for path in MODEL_LIST_PATHS[:-1]:
            try:
                response = await client.get(base + path, cast_to=httpx2.Response)
            except Exception as error:  # judged at once: only an address that is not there is met here
                if getattr(error, "status_code", 0) not in _MISSING_STATUSES:
                    raise
                continue
            if lmstudio_models(json_value_or_none(response.text)) is not None:
                return _ListResponse(response)
        return await super()._request_models(client)

    def _parse_models(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        models = lmstudio_models(body)
        if models is None:
            raise wrong_protocol_error(self._error_context, Phrase("JSON without models in it"))
        return models
