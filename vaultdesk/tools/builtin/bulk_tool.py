"""Bulk tool: `bulk_update`, one change applied to many notes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, ClassVar, Literal, Self, assert_never

from msgspec import Struct
from pydantic import Field, JsonValue, WithJsonSchema, model_validator

from vaultdesk.core.errors import VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.metadata_tools import (
    checked_name,
    checked_properties,
    checked_tag,
    property_types,
    rewrite_text,
)
from vaultdesk.tools.builtin.name_resolver import new_note_path, note_not_found, resolve_note, written_note_path
from vaultdesk.tools.builtin.query_tools import NoteFilter, matching_notes
from vaultdesk.tools.builtin.read_tools import MAX_FILES
from vaultdesk.tools.builtin.rename_tool import stage_renames
from vaultdesk.tools.query.note_filter import NOTE_FILTER_BRIEF
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import LEFT_OUT, UNKNOWN_FILE, ChangingTool, Effect, Parameters, ToolFailure, Visibility
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.tag_edit import rename_tag, with_tags, without_tags
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings
from vaultdesk.vault.staging import StagingArea

BulkChangeKind = Literal["set_property", "remove_property", "add_tag", "remove_tag", "rename_tag", "move"]

MAX_SHOWN_NAME = 60
"""Maximum number of characters of a name in a sentence."""

_TEXT = WithJsonSchema({"type": "string"})
_FIELDS = frozenset(("property", "value", "tag", "new_tag", "folder"))


class BulkChange(Parameters):
    """The change made to every note."""

    NEEDS: ClassVar[Mapping[BulkChangeKind, tuple[str, ...]]] = {
        "set_property": ("property", "value"),
        "remove_property": ("property",),
        "add_tag": ("tag",),
        "remove_tag": ("tag",),
        "rename_tag": ("tag", "new_tag"),
        "move": ("folder",),
    }
    """The required fields of each kind; no others are allowed."""

    kind: BulkChangeKind = Field(
        description=(
            "set_property takes `property` and `value`, remove_property `property`, add_tag and remove_tag `tag`, "
            "rename_tag `tag` and `new_tag` (nested tags follow), move `folder` (links to the notes are repaired)."
        )
    )
    property: Annotated[str | None, _TEXT] = Field(default=None, max_length=300, description="The property's name.")
    value: Annotated[
        JsonValue,
        WithJsonSchema(
            {"description": 'The new value: text, number, true, false, or a list; "" empties the property.'}
        ),
    ] = None
    tag: Annotated[str | None, _TEXT] = Field(default=None, max_length=200, description="A tag, with or without #.")
    new_tag: Annotated[str | None, _TEXT] = Field(default=None, max_length=200, description="The new name of the tag.")
    folder: Annotated[str | None, _TEXT] = Field(
        default=None, max_length=1000, description="The folder to move to; empty for the vault's root."
    )

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        # Tests for None instead of unset fields: a stored call has every field set.
        needs = self.NEEDS[self.kind]
        missing = [name for name in needs if getattr(self, name) is None]
        if missing:
            raise ValueError(f"have {' and '.join(missing)} for {self.kind}")
        # Some models fill every field; an empty text counts as unset.
        if any(getattr(self, name) not in (None, "") for name in _FIELDS - {*needs}):
            raise ValueError(f"have nothing but {' and '.join(needs)} for {self.kind}")
        if "property" in needs and self.property is not None:
            checked_name(self.property)
        for name, tag in (("add_tag", self.tag), ("rename_tag", self.new_tag)):
            if self.kind == name and tag is not None:
                checked_tag(tag)
        if "tag" in needs and self.tag is not None and not self.tag.strip(" #/"):
            raise ValueError("have a tag that is not empty")
        return self

    def description_text(self) -> Phrase:
        """Return the change for the line of a file, such as `adds #x`."""
        match self.kind:
            case "set_property":
                return Phrase("sets {0}", _shown_name(self.property))
            case "remove_property":
                return Phrase("removes {0}", _shown_name(self.property))
            case "add_tag":
                return Phrase("adds {0}", _hashed(self.tag))
            case "remove_tag":
                return Phrase("removes {0}", _hashed(self.tag))
            case "rename_tag":
                return Phrase("renames {0} to {1}", _hashed(self.tag), _hashed(self.new_tag))
            case "move":
                return Phrase("moves to {0}", _shown_name(self.folder) or Phrase("the vault root"))
            case _:
                assert_never(self.kind)

    def question_text(self) -> Phrase:
        """Return the beginning of the approval question; the number of notes follows."""
        match self.kind:
            case "set_property":
                return Phrase("Set {0} in", _shown_name(self.property))
            case "remove_property":
                return Phrase("Remove {0} from", _shown_name(self.property))
            case "add_tag":
                return Phrase("Add {0} to", _hashed(self.tag))
            case "remove_tag":
                return Phrase("Remove {0} from", _hashed(self.tag))
            case "rename_tag":
                return Phrase("Rename {0} to {1} in", _hashed(self.tag), _hashed(self.new_tag))
            case "move":
                return Phrase("Move to {0}:", _shown_name(self.folder) or Phrase("the vault root"))
            case _:
                assert_never(self.kind)

    def editor(self, types: Mapping[str, str]) -> Callable[[str], str]:
        """Return a function that makes the change to a text; *types* are the vault's property types. Not for a move."""
        name, tag, new_tag = self.property or "", self.tag or "", self.new_tag or ""
        value = None if self.value == "" else self.value
        match self.kind:
            case "set_property":
                return lambda text: with_properties(text, checked_properties(text, {name: value}), types=types)
            case "remove_property":
                return lambda text: with_properties(text, {}, (name,))
            case "add_tag":
                return lambda text: with_tags(text, (tag,))
            case "remove_tag":
                return lambda text: without_tags(text, (tag,))
            case "rename_tag":
                return lambda text: rename_tag(text, tag, new_tag)
            case "move":
                raise AssertionError("a move changes no text of the note itself")
            case _:
                assert_never(self.kind)


