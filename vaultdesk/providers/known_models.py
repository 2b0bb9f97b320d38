"""Known models: cached model lists and capability cards, and what they imply for one model."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError

from vaultdesk.core.destination import Destination
from vaultdesk.core.feed import Feed
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.providers.capabilities import CapabilityCard, ToolModeChoice, choose_tool_mode
from vaultdesk.providers.gguf.model_files import model_display_name
from vaultdesk.providers.http_connection import proxy_of, run_in_thread
from vaultdesk.providers.provider import ModelInfo, Price
from vaultdesk.providers.provider_factory import provider_title
from vaultdesk.providers.provider_types import DEFAULT_MODEL, PROVIDER_TYPES, model_destination, settings_address
from vaultdesk.providers.self_hosted.reasoning_models import has_reasoning_name
from vaultdesk.providers.self_hosted.small_models import prefers_greedy_decoding
from vaultdesk.providers.tool_emulation.model_adapters import preferred_dialect

MODEL_LIST_LIFETIME = timedelta(days=1)
"""How long a list of models counts as fresh."""


_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""Fetch time of a list of which only single models are known."""


UNKNOWN_SERVER_TYPES: frozenset[ProviderKind] = frozenset({"openai-compatible", "lmstudio", "gguf"})
"""Kinds of providers behind which any server or engine may be, with or without a parser of reasoning."""


