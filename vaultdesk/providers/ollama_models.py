"""Ollama models: parsed model details and the context window to request for each."""

from collections.abc import Mapping

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.core.errors import UsageError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.providers.error_context import ErrorContext, wrong_protocol_error
from vaultdesk.providers.http_connection import plain_address
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, text_of
from vaultdesk.providers.model_list import MAX_MODELS
from vaultdesk.providers.provider import ModelInfo

DEFAULT_WINDOW = 16_384
"""Tokens: a note of 60,000 characters, the most a tool returns, with question and answer. Ollama's default of 4,096
truncates such a chat silently; the cache for this takes about 2 GB of memory with models of 4 to 8 billion weights.
"""

LONG_WINDOW = 32_768
"""Tokens if the model's cache is small enough: two notes of that length."""

LONG_CACHE = 2 * 1024**3
"""Maximum bytes of the cache of a long window: what is left on a GPU with 8 GB besides a model of 5 GB."""

MAX_WINDOW = 10_000_000
"""Maximum tokens; no model has more, so a larger number is an error."""

OLLAMA_CLOUD_HOST = "ollama.com"
"""Host of Ollama's cloud, also reported if the actual host of a forwarded model is not known."""

_LEVELS: tuple[bool | str, ...] = ("low", "medium", "high")


class OllamaModelFacts(Struct, frozen=True):
    """The response of `/api/show` about one model. None, 0 and empty mean unknown."""

    context: int = 0
    """Tokens of the window the model was trained with."""
    tools: bool | None = None
    images: bool | None = None
    thinking: bool | None = None
    levels: tuple[bool | str, ...] = ()
    """Accepted values of `think`."""
    generates_text: bool = True
    """False for models that only produce embeddings or images."""
    cache_bytes_per_token: int = 0
    """Bytes of memory for each token of the window."""
    requested_window: int = 0
    """The window in its Modelfile."""
    remote_host: str = ""
    """The host that runs it, if Ollama forwards its questions."""
    weights: int = 0
    """Parameters of the model."""


UNKNOWN_MODEL = OllamaModelFacts()
"""Facts of a model that Ollama does not report."""


def context_window_for(facts: OllamaModelFacts, setting: int) -> int:
    """Return the window to request: the user's setting, else as much as the model supports and memory likely holds.

    A larger window in its Modelfile was set by the user and is used. A model on another host takes no memory here.
    """
    if setting:
        return setting
    if facts.remote_host and facts.context:
        return facts.context
    default_window = LONG_WINDOW if 0 < facts.cache_bytes_per_token * LONG_WINDOW <= LONG_CACHE else DEFAULT_WINDOW
    window = max(default_window, facts.requested_window)
    return min(window, facts.context) if facts.context else window


def read_facts(body: JsonValue) -> OllamaModelFacts:
    """Return the facts in the body of `/api/show`."""
    details = object_of(body)
    info = object_of(details.get("model_info"))
    family = text_of(info.get("general.architecture"))
    capabilities = [text_of(name) for name in list_of(details.get("capabilities"))]
    thinking = "thinking" in capabilities if capabilities else None
    levels = _levels(details, family) if thinking is not False else ()
    return OllamaModelFacts(
        context=min(_context(info, family), MAX_WINDOW),
        tools="tools" in capabilities if capabilities else None,
        images="vision" in capabilities if capabilities else None,
        thinking=any(levels) if levels else thinking,
        levels=levels,
        # Older versions do not report capabilities; there a pooling layer identifies an embedding model.
        generates_text="completion" in capabilities
        if capabilities
        else not any(key.endswith(".pooling_type") for key in info),
        cache_bytes_per_token=_cache_bytes(info, family),
        requested_window=_requested_window_of(text_of(details.get("parameters"))),
        remote_host=_remote_host_of(text_of(details.get("remote_host")), text_of(details.get("remote_model"))),
        weights=count_of(info.get("general.parameter_count")),
    )


def cloud_host_of(model: str) -> str:
    """Return the host of a model whose name is that of a cloud model; empty for any other."""
    return OLLAMA_CLOUD_HOST if model.endswith((":cloud", "-cloud")) else ""


