"""LM Studio: Chat Completions as everywhere, with its own lists of models, and the wait told while it loads one.

What its lists mean is in lmstudio_models.py; text of calls that leaks into an answer is the emulation's to read.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from vaultdesk.providers.chat_dialect import LMSTUDIO
from vaultdesk.providers.events import ModelEvent
from vaultdesk.providers.json_reply import json_or_none
from vaultdesk.providers.lmstudio_models import LISTS, lmstudio_models
from vaultdesk.providers.loading import SILENCE, loading_notice, told_while_silent
from vaultdesk.providers.openai_chat import OpenAIChat
from vaultdesk.providers.peer import not_spoken
from vaultdesk.providers.provider import ModelInfo, ModelRequest
from vaultdesk.providers.sdk_provider import Endpoint, RawResponse

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_NOT_THERE = (404, 405, 501)
"""Statuses of versions that do not have a list; most answer 200 with an error in the body."""


@dataclass(frozen=True, slots=True)
class _Listed:
    http_response: "httpx2.Response"


class LMStudio(OpenAIChat):
    """One LM Studio."""

    def __init__(self, endpoint: Endpoint, *, silence: float = SILENCE) -> None:
        """*silence*: see loading.py."""
        super().__init__(endpoint, LMSTUDIO)
        self._silence = silence

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask once, and tell where the model is still being loaded. Raises `ProviderError`."""
        told = told_while_silent(super().stream(request), loading_notice(self._endpoint.name), self._silence)
        async with aclosing(told) as events:
            async for event in events:
                yield event

    async def _list(self, client: "AsyncOpenAI") -> RawResponse:
        """Ask for the most telling list there is; an older version knows only a plainer one."""
        import httpx2

        base = self._endpoint.address.url.removesuffix("/v1")
        for path in LISTS[:-1]:
            try:
                response = await client.get(base + path, cast_to=httpx2.Response)
            except Exception as error:  # judged at once: only an address that is not there is met here
                if getattr(error, "status_code", 0) not in _NOT_THERE:
                    raise
                continue
            if lmstudio_models(json_or_none(response.text)) is not None:
                return _Listed(response)
        return await super()._list(client)

    def _listed(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        models = lmstudio_models(body)
        if models is None:
            raise not_spoken(self._peer, "JSON without models in it")
        return models
