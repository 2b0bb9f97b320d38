"""Provider types with their names and default addresses, and the API flavor of each."""

import os
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES
from vaultdesk.core.errors import UsageError
from vaultdesk.core.phrases import Phrase, verbatim
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.codex.codex_route import read_codex_route
from vaultdesk.providers.http_connection import Address, anthropic_address, openai_address, plain_address
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION
from vaultdesk.providers.ollama_models import cloud_host_of


class ProviderType(Struct, frozen=True):
    """Facts common to all providers of one kind."""

    kind: ProviderKind
    title: Phrase
    """Display name."""
    base_url: str = ""
    """Default address; empty if the user has to enter one."""
    requires_key: bool = False
    """True if it requires a key."""
    local: bool = False
    """True if it usually runs on this computer."""
    has_address: bool = True
    """False if there is no connection."""


DEFAULT_MODEL = "default"
"""The model of a provider that chooses one itself."""

_ALL = (
    ProviderType("openai", verbatim("OpenAI"), "https://api.openai.com/v1", requires_key=True),
    ProviderType("anthropic", verbatim("Anthropic"), "https://api.anthropic.com", requires_key=True),
    ProviderType(
        "gemini",
        verbatim("Google Gemini"),
        "https://generativelanguage.googleapis.com/v1beta/openai",
        requires_key=True,
    ),
    ProviderType("openrouter", verbatim("OpenRouter"), "https://openrouter.ai/api/v1", requires_key=True),
    ProviderType("ollama", verbatim("Ollama"), "http://127.0.0.1:11434", local=True),
    ProviderType("lmstudio", verbatim("LM Studio"), "http://127.0.0.1:1234/v1", local=True),
    ProviderType("openai-compatible", Phrase("OpenAI-compatible server")),
    ProviderType("gguf", Phrase("Model file"), local=True, has_address=False),
    ProviderType("codex", verbatim("Codex"), has_address=False),
    ProviderType("offline", Phrase("Offline assistant"), local=True, has_address=False),
)

PROVIDER_TYPES: Mapping[ProviderKind, ProviderType] = {one.kind: one for one in _ALL}
"""Every kind, in display order."""


def settings_address(settings: ProviderSettings) -> Address:
    """Return the address in *settings*. Raises `UsageError` if it is missing or unusable."""
    return provider_address(settings.kind, settings.base_url, add_v1=settings.add_v1)


def provider_address(kind: ProviderKind, base_url: str, *, add_v1: bool = True) -> Address:
    """Return the address of a provider of *kind*. Raises `UsageError` if it is missing or unusable."""
    default_url = PROVIDER_TYPES[kind].base_url
    address = base_url.strip() or default_url
    if not address:
        raise UsageError(
            Phrase("There is no address yet."), hint=Phrase("Enter it, for example http://localhost:8080/v1.")
        )
    if kind == "anthropic":
        return anthropic_address(address, add_v1=add_v1)
    return plain_address(address) if kind == "ollama" else openai_address(address, add_v1=add_v1)


def provider_destination(
    name: str, settings: ProviderSettings, environment: Mapping[str, str] = os.environ
) -> Destination:
    """Return the destination of questions to a provider of *settings* with the name *name*.

    The bare provider reports the same. Raises `UsageError` if its address is missing or unusable.
    """
    match settings.kind:
        case "offline":
            return OFFLINE_DESTINATION
        case "gguf":
            return Destination(name, "", local=True)
        case "codex":
            return read_codex_route(environment).destination(name)
        case _:
            address = settings_address(settings)
            return Destination(name, address.host, address.local)


def model_destination(
    name: str,
    settings: ProviderSettings,
    model: str,
    forwarding_host: str = "",
    environment: Mapping[str, str] = os.environ,
) -> Destination:
    """Return the destination of questions to *model*, without a request: the only decision about whether they leave
    this computer.

    A server of this computer may forward them: to the known *forwarding_host*, or to Ollama's cloud, which the model's
    name shows with any API. Raises `UsageError` like `provider_destination`.
    """
    direct = provider_destination(name, settings, environment)
    if settings.kind == "codex" and model == DEFAULT_MODEL:
        model = read_codex_route(environment).model
    runs_inside = settings.kind in ("offline", "gguf")
    return direct if runs_inside else forwarded_destination(direct, model, forwarding_host)


def forwarded_destination(server: Destination, model: str, forwarding_host: str = "") -> Destination:
    """Return the destination of questions to *model* sent to *server*, which may forward them to *forwarding_host*."""
    elsewhere = forwarding_host or cloud_host_of(model)
    return Destination(server.name, elsewhere, local=False) if server.local and elsewhere else server


ApiFlavor = Literal["responses", "completions", "messages"]
"""The endpoint at the end of the path: OpenAI's Responses or chat completions, Anthropic's messages."""

API_FLAVORS: tuple[ApiFlavor, ...] = ("responses", "completions", "messages")


def api_flavor(settings: ProviderSettings) -> ApiFlavor | None:
    """Return the API flavor of a provider of *settings*; None if it uses no vendor's SDK."""
    match settings.kind:
        case "anthropic":
            return "messages"
        case "offline" | "codex" | "ollama":
            return None
        case "lmstudio" | "gguf":
            return "completions"
        case kind:
            path = urlsplit(settings.base_url.strip()).path.rstrip("/")
            if not settings.api and path.endswith(("/responses", "/chat/completions")):
                return "responses" if path.endswith("/responses") else "completions"
            api = settings.api or ("responses" if kind == "openai" else "chat")
            return "responses" if api == "responses" else "completions"


def provider_types_with_key(environment: Mapping[str, str]) -> tuple[ProviderKind, ...]:
    """Return the kinds of vendors whose key is in *environment*."""
    set_variables = {variable for variable in DEFAULT_KEY_VARIABLES.values() if environment.get(variable, "").strip()}
    origins = {kind: provider_address(kind, "").origin for kind, facts in PROVIDER_TYPES.items() if facts.requires_key}
    return tuple(kind for kind, origin in origins.items() if DEFAULT_KEY_VARIABLES.get(origin) in set_variables)


def api_flavors_in_use(settings: Settings, environment: Mapping[str, str]) -> tuple[ApiFlavor, ...]:
    """Return the API flavors of the providers that are set up, have a key in *environment*, or are selected."""
    selected = settings.chat.model.partition("/")[0]
    kinds = {*provider_types_with_key(environment), *(kind for kind in PROVIDER_TYPES if kind == selected)}
    unconfigured = (ProviderSettings(kind=kind) for kind in kinds - settings.providers.keys())
    flavors = {api_flavor(entry) for entry in (*settings.providers.values(), *unconfigured)}
    return tuple(flavor for flavor in API_FLAVORS if flavor in flavors)
