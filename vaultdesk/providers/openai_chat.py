"""OpenAI chat: Chat Completions on the openai SDK, for OpenAI itself and every server that speaks like it.

Sends and hands on the raw body; the request is in chat_request.py, the answer in chat_answer.py.
"""

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any  # Any: the SDK's overloads want each key typed; ours is one JSON body

from pydantic import JsonValue

from vaultdesk.providers.chat_answer import ChatAnswer
from vaultdesk.providers.chat_dialect import COMPATIBLE, ChatDialect
from vaultdesk.providers.chat_request import OPTIONAL, chat_body
from vaultdesk.providers.connection import http_client
from vaultdesk.providers.peer import Wire, silent
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.providers.sdk_provider import Endpoint, RawResponse, SdkProvider

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI


class OpenAIChat(SdkProvider["AsyncOpenAI"]):
    """One endpoint that speaks Chat Completions."""

    speaks: Wire = "OpenAI"

    def __init__(self, endpoint: Endpoint, dialect: ChatDialect = COMPATIBLE) -> None:
        super().__init__(endpoint)
        self._dialect = dialect
        self._unwanted: set[str] = set()

    def _connect(self, key: str) -> "AsyncOpenAI":
        from openai import AsyncOpenAI

        headers = {"Authorization": f"Bearer {key}"} if key else {}
        endpoint = self._endpoint
        client = AsyncOpenAI(
            # Never empty: the SDK would take a key from the environment and send it to a stranger.
            api_key=key or "none",
            base_url=endpoint.address.url,
            max_retries=0,
            http_client=http_client(endpoint.address, headers, endpoint.patience, endpoint.transport),
        )
        client.chat.completions.with_streaming_response  # noqa: B018 - imports here what the first request needs
        return client

    def _answer(self, request: ModelRequest) -> ChatAnswer:
        return ChatAnswer(self._peer)

    async def _opened(self, client: "AsyncOpenAI", request: ModelRequest, stack: AsyncExitStack) -> "httpx2.Response":
        """Send; and send again without a part that the server refuses by name, which is left out from then on."""
        while True:
            body = chat_body(request, vendor=self._endpoint.vendor)
            sent: dict[str, Any] = {name: body[name] for name in body.keys() - self._unwanted}  # Any: see the import
            try:
                async with asyncio.timeout(self._quiet):
                    opening = client.chat.completions.with_streaming_response.create(**sent)
                    opened = await stack.enter_async_context(opening)
                response: httpx2.Response = opened.http_response
                return response
            except TimeoutError:
                raise silent(self._peer, self._quiet, begun=False) from None
            except Exception as error:  # judged at once: only a refusal that names such a part is met here
                refused = _refused_part(error, sent)
                if not refused:
                    raise
                self._unwanted.add(refused)

    async def _list(self, client: "AsyncOpenAI") -> RawResponse:
        return await client.models.with_raw_response.list()


def _refused_part(error: Exception, sent: dict[str, JsonValue]) -> str:
    """Return the part of the body that a refusal names and that can be left out; empty where there is none."""
    if getattr(error, "status_code", 0) not in (400, 422):
        return ""
    said = f"{error} {getattr(error, 'body', '')}"
    return next((name for name in OPTIONAL if name in sent and name in said), "")
