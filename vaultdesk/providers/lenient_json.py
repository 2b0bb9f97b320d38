"""Lenient JSON: reads fields of server responses without trusting their nesting or types."""

import json

from pydantic import JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import ErrorContext, broken_answer_error
from vaultdesk.providers.event_stream import ServerEvent

MAX_NESTING = 200
"""Maximum nesting depth: far above any server's, far below the limit of later readers."""


REPLACEMENT_CHARACTER = "\ufffd"
"""Replaces an unpaired surrogate."""


def parse_json(text: str) -> JsonValue:
    """Return the JSON value of *text*. Raises `ValueError` if it is not JSON, or nested too deep."""
    try:
        value: JsonValue = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if text.count("{") + text.count("[") > MAX_NESTING and is_nested_deeper(MAX_NESTING, value):
        raise ValueError("nested too deep")
    return value


def is_nested_deeper(levels: int, value: JsonValue) -> bool:
    """Return whether objects or lists in *value* are nested on more than *levels* levels."""
    level = [value]
    for _ in range(levels):
        nested = (item.values() if isinstance(item, dict) else item for item in level if isinstance(item, dict | list))
        level = [item for children in nested for item in children if isinstance(item, dict | list)]
    return any(isinstance(item, dict | list) for item in level)


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
    """Return *value* if it is a valid count, else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def text_of(value: object) -> str:
    """Return *value* as text fit to be stored if it is text, else an empty text."""
    return join_surrogates(value) if isinstance(value, str) else ""


def join_surrogates(text: str) -> str:
    """Return *text* with matching surrogates joined, and unpaired ones replaced.

    JSON can contain unpaired surrogates, as from servers that cut texts anywhere; no file and no request can.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def object_of(value: object) -> dict[str, JsonValue]:
    """Return *value* if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[JsonValue]:
    """Return *value* if it is a list, else an empty one."""
    return value if isinstance(value, list) else []
