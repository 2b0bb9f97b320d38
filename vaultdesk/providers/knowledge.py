"""Knowledge: what was learned of models: the lists of their providers for a day, their capability cards for good."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError

from vaultdesk.core.feed import Feed
from vaultdesk.core.json_store import JsonStore
from vaultdesk.providers.capabilities import CapabilityCard
from vaultdesk.providers.connection import in_thread
from vaultdesk.providers.provider import ModelInfo

LIST_LIFE = timedelta(days=1)
"""How long a list of models counts as fresh."""


class _KeptList(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    fetched: AwareDatetime
    models: tuple[ModelInfo, ...]


_LIST: TypeAdapter[_KeptList] = TypeAdapter(_KeptList)


def now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


class ModelKnowledge:
    """Lists by provider, cards by model. Reading never waits for a network."""

    def __init__(
        self, lists: JsonStore | None = None, cards: JsonStore | None = None, clock: Callable[[], datetime] = now
    ) -> None:
        """*lists* belongs into the cache, *cards* to the data: a refusal is remembered for good."""
        self._lists = lists or JsonStore()
        self._cards = cards or JsonStore()
        self._clock = clock
        self._read: dict[str, _KeptList] = {}
        self._by_id: dict[str, dict[str, ModelInfo]] = {}
        self._seen: dict[str, CapabilityCard | None] = {}
        self.changes: Feed[None] = Feed()
        """Published when a list or a card is new."""

    async def load(self) -> None:
        """Read what is kept, off the loop."""
        await in_thread(self._lists.load)
        await in_thread(self._cards.load)

    def listed(self, provider: str) -> tuple[ModelInfo, ...]:
        """Return the models *provider* had when it was last asked, however long ago."""
        kept = self._kept_list(provider)
        return kept.models if kept else ()

    def is_fresh(self, provider: str) -> bool:
        """Tell whether its list is younger than a day."""
        kept = self._kept_list(provider)
        # A list from the future was fetched under a wrong clock.
        return kept is not None and timedelta() <= self._clock() - kept.fetched < LIST_LIFE

    def info(self, provider: str, model: str) -> ModelInfo | None:
        """Return what the list of *provider* tells of *model*."""
        if provider not in self._by_id:
            self._by_id[provider] = {info.id: info for info in self.listed(provider)}
        return self._by_id[provider].get(model)

    async def keep_list(self, provider: str, models: tuple[ModelInfo, ...]) -> None:
        """Keep a list that just came."""
        kept = self._read[provider] = _KeptList(fetched=self._clock(), models=models)
        self._by_id.pop(provider, None)
        fact = kept.model_dump(mode="json", exclude_defaults=True)
        await in_thread(lambda: self._lists.put(provider, fact))
        self.changes.publish(None)

    def card(self, provider: str, model: str) -> CapabilityCard | None:
        """Return the card of *model*, where it has one."""
        name = f"{provider} {model}"
        if name not in self._seen:
            self._seen[name] = _read_card(self._cards.get(name))
        return self._seen[name]

    async def keep_card(self, provider: str, model: str, card: CapabilityCard) -> None:
        """Keep what was learned of *model*."""
        fact = card.model_dump(mode="json", exclude_defaults=True)
        self._seen[f"{provider} {model}"] = card
        await in_thread(lambda: self._cards.put(f"{provider} {model}", fact))
        self.changes.publish(None)

    def _kept_list(self, provider: str) -> _KeptList | None:
        if provider not in self._read:
            try:
                self._read[provider] = _LIST.validate_python(self._lists.get(provider))
            except ValidationError:
                return None
        return self._read[provider]


def _read_card(fact: JsonValue) -> CapabilityCard | None:
    if fact is None:
        return None
    try:
        return CapabilityCard.model_validate(fact)
    except ValidationError:
        return None  # Damaged by hand: it is learned again.
