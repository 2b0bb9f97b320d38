"""Wire JSON: what the endpoint sends as bytes that every client's reader takes. Knows no events and no objects."""

import json
from collections.abc import Mapping
from typing import TypeAlias

from pydantic import JsonValue

Json: TypeAlias = dict[str, JsonValue]
"""One object on the wire."""

_LINE_ENDS = (("\x85", "\\u0085"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))
"""Characters that are no line end in a stream of events, and yet split a line in Python's and other readers."""


def json_bytes(value: Mapping[str, JsonValue]) -> bytes:
    """Return *value* as one line of JSON; half of a character pair, which no UTF-8 can hold, becomes a `?`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character, escaped in _LINE_ENDS:
        # They can only stand inside strings, where the escape means the same.
        text = text.replace(character, escaped)
    return text.encode("utf-8", "replace")


def event_bytes(event: Mapping[str, JsonValue]) -> bytes:
    """Return one event as a frame of a stream of events."""
    return b"event: " + str(event["type"]).encode("ascii") + b"\ndata: " + json_bytes(event) + b"\n\n"
