"""Assembly of providers: the bare provider of a known model, and its wrappers with the gate.

Importing this module imports no vendor SDK.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Literal
from urllib.parse import urlsplit

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES, Credentials, MissingKey
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.this_computer import is_local_network
from vaultdesk.core.transmission import Destination, TransmissionLog
from vaultdesk.core.values import replace
from vaultdesk.providers.answer_format import AnswerCheck
from vaultdesk.providers.capabilities import ToolMode, ToolModeChoice
from vaultdesk.providers.http_connection import Address, Timeouts
from vaultdesk.providers.known_models import KnownModel, ModelKnowledge
from vaultdesk.providers.provider import ModelFactsSource, ModelInfo, Provider
from vaultdesk.providers.provider_factory import SELF_HOSTED_TYPES, local_provider, prepare_sdk, provider_for_endpoint
from vaultdesk.providers.provider_types import PROVIDER_TYPES, model_destination, settings_address
from vaultdesk.providers.sdk_provider import ProviderEndpoint
from vaultdesk.providers.self_hosted.repetition_guard import RepetitionGuard
from vaultdesk.providers.self_hosted.sent_prompt import LostToolsGuard
from vaultdesk.providers.self_hosted.small_models import GreedyDecoding
from vaultdesk.providers.tool_emulation.text_transcript import TranscriptFraming
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

OLLAMA_PORT = 11434
"""The port of Ollama; through the OpenAI and Anthropic APIs it does not report the models of its cloud."""

FACTS_TIMEOUT = 2.0
"""Seconds a question waits for a self-hosted server's facts about its model. It usually answers in milliseconds."""

GateFactory = Callable[[Provider, str], Provider]
"""Wraps a provider, so that note text passes the privacy rules; called with its `name/model`."""


class ProviderAssembly:
    """Builds providers for known models. The caller must close them."""

    def __init__(
        self,
        credentials: Credentials,
        gate: GateFactory,
        knowledge: ModelKnowledge,
        timeouts: Timeouts,
        log: TransmissionLog | None,
    ) -> None:
        """*log* records each request that does not pass the gate: model lists, key tests, probes."""
        self._credentials = credentials
        self._gate = gate
        self._knowledge = knowledge
        self._timeouts = timeouts
        self._log = log

    def wrapped_provider(
        self,
        model: KnownModel,
        framing: TranscriptFraming,
        resolve_tool_mode: Callable[[KnownModel], Awaitable[ToolModeChoice]],
    ) -> Provider:
        """Return the provider of *model* in its wrappers; the only place where they are combined.

        *framing* is the format of tool results for a model with tools as text; *resolve_tool_mode* returns how the
        model is given tools.

        From the inside out: retry, system role, tool emulation, vision fallback, check of the answer, cost, whole
        answers, privacy gate. The gate is outermost, so that it asks the user and writes its record once, however often
        the request is sent. It also applies to models on this computer, because a note may be withheld from every
        model.
        """
        bare = self.bare_provider(model)
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

        provider: Provider = AdaptiveTools(by_mode, partial(resolve_tool_mode, model), record_refusal)
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
        ollama = self.bare_provider(replace(model, settings=ollama_settings))
        return ollama if isinstance(ollama, CloudHost) else None

    def probed_provider(self, model: KnownModel) -> Provider:
        """Return the provider of *model* for its probe, which sends no text of notes: without gate and tool modes."""
        return _retrying_provider(_guarded_provider(self.bare_provider(model), model.settings.kind), model)

    async def model_facts(self, model: KnownModel) -> ModelInfo | None:
        """Return the facts about *model* that its server, or the header of its file, reports; None if there are none.

        Sends no text of notes. Raises `ProviderError`.
        """
        limits = Timeouts(min(FACTS_TIMEOUT, self._timeouts.connect), min(FACTS_TIMEOUT, self._timeouts.idle))
        provider = self.bare_provider(model, limits)
        try:
            return await provider.model_facts(model.model) if isinstance(provider, ModelFactsSource) else None
        finally:
            await provider.aclose()

    def bare_provider(self, model: KnownModel, timeouts: Timeouts | None = None) -> Provider:
        """Return the provider of *model* without wrappers and gate; no text of notes may be sent to it.

        *timeouts* replaces the usual ones.
        """
        name, settings = model.name, model.settings
        if not PROVIDER_TYPES[settings.kind].has_address:
            return local_provider(name, settings, self._log)
        endpoint = self.endpoint(model)
        return provider_for_endpoint(endpoint if timeouts is None else replace(endpoint, timeouts=timeouts), settings)

    def endpoint(self, model: KnownModel) -> ProviderEndpoint:
        """Return the endpoint of the provider of *model*, which must have an address."""
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
            server_program=partial(_server_program, self._knowledge, model.knowledge_key),
        )

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


def is_self_hosted(destination: Destination) -> bool:
    """Return whether *destination* is this computer or a server of the local network."""
    return destination.local or is_local_network(urlsplit(f"//{destination.host}").hostname or "")


def _guarded_provider(bare: Provider, kind: ProviderKind) -> Provider:
    """Return *bare*, of *kind*, wrapped to wait for a loading model and, for self-hosted kinds, to stop endless
    repetition: with a vendor's model that is rare, and may be intended."""
    return LoadingWait(RepetitionGuard(bare) if kind in SELF_HOSTED_TYPES else bare)


def _retrying_provider(guarded: Provider, model: KnownModel) -> Provider:
    """Return *guarded* wrapped to retry failed connections, and adapted to *model*: temperature and system role."""
    self_hosted = is_self_hosted(guarded.destination)
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
