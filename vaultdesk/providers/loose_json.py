"""Loose JSON: fields of what a server sent, read without trust in their types."""

import json

from pydantic import JsonValue

from vaultdesk.providers.peer import Peer, broken
from vaultdesk.providers.sse import ServerEvent


def read_json(event: ServerEvent, peer: Peer) -> dict[str, JsonValue]:
    """Return the object in *event*. Raises `ProviderBroken`."""
    try:
        value = json.loads(event.data)
    except (ValueError, RecursionError):
        raise broken(peer, "a part of it is not JSON") from None
    if not isinstance(value, dict):
        raise broken(peer, "a part of it is not an object")
    return value


def number(value: object) -> int:
    """Return a count as servers send it; 0 for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def words(value: object) -> str:
    """Return a text as servers send it; empty for what is none."""
    return value if isinstance(value, str) else ""


def fields(value: object) -> dict[str, JsonValue]:
    """Return an object as servers send it; empty for what is none."""
    return value if isinstance(value, dict) else {}


def entries(value: object) -> list[JsonValue]:
    """Return a list as servers send it; empty for what is none."""
    return value if isinstance(value, list) else []