def _shown_name(name: str | None) -> str:
    return sanitize_line(name or "", MAX_SHOWN_NAME)


def _hashed(tag: str | None) -> str:
    return f"#{_shown_name((tag or '').strip().removeprefix('#'))}"


BULK_TIMEOUT = 120.0
"""Seconds for planning: three hundred notes are read, and a move reads every note that links to one of them."""

BulkResult = Literal["updated", "moved", "unchanged", "failed", "left out"]

RESULT_BY_OUTCOME: Mapping[str, BulkResult] = {
    LEFT_OUT: "left out",
    "conflict": "failed",
    "failed": "failed",
    "skipped": "failed",
}
"""Results of files that were not changed."""


MAX_NAMED_NOTES = 10
"""Maximum number of notes named in an error."""


class BulkUpdateParameters(Parameters):
    """Parameters of `bulk_update`."""

    filter: NoteFilter = Field(
        default_factory=NoteFilter,
        description='Which notes, as for query_notes. Give this or `paths`; {"folder": ""} is every note.',
    )
    paths: tuple[str, ...] = Field(
        default=(), description=f"Paths of the notes from the vault's root; at most {MAX_FILES}."
    )
    change: BulkChange = Field(description="The change to make to each of them.")

    @model_validator(mode="after")
    def _names_notes(self) -> Self:
        if bool(self.paths) is not self.filter.is_everything:
            raise ValueError("have either a `filter` with at least one condition or `paths`")
        return self


class _NoteOutcome(Struct, frozen=True):
    """Planned result for one note."""

    path: str
    result: BulkResult
    problem: str = ""
    new_path: str = ""

    def as_value(self) -> dict[str, JsonValue]:
        value = {"path": self.path, "result": self.result, "problem": self.problem, "new_path": self.new_path}
        return {name: text for name, text in value.items() if text}