class _StoredList(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    fetched: AwareDatetime
    models: tuple[ModelInfo, ...]


_LIST: TypeAdapter[_StoredList] = TypeAdapter(_StoredList)


def utc_now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


class ModelKnowledge:
    """Lists by provider, cards by model. Reading never waits for a network."""

    def __init__(
        self, lists: JsonStore | None = None, cards: JsonStore | None = None, clock: Callable[[], datetime] = utc_now
    ) -> None:
        """*lists* belongs into the cache, *cards* to the data: a refusal is remembered for good."""
        self._lists = lists or JsonStore()
        self._cards = cards or JsonStore()
        self._clock = clock
        self._list_cache: dict[str, _StoredList] = {}
        self._by_id: dict[str, dict[str, ModelInfo]] = {}
        self._card_cache: dict[str, CapabilityCard | None] = {}
        self.changes: Feed[None] = Feed()
        """Published when a list or a card is new."""

    async def load(self) -> None:
        """Read what is kept, off the loop."""
        await run_in_thread(self._lists.load)
        await run_in_thread(self._cards.load)

    def models(self, provider: str) -> tuple[ModelInfo, ...]:
        """Return the models *provider* had when it was last asked, however long ago."""
        kept = self._stored_list(provider)
        return kept.models if kept else ()

    def is_fresh(self, provider: str) -> bool:
        """Tell whether its list is younger than a day."""
        kept = self._stored_list(provider)
        # A list from the future was fetched under a wrong clock.
        return kept is not None and timedelta() <= self._clock() - kept.fetched < MODEL_LIST_LIFETIME

    def info(self, provider: str, model: str) -> ModelInfo | None:
        """Return what the model list of *provider* says about *model*."""
        if provider not in self._by_id:
            self._by_id[provider] = {info.id: info for info in self.models(provider)}
        return self._by_id[provider].get(model)

    async def store_list(self, provider: str, models: tuple[ModelInfo, ...]) -> None:
        """Store a list that just arrived; what it does not say of a model stays as it was known."""
        completed = tuple(info.completed_by(self.info(provider, info.id)) for info in models)
        await self._put_list(provider, _StoredList(fetched=self._clock(), models=completed))

    async def _put_list(self, provider: str, kept: _StoredList) -> None:
        self._list_cache[provider] = kept
        self._by_id.pop(provider, None)
        fact = kept.model_dump(mode="json", exclude_defaults=True)
        await run_in_thread(lambda: self._lists.put(provider, fact))
        self.changes.publish(None)

    async def store_info(self, provider: str, info: ModelInfo) -> None:
        """Store the server's facts about one model, without making its list appear newer.

        What they do not say stays as it was known.
        """
        info = info.completed_by(self.info(provider, info.id))
        kept = self._stored_list(provider) or _StoredList(fetched=_NEVER, models=())
        if self.info(provider, info.id) == info:
            return
        others = (one for one in kept.models if one.id != info.id)
        models = tuple(sorted((*others, info), key=lambda one: one.id))
        await self._put_list(provider, _StoredList(fetched=kept.fetched, models=models))

    def card(self, provider: str, model: str) -> CapabilityCard | None:
        """Return the card of *model*, where it has one."""
        name = f"{provider} {model}"
        if name not in self._card_cache:
            self._card_cache[name] = _read_card(self._cards.get(name))
        return self._card_cache[name]

    async def store_card(self, provider: str, model: str, card: CapabilityCard) -> None:
        """Keep what was learned of *model*."""
        fact = card.model_dump(mode="json", exclude_defaults=True)
        self._card_cache[f"{provider} {model}"] = card
        await run_in_thread(lambda: self._cards.put(f"{provider} {model}", fact))
        self.changes.publish(None)

    def _stored_list(self, provider: str) -> _StoredList | None:
        if provider not in self._list_cache:
            try:
                self._list_cache[provider] = _LIST.validate_python(self._lists.get(provider))
            except ValidationError:
                return None
        return self._list_cache[provider]


def _read_card(fact: JsonValue) -> CapabilityCard | None:
    if fact is None:
        return None
    try:
        return CapabilityCard.model_validate(fact)
    except ValidationError:
        return None  # Damaged by hand: it is learned again.


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """What is known of a model without asking anybody, and how it would be given tools."""

    label: str
    """`name/model`."""
    model: str
    title: Phrase | str
    """How people call its provider."""
    destination: Destination
    """Where questions to it go, as far as that is known without asking."""
    tool_mode: ToolModeChoice
    info: ModelInfo | None
    card: CapabilityCard | None
    price: Price | None = None
    """What it costs, by the person's word or its provider's list."""
    separates_reasoning: bool = True
    """Whether its server is known to send reasoning apart from the text of an answer."""

    @property
    def local(self) -> bool:
        """True where nothing leaves this computer."""
        return self.destination.local

    @property
    def may_reclassify_text(self) -> bool:
        """Whether text of its answers may turn out to be reasoning.

        It did before, the model is of such a family, or nothing is known of its server.
        """
        is_known = self.card is not None and self.card.inline_reasoning
        return is_known or not self.separates_reasoning or has_reasoning_name(self.model)


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
    def title(self) -> Phrase | str:
        """How people call its provider."""
        return provider_title(self.name, self.settings)

    @property
    def knowledge_key(self) -> str:
        """Where it is: what was learned there holds whatever the person calls it."""
        kind = self.settings.kind
        return f"{kind}@{settings_address(self.settings).url}" if PROVIDER_TYPES[kind].has_address else kind

    @property
    def destination(self) -> Destination:
        """Where questions to it go, as far as that is known without asking."""
        info = self.info
        return model_destination(self.title, self.settings, self.model, info.elsewhere if info else "")

    @property
    def local(self) -> bool:
        """True where nothing leaves this computer."""
        return self.destination.local

    @property
    def proxy(self) -> str:
        """The proxy that questions to its provider pass, as `host:port`; empty where they go straight."""
        kind = PROVIDER_TYPES[self.settings.kind]
        return proxy_of(settings_address(self.settings)) if kind.has_address else ""

    @property
    def info(self) -> ModelInfo | None:
        """What its provider's list says of it."""
        return self.knowledge.info(self.knowledge_key, self.model)

    @property
    def card(self) -> CapabilityCard | None:
        """What it showed when it was tried."""
        return self.knowledge.card(self.knowledge_key, self.model)

    @property
    def tool_mode(self) -> ToolModeChoice:
        """How it is given tools."""
        if self.settings.kind == "offline":
            return ToolModeChoice("native", Phrase("It is built in."))
        preferred = preferred_dialect(self.model)
        # Codex's own choice of a model has no name that tells a person anything.
        called_model = f"{self.title}'s own model" if self.model == DEFAULT_MODEL else model_display_name(self.model)
        return choose_tool_mode(self.settings.tools, self.title, called_model, self.info, self.card, preferred)

    @property
    def lacks_vision(self) -> bool:
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
    def status(self) -> ModelStatus:
        """All of it at once."""
        destination, price = self.destination, self.price
        separates = self.settings.kind not in UNKNOWN_SERVER_TYPES
        return ModelStatus(
            self.label, self.model, self.title, destination, self.tool_mode, self.info, self.card, price, separates
        )

    @property
    def prefers_greedy_decoding(self) -> bool:
        """Whether it is a small model that answers best with temperature 0."""
        return prefers_greedy_decoding(self.model, self.info)

    @property
    def has_tools(self) -> bool:
        """Whether it certainly supports native tools: it used them, or its server reports it."""
        card, info = self.card, self.info
        return bool(card is not None and card.native) or bool(info is not None and info.tools)

    async def record_tool_refusal(self) -> ToolModeChoice:
        """Remember that it refused tools, and return how it is given them from now on."""
        if self.card is None or not self.card.lost_tools:
            await self.record_facts(refused=True)
        return self.tool_mode

    async def record_lost_tools(self) -> None:
        """Store that its server drops tools silently."""
        await self.record_facts(lost_tools=True)

    @property
    def lacks_system_role(self) -> bool:
        """Whether it is known to refuse system messages."""
        return self.card is not None and self.card.no_system_role

    async def record_no_system_role(self) -> None:
        """Store that it refused a system message."""
        await self.record_facts(no_system_role=True)

    @property
    def has_inline_reasoning(self) -> bool:
        """Whether text of its answers is known to have turned out to be reasoning."""
        return self.card is not None and self.card.inline_reasoning

    async def record_inline_reasoning(self) -> None:
        """Store that text of its answer turned out to be reasoning."""
        if not self.has_inline_reasoning:
            await self.record_facts(inline_reasoning=True)

    async def record_no_vision(self) -> None:
        """Remember that it refused images."""
        await self.record_facts(images=False)

    async def record_facts(self, **facts: bool) -> None:
        """Put what it just showed on its card."""
        card = self.card or CapabilityCard()
        await self.knowledge.store_card(self.knowledge_key, self.model, card.model_copy(update=facts))
