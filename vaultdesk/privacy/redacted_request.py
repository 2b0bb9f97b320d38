"""Redaction of a request: passages, earlier answers and private note names that may not go to a destination."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Protocol

from pydantic import JsonValue

from vaultdesk.chat.attached_text import is_attached
from vaultdesk.chat.messages import Message, Part, Source, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.destination import Destination
from vaultdesk.privacy.disclosure_history import ConversationDisclosures, HostDisclosures, passage_digest, piece_key
from vaultdesk.privacy.inspection import InspectedPassage, redact_comments
from vaultdesk.privacy.ledger_entry import QUESTION_LENGTH, Decision, EntryKind, LedgerPiece
from vaultdesk.privacy.passages import (
    RequestPassage,
    map_texts,
    read_result,
    replace_values,
    request_passages,
    value_at,
    with_result_value,
)
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.approval_text import estimate_tokens
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

KEPT_BACK_MARK = "[The user kept this passage back.]"
"""What the model reads in place of a passage the person left out."""

PRIVATE_MARK = "[A privacy rule of the user keeps this back.]"
"""What the model reads in place of a private note."""


@dataclass(frozen=True, slots=True)
class _Cut:
    passage: RequestPassage
    text: str
    """What the model reads instead."""
    named: bool
    """Whether the note's name may stay."""

    @property
    def value(self) -> JsonValue:
        return {"path": self.passage.path, "content": self.text} if self.named else {"kept_back": self.text}


def redact_passages(
    request: ModelRequest, cut: Mapping[str, str | None], hidden: Collection[str] = frozenset()
) -> ModelRequest:
    """Return *request* without the passages of *cut*, by id: None takes one out, a text takes its place.

    The passages of *hidden* are kept back by a rule: not even the note's name stays.
    """
    cuts: dict[tuple[int, int], list[_Cut]] = {}
    for passage in request_passages(request):
        if passage.id in hidden:
            one = _Cut(passage, PRIVATE_MARK, named=False)
        elif passage.id in cut:
            one = _Cut(passage, cut[passage.id] or KEPT_BACK_MARK, named=True)
        else:
            continue
        cuts.setdefault((passage.message, passage.part), []).append(one)
    return map_request_parts(request, lambda message, place, part: _with_cuts(part, cuts.get((message, place), ())))


def rewrite_passages(request: ModelRequest, texts: Mapping[str, Callable[[str], str]]) -> ModelRequest:
    """Return *request* with the text of some passages, by id, put through a function; all else stays as it is."""
    found: dict[tuple[int, int], list[RequestPassage]] = {}
    for passage in request_passages(request):
        if passage.id in texts:
            found.setdefault((passage.message, passage.part), []).append(passage)

    def change(message: int, place: int, part: Part) -> Part:
        for passage in found.get((message, place), ()):
            part = _with_text(part, passage, texts[passage.id])
        return part

    return map_request_parts(request, change)


def map_request_parts(request: ModelRequest, change: Callable[[int, int, Part], Part]) -> ModelRequest:
    """Return *request* with each part, told by its message's place and its own, put through *change*."""
    messages: list[Message] = []
    for number, message in enumerate(request.messages):
        parts = tuple(change(number, place, part) for place, part in enumerate(message.parts))
        same = all(new is old for new, old in zip(parts, message.parts, strict=True))
        messages.append(message if same else message.model_copy(update={"parts": parts}))
    return replace(request, messages=tuple(messages))


def placeholder_part(part: Part, text: str) -> Part:
    """Return what stands in a whole part's place: *text*, and no note."""
    if isinstance(part, ToolResultPart):
        return part.model_copy(update={"content": json.dumps({"kept_back": text}), "sources": ()})
    return TextPart(text=text)


def _with_cuts(part: Part, cuts: Sequence[_Cut]) -> Part:
    if not cuts:
        return part
    whole = [one for one in cuts if not one.passage.place]
    if whole or not isinstance(part, ToolResultPart):
        return placeholder_part(part, next((one.text for one in whole if not one.named), cuts[0].text))
    gone = [source for one in cuts if one.text in (KEPT_BACK_MARK, PRIVATE_MARK) for source in one.passage.sources]
    value = replace_values(read_result(part), {one.passage.place: one.value for one in cuts})
    kept = tuple(source for source in part.sources if not any(source is one for one in gone))
    return with_result_value(part, value).model_copy(update={"sources": kept})


def _with_text(part: Part, passage: RequestPassage, change: Callable[[str], str]) -> Part:
    if isinstance(part, TextPart):
        return part.model_copy(update={"text": change(part.text)})
    if not isinstance(part, ToolResultPart):
        return part
    value = read_result(part)
    if passage.place:
        return with_result_value(
            part, replace_values(value, {passage.place: map_texts(value_at(value, passage.place), change)})
        )
    return with_result_value(part, map_texts(value, change))


