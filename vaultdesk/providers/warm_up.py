"""Warm up: both vendors' SDKs imported and used once, so that the first question does not freeze the window (QT D6).

Call it in a thread, after the first paint. It goes through our own providers against a transport that answers from
memory: importing alone leaves half a second of lazy building to the first stream (PROTOCOLS 4).
"""

import asyncio
import json
from contextlib import aclosing

from vaultdesk.chat.messages import user_message
from vaultdesk.providers.address import anthropic_address, openai_address
from vaultdesk.providers.anthropic import AnthropicMessages
from vaultdesk.providers.openai_chat import OpenAIChat
from vaultdesk.providers.openai_responses import OpenAIResponses
from vaultdesk.providers.provider import ModelRequest, Provider, ToolSpec
from vaultdesk.providers.sdk_provider import Endpoint

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

_WIRES = {"messages": _MESSAGES, "responses": _RESPONSES, "completions": _CHAT}
"""What is answered, by the end of the path that is asked."""


def warm_up() -> None:
    """Import and use both SDKs. Takes seconds; for a thread that has no event loop. Asks nobody."""
    import httpx2

    def answer(request: httpx2.Request) -> httpx2.Response:
        events = _WIRES[request.url.path.rpartition("/")[2]]
        body = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, text=body)

    transport = httpx2.MockTransport(answer)
    for provider in (
        OpenAIResponses(Endpoint("OpenAI", openai_address(), vendor=True, transport=transport)),
        OpenAIChat(Endpoint("OpenAI", openai_address(), vendor=True, transport=transport)),
        AnthropicMessages(Endpoint("Anthropic", anthropic_address(), vendor=True, transport=transport)),
    ):
        asyncio.run(_ask(provider))


async def _ask(provider: Provider) -> None:
    tool = ToolSpec("warm_up", "Does nothing.", {"type": "object", "properties": {}})
    request = ModelRequest(model="warm-up", system="Warm up.", messages=(user_message("Hello"),), tools=(tool,))
    async with aclosing(provider.stream(request)) as events:
        async for _ in events:
            pass
    await provider.aclose()
