"""Provider catalog: combines every provider with its wrappers and the gate, lists models and tests keys."""

import asyncio
import difflib
import logging
import os
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeVar
from urllib.parse import urlsplit

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES, Credentials, MissingKey
from vaultdesk.core.errors import LedgerFailed, ProviderError, ProviderRefused, UsageError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Number, Phrase, Sentences, counted
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.this_computer import is_local_network
from vaultdesk.core.transmission import Destination, RequestOrigin, TransmissionLog, request_origin
from vaultdesk.providers.answer_format import AnswerCheck
from vaultdesk.providers.capabilities import CapabilityCard, CapabilityProbe, ToolMode, ToolModeChoice
from vaultdesk.providers.embedding_provider import EMBEDDING_KINDS, EmbeddingProvider, VectorSource
from vaultdesk.providers.http_connection import DEFAULT_TIMEOUTS, Address, Timeouts
from vaultdesk.providers.known_models import KnownModel, ModelKnowledge, ModelStatus
from vaultdesk.providers.local_servers import LocalServer, find_servers
from vaultdesk.providers.provider import ModelFactsSource, ModelInfo, Provider
from vaultdesk.providers.provider_factory import (
    SELF_HOSTED_TYPES,
    TYPES_ASKED_BY_MODEL,
    TYPES_LISTING_FACTS,
    check_settings,
    local_provider,
    prepare_sdk,
    provider_for_endpoint,
    provider_title,
)
from vaultdesk.providers.provider_types import (
    DEFAULT_MODEL,
    PROVIDER_TYPES,
    model_destination,
    provider_types_with_key,
    settings_address,
)
from vaultdesk.providers.sdk_provider import ProviderEndpoint
from vaultdesk.providers.self_hosted.repetition_guard import RepetitionGuard
from vaultdesk.providers.self_hosted.sent_prompt import LostToolsGuard
from vaultdesk.providers.self_hosted.small_models import GreedyDecoding
from vaultdesk.providers.tool_emulation.text_transcript import TAG_FRAMING, TranscriptFraming
from vaultdesk.providers.wrappers import (
    CloudForwarding,
    CloudHost,
    CostWrapper,
    ForwardedProvider,
    LoadingWait,
    NonStreamingWrapper,
    RetryWrapper,
    SystemRoleFallback,
    VisionFallback,
)

# Importing this module imports no vendor SDK, because `--version` and `search` must not wait for one
# (vaultdesk/cli/README.md, "Commands").

OFFLINE_LABEL = "offline/offline"
"""The model used until one is chosen."""

OLLAMA_PORT = 11434
"""The port of Ollama; through the OpenAI and Anthropic APIs it does not report the models of its cloud."""

LOOKUP_TIMEOUT = 5.0
"""Seconds a question waits for its provider's list, if that reports the model's capabilities."""

LOOKUP_INTERVAL = 300.0
"""Seconds until a list that could not be fetched is requested again, so that not every question waits."""

FACTS_TIMEOUT = 2.0
"""Seconds a question waits for a self-hosted server's facts about its model. It usually answers in milliseconds."""

FACTS_LIFETIME = 300.0
"""Seconds for which these facts are used. A server may be restarted with other settings."""

FACTS_INTERVAL = 15.0
"""Seconds until the next request for them if the server did not answer, or has not loaded the model yet."""

T = TypeVar("T")

GateFactory = Callable[[Provider, str], Provider]
"""Wraps a provider, so that note text passes the privacy rules; called with its `name/model`."""

_DEFAULT_MODELS: Mapping[str, str] = {"offline": "offline", "codex": DEFAULT_MODEL}
"""The model of providers that need none named."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """A model and its provider, ready for requests."""

    provider: Provider
    model: str
    """The provider's own id, for `ModelRequest.model`."""
    label: str
    """`name/model`, as displayed and in settings."""


