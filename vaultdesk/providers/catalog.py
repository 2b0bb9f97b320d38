"""Provider catalog: providers and models by name, lists of models, tests of keys and embeddings, the probe."""

import os
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import LedgerFailed, ProviderError, UsageError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Number, Phrase, Sentences, available_names, counted
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import Destination, RequestOrigin, TransmissionLog, request_origin
from vaultdesk.providers.capabilities import CapabilityCard, CapabilityProbe, ToolModeChoice
from vaultdesk.providers.embedding_provider import EMBEDDING_KINDS, EmbeddingProvider, VectorSource
from vaultdesk.providers.http_connection import DEFAULT_TIMEOUTS, Timeouts
from vaultdesk.providers.known_models import FactsRefresh, KnownModel, ModelKnowledge, ModelStatus
from vaultdesk.providers.local_servers import LocalServer, find_servers
from vaultdesk.providers.provider import ModelInfo, Provider
from vaultdesk.providers.provider_assembly import GateFactory, ProviderAssembly, is_self_hosted, providers_by_tool_mode
from vaultdesk.providers.provider_factory import check_settings, provider_title
from vaultdesk.providers.provider_types import DEFAULT_MODEL, PROVIDER_TYPES, provider_types_with_key
from vaultdesk.providers.tool_emulation.text_transcript import TAG_FRAMING, TranscriptFraming

# Importing this module imports no vendor SDK, because `--version` and `search` must not wait for one
# (vaultdesk/cli/README.md, "Commands").

OFFLINE_LABEL = "offline/offline"
"""The model used until one is chosen."""

T = TypeVar("T")

_DEFAULT_MODELS: Mapping[str, str] = {"offline": "offline", "codex": DEFAULT_MODEL}
"""The model of providers that need none named."""


class ChosenModel(Struct, frozen=True):
    """A model and its provider, ready for requests."""

    provider: Provider
    model: str
    """The provider's own id, for `ModelRequest.model`."""
    label: str
    """`name/model`, as displayed and in settings."""


class KeyTestResult(Struct, frozen=True):
    """Result of a key test."""

    ok: bool
    models: tuple[ModelInfo, ...]
    message: Phrase
    """One line for the user."""
    problem: UsageError | ProviderError | LedgerFailed | None = None
    """Why it failed."""


