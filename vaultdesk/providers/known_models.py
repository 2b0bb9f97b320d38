"""Known models: cached model lists and capability cards, what they imply for one model, and their refresh."""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from msgspec import Struct
from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError

from vaultdesk.core.errors import ProviderError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.this_computer import is_local_network
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.capabilities import CapabilityCard, ToolModeChoice, choose_tool_mode
from vaultdesk.providers.gguf.model_files import model_display_name
from vaultdesk.providers.http_connection import proxy_of, run_in_thread
from vaultdesk.providers.provider import ModelInfo, Price
from vaultdesk.providers.provider_factory import TYPES_ASKED_BY_MODEL, TYPES_LISTING_FACTS, provider_title
from vaultdesk.providers.provider_types import DEFAULT_MODEL, PROVIDER_TYPES, model_destination, settings_address
from vaultdesk.providers.self_hosted.small_models import has_reasoning_name, prefers_greedy_decoding
from vaultdesk.providers.tool_emulation.model_adapters import preferred_dialect

log = logging.getLogger(__name__)

MODEL_LIST_LIFETIME = timedelta(days=1)
"""How long a model list is current."""


_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""Fetch time of a list of which only single models are known."""


UNKNOWN_SERVER_TYPES: frozenset[ProviderKind] = frozenset({"openai-compatible", "lmstudio", "gguf"})
"""Kinds of providers with any server or engine, with or without a parser of reasoning."""


class _StoredList(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    fetched: AwareDatetime
    models: tuple[ModelInfo, ...]


_LIST: TypeAdapter[_StoredList] = TypeAdapter(_StoredList)


def utc_now() -> datetime:
    return datetime.now(UTC)


class ModelKnowledge:
    """Model lists by provider, cards by model. Reading does not use the network."""

    def __init__(
        self, lists: JsonStore | None = None, cards: JsonStore | None = None, clock: Callable[[], datetime] = utc_now
    ) -> None:
        """*lists* is in the cache folder, *cards* in the data folder: a refusal is stored permanently."""
        self._lists = lists or JsonStore()
        self._cards = cards or JsonStore()
        self._clock = clock
        self._list_cache: dict[str, _StoredList] = {}
        self._by_id: dict[str, dict[str, ModelInfo]] = {}
        self._card_cache: dict[str, CapabilityCard | None] = {}
        self.changes: Feed[None] = Feed()
        """Published when a list or a card changes."""

    async def load(self) -> None:
        """Read the stored data in a thread."""
        await run_in_thread(self._lists.load)
        await run_in_thread(self._cards.load)

    def models(self, provider: str) -> tuple[ModelInfo, ...]:
        """Return the models of *provider* as last fetched, however long ago."""
        stored = self._stored_list(provider)
        return stored.models if stored else ()

    def is_current(self, provider: str) -> bool:
        """Return whether its list is less than a day old."""
        stored = self._stored_list(provider)
        # A list with a future time was fetched with a wrong clock.
        return stored is not None and timedelta() <= self._clock() - stored.fetched < MODEL_LIST_LIFETIME

    def info(self, provider: str, model: str) -> ModelInfo | None:
        """Return the facts about *model* in the list of *provider*."""
        if provider not in self._by_id:
            self._by_id[provider] = {info.id: info for info in self.models(provider)}
        return self._by_id[provider].get(model)

    async def store_list(self, provider: str, models: tuple[ModelInfo, ...]) -> None:
        """Store a new list; facts of a model that it does not contain are kept."""
        completed = tuple(info.completed_by(self.info(provider, info.id)) for info in models)
        await self._put_list(provider, _StoredList(fetched=self._clock(), models=completed))

    async def _put_list(self, provider: str, stored: _StoredList) -> None:
        self._list_cache[provider] = stored
        self._by_id.pop(provider, None)
        data = stored.model_dump(mode="json", exclude_defaults=True)
        await run_in_thread(lambda: self._lists.put(provider, data))
        self.changes.publish(None)

    async def store_info(self, provider: str, info: ModelInfo) -> None:
        """Store the server's facts about one model, without making its list appear newer.

        Facts that are not reported are kept.
        """
        info = info.completed_by(self.info(provider, info.id))
        stored = self._stored_list(provider) or _StoredList(fetched=_NEVER, models=())
        if self.info(provider, info.id) == info:
            return
        other_models = (other for other in stored.models if other.id != info.id)
        models = tuple(sorted((*other_models, info), key=lambda other: other.id))
        await self._put_list(provider, _StoredList(fetched=stored.fetched, models=models))

    def card(self, provider: str, model: str) -> CapabilityCard | None:
        """Return the card of *model*; None if it has none."""
        name = f"{provider} {model}"
        if name not in self._card_cache:
            self._card_cache[name] = _read_card(self._cards.get(name))
        return self._card_cache[name]

    async def store_card(self, provider: str, model: str, card: CapabilityCard) -> None:
        data = card.model_dump(mode="json", exclude_defaults=True)
        self._card_cache[f"{provider} {model}"] = card
        await run_in_thread(lambda: self._cards.put(f"{provider} {model}", data))
        self.changes.publish(None)

    def _stored_list(self, provider: str) -> _StoredList | None:
        if provider not in self._list_cache:
            try:
                self._list_cache[provider] = _LIST.validate_python(self._lists.get(provider))
            except ValidationError:
                return None
        return self._list_cache[provider]


def _read_card(data: JsonValue) -> CapabilityCard | None:
    if data is None:
        return None
    try:
        return CapabilityCard.model_validate(data)
    except ValidationError:
        return None  # Damaged by hand: it will be collected again.


class ModelStatus(Struct, frozen=True):
    """The facts about a model that are known without a request, and its tool mode."""

    label: str
    """`name/model`."""
    model: str
    title: Phrase | str
    """Display name of its provider."""
    destination: Destination
    """Destination of questions, as far as known without a request."""
    tool_mode: ToolModeChoice
    info: ModelInfo | None
    card: CapabilityCard | None
    price: Price | None = None
    """Price by the user's setting or its provider's list."""
    separates_reasoning: bool = True
    """Whether its server is known to separate reasoning from the text of an answer."""

    @property
    def local(self) -> bool:
        """True if nothing leaves this computer."""
        return self.destination.local

    @property
    def may_reclassify_text(self) -> bool:
        """Whether text of its answers may turn out to be reasoning.

        True if it did before, if the model is of such a family, or if nothing is known of its server.
        """
        is_known = self.card is not None and self.card.inline_reasoning
        return is_known or not self.separates_reasoning or has_reasoning_name(self.model)


class KnownModel(Struct, frozen=True):
    """A model with its provider's settings. An empty model means the provider alone."""

    name: str
    settings: ProviderSettings
    model: str
    knowledge: ModelKnowledge

    @property
    def label(self) -> str:
        """`name/model`, as displayed and in settings."""
        return f"{self.name}/{self.model}"

    @property
    def title(self) -> Phrase | str:
        """Display name of its provider."""
        return provider_title(self.name, self.settings)

    @property
    def knowledge_key(self) -> str:
        """Key of stored facts: the location of the server, so that it is independent of the provider's name."""
        kind = self.settings.kind
        return f"{kind}@{settings_address(self.settings).url}" if PROVIDER_TYPES[kind].has_address else kind

    @property
    def destination(self) -> Destination:
        """Destination of questions, as far as known without a request."""
        info = self.info
        return model_destination(self.title, self.settings, self.model, info.elsewhere if info else "")

    @property
    def local(self) -> bool:
        """True if nothing leaves this computer."""
        return self.destination.local

    @property
    def has_self_hosted_server(self) -> bool:
        """Whether its server is on this computer or the local network, also if that forwards questions."""
        kind = PROVIDER_TYPES[self.settings.kind]
        return kind.has_address and is_local_network(urlsplit(settings_address(self.settings).url).hostname or "")

    @property
    def proxy(self) -> str:
        """The proxy for requests to its provider, as `host:port`; empty for direct connections."""
        kind = PROVIDER_TYPES[self.settings.kind]
        return proxy_of(settings_address(self.settings)) if kind.has_address else ""

    @property
    def info(self) -> ModelInfo | None:
        """The facts in its provider's list."""
        return self.knowledge.info(self.knowledge_key, self.model)

    @property
    def card(self) -> CapabilityCard | None:
        """The results of its probe."""
        return self.knowledge.card(self.knowledge_key, self.model)

    @property
    def tool_mode(self) -> ToolModeChoice:
        """How it is given tools."""
        if self.settings.kind == "offline":
            return ToolModeChoice("native", Phrase("It is built in."))
        preferred = preferred_dialect(self.model)
        # Codex's default model has no meaningful name.
        own_model = Phrase("{0}'s own model", self.title)
        model_name = own_model if self.model == DEFAULT_MODEL else model_display_name(self.model)
        return choose_tool_mode(self.settings.tools, self.title, model_name, self.info, self.card, preferred)

    @property
    def lacks_vision(self) -> bool:
        """True if it is known not to accept images."""
        card, info = self.card, self.info
        if card is not None and card.images is not None:
            return not card.images
        return info is not None and info.images is False

    @property
    def price(self) -> Price | None:
        """Price by the user's setting or its provider's list."""
        setting, info = self.settings.prices.get(self.model), self.info
        if setting is not None:
            return Price(setting.input, setting.output)
        return info.price if info else None

    @property
    def status(self) -> ModelStatus:
        """All facts together."""
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
        """Store that it refused tools, and return its new tool mode."""
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
        """Store that it refused images."""
        await self.record_facts(images=False)

    async def record_facts(self, **facts: bool) -> None:
        """Store *facts* on its card."""
        card = self.card or CapabilityCard()
        await self.knowledge.store_card(self.knowledge_key, self.model, card.model_copy(update=facts))


