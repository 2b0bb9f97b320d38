"""Provider rows: the providers a person can choose from, as values; where each one is and how it is called."""

from collections.abc import Mapping
from dataclasses import dataclass

from vaultdesk.errors import UsageError
from vaultdesk.providers.address import Address, anthropic_address, openai_address
from vaultdesk.settings import ProviderKind, ProviderSettings, Settings

VENDORS: Mapping[str, tuple[str, ProviderKind]] = {
    "anthropic": ("Anthropic", "anthropic"),
    "openai": ("OpenAI", "openai"),
}
"""Providers that are listed before anything is set up: name in settings, words for people, kind."""


@dataclass(frozen=True, slots=True)
class ProviderRow:
    """One provider in the list."""

    name: str
    title: str
    settings: ProviderSettings
    host: str
    """For people; empty where the address cannot be used yet."""
    origin: str
    """What its key is bound to; empty likewise."""
    local: bool

    @property
    def wants_key(self) -> bool:
        """Whether it cannot answer without a key: a server of one's own may want none."""
        return self.settings.kind in ("openai", "anthropic")

    @property
    def offline(self) -> bool:
        """Whether it is the assistant without a model."""
        return self.settings.kind == "offline"


def provider_rows(settings: Settings) -> list[ProviderRow]:
    """Return the vendors, then what the person added, then the offline assistant."""
    known = {name: settings.providers.get(name, ProviderSettings(kind=kind)) for name, (_, kind) in VENDORS.items()}
    known |= {
        name: one
        for name, one in settings.providers.items()
        if one.kind in ("openai", "anthropic", "openai-compatible")
    }
    rows = [_row(name, one) for name, one in known.items()]
    rows.append(ProviderRow("offline", "Offline assistant", ProviderSettings(kind="offline"), "", "", local=True))
    return rows


def address_of(settings: ProviderSettings) -> Address:
    """Return where a provider is. Raises `UsageError` where its address is missing or cannot be used."""
    if settings.kind == "openai-compatible" and not settings.base_url.strip():
        raise UsageError("There is no address yet.", hint="Write it like http://localhost:1234/v1.")
    make = anthropic_address if settings.kind == "anthropic" else openai_address
    return make(settings.base_url)


def _row(name: str, settings: ProviderSettings) -> ProviderRow:
    title = settings.name or VENDORS.get(name, (name, ""))[0]
    try:
        address = address_of(settings)
    except UsageError:
        return ProviderRow(name, title, settings, "", "", local=False)
    return ProviderRow(name, title, settings, address.host, address.origin, address.local)


def free_name(settings: Settings) -> str:
    """Return a name for a new provider that no other has."""
    taken = {*settings.providers, *VENDORS, "offline"}
    number = 1
    while (name := "server" if number == 1 else f"server-{number}") in taken:
        number += 1
    return name
