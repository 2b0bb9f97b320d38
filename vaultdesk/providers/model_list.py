"""Parses what servers report about their models: lists in the format of OpenAI, Anthropic or OpenRouter, and `/props`
of llama.cpp."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING  # Any: the SDK's overloads require typed keys; the body here is plain JSON

from pydantic import JsonValue

from vaultdesk.core.values import replace
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, text_of
from vaultdesk.providers.provider import ModelInfo, Price

if TYPE_CHECKING:
    pass
import re
from collections.abc import Iterable

from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import wrong_protocol_error

# Ollama's and LM Studio's own lists are with their providers.

MAX_MODELS = 2000
"""Maximum number of entries: the largest list today has about 500."""

_CONTEXT = ("max_model_len", "context_window", "context_length", "max_context_length", "max_input_tokens")
"""Fields for the length of prompt and answer: vLLM, Groq, most others, Mistral, Anthropic."""

_MAX_OUTPUT = ("max_completion_tokens", "max_output_tokens", "max_tokens")

_SERVERS = {"llamacpp": "llama.cpp", "vllm": "vllm"}
"""`ModelInfo.server` by the `owned_by` field, for programs that put their own name there."""

_NON_CHAT_TYPES = ("embedding", "embeddings", "image", "video", "audio", "transcribe", "moderation", "rerank")
"""Values of `type` for models that cannot chat, on servers that have this field."""

_NON_CHAT_NAMES = re.compile(
    r"embed|rerank|moderation|whisper|transcribe|realtime|native-audio|gpt-audio|audio-preview|(^|-)tts(-|$)"
    r"|^(dall-e|gpt-image|chatgpt-image|sora|imagen|veo|lyria|aqa|mistral-ocr)\b"
    r"|^(davinci|babbage)-002$|^gpt-3\.5-turbo-instruct"
)
"""Names of models that do not generate text, for lists without further facts."""


def listed_models(body: JsonValue, error_context: ErrorContext) -> tuple[ModelInfo, ...]:
    """Return the models in *body* that can chat, by id, without duplicates. Raises `ProviderBroken` for non-lists."""
    entries = named_entries(body, error_context)
    llama_cpp_entries = {
        text_of(entry.get("name")): entry for entry in map(object_of, list_of(object_of(body).get("models")))
    }
    return sorted_by_id(
        _model_info(entry, llama_cpp_entries.get(text_of(entry.get("id")), {})) for entry in entries if _can_chat(entry)
    )


def named_entries(body: JsonValue, error_context: ErrorContext) -> list[dict[str, JsonValue]]:
    """Return the entries of a model list. Raises `ProviderBroken` if *body* is not one."""
    answer = object_of(body)
    if not isinstance(body, list) and not isinstance(answer.get("data", answer.get("models")), list | None):
        raise wrong_protocol_error(error_context, Phrase("JSON without models in it"))
    if not isinstance(body, list) and not answer.keys() & {"data", "models"}:
        raise wrong_protocol_error(error_context, Phrase("JSON without models in it"))
    entries = list_of(body) or list_of(answer.get("data")) or list_of(answer.get("models"))
    return [object_of(entry) for entry in entries[:MAX_MODELS]]


def sorted_by_id(models: Iterable[ModelInfo]) -> tuple[ModelInfo, ...]:
    """Return *models* sorted by id, without duplicates and those without an id."""
    return tuple(sorted({model.id: model for model in models if model.id}.values(), key=lambda model: model.id))


def _can_chat(entry: Mapping[str, JsonValue]) -> bool:
    if text_of(entry.get("type")).lower() in _NON_CHAT_TYPES:
        return False
    if object_of(entry.get("capabilities")).get("completion_chat") is False:
        return False
    name = text_of(entry.get("id")).lower().rsplit("/", 1)[-1]
    return not _NON_CHAT_NAMES.search(name)


def _model_info(entry: Mapping[str, JsonValue], llama_cpp_entry: Mapping[str, JsonValue]) -> ModelInfo:
    """Return the facts in *entry*; *llama_cpp_entry* is llama.cpp's second list, which reports image support."""
    capabilities = object_of(entry.get("capabilities"))
    flags = {
        text_of(flag) for flag in (*list_of(entry.get("capabilities")), *list_of(llama_cpp_entry.get("capabilities")))
    }
    has_vision = flags & {"vision", "multimodal"} or "image" in list_of(entry.get("input_modalities"))
    meta, state = object_of(entry.get("meta")), text_of(object_of(entry.get("status")).get("value"))
    return ModelInfo(
        text_of(entry.get("id")),
        text_of(entry.get("display_name")) or text_of(entry.get("name")),
        context=_first_count(entry, _CONTEXT) or _first_count(meta, ("n_ctx", "n_ctx_train")),
        max_output=_first_count(entry, _MAX_OUTPUT),
        tools=True if flags & {"tools", "tool_use"} else _supported(capabilities, "function_calling", "tools"),
        images=True if has_vision else _supported(capabilities, "vision", "image_input"),
        reasoning=_supported(capabilities, "reasoning", "thinking"),
        loaded={"loaded": True, "unloaded": False}.get(state),
        server=_SERVERS.get(text_of(entry.get("owned_by")).lower(), ""),
        weights=count_of(meta.get("n_params")),
    )