class Catalog:
    """All providers by name."""

    def __init__(
        self,
        store: SettingsStore,
        credentials: Credentials,
        gate: GateFactory,
        knowledge: ModelKnowledge | None = None,
        *,
        environment: Mapping[str, str] = os.environ,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
        log: TransmissionLog | None = None,
    ) -> None:
        """*log* records each request that does not pass the gate: model lists, key tests, probes."""
        self._store = store
        self._environment = environment
        self._local_servers: tuple[LocalServer, ...] = ()
        self.knowledge = knowledge or ModelKnowledge()
        """Model lists and capability cards."""
        self._assembly = ProviderAssembly(credentials, gate, self.knowledge, timeouts, log)
        self._facts_refresh = FactsRefresh(self.knowledge, self._assembly.model_facts, self.models)

    @property
    def changes(self) -> Feed[None]:
        """Published when a model list or a card changes."""
        return self.knowledge.changes

    def provider_names(self) -> tuple[str, ...]:
        """Return the names to choose from: offline, those of the settings, servers found running, vendors with a key.

        The keyring is not read, because that may take long. A provider with only a key in it can still be used by name.
        """
        with_key = provider_types_with_key(self._environment)
        running = [server.kind for server in self._local_servers]
        return tuple(dict.fromkeys(["offline", *self._store.settings.providers, *running, *with_key]))

    def provider_title(self, name: str) -> Phrase | str:
        """Return the display name of the provider *name*. Raises `UsageError` if unknown."""
        return provider_title(name, self._settings(name))

    def provider(self, label: str, *, framing: TranscriptFraming = TAG_FRAMING) -> ChosenModel:
        """Return the model *label*: `name/model`, or a name whose model is in the settings. Raises `UsageError`.

        *framing* is the format of tool results for a model with tools as text. Opens no connection and reads no key.
        The caller must close the provider.
        """
        model = self._known_model(label)
        return ChosenModel(
            self._assembly.wrapped_provider(model, framing, self._resolve_tool_mode), model.model, model.label
        )

    def embeddings(self, label: str, gate: Callable[[VectorSource, str], T]) -> T:
        """Return the embedding model *label* behind *gate*; without a gate it cannot be used. Raises `UsageError`."""
        model = self._known_model(label)
        kind = model.settings.kind
        if kind not in EMBEDDING_KINDS:
            raise UsageError(
                Phrase("{0} does not provide embeddings.", model.title),
                hint=Phrase("Choose a model of Ollama, LM Studio, OpenAI or a compatible server."),
            )
        return gate(EmbeddingProvider(self._assembly.endpoint(model), kind, model.model), model.label)

    def model_status(self, label: str) -> ModelStatus:
        """Return the known facts about the model *label*, without a request. Raises `UsageError`."""
        return self._known_model(label).status

    def model_problem(self, label: str) -> str:
        """Return why the model *label* cannot be used; empty if it can."""
        try:
            self._known_model(label)
        except UsageError as problem:
            return str(problem)
        return ""

    def cached_models(self, name: str) -> tuple[ModelInfo, ...]:
        """Return the models of *name* as last fetched. Raises `UsageError` if unknown."""
        return self.knowledge.models(self._provider_only(name).knowledge_key)

    async def models(self, name: str, *, refresh: bool = False) -> tuple[ModelInfo, ...]:
        """Return the models of *name*, fetched daily, or now if *refresh*. Raises `UsageError`, `ProviderError`."""
        known_provider = self._provider_only(name)
        if not refresh and self.knowledge.is_current(known_provider.knowledge_key):
            return self.knowledge.models(known_provider.knowledge_key)
        provider = self._assembly.bare_provider(known_provider)
        try:
            models = await provider.models()
        finally:
            await provider.aclose()
        await self.knowledge.store_list(known_provider.knowledge_key, models)
        return self.knowledge.models(known_provider.knowledge_key)

    async def test_key(self, name: str) -> KeyTestResult:
        """Fetch the models of *name* to test key and address, without note text. Errors are returned, not raised."""
        started = time.monotonic()
        try:
            models = await self.models(name, refresh=True)
        except (UsageError, ProviderError, LedgerFailed) as error:
            return KeyTestResult(False, (), error.message, error)
        seconds_text = Number(time.monotonic() - started, 1)
        proxy = self._provider_only(name).proxy
        summary = counted(
            len(models),
            "{1} answered in {2} s and offers {0} model.",
            "{1} answered in {2} s and offers {0} models.",
            self.provider_title(name),
            seconds_text,
        )
        if not models:
            title = self.provider_title(name)
            summary = Phrase("{0} answered in {1} s and has no list of models.", title, seconds_text)
        if proxy:
            summary = Sentences(summary, Phrase("The connection uses the proxy {0}.", proxy))
        return KeyTestResult(True, models, summary)

    async def discover_servers(self) -> tuple[LocalServer, ...]:
        """Look for running Ollama and LM Studio servers on this computer; `provider_names` then includes them."""
        self._local_servers = await find_servers(self._environment)
        return self._local_servers

    async def refresh_facts(self, label: str, *, self_hosted_only: bool = False) -> None:
        """Ask the server of the model *label* for its window and tools if the known facts may be outdated.

        With *self_hosted_only*, only a server on this computer or the local network is asked. Sends no note text and
        takes a few seconds at most. Errors of the server are logged, and its facts stay as they are.
        """
        try:
            model = self._known_model(label)
        except UsageError:
            return  # The question itself reports the error.
        if not self_hosted_only or is_self_hosted(model.destination):
            await self._facts_refresh.refresh(model)

    async def probe(self, label: str, report: Callable[[Phrase], None]) -> CapabilityCard:
        """Measure the capabilities of the model *label*, and save its card. No note text is sent.

        *report* receives one line for each step. Raises `UsageError`, and `ProviderError` if it cannot be reached.
        """
        model = self._known_model(label)
        await self._facts_refresh.refresh(model)
        provider = self._assembly.probed_provider(model)
        try:
            by_mode = providers_by_tool_mode(
                provider, framing=TAG_FRAMING, record_inline_reasoning=model.record_inline_reasoning
            )
            with request_origin(RequestOrigin(purpose="probe")):
                card = await CapabilityProbe(by_mode, model.model, model.info, report).run()
        finally:
            await provider.aclose()
        recorded = {"no_system_role": model.lacks_system_role, "inline_reasoning": model.has_inline_reasoning}
        card = card.model_copy(update=recorded)
        await self.knowledge.store_card(model.knowledge_key, model.model, card)
        return card

    async def _resolve_tool_mode(self, model: KnownModel) -> ToolModeChoice:
        """Return how *model* is given tools, after fetching its provider's list if that reports it."""
        await self._facts_refresh.refresh(model)
        return model.tool_mode

    def _provider_only(self, name: str) -> KnownModel:
        return KnownModel(name, self._settings(name), "", self.knowledge)

    def _known_model(self, label: str) -> KnownModel:
        name, _, model = label.strip().partition("/")
        settings = self._settings(name)
        model = model or settings.model or _DEFAULT_MODELS.get(settings.kind, "")
        if not model:
            raise UsageError(
                Phrase("No model of {0} is chosen", name),
                hint=Phrase("Write it as {0}/MODEL, or choose one in Settings.", name),
            )
        return KnownModel(name, settings, model, self.knowledge)

    def _settings(self, name: str) -> ProviderSettings:
        settings = self._store.settings.providers.get(name)
        provider_type = next((facts for facts in PROVIDER_TYPES.values() if facts.kind == name), None)
        if settings is None and provider_type is not None and (provider_type.base_url or not provider_type.has_address):
            settings = ProviderSettings(kind=provider_type.kind)
        if settings is None:
            hint = available_names(name, self.provider_names())
            raise UsageError(Phrase("There is no provider {0}", repr(name)), hint=hint)
        check_settings(name, settings)
        return settings


