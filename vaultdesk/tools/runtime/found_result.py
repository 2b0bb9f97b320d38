"""Result of a read before the model gets it: its passages, and the result without some of them or with selected
lines."""

import asyncio
import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import Source, ToolCallPart
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.index.search.question_terms import FUNCTION_WORDS, flatten_text
from vaultdesk.tools.argument_schema import canonical_arguments
from vaultdesk.tools.runtime.approvals import LineRange, PassageChoice, WithheldNote
from vaultdesk.tools.runtime.call_context import ExecutionContext
from vaultdesk.tools.runtime.execution import Execution
from vaultdesk.tools.runtime.note_excerpts import is_whole_note, locate_excerpt, redact_comments
from vaultdesk.tools.runtime.resolved_call import ResolvedCall
from vaultdesk.tools.runtime.result_passages import (
    JsonPath,
    NoteObject,
    argument_names,
    has_content,
    locate_objects,
    map_texts,
    name_key,
    note_texts,
    readable_text,
    replace_values,
    rest_text,
    value_at,
    without_objects,
    without_rest,
)
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, result_part
from vaultdesk.tools.tool import ToolFailure, ToolResult, Visibility
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText

# The result is frozen as the model would read it: truncated, without private notes and comments. The request shows
# this value; this value without the deselected passages is sent.

NOTE_RESERVE = 300
"""Characters of the result's limit reserved for the remark about deselected passages."""

MAX_MARKS = 200
"""Maximum number of marked matches in one passage."""

_WORDS = re.compile(r"[^\s\"'“”„«»()\[\]{}|:,;!?/#-]+")


class PassageLocation(NamedTuple):
    """Location of a passage in a result."""

    json_path: JsonPath | None
    """None for the rest of the result."""
    sources: tuple[Source, ...]


