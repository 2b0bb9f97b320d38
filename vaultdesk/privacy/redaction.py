"""Redaction of the messages of a request: passages of note text, names of private notes, and earlier answers that
may repeat what is withheld."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Protocol

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import Message, Part, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.values import replace
from vaultdesk.privacy.passages import RequestPassage, request_passages, without_result_rest
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.result_passages import (
    map_texts,
    name_key,
    note_objects,
    read_result,
    replace_values,
    value_at,
    with_result_value,
)
from vaultdesk.vault.frontmatter.frontmatter import texts_in_value
from vaultdesk.vault.note_path import NOTE_SUFFIX

KEPT_BACK_MARK = "[The user withheld this passage.]"
"""Text sent to the model in place of a passage the user left out."""

PRIVATE_MARK = "[A privacy rule of the user withholds this.]"
"""Text sent to the model in place of a private note."""


class _PassageCut(Struct, frozen=True):
    passage: RequestPassage
    text: str
    """Replacement text."""
    keeps_name: bool
    """Whether the note's name is kept."""

    @property
    def value(self) -> JsonValue:
        return {"path": self.passage.path, "content": self.text} if self.keeps_name else {"kept_back": self.text}


def redact_passages(
    request: ModelRequest,
    replacements: Mapping[str, str | None],
    closed_ids: Collection[str] = frozenset(),
    is_host_call: Callable[[str], bool] = lambda _call_id: False,
) -> ModelRequest:
    """Return *request* without the passages of *replacements*, by id: None removes one, a text replaces it.

    The note's name is kept in results of calls made by the destination itself (*is_host_call*). The passages of
    *closed_ids* are withheld by a rule: their notes' names are removed too.
    """
    cuts: dict[tuple[int, int], list[_PassageCut]] = {}
    for passage in request_passages(request):
        if passage.id in closed_ids:
            passage_cut = _PassageCut(passage, PRIVATE_MARK, keeps_name=False)
        elif passage.id in replacements:
            text = replacements[passage.id] or KEPT_BACK_MARK
            passage_cut = _PassageCut(passage, text, bool(replacements[passage.id]) or is_host_call(passage.call_id))
        else:
            continue
        cuts.setdefault((passage.message, passage.part), []).append(passage_cut)
    return map_request_parts(request, lambda message, index, part: _with_cuts(part, cuts.get((message, index), ())))


def rewrite_passages(request: ModelRequest, texts: Mapping[str, Callable[[str], str]]) -> ModelRequest:
    """Return *request* with the text of some passages, by id, replaced by the result of a function."""
    found: dict[tuple[int, int], list[RequestPassage]] = {}
    for passage in request_passages(request):
        if passage.id in texts:
            found.setdefault((passage.message, passage.part), []).append(passage)

    def change(message: int, index: int, part: Part) -> Part:
        for passage in found.get((message, index), ()):
            part = _with_text(part, passage, texts[passage.id])
        return part

    return map_request_parts(request, change)


def map_request_parts(request: ModelRequest, change: Callable[[int, int, Part], Part]) -> ModelRequest:
    """Return *request* with each part replaced by the result of *change*, called with its message and part index."""
    messages: list[Message] = []
    for number, message in enumerate(request.messages):
        parts = tuple(change(number, index, part) for index, part in enumerate(message.parts))
        is_same = all(new is old for new, old in zip(parts, message.parts, strict=True))
        messages.append(message if is_same else message.model_copy(update={"parts": parts}))
    is_same_request = all(new is old for new, old in zip(messages, request.messages, strict=True))
    return request if is_same_request else replace(request, messages=tuple(messages))


def placeholder_part(part: Part, text: str) -> Part:
    """Return a part with *text* and no source that replaces *part*."""
    if isinstance(part, ToolResultPart):
        return part.model_copy(update={"content": json.dumps({"kept_back": text}), "sources": ()})
    return TextPart(text=text)


def _with_cuts(part: Part, cuts: Sequence[_PassageCut]) -> Part:
    if not cuts:
        return part
    unlocated = [cut for cut in cuts if not cut.passage.json_path and not cut.passage.is_rest]
    if unlocated or not isinstance(part, ToolResultPart):
        return placeholder_part(part, next((cut.text for cut in unlocated if not cut.keeps_name), cuts[0].text))
    removed_sources = [
        source for cut in cuts if cut.text in (KEPT_BACK_MARK, PRIVATE_MARK) for source in cut.passage.sources
    ]
    located = [cut for cut in cuts if not cut.passage.is_rest]
    value = replace_values(read_result(part), {cut.passage.json_path: cut.value for cut in located})
    sources = tuple(source for source in part.sources if not any(source is other for other in removed_sources))
    unnamed = {cut.passage.path for cut in located if not cut.keeps_name} - {source.path for source in sources}
    changed = with_result_value(part, _without_affected(value, unnamed)).model_copy(update={"sources": sources})
    rest = next((cut for cut in cuts if cut.passage.is_rest), None)
    return changed if rest is None else without_result_rest(changed, rest.text)


def _without_affected(value: JsonValue, paths: Collection[str]) -> JsonValue:
    """Return the result *value* without the names of the notes at *paths* in its list of files."""
    metadata = value.get("metadata") if isinstance(value, dict) else None
    files = metadata.get("files_affected") if isinstance(metadata, dict) else None
    if not paths or not isinstance(files, list) or not isinstance(metadata, dict) or not isinstance(value, dict):
        return value
    return {**value, "metadata": {**metadata, "files_affected": [path for path in files if path not in paths]}}


