"""Known model: one model of one provider with what was learned of it, and what follows. Asks nobody."""

from dataclasses import dataclass

from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.providers.builders import called
from vaultdesk.providers.capabilities import CapabilityCard, ToolManner, tool_manner
from vaultdesk.providers.connection import proxy_of
from vaultdesk.providers.kinds import KINDS, address_of
from vaultdesk.providers.knowledge import ModelKnowledge
from vaultdesk.providers.ollama_models import cloud_by_name
from vaultdesk.providers.provider import ModelInfo, Price
from vaultdesk.providers.tool_text.adapters import preferred_way

OWN_CHOICE = "default"
"""The model of a provider that chooses one by itself."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a model without asking anybody, and how it would be given tools."""

    label: str
    """`name/model`."""
    model: str
    title: str
    """How people call its provider."""
    local: bool
    manner: ToolManner
    info: ModelInfo | None
    card: CapabilityCard | None
    price: Price | None = None
    """What it costs, by the person's word or its provider's list."""


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model by its provider's settings. An empty model stands for the provider alone."""

    name: str
    settings: ProviderSettings
    model: str
    knowledge: ModelKnowledge

    @property
    def label(self) -> str:
        """`name/model`, as people and settings write it."""
        return f"{self.name}/{self.model}"

    @property
    def title(self) -> str:
        """How people call its provider."""
        return called(self.name, self.settings)

    @property
    def source(self) -> str:
        """Where it is: what was learned there holds whatever the person calls it."""
        kind = self.settings.kind
        return f"{kind}@{address_of(kind, self.settings.base_url).url}" if KINDS[kind].has_address else kind

    @property
    def local(self) -> bool:
        """True where nothing leaves this computer."""
        kind = KINDS[self.settings.kind]
        here = address_of(kind.kind, self.settings.base_url).local if kind.has_address else kind.local
        return here and not self.elsewhere

    @property
    def elsewhere(self) -> str:
        """The host a server on this computer hands its questions on to, as far as it is known."""
        if self.settings.kind != "ollama":
            return ""
        info = self.info
        return cloud_by_name(self.model) if info is None else info.elsewhere

    @property
    def proxy(self) -> str:
        """The proxy that questions to its provider pass, as `host:port`; empty where they go straight."""
        kind = KINDS[self.settings.kind]
        return proxy_of(address_of(kind.kind, self.settings.base_url)) if kind.has_address else ""

    @property
    def info(self) -> ModelInfo | None:
        """What its provider's list says of it."""
        return self.knowledge.info(self.source, self.model)

    @property
    def card(self) -> CapabilityCard | None:
        """What it showed when it was tried."""
        return self.knowledge.card(self.source, self.model)

    @property
    def manner(self) -> ToolManner:
        """How it is given tools."""
        if self.settings.kind == "offline":
            return ToolManner("native", "It is built in.")
        preferred = preferred_way(self.model)
        # Codex's own choice of a model has no name that tells a person anything.
        called_model = f"{self.title}'s own model" if self.model == OWN_CHOICE else self.model
        return tool_manner(self.settings.tools, (self.title, called_model), self.info, self.card, preferred)

    @property
    def blind(self) -> bool:
        """True where it is known to see no pictures."""
        card, info = self.card, self.info
        if card is not None and card.images is not None:
            return not card.images
        return info is not None and info.images is False

    @property
    def price(self) -> Price | None:
        """What it costs, by the person's word or its provider's list."""
        own, info = self.settings.prices.get(self.model), self.info
        if own is not None:
            return Price(own.input, own.output)
        return info.price if info else None

    @property
    def standing(self) -> Standing:
        """All of it at once."""
        title, local, price = self.title, self.local, self.price
        return Standing(self.label, self.model, title, local, self.manner, self.info, self.card, price)

    async def refused_tools(self) -> ToolManner:
        """Remember that it refused tools, and return how it is given them from now on."""
        await self.learn(refused=True)
        return self.manner

    async def learn(self, **facts: bool) -> None:
        """Put what it just showed on its card."""
        card = self.card or CapabilityCard()
        await self.knowledge.keep_card(self.source, self.model, card.model_copy(update=facts))