def listed_names(body: JsonValue, error_context: ErrorContext) -> tuple[str, ...]:
    """Return the models in `/api/tags` or `/api/ps`, each once. Raises `ProviderBroken` if it is not such a list."""
    answer = object_of(body)
    if not isinstance(answer.get("models", 0), list | None):
        raise wrong_protocol_error(error_context, Phrase("JSON without models in it"))
    entries = [object_of(entry) for entry in list_of(answer.get("models"))[:MAX_MODELS]]
    names = (text_of(entry.get("model")) or text_of(entry.get("name")) for entry in entries)
    return tuple(dict.fromkeys(name for name in names if name))


NO_REMOTE_HOSTS: Mapping[str, str] = {}
"""No model is forwarded."""


def listed_remote_hosts(body: JsonValue) -> dict[str, str]:
    """Return the host of each model in `/api/tags` that Ollama forwards, as far as the list reports it."""
    entries = [object_of(entry) for entry in list_of(object_of(body).get("models"))[:MAX_MODELS]]
    hosts = {
        text_of(entry.get("model")) or text_of(entry.get("name")): _remote_host_of(
            text_of(entry.get("remote_host")), text_of(entry.get("remote_model"))
        )
        for entry in entries
    }
    return {name: host for name, host in hosts.items() if name and host}


def listed_ollama_models(
    names: tuple[str, ...],
    facts: Mapping[str, OllamaModelFacts],
    loaded: frozenset[str] | None,
    remote_hosts: Mapping[str, str] = NO_REMOTE_HOSTS,
) -> tuple[ModelInfo, ...]:
    """Return the models that generate text, by name; *loaded* is None if it is not known which are in memory.

    *remote_hosts* are the hosts that the model list itself reports for some.
    """
    named_facts = [(name, facts.get(name, UNKNOWN_MODEL)) for name in sorted(names)]
    return tuple(
        replace(
            ollama_model(name, model_facts),
            loaded=None if loaded is None else name in loaded,
            elsewhere=model_facts.remote_host or remote_hosts.get(name, "") or cloud_host_of(name),
        )
        for name, model_facts in named_facts
        if model_facts.generates_text
    )


def ollama_model(name: str, facts: OllamaModelFacts) -> ModelInfo:
    """Return *facts* about the model *name* as a list entry, with the window requested by default."""
    return ModelInfo(
        name,
        context=facts.context,
        window=context_window_for(facts, 0) if facts != UNKNOWN_MODEL else 0,
        tools=facts.tools,
        images=facts.images,
        reasoning=facts.thinking,
        elsewhere=facts.remote_host or cloud_host_of(name),
        weights=facts.weights,
    )


def _remote_host_of(host: str, model: str) -> str:
    try:
        return plain_address(host).host if host else OLLAMA_CLOUD_HOST if model else ""
    except UsageError:
        return OLLAMA_CLOUD_HOST  # an address that cannot be parsed is not that of this computer


def _levels(details: dict[str, JsonValue], family: str) -> tuple[bool | str, ...]:
    values = list_of(object_of(details.get("thinking")).get("values"))
    levels = tuple(value for value in values if isinstance(value, bool | str))
    # Before Ollama reported the values, only this family accepted levels, and nothing else.
    return levels or (_LEVELS if family.replace("-", "") == "gptoss" else ())


def _context(info: dict[str, JsonValue], family: str) -> int:
    family_context = count_of(info.get(f"{family}.context_length"))
    return family_context or next(
        (count_of(value) for key, value in info.items() if key.endswith(".context_length")), 0
    )


def _cache_bytes(info: dict[str, JsonValue], family: str) -> int:
    """Return the bytes of the key-value cache for each token, with two bytes for each number; 0 if not known."""

    def model_number(name: str) -> int:
        return count_of(info.get(f"{family}.{name}"))

    head_count = model_number("attention.head_count")
    head_size = model_number("embedding_length") // head_count if head_count else 0
    key = model_number("attention.key_length") or head_size
    value = model_number("attention.value_length") or head_size
    return model_number("block_count") * model_number("attention.head_count_kv") * (key + value) * 2


def _requested_window_of(parameters: str) -> int:
    for line in parameters.splitlines():
        name, _, value = line.strip().partition(" ")
        if name == "num_ctx" and value.strip().isascii() and value.strip().isdigit():
            return min(int(value.strip()[:9]), MAX_WINDOW)
    return 0
