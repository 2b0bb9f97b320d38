"""Sends one request to a provider and collects its events and its error."""

from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import httpx2

from vaultdesk.chat.messages import Message, ToolCallPart, user_message
from vaultdesk.core.errors import ProviderError
from vaultdesk.providers.anthropic_provider import AnthropicMessages
from vaultdesk.providers.http_connection import Timeouts, anthropic_address, openai_address
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.provider import (
    CallReady,
    ModelEvent,
    ModelRequest,
    Provider,
    ReasoningArrived,
    TextArrived,
    ToolSpec,
    TurnEnded,
)
from vaultdesk.providers.sdk_provider import ProviderEndpoint

SECRET = "sk-verysecret-0123456789abcdef"
SEARCH = ToolSpec(
    "vault_search",
    "Search the notes.",
    {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)
READ = ToolSpec(
    "file_read",
    "Read notes.",
    {"type": "object", "properties": {"file_paths": {"type": "array", "items": {"type": "string"}}}},
)
SHORT = Timeouts(connect=5.0, idle=1.0)
"""For servers that stay silent: the test waits this long."""
STEADY = Timeouts(connect=5.0, idle=10.0)
"""For all others: the first use of an SDK takes longer than `SHORT` on a busy machine."""


def timeouts_for(fault: str) -> Timeouts:
    """Return the timeouts for a server with the fault named *fault*."""
    return SHORT if any(word in fault for word in ("silence", "for ever", "without end", "never")) else STEADY


@dataclass
class Outcome:
    """The events of a turn, and the error that ended it."""

    events: list[ModelEvent]
    error: ProviderError | None

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextArrived))

    @property
    def reasoning(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, ReasoningArrived))

    @property
    def calls(self) -> list[ToolCallPart]:
        return [event.call for event in self.events if isinstance(event, CallReady)]

    @property
    def stop(self) -> str:
        return next((event.stop for event in self.events if isinstance(event, TurnEnded)), "")


def request(
    *messages: Message, tools: tuple[ToolSpec, ...] = (SEARCH, READ), system: str = "Be brief."
) -> ModelRequest:
    return ModelRequest("scripted", system, messages or (user_message("What about the boiler?"),), tools)


async def ask(provider: Provider, model_request: ModelRequest | None = None) -> Outcome:
    events: list[ModelEvent] = []
    try:
        async with aclosing(provider.stream(model_request or request())) as stream:
            async for event in stream:
                events.append(event)  # noqa: PERF401 - events before an error are part of the outcome
    except ProviderError as error:
        return Outcome(events, error)
    return Outcome(events, None)


def openai(url: str = "", **endpoint: Any) -> OpenAIChat:
    return OpenAIChat(ProviderEndpoint("Test server", openai_address(url), **{"key": lambda: SECRET, **endpoint}))


def anthropic(url: str = "", **endpoint: Any) -> AnthropicMessages:
    return AnthropicMessages(
        ProviderEndpoint("Test server", anthropic_address(url), **{"key": lambda: SECRET, **endpoint})
    )


PROVIDER_FACTORIES = {"openai": openai, "anthropic": anthropic}


class ChunkedBody(httpx2.AsyncByteStream):
    """A body in chunks of a given size."""

    def __init__(self, body: bytes, size: int) -> None:
        self._body = body
        self._size = size or max(1, len(body))

    async def __aiter__(self) -> Any:
        for start in range(0, len(self._body), self._size):
            yield self._body[start : start + self._size]


def reply_transport(body: bytes, *, size: int = 0, status: int = 200, content_type: str = "text/event-stream") -> Any:
    """Return a transport that answers every request with *body*."""
    headers = {"content-type": content_type}
    return httpx2.MockTransport(lambda _: httpx2.Response(status, headers=headers, stream=ChunkedBody(body, size)))