@dataclass(frozen=True, slots=True)
class KeyTestResult:
    """Result of a key test."""

    ok: bool
    seconds: float
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
        self._log = log
        self._store = store
        self._credentials = credentials
        self._gate = gate
        self._environment = environment
        self._timeouts = timeouts
        self._local_servers: tuple[LocalServer, ...] = ()
        self._failed_lookups: dict[str, float] = {}
        self._facts_requested: dict[tuple[str, str], float] = {}
        """Monotonic time of the last request about a model, by provider key and model."""
        self._facts_locks: defaultdict[tuple[str, str], asyncio.Lock] = defaultdict(asyncio.Lock)
        self.knowledge = knowledge or ModelKnowledge()
        """Model lists and capability cards."""

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
        return ChosenModel(self._wrapped_provider(model, framing), model.model, model.label)

    def embeddings(self, label: str, gate: Callable[[VectorSource, str], T]) -> T:
        """Return the embedding model *label* behind *gate*; without a gate it cannot be used. Raises `UsageError`."""
        model = self._known_model(label)
        kind = model.settings.kind
        if kind not in EMBEDDING_KINDS:
            raise UsageError(
                Phrase("{0} does not provide embeddings.", model.title),
                hint=Phrase("Choose a model of Ollama, LM Studio, OpenAI or a compatible server."),
            )
        return gate(EmbeddingProvider(self._endpoint(model), kind, model.model), model.label)

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
        provider = self._bare_provider(known_provider)
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
            return KeyTestResult(False, time.monotonic() - started, (), error.message, error)
        seconds = time.monotonic() - started
        proxy = self._provider_only(name).proxy
        seconds_text = f"{seconds:.1f}"
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
        return KeyTestResult(True, seconds, models, summary)

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
        if not self_hosted_only or _is_self_hosted(model.destination):
            await self._refresh_facts(model)

    async def probe(self, label: str, report: Callable[[Phrase], None]) -> CapabilityCard:
        """Measure the capabilities of the model *label*, and save its card. No note text is sent.

        *report* receives one line for each step. Raises `UsageError`, and `ProviderError` if it cannot be reached.
        """
        model = self._known_model(label)
        await self._refresh_facts(model)
        bare = _retrying_provider(_guarded_provider(self._bare_provider(model), model.settings.kind), model)
        try:
            by_mode = providers_by_tool_mode(
                bare, framing=TAG_FRAMING, record_inline_reasoning=model.record_inline_reasoning
            )
            with request_origin(RequestOrigin(purpose="probe")):
                card = await CapabilityProbe(by_mode, model.model, model.info, report).run()
        finally:
            await bare.aclose()
        recorded = {"no_system_role": model.lacks_system_role, "inline_reasoning": model.has_inline_reasoning}
        card = card.model_copy(update=recorded)
        await self.knowledge.store_card(model.knowledge_key, model.model, card)
        return card

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
            available = self.provider_names()
            close_matches = difflib.get_close_matches(name, available, n=1)
            suggestion = f"Did you mean {close_matches[0]}? " if close_matches else ""
            raise UsageError(
                Phrase("There is no provider {0}", repr(name)),
                hint=Phrase("{0}Available: {1}.", suggestion, ", ".join(available)),
            )
        check_settings(name, settings)
        return settings

    def _wrapped_provider(self, model: KnownModel, framing: TranscriptFraming) -> Provider:
        """Return the provider of *model* in its wrappers; the only place where they are combined.

        From the inside out: retry, system role, tool emulation, vision fallback, check of the answer, cost, whole
        answers, privacy gate. The gate is outermost, so that it asks the user and writes its record once, however often
        the request is sent. It also applies to models on this computer, because a note may be withheld from every
        model.
        """
        bare = self._bare_provider(model)
        settings = model.settings
        if settings.kind == "offline":
            return bare
        guarded = _guarded_provider(bare, settings.kind)
        record_refusal = model.record_tool_refusal if settings.tools == "auto" else None
        native = guarded
        if record_refusal is not None and settings.kind in SELF_HOSTED_TYPES:
            native = LostToolsGuard(guarded, lambda: model.has_tools, model.record_lost_tools)
        by_mode = providers_by_tool_mode(
            _retrying_provider(guarded, model),
            framing=framing,
            record_inline_reasoning=model.record_inline_reasoning,
            native=_retrying_provider(native, model),
        )
        from vaultdesk.providers.tool_emulation.emulation import AdaptiveTools  # not for the built-in assistant

        provider: Provider = AdaptiveTools(by_mode, partial(self._resolve_tool_mode, model), record_refusal)
        provider = VisionFallback(provider, lambda: model.lacks_vision, model.record_no_vision)
        provider = CostWrapper(AnswerCheck(provider), lambda: model.price)
        if not settings.stream:
            provider = NonStreamingWrapper(provider)
        own_lookup = bare if isinstance(bare, CloudHost) else None
        lookup = own_lookup or self._ollama_server_of(model)
        if lookup is None or not bare.destination.local:
            return self._gate(ForwardedProvider(provider, lambda: _known_forwarding_host(model)), model.label)
        return CloudForwarding(
            provider,
            partial(_forwarding_host, model, lookup),
            _known_forwarding_host(model),
            lambda wrapped: self._gate(wrapped, model.label),
            (lookup,) if own_lookup is None else (),
        )

    def _ollama_server_of(self, model: KnownModel) -> CloudHost | None:
        """Return the Ollama server that serves *model* through another vendor's API; None for other servers."""
        settings = model.settings
        if not PROVIDER_TYPES[settings.kind].has_address:
            return None
        address = settings_address(settings)
        if not (address.local and address.origin.endswith(f":{OLLAMA_PORT}")):
            return None
        ollama_settings = settings.model_copy(update={"kind": "ollama", "base_url": address.origin})
        ollama = self._bare_provider(replace(model, settings=ollama_settings))
        return ollama if isinstance(ollama, CloudHost) else None

    async def _resolve_tool_mode(self, model: KnownModel) -> ToolModeChoice:
        """Return how *model* is given tools, after fetching its provider's list if that reports it."""
        await self._refresh_facts(model)
        return model.tool_mode

    def _bare_provider(self, model: KnownModel) -> Provider:
        name, settings = model.name, model.settings
        if not PROVIDER_TYPES[settings.kind].has_address:
            return local_provider(name, settings, self._log)
        return provider_for_endpoint(self._endpoint(model), settings)

    def _endpoint(self, model: KnownModel) -> ProviderEndpoint:
        name, settings = model.name, model.settings
        address = settings_address(settings)
        vendor = address.origin in DEFAULT_KEY_VARIABLES
        return ProviderEndpoint(
            name=model.title,
            address=address,
            key=lambda: self._key(name, settings, address, required=vendor),
            vendor=vendor,
            timeouts=self._timeouts,
            prepare=partial(prepare_sdk, settings),
            log=self._log,
            server_program=partial(_server_program, self.knowledge, model.knowledge_key),
        )

    async def _refresh_facts(self, model: KnownModel) -> None:
        """Refresh the facts about *model* from its server if that reports single models, else from the list."""
        kind = model.settings.kind
        if kind == "gguf":
            await self._read_model_file(model)
            return
        endpoint = self._endpoint(model) if kind in TYPES_ASKED_BY_MODEL else None
        # The list of a vendor is long, and its facts do not depend on settings of the server.
        if endpoint is not None and (endpoint.self_hosted or kind not in TYPES_LISTING_FACTS):
            await self._refresh_model(model, endpoint)
        elif kind in TYPES_LISTING_FACTS:
            await self._refresh_list(model)

    async def _read_model_file(self, model: KnownModel) -> None:
        """Read the header of the file of *model*, which may have been replaced, or be in no list."""
        provider = self._bare_provider(model)
        try:
            facts = await provider.model_facts(model.model) if isinstance(provider, ModelFactsSource) else None
        except ProviderError:
            return  # the question itself reports the error
        finally:
            await provider.aclose()
        if facts is not None and facts != model.info:
            await self.knowledge.store_info(model.knowledge_key, facts)

    async def _refresh_model(self, model: KnownModel, endpoint: ProviderEndpoint) -> None:
        key = (model.knowledge_key, model.model)
        async with self._facts_locks[key]:
            info, age = model.info, time.monotonic() - self._facts_requested.get(key, float("-inf"))
            is_settled = info is not None and info.loaded is not False
            if age < (FACTS_LIFETIME if is_settled else FACTS_INTERVAL):
                return
            self._facts_requested[key] = time.monotonic()
            limits = Timeouts(min(FACTS_TIMEOUT, self._timeouts.connect), min(FACTS_TIMEOUT, self._timeouts.idle))
            provider = provider_for_endpoint(replace(endpoint, timeouts=limits), model.settings)
            try:
                facts = await provider.model_facts(model.model) if isinstance(provider, ModelFactsSource) else None
            except ProviderError as error:
                # The question itself reports the error, and refusals are handled.
                log.info("%s could not be asked about its model: %s", model.name, error)
                return
            finally:
                await provider.aclose()
            if facts is not None:
                await self.knowledge.store_info(model.knowledge_key, facts)

    async def _refresh_list(self, model: KnownModel) -> None:
        if self.knowledge.is_current(model.knowledge_key):
            return
        if time.monotonic() - self._failed_lookups.get(model.knowledge_key, float("-inf")) < LOOKUP_INTERVAL:
            return
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT):
                await self.models(model.name)
        except (ProviderError, TimeoutError) as error:
            # The question itself reports the error, and refusals are handled.
            self._failed_lookups[model.knowledge_key] = time.monotonic()
            log.info("The models of %s could not be listed: %s", model.name, error)

    def _key(self, name: str, settings: ProviderSettings, address: Address, *, required: bool) -> str:
        """Return the key for *address*. Blocks on the keyring, so it runs in a thread."""
        credential = self._credentials.find(name, address.origin, settings.api_key_env)
        if not isinstance(credential, MissingKey):
            return credential.secret
        if credential.reason == "none" and not required:
            return ""
        if credential.reason == "no_answer" and address.local:
            return ""  # a server on this computer rarely requires one, and reports it if it does
        raise ProviderRefused(credential.text, hint=credential.hint, kind="auth", provider=name)


