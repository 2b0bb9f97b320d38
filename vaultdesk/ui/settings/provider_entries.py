"""Providers as list entries: configured ones, vendors without a key, and those that run elsewhere."""

from dataclasses import dataclass

from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
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
    """For people; empty where it has no address, or none that can be used yet."""
    origin: str
    """What its key is bound to; empty likewise."""
    local: bool
    configured: bool = True
    """Whether the settings name it; a vendor that only waits for its key is not."""

    @property
    def kind(self) -> ProviderType:
        """What holds for all of its kind."""
        return PROVIDER_TYPES[self.settings.kind]

    @property
    def wants_key(self) -> bool:
        """Whether it cannot answer without a key: a server of one's own may want none."""
        return self.kind.requires_key

    @property
    def api_key_env(self) -> str:
        """The environment variable that the person named for its key."""
        return self.settings.api_key_env

    @property
    def offline(self) -> bool:
        """Whether it is the assistant without a model."""
        return self.settings.kind == "offline"

    @property
    def ready(self) -> bool:
        """Whether it can be asked, as far as its address goes."""
        return bool(self.origin) or not self.kind.has_address


def provider_rows(settings: Settings) -> list[ProviderRow]:
    """Return what is set up, then the vendors that wait for a key, then the offline assistant."""
    known = {name: one for name, one in settings.providers.items() if one.kind != "offline"}
    rows = [_row(name, one, configured=True) for name, one in known.items()]
    waiting = [kind.kind for kind in PROVIDER_TYPES.values() if kind.requires_key and kind.kind not in known]
    rows += [_row(kind, ProviderSettings(kind=kind), configured=False) for kind in waiting]
    rows.append(_row("offline", ProviderSettings(kind="offline"), configured=False))
    return rows


def new_provider(settings: Settings, kind: ProviderKind) -> tuple[str, ProviderSettings]:
    """Return a provider of *kind* to be filled in, under a name that no other has."""
    stem = "server" if kind == "openai-compatible" else kind
    taken = {*settings.providers, "offline"}
    number = 1
    while (name := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    title = "My server" if kind == "openai-compatible" else PROVIDER_TYPES[kind].title
    shown = title if number == 1 else f"{title} {number}"
    # The first of a vendor is called as the vendor is, without a word in the settings.
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
"""Where a model runs from which nothing leaves."""

UNKNOWN_HOST = "elsewhere.invalid"
"""Stands for the host of a provider that is not known, or has no address yet: no rule names it."""


@dataclass(frozen=True, slots=True)
class RemoteProvider:
    """A provider that notes may be sent to."""

    title: str
    host: str


def remote_providers(settings: Settings) -> tuple[RemoteProvider, ...]:
    """Return the providers that are set up and to which notes would leave this computer."""
    rows = [row for row in provider_rows(settings) if row.configured and not row.local and row.host]
    return tuple({row.host: RemoteProvider(row.title, row.host) for row in rows}.values())


class ModelLocations:
    """Where models run, as the settings say at the moment; the reach page asks it."""

    def __init__(self, store: SettingsStore) -> None:
        self._store = store

    def all(self) -> tuple[Destination, ...]:
        """Return this computer, and each provider to which notes would leave it."""
        there = remote_providers(self._store.settings)
        return (LOCAL_MODEL_DESTINATION, *(Destination(one.title, one.host, local=False) for one in there))

    def of(self, model: str) -> Destination:
        """Return where *model*, `provider/name`, runs; elsewhere where nobody knows."""
        name = model.partition("/")[0]
        row = next((row for row in provider_rows(self._store.settings) if row.name == name), None)
        if row is None or not (row.host or row.local):
            return Destination(row.title if row is not None else name, UNKNOWN_HOST, local=False)
        found = model_destination(row.title, row.settings, model.partition("/")[2] or row.settings.model)
        return LOCAL_MODEL_DESTINATION if found.local else found
