"""What llama.cpp's server says of the model it has loaded, at `/props`."""

import re
from dataclasses import replace

from pydantic import JsonValue

from vaultdesk.providers.lenient_json import count_of, object_of, text_of
from vaultdesk.providers.provider import ModelInfo

LLAMA_CPP = "llama.cpp"
"""How it is named in `ModelInfo.server`."""

_TOOLS_IN_TEMPLATE = re.compile(r"\btools\b")


def with_llama_cpp_properties(info: ModelInfo, body: JsonValue) -> ModelInfo:
    """Return *info* with the facts of *body*, the answer of `/props`; as it is where that is none."""
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
    """Return whether the chat template has a place for tools: the server leaves them out silently where it has none."""
    told = object_of(properties.get("chat_template_caps")).get("supports_tools")
    if isinstance(told, bool):
        return told
    # Versions that do not say it still show the template.
    if text_of(properties.get("chat_template_tool_use")):
        return True
    template = text_of(properties.get("chat_template"))
    return bool(_TOOLS_IN_TEMPLATE.search(template)) if template else None
