"""Offer to use a model server found on this computer."""

import logging
from collections.abc import Sequence

from vaultdesk.core.errors import ProviderError, UsageError
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.local_servers import LocalServer
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.providers.provider_types import PROVIDER_TYPES, provider_address
from vaultdesk.ui.translation import translator

_tr = translator("ServerOffer")

log = logging.getLogger(__name__)


def new_servers(found: Sequence[LocalServer], settings: Settings) -> tuple[LocalServer, ...]:
    """Return those of *found* without a provider in *settings*."""
    known = {
        _origin(provider.kind, provider.base_url)
        for provider in settings.providers.values()
        if PROVIDER_TYPES[provider.kind].has_address
    }
    return tuple(server for server in found if _origin(server.kind, server.base_url) not in known)


def suggested_model(models: Sequence[ModelInfo]) -> str:
    """Return the default model: one with tools, preferably loaded already; empty if there is none."""
    ranked = sorted(models, key=lambda model: (model.tools is not True, model.tools is False, model.loaded is not True))
    return ranked[0].id if ranked else ""


async def accept_server(
    store: SettingsStore, catalog: Catalog, server: LocalServer, *, use_in_chats: bool = False
) -> str:
    """Add *server* as a provider with a suitable model and return its `name/model`; *use_in_chats* selects it for
    chats.

    The model is empty if the server does not answer any more. Raises `SettingsError`.
    """
    name, provider = _provider(store.settings, server)
    store.change(lambda settings: settings.with_provider(name, provider))
    try:
        model = suggested_model(await catalog.models(name))
    except ProviderError as error:
        log.info("%s was found and does not list its models: %s", server.title, error.title)
        return f"{name}/"
    if model:
        store.change(lambda settings: _with_model(settings, name, model, use_in_chats=use_in_chats))
    return f"{name}/{model}"


def server_offer_text(server: LocalServer) -> str:
    """Return the sentence that offers *server*."""
    if not server.models:
        return _tr("{0} is running on this computer, without a model yet.").format(server.title)
    if server.models == 1:
        return _tr("{0} is running on this computer with 1 model.").format(server.title)
    return _tr("{0} is running on this computer with {1} models.").format(server.title, server.models)


def _provider(settings: Settings, server: LocalServer) -> tuple[str, ProviderSettings]:
    name, number = str(server.kind), 1
    while name in settings.providers:
        number += 1
        name = f"{server.kind}-{number}"
    if _origin(server.kind, server.base_url) == _origin(server.kind, ""):
        return name, ProviderSettings(kind=server.kind)
    return name, ProviderSettings(kind=server.kind, base_url=server.base_url)


def _with_model(settings: Settings, name: str, model: str, *, use_in_chats: bool) -> Settings:
    provider = settings.providers.get(name)
    if provider is None:
        return settings  # removed while its models were fetched
    settings = settings.with_provider(name, provider.model_copy(update={"model": model}))
    if not use_in_chats:
        return settings
    return settings.model_copy(update={"chat": settings.chat.model_copy(update={"model": f"{name}/{model}"})})


def _origin(kind: ProviderKind, base_url: str) -> str:
    try:
        origin = provider_address(kind, base_url).origin
    except UsageError:
        return ""
    # Different names of the same computer.
    return origin.replace("//localhost:", "//127.0.0.1:").replace("//[::1]:", "//127.0.0.1:")
