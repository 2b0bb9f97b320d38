"""Facts about the loaded model from `/props` of llama.cpp's server."""

import re
from dataclasses import replace

from pydantic import JsonValue

from vaultdesk.providers.lenient_json import count_of, object_of, text_of
from vaultdesk.providers.provider import ModelInfo

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
