"""Redaction of the names of private notes in tool results and in the calls of other models."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Protocol

from pydantic import JsonValue

from vaultdesk.chat.messages import Part, ToolCallPart, ToolResultPart
from vaultdesk.privacy.passage_redaction import PRIVATE_MARK, map_request_parts
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.result_passages import note_objects, read_result, with_result_value
from vaultdesk.tools.runtime.result_rest import name_key
from vaultdesk.vault.note_path import NOTE_SUFFIX

# Names only: see passages.py for text. A name that the destination itself used in the call stays in the result:
# removing it would reveal that there is such a note.

MAX_NAME_CHARACTERS = 1024
"""Maximum number of characters of a text that may be a path."""

SHORT_NAME_KEYS = frozenset({"filename", "basename"})
"""Members that name the note of an object without its folder."""

FOLDER_KEYS = frozenset({"path", "folder", "parent"})
"""Members whose text may name a folder, even without a `/`."""

_PLACEHOLDER = "[private note]"
"""Placeholder for a private note's path inside a sentence."""


class _Removed:
    """Marks a removed value."""


_REMOVED = _Removed()


class HiddenNames(Protocol):
    """Returns which names are withheld."""

    def __call__(self, name: str, *, include_unknown: bool) -> bool:
        """Return whether *name* is that of a private note; *include_unknown* includes names that no note has now."""
        ...


def redact_names(request: ModelRequest, hides: HiddenNames, is_host_call: Callable[[str], bool]) -> ModelRequest:
    """Return *request* without the names for which *hides* is true; *is_host_call* marks calls of the host."""
    named_by_host = names_of_calls(request, is_host_call)

    @cache
    def hidden(name: str) -> bool:
        return hides(name, include_unknown=False)

    @cache
    def hidden_from_others(name: str) -> bool:
        return hides(name, include_unknown=True)

    def change(_message: int, _place: int, part: Part) -> Part:
        if isinstance(part, ToolResultPart):
            named = named_by_host.get(part.call_id)
            return _NameRedactor(hidden if named is not None else hidden_from_others, named or frozenset()).result(part)
        if isinstance(part, ToolCallPart) and part.id not in named_by_host:
            return _NameRedactor(hidden_from_others, frozenset()).call(part)
        return part

    return map_request_parts(request, change)


def names_of_calls(request: ModelRequest, is_host_call: Callable[[str], bool]) -> dict[str, frozenset[str]]:
    """Return by id the keys of the names in the arguments of each call for which *is_host_call* is true."""
    return {
        part.id: frozenset(map(name_key, names_in(dict(part.arguments or {}))))
        for message in request.messages
        for part in message.parts
        if isinstance(part, ToolCallPart) and is_host_call(part.id)
    }


def names_in(value: JsonValue) -> Iterator[str]:
    """Yield every text in *value* that may name a note."""
    if isinstance(value, str):
        if 0 < len(value) <= MAX_NAME_CHARACTERS and "\n" not in value:
            yield value
    elif isinstance(value, list):
        for item in value:
            yield from names_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from names_in(item)


class _NameRedactor:
    """Removes private names from one part."""

    def __init__(self, is_private: Callable[[str], bool], named_by_host: frozenset[str]) -> None:
        self._is_private = is_private
        self._named_by_host = named_by_host
        self._found: set[str] = set()

    def result(self, part: ToolResultPart) -> ToolResultPart:
        """Return a tool result without private names."""
        value = read_result(part)
        if isinstance(value, str):
            return part
        redacted = self._redacted(value)
        if not self._found:
            return part
        redacted = (
            {"kept_back": PRIVATE_MARK} if isinstance(redacted, _Removed) else self._without_found_names(redacted)
        )
        # Text beside a removed name is no longer text of its note.
        gone = {one["path"] for _, one in note_objects(value)} - {one["path"] for _, one in note_objects(redacted)}
        sources = tuple(source for source in part.sources if source.path not in gone)
        return with_result_value(part, redacted).model_copy(update={"sources": sources})

    def call(self, part: ToolCallPart) -> ToolCallPart:
        """Return a call of another model without private names."""
        for name in names_in(dict(part.arguments or {})):
            # A model may leave out ".md" and the folder; the value that identifies a note is a name in any form.
            if self._is_private(name):
                self._found.add(name)
        if not self._found:
            return part
        arguments = self._without_found_names(dict(part.arguments or {}))
        assert isinstance(arguments, dict)
        return part.model_copy(update={"arguments": arguments, "arguments_json": json.dumps(arguments)})

    def _is_hidden(self, text: str, key: str = "") -> bool:
        if not _is_name(text) and key not in FOLDER_KEYS:
            return False
        return name_key(text) not in self._named_by_host and self._is_private(text)

    def _redacted(self, value: JsonValue, key: str = "") -> "JsonValue | _Removed":
        if isinstance(value, str):
            return self._redacted_text(value, key)
        if isinstance(value, list):
            redacted = [self._redacted(item) for item in value]
            # A table row that names the note contains information about it; a list of names only loses that name.
            row = any(not isinstance(item, str) or not _is_name(item) for item in value)
            if row and any(isinstance(item, str) and self._is_hidden(item) for item in value):
                return _REMOVED
            return [item for item in redacted if not isinstance(item, _Removed)]
        if isinstance(value, dict):
            return self._redacted_object(value)
        return value

    def _redacted_object(self, value: dict[str, JsonValue]) -> "JsonValue | _Removed":
        redacted: dict[str, JsonValue] = {}
        path = value.get("path")
        own_name = path.rpartition("/")[2] if isinstance(path, str) else ""
        for key, inner in value.items():
            if key in SHORT_NAME_KEYS and own_name and inner in (own_name, own_name.removesuffix(NOTE_SUFFIX)):
                redacted[key] = inner  # The same note again, without its folder: its path decides.
                continue
            kept = self._redacted(inner, key)
            if isinstance(self._redacted_text(key), _Removed):
                continue
            if isinstance(kept, _Removed):
                if isinstance(inner, str):
                    return _REMOVED
                kept = {"kept_back": PRIVATE_MARK}
            redacted[key] = kept
        return redacted

    def _redacted_text(self, text: str, key: str = "") -> "str | _Removed":
        if self._is_hidden(text, key):
            self._found.add(text)
            return _REMOVED
        return text

    def _without_found_names(self, value: JsonValue) -> JsonValue:
        """Return *value* with the names that were found also removed from its sentences."""
        if isinstance(value, str):
            for name in self._found:
                value = value.replace(name, _PLACEHOLDER)
            return value
        if isinstance(value, list):
            return [self._without_found_names(item) for item in value]
        if isinstance(value, dict):
            return {key: self._without_found_names(item) for key, item in value.items()}
        return value


def _is_name(text: str) -> bool:
    """Return whether *text* may be a path."""
    usual = 0 < len(text) <= MAX_NAME_CHARACTERS and "\n" not in text
    return usual and ("/" in text or text.casefold().endswith(NOTE_SUFFIX))