class BulkUpdate(ChangingTool[BulkUpdateParameters]):
    """Makes one change to up to 300 notes, with one approval that lists them all."""

    name: ClassVar[str] = "bulk_update"
    path_parameters: ClassVar[tuple[str, ...]] = ("paths",)
    display_name: ClassVar[Phrase] = Phrase("Change many notes")
    purpose: ClassVar[Phrase] = Phrase("makes one change to several notes; you can leave some out of it.")
    description: ClassVar[str] = (
        "Make one change to many notes: set or remove a property, add, remove or rename a tag, or move them to a "
        "folder. Name the notes by a filter or by their paths. The user may leave some out. "
        "Notes that cannot be changed are listed with the reason; the others are changed."
    )
    brief: ClassVar[str] = "Make one change to many notes: a property, a tag, or the folder."
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {
        "filter": NOTE_FILTER_BRIEF,
        "change": {
            "type": "object",
            "description": (
                "{kind: set_property, property, value}, {kind: remove_property, property}, {kind: add_tag|remove_tag, "
                "tag}, {kind: rename_tag, tag, new_tag} or {kind: move, folder}."
            ),
        },
    }
    category: ClassVar[str] = "bulk"
    effect: ClassVar[Effect] = "write"
    removes_properties: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = BulkUpdateParameters
    timeout: ClassVar[float] = BULK_TIMEOUT
    dangerous: ClassVar[bool] = True
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"filter": {"tag": "meeting"}, "change": {"kind": "set_property", "property": "status", "value": "open"}},
        {"paths": ["Inbox/Boiler.md", "Inbox/Roof.md"], "change": {"kind": "move", "folder": "House"}},
        {"filter": {"folder": ""}, "change": {"kind": "rename_tag", "tag": "todo", "new_tag": "task"}},
    )

    def __init__(self, searcher: Searcher, daily: Callable[[], DailyNoteSettings] = DailyNoteSettings) -> None:
        """*daily* returns the settings of the vault's daily notes."""
        self._searcher = searcher
        self._daily = daily

    async def plan(self, arguments: BulkUpdateParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage the change in every note that allows it; the result lists each note with its outcome.

        Notes found by a filter that need no change are counted, not named, since they need no approval.
        """
        paths, outcomes = await self._notes(arguments, staging, visibility)
        if arguments.change.kind == "move":
            outcomes += await self._move_notes(arguments.change, paths, staging, visibility)
        else:
            outcomes += await _rewrite_notes(arguments.change, paths, staging)
        reported = [outcome for outcome in outcomes if arguments.paths or outcome.result != "unchanged"]
        return {
            "files": [outcome.as_value() for outcome in reported],
            **_counts([outcome.result for outcome in outcomes]),
        }

    def applied(self, data: JsonValue, results: Mapping[str, str]) -> JsonValue:
        """Return each file with its actual result."""
        assert isinstance(data, dict)
        assert isinstance(data["files"], list)
        files: list[JsonValue] = []
        for row in data["files"]:
            assert isinstance(row, dict)
            result = results.get(str(row["path"]), "done")
            if result == UNKNOWN_FILE:
                continue
            entry = (
                row if result == "done" else {"path": row["path"], "result": RESULT_BY_OUTCOME.get(result, "failed")}
            )
            files.append(entry)
        outcomes = [str(row["result"]) for row in files if isinstance(row, dict)]
        unchanged = data["unchanged"] if "unchanged" not in outcomes else outcomes.count("unchanged")
        return {"files": files, **_counts(outcomes), "unchanged": unchanged}

    def summary(self, arguments: BulkUpdateParameters) -> Phrase:
        """Return the change, and the number of notes if it is known."""
        change_text = arguments.change.description_text()
        return Phrase("{0}, {1} notes", change_text, len(arguments.paths)) if arguments.paths else change_text

    def action(self, arguments: BulkUpdateParameters) -> Phrase:
        return arguments.change.question_text()

    async def _notes(
        self, arguments: BulkUpdateParameters, staging: StagingArea, visibility: Visibility
    ) -> tuple[list[NotePath], list[_NoteOutcome]]:
        """Return the selected notes, and those that cannot be found with the reason."""
        paths = arguments.paths or await matching_notes(
            self._searcher, arguments.filter, visibility, daily=self._daily()
        )
        paths = tuple(dict.fromkeys(paths))
        if len(paths) > MAX_FILES:
            message = f"That is {len(paths):,} notes; one call changes at most {MAX_FILES}. Narrow it down."
            raise ToolFailure("TOO_LARGE", message, {"notes": len(paths), "most": MAX_FILES})
        found: dict[NotePath, None] = {}
        missing: list[_NoteOutcome] = []
        for text in paths:
            try:
                if arguments.paths:
                    found[await resolve_note(text, staging, visibility, self._searcher)] = None
                else:
                    found[await _current_path(text, staging, visibility)] = None
            except (ToolFailure, VaultError) as error:
                missing.append(_NoteOutcome(text, "failed", _problem_text(error)))
        if arguments.paths and not found:
            # Nothing would be changed, so there is no approval.
            names = ", ".join(sanitize_line(text, MAX_SHOWN_NAME) for text in paths[:MAX_NAMED_NOTES])
            raise ToolFailure("NOTE_NOT_FOUND", f"None of these notes can be changed: {names}.")
        return list(found), missing

    async def _move_notes(
        self, change: BulkChange, paths: Sequence[NotePath], staging: StagingArea, visibility: Visibility
    ) -> list[_NoteOutcome]:
        """Stage the moves, together if possible, so that each link is updated once."""
        folder = (change.folder or "").strip("/")
        written_note_path(f"{folder}/Note" if folder else "Note")
        outcomes: list[_NoteOutcome] = []
        moves: dict[NotePath, NotePath] = {}
        new_keys: set[str] = set()
        for path in paths:
            try:
                new = await new_note_path(
                    f"{folder}/{path.file_name}" if folder else path.file_name, staging, visibility
                )
                existing = await staging.find(new)
                if new == path:
                    outcomes.append(_NoteOutcome(path.text, "unchanged"))
                elif new.key in new_keys or (existing is not None and existing != path):
                    outcomes.append(
                        _NoteOutcome(path.text, "failed", "There is another note of this name in that folder.")
                    )
                else:
                    moves[path] = new
                    new_keys.add(new.key)
            except (ToolFailure, VaultError) as error:
                outcomes.append(_NoteOutcome(path.text, "failed", _problem_text(error)))
        return outcomes + await self._move_all(moves, staging, visibility)

    async def _move_all(
        self, moves: Mapping[NotePath, NotePath], staging: StagingArea, visibility: Visibility
    ) -> list[_NoteOutcome]:
        if not moves:
            return []
        try:
            with _atomic_staging(staging):
                await stage_renames(staging, self._searcher, moves, visibility)
            return [_NoteOutcome(old.text, "moved", new_path=new.text) for old, new in moves.items()]
        except (ToolFailure, VaultError) as error:
            if len(moves) == 1:
                return [_NoteOutcome(next(iter(moves)).text, "failed", _problem_text(error))]
        # One of them cannot be moved; each is tried separately to find out which.
        return [
            outcome for old, new in moves.items() for outcome in await self._move_all({old: new}, staging, visibility)
        ]


def _counts(results: Sequence[str]) -> dict[str, JsonValue]:
    """Return the number of files by result; the number left out only if it is not 0."""
    always = ("updated", "moved", "unchanged", "failed")
    counts: dict[str, JsonValue] = {result: results.count(result) for result in always}
    return {**counts, "left_out": results.count(LEFT_OUT)} if LEFT_OUT in results else counts


async def _rewrite_notes(change: BulkChange, paths: Sequence[NotePath], staging: StagingArea) -> list[_NoteOutcome]:
    edit = change.editor(await property_types(staging))
    outcomes: list[_NoteOutcome] = []
    for path in paths:
        try:
            text = await staging.read(path)
            new = await rewrite_text(text, edit)
            await staging.rewrite(path, new, reason=change.description_text())
            outcomes.append(_NoteOutcome(path.text, "updated" if new != text else "unchanged"))
        except (ToolFailure, VaultError) as error:
            outcomes.append(_NoteOutcome(path.text, "failed", _problem_text(error)))
    return outcomes


async def _current_path(text: str, staging: StagingArea, visibility: Visibility) -> NotePath:
    """Return the note that the index found at *text*, which an earlier call of the same answer may have moved."""
    found = await staging.find(NotePath(text))
    if found is None or not visibility.sees(found.text):
        raise note_not_found(text)
    return found


@contextmanager
def _atomic_staging(staging: StagingArea) -> Iterator[None]:
    """Stage the changes of the block completely or not at all; changes staged before are kept."""
    call = staging.call
    try:
        with staging.planning(call):
            yield
    finally:
        staging.call = call


def _problem_text(error: ToolFailure | VaultError) -> str:
    return error.message if isinstance(error, ToolFailure) else str(error)