def _with_text(part: Part, passage: RequestPassage, change: Callable[[str], str]) -> Part:
    if isinstance(part, TextPart):
        return part.model_copy(update={"text": change(part.text)})
    if not isinstance(part, ToolResultPart):
        return part
    value = read_result(part)
    if passage.json_path:
        return with_result_value(
            part, replace_values(value, {passage.json_path: map_texts(value_at(value, passage.json_path), change)})
        )
    return with_result_value(part, map_texts(value, change))


# Redaction of names; passages.py locates the texts of notes. A name that the destination itself used in the call is
# kept in the result: removing it would reveal that there is such a note.

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
    return (text for text in texts_in_value(value) if 0 < len(text) <= MAX_NAME_CHARACTERS and "\n" not in text)


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
        # Without its path an object is not recognized as text of its note.
        removed_paths = {found["path"] for _, found in note_objects(value)} - {
            found["path"] for _, found in note_objects(redacted)
        }
        sources = tuple(source for source in part.sources if source.path not in removed_paths)
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
            redacted_value = self._redacted(inner, key)
            if isinstance(self._redacted_text(key), _Removed):
                continue
            if isinstance(redacted_value, _Removed):
                if isinstance(inner, str):
                    return _REMOVED
                redacted_value = {"kept_back": PRIVATE_MARK}
            redacted[key] = redacted_value
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


# A quotation in an answer has no source. So once part of the conversation is withheld from a host, every later answer
# is withheld too, unless it came from that host. The same applies to the arguments of the calls in those answers, and
# to results that do not name their notes. The user's own text is always sent; messages that were read from the private
# note of a chat have it as their source.

ANSWER_WITHHELD_MARK = (
    "[This earlier answer stays on the user's computer: it was made with notes that are withheld from you.]"
)
"""Text sent to the model in place of another model's answer."""

RESULT_WITHHELD_MARK = "[This earlier result stays on the user's computer. Call the tool again if you need it.]"
"""Text sent to the model in place of the result of a call in such an answer."""


class WithheldAnswers(Struct, frozen=True):
    """A request without the answers that may repeat withheld text."""

    request: ModelRequest
    message_ids: tuple[str, ...] = ()
    """Ids of the withheld messages."""


def withhold_answers(
    request: ModelRequest, since: int | None, is_from_host: Callable[[Message], bool]
) -> WithheldAnswers:
    """Return *request* without the answers after message number *since*, except those for which *is_from_host* is true.

    *since* is None if nothing is withheld from the request: then nothing can be repeated.
    """
    if since is None:
        return WithheldAnswers(request)
    messages: list[Message] = []
    withheld: list[str] = []
    calls: set[str] = set()
    for index, message in enumerate(request.messages):
        if index > since and message.role == "assistant" and not is_from_host(message):
            withheld.append(message.id)
            calls.update(call.id for call in message.tool_calls)
            messages.append(_withheld_answer(message))
        elif calls and message.role == "tool":
            parts = tuple(_withheld_result(part, calls) for part in message.parts)
            messages.append(message.model_copy(update={"parts": parts}))
        else:
            messages.append(message)
    return (
        WithheldAnswers(replace(request, messages=tuple(messages)), tuple(withheld))
        if withheld
        else WithheldAnswers(request)
    )


def without_arguments(
    request: ModelRequest,
    before: ModelRequest,
    is_host_call: Callable[[str], bool],
    reveals_unknown_name: Callable[[ToolCallPart], bool] = lambda _call: False,
) -> ModelRequest:
    """Return *request* without the arguments of the calls whose results differ from those of *before*.

    The arguments may name what is withheld, in any form. Arguments that name a note which nothing else in the request
    names (*reveals_unknown_name*) are removed too. Calls made by the destination itself stay.
    """
    unchanged_parts = {id(part) for message in request.messages for part in message.parts}
    withheld = {
        part.call_id
        for message in before.messages
        for part in message.parts
        if isinstance(part, ToolResultPart) and id(part) not in unchanged_parts and not is_host_call(part.call_id)
    }

    def change(_message: int, _place: int, part: Part) -> Part:
        if not isinstance(part, ToolCallPart) or is_host_call(part.id):
            return part
        return _without_arguments_of(part) if part.id in withheld or reveals_unknown_name(part) else part

    return map_request_parts(request, change)


def first_changed_message(request: ModelRequest, before: ModelRequest) -> int | None:
    """Return the index of the first message that differs from *before*; None if all are equal."""
    pairs = zip(request.messages, before.messages, strict=True)
    return next((index for index, (after, former) in enumerate(pairs) if after is not former), None)


def _without_arguments_of(call: ToolCallPart) -> ToolCallPart:
    return ToolCallPart(id=call.id, name=call.name, arguments_json="{}", arguments={})


def _withheld_answer(message: Message) -> Message:
    """Return an answer without its text; its calls are kept, because their results require them."""
    return message.model_copy(
        update={"parts": (TextPart(text=ANSWER_WITHHELD_MARK), *map(_without_arguments_of, message.tool_calls))}
    )


def _withheld_result(part: Part, calls: set[str]) -> Part:
    if isinstance(part, ToolResultPart) and part.call_id in calls and not part.sources:
        return placeholder_part(part, RESULT_WITHHELD_MARK)
    return part
