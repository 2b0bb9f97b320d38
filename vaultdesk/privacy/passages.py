"""Passages of note text in a request, located by their sources in messages and in the JSON of tool results."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Part, Source, TextPart, ToolResultPart
from vaultdesk.core.values import replace
from vaultdesk.privacy.ledger_entry import Decision
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.result_passages import (
    JsonPath,
    LocatedText,
    has_content,
    locate_objects,
    note_texts,
    object_atoms,
    read_result,
    readable_text,
    rest_atoms,
    rest_text,
    text_sources,
    with_result_value,
    without_objects,
    without_rest,
)

# A source that cannot be located in its part applies to the whole part. What a result contains besides the texts of
# notes, such as names in a list or a tree, is one passage of no note. Quotes in a model's text are not passages,
# because their source is not known. redaction.py removes private names from such a passage, and withholds answers that
# may contain quotes.

OPERATIONS_ELSEWHERE: frozenset[JsonValue] = frozenset({"none", "network"})
"""Effects of calls whose results contain nothing about notes: a clock, a web page."""

RESULT_MEMBERS = frozenset({"success", "data", "error", "metadata", "left_out", "kept_back"})
"""Members of a result; `left_out` and `kept_back` say what happened to the others."""

CODES_WITHOUT_NAMES: frozenset[JsonValue] = frozenset({"VALIDATION_FAILED", "CANCELLED"})
"""Errors that list no notes: invalid arguments, and the reason the user gave."""

DECISIONS_BY_STRENGTH: tuple[Decision, ...] = ("default", "grant", "rule", "person")
"""Decisions by which a passage of several sources was read; the first one that applies is recorded."""


@dataclass(frozen=True, slots=True)
class RequestPassage(LocatedText):
    """One passage of note text in a request."""

    id: str
    """The same in every request that contains this passage."""
    message: int
    """Index of the message in the request."""
    part: int
    json_path: JsonPath
    """Location in the part's JSON; empty for the whole part."""
    path: str
    """Path of its note; empty for the rest of a result."""
    text: str = field(repr=False)
    excerpts: tuple[str, ...] = field(default=(), repr=False)
    """The texts of the note it consists of, as far as they can be separated from the rest."""
    sources: tuple[Source, ...] = ()
    call_id: str = ""
    """The call it is the result of; empty for what the user attached."""
    tool: str = ""
    """The tool that was called; empty for what the user attached."""
    atoms: tuple[str, ...] = field(default=(), repr=False)
    """The separate texts of the note in it, which identify the passage and any shorter part of it."""

    new_atoms: tuple[str, ...] = field(default=(), repr=False)
    """For the rest of a result: the atoms that are new to the destination."""

    @property
    def is_rest(self) -> bool:
        """Whether it is what a result contains besides the texts of notes: names, links, values of a table."""
        return not self.path

    @property
    def characters(self) -> int:
        """Number of characters of the note."""
        return sum(source.characters for source in self.sources) or len(self.text)

    @property
    def allowed(self) -> Decision:
        """The decision by which it was read."""
        decisions = {source.allowed for source in self.sources}
        return next((word for word in DECISIONS_BY_STRENGTH if word in decisions), "")


def request_passages(request: ModelRequest) -> tuple[RequestPassage, ...]:
    """Return every passage of note text in *request*, in order."""
    return tuple(
        passage
        for number, message in enumerate(request.messages)
        for index, part in enumerate(message.parts)
        for passage in part_passages(part, number, index, f"{message.id}/{index}")
    )


def part_passages(part: Part, message: int = 0, index: int = 0, name: str = "") -> Iterator[RequestPassage]:
    """Yield every passage of note text in *part*, alone or at its index in a request."""
    match part:
        case ToolResultPart():
            located = _located_passages(part, message, index, name)
            yield from located
            assigned = {id(source) for passage in located for source in passage.sources}
            template = RequestPassage(name, message, index, (), "", "", call_id=part.call_id, tool=part.name)
            unlocated = [source for source in text_sources(part) if id(source) not in assigned]
            yield from _whole_part_passages(unlocated, _readable_content(part), template)
            rest = None if unlocated else result_rest(part)
            if rest is not None:
                text = rest_text(rest)
                yield replace(template, id=f"{name}/rest", text=text, excerpts=(text,), atoms=rest_atoms(rest))
        case TextPart():
            yield from _whole_part_passages(part.sources, part.text, RequestPassage(name, message, index, (), "", ""))
        case ImagePart():
            digest = hashlib.sha256(part.data.encode("ascii", "replace")).hexdigest()
            for passage in _whole_part_passages(
                part.sources, f"[{part.name or 'a picture'}]", RequestPassage(name, message, index, (), "", "")
            ):
                yield replace(passage, atoms=(digest,))
        case _:
            pass


