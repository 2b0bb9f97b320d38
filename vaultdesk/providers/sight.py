"""Sight: a provider whose model may be blind: pictures are named instead of sent where it cannot see them."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace

from vaultdesk.chat.messages import ImagePart, Message, TextPart
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.events import ModelEvent, Noticed
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.providers.refusals import NO_IMAGES
from vaultdesk.providers.wrapper import Wrapper


class Sight(Wrapper):
    """Wraps *provider*; *blind* tells whether its model is known to see nothing, *learned* notes that it is."""

    def __init__(
        self, provider: Provider, blind: Callable[[], bool], learned: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        super().__init__(provider)
        self._blind = blind
        self._learned = learned

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask, without pictures where they would be refused, or were just now. Raises `ProviderError`."""
        pictured = any(message.images for message in request.messages)
        news = bool(request.messages) and bool(request.messages[-1].images)
        if not pictured or not self._blind():
            begun = False
            try:
                async with aclosing(self._provider.stream(request)) as events:
                    async for event in events:
                        begun = begun or not isinstance(event, Noticed)
                        yield event
                return
            except ProviderRefused as refusal:
                if begun or not pictured or refusal.facts.get("code") != NO_IMAGES:
                    raise
            news = True
            if self._learned is not None:
                await self._learned()
        told = replace(request, messages=tuple(_told(message) for message in request.messages))
        if news:  # Not again with every round and question that follows.
            yield Noticed(f"{request.model} cannot see pictures, so they were left out.")
        async with aclosing(self._provider.stream(told)) as events:
            async for event in events:
                yield event


def _told(message: Message) -> Message:
    parts = tuple(
        TextPart(text=f"[A picture was left out: {part.name or 'unnamed'}]") if isinstance(part, ImagePart) else part
        for part in message.parts
    )
    return message.model_copy(update={"parts": parts})
