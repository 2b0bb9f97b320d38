"""Provider: one endpoint that turns a `ModelRequest` into a stream of model events. Only the shape; no wire."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, Source
from vaultdesk.destination import Destination
from vaultdesk.providers.events import ModelEvent


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model sees it."""

    name: str
    """Matches `^[a-zA-Z0-9_-]{1,64}$`."""
    description: str
    parameters: Mapping[str, JsonValue]
    """A JSON Schema of type object that both vendors accept."""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything one turn sends."""

    model: str
    """The provider's own model id."""
    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    max_output_tokens: int = 8192
    conversation_id: str = ""
    """For the ledger; never sent."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every piece of note text the request carries."""
        return tuple(source for message in self.messages for source in message.sources)


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One model a provider offers."""

    id: str
    name: str = ""


class Provider(Protocol):
    """One endpoint, ready to be asked. Wrappers (retrying, the gate, emulation) have the same shape."""

    @property
    def destination(self) -> Destination:
        """Where requests go."""
        ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask once. Raises `ProviderError`. Read it under `aclosing`: closing, like cancelling, hangs up."""
        ...

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch what models there are; sends no note text, so it is the key test too. Raises `ProviderError`."""
        ...

    async def aclose(self) -> None:
        """Close connections. May be called twice."""
        ...
