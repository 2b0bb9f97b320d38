"""Renames: the tool `rename_note`. What moves and which links follow is rename_plan.py's."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.naming import note_named
from vaultdesk.tools.placing import new_place
from vaultdesk.tools.rename_plan import plan_rename
from vaultdesk.tools.tool import ChangingTool, Effect, Parameters, ToolFailure, View
from vaultdesk.tools.visible import short
from vaultdesk.vault.staging import StagingArea


class RenameNoteParameters(Parameters):
    """Which note, and what it is to be called."""

    path: str = Field(
        min_length=1,
        max_length=1000,
        description="The note's path from the vault's root, or its name where only one has it; .md may be left out.",
    )
    new_path: str = Field(
        min_length=1,
        max_length=1000,
        description=(
            "Its whole new path from the vault's root, folders included; .md may be left out. Folders that are missing "
            "are made. A path that ends in / keeps the note's name."
        ),
    )


class RenameNote(ChangingTool[RenameNoteParameters]):
    """Moves a note and repairs every link to it (CONTRACTS; OBSIDIAN E.1)."""

    name: ClassVar[str] = "rename_note"
    display_name: ClassVar[str] = "Rename a note"
    purpose: ClassVar[str] = "renames or moves a note and repairs the links to it, so that each still leads to it."
    description: ClassVar[str] = (
        "Rename a note or move it to another folder. Links to it are repaired everywhere: in the text and the "
        "properties of other notes, in embeds and on canvases; so never edit them yourself. To move many notes at once "
        "use bulk_update."
    )
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = RenameNoteParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Projects/Boiler.md", "new_path": "Projects/Heating system.md"},
        {"path": "Inbox/Call with Ada", "new_path": "Meetings/"},
    )

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def plan(self, arguments: RenameNoteParameters, draft: StagingArea, view: View) -> JsonValue:
        """Stage the move and the repaired links as one unit."""
        old = await note_named(arguments.path, draft, view, self._searcher)
        wanted = arguments.new_path
        new = await new_place(f"{wanted}{old.file_name}" if wanted.endswith("/") else wanted, draft, view)
        if new == old:
            raise ToolFailure("VALIDATION_FAILED", f"new_path: “{short(new.text, 120)}” is where the note is already.")
        made = await plan_rename(draft, self._searcher, old, new, view)
        data: dict[str, JsonValue] = {
            "path": new.text,
            "old_path": old.text,
            "action": "renamed",
            "links_repaired": made.links,
            "files_with_links": made.files,
        }
        if made.lost or made.unread:
            data["links_left"] = (
                f"{made.lost} links cannot say the new name and stay as they are; "
                f"{made.unread} files that link to it cannot be read."
            )
        return data

    def summary(self, arguments: RenameNoteParameters) -> str:
        """Return the old and the new name."""
        return f"{_name(arguments.path)} → {_name(arguments.new_path)}"

    def action(self, arguments: RenameNoteParameters) -> str:
        """Return the verb; the note follows it."""
        return "Rename"


def _name(path: str) -> str:
    """Return the last name of *path*; of a folder, all of it."""
    return short(path if path.endswith("/") else path.rpartition("/")[2].removesuffix(".md"), 60)
