"""Loose JSON: what a server sent, read without trust: in the text itself, its nesting and the types of its fields."""

import json

from pydantic import JsonValue

from vaultdesk.providers.peer import Peer, broken
from vaultdesk.providers.sse import ServerEvent

DEEPEST = 200
"""Levels of nesting: far over any server's, far under what makes a reader further on give up."""


REPLACED = "\ufffd"
"""What stands for half of a character."""


def read_value(text: str) -> JsonValue:
    """Return the JSON value *text* is. Raises `ValueError` where it is none, or one that is nested too deep."""
    try:
        value: JsonValue = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if text.count("{") + text.count("[") > DEEPEST and deeper_than(DEEPEST, value):
        raise ValueError("nested too deep")
    return value


def deeper_than(levels: int, value: JsonValue) -> bool:
    """Tell whether *value* holds objects or lists in each other on more than so many *levels*."""
    level = [value]
    for _ in range(levels):
        inner = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list))
        level = [one for several in inner for one in several if isinstance(one, dict | list)]
    return any(isinstance(one, dict | list) for one in level)


def read_json(event: ServerEvent, peer: Peer) -> dict[str, JsonValue]:
    """Return the object in *event*. Raises `ProviderBroken`."""
    try:
        value = read_value(event.data)
    except ValueError:
        raise broken(peer, "a part of it is not JSON") from None
    if not isinstance(value, dict):
        raise broken(peer, "a part of it is not an object")
    return value


def number(value: object) -> int:
    """Return a count as servers send it; 0 for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def words(value: object) -> str:
    """Return a text as servers send it, fit to be kept; empty for what is none."""
    return paired(value) if isinstance(value, str) else ""


def paired(text: str) -> str:
    """Return *text* with the halves of a character that meet joined, and those left alone replaced.

    JSON can name half of a character, as servers do that cut texts anywhere; no file and no request can hold one.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def fields(value: object) -> dict[str, JsonValue]:
    """Return an object as servers send it; empty for what is none."""
    return value if isinstance(value, dict) else {}


def entries(value: object) -> list[JsonValue]:
    """Return a list as servers send it; empty for what is none."""
    return value if isinstance(value, list) else []