def _first_count(entry: Mapping[str, JsonValue], names: tuple[str, ...]) -> int:
    return next((count_of(entry.get(name)) for name in names if count_of(entry.get(name))), 0)


def _supported(capabilities: Mapping[str, JsonValue], *names: str) -> bool | None:
    """Return a capability in *capabilities* as the server reports it: `true`, or Anthropic's `{"supported": true}`."""
    for name in names:
        value = capabilities.get(name)
        value = value.get("supported") if isinstance(value, dict) else value
        if isinstance(value, bool):
            return value
    return None


LLAMA_CPP = "llama.cpp"
"""Its name in `ModelInfo.server`."""

_TOOLS_IN_TEMPLATE = re.compile(r"\btools\b")


def with_llama_cpp_properties(info: ModelInfo, body: JsonValue) -> ModelInfo:
    """Return *info* with the facts in *body*, the response of `/props`; unchanged if *body* is not such a response."""
    properties = object_of(body)
    generation = object_of(properties.get("default_generation_settings"))
    if not generation:
        return info
    modalities = object_of(properties.get("modalities"))
    vision = modalities.get("vision")
    window = count_of(generation.get("n_ctx"))
    return replace(
        info,
        context=info.context or window,
        window=window or info.window,
        tools=_template_has_tools(properties),
        images=vision if isinstance(vision, bool) else info.images,
    )


def _template_has_tools(properties: dict[str, JsonValue]) -> bool | None:
    """Return whether the chat template supports tools, None if not known. If not, the server drops them silently."""
    supported = object_of(properties.get("chat_template_caps")).get("supports_tools")
    if isinstance(supported, bool):
        return supported
    # Older versions do not report it, but return the template.
    if text_of(properties.get("chat_template_tool_use")):
        return True
    template = text_of(properties.get("chat_template"))
    return template_supports_tools(template) if template else None


def template_supports_tools(template: str) -> bool:
    """Return whether the chat template *template* refers to the variable `tools`."""
    return bool(_TOOLS_IN_TEMPLATE.search(template))


_MILLION = Decimal(1_000_000)


def openrouter_models(body: JsonValue, error_context: ErrorContext) -> tuple[ModelInfo, ...]:
    """Return the models in *body* that generate text. Raises `ProviderBroken` if it is not a model list."""
    return sorted_by_id(
        _openrouter_model(entry) for entry in named_entries(body, error_context) if _generates_text(entry)
    )


def _generates_text(entry: Mapping[str, JsonValue]) -> bool:
    kinds = list_of(object_of(entry.get("architecture")).get("output_modalities"))
    return not kinds or "text" in kinds


def _openrouter_model(entry: Mapping[str, JsonValue]) -> ModelInfo:
    top_provider = object_of(entry.get("top_provider"))
    modalities = list_of(object_of(entry.get("architecture")).get("input_modalities"))
    parameters = list_of(entry.get("supported_parameters"))
    return ModelInfo(
        text_of(entry.get("id")),
        text_of(entry.get("name")),
        context=count_of(entry.get("context_length")) or count_of(top_provider.get("context_length")),
        max_output=count_of(top_provider.get("max_completion_tokens")),
        tools="tools" in parameters if parameters else None,
        images="image" in modalities if modalities else None,
        reasoning="reasoning" in parameters if parameters else None,
        price=_price(object_of(entry.get("pricing"))),
    )


def _price(pricing: Mapping[str, JsonValue]) -> Price | None:
    prompt_price, completion_price = _per_million(pricing.get("prompt")), _per_million(pricing.get("completion"))
    if prompt_price is None or completion_price is None:
        return None
    return Price(prompt_price, completion_price, _per_million(pricing.get("input_cache_read")))


def _per_million(dollars: JsonValue) -> float | None:
    """Return dollars per million tokens for "0.000003" per token; None for -1, a router with the model's prices."""
    try:
        price = Decimal(dollars if isinstance(dollars, str) else "nan")
    except InvalidOperation:
        return None
    return float(price * _MILLION) if price.is_finite() and 0 <= price < 1 else None
