"""Model list: what models a server names, and what it says of each, in every shape met so far. Asks nobody.

OpenRouter's own list is in openrouter_models.py, Ollama's and LM Studio's with their providers.
"""

import re
from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from vaultdesk.providers.loose_json import entries, fields, number, words
from vaultdesk.providers.peer import Peer, not_spoken
from vaultdesk.providers.provider import ModelInfo

MAX_MODELS = 2000
"""Entries we take: the largest catalogue of today has about 500."""

_CONTEXT = ("max_model_len", "context_window", "context_length", "max_context_length", "max_input_tokens")
"""Where servers say how long prompt and answer may be: vLLM, Groq, most others, Mistral, Anthropic."""

_MAX_OUTPUT = ("max_completion_tokens", "max_output_tokens", "max_tokens")

_OTHER_KINDS = ("embedding", "embeddings", "image", "video", "audio", "transcribe", "moderation", "rerank")
"""What servers that name a `type` call what cannot chat."""

_CANNOT_CHAT = re.compile(
    r"embed|rerank|moderation|whisper|transcribe|realtime|native-audio|gpt-audio|audio-preview|(^|-)tts(-|$)"
    r"|^(dall-e|gpt-image|chatgpt-image|sora|imagen|veo|lyria|aqa|mistral-ocr)\b"
    r"|^(davinci|babbage)-002$|^gpt-3\.5-turbo-instruct"
)
"""Names of models that make no text of a conversation, where the list says nothing but names."""


def listed_models(body: JsonValue, peer: Peer) -> tuple[ModelInfo, ...]:
    """Return the models in *body* that can chat, by id, each once. Raises `ProviderBroken` where it is no list."""
    named = named_entries(body, peer)
    spoken_of = {words(entry.get("name")): entry for entry in map(fields, entries(fields(body).get("models")))}
    return by_id(_model(entry, spoken_of.get(words(entry.get("id")), {})) for entry in named if _can_chat(entry))


def named_entries(body: JsonValue, peer: Peer) -> list[dict[str, JsonValue]]:
    """Return the entries of a list of models. Raises `ProviderBroken` where *body* is none."""
    answer = fields(body)
    if not isinstance(body, list) and not isinstance(answer.get("data", answer.get("models")), list | None):
        raise not_spoken(peer, "JSON without models in it")
    if not isinstance(body, list) and not answer.keys() & {"data", "models"}:
        raise not_spoken(peer, "JSON without models in it")
    listed = entries(body) or entries(answer.get("data")) or entries(answer.get("models"))
    return [fields(entry) for entry in listed[:MAX_MODELS]]


def by_id(models: Iterable[ModelInfo]) -> tuple[ModelInfo, ...]:
    """Return *models* in the order of their ids, each once, the nameless left out."""
    return tuple(sorted({model.id: model for model in models if model.id}.values(), key=lambda model: model.id))


def _can_chat(entry: Mapping[str, JsonValue]) -> bool:
    if words(entry.get("type")).lower() in _OTHER_KINDS:
        return False
    if fields(entry.get("capabilities")).get("completion_chat") is False:
        return False
    name = words(entry.get("id")).lower().rsplit("/", 1)[-1]
    return not _CANNOT_CHAT.search(name)


def _model(entry: Mapping[str, JsonValue], beside: Mapping[str, JsonValue]) -> ModelInfo:
    """Return what *entry* says; *beside* is llama.cpp's second list, which knows of pictures."""
    can = fields(entry.get("capabilities"))
    marks = {words(mark) for mark in (*entries(entry.get("capabilities")), *entries(beside.get("capabilities")))}
    sees = marks & {"vision", "multimodal"} or "image" in entries(entry.get("input_modalities"))
    meta, state = fields(entry.get("meta")), words(fields(entry.get("status")).get("value"))
    return ModelInfo(
        words(entry.get("id")),
        words(entry.get("display_name")) or words(entry.get("name")),
        context=_first(entry, _CONTEXT) or _first(meta, ("n_ctx", "n_ctx_train")),
        max_output=_first(entry, _MAX_OUTPUT),
        tools=True if marks & {"tools", "tool_use"} else _told(can, "function_calling", "tools"),
        images=True if sees else _told(can, "vision", "image_input"),
        reasoning=_told(can, "reasoning", "thinking"),
        loaded={"loaded": True, "unloaded": False}.get(state),
    )


def _first(entry: Mapping[str, JsonValue], names: tuple[str, ...]) -> int:
    return next((number(entry.get(name)) for name in names if number(entry.get(name))), 0)


def _told(can: Mapping[str, JsonValue], *names: str) -> bool | None:
    """Return what a server says it *can* do: `true`, or Anthropic's `{"supported": true}`."""
    for name in names:
        value = can.get(name)
        value = value.get("supported") if isinstance(value, dict) else value
        if isinstance(value, bool):
            return value
    return None
