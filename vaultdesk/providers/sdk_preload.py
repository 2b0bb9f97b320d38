"""Preloads vendor SDKs in a thread, so that the first question does not freeze the window.

Call it in a thread, after the first paint. It uses the program's own providers with a transport that answers from
memory: importing alone leaves half a second of lazy initialization to the first stream (vaultdesk/providers/README.md,
"Imports"). Only for the SDKs in use: both together take three seconds of CPU time and 60 MB.
"""

import asyncio
import json
import threading
from collections.abc import Iterable, Mapping
from contextlib import aclosing

from vaultdesk.chat.messages import user_message
from vaultdesk.providers.anthropic_provider import AnthropicMessages
from vaultdesk.providers.http_connection import anthropic_address, openai_address
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.openai.responses_provider import OpenAIResponses
from vaultdesk.providers.provider import ModelRequest, Provider, ToolSpec
from vaultdesk.providers.provider_types import API_FLAVORS, ApiFlavor
from vaultdesk.providers.sdk_provider import ProviderEndpoint

_CHAT = (
    {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "Warm."}, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
)

_MESSAGES = (
    {"type": "message_start", "message": {"type": "message", "role": "assistant", "content": [], "usage": {}}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Warm."}},
    {"type": "content_block_stop", "index": 0},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}},
    {"type": "message_stop"},
)

_RESPONSES = (
    {"type": "response.created", "response": {"object": "response", "status": "in_progress", "output": []}},
    {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 0, "content_index": 0, "delta": "Warm."},
    {"type": "response.completed", "response": {"object": "response", "status": "completed", "output": []}},
)

_EVENTS: Mapping[ApiFlavor, Iterable[Mapping[str, object]]] = {
    "messages": _MESSAGES,
    "responses": _RESPONSES,
    "completions": _CHAT,
}
"""The prepared answers."""

PRELOADED_FLAVORS: set[ApiFlavor] = set()

_PRELOAD_LOCK = threading.Lock()
"""Two threads that import one package at the same time can find it partially initialized."""


def preload_sdks(flavors: Iterable[ApiFlavor] = API_FLAVORS) -> None:
    """Import and use the SDKs of *flavors* once. Takes seconds; call it in a thread without a loop. Sends nothing."""
    for flavor in flavors:
        with _PRELOAD_LOCK:
            if flavor not in PRELOADED_FLAVORS:
                asyncio.run(_send_request(_provider(flavor)))
                PRELOADED_FLAVORS.add(flavor)


def _provider(flavor: ApiFlavor) -> Provider:
    import httpx2

    def answer(_request: httpx2.Request) -> httpx2.Response:
        body = "".join(f"data: {json.dumps(event)}\n\n" for event in _EVENTS[flavor])
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, text=body)

    transport = httpx2.MockTransport(answer)
    if flavor == "messages":
        return AnthropicMessages(ProviderEndpoint("Anthropic", anthropic_address(), vendor=True, transport=transport))
    openai = ProviderEndpoint("OpenAI", openai_address(), vendor=True, transport=transport)
    return OpenAIResponses(openai) if flavor == "responses" else OpenAIChat(openai)


async def _send_request(provider: Provider) -> None:
    tool = ToolSpec("warm_up", "Does nothing.", {"type": "object", "properties": {}})
    request = ModelRequest(model="warm-up", system="Warm up.", messages=(user_message("Hello"),), tools=(tool,))
    async with aclosing(provider.stream(request)) as events:
        async for _ in events:
            pass
    await provider.aclose()
