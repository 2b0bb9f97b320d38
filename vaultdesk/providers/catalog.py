"""Provider catalog: puts every provider together with its wrappers and the gate, lists models and tests keys."""

import asyncio
import difflib
import logging
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES, Credentials, MissingKey
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import ProviderError, ProviderRefused, UsageError
from vaultdesk.core.feed import Feed
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.providers.capabilities import CapabilityCard, CapabilityProbe, ToolModeChoice
from vaultdesk.providers.embedding_provider import EMBEDDING_KINDS, ServedEmbeddings, VectorSource
from vaultdesk.providers.http_connection import DEFAULT_TIMEOUTS, Address, Timeouts
from vaultdesk.providers.known_models import DEFAULT_MODEL, KnownModel, ModelKnowledge, ModelStatus
from vaultdesk.providers.local_servers import FoundServer, find_servers
from vaultdesk.providers.provider import ModelInfo, Provider
from vaultdesk.providers.provider_factory import (
    TYPES_LISTING_TOOLS,
    TYPES_WITH_CALLS_IN_TEXT,
    check_settings,
    local_provider,
    prepare_sdk,
    provider_at,
    provider_title,
)
from vaultdesk.providers.provider_types import PROVIDER_TYPES, provider_address, provider_types_with_key
from vaultdesk.providers.sdk_provider import ProviderEndpoint
from vaultdesk.providers.tool_emulation.emulation import AdaptiveTools, by_tool_mode
from vaultdesk.providers.tool_emulation.text_transcript import TAG_FRAMING, TranscriptFraming
from vaultdesk.providers.wrappers import (
    CloudForwarding,
    CloudHost,
    CostWrapper,
    NonStreamingWrapper,
    RetryWrapper,
    VisionFallback,
)

# Importing this imports no vendor's SDK: `--version` and `search` must not wait for one (CONTRACTS, Command line).

OFFLINE_LABEL = "offline/offline"
"""Who answers until a model is chosen."""

LOOKUP_TIMEOUT = 5.0
"""Seconds a question waits for its provider's list, where that tells whether the model has tools."""

LOOKUP_INTERVAL = 300.0
"""Seconds until a list that did not come is asked for again before a question: the person is not to wait each time."""

T = TypeVar("T")

GateFactory = Callable[[Provider, str], Provider]
"""Wraps a provider, so that note text passes the privacy rules; given its `name/model`."""

_OWN_MODELS: Mapping[str, str] = {"offline": "offline", "codex": DEFAULT_MODEL}
"""The model of those that need none named."""