LOOKUP_TIMEOUT = 5.0
"""Seconds a question waits for its provider's list, if that reports the model's capabilities."""

LOOKUP_INTERVAL = 300.0
"""Seconds until a list that could not be fetched is requested again, so that not every question waits."""

FACTS_LIFETIME = 300.0
"""Seconds for which a self-hosted server's facts about a model are used. It may be restarted with other settings."""

FACTS_INTERVAL = 15.0
"""Seconds until the next request for them if the server did not answer, or has not loaded the model yet."""


class FactsRefresh:
    """Refreshes the facts about a model before a question, if they may be outdated.

    Errors of servers are logged, because the question itself reports them; the facts then stay as they are.
    """

    def __init__(
        self,
        knowledge: ModelKnowledge,
        request_facts: Callable[[KnownModel], Awaitable[ModelInfo | None]],
        request_list: Callable[[str], Awaitable[object]],
    ) -> None:
        """*request_facts* returns the facts about one model from its server or file, *request_list* fetches and stores
        the models of a provider by its name. Both raise `ProviderError`.
        """
        self._knowledge = knowledge
        self._request_facts = request_facts
        self._request_list = request_list
        self._failed_lists: dict[str, float] = {}
        """Monotonic time of the last failed request for a list, by provider key."""
        self._facts_requested: dict[tuple[str, str], float] = {}
        """Monotonic time of the last request about a model, by provider key and model."""
        self._facts_locks: defaultdict[tuple[str, str], asyncio.Lock] = defaultdict(asyncio.Lock)

    async def refresh(self, model: KnownModel) -> None:
        """Refresh the facts about *model* from its server if that reports single models, else from the list."""
        kind = model.settings.kind
        if kind == "gguf":
            # The file may have been replaced, or be in no list.
            await self._store_facts(model)
        # The list of a vendor is long, and its facts do not depend on settings of the server.
        elif kind in TYPES_ASKED_BY_MODEL and (model.has_self_hosted_server or kind not in TYPES_LISTING_FACTS):
            await self._refresh_model(model)
        elif kind in TYPES_LISTING_FACTS:
            await self._refresh_list(model)

    async def _refresh_model(self, model: KnownModel) -> None:
        key = (model.knowledge_key, model.model)
        async with self._facts_locks[key]:
            info, age = model.info, time.monotonic() - self._facts_requested.get(key, float("-inf"))
            is_settled = info is not None and info.loaded is not False
            if age >= (FACTS_LIFETIME if is_settled else FACTS_INTERVAL):
                self._facts_requested[key] = time.monotonic()
                await self._store_facts(model)

    async def _store_facts(self, model: KnownModel) -> None:
        try:
            facts = await self._request_facts(model)
        except ProviderError as error:
            log.info("%s could not be asked about its model: %s", model.name, error)
            return
        if facts is not None:
            await self._knowledge.store_info(model.knowledge_key, facts)

    async def _refresh_list(self, model: KnownModel) -> None:
        key = model.knowledge_key
        if self._knowledge.is_current(key):
            return
        if time.monotonic() - self._failed_lists.get(key, float("-inf")) < LOOKUP_INTERVAL:
            return
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT):
                await self._request_list(model.name)
        except (ProviderError, TimeoutError) as error:
            self._failed_lists[key] = time.monotonic()
            log.info("The models of %s could not be listed: %s", model.name, error)
