"""Anthropic: Messages on the anthropic SDK, for Anthropic itself and servers that speak like it.

Sends and hands on the raw body; the request is in messages_request.py, the answer in messages_answer.py.
"""

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any  # Any: the SDK's overloads want each key typed; ours is one JSON body

from vaultdesk.providers.connection import http_client
from vaultdesk.providers.messages_answer import MessagesAnswer
from vaultdesk.providers.messages_request import messages_body
from vaultdesk.providers.peer import Wire, silent
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.providers.sdk_provider import RawResponse, SdkProvider

if TYPE_CHECKING:
    import httpx2
    from anthropic import AsyncAnthropic


class AnthropicMessages(SdkProvider["AsyncAnthropic"]):
    """One endpoint that speaks Messages."""

    speaks: Wire = "Anthropic"

    def _connect(self, key: str) -> "AsyncAnthropic":
        from anthropic import AsyncAnthropic

        endpoint = self._endpoint
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        if key and not endpoint.vendor:
            # The SDK of today sends a bearer token; servers made for earlier ones read this (PROTOCOLS 0).
            headers["x-api-key"] = key
        client = AsyncAnthropic(
            # Never empty: the SDK would take a key from the environment and send it to a stranger.
            api_key=key or "none",
            base_url=endpoint.address.url,
            max_retries=0,
            http_client=http_client(endpoint.address, headers, endpoint.patience, endpoint.transport),
            open_telemetry=False,  # the environment could switch it on, and it can carry the chat
        )
        client.messages.with_streaming_response  # noqa: B018 - imports here what the first request needs
        return client

    def _answer(self, request: ModelRequest) -> MessagesAnswer:
        return MessagesAnswer(self._peer, self._family("messages", request.model))

    async def _opened(
        self, client: "AsyncAnthropic", request: ModelRequest, stack: AsyncExitStack
    ) -> "httpx2.Response":
        family = self._family("messages", request.model)
        body: dict[str, Any] = {**messages_body(request, family=family)}  # Any: see the import
        try:
            async with asyncio.timeout(self._quiet):
                opened = await stack.enter_async_context(client.messages.with_streaming_response.create(**body))
        except TimeoutError:
            raise silent(self._peer, self._quiet, begun=False) from None
        response: httpx2.Response = opened.http_response
        return response

    async def _list(self, client: "AsyncAnthropic") -> RawResponse:
        return await client.models.with_raw_response.list(limit=1000)
