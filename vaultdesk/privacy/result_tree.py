"""Result tree: a tool's result as the values it is made of, and the objects in it that hold text of a note.

By the convention of the tools an object that holds text of a note names it as `path`. Changes make new values.
"""

import json
from collections.abc import Callable, Iterator, Mapping

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolResultPart

TEXT_KEYS = frozenset({"content", "preview", "excerpt", "text", "context", "diff", "applied", "snippet"})
"""Members that hold a note's text; others tell about it."""

PROPERTIES_KEY = "frontmatter"
"""The member that holds a note's properties."""

NAMING_KEYS = frozenset({"path", "filename", "basename"})
"""Members that name the note."""

Place = tuple[str | int, ...]
"""The way to a value in a result; none for all of it."""


def value_of(part: ToolResultPart) -> JsonValue:
    """Return what the model reads as a value; its text where that is no JSON."""
    try:
        value: JsonValue = json.loads(part.content)
    except (ValueError, RecursionError):
        return part.content
    return value


def with_value(part: ToolResultPart, value: JsonValue) -> ToolResultPart:
    """Return *part* with *value* as what the model reads."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return part if text == part.content else part.model_copy(update={"content": text})


def noted(value: JsonValue, place: Place = ()) -> Iterator[tuple[Place, dict[str, JsonValue]]]:
    """Yield each object inside *value* that names a note, outer ones first; a result as a whole names none."""
    if isinstance(value, dict):
        if place and isinstance(value.get("path"), str):
            yield place, value
        for key, inner in value.items():
            yield from noted(inner, (*place, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from noted(inner, (*place, number))


def texts_in(value: dict[str, JsonValue]) -> tuple[str, ...]:
    """Return the texts of its note that an object holds."""
    return tuple(text for key, text in _strings(value, "") if key in TEXT_KEYS)


def whole_text(value: dict[str, JsonValue]) -> str:
    """Return all that an object tells of what its note says, for people: properties and texts, else everything."""
    properties = value.get(PROPERTIES_KEY)
    lines = [f"{name}: {_word(said)}" for name, said in properties.items()] if isinstance(properties, dict) else []
    told = [*lines, *texts_in(value)]
    return "\n".join(told or [text for key, text in _strings(value, "") if key not in NAMING_KEYS])


def _word(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def replaced(value: JsonValue, instead: Mapping[Place, JsonValue], place: Place = ()) -> JsonValue:
    """Return *value* with other values at some places."""
    if place in instead:
        return instead[place]
    if isinstance(value, dict):
        return {key: replaced(inner, instead, (*place, key)) for key, inner in value.items()}
    if isinstance(value, list):
        return [replaced(inner, instead, (*place, number)) for number, inner in enumerate(value)]
    return value


def mapped(value: JsonValue, change: Callable[[str], str], key: str = "") -> JsonValue:
    """Return *value* with every text in it changed but names, and but what belongs to another note inside it."""
    if isinstance(value, str):
        return value if key in NAMING_KEYS else change(value)
    if isinstance(value, list):
        return [item if _is_noted(item) else mapped(item, change, key) for item in value]
    if isinstance(value, dict):
        return {name: inner if _is_noted(inner) else mapped(inner, change, name) for name, inner in value.items()}
    return value


def at(value: JsonValue, place: Place) -> JsonValue:
    """Return the value at *place*."""
    for step in place:
        value = value[step]  # type: ignore[index]  # a place is the way that was gone before
    return value


def _strings(value: JsonValue, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for item in value:
            if not _is_noted(item):
                yield from _strings(item, key)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if not _is_noted(inner):
                yield from _strings(inner, key if key in TEXT_KEYS else name)


def _is_noted(value: JsonValue) -> bool:
    return isinstance(value, dict) and isinstance(value.get("path"), str)