def result_rest(part: ToolResultPart) -> JsonValue | None:
    """Return what *part*, the result of a call on notes, contains besides the texts of notes; None if nothing.

    For an error these are the details: notes that a name may refer to.
    """
    value = read_result(part)
    if not isinstance(value, dict) or _operation(value) in OPERATIONS_ELSEWHERE:
        return None
    if value.get("success") is True:
        json_paths = [found.json_path for found in locate_objects(value, part.sources)]
        remaining = without_objects(value, json_paths)
        assert isinstance(remaining, dict)
        # A truncated result names its notes outside the data.
        extra_members = {key: inner for key, inner in remaining.items() if key not in RESULT_MEMBERS}
        rest = {**extra_members, "data": remaining.get("data")} if extra_members else remaining.get("data")
        return rest if has_content(rest) else None
    error = value.get("error")
    if not isinstance(error, dict) or error.get("code") in CODES_WITHOUT_NAMES:
        return None
    return error.get("details")


def without_result_rest(part: ToolResultPart, mark: str) -> ToolResultPart:
    """Return *part* with the texts of notes only; *mark* replaces the rest."""
    value = read_result(part)
    if not isinstance(value, dict):
        return part
    located = locate_objects(value, part.sources)
    data_paths = [found.json_path[1:] for found in located if found.json_path[:1] == ("data",)]
    error, metadata = value.get("error"), value.get("metadata")
    paths = {found.path for found in located}
    changed = {**{key: inner for key, inner in value.items() if key in RESULT_MEMBERS}, "kept_back": mark}
    if "data" in value:
        changed["data"] = without_rest(value["data"], data_paths) if data_paths else None
    if isinstance(error, dict):
        changed["error"] = {key: inner for key, inner in error.items() if key != "details"}
    files = metadata.get("files_affected") if isinstance(metadata, dict) else None
    if isinstance(metadata, dict) and isinstance(files, list):
        changed["metadata"] = {**metadata, "files_affected": [path for path in files if path in paths]}
    sources = tuple(source for source in part.sources if source.path in paths)
    return with_result_value(part, changed).model_copy(update={"sources": sources})


def _readable_content(part: ToolResultPart) -> str:
    """Return the text of an error without its JSON; any other content is not changed."""
    match read_result(part):
        case {"error": {"message": str(message), "details": details}}:
            return f"{message}\n{rest_text(details)}"
        case {"error": {"message": str(message)}}:
            return message
        case _:
            return part.content


def _operation(value: dict[str, JsonValue]) -> JsonValue:
    metadata = value.get("metadata")
    return metadata.get("operation_type") if isinstance(metadata, dict) else None


def _located_passages(part: ToolResultPart, message: int, index: int, name: str) -> list[RequestPassage]:
    """Return the passages whose note is named in the part's JSON, each with its sources."""
    return [
        RequestPassage(
            f"{name}/{'/'.join(map(str, found.json_path))}", message, index, found.json_path, found.path,
            readable_text(found.value), note_texts(found.value), found.sources, part.call_id, part.name,
            object_atoms(found.value),
        )
        for found in locate_objects(read_result(part), part.sources)
    ]  # fmt: skip


def _whole_part_passages(sources: Sequence[Source], text: str, template: RequestPassage) -> Iterator[RequestPassage]:
    """Yield a passage of the whole part for each note it has text of."""
    for path in dict.fromkeys(source.path for source in sources):
        own_sources = tuple(source for source in sources if source.path == path)
        yield replace(
            template,
            id=f"{template.id}#{path}",
            path=path,
            text=text,
            excerpts=(text,),
            sources=own_sources,
            atoms=(text,),
        )
