"""The embedder chosen in the settings, applied to semantic search when the settings change."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.errors import EmbeddingFailed, VaultDeskError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.settings.settings_schema import EmbeddingSettings, PrivacyRule, ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.values import replace
from vaultdesk.index.embeddings.embedder import BUNDLED_MODEL, Embedder, local_model
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.throttle import ThrottleOptions

if TYPE_CHECKING:
    from vaultdesk.workspace.opened_vault import OpenedVault

BUILT_IN, OFF = "built-in", "off"
"""Values of `meaning.model` other than PROVIDER/MODEL."""

ServedEmbedder = Callable[[str], Embedder]
"""The embedding model of a server by its label PROVIDER/MODEL. Raises `VaultDeskError` if there is none."""


def builtin_model_folder() -> Path:
    """Return the folder of the bundled model."""
    return resource_path(*BUNDLED_MODEL)


def no_served_embedder(label: str) -> Embedder:
    """Raise an error for any label: there are no servers."""
    raise EmbeddingFailed(
        Phrase("{0} does not provide embeddings", label),
        hint=Phrase("Choose another model for search by meaning."),
        absent=True,
    )


def embedder_for(
    model: str, served: ServedEmbedder = no_served_embedder, folder: Path | None = None
) -> Embedder | None:
    """Return the embedder for a setting; None: switched off. Raises `VaultDeskError` if it is not available."""
    if model == OFF:
        return None
    return local_model(folder or builtin_model_folder()) if model == BUILT_IN else served(model)


class EmbedderSettings:
    """The settings used by `EmbeddingIndex`."""

    def __init__(self, settings: Callable[[], EmbeddingSettings], served: ServedEmbedder = no_served_embedder) -> None:
        self._settings = settings
        self._served = served

    def configured(self) -> Embedder | None:
        """Return the currently selected embedder. Raises `EmbeddingFailed`."""
        try:
            return embedder_for(self._settings().model, self._served)
        except EmbeddingFailed:
            raise
        except VaultDeskError as problem:
            # An unknown provider, or one that is switched off: a retry will not help.
            raise EmbeddingFailed(problem.title, hint=problem.hint, absent=True) from problem

    def by_name(self, name: str) -> Embedder | None:
        """Return the previously used embedder with this name; None if it is no longer available."""
        # A server's model is called LABEL@HOST; it is another one if that provider has a new address.
        for model in (BUILT_IN, name.rpartition("@")[0]):
            try:
                found = embedder_for(model, self._served) if model else None
            except VaultDeskError:
                continue
            if found is not None and found.name == name:
                return found
        return None

    def throttle_options(self) -> ThrottleOptions:
        """Return when background embedding has to wait."""
        settings = self._settings()
        return ThrottleOptions(settings.paused, settings.on_battery)


@asynccontextmanager
async def opened_embeddings(opened: "OpenedVault", store: SettingsStore) -> AsyncIterator[EmbeddingIndex]:
    """Open semantic search for one command on a vault without its workspace.

    Only a model on this computer is used, because requests to servers are recorded by the workspace. It also works on
    battery, since the user started the command.
    """
    settings = EmbedderSettings(lambda: store.settings.meaning, _only_in_workspace)
    async with EmbeddingIndex(
        opened.index,
        opened.indexer,
        settings.configured,
        settings.by_name,
        lambda: replace(settings.throttle_options(), on_battery=True),
        single_query=True,
    ) as embedding_index:
        yield embedding_index


def _only_in_workspace(label: str) -> Embedder:
    raise EmbeddingFailed(Phrase("Embeddings of {0} are computed only while the window is open", label), absent=True)


class EmbeddingFollower:
    """Applies changes of the embedding settings to the index."""

    def __init__(self, embedding_index: EmbeddingIndex, store: SettingsStore, root: Path) -> None:
        self._embedding_index = embedding_index
        self._store = store
        self._root = root

    async def follow(self) -> None:
        """Run until cancelled."""
        with self._store.changes.subscribe() as changes:
            chosen, rules = self._embedder_settings, self._privacy_settings
            async for _ in changes:
                if self._embedder_settings != chosen:
                    chosen = self._embedder_settings
                    self._embedding_index.settings_changed()
                if self._privacy_settings != rules:
                    rules = self._privacy_settings
                    self._embedding_index.privacy_rules_changed()

    @property
    def _embedder_settings(self) -> tuple[EmbeddingSettings, ProviderSettings | None]:
        settings = self._store.settings
        return settings.meaning, settings.providers.get(settings.meaning.model.partition("/")[0])

    @property
    def _privacy_settings(self) -> tuple[tuple[PrivacyRule, ...], str]:
        vault = self._store.settings.vault_settings(self._root)
        return vault.privacy, vault.comments
