"""The models that can be chosen, what is known of them, and the providers kept open between questions."""

import asyncio
import logging
from contextlib import AsyncExitStack
from dataclasses import dataclass

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import ProviderError, UsageError
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog, ChosenModel
from vaultdesk.providers.known_models import ModelKnowledge, ModelStatus
from vaultdesk.providers.provider import ModelInfo

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Open:
    """A provider that is kept from one question to the next, and what it was put together from."""

    settings: ProviderSettings | None
    keys: int
    chosen: ChosenModel


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One entry of the model picker."""

    label: str
    """`provider/name`, as settings write it."""
    title: str
    """For people: `Anthropic · claude-sonnet-4-5`."""
    local: bool
    """True where nothing leaves this computer."""
    provider: str = ""
    """The provider's name for people, under which its models are grouped."""
    way: ToolMode = "native"
    """How it is given tools."""
    why: str = ""
    """Why so, as one sentence for people."""
    sees: bool | None = None
    """Whether it can be shown pictures; None where nobody says."""
    thinks: bool | None = None
    context: int = 0
    """Tokens of its window; 0 where nobody says."""
    price: str = ""
    """What it costs, in words; empty where nobody says."""


def model_knowledge(places: AppFolders) -> ModelKnowledge:
    """Return what was learned of models: lists may be thrown away with the cache, cards stay with the data."""
    return ModelKnowledge(JsonStore(places.cache / "model-lists.json"), JsonStore(places.data / "model-cards.json"))


class AvailableModels:
    """The models of one open vault."""

    def __init__(
        self, catalog: Catalog, store: SettingsStore, credentials: Credentials, closing: AsyncExitStack
    ) -> None:
        """Providers that were asked are closed with *closing*."""
        self._catalog = catalog
        self._store = store
        self._credentials = credentials
        self._closing = closing
        self._open: dict[str, _Open] = {}

    def choices(self) -> tuple[ModelChoice, ...]:
        """Return the models that can be chosen, from what was learned before: nobody is asked for it."""
        choices: dict[str, ModelChoice] = {}
        named = [f"{name}/{info.id}" for name in self._catalog.names() for info in self._listed(name)]
        for label in (self._store.settings.chat.model, OFFLINE_LABEL, *self._catalog.names(), *named):
            try:
                choice = _choice(self._catalog.standing(label))
            except UsageError:
                continue  # A provider without an address or a model yet; Settings says so.
            choices.setdefault(choice.label, choice)
        return tuple(choices.values())

    async def refresh(self) -> None:
        """Ask each provider whose list is older than a day, and look for servers that run here. Raises nothing."""
        await self._catalog.found()
        async with asyncio.TaskGroup() as asking:
            for name in self._catalog.names():
                asking.create_task(self._refresh_one(name))

    def chosen(self, label: str) -> ChosenModel:
        """Return the provider of the question before, with its connections and what it learned, where nothing changed.

        One that is replaced may still be answering: it is closed with the vault.
        """
        name = label.strip().partition("/")[0]
        settings, keys = self._store.settings.providers.get(name), self._credentials.edition
        held = self._open.get(label)
        if held is not None and (held.settings, held.keys) == (settings, keys):
            return held.chosen
        chosen = self._catalog.provider(label)
        self._closing.push_async_callback(chosen.provider.aclose)
        self._open[label] = _Open(settings, keys, chosen)
        return chosen

    async def _refresh_one(self, name: str) -> None:
        try:
            await self._catalog.models(name)
        except (UsageError, ProviderError) as problem:
            log.info("The models of %s could not be listed: %s", name, problem.title)

    def _listed(self, name: str) -> tuple[ModelInfo, ...]:
        try:
            return self._catalog.listed(name)
        except UsageError:
            return ()


def _choice(standing: ModelStatus) -> ModelChoice:
    info, card = standing.info, standing.card
    seen = card.images if card is not None else None
    offline = standing.label == OFFLINE_LABEL
    return ModelChoice(
        label=standing.label,
        title=standing.title if offline else f"{standing.title} · {standing.model}",
        local=standing.local,
        provider=standing.title,
        way=standing.manner.way,
        why=standing.manner.why,
        sees=seen if seen is not None or info is None else info.images,
        thinks=info.reasoning if info else None,
        context=(info.context if info else 0) or (card.context if card else 0),
        price=standing.price.words if standing.price else "",
    )
