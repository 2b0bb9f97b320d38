"""Responses items: what an answer over Responses is a list of, and what of it goes back. Reads no events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from vaultdesk.providers.layout import Layout
from vaultdesk.providers.loose_json import words

KINDS = "kinds"
"""Under this key the layout of a message keeps what its texts are: `output_text` or `refusal`."""

GAP = "\n\n"
"""What stands between two messages, or two thoughts, of one answer: for the eye, and in no item."""

Key = tuple[str, int]
"""Kind and number of one text in an item."""

THOUGHTS = ("summary_text", "reasoning_text")
"""Kinds of text that are not said."""


@dataclass
class Item:
    """One item of an answer, as far as it was heard of."""

    place: int
    """How many items were heard of before it."""
    index: int
    kind: str
    wire_id: str = ""
    wire_call: str = ""
    raw: dict[str, JsonValue] = field(default_factory=dict)
    begun: bool = False
    """True once the server said that it begins."""
    done: bool = False
    """True once the server told it whole."""
    texts: dict[Key, list[str]] = field(default_factory=dict)
    apart: bool = False
    """True where a gap was put before its text."""
    call_id: str = ""
    """Our own id of a call, once it has a name."""
    arguments: list[str] = field(default_factory=list)
    closed: bool = False
    """True once a call's arguments are whole."""

    @property
    def spoken(self) -> list[Key]:
        """The texts a person sees, in order."""
        return sorted((key for key in self.texts if key[0] not in THOUGHTS), key=lambda key: key[1])

    def text(self, key: Key) -> str:
        """Return one text as far as it came."""
        return "".join(self.texts[key])

    def rest(self, *known: str) -> dict[str, JsonValue]:
        """Return what the server told of it besides *known*."""
        return {name: value for name, value in self.raw.items() if name not in known and value is not None}


def note_items(layout: Layout, items: Sequence[Item], heard: Sequence[tuple[int, Key]], calls: Sequence[str]) -> None:
    """Note *items* in *layout*. *heard* tells whose text came when, *calls* which calls are whole. Raises `TooMuch`."""
    # Where a thought cannot go back, no item may bear a name: the server would look for the thought that belongs to it.
    nameless = ("id",) if any(item.kind == "reasoning" and not _goes_back(item) for item in items) else ()
    in_turn = list(heard) == [(item.place, key) for item in items for key in item.spoken if item.text(key)]
    if not in_turn:
        layout.said(["".join(GAP * item.apart + "".join(map(item.text, item.spoken)) for item in items)])
    for item in items:
        match item.kind:
            case "message" if in_turn:
                if item.apart:
                    layout.gap(GAP)
                extra = item.rest("type", "role", "content", *nameless) if item.done else {}
                kinds: list[JsonValue] = [kind for kind, _ in item.spoken]
                layout.said([item.text(key) for key in item.spoken], {**extra, KINDS: kinds} if extra else None)
            case "message":
                pass
            case "function_call":
                if item.call_id in calls:
                    extra = item.rest("type", "call_id", "name", "arguments", *nameless)
                    layout.called(calls.index(item.call_id), extra)
            case _ if _goes_back(item):
                layout.native(item.rest())


def _goes_back(item: Item) -> bool:
    """Tell whether the server can do something with the item: thoughts it did not keep must hold themselves."""
    if item.kind == "reasoning":
        return item.done and bool(item.raw.get("encrypted_content") or item.raw.get("content"))
    # A call of another kind than ours would want a result, and nobody carries it out.
    return item.done and not (item.kind.endswith("_call") and _has_call(item.raw))


def _has_call(raw: Mapping[str, JsonValue]) -> bool:
    return bool(words(raw.get("call_id")))