log = logging.getLogger(__name__)


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
        gate: GateFactory,
        knowledge: ModelKnowledge | None = None,
        *,
        environment: Mapping[str, str] = os.environ,
        patience: Timeouts = DEFAULT_TIMEOUTS,
    ) -> None:
        self._store = store
        self._credentials = credentials
        self._gate = gate
        self._environment = environment
        self._patience = patience
        self._found: tuple[FoundServer, ...] = ()
        self._unlisted: dict[str, float] = {}
        self.knowledge = knowledge or ModelKnowledge()
        """What was learned of models."""

    @property
    def changes(self) -> Feed[None]:
        """Published when something was learned of a model: a list came, a card is new."""
        return self.knowledge.changes

    def names(self) -> tuple[str, ...]:
        """Return the names to choose from: offline, those of the settings, servers found running, vendors with a key.

        A key in the keyring alone is not looked for here: it may take its time to answer. Its provider can still be
        asked for by name.
        """
        with_key = provider_types_with_key(self._environment)
        running = [server.kind for server in self._found]
        return tuple(dict.fromkeys(["offline", *self._store.settings.providers, *running, *with_key]))

    def title(self, name: str) -> str:
        """Return how people call the provider *name*. Raises `UsageError` for an unknown one."""
        return provider_title(name, self._settings(name))

    def provider(self, label: str, *, framing: TranscriptFraming = TAG_FRAMING) -> ChosenModel:
        """Return the model *label*: `name/model`, or a name whose model the settings say. Raises `UsageError`.

        *framing* is how results are told to a model that has tools by text only. Opens no connection and asks for no
        key. Whoever holds the result closes its provider.
        """
        model = self._known(label)
        return ChosenModel(self._ready(model, framing), model.model, model.label)

    def embeddings(self, label: str, gate: Callable[[VectorSource, str], T]) -> T:
        """Return the embedding model *label* behind *gate*; without one it is given to nobody. Raises `UsageError`."""
        model = self._known(label)
        kind = model.settings.kind
        if kind not in EMBEDDING_KINDS:
            raise UsageError(
                f"{model.title} makes no embeddings.",
                hint="Choose a model of Ollama, LM Studio, OpenAI or a compatible server.",
            )
        return gate(ServedEmbeddings(self._endpoint(model), kind, model.model), model.label)

    def standing(self, label: str) -> ModelStatus:
        """Return what is known of the model *label*, from what was learned before. Raises `UsageError`."""
        return self._known(label).standing

    def listed(self, name: str) -> tuple[ModelInfo, ...]:
        """Return the models *name* had when it was last asked. Raises `UsageError` for an unknown one."""
        return self.knowledge.listed(self._whole(name).source)

    async def models(self, name: str, *, fresh: bool = False) -> tuple[ModelInfo, ...]:
        """Return the models *name* offers, asked at most once a day, or now. Raises `UsageError`, `ProviderError`."""
        whole = self._whole(name)
        if not fresh and self.knowledge.is_fresh(whole.source):
            return self.knowledge.listed(whole.source)
        provider = self._bare(whole)
        try:
            models = await provider.models()
        finally:
            await provider.aclose()
        await self.knowledge.keep_list(whole.source, models)
        return models

    async def test(self, name: str) -> KeyTest:
        """Ask *name* for its models: proves key and address, sends no note text. Never raises for the world's doing."""
        began = time.monotonic()
        try:
            models = await self.models(name, fresh=True)
        except (UsageError, ProviderError) as error:
            return KeyTest(False, time.monotonic() - began, (), str(error))
        seconds = time.monotonic() - began
        count = "1 model" if len(models) == 1 else f"{len(models)} models"
        proxy = self._whole(name).proxy
        way = f" The way there leads through the proxy {proxy}." if proxy else ""
        told = f"{self.title(name)} answered in {seconds:.1f} s and offers {count}.{way}"
        return KeyTest(True, seconds, models, told)

    async def found(self) -> tuple[FoundServer, ...]:
        """Look for Ollama and LM Studio running on this computer; `names` tells of them from then on."""
        self._found = await find_servers(self._environment)
        return self._found

    async def probe(self, label: str, told: Callable[[str], None]) -> CapabilityCard:
        """Ask the model *label* itself what it can do, and keep its card. No note text is sent.

        *told* is given a line for each thing tried. Raises `UsageError`, and `ProviderError` where it cannot be asked.
        """
        model = self._known(label)
        await self._look(model)
        bare = RetryWrapper(self._bare(model))
        try:
            ways = by_tool_mode(bare, model.settings.kind in TYPES_WITH_CALLS_IN_TEXT, TAG_FRAMING)
            card = await CapabilityProbe(ways, model.model, model.info, told).run()
        finally:
            await bare.aclose()
        await self.knowledge.keep_card(model.source, model.model, card)
        return card

    def _whole(self, name: str) -> KnownModel:
        return KnownModel(name, self._settings(name), "", self.knowledge)

    def _known(self, label: str) -> KnownModel:
        name, _, model = label.strip().partition("/")
        settings = self._settings(name)
        model = model or settings.model or _OWN_MODELS.get(settings.kind, "")
        if not model:
            raise UsageError(
                f"No model of {name} is chosen", hint=f"Write it as {name}/MODEL, or choose one in Settings."
            )
        return KnownModel(name, settings, model, self.knowledge)

    def _settings(self, name: str) -> ProviderSettings:
        settings = self._store.settings.providers.get(name)
        usual = next((facts for facts in PROVIDER_TYPES.values() if facts.kind == name), None)
        if settings is None and usual is not None and (usual.base_url or not usual.has_address):
            settings = ProviderSettings(kind=usual.kind)
        if settings is None:
            known = self.names()
            near = difflib.get_close_matches(name, known, n=1)
            meant = f"Did you mean {near[0]}? " if near else ""
            raise UsageError(f"There is no provider {name!r}", hint=f"{meant}There are: {', '.join(known)}.")
        check_settings(name, settings)
        return settings

    def _ready(self, model: KnownModel, framing: TranscriptFraming) -> Provider:
        bare = self._bare(model)
        if model.settings.kind == "offline":
            return bare

        async def settle() -> ToolModeChoice:
            await self._look(model)
            return model.manner

        ways = by_tool_mode(RetryWrapper(bare), model.settings.kind in TYPES_WITH_CALLS_IN_TEXT, framing)
        adaptive = AdaptiveTools(ways, settle, model.refused_tools if model.settings.tools == "auto" else None)
        seeing = VisionFallback(adaptive, lambda: model.blind, lambda: model.learn(images=False))
        priced = CostWrapper(seeing, lambda: model.price)
        ready = priced if model.settings.stream else NonStreamingWrapper(priced)
        # The gate stands outside: it asks the person and writes its record once, however often we have to ask. It
        # stands before models of this computer too: a note may be kept from every model.
        if bare.destination.local and isinstance(bare, CloudHost):
            return CloudForwarding(ready, bare, model.elsewhere, lambda inside: self._gate(inside, model.label))
        return self._gate(ready, model.label)

    def _bare(self, model: KnownModel) -> Provider:
        name, settings = model.name, model.settings
        if not PROVIDER_TYPES[settings.kind].has_address:
            return local_provider(name, settings)
        return provider_at(self._endpoint(model), settings)

    def _endpoint(self, model: KnownModel) -> ProviderEndpoint:
        name, settings = model.name, model.settings
        address = provider_address(settings.kind, settings.base_url)
        vendor = address.origin in DEFAULT_KEY_VARIABLES
        return ProviderEndpoint(
            name=model.title,
            address=address,
            key=lambda: self._key(name, settings, address, wanted=vendor),
            vendor=vendor,
            patience=self._patience,
            prepare=partial(prepare_sdk, settings),
        )

    async def _look(self, model: KnownModel) -> None:
        """Fetch the list of a provider that tells what its models can do, where the one we have is old."""
        if model.settings.kind not in TYPES_LISTING_TOOLS or self.knowledge.is_fresh(model.source):
            return
        if time.monotonic() - self._unlisted.get(model.source, float("-inf")) < LOOKUP_INTERVAL:
            return
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT):
                await self.models(model.name)
        except (ProviderError, TimeoutError) as problem:
            # The question itself will tell, and a refusal is met.
            self._unlisted[model.source] = time.monotonic()
            log.info("The models of %s could not be listed: %s", model.name, problem)

    def _key(self, name: str, settings: ProviderSettings, address: Address, *, wanted: bool) -> str:
        """Return the key for *address*. Blocks as long as a keyring takes: runs in a thread."""
        found = self._credentials.find(name, address.origin, settings.api_key_env)
        if not isinstance(found, MissingKey):
            return found.secret
        if found.reason == "none" and not wanted:
            return ""
        if found.reason == "no_answer" and address.local:
            return ""  # a server on this computer rarely wants one; if it does it says so
        raise ProviderRefused(found.text.rstrip("."), hint=found.hint, trouble="auth", provider=name)


TRIAL_TEXTS = ("Where did I note the price of the heat pump?", "Heating")
"""What is sent: ours, and never a person's."""


@dataclass(frozen=True, slots=True)
class EmbeddingTrial:
    """What the trial came to."""

    ok: bool
    message: str
    """One or two sentences for people."""
    destination: Destination | None = None
    """Where texts would go; None where nobody was asked."""


async def try_embeddings(catalog: Catalog, label: str) -> EmbeddingTrial:
    """Ask the model *label*, `provider/model`, for two vectors. Raises nothing for the world's doing."""
    began = time.monotonic()
    try:
        source = catalog.embeddings(label, lambda bare, _label: bare)
    except UsageError as problem:
        return EmbeddingTrial(False, str(problem))
    try:
        destination = await source.settle()
        vectors = await source.vectors(TRIAL_TEXTS)
    except ProviderError as problem:
        return EmbeddingTrial(False, str(problem), source.destination)
    finally:
        await source.aclose()
    seconds = time.monotonic() - began
    where = "on this computer" if destination.local else f"at {destination.host}"
    told = f"It answered {where} in {seconds:.1f} s with {len(vectors[0]):,} numbers a text."
    return EmbeddingTrial(True, told, destination)
