"""OpenAI responses: Responses on the openai SDK, for OpenAI itself and servers that speak like it.

Sends and hands on the raw body; the request is in responses_request.py, the answer in responses_answer.py.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from pydantic import JsonValue

from vaultdesk.providers.openai_client import as_arguments, openai_client
from vaultdesk.providers.peer import Wire, silent
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.providers.responses_answer import ResponsesAnswer
from vaultdesk.providers.responses_request import ITEMS, OPTIONAL, effort_sent, responses_body
from vaultdesk.providers.sdk_provider import Endpoint, RawResponse, SdkProvider

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_OWN_ITEMS = re.compile(
    r"invalid_encrypted_content|encrypted content .{0,80}could not|without its required|items are not persisted"
    r"|(unknown|invalid|unsupported).{0,40}(type: ?)?'?reasoning'? ?item",
    re.IGNORECASE,
)
"""What a server says that does not take its own items back: made by another account, or kept for another server."""


class OpenAIResponses(SdkProvider["AsyncOpenAI"]):
    """One endpoint that speaks Responses."""

    speaks: Wire = "OpenAI"

    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__(endpoint)
        self._unwanted: defaultdict[str, set[str]] = defaultdict(set)

    def _connect(self, key: str) -> "AsyncOpenAI":
        client = openai_client(self._endpoint, key)
        client.responses.with_streaming_response  # noqa: B018 - imports here what the first request needs
        return client

    def _answer(self, request: ModelRequest) -> ResponsesAnswer:
        return ResponsesAnswer(self._peer, self._family("responses", request.model))

    async def _opened(self, client: "AsyncOpenAI", request: ModelRequest, stack: AsyncExitStack) -> "httpx2.Response":
        """Send; and send again without a part that the server refuses by name, which this model is spared then on."""
        unwanted = self._unwanted[request.model]
        left_out = set(unwanted)
        family = self._family("responses", request.model)
        while True:
            body = responses_body(request, family=family, left_out=left_out)
            try:
                async with asyncio.timeout(self._quiet):
                    opening = client.responses.with_streaming_response.create(**as_arguments(body))
                    opened = await stack.enter_async_context(opening)
                response: httpx2.Response = opened.http_response
                return response
            except TimeoutError:
                raise silent(self._peer, self._quiet, begun=False) from None
            except Exception as error:  # judged at once: only a refusal of such a part is met here
                refused = _refused_part(error, body)
                if not refused or refused in left_out:
                    raise
                left_out.add(refused)
                if refused != ITEMS:  # those are this chat's, the rest holds for the model
                    unwanted.add(refused)

    async def _list(self, client: "AsyncOpenAI") -> RawResponse:
        return await client.models.with_raw_response.list()


def _refused_part(error: Exception, body: Mapping[str, JsonValue]) -> str:
    """Return the part of *body* that a refusal names and that an answer can be had without; empty for none."""
    if getattr(error, "status_code", 0) not in (400, 404, 422):
        return ""
    said = f"{error} {getattr(error, 'body', '')}"
    if _OWN_ITEMS.search(said):
        return ITEMS
    if "ncrypted content is not supported" in said:
        return "include" if "include" in body else ""
    named = str(getattr(error, "param", None) or "")
    found = next((part for part in _sent_parts(body) if _is_named(part, named, said)), "")
    if found == "reasoning.effort" and "nsupported parameter" not in said:
        # The value may be wrong and another one right: the least effort has a different name by model.
        return f"{found}={effort_sent(body)}"
    return found


def _sent_parts(body: Mapping[str, JsonValue]) -> list[str]:
    """Return the parts of *body* that may be left out, the narrower before the wider."""
    reasoning = body.get("reasoning")
    inner = [f"reasoning.{name}" for name in reasoning] if isinstance(reasoning, dict) else []
    return [part for part in sorted(OPTIONAL, key=len, reverse=True) if part in body or part in inner]


def _is_named(part: str, named: str, said: str) -> bool:
    if named:
        return named == part or named.startswith((f"{part}.", f"{part}["))
    # A plain word could stand in any sentence; as a name it is quoted, or stands behind a colon.
    plain = part.isalpha() and part != "temperature"
    pattern = rf"['\"`]{part}['\"`]|: ?{part}\b" if plain else rf"(?<![\w.]){re.escape(part)}(?![\w.])"
    return bool(re.search(pattern, said))