SAMPLE_TEXTS = ("Where did I note the price of the heat pump?", "Heating")
"""Texts of the program that are sent, never those of the user."""


class EmbeddingTestResult(Struct, frozen=True):
    """Result of the test."""

    ok: bool
    message: Phrase
    """One or two sentences for the user."""
    destination: Destination | None = None
    """Destination of the texts; None if no model was asked."""


async def check_embeddings(catalog: Catalog, label: str) -> EmbeddingTestResult:
    """Request two vectors from the model *label*, `provider/model`. Errors are returned, not raised."""
    started = time.monotonic()
    try:
        source = catalog.embeddings(label, lambda bare, _label: bare)
    except UsageError as problem:
        return EmbeddingTestResult(False, problem.message)
    try:
        destination = await source.resolve_destination()
        vectors = await source.vectors(SAMPLE_TEXTS)
    except ProviderError as problem:
        return EmbeddingTestResult(False, problem.message, source.destination)
    finally:
        await source.aclose()
    seconds = time.monotonic() - started
    numbers = Number(len(vectors[0]))
    if destination.local:
        summary = Phrase("It answered on this computer in {0} s with {1} dimensions.", Number(seconds, 1), numbers)
    else:
        summary = Phrase(
            "It answered at {0} in {1} s with {2} dimensions.", destination.host, Number(seconds, 1), numbers
        )
    return EmbeddingTestResult(True, summary, destination)
