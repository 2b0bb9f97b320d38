"""Providers as list entries: configured ones, vendors without a key, and remote ones."""

from dataclasses import dataclass

from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.provider_factory import provider_title
from vaultdesk.providers.provider_types import (
    PROVIDER_TYPES,
    ProviderType,
    model_destination,
    provider_destination,
    settings_address,
)
from vaultdesk.ui.translation import translate


@dataclass(frozen=True, slots=True)
class ProviderRow:
    """One provider in the list."""

    name: str
    title: str
    settings: ProviderSettings
    host: str
    """Display text; empty without a usable address."""
    origin: str
    """Origin to which its key is bound; empty without a usable address."""
    local: bool
    configured: bool = True
    """Whether it is in the settings; false for a vendor without a key."""

    @property
    def kind(self) -> ProviderType:
        """Properties of its provider type."""
        return PROVIDER_TYPES[self.settings.kind]

    @property
    def wants_key(self) -> bool:
        """Whether it requires a key: a self-hosted server may not."""
        return self.kind.requires_key

    @property
    def api_key_env(self) -> str:
        """Environment variable set by the user for its key."""
        return self.settings.api_key_env

    @property
    def offline(self) -> bool:
        """Whether it is the assistant without a model."""
        return self.settings.kind == "offline"

    @property
    def ready(self) -> bool:
        """Whether its address is usable."""
        return bool(self.origin) or not self.kind.has_address


def provider_rows(settings: Settings) -> list[ProviderRow]:
    """Return the configured providers, then vendors without a key, then the offline assistant."""
    known = {name: one for name, one in settings.providers.items() if one.kind != "offline"}
    rows = [_row(name, one, configured=True) for name, one in known.items()]
    waiting = [kind.kind for kind in PROVIDER_TYPES.values() if kind.requires_key and kind.kind not in known]
    rows += [_row(kind, ProviderSettings(kind=kind), configured=False) for kind in waiting]
    rows.append(_row("offline", ProviderSettings(kind="offline"), configured=False))
    return rows


def new_provider(settings: Settings, kind: ProviderKind) -> tuple[str, ProviderSettings]:
    """Return a new provider of *kind* with a unique name, to be completed by the user."""
    stem = "server" if kind == "openai-compatible" else kind
    taken = {*settings.providers, "offline"}
    number = 1
    while (name := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    title = "My server" if kind == "openai-compatible" else PROVIDER_TYPES[kind].title
    shown = title if number == 1 else f"{title} {number}"
    # The first provider of a vendor has the vendor's name, which is not stored in the settings.
    return name, ProviderSettings(kind=kind, name="" if name == kind else str(shown))


def _row(name: str, settings: ProviderSettings, *, configured: bool) -> ProviderRow:
    title, kind = translate(provider_title(name, settings)), PROVIDER_TYPES[settings.kind]
    try:
        destination = provider_destination(title, settings)
        origin = settings_address(settings).origin if kind.has_address else ""
    except UsageError:
        return ProviderRow(name, title, settings, "", "", False, configured)
    return ProviderRow(name, title, settings, destination.host, origin, destination.local, configured)


LOCAL_MODEL_DESTINATION = Destination("this computer", "", local=True)
"""Destination of a model from which no data leaves the computer."""

UNKNOWN_HOST = "elsewhere.invalid"
"""Replaces the host of a provider that is unknown or has no address yet: no rule names it."""


@dataclass(frozen=True, slots=True)
class RemoteProvider:
    """A provider that notes may be sent to."""

    title: str
    host: str


def remote_providers(settings: Settings) -> tuple[RemoteProvider, ...]:
    """Return the configured providers to which notes would leave this computer."""
    rows = [row for row in provider_rows(settings) if row.configured and not row.local and row.host]
    return tuple({row.host: RemoteProvider(row.title, row.host) for row in rows}.values())


class ModelLocations:
    """Destinations of models according to the current settings, for the reach page."""

    def __init__(self, store: SettingsStore) -> None:
        self._store = store

    def all(self) -> tuple[Destination, ...]:
        """Return this computer, and each provider to which notes would leave it."""
        there = remote_providers(self._store.settings)
        return (LOCAL_MODEL_DESTINATION, *(Destination(one.title, one.host, local=False) for one in there))

    def of(self, model: str) -> Destination:
        """Return the destination of *model*, `provider/name`; a remote one if unknown."""
        name = model.partition("/")[0]
        row = next((row for row in provider_rows(self._store.settings) if row.name == name), None)
        if row is None or not (row.host or row.local):
            return Destination(row.title if row is not None else name, UNKNOWN_HOST, local=False)
        found = model_destination(row.title, row.settings, model.partition("/")[2] or row.settings.model)
        return LOCAL_MODEL_DESTINATION if found.local else found
