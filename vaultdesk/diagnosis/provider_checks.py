"""Checks of the configured providers and of model servers on this computer.

Local servers are queried; remote ones only if the user requested it.
"""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct

from vaultdesk.core.credentials import Credentials, MissingKey
from vaultdesk.core.errors import ProviderRefused, UsageError, VaultDeskError
from vaultdesk.core.phrases import Number, Phrase, Sentences
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import TransmissionLog
from vaultdesk.diagnosis.check import CheckProbe, CheckResult, CheckTopic, limited_check, passed_check
from vaultdesk.providers.catalog import Catalog, KeyTestResult
from vaultdesk.providers.gguf.model_file_provider import engine_installed, missing_engine_error
from vaultdesk.providers.gguf.model_files import model_display_name, model_folders, open_model_file
from vaultdesk.providers.http_connection import Address, Timeouts
from vaultdesk.providers.local_servers import LocalServer, find_servers
from vaultdesk.providers.provider import Provider
from vaultdesk.providers.provider_types import PROVIDER_TYPES, settings_address
from vaultdesk.web.web_search import WebSearch

PROVIDER_TIMEOUTS = Timeouts(connect=6.0, idle=8.0)
"""Seconds for connecting and for inactivity."""

PROVIDER_TIMEOUT = 12.0
"""Seconds for one provider."""

LOCAL_MODELS = CheckTopic("Models on this computer", id="local-models", group="models")
WEB_SEARCH = CheckTopic("Web search", id="web-search", group="models")

FindServers = Callable[[], tuple[LocalServer, ...]]
"""Finds model servers on this computer."""


class ConfiguredProvider(Struct, frozen=True):
    """A provider in the settings."""

    name: str
    settings: ProviderSettings
    address: Address | None
    """None if the provider has no address, or an invalid one."""
    problem: UsageError | None = None
    """Why the provider has no address."""

    @property
    def topic(self) -> CheckTopic:
        """The topic of its check."""
        return _topic(self.name, self.settings)


def configured_providers(store: SettingsStore) -> tuple[ConfiguredProvider, ...]:
    """Return every provider of the settings, and the current one; built-in ones are left out."""
    providers = dict(store.settings.providers)
    current = store.settings.chat.model.partition("/")[0]
    current_type = next((facts for facts in PROVIDER_TYPES.values() if facts.kind == current and facts.base_url), None)
    if current_type is not None and current not in providers:
        providers[current] = ProviderSettings(kind=current_type.kind)
    return tuple(
        _configured_provider(name, settings)
        for name, settings in providers.items()
        if PROVIDER_TYPES[settings.kind].has_address
    )


def remote_hosts(store: SettingsStore) -> tuple[str, ...]:
    """Return the remote hosts that would be queried."""
    addresses = [provider.address for provider in configured_providers(store)]
    return tuple(dict.fromkeys(address.host for address in addresses if address is not None and not address.local))


def provider_probes(
    store: SettingsStore,
    credentials: Credentials,
    *,
    ask_providers: bool,
    find: FindServers | None = None,
    log: TransmissionLog | None = None,
) -> list[CheckProbe]:
    """Return the probes; with *ask_providers* those of remote providers too."""
    probes = [CheckProbe(LOCAL_MODELS, partial(local_checks, find or find_local_servers))]
    for provider in configured_providers(store):
        run = partial(_provider_checks, provider, store, credentials, ask_providers=ask_providers, log=log)
        probes.append(CheckProbe(provider.topic, run, PROVIDER_TIMEOUT + 3.0))
    for name, settings in store.settings.providers.items():
        if settings.kind == "gguf":
            topic = _topic(name, settings)
            probes.append(CheckProbe(topic, partial(model_file_checks, topic, settings)))
    return [*probes, CheckProbe(WEB_SEARCH, partial(web_checks, store, credentials))]


def find_local_servers() -> tuple[LocalServer, ...]:
    """Find Ollama and LM Studio. Blocks for about a second."""
    return asyncio.run(find_servers())


def local_checks(find: FindServers) -> list[CheckResult]:
    """Return which model servers run on this computer."""
    servers = find()
    if not servers:
        return [
            passed_check(LOCAL_MODELS, Phrase("Neither Ollama nor LM Studio is running; only local models need one."))
        ]
    counts = ", ".join(f"{server.title} ({server.models})" for server in servers)
    return [passed_check(LOCAL_MODELS, Phrase("Running. Number of models: {0}.", counts))]


