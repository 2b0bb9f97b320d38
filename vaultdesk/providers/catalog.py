"""Catalog: the one place where providers are put together. No provider that leaves this computer lacks the gate.

Importing this imports no vendor's SDK: `--version` and `search` must not wait for one (CONTRACTS, Command line).
"""

import difflib
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vaultdesk.credentials import USUAL_VARIABLES, Credentials, NoKey
from vaultdesk.errors import ProviderError, ProviderRefused, UsageError, VaultDeskError
from vaultdesk.providers.address import Address, anthropic_address, openai_address
from vaultdesk.providers.connection import PATIENCE, Patience
from vaultdesk.providers.offline import OfflineAssistant
from vaultdesk.providers.provider import ModelInfo, Provider
from vaultdesk.providers.retry import Retrying
from vaultdesk.providers.sdk_provider import Endpoint
from vaultdesk.settings import ProviderKind, ProviderSettings, SettingsStore

OFFLINE_LABEL = "offline/offline"
"""Who answers until a model is chosen."""

Gate = Callable[[Provider, str], Provider]
"""Wraps a provider that leaves this computer, so that note text passes the privacy rules; given its `name/model`."""

_BUILT_IN: Mapping[str, ProviderSettings] = {
    "offline": ProviderSettings(kind="offline", model="offline"),
    "openai": ProviderSettings(kind="openai"),
    "anthropic": ProviderSettings(kind="anthropic"),
}
"""What can be asked for by name without a word in the settings; those of settings come before them."""

_TITLES: Mapping[str, str] = {"openai": "OpenAI", "anthropic": "Anthropic", "offline": "Offline assistant"}

BUILT_KINDS: tuple[ProviderKind, ...] = ("offline", "openai", "anthropic", "openai-compatible")
"""The kinds this version can ask; settings may name others."""


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """A model ready to be asked."""

    provider: Provider
    model: str
    """The provider's own id, for `ModelRequest.model`."""
    label: str
    """`name/model`, as people and settings write it."""


@dataclass(frozen=True, slots=True)
class KeyTest:
    """What a key test came to."""

    ok: bool
    seconds: float
    models: tuple[ModelInfo, ...]
    message: str
    """One line for people."""


