"""Names: the names of private notes taken out of what tools said of other things: lists, trees, links, files touched.

Names only; text is passages.py's. What the other side itself has named, in the call this is the answer to, stays: to
take it out would tell it that there is such a note.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Protocol

from pydantic import JsonValue

from vaultdesk.chat.messages import Part, ToolCallPart, ToolResultPart
from vaultdesk.privacy.cutting import RULED, with_parts
from vaultdesk.privacy.result_tree import value_of, with_value
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

LONGEST_NAME = 1024
"""Characters of a text that may be a path; longer ones are no names."""

FOLDER_KEYS = frozenset({"path", "folder", "parent"})
"""Members whose text may name a folder, which needs no `/`."""

_PLACEHOLDER = "[private note]"
"""What stands for a private note's path inside a sentence."""


class _Gone:
    """Stands for a value that is taken out."""


_GONE = _Gone()


class Hides(Protocol):
    """Tells which names must not be told."""

    def __call__(self, name: str, *, doubted: bool) -> bool:
        """Whether *name* is a private note's; *doubted* counts one that no note has now."""
        ...


def without_names(request: ModelRequest, hides: Hides, own_calls: Callable[[str], bool]) -> ModelRequest:
    """Return *request* without the names *hides* tells of; *own_calls* tells which calls the other side itself made."""
    said = {
        part.id: frozenset(_keys(part.arguments))
        for message in request.messages
        for part in message.parts
        if isinstance(part, ToolCallPart) and own_calls(part.id)
    }

    @cache
    def hidden(name: str) -> bool:
        return hides(name, doubted=False)

    @cache
    def hidden_from_others(name: str) -> bool:
        return hides(name, doubted=True)

    def change(_message: int, _place: int, part: Part) -> Part:
        if isinstance(part, ToolResultPart):
            named = said.get(part.call_id)
            return _Sweep(hidden if named is not None else hidden_from_others, named or frozenset()).result(part)
        if isinstance(part, ToolCallPart) and part.id not in said:
            return _Sweep(hidden_from_others, frozenset()).call(part)
        return part

    return with_parts(request, change)


def names_in(value: JsonValue) -> Iterator[str]:
    """Yield every text in *value* that may name a note."""
    if isinstance(value, str):
        if 0 < len(value) <= LONGEST_NAME and "\n" not in value:
            yield value
    elif isinstance(value, list):
        for item in value:
            yield from names_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from names_in(item)


class _Sweep:
    """Takes private names out of one part."""

    def __init__(self, hides: Callable[[str], bool], said: frozenset[str]) -> None:
        self._hides = hides
        self._said = said
        self._found: set[str] = set()

    def result(self, part: ToolResultPart) -> ToolResultPart:
        """Return what a tool said without them."""
        value = value_of(part)
        if isinstance(value, str):
            return part
        swept = self._swept(value)
        if not self._found:
            return part
        swept = {"kept_back": RULED} if isinstance(swept, _Gone) else self._reworded(swept)
        return with_value(part, swept)

    def call(self, part: ToolCallPart) -> ToolCallPart:
        """Return a call somebody else's model made without them."""
        for name in names_in(dict(part.arguments or {})):
            # A model leaves out ".md" and the folder; what it calls a note by is a name, whatever it looks like.
            if self._hides(name):
                self._found.add(name)
        if not self._found:
            return part
        arguments = self._reworded(dict(part.arguments or {}))
        assert isinstance(arguments, dict)
        return part.model_copy(update={"arguments": arguments, "arguments_json": json.dumps(arguments)})

    def _is_hidden(self, text: str, key: str = "") -> bool:
        if not _is_name(text) and key not in FOLDER_KEYS:
            return False
        return _key(text) not in self._said and self._hides(text)

    def _swept(self, value: JsonValue, key: str = "") -> "JsonValue | _Gone":
        if isinstance(value, str):
            return self._marked(value, key)
        if isinstance(value, list):
            swept = [self._swept(item) for item in value]
            # A row of a table that names the note says something of it; a list of names loses the name alone.
            row = any(not isinstance(item, str) or not _is_name(item) for item in value)
            if row and any(isinstance(item, str) and self._is_hidden(item) for item in value):
                return _GONE
            return [item for item in swept if not isinstance(item, _Gone)]
        if isinstance(value, dict):
            return self._swept_object(value)
        return value

    def _swept_object(self, value: dict[str, JsonValue]) -> "JsonValue | _Gone":
        swept: dict[str, JsonValue] = {}
        for key, inner in value.items():
            kept = self._swept(inner, key)
            if isinstance(self._marked(key), _Gone):
                continue
            if isinstance(kept, _Gone):
                if isinstance(inner, str):
                    return _GONE
                kept = {"kept_back": RULED}
            swept[key] = kept
        return swept

    def _marked(self, text: str, key: str = "") -> "str | _Gone":
        if self._is_hidden(text, key):
            self._found.add(text)
            return _GONE
        return text

    def _reworded(self, value: JsonValue) -> JsonValue:
        """Return *value* with the names that were found taken out of its sentences too."""
        if isinstance(value, str):
            for name in self._found:
                value = value.replace(name, _PLACEHOLDER)
            return value
        if isinstance(value, list):
            return [self._reworded(item) for item in value]
        if isinstance(value, dict):
            return {key: self._reworded(item) for key, item in value.items()}
        return value


def _is_name(text: str) -> bool:
    """Whether *text* may be a path."""
    usual = 0 < len(text) <= LONGEST_NAME and "\n" not in text
    return usual and ("/" in text or text.casefold().endswith(NOTE_SUFFIX))


def _keys(arguments: "dict[str, JsonValue] | None") -> Iterator[str]:
    for name in names_in(dict(arguments or {})):
        yield _key(name)


def _key(name: str) -> str:
    return same_name_key(name.strip()).removesuffix(NOTE_SUFFIX)
