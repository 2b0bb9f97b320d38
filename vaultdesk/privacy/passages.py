"""Passages of note text in a request, located by their sources in messages and in the JSON of tool results."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Part, Source, TextPart, ToolResultPart
from vaultdesk.privacy.ledger_entry import Decision
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.approval_text import estimate_tokens

# By the convention of the tools an object that holds text of a note names it as `path`. Changes make new values.

TEXT_KEYS = frozenset({"content", "preview", "excerpt", "text", "context", "diff", "applied", "snippet"})
"""Members that hold a note's text; others tell about it."""

PROPERTIES_KEY = "frontmatter"
"""The member that holds a note's properties."""

NAMING_KEYS = frozenset({"path", "filename", "basename"})
"""Members that name the note."""

JsonPath = tuple[str | int, ...]
"""The way to a value in a result; none for all of it."""


def read_result(part: ToolResultPart) -> JsonValue:
    """Return what the model reads as a value; its text where that is no JSON."""
    try:
        value: JsonValue = json.loads(part.content)
    except (ValueError, RecursionError):
        return part.content
    return value


def with_result_value(part: ToolResultPart, value: JsonValue) -> ToolResultPart:
    """Return *part* with *value* as what the model reads."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return part if text == part.content else part.model_copy(update={"content": text})


def note_objects(value: JsonValue, json_path: JsonPath = ()) -> Iterator[tuple[JsonPath, dict[str, JsonValue]]]:
    """Yield each object inside *value* that names a note, outer ones first; a result as a whole names none."""
    if isinstance(value, dict):
        if json_path and isinstance(value.get("path"), str):
            yield json_path, value
        for key, inner in value.items():
            yield from note_objects(inner, (*json_path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from note_objects(inner, (*json_path, number))


def note_texts(value: dict[str, JsonValue]) -> tuple[str, ...]:
    """Return the texts of its note that an object holds."""
    return tuple(text for key, text in _strings(value, "") if key in TEXT_KEYS)


def readable_text(value: dict[str, JsonValue]) -> str:
    """Return all that an object tells of what its note says, for people: properties and texts, else everything."""
    properties = value.get(PROPERTIES_KEY)
    lines = (
        [f"{name}: {_property_text(said)}" for name, said in properties.items()] if isinstance(properties, dict) else []
    )
    lines_and_texts = [*lines, *note_texts(value)]
    return "\n".join(lines_and_texts or [text for key, text in _strings(value, "") if key not in NAMING_KEYS])


def _property_text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def replace_values(value: JsonValue, replacements: Mapping[JsonPath, JsonValue], json_path: JsonPath = ()) -> JsonValue:
    """Return *value* with other values at some places."""
    if json_path in replacements:
        return replacements[json_path]
    if isinstance(value, dict):
        return {key: replace_values(inner, replacements, (*json_path, key)) for key, inner in value.items()}
    if isinstance(value, list):
        return [replace_values(inner, replacements, (*json_path, number)) for number, inner in enumerate(value)]
    return value


def map_texts(value: JsonValue, change: Callable[[str], str], key: str = "") -> JsonValue:
    """Return *value* with every text in it changed but names, and but what belongs to another note inside it."""
    if isinstance(value, str):
        return value if key in NAMING_KEYS else change(value)
    if isinstance(value, list):
        return [item if _names_note(item) else map_texts(item, change, key) for item in value]
    if isinstance(value, dict):
        return {name: inner if _names_note(inner) else map_texts(inner, change, name) for name, inner in value.items()}
    return value


def value_at(value: JsonValue, json_path: JsonPath) -> JsonValue:
    """Return the value at *json_path*."""
    for step in json_path:
        value = value[step]  # type: ignore[index]  # a place is the way that was gone before
    return value


def _strings(value: JsonValue, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for item in value:
            if not _names_note(item):
                yield from _strings(item, key)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if not _names_note(inner):
                yield from _strings(inner, key if key in TEXT_KEYS else name)


def _names_note(value: JsonValue) -> bool:
    return isinstance(value, dict) and isinstance(value.get("path"), str)


# A source that is found nowhere in its part stands for all of the part: what cannot be told apart is one. Where a tool
# only names notes (a source of no characters, an object without text) there is no passage: see
# name_redaction.py for names.
#
# Quotes in what a model said are no passages: nothing tells where they are from: see answer_withholding.py.

DECISIONS_BY_STRENGTH: tuple[Decision, ...] = ("default", "grant", "rule", "person")
"""By whose decision a passage of several sources was read: the one that asked the person least."""


@dataclass(frozen=True, slots=True)
class RequestPassage:
    """One piece of note text in a request."""

    id: str
    """The same in every request that carries this very piece."""
    message: int
    """The message's place in the request."""
    part: int
    json_path: JsonPath
    """Where in the part's JSON; none for all of the part."""
    path: str
    text: str = field(repr=False)
    pieces: tuple[str, ...] = field(default=(), repr=False)
    """The stretches of the note it is made of, as far as they can be told from the rest."""
    sources: tuple[Source, ...] = ()
    call_id: str = ""
    """The call it is the result of; empty for what the person gave."""

    @property
    def heading(self) -> str:
        """The headings it stands under, as far as they are known."""
        return ", ".join(dict.fromkeys(source.heading for source in self.sources if source.heading))

    @property
    def first_line(self) -> int:
        """Its first line in the note, from 1; 0 where not known."""
        return min((source.first_line for source in self.sources if source.first_line), default=0)

    @property
    def last_line(self) -> int:
        """Its last line in the note; 0 where not known."""
        return max((source.last_line for source in self.sources), default=0)

    @property
    def characters(self) -> int:
        """How much of the note it is."""
        return sum(source.characters for source in self.sources) or len(self.text)

    @property
    def tokens(self) -> int:
        """About how many tokens it is."""
        return estimate_tokens(self.characters)

    @property
    def allowed(self) -> Decision:
        """By whose decision it was read."""
        decisions = {source.allowed for source in self.sources}
        return next((word for word in DECISIONS_BY_STRENGTH if word in decisions), "")