def _server_program(knowledge: ModelKnowledge, provider: str, model: str) -> str:
    """Return the program that serves *model*; empty if not known."""
    info = knowledge.info(provider, model)
    return "" if info is None else info.server


def _is_self_hosted(destination: Destination) -> bool:
    """Return whether *destination* is this computer or a server of the local network."""
    return destination.local or is_local_network(urlsplit(f"//{destination.host}").hostname or "")


def _guarded_provider(bare: Provider, kind: ProviderKind) -> Provider:
    """Return *bare*, of *kind*, wrapped to wait for a loading model and, for self-hosted kinds, to stop endless
    repetition: with a vendor's model that is rare, and may be intended."""
    return LoadingWait(RepetitionGuard(bare) if kind in SELF_HOSTED_TYPES else bare)


def _retrying_provider(guarded: Provider, model: KnownModel) -> Provider:
    """Return *guarded* wrapped to retry failed connections, and adapted to *model*: temperature and system role."""
    self_hosted = _is_self_hosted(guarded.destination)
    retrying = GreedyDecoding(RetryWrapper(guarded), lambda: self_hosted and model.prefers_greedy_decoding)
    return SystemRoleFallback(retrying, lambda: model.lacks_system_role, model.record_no_system_role)


def _known_forwarding_host(model: KnownModel) -> str:
    """Return the host to which a server of this computer forwards questions to *model*, as far as known."""
    destination = model.destination
    return "" if destination.local else destination.host


