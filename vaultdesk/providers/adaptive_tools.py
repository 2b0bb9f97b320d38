"""Adaptive tools: a provider that gives its model tools in the way it can use them, and learns from a refusal.

A model that answers native tools with "does not support tools" gets them by text from then on, and the question at
hand goes through without the person doing anything (PROTOCOLS 5.5.19).
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace

from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.capabilities import ToolManner, ToolWay
from vaultdesk.providers.events import ModelEvent, Noticed
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.providers.tool_text.emulation import ToolEmulation
from vaultdesk.providers.tool_text.framing import Framing
from vaultdesk.providers.wrapper import Wrapper

Settle = Callable[[], Awaitable[ToolManner]]
"""Says how the model is given tools; may look its capabilities up first."""


class AdaptiveTools(Wrapper):
    """One model's provider in each way of giving tools; looks like a provider."""

    def __init__(self, ways: Mapping[ToolWay, Provider], settle: Settle, refused: Settle | None) -> None:
        """*refused* notes a refusal and says what holds from then on; None where the person set the way."""
        super().__init__(ways["native"])
        self._ways = ways
        self._settle = settle
        self._refused = refused

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask in the way that fits; ask again by text where native tools are refused. Raises `ProviderError`."""
        manner = await self._settle()
        begun = False
        try:
            async with aclosing(self._asked(request, manner)) as events:
                async for event in events:
                    begun = begun or not isinstance(event, Noticed)
                    yield event
            return
        except ProviderRefused as error:
            if begun or error.trouble != "no_tools" or manner.way != "native" or self._refused is None:
                raise
        manner = await self._refused()
        yield Noticed(manner.why)
        async with aclosing(self._asked(request, manner)) as events:
            async for event in events:
                yield event

    def _asked(self, request: ModelRequest, manner: ToolManner) -> AsyncGenerator[ModelEvent, None]:
        if manner.way == "none":
            # By text without a tool in it: calls of earlier answers must still be told to a model that knows none.
            return self._ways["sentinel"].stream(replace(request, tools=()))
        way = "sentinel" if request.by_text and manner.way == "native" else manner.way
        return self._ways[way].stream(request)


def in_every_way(provider: Provider, listened: bool, framing: Framing) -> Mapping[ToolWay, Provider]:
    """Return *provider* in each way of giving tools. *listened*: its text is read for calls in the native way too."""
    return {
        "native": ToolEmulation(provider, way="native", framing=framing) if listened else provider,
        "sentinel": ToolEmulation(provider, way="sentinel", framing=framing),
        "xml": ToolEmulation(provider, way="xml", framing=framing),
    }