def request_passages(request: ModelRequest) -> tuple[RequestPassage, ...]:
    """Return every piece of note text *request* carries, in its order."""
    return tuple(
        passage
        for number, message in enumerate(request.messages)
        for place, part in enumerate(message.parts)
        for passage in _part_passages(part, number, place, f"{message.id}/{place}")
    )


def _part_passages(part: Part, message: int, place: int, name: str) -> Iterator[RequestPassage]:
    match part:
        case ToolResultPart() if part.sources:
            located = _located_passages(part, message, place, name)
            yield from located
            found = {passage.path for passage in located}
            rest = [source for source in part.sources if source.path not in found and source.characters]
            yield from _whole_part_passages(
                rest, part.content, RequestPassage(name, message, place, (), "", "", call_id=part.call_id)
            )
        case TextPart():
            yield from _whole_part_passages(part.sources, part.text, RequestPassage(name, message, place, (), "", ""))
        case ImagePart():
            yield from _whole_part_passages(
                part.sources, f"[{part.name or 'a picture'}]", RequestPassage(name, message, place, (), "", "")
            )
        case _:
            pass


def _located_passages(part: ToolResultPart, message: int, place: int, name: str) -> list[RequestPassage]:
    """Return the passages whose note is named in the part's JSON, each with its sources."""
    waiting = list(part.sources)
    paths = {source.path for source in waiting}
    found: list[RequestPassage] = []
    for at, value in note_objects(read_result(part)):
        path = str(value["path"])
        if path not in paths:
            continue
        pieces = note_texts(value)
        source = _matching_source(waiting, path, "\n".join(pieces))
        if source is not None:
            waiting.remove(source)
        if not pieces and (source is None or not source.characters):
            continue
        own_sources = (source,) if source is not None else ()
        passage = RequestPassage("", message, place, at, path, readable_text(value), pieces, own_sources, part.call_id)
        found.append(replace(passage, id=f"{name}/{'/'.join(map(str, at))}"))
    for source in waiting:
        # Several pieces of one note in one object: they are told of together.
        number = next((number for number, passage in enumerate(found) if passage.path == source.path), None)
        if number is not None:
            found[number] = replace(found[number], sources=(*found[number].sources, source))
    return found


def _matching_source(waiting: Sequence[Source], path: str, text: str) -> Source | None:
    candidates = [source for source in waiting if source.path == path]
    return next(
        (source for source in candidates if source.characters == len(text)), candidates[0] if candidates else None
    )


def _whole_part_passages(sources: Sequence[Source], text: str, bare: RequestPassage) -> Iterator[RequestPassage]:
    """Yield a passage of all of a part for each note it has text of."""
    for path in dict.fromkeys(source.path for source in sources):
        own_sources = tuple(source for source in sources if source.path == path)
        yield replace(bare, id=f"{bare.id}#{path}", path=path, text=text, pieces=(text,), sources=own_sources)
