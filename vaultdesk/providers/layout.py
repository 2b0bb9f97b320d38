"""Layout: in which order the texts, calls and native items of an answer stood, so that they go back just so.

A message keeps its text and its calls in parts of their own, and joins texts that only a hidden item kept apart.
Vendors want their items back verbatim and in order: reasoning before its call, text between two thoughts (PROTOCOLS
2.1, 3.2). The layout holds lengths and places instead of words, so that what was said is kept once, and a text that
was changed since does not come back through it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ProviderPart, ToolCallPart
from vaultdesk.providers.family import can_be_kept, native_items
from vaultdesk.providers.loose_json import entries, fields, number

MAX_NATIVE = 8_000_000
"""Characters of native items of one answer: encrypted reasoning of today has some ten thousand."""

MAX_ITEMS = 500
"""Items of one answer; more is a server gone wild (THREATS 2.4)."""

_LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class Said:
    """Text that stood in one item, in one or more pieces."""

    texts: tuple[str, ...]
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
    """What its item held besides."""


@dataclass(frozen=True, slots=True)
class Called:
    """A call in its place."""

    call: ToolCallPart
    extra: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Native:
    """An item only its own server understands."""

    item: Mapping[str, JsonValue]


Piece = Said | Called | Native


class TooMuch(Exception):
    """The native items of an answer are more than any honest one has; `str()` says how, as a sentence fragment."""


class Layout:
    """Notes the order of one answer."""

    def __init__(self) -> None:
        self._entries: list[JsonValue] = []
        self._size = 0
        self._plain = True

    def said(self, texts: Sequence[str], extra: Mapping[str, JsonValue] | None = None) -> None:
        """Note a text. Raises `TooMuch`, as the others do."""
        if not any(texts):
            return
        entry: dict[str, JsonValue] = {"texts": [len(text) for text in texts]}
        if not "".join(texts).strip():
            entry["blank"] = True
        self._plain = self._plain and not self._entries
        self._add(entry, extra)

    def gap(self, text: str) -> None:
        """Note that *text* was put between two others for the eye, and was said by nobody."""
        self._plain = False
        self._add({"texts": [len(text)], "blank": True, "gap": True}, None)

    def called(self, place: int, extra: Mapping[str, JsonValue] | None = None) -> None:
        """Note the call that is the message's *place*-th, from 0."""
        self._plain = self._plain and place == sum("call" in fields(entry) for entry in self._entries)
        self._add({"call": place}, extra)

    def native(self, item: Mapping[str, JsonValue]) -> None:
        """Note an item that is to go back verbatim; one that could not be sent is left out."""
        if can_be_kept(dict(item)):
            self._plain = False
            self._add({"native": dict(item)}, None)

    def part(self, family: str) -> tuple[ProviderPart, ...]:
        """Return the part that keeps the order; none where a message's own order says it all."""
        return () if self._plain else (ProviderPart(family=family, item={_LAYOUT: self._entries}),)

    def _add(self, entry: dict[str, JsonValue], extra: Mapping[str, JsonValue] | None) -> None:
        if extra and can_be_kept(dict(extra)):
            entry["extra"] = dict(extra)
            self._plain = False
        self._size += len(json.dumps(entry))
        self._entries.append(entry)
        if self._size > MAX_NATIVE or len(self._entries) > MAX_ITEMS:
            raise TooMuch("it holds too many or too long items")


def pieces(message: Message, family: str) -> Iterator[Piece]:
    """Return what *message* says in the order *family* said it; for any other family text first, then calls."""
    layout = next((fields(item) for item in native_items(message, family) if _LAYOUT in fields(item)), {})
    noted = [fields(entry) for entry in entries(layout.get(_LAYOUT))]
    spoken = _spoken(noted, message.text)
    calls = dict(enumerate(message.tool_calls))
    for place, entry in enumerate(noted):
        extra = fields(entry.get("extra"))
        if "native" in entry:
            yield Native(fields(entry["native"]))
        elif place in spoken and not entry.get("gap"):
            whole = len(spoken[place]) == len(entries(entry["texts"]))
            yield Said(spoken[place], extra if whole else {})
        elif (call := calls.pop(number(entry["call"]), None) if "call" in entry else None) is not None:
            yield Called(call, extra)
    if _AFTER in spoken:
        yield Said(spoken[_AFTER])
    yield from (Called(call) for call in calls.values())


_AFTER = -1
"""Where a text goes that the layout knows nothing of: behind what it knows."""


def _spoken(noted: Sequence[Mapping[str, JsonValue]], text: str) -> dict[int, tuple[str, ...]]:
    """Cut *text* as it once was: by the entry's place. A text that changed since stands whole in the first of them."""
    lengths = {
        place: [number(length) for length in entries(entry["texts"])]
        for place, entry in enumerate(noted)
        if "texts" in entry
    }
    worded = {place: cut for place, cut in lengths.items() if not noted[place].get("blank")}
    # Parts of nothing but blanks may have been left out on the way (history.sendable).
    for kept in (lengths, worded):
        if kept and sum(map(sum, kept.values())) == len(text):
            return dict(_cut(text, kept))
    return {next(iter(worded), _AFTER): (text,)} if text else {}


def _cut(text: str, lengths: Mapping[int, Sequence[int]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    start = 0
    for place, several in lengths.items():
        texts = []
        for length in several:
            texts.append(text[start : start + length])
            start += length
        yield place, tuple(texts)
