"""Wrapper: a provider around a provider, the same to whoever asks it. Each one adds a single thing to `stream`."""

from vaultdesk.core.destination import Destination
from vaultdesk.providers.provider import ModelInfo, Provider


class Wrapper:
    """What every wrapper hands on unchanged."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    @property
    def destination(self) -> Destination:
        """Where requests go."""
        return self._provider.destination

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch what models there are; carries no note text. Raises `ProviderError`."""
        return await self._provider.models()

    async def aclose(self) -> None:
        """Close connections. May be called twice."""
        await self._provider.aclose()
