"""Bulk: the tool `bulk_update`, one change to many notes, asked about once. It plans; the runner asks and writes."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from pydantic import Field, JsonValue, model_validator

from vaultdesk.core.errors import VaultError
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.bulk_change import BulkChange
from vaultdesk.tools.metadata_arguments import property_types, reworked
from vaultdesk.tools.naming import not_found, note_named, note_path
from vaultdesk.tools.notes import MOST_FILES
from vaultdesk.tools.placing import new_place
from vaultdesk.tools.query import NoteFilter, matching
from vaultdesk.tools.rename_plan import plan_renames
from vaultdesk.tools.tool import LEFT_OUT, UNKNOWN, ChangingTool, Effect, Parameters, ToolFailure, View
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea

BULK_TIMEOUT = 120.0
"""Seconds for planning: three hundred notes are read, and a move looks at every note that links to one of them."""

Result = Literal["updated", "moved", "unchanged", "failed", "left out"]

REALLY: Mapping[str, Result] = {LEFT_OUT: "left out", "conflict": "failed", "failed": "failed", "skipped": "failed"}
"""What a file that was to be changed came to, where it was not."""


class BulkUpdateParameters(Parameters):
    """Which notes, and what is done to them."""

    filter: NoteFilter = Field(
        default_factory=NoteFilter,
        description='Which notes, as for query_notes. Give this or `paths`; {"folder": ""} is every note.',
    )
    paths: tuple[str, ...] = Field(
        default=(), description=f"The notes themselves, by path from the vault's root; at most {MOST_FILES}."
    )
    change: BulkChange = Field(description="The one change that is made to each of them.")

    @model_validator(mode="after")
    def _names_notes(self) -> Self:
        if bool(self.paths) is not self.filter.is_everything:
            raise ValueError("have either a `filter` with at least one condition or `paths`")
        return self


@dataclass(frozen=True, slots=True)
class _Done:
    """What comes of one note."""

    path: str
    result: Result
    problem: str = ""
    new_path: str = ""

    def as_value(self) -> dict[str, JsonValue]:
        told = {"path": self.path, "result": self.result, "problem": self.problem, "new_path": self.new_path}
        return {name: text for name, text in told.items() if text}


class BulkUpdate(ChangingTool[BulkUpdateParameters]):
    """Changes up to 300 notes in one way, with one question that lists them all (CONTRACTS)."""

    name: ClassVar[str] = "bulk_update"
    display_name: ClassVar[str] = "Change many notes"
    purpose: ClassVar[str] = "makes one change to every note below; you can leave some out."
    description: ClassVar[str] = (
        "Make one change to many notes: set or remove a property, add, remove or rename a tag, or move them to a "
        "folder. Name the notes by a filter or by their paths. The user sees every note and may leave some out. Notes "
        "that cannot be changed are listed with the reason and do not keep the others back."
    )
    category: ClassVar[str] = "bulk"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = BulkUpdateParameters
    timeout: ClassVar[float] = BULK_TIMEOUT
    dangerous: ClassVar[bool] = True
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"filter": {"tag": "meeting"}, "change": {"kind": "set_property", "property": "status", "value": "open"}},
        {"paths": ["Inbox/Boiler.md", "Inbox/Roof.md"], "change": {"kind": "move", "folder": "House"}},
        {"filter": {"folder": ""}, "change": {"kind": "rename_tag", "tag": "todo", "new_tag": "task"}},
    )

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def plan(self, arguments: BulkUpdateParameters, draft: StagingArea, view: View) -> JsonValue:
        """Stage the change in every note it can be made to; the answer has each with what came of it.

        Notes a filter found and that need no change are counted, not named: nobody is asked about them.
        """
        paths, done = await self._notes(arguments, draft, view)
        if arguments.change.kind == "move":
            done += await self._moved(arguments.change, paths, draft, view)
        else:
            done += await _rewritten(arguments.change, paths, draft)
        named = [one for one in done if arguments.paths or one.result != "unchanged"]
        return {"files": [one.as_value() for one in named], **_counts([one.result for one in done])}

    def applied(self, data: JsonValue, results: Mapping[str, str]) -> JsonValue:
        """Return each file with what really came of it."""
        assert isinstance(data, dict)
        assert isinstance(data["files"], list)
        files: list[JsonValue] = []
        for row in data["files"]:
            assert isinstance(row, dict)
            result = results.get(str(row["path"]), "done")
            if result == UNKNOWN:
                continue
            kept = row if result == "done" else {"path": row["path"], "result": REALLY.get(result, "failed")}
            files.append(kept)
        told = [str(row["result"]) for row in files if isinstance(row, dict)]
        unchanged = data["unchanged"] if "unchanged" not in told else told.count("unchanged")
        return {"files": files, **_counts(told), "unchanged": unchanged}

    def summary(self, arguments: BulkUpdateParameters) -> str:
        """Return what is done, and to how many where that is known."""
        return f"{arguments.change.in_words()}{f', {len(arguments.paths)} notes' if arguments.paths else ''}"

    def action(self, arguments: BulkUpdateParameters) -> str:
        """Return the beginning of the sentence; the number of notes follows it."""
        return arguments.change.as_question()

    async def _notes(
        self, arguments: BulkUpdateParameters, draft: StagingArea, view: View
    ) -> tuple[list[NotePath], list[_Done]]:
        """Return the notes that are meant, and those that cannot be found with the reason."""
        asked = arguments.paths or await matching(self._searcher, arguments.filter, view)
        asked = tuple(dict.fromkeys(asked))
        if len(asked) > MOST_FILES:
            message = f"That is {len(asked):,} notes; one call changes at most {MOST_FILES}. Narrow it down."
            raise ToolFailure("TOO_LARGE", message, {"notes": len(asked), "most": MOST_FILES})
        found: dict[NotePath, None] = {}
        missing: list[_Done] = []
        for text in asked:
            try:
                if arguments.paths:
                    found[await note_named(text, draft, view, self._searcher)] = None
                else:
                    found[await _still_there(text, draft, view)] = None
            except (ToolFailure, VaultError) as trouble:
                missing.append(_Done(text, "failed", _why(trouble)))
        return list(found), missing

    async def _moved(
        self, change: BulkChange, paths: Sequence[NotePath], draft: StagingArea, view: View
    ) -> list[_Done]:
        """Stage the moves, together where that is possible: then each link is repaired once."""
        folder = (change.folder or "").strip("/")
        note_path(f"{folder}/Note" if folder else "Note")
        done: list[_Done] = []
        moves: dict[NotePath, NotePath] = {}
        taken: set[str] = set()
        for path in paths:
            try:
                new = await new_place(f"{folder}/{path.file_name}" if folder else path.file_name, draft, view)
                there = await draft.find(new)
                if new == path:
                    done.append(_Done(path.text, "unchanged"))
                elif new.key in taken or (there is not None and there != path):
                    done.append(_Done(path.text, "failed", "There is another note of this name in that folder."))
                else:
                    moves[path] = new
                    taken.add(new.key)
            except (ToolFailure, VaultError) as trouble:
                done.append(_Done(path.text, "failed", _why(trouble)))
        return done + await self._move_all(moves, draft, view)

    async def _move_all(self, moves: Mapping[NotePath, NotePath], draft: StagingArea, view: View) -> list[_Done]:
        if not moves:
            return []
        try:
            with _apart(draft):
                await plan_renames(draft, self._searcher, moves, view)
            return [_Done(old.text, "moved", new_path=new.text) for old, new in moves.items()]
        except (ToolFailure, VaultError) as trouble:
            if len(moves) == 1:
                return [_Done(next(iter(moves)).text, "failed", _why(trouble))]
        # One of them cannot be moved; which one shows when each is tried by itself.
        return [one for old, new in moves.items() for one in await self._move_all({old: new}, draft, view)]


def _counts(results: Sequence[str]) -> dict[str, JsonValue]:
    """Return how many files came to each result; how many were left out only where any was."""
    always = ("updated", "moved", "unchanged", "failed")
    counts: dict[str, JsonValue] = {result: results.count(result) for result in always}
    return {**counts, "left_out": results.count(LEFT_OUT)} if LEFT_OUT in results else counts


async def _rewritten(change: BulkChange, paths: Sequence[NotePath], draft: StagingArea) -> list[_Done]:
    made = change.made_to(await property_types(draft))
    done: list[_Done] = []
    for path in paths:
        try:
            text = await draft.read(path)
            new = await reworked(text, made)
            await draft.rewrite(path, new, reason=change.in_words())
            done.append(_Done(path.text, "updated" if new != text else "unchanged"))
        except (ToolFailure, VaultError) as trouble:
            done.append(_Done(path.text, "failed", _why(trouble)))
    return done


async def _still_there(text: str, draft: StagingArea, view: View) -> NotePath:
    """Return the note the index found at *text*: an earlier call of the same answer may have moved it."""
    found = await draft.find(NotePath(text))
    if found is None or not view.sees(found.text):
        raise not_found(text)
    return found


@contextmanager
def _apart(draft: StagingArea) -> Iterator[None]:
    """Stage what follows whole or not at all; what was staged before stays."""
    call = draft.call
    try:
        with draft.planning(call):
            yield
    finally:
        draft.call = call


def _why(trouble: ToolFailure | VaultError) -> str:
    return trouble.message if isinstance(trouble, ToolFailure) else str(trouble)
