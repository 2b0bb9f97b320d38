"""Family: who made a provider-native item, and so who alone may be sent it again (PROTOCOLS 5.1).

Signatures and encrypted reasoning are worth something only to the model that made them, behind the same endpoint. An
answer's own items and the ids its server gave to its calls are one `ProviderPart` each; see `history.sendable`.
"""

import json
from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ProviderPart
from vaultdesk.providers.loose_json import deeper_than
from vaultdesk.providers.strict_json import MAX_DEPTH

IDS = "wire_ids"
"""The key under which a `ProviderPart` keeps the server's own call ids, by ours."""

LONGEST_ID = 512
"""Characters of a server's own call id that it is sent back; its alphabet is its own affair."""


def family_of(wire: str, host: str, model: str) -> str:
    """Return the family of *model* behind *host* over *wire*: `messages@api.anthropic.com/claude-...`."""
    return f"{wire}@{host}/{model}"


def native_items(message: Message, family: str) -> list[JsonValue]:
    """Return what of *message* only *family* understands, in order; the id map is not among it."""
    return [item for item in _of(message, family) if not _is_map(item)]


def wire_ids(message: Message, family: str) -> dict[str, str]:
    """Return the ids the server of *family* gave to the calls of *message*, by our own ids."""
    found: dict[str, str] = {}
    for item in _of(message, family):
        ids = item.get(IDS) if isinstance(item, dict) and _is_map(item) else None
        if isinstance(ids, dict):
            found.update({ours: theirs for ours, theirs in ids.items() if isinstance(theirs, str) and _fits(theirs)})
    return found


def id_map(family: str, ids: Mapping[str, str]) -> tuple[ProviderPart, ...]:
    """Return the part that keeps *ids*, ours to theirs; none where the server gave none that could go back."""
    kept: dict[str, JsonValue] = {ours: theirs for ours, theirs in ids.items() if _fits(theirs)}
    return (ProviderPart(family=family, item={IDS: kept}),) if kept else ()


def can_be_kept(item: JsonValue) -> bool:
    """Tell whether a chat can hold *item* and a request carry it: not too deep, and nothing JSON or UTF-8 lacks."""
    if deeper_than(MAX_DEPTH, item):
        return False
    try:
        json.dumps(item, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except ValueError:  # half of a character pair, or a number JSON does not have
        return False
    return True


def _fits(wire_id: str) -> bool:
    return 0 < len(wire_id) <= LONGEST_ID and wire_id.isprintable()


def _of(message: Message, family: str) -> Iterable[JsonValue]:
    return (part.item for part in message.parts if isinstance(part, ProviderPart) and part.family == family)


def _is_map(item: JsonValue) -> bool:
    return isinstance(item, dict) and item.keys() == {IDS}
