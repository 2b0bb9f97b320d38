"""Lenient JSON: reads fields of server responses without trusting their nesting or types."""

import json

from pydantic import JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import ErrorContext, broken_answer_error
from vaultdesk.providers.event_stream import ServerEvent

MAX_NESTING = 200
"""Levels of nesting: far over any server's, far under what makes a reader further on give up."""


REPLACEMENT_CHARACTER = "\ufffd"
"""What stands for half of a character."""


def parse_json(text: str) -> JsonValue:
    """Return the JSON value *text* is. Raises `ValueError` where it is none, or one that is nested too deep."""
    try:
        value: JsonValue = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if text.count("{") + text.count("[") > MAX_NESTING and is_nested_deeper(MAX_NESTING, value):
        raise ValueError("nested too deep")
    return value


def is_nested_deeper(levels: int, value: JsonValue) -> bool:
    """Tell whether *value* holds objects or lists in each other on more than so many *levels*."""
    level = [value]
    for _ in range(levels):
        inner = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list))
        level = [one for several in inner for one in several if isinstance(one, dict | list)]
    return any(isinstance(one, dict | list) for one in level)


def parse_event(event: ServerEvent, error_context: ErrorContext) -> dict[str, JsonValue]:
    """Return the object in *event*. Raises `ProviderBroken`."""
    try:
        value = parse_json(event.data)
    except ValueError:
        raise broken_answer_error(error_context, Phrase("a part of it is not JSON")) from None
    if not isinstance(value, dict):
        raise broken_answer_error(error_context, Phrase("a part of it is not an object"))
    return value


def count_of(value: object) -> int:
    """Return a count as servers send it; 0 for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def text_of(value: object) -> str:
    """Return a text as servers send it, fit to be kept; empty for what is none."""
    return join_surrogates(value) if isinstance(value, str) else ""


def join_surrogates(text: str) -> str:
    """Return *text* with the halves of a character that meet joined, and those left alone replaced.

    JSON can name half of a character, as servers do that cut texts anywhere; no file and no request can hold one.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def object_of(value: object) -> dict[str, JsonValue]:
    """Return an object as servers send it; empty for what is none."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[JsonValue]:
    """Return a list as servers send it; empty for what is none."""
    return value if isinstance(value, list) else []