# A quotation in an answer has no source. So once something of the conversation is kept from a host, every later answer
# stays here too, unless that host gave it itself: what it said is no news to it. So do the arguments of those answers'
# calls, and results that do not say from which notes they are. The person's own words always go.

ANSWER_WITHHELD_MARK = (
    "[This earlier answer stays on the user's computer: it was made with notes that are kept back from you.]"
)
"""What the model reads in place of another model's answer."""

RESULT_WITHHELD_MARK = "[This earlier result stays on the user's computer. Ask for it again if you need it.]"
"""What the model reads in place of what such an answer's call came to."""


@dataclass(frozen=True, slots=True)
class WithheldAnswers:
    """A request without the answers that may repeat what is kept back."""

    request: ModelRequest
    answers: tuple[str, ...] = ()
    """Ids of the messages that are kept back."""


def withhold_answers(request: ModelRequest, since: int | None, own: Callable[[Message], bool]) -> WithheldAnswers:
    """Return *request* without the answers after the message at place *since*; *own* tells those of the other side.

    None is a request that nothing is kept back from: nothing can be repeated.
    """
    if since is None:
        return WithheldAnswers(request)
    messages: list[Message] = []
    gone: list[str] = []
    calls: set[str] = set()
    for place, message in enumerate(request.messages):
        if place > since and message.role == "assistant" and not own(message):
            gone.append(message.id)
            calls.update(call.id for call in message.tool_calls)
            messages.append(_withheld(message))
        elif calls and message.role == "tool":
            parts = tuple(_result(part, calls) for part in message.parts)
            messages.append(message.model_copy(update={"parts": parts}))
        else:
            messages.append(message)
    return (
        WithheldAnswers(replace(request, messages=tuple(messages)), tuple(gone)) if gone else WithheldAnswers(request)
    )


def without_arguments(request: ModelRequest, before: ModelRequest, own_calls: Callable[[str], bool]) -> ModelRequest:
    """Return *request* without the arguments of the calls whose results are no longer those of *before*.

    They may name what is kept back, in any way a model may name it. Calls the other side made itself stay.
    """
    kept = {id(part) for message in request.messages for part in message.parts}
    gone = {
        part.call_id
        for message in before.messages
        for part in message.parts
        if isinstance(part, ToolResultPart) and id(part) not in kept and not own_calls(part.call_id)
    }

    def change(_message: int, _place: int, part: Part) -> Part:
        return _bare(part) if isinstance(part, ToolCallPart) and part.id in gone else part

    return map_request_parts(request, change) if gone else request


def first_changed_message(request: ModelRequest, before: ModelRequest) -> int | None:
    """Return the place of the first message that is no longer that of *before*; None where all are."""
    pairs = zip(request.messages, before.messages, strict=True)
    return next((place for place, (after, former) in enumerate(pairs) if after is not former), None)


def _bare(call: ToolCallPart) -> ToolCallPart:
    return ToolCallPart(id=call.id, name=call.name, arguments_json="{}", arguments={})


def _withheld(message: Message) -> Message:
    """Return an answer without its words; that it asked for tools stays, or their results would answer nothing."""
    return message.model_copy(update={"parts": (TextPart(text=ANSWER_WITHHELD_MARK), *map(_bare, message.tool_calls))})


def _result(part: Part, calls: set[str]) -> Part:
    if isinstance(part, ToolResultPart) and part.call_id in calls and not part.sources:
        return placeholder_part(part, RESULT_WITHHELD_MARK)
    return part


# Names only; text is passages.py's. What the other side itself has named, in the call this is the answer to, stays: to
# take it out would tell it that there is such a note.

LONGEST_NAME = 1024
"""Characters of a text that may be a path; longer ones are no names."""

FOLDER_KEYS = frozenset({"path", "folder", "parent"})
"""Members whose text may name a folder, which needs no `/`."""

_PLACEHOLDER = "[private note]"
"""What stands for a private note's path inside a sentence."""


class _Gone:
    """Stands for a value that is taken out."""


_GONE = _Gone()


class HiddenNames(Protocol):
    """Tells which names must not be told."""

    def __call__(self, name: str, *, doubted: bool) -> bool:
        """Whether *name* is a private note's; *doubted* counts one that no note has now."""
        ...


def redact_names(request: ModelRequest, hides: HiddenNames, own_calls: Callable[[str], bool]) -> ModelRequest:
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

    return map_request_parts(request, change)


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
        value = read_result(part)
        if isinstance(value, str):
            return part
        swept = self._swept(value)
        if not self._found:
            return part
        swept = {"kept_back": PRIVATE_MARK} if isinstance(swept, _Gone) else self._reworded(swept)
        return with_result_value(part, swept)

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
                kept = {"kept_back": PRIVATE_MARK}
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