class Catalog:
    """Every provider there is, by name."""

    def __init__(
        self,
        store: SettingsStore,
        credentials: Credentials,
        gate: Gate,
        *,
        environment: Mapping[str, str] = os.environ,
        patience: Patience = PATIENCE,
    ) -> None:
        self._store = store
        self._credentials = credentials
        self._gate = gate
        self._environment = environment
        self._patience = patience

    @property
    def offline(self) -> ChosenModel:
        """The assistant without a model; always there."""
        return self.provider(OFFLINE_LABEL)

    def names(self) -> tuple[str, ...]:
        """Return the names to choose from: the offline assistant, those of the settings, and vendors with a key set.

        A name whose kind this version cannot ask is left out. A key in the keyring alone is not looked for here: it
        may take its time to answer. Its provider can still be asked for by name.
        """
        configured = [name for name, one in self._store.settings.providers.items() if one.kind in BUILT_KINDS]
        usual = {variable for variable in USUAL_VARIABLES.values() if self._environment.get(variable, "").strip()}
        with_key = [name for name in ("openai", "anthropic") if f"{name.upper()}_API_KEY" in usual]
        return tuple(dict.fromkeys(["offline", *configured, *with_key]))

    def title(self, name: str) -> str:
        """Return how people call the provider *name*. Raises `UsageError` for an unknown one."""
        return self._settings(name).name or _TITLES.get(name, name)

    def provider(self, label: str) -> ChosenModel:
        """Return the model *label*: `name/model`, or a name whose model the settings say. Raises `UsageError`.

        Opens no connection and asks for no key. Whoever holds the result closes its provider.
        """
        name, _, model = label.strip().partition("/")
        settings = self._settings(name)
        model = model or settings.model
        if not model:
            raise UsageError(
                f"No model of {name} is chosen", hint=f"Write it as {name}/MODEL, or choose one in Settings."
            )
        return ChosenModel(self._ready(name, settings, f"{name}/{model}"), model, f"{name}/{model}")

    async def test(self, name: str) -> KeyTest:
        """Ask *name* for its models: proves key and address, sends no note text. Never raises for the world's doing."""
        began = time.monotonic()
        try:
            provider = Retrying(self._bare(name, self._settings(name)), delays=())
        except UsageError as error:
            return KeyTest(False, 0.0, (), _told(error))
        try:
            models = await provider.models()
        except ProviderError as error:
            return KeyTest(False, time.monotonic() - began, (), _told(error))
        finally:
            await provider.aclose()
        seconds = time.monotonic() - began
        count = "1 model" if len(models) == 1 else f"{len(models)} models"
        return KeyTest(True, seconds, models, f"{self.title(name)} answered in {seconds:.1f} s and offers {count}.")

    async def models(self, name: str) -> tuple[ModelInfo, ...]:
        """Return the models *name* offers. Raises `UsageError` and `ProviderError`."""
        provider = self._bare(name, self._settings(name))
        try:
            return await provider.models()
        finally:
            await provider.aclose()

    def _settings(self, name: str) -> ProviderSettings:
        settings = self._store.settings.providers.get(name) or _BUILT_IN.get(name)
        if settings is None:
            known = self.names()
            near = difflib.get_close_matches(name, known, n=1)
            meant = f"Did you mean {near[0]}? " if near else ""
            raise UsageError(f"There is no provider {name!r}", hint=f"{meant}There are: {', '.join(known)}.")
        if settings.kind not in BUILT_KINDS:
            raise UsageError(
                f"Providers of the kind {settings.kind} cannot be asked by this version",
                hint='Many servers also speak OpenAI\'s protocol: set kind = "openai-compatible" and their address.',
            )
        if settings.kind == "openai-compatible" and not settings.base_url.strip():
            raise UsageError(
                f"The provider {name} has no address", hint="Set its base_url, like http://localhost:8080/v1."
            )
        return settings

    def _ready(self, name: str, settings: ProviderSettings, label: str) -> Provider:
        bare = self._bare(name, settings)
        if settings.kind == "offline":
            return bare
        retrying = Retrying(bare)
        # The gate stands outside: it asks the person and writes its record once, however often we have to ask.
        return retrying if bare.destination.local else self._gate(retrying, label)

    def _bare(self, name: str, settings: ProviderSettings) -> Provider:
        if settings.kind == "offline":
            return OfflineAssistant()
        messages = settings.kind == "anthropic"
        address = anthropic_address(settings.base_url) if messages else openai_address(settings.base_url)
        vendor = address.origin in USUAL_VARIABLES
        endpoint = Endpoint(
            name=settings.name or _TITLES.get(name, name),
            address=address,
            key=lambda: self._key(name, settings, address, wanted=vendor),
            vendor=vendor,
            patience=self._patience,
        )
        if messages:
            from vaultdesk.providers.anthropic import AnthropicMessages

            return AnthropicMessages(endpoint)
        from vaultdesk.providers.openai_chat import OpenAIChat

        return OpenAIChat(endpoint)

    def _key(self, name: str, settings: ProviderSettings, address: Address, *, wanted: bool) -> str:
        """Return the key for *address*. Blocks as long as a keyring takes: runs in a thread."""
        found = self._credentials.find(name, address.origin, settings.api_key_env)
        if not isinstance(found, NoKey):
            return found.secret
        if found.reason == "none" and not wanted:
            return ""
        if found.reason == "no_answer" and address.local:
            return ""  # a server on this computer rarely wants one; if it does it says so
        raise ProviderRefused(found.text.rstrip("."), hint=found.hint, trouble="auth", provider=name)


def _told(error: VaultDeskError) -> str:
    return f"{error.title}. {error.hint}".strip()
