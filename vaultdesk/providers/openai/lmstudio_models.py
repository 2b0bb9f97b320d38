"""Parses the model lists of LM Studio, in the formats of its versions.

/api/v1/models  {"models": [{"key", "type", "loaded_instances", "capabilities": {...}}]}       since 0.4
/api/v0/models  {"data": [{"id", "type", "state", "capabilities": ["tool_use"]}]}              since 0.3.6
/v1/models      {"data": [{"id", "owned_by": "organization_owner"}]}                           always
"""

from pydantic import JsonValue

from vaultdesk.providers.lenient_json import count_of, list_of, object_of, text_of
from vaultdesk.providers.model_list import MAX_MODELS
from vaultdesk.providers.provider import ModelInfo

MODEL_LIST_PATHS = ("/api/v1/models", "/api/v0/models", "/v1/models")
"""Where its lists are, the most telling first."""

_TOOL_FLAGS = ("trained_for_tool_use", "trainedForToolUse", "tool_use")
_EMBEDDING = "text-embedding-"
"""How LM Studio begins the ids of embedding models, for lists that tell no type."""


def lmstudio_models(body: JsonValue) -> tuple[ModelInfo, ...] | None:
    """Return the models that answer, by id; None where *body* is none of the lists.

    It answers with status 200 where it knows an address not, so the body alone tells.
    """
    answer = object_of(body)
    listed = answer.get("models", answer.get("data"))
    if not isinstance(listed, list):
        return None
    found = [_model(object_of(entry)) for entry in listed[:MAX_MODELS]]
    return tuple(sorted({model.id: model for model in found if model is not None}.values(), key=lambda one: one.id))


def is_lmstudio(body: JsonValue) -> bool:
    """Tell whether *body* is a list only LM Studio gives; other servers may listen where it usually does."""
    answer = object_of(body)
    own = [object_of(entry) for entry in list_of(answer.get("models"))]
    if isinstance(answer.get("models"), list) and not answer.get("object"):
        return all("key" in entry and "loaded_instances" in entry for entry in own)
    other = [object_of(entry) for entry in list_of(answer.get("data"))]
    return bool(other) and all(
        "compatibility_type" in entry or text_of(entry.get("owned_by")).replace("-", "_") == "organization_owner"
        for entry in other
    )


def _model(entry: dict[str, JsonValue]) -> ModelInfo | None:
    name = text_of(entry.get("key")) or text_of(entry.get("id"))
    if not name or text_of(entry.get("type")).startswith("embedding") or name.startswith(_EMBEDDING):
        return None
    return ModelInfo(
        name,
        text_of(entry.get("display_name")),
        context=_context(entry),
        tools=_tools(entry),
        images=_images(entry),
        reasoning=_reasoning(entry),
        loaded=_loaded(entry),
    )


def _context(entry: dict[str, JsonValue]) -> int:
    """Return the window it is loaded with, which is often far smaller than the one it could have."""
    held = [
        count_of(object_of(object_of(one).get("config")).get("context_length"))
        for one in list_of(entry.get("loaded_instances"))
    ]
    loaded = count_of(entry.get("loaded_context_length")) or min((size for size in held if size), default=0)
    return loaded or count_of(entry.get("max_context_length"))


def _tools(entry: dict[str, JsonValue]) -> bool | None:
    capabilities = entry.get("capabilities")
    if isinstance(capabilities, list):
        return any(flag in capabilities for flag in _TOOL_FLAGS)
    for index in (object_of(capabilities), entry):
        for flag in _TOOL_FLAGS:
            if isinstance(value := index.get(flag), bool):
                return value
    return None


def _images(entry: dict[str, JsonValue]) -> bool | None:
    seen = object_of(entry.get("capabilities")).get("vision", entry.get("vision"))
    if isinstance(seen, bool):
        return seen
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
