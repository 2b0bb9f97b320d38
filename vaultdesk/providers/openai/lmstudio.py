"""LM Studio: Chat Completions with its own model lists.

The model lists, in the formats of its versions:

/api/v1/models  {"models": [{"key", "type", "loaded_instances", "capabilities": {...}}]}       since 0.4
/api/v0/models  {"data": [{"id", "type", "state", "capabilities": ["tool_use"]}]}              since 0.3.6
/v1/models      {"data": [{"id", "owned_by": "organization_owner"}]}                           always
"""

from typing import TYPE_CHECKING

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import wrong_protocol_error
from vaultdesk.providers.http_connection import json_value_or_none
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, text_of
from vaultdesk.providers.model_list import MAX_MODELS
from vaultdesk.providers.openai.chat_completions import LMSTUDIO_DIALECT
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.providers.sdk_provider import ProviderEndpoint, RawResponse
from vaultdesk.providers.self_hosted.small_models import named_weights
from vaultdesk.providers.wrappers import LOADING_NOTICE_DELAY

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI

_MISSING_STATUSES = (404, 405, 501)
"""Statuses of versions that do not have a list; most answer 200 with an error in the body."""


class _ListResponse(Struct, frozen=True):
    http_response: "httpx2.Response"


class LMStudio(OpenAIChat):
    """One LM Studio server."""

    def __init__(self, endpoint: ProviderEndpoint, *, notice_delay: float = LOADING_NOTICE_DELAY) -> None:
        """*notice_delay*: see wrappers.py."""
        super().__init__(endpoint, LMSTUDIO_DIALECT, notice_delay=notice_delay)

    async def _request_models(self, client: "AsyncOpenAI") -> RawResponse:
        """Request the most detailed model list; an older version has only a simpler one."""
        import httpx2

        base = self._endpoint.address.url.removesuffix("/v1")
        for path in MODEL_LIST_PATHS[:-1]:
            try:
                response = await client.get(base + path, cast_to=httpx2.Response)
            except Exception as error:  # only a missing address is handled; other errors are raised again
                if getattr(error, "status_code", 0) not in _MISSING_STATUSES:
                    raise
                continue
            if lmstudio_models(json_value_or_none(response.text)) is not None:
                return _ListResponse(response)
        return await super()._request_models(client)

    def _parse_models(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        models = lmstudio_models(body)
        if models is None:
            raise wrong_protocol_error(self._error_context, Phrase("JSON without models in it"))
        return models


MODEL_LIST_PATHS = ("/api/v1/models", "/api/v0/models", "/v1/models")
"""Paths of its lists, the most detailed first."""

MAX_DEVICE_NAME = 60
"""Maximum number of displayed characters of another computer's name."""

_DEVICE_KEYS = ("device_identifier", "deviceIdentifier")
"""Fields with the device that runs a model through LM Link; empty for this computer's own models."""

DEFAULT_WINDOW = 4096
"""Tokens of the window with which LM Studio loads a model by default."""

_TOOL_FLAGS = ("trained_for_tool_use", "trainedForToolUse", "tool_use")
_EMBEDDING = "text-embedding-"
"""Prefix of the ids of embedding models in LM Studio, for lists without types."""


def lmstudio_models(body: JsonValue) -> tuple[ModelInfo, ...] | None:
    """Return the models that generate text, by id; None if *body* is not one of the lists.

    LM Studio answers with status 200 for unknown addresses, so only the body shows it.
    """
    answer = object_of(body)
    entries = answer.get("models", answer.get("data"))
    if not isinstance(entries, list):
        return None
    models = [_model(object_of(entry)) for entry in entries[:MAX_MODELS]]
    return tuple(sorted({model.id: model for model in models if model is not None}.values(), key=lambda info: info.id))


def is_lmstudio(body: JsonValue) -> bool:
    """Return whether *body* is a list in a format only LM Studio uses; other servers may use its default port."""
    answer = object_of(body)
    detailed_entries = [object_of(entry) for entry in list_of(answer.get("models"))]
    if isinstance(answer.get("models"), list) and not answer.get("object"):
        return all("key" in entry and "loaded_instances" in entry for entry in detailed_entries)
    plain_entries = [object_of(entry) for entry in list_of(answer.get("data"))]
    return bool(plain_entries) and all(
        "compatibility_type" in entry or text_of(entry.get("owned_by")).replace("-", "_") == "organization_owner"
        for entry in plain_entries
    )


def _model(entry: dict[str, JsonValue]) -> ModelInfo | None:
    name = text_of(entry.get("key")) or text_of(entry.get("id"))
    if not name or text_of(entry.get("type")).startswith("embedding") or name.startswith(_EMBEDDING):
        return None
    return ModelInfo(
        name,
        text_of(entry.get("display_name")),
        context=_context(entry),
        window=_window(entry),
        tools=_tools(entry),
        images=_images(entry),
        reasoning=_reasoning(entry),
        loaded=_loaded(entry),
        elsewhere=_linked_device(entry),
        weights=named_weights(text_of(entry.get("params_string"))),
    )


def _linked_device(entry: dict[str, JsonValue]) -> str:
    """Return the other computer that runs the model through LM Link, if the list names one."""
    loaded = (object_of(instance) for instance in list_of(entry.get("loaded_instances")))
    names = (text_of(instance.get(key)) for instance in (entry, *loaded) for key in _DEVICE_KEYS)
    device = next((name.strip()[:MAX_DEVICE_NAME] for name in names if name.strip()), "")
    return f"{device} (LM Link)" if device else ""


def _context(entry: dict[str, JsonValue]) -> int:
    """Return the window it is loaded with, which is often far smaller than its maximum."""
    return _loaded_context(entry) or count_of(entry.get("max_context_length"))


def _window(entry: dict[str, JsonValue]) -> int:
    """Return the current context window; for a model that is not loaded, the default one, not its largest."""
    loaded, max_window = _loaded_context(entry), count_of(entry.get("max_context_length"))
    if loaded or _loaded(entry) is not False:
        return loaded
    return min(DEFAULT_WINDOW, max_window) if max_window else DEFAULT_WINDOW


def _loaded_context(entry: dict[str, JsonValue]) -> int:
    sizes = [
        count_of(object_of(object_of(instance).get("config")).get("context_length"))
        for instance in list_of(entry.get("loaded_instances"))
    ]
    return count_of(entry.get("loaded_context_length")) or min((size for size in sizes if size), default=0)


def _tools(entry: dict[str, JsonValue]) -> bool | None:
    capabilities = entry.get("capabilities")
    if isinstance(capabilities, list):
        return any(flag in capabilities for flag in _TOOL_FLAGS)
    for source in (object_of(capabilities), entry):
        for flag in _TOOL_FLAGS:
            if isinstance(value := source.get(flag), bool):
                return value
    return None


def _images(entry: dict[str, JsonValue]) -> bool | None:
    vision = object_of(entry.get("capabilities")).get("vision", entry.get("vision"))
    if isinstance(vision, bool):
        return vision
    kind = text_of(entry.get("type"))
    return kind == "vlm" if kind in ("vlm", "llm") and "state" in entry else None


def _reasoning(entry: dict[str, JsonValue]) -> bool | None:
    reasoning = object_of(entry.get("capabilities")).get("reasoning")
    if isinstance(reasoning, bool):
        return reasoning
    options = list_of(object_of(reasoning).get("allowed_options"))
    return any(option != "off" for option in options) if options else None


def _loaded(entry: dict[str, JsonValue]) -> bool | None:
    if isinstance(entry.get("loaded_instances"), list):
        return bool(list_of(entry.get("loaded_instances")))
    state = text_of(entry.get("state"))
    return state == "loaded" if state else None
