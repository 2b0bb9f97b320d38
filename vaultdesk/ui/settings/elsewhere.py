"""Elsewhere: the providers to which notes would leave this computer, as the person set them up. Asks nobody."""

from dataclasses import dataclass

from vaultdesk.core.destination import Destination
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.provider_rows import provider_rows

HERE = Destination("this computer", "", local=True)
"""Where a model runs from which nothing leaves."""

UNKNOWN_HOST = "elsewhere.invalid"
"""Stands for the host of a provider that leaves this computer by another program: no rule names it."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A provider that notes may be sent to."""

    title: str
    host: str


def providers_elsewhere(settings: Settings) -> tuple[Elsewhere, ...]:
    """Return the providers that are set up and to which notes would leave this computer."""
    rows = [row for row in provider_rows(settings) if row.configured and not row.local and row.host]
    return tuple({row.host: Elsewhere(row.title, row.host) for row in rows}.values())


class ModelPlaces:
    """Where models run, as the settings say at the moment; the reach page asks it."""

    def __init__(self, store: SettingsStore) -> None:
        self._store = store

    def all(self) -> tuple[Destination, ...]:
        """Return this computer, and each provider to which notes would leave it."""
        there = providers_elsewhere(self._store.settings)
        return (HERE, *(Destination(one.title, one.host, local=False) for one in there))

    def of(self, model: str) -> Destination:
        """Return where *model*, `provider/name`, runs; elsewhere where nobody knows."""
        name = model.partition("/")[0]
        row = next((row for row in provider_rows(self._store.settings) if row.name == name), None)
        if row is None:
            return Destination(name, UNKNOWN_HOST, local=False)
        return HERE if row.local else Destination(row.title, row.host or UNKNOWN_HOST, local=False)