class FoundResult(Struct, frozen=True):
    """The frozen result of one call, with its passages as they would be sent."""

    call: ResolvedCall
    execution: Execution
    """The execution; nothing of it was sent yet."""
    passages: tuple[PassageChoice, ...] = ()
    withheld_notes: tuple[WithheldNote, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of the note of each passage, when it was found."""
    new_query: str = ""
    """The query of the user if they changed the model's; else empty."""
    locations: Mapping[str, PassageLocation] = field(default_factory=dict)
    """By the passage's id."""

    @property
    def paths(self) -> frozenset[str]:
        """The notes of the passages."""
        return frozenset(passage.path for passage in self.passages if passage.path)

    def release(self, ticked: Collection[str]) -> Execution:
        """Return the result with only the passages *ticked*, and a note for the model about the others."""
        result = self.execution.result
        if self.new_query:
            words = json.dumps(self.new_query, ensure_ascii=False)
            result = result.with_note(f"The user searched for other words instead: {words}.")
        left_out = [passage for passage in self.passages if passage.id not in ticked]
        if not left_out:
            return replace(self.execution, result=result)
        total = len(self.passages)
        if len(left_out) == total:
            which = "what was found" if total == 1 else f"any of the {total} passages that were found"
            refused = cancelled_result(f"The user chose not to share {which}.", self.call.effect)
            return Execution(refused, by="person", seconds=self.execution.seconds)
        locations = [self.locations[passage.id] for passage in left_out]
        removed_objects = [location.json_path for location in locations if location.json_path is not None]
        if any(location.json_path is None for location in locations):
            objects = [location.json_path for location in self.locations.values() if location.json_path is not None]
            data = without_rest(result.data, objects, removed_objects, partial(_is_in_arguments, self.call))
        else:
            data = without_objects(result.data, removed_objects)
        removed = [source for location in locations for source in location.sources]
        sources = tuple(source for source in self.execution.sources if not any(source is other for other in removed))
        affected_paths = {*(passage.path for passage in left_out), *(source.path for source in removed)}
        removed_paths = affected_paths - {source.path for source in sources}
        files = tuple(path for path in result.metadata.files_affected if path not in removed_paths)
        reduced = result.model_copy(
            update={"data": data, "metadata": result.metadata.model_copy(update={"files_affected": files})}
        )
        note = f"The user chose not to share {len(left_out)} of {total} passages."
        return replace(self.execution, result=reduced.with_note(note), sources=sources)

    async def changed_notes(self, context: ExecutionContext, ticked: Collection[str]) -> tuple[str, ...]:
        """Return the notes of the passages *ticked* that have changed since."""
        selected = [passage for passage in self.passages if passage.id in ticked]
        # A passage of no single note, such as a table, depends on all notes read for it.
        any_note = any(not passage.path for passage in selected)
        paths = [path for path in self.digests if any_note or any(passage.path == path for passage in selected)]
        known = await _read_open_notes(context, paths)
        return tuple(path for path in paths if _digest(known.get(path)) != self.digests[path])


class PrivateMatches:
    """The private notes found by a call that ran on this computer; their text is not sent."""

    def __init__(self, context: ExecutionContext, call: ResolvedCall, visibility: Visibility) -> None:
        self._context = context
        self._call = call
        self._visibility = visibility
        self._met: set[str] = set()

    @property
    def visibility(self) -> Visibility:
        """The visibility of the call; requested private notes are recorded."""
        return replace(self._visibility, sees=self._sees)

    async def paths(self) -> tuple[str, ...]:
        """Return those that the call would have returned if they were visible."""
        if not self._met:
            return ()
        visibility = self._visibility
        everything = replace(visibility, sees=lambda path: path in self._met or visibility.sees(path))
        try:
            async with asyncio.timeout(self._call.tool.timeout):
                output = await self._call.tool.run(self._call.arguments, everything)
        except (ToolFailure, VaultDeskError, TimeoutError):
            return ()  # The call itself reported its error; this only lists withheld notes.
        return tuple(dict.fromkeys(source.path for source in output.sources if source.path in self._met))

    def _sees(self, path: str) -> bool:
        if self._visibility.sees(path):
            return True
        if self._is_private(path):
            self._met.add(path)
        return False

    def _is_private(self, path: str) -> bool:
        call_context, permissions = self._context.call_context, self._context.permissions
        if not call_context.agent_scope.allows_path(path):
            return False
        if permissions.privacy.status(path, call_context.destination) == "open":
            return False
        policy_request = self._context.policy_request(self._call.tool, self._call.effect)
        return permissions.decide(policy_request, path).answer != "deny"


async def freeze_result(
    context: ExecutionContext,
    call: ResolvedCall,
    execution: Execution,
    private_paths: Sequence[str],
    new_query: str = "",
) -> FoundResult:
    """Return what would be sent of *execution*, the result of *call* on this computer that no model has read.

    *private_paths* are the private notes it would also have found; *new_query* is the user's query instead of the
    model's.
    """
    execution = replace(execution, arguments=None)  # It has run, and must not run again.
    withheld = dict.fromkeys(private_paths)
    if not execution.result.success:
        return _failed_result(context, call, execution, withheld, new_query)
    result, sources = _truncated_result(context, call, execution)
    if not result.success:
        return FoundResult(call, replace(execution, result=result, sources=()), new_query=new_query)
    located = _located(result.data, sources)
    privacy, destination = context.permissions.privacy, context.call_context.destination
    paths = list(dict.fromkeys(note_object.path for note_object in located))
    texts = await _read_open_notes(context, paths)
    private = [path for path in paths if path not in texts]
    withheld |= dict.fromkeys(private)
    if privacy.withholds_comments(destination):
        result, sources = _without_comments(result, located, sources, texts)
    result, sources = _without_notes(result, located, sources, private)
    located = [] if call.tool.result_is_whole else _located(result.data, sources)
    words = _search_words(call)
    passages: list[PassageChoice] = []
    locations: dict[str, PassageLocation] = {}
    for number, note_object in enumerate(located):
        passage_id = f"{call.call_id}/{number}"
        passages.append(_passage(passage_id, note_object, texts.get(note_object.path), words))
        locations[passage_id] = PassageLocation(note_object.json_path, note_object.sources)
    rest = without_objects(result.data, [note_object.json_path for note_object in located])
    if has_content(rest, partial(_is_in_arguments, call)):
        passage_id = f"{call.call_id}/rest"
        rest_sources = tuple(
            source for source in sources if not any(source in note_object.sources for note_object in located)
        )
        passages.append(PassageChoice(passage_id, "", rest_text(rest)))
        locations[passage_id] = PassageLocation(None, rest_sources)
    return FoundResult(
        call,
        replace(execution, result=result, sources=sources),
        tuple(passages),
        tuple(WithheldNote(path, privacy.reason(path)) for path in withheld),
        {path: _digest(note) for path, note in texts.items()},
        new_query,
        locations,
    )


def _is_in_arguments(call: ResolvedCall, name: str) -> bool:
    """Whether the arguments of *call* contain *name*."""
    return name_key(name) in argument_names(json.loads(call.arguments_json))


def _located(data: JsonValue, sources: Sequence[Source]) -> list[NoteObject]:
    """Return the objects in *data* that contain text of notes; the path of *data* itself is empty."""
    found = locate_objects({"data": data}, sources)
    return [replace(found_object, json_path=found_object.json_path[1:]) for found_object in found]


def _failed_result(
    context: ExecutionContext,
    call: ResolvedCall,
    execution: Execution,
    withheld: Collection[str],
    new_query: str,
) -> FoundResult:
    """Return a failure; one that names notes, as candidates for a name, is a passage too."""
    error = execution.result.error
    notes = tuple(WithheldNote(path, context.permissions.privacy.reason(path)) for path in withheld)
    if error is None or error.details is None:
        return FoundResult(call, execution, withheld_notes=notes, new_query=new_query)
    text = rest_text(error.model_dump(mode="json", exclude_none=True))
    passage_id = f"{call.call_id}/rest"
    passages = (PassageChoice(passage_id, "", text),)
    locations = {passage_id: PassageLocation(None, ())}
    return FoundResult(call, execution, passages, notes, new_query=new_query, locations=locations)


def _truncated_result(
    context: ExecutionContext, call: ResolvedCall, execution: Execution
) -> tuple[ToolResult, tuple[Source, ...]]:
    """Return the result as visible to the model, truncated, and the sources that are still in it."""
    arguments = json.loads(call.arguments_json)
    part = ToolCallPart(id=call.call_id, name=call.tool.name, arguments_json=call.arguments_json, arguments=arguments)
    limit = max(context.call_context.result_limit - NOTE_RESERVE, NOTE_RESERVE)
    visible_part = result_part(part, execution.result, limit, execution.sources)
    value = json.loads(visible_part.content)
    metadata = execution.result.metadata
    about = value["metadata"]
    metadata = metadata.model_copy(
        update={"note": about.get("note", ""), "files_affected": tuple(about["files_affected"])}
    )
    result = execution.result.model_copy(update={"metadata": metadata})
    if not value["success"]:
        return ToolResult.model_validate({**value, "data": None}), ()
    return result.model_copy(update={"data": value.get("data")}), visible_part.sources


def _without_notes(
    result: ToolResult, located: Sequence[NoteObject], sources: Sequence[Source], paths: Collection[str]
) -> tuple[ToolResult, tuple[Source, ...]]:
    """Return the result without the notes at *paths*, which became private since they were indexed."""
    if not paths:
        return result, tuple(sources)
    data = without_objects(result.data, [found.json_path for found in located if found.path in paths])
    files = tuple(path for path in result.metadata.files_affected if path not in paths)
    metadata = result.metadata.model_copy(update={"files_affected": files})
    remaining = tuple(source for source in sources if source.path not in paths)
    return result.model_copy(update={"data": data, "metadata": metadata}), remaining


def _without_comments(
    result: ToolResult,
    located: Sequence[NoteObject],
    sources: Sequence[Source],
    texts: Mapping[str, NoteText | None],
) -> tuple[ToolResult, tuple[Source, ...]]:
    """Return the result without comments of notes, and its sources with the remaining parts."""
    replacements: dict[JsonPath, JsonValue] = {}
    shorter: dict[int, Source] = {}
    for note_object in located:
        note = texts.get(note_object.path)
        change = partial(redact_comments, text=None if note is None else note.text)
        changed = map_texts(value_at(result.data, note_object.json_path), change)
        if changed != note_object.value and isinstance(changed, dict):
            replacements[note_object.json_path] = changed
            for source in note_object.sources[:1]:
                characters = sum(map(len, note_texts(changed)))
                shorter[id(source)] = source.model_copy(update={"characters": characters})
    data = replace_values(result.data, replacements) if replacements else result.data
    return result.model_copy(update={"data": data}), tuple(shorter.get(id(source), source) for source in sources)


async def _read_open_notes(context: ExecutionContext, paths: Sequence[str]) -> dict[str, NoteText | None]:
    """Return those of *paths* that are not private now, with their text; None for unreadable ones."""
    privacy, destination = context.permissions.privacy, context.call_context.destination
    statuses = await asyncio.gather(*(privacy.current_status(path, destination) for path in paths))
    still_open = [path for path, status in zip(paths, statuses, strict=True) if status == "open"]
    notes = await asyncio.gather(*(_read_note(context, path) for path in still_open))
    return dict(zip(still_open, notes, strict=True))


async def _read_note(context: ExecutionContext, path: str) -> NoteText | None:
    try:
        return await context.vault.read(NotePath.parse(path))
    except VaultDeskError:
        return None


def _digest(note: NoteText | None) -> str:
    return "" if note is None else note.digest


def _passage(name: str, note_object: NoteObject, note: NoteText | None, words: Sequence[str]) -> PassageChoice:
    text = readable_text(note_object.value) or note_object.path
    first, last = note_object.first_line, note_object.last_line
    is_whole = note is not None and is_whole_note(text, note.text)
    if note is not None and not first and (lines := locate_excerpt(text, note.text)) is not None:
        first, last = lines.first_line, lines.last_line
    return PassageChoice(name, note_object.path, text, note_object.heading, first, last, is_whole, _marks(text, words))


def _search_words(call: ResolvedCall) -> tuple[str, ...]:
    """Return the search words of the call, longest first: its terms if it has some, without words like `the`."""
    terms = canonical_arguments(call.arguments).get("salient_terms")
    query = call.tool.query_of(call.arguments)
    texts = [term for term in terms if isinstance(term, str)] if isinstance(terms, list) else []
    words = {text.strip() for text in (query, *texts)}
    found = (word for text in texts or [query] for word in _WORDS.findall(text) if len(word) > 1)
    words |= {word for word in found if flatten_text(word) not in FUNCTION_WORDS}
    return tuple(sorted((word for word in words if word), key=lambda word: (-len(word), word)))


def _marks(text: str, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    if not words:
        return ()
    pattern = re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
    found = (match.span() for match in pattern.finditer(text))
    return tuple(span for span, _ in zip(found, range(MAX_MARKS), strict=False))


def picked_text(text: str, ranges: Sequence[LineRange]) -> str:
    """Return the lines *ranges* of *text*; empty if there are none, or if a range is out of order or out of bounds."""
    lines = text.split("\n")
    previous_end = 0
    for first, last in ranges:
        if not previous_end < first <= last <= len(lines):
            return ""
        previous_end = last
    return "\n".join(line for first, last in ranges for line in lines[first - 1 : last])


def with_picked_lines(execution: Execution, texts: Mapping[str, str]) -> Execution:
    """Return *execution* with all its data about the files at the paths of *texts* replaced by *texts*."""
    if not texts or not execution.result.success:
        return execution
    result = execution.result
    located = locate_objects({"data": result.data}, execution.sources)
    replacements: dict[JsonPath, JsonValue] = {}
    for found in located:
        if found.path in texts:
            replacements[found.json_path[1:]] = {
                "path": found.path,
                "content": texts[found.path],
            }
    if {found.path for found in located} & set(texts) != {source.path for source in execution.sources} & set(texts):
        # Text of a file that cannot be located in the result cannot be replaced, so none of it is returned.
        message = "The selected lines could not be separated from the rest of the result. Nothing was shared."
        return Execution(failed_result("READ_FAILED", message, effect=result.metadata.operation_type))
    note = "The user chose to share only a part of: " + ", ".join(texts) + "."
    reduced = result.model_copy(update={"data": replace_values(result.data, replacements)}).with_note(note)
    sources = [source for source in execution.sources if source.path not in texts]
    sources += [Source(path=path, characters=len(text)) for path, text in texts.items()]
    # Reading a part does not count as reading this version of the note.
    digests = {path: digest for path, digest in execution.digests.items() if path not in texts}
    return replace(execution, result=reduced, sources=tuple(sources), digests=digests)