def model_file_checks(topic: CheckTopic, settings: ProviderSettings) -> list[CheckResult]:
    """Check whether the model file of *settings* can be run. Reads its header; does not load the model."""
    problem = None if engine_installed() else missing_engine_error()
    if problem is None and not settings.model:
        return [limited_check(topic, Phrase("No model file is chosen."), Phrase("Choose one."), action="providers")]
    try:
        file = open_model_file(settings.model, model_folders()) if problem is None else None
    except ProviderRefused as error:
        file, problem = None, error
    if file is None:
        assert problem is not None
        return [limited_check(topic, Sentences(problem.title), problem.hint, action="providers")]
    window = file.window(settings.context)
    return [
        passed_check(
            topic,
            Phrase(
                "{0} needs about {1} GB of memory with a window of {2} tokens.",
                model_display_name(file.id),
                Number(file.memory(window) / 1e9, 1),
                Number(window),
            ),
        )
    ]


def web_checks(store: SettingsStore, credentials: Credentials) -> list[CheckResult]:
    """Return whether a search engine is set up. No request is sent, because it would reveal this computer."""
    search = WebSearch(lambda: store.settings.web, credentials)
    if search.engine is None:
        return [passed_check(WEB_SEARCH, Phrase("Off: no search engine is chosen."))]
    try:
        return [passed_check(WEB_SEARCH, search.check())]
    except VaultDeskError as problem:
        return [limited_check(WEB_SEARCH, Sentences(problem.title), problem.hint, action="web")]


def _topic(name: str, settings: ProviderSettings) -> CheckTopic:
    title = settings.name.strip() or PROVIDER_TYPES[settings.kind].title
    return CheckTopic(title, id=f"provider.{name}", group="models")


def _configured_provider(name: str, settings: ProviderSettings) -> ConfiguredProvider:
    try:
        return ConfiguredProvider(name, settings, settings_address(settings))
    except UsageError as problem:
        return ConfiguredProvider(name, settings, None, problem)


def _provider_checks(
    provider: ConfiguredProvider,
    store: SettingsStore,
    credentials: Credentials,
    *,
    ask_providers: bool,
    log: TransmissionLog | None = None,
) -> list[CheckResult]:
    if provider.address is None:
        assert provider.problem is not None
        return [
            limited_check(provider.topic, Sentences(provider.problem.title), provider.problem.hint, action="providers")
        ]
    if ask_providers or provider.address.local:
        return [_test_result(provider, provider.address, store, credentials, log)]
    return list(_untested_result(provider, provider.address, credentials))


def _untested_result(provider: ConfiguredProvider, address: Address, credentials: Credentials) -> Iterator[CheckResult]:
    key = credentials.find(provider.name, address.origin, provider.settings.api_key_env)
    if not isinstance(key, MissingKey):
        yield passed_check(provider.topic, Phrase("Set up with a key. {0} was not contacted.", address.host))
    elif key.reason == "none" and not PROVIDER_TYPES[provider.settings.kind].requires_key:
        yield passed_check(provider.topic, Phrase("Set up without a key. {0} was not contacted.", address.host))
    else:
        yield limited_check(provider.topic, key.text, key.hint, action="providers")


def _test_result(
    provider: ConfiguredProvider,
    address: Address,
    store: SettingsStore,
    credentials: Credentials,
    log: TransmissionLog | None,
) -> CheckResult:
    tested = asyncio.run(_test_provider(provider.name, store, credentials, log))
    if tested is None:
        finding = Phrase("{0} did not answer within {1} seconds.", address.host, f"{PROVIDER_TIMEOUT:.0f}")
        return limited_check(
            provider.topic, finding, Phrase("Check the address and the connection."), action="providers"
        )
    if tested.ok:
        return passed_check(provider.topic, tested.message)
    problem = tested.problem
    finding = Sentences(Phrase("{0}: {1}", address.host, problem.title if problem is not None else tested.message))
    remedy = problem.hint if problem is not None and problem.hint else Phrase("Check the address and the key.")
    return limited_check(provider.topic, finding, remedy, action="providers")


async def _test_provider(
    name: str, store: SettingsStore, credentials: Credentials, log: TransmissionLog | None
) -> KeyTestResult | None:
    catalog = Catalog(store, credentials, _ungated, timeouts=PROVIDER_TIMEOUTS, log=log)
    try:
        async with asyncio.timeout(PROVIDER_TIMEOUT):
            return await catalog.test_key(name)
    except TimeoutError:
        return None


def _ungated(provider: Provider, _label: str) -> Provider:
    """Return *provider* unchanged: no note text is sent."""
    return provider
