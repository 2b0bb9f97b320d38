"""The selectable models with their facts, and the providers reused between questions."""

import asyncio
import logging
from contextlib import AsyncExitStack

from msgspec import Struct

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import LedgerFailed, ProviderError, UsageError
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog, ChosenModel
from vaultdesk.providers.gguf.model_files import model_display_name
from vaultdesk.providers.known_models import ModelKnowledge, ModelStatus
from vaultdesk.providers.provider import ModelInfo

log = logging.getLogger(__name__)


class _OpenProvider(Struct, frozen=True):
    """A provider reused for the next question, with the settings it was made from."""

    settings: ProviderSettings | None
    keys: int
    chosen: ChosenModel


class ModelChoice(Struct, frozen=True):
    """One entry of the model picker."""

    label: str
    """`provider/name`, as written in settings."""
    title: Phrase | str
    """Display name: `Anthropic · claude-sonnet-4-5`."""
    local: bool
    """Whether nothing leaves this computer."""
    provider: Phrase | str = ""
    """The provider's display name, under which its models are grouped."""
    tool_mode: ToolMode = "native"
    """How the model is given tools."""
    reason: Phrase = NO_PHRASE
    """The reason for the tool mode, as one sentence for the user."""
    images: bool | None = None
    """Whether it accepts images; None if unknown."""
    reasoning: bool | None = None
    context: int = 0
    """Tokens of its context window; 0 if unknown."""
    price: Phrase | str = ""
    """The price, in words; empty if unknown."""


def model_knowledge(folders: AppFolders) -> ModelKnowledge:
    """Return the cached facts about models: lists are in the cache folder, model cards in the data folder."""
    return ModelKnowledge(JsonStore(folders.cache / "model-lists.json"), JsonStore(folders.data / "model-cards.json"))


class AvailableModels:
    """The models of one open vault."""

    def __init__(
        self, catalog: Catalog, store: SettingsStore, credentials: Credentials, closing: AsyncExitStack
    ) -> None:
        """Used providers are closed with *closing*."""
        self._catalog = catalog
        self._store = store
        self._credentials = credentials
        self._closing = closing
        self._open_providers: dict[str, _OpenProvider] = {}

    def choices(self) -> tuple[ModelChoice, ...]:
        """Return the selectable models, from cached lists; sends no request."""
        choices: dict[str, ModelChoice] = {}
        named = [f"{name}/{info.id}" for name in self._catalog.provider_names() for info in self._cached_models(name)]
        for label in (self._store.settings.chat.model, OFFLINE_LABEL, *self._catalog.provider_names(), *named):
            try:
                choice = _model_choice(self._catalog.model_status(label))
            except UsageError:
                continue  # A provider without an address or a model yet; Settings reports it.
            choices.setdefault(choice.label, choice)
        return tuple(choices.values())

    async def refresh(self) -> None:
        """Request the model list of each provider if it is older than a day, and look for local servers. Raises
        nothing.
        """
        await self._catalog.discover_servers()
        async with asyncio.TaskGroup() as group:
            for name in self._catalog.provider_names():
                group.create_task(self._refresh_one(name))

    def open_model(self, label: str) -> ChosenModel:
        """Return the model, reusing the provider of the previous question with its connections if nothing changed.

        A replaced provider may still be answering: it is closed with the vault.
        """
        name = label.strip().partition("/")[0]
        settings, keys = self._store.settings.providers.get(name), self._credentials.revision
        opened = self._open_providers.get(label)
        if opened is not None and (opened.settings, opened.keys) == (settings, keys):
            return opened.chosen
        chosen = self._catalog.provider(label)
        self._closing.push_async_callback(chosen.provider.aclose)
        self._open_providers[label] = _OpenProvider(settings, keys, chosen)
        return chosen

    async def _refresh_one(self, name: str) -> None:
        try:
            await self._catalog.models(name)
        except (UsageError, ProviderError, LedgerFailed) as problem:
            log.info("The models of %s could not be listed: %s", name, problem.title)

    def _cached_models(self, name: str) -> tuple[ModelInfo, ...]:
        try:
            return self._catalog.cached_models(name)
        except UsageError:
            return ()


def _model_choice(status: ModelStatus) -> ModelChoice:
    info, card = status.info, status.card
    card_images = card.images if card is not None else None
    offline = status.label == OFFLINE_LABEL
    return ModelChoice(
        label=status.label,
        title=status.title if offline else f"{status.title} · {model_display_name(status.model)}",
        local=status.local,
        provider=status.title,
        tool_mode=status.tool_mode.mode,
        reason=status.tool_mode.reason,
        images=card_images if card_images is not None or info is None else info.images,
        reasoning=info.reasoning if info else None,
        context=(info.context if info else 0) or (card.context if card else 0),
        price=status.price.text if status.price else "",
    )