async def _forwarding_host(model: KnownModel, lookup: CloudHost, model_id: str) -> str:
    """Return the host to which the server currently forwards questions to *model_id*; empty if it answers itself."""
    destination = model_destination(model.title, model.settings, model_id, await lookup.forwarding_host(model_id))
    return "" if destination.local else destination.host


def providers_by_tool_mode(
    provider: Provider,
    *,
    framing: TranscriptFraming,
    record_inline_reasoning: Callable[[], Awaitable[None]] | None = None,
    native: Provider | None = None,
) -> Mapping[ToolMode, Provider]:
    """Return *provider* for each tool mode; *native* instead if tools are given natively."""
    from vaultdesk.providers.tool_emulation.emulation import ToolEmulation  # not for the built-in assistant

    def emulation(inner: Provider, mode: Literal["native", "sentinel", "xml"]) -> Provider:
        return ToolEmulation(inner, mode=mode, framing=framing, record_inline_reasoning=record_inline_reasoning)

    return {
        "native": emulation(native or provider, "native"),
        "sentinel": emulation(provider, "sentinel"),
        "xml": emulation(provider, "xml"),
    }


SAMPLE_TEXTS = ("Where did I note the price of the heat pump?", "Heating")
"""Texts of the program that are sent, never those of the user."""


@dataclass(frozen=True, slots=True)
class EmbeddingTestResult:
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
        summary = Phrase("It answered on this computer in {0} s with {1} dimensions.", f"{seconds:.1f}", numbers)
    else:
        summary = Phrase(
            "It answered at {0} in {1} s with {2} dimensions.", destination.host, f"{seconds:.1f}", numbers
        )
    return EmbeddingTestResult(True, summary, destination)
