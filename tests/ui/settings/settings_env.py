"""The objects a settings page needs: a real store, credentials over an in-memory keyring, and a real catalog."""

import functools
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec

from tests.support.keyrings import TRUSTED_HERE, MemoryKeyring
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.http_connection import Timeouts
from vaultdesk.providers.local_servers import LocalServer
from vaultdesk.ui.bridge import cancel_all
from vaultdesk.ui.settings.provider_list import ProviderRow, provider_rows
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.widgets.banner import Banner

P = ParamSpec("P")


def on_settings_loop(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """Run *test* on a Qt loop and cancel its remaining tasks: a page queries the keyring in the background."""

    @functools.wraps(test)
    async def run_and_cancel(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            await test(*args, **kwargs)
        finally:
            await cancel_all()

    return on_qt_loop(run_and_cancel)


class IsolatedCatalog(Catalog):
    """A real catalog that discovers only the servers a test starts."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.running: tuple[LocalServer, ...] = ()

    async def discover_servers(self) -> tuple[LocalServer, ...]:
        return self.running


@dataclass
class SettingsEnv:
    """The objects a settings page needs, and helpers for them."""

    store: SettingsStore
    keyring: MemoryKeyring
    credentials: Credentials
    catalog: IsolatedCatalog

    def add_server(self, url: str, *, name: str = "server", kind: str = "openai-compatible") -> ProviderRow:
        """Add a provider at *url* and return its row."""
        provider = ProviderSettings.model_validate({"kind": kind, "base_url": url, "name": "My server"})
        self.store.change(lambda settings: settings.with_provider(name, provider))
        return self.row(name)

    def row(self, name: str) -> ProviderRow:
        """Return the row of the provider *name*."""
        return next(row for row in provider_rows(self.store.settings) if row.name == name)

    def writer(self) -> SettingsWriter:
        """Return a settings writer whose banner is not shown."""
        return SettingsWriter(self.store, Banner("danger", ""))


def settings_env(folder: Path, environment: dict[str, str] | None = None) -> SettingsEnv:
    """Return an environment whose settings are in *folder* and whose API keys are read from *environment*."""
    store = SettingsStore(folder / "settings.toml")
    store.load()
    keyring = MemoryKeyring()
    credentials = Credentials(environment or {}, lambda: keyring, TRUSTED_HERE)
    catalog = IsolatedCatalog(
        store,
        credentials,
        lambda provider, _label: provider,
        environment=environment or {},
        timeouts=Timeouts(connect=2.0, idle=2.0),
    )
    return SettingsEnv(store, keyring, credentials, catalog)