# Works on values alone: reads no note, asks nobody, writes nothing down.


@dataclass(frozen=True, slots=True)
class RedactedRequest:
    """A request without what is kept back."""

    request: ModelRequest
    answers: tuple[str, ...] = ()
    """Ids of the earlier answers that are kept back."""


def redact_request(
    request: ModelRequest,
    seen: Sequence[InspectedPassage],
    rules: PrivacyRules,
    destination: Destination,
    dealings: ConversationDisclosures,
) -> RedactedRequest:
    """Return *request* as it may go to *destination*; what waits for a yes goes not."""
    host = dealings.host(destination.host)
    hidden = {one.passage.id for one in seen if one.closed}
    cut = {
        one.passage.id: dealings.kept.get(piece_key(one.passage))
        for one in seen
        if (one.kept or one.waits) and not one.closed
    }
    bared = {
        one.passage.id: partial(redact_comments, text=one.note)
        for one in seen
        if one.changed and one.passage.id not in hidden and one.passage.id not in cut
    }
    own = host.calls.__contains__
    spared = redact_passages(rewrite_passages(request, bared), cut, hidden)
    nameless = redact_names(spared, partial(rules.hides, destination=destination), own)
    held = withhold_answers(nameless, first_changed_message(nameless, request), host.made)
    return RedactedRequest(without_arguments(held.request, request, own), held.answers)


def ledger_pieces(
    seen: Sequence[InspectedPassage], dealings: ConversationDisclosures, destination: Destination
) -> tuple[LedgerPiece, ...]:
    """Return what is to be written down of the passages of a request that goes to *destination*."""
    host = dealings.host(destination.host)
    going: EntryKind = "stayed" if destination.local else "sent"
    pieces: list[LedgerPiece] = []
    for one in seen:
        if one.closed:
            pieces.append(LedgerPiece(_source(one, one.passage.characters), "kept", "privacy", one.whole, one.why))
            continue
        if not (one.kept or one.waits):
            pieces.append(LedgerPiece(_source(one, one.characters), going, _decision(one, host), one.whole))
            continue
        by: Decision = "review" if one.kept else "nobody"
        pieces.append(LedgerPiece(_source(one, one.passage.characters), "kept", by, one.whole, one.why))
        if instead := dealings.kept.get(piece_key(one.passage)):
            pieces.append(LedgerPiece(_source(one, len(instead)), going, "review"))
    return tuple(pieces)


def notes_asked_for(
    request: ModelRequest, rules: PrivacyRules, destination: Destination, host: HostDisclosures
) -> list[LedgerPiece]:
    """Return the private notes that the other side asked for by name: the tools did not find them for it."""
    pieces: dict[str, LedgerPiece] = {}
    for message in request.messages:
        for call in message.tool_calls:
            if call.id not in host.calls:
                continue
            naming = {key: value for key, value in (call.arguments or {}).items() if _names_notes(key)}
            for name in names_in(naming):
                path, rule = rules.closed_note(name, destination)
                if rule is not None:
                    piece = LedgerPiece(Source(path=path), "kept", "privacy", why=rule_text(rule))
                    pieces.setdefault(path, piece)
    return list(pieces.values())


def question_excerpt(request: ModelRequest) -> str:
    """Return the beginning of the person's last message, on one line."""
    for message in reversed(request.messages):
        # What carries a source is a note that goes with the question, not the question.
        words = [
            part.text
            for part in message.parts
            if isinstance(part, TextPart) and not part.sources and not is_attached(part.text)
        ]
        if message.role == "user" and words:
            return " ".join(" ".join(words)[: 4 * QUESTION_LENGTH].split())[:QUESTION_LENGTH]
    return ""


def request_tokens(request: ModelRequest) -> int:
    """Return about how many tokens *request* is; pictures are not counted."""
    size = len(request.system)
    for message in request.messages:
        for part in message.parts:
            match part:
                case TextPart():
                    size += len(part.text)
                case ToolCallPart():
                    size += len(part.name) + len(part.arguments_json)
                case ToolResultPart():
                    size += len(part.content)
                case _:
                    pass
    for tool in request.tools:
        size += len(tool.name) + len(tool.description) + len(json.dumps(dict(tool.parameters)))
    return estimate_tokens(size)


def _names_notes(argument: str) -> bool:
    return any(word in argument.casefold() for word in ("path", "note", "file"))


def _source(one: InspectedPassage, characters: int) -> Source:
    passage = one.passage
    return Source(
        path=passage.path,
        heading=passage.heading,
        characters=characters,
        first_line=one.first_line,
        last_line=one.last_line,
    )


def _decision(one: InspectedPassage, host: HostDisclosures) -> Decision:
    return "review" if passage_digest(one.passage) in host.allowed else one.passage.allowed
