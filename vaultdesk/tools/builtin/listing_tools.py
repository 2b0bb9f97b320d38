"""Listing tools: `list_notes` and `get_file_tree`."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.name_resolver import folder_not_found, resolve_folder
from vaultdesk.tools.query.time_ranges import iso_time
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolFailure, ToolOutput, Visibility
from vaultdesk.vault.note_path import NotePath, same_name_key
from vaultdesk.vault.vault import Vault

MAX_SHOWN_FOLDER = 80
"""Maximum number of characters of a folder's path in a headline."""

FOLDER_PROBE = "Untitled.md"
"""A possible note in any folder: a folder is visible if this note in it would be."""


class ListNotesParameters(Parameters):
    """Parameters of `list_notes`."""

    folder: str = Field(max_length=1000, description="The folder's path from the vault's root; empty for the root.")
    recursive: bool = Field(default=False, description="Whether notes in folders inside it are listed too.")


class ListNotes(Tool[ListNotesParameters]):
    """Lists the notes of a folder."""

    name: ClassVar[str] = "list_notes"
    path_parameters: ClassVar[tuple[str, ...]] = ("folder",)
    display_name: ClassVar[Phrase] = Phrase("List notes")
    purpose: ClassVar[Phrase] = Phrase("gives names, sizes and dates of the notes in a folder to the model.")
    description: ClassVar[str] = (
        "List the notes in one folder with their size and when they were created and modified. Returns no text. To "
        "find notes by properties, tags or dates use query_notes; for the folders themselves use get_file_tree."
    )
    brief: ClassVar[str] = "List the notes of a folder."
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    result_is_whole: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = ListNotesParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"folder": "Projects"},
        {"folder": "", "recursive": True},
    )

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def run(self, arguments: ListNotesParameters, visibility: Visibility) -> ToolOutput:
        """List the visible notes, by path."""

        def read_table(table: NoteTable) -> tuple[str, list[NoteFacts]]:
            network = Network(table, visibility.sees, with_chats=table.is_chat_folder(arguments.folder))
            folder = resolve_folder(arguments.folder, network)
            prefix = f"{folder}/" if folder else ""
            inside = [
                note
                for path, note in network.listed.items()
                if path.startswith(prefix)
                and (arguments.recursive or "/" not in path[len(prefix) :])
                and not note.excluded
                and network.is_visible(path)
            ]
            return folder, sorted(inside, key=lambda note: note.path_key)

        try:
            folder, notes = await self._searcher.read_note_table(read_table)
        except ToolFailure as failure:
            folder, notes = await self._empty_folder(arguments.folder, visibility, failure), []
        rows: list[JsonValue] = [
            {
                "path": note.path,
                "filename": note.path.rpartition("/")[2],
                "folder": note.folder,
                "created": iso_time(note.created_ns),
                "modified": iso_time(note.modified_ns),
                "size": note.size,
            }
            for note in notes
        ]
        return ToolOutput(
            {"folder": folder, "notes": rows, "count": len(rows)},
            tuple(Source(path=note.path) for note in notes),
            tuple(note.path for note in notes),
        )

    def summary(self, arguments: ListNotesParameters) -> str:
        """Return the folder."""
        return sanitize_line(arguments.folder, MAX_SHOWN_FOLDER) or "the whole vault"

    def action(self, arguments: ListNotesParameters) -> Phrase:
        """Return `List the notes in Projects`."""
        inside = ", with folders in it" if arguments.recursive else ""
        return Phrase(
            "List the notes in {0}{1}", sanitize_line(arguments.folder, MAX_SHOWN_FOLDER) or "the vault’s root", inside
        )

    async def _empty_folder(self, text: str, visibility: Visibility, failure: ToolFailure) -> str:
        """Return the folder for *text* if it exists on disk without notes; else raise *failure*."""
        known = await self._searcher.read_note_table(lambda table: list(table.facts))
        try:
            found = await self._vault.find(NotePath.parse(text.strip("/")))
            if found is None or not visibility.sees(f"{found.text}/{FOLDER_PROBE}"):
                raise failure
            # If there are notes in it, none of them is visible.
            if any(path.startswith(f"{found.text}/") for path in known) or await self._is_file(found):
                raise failure
            # Looking up a path below it fails if it is a link that leads elsewhere.
            await self._vault.find(NotePath.parse(f"{found.text}/{FOLDER_PROBE}"))
        except VaultError:
            raise folder_not_found(text) from None
        return found.text

    async def _is_file(self, path: NotePath) -> bool:
        try:
            await self._vault.state(path)
        except VaultError:
            return False
        return True


class GetFileTreeParameters(Parameters):
    """Parameters of `get_file_tree`."""

    folder: str = Field(default="", max_length=1000, description="Begin at this folder; empty for the whole vault.")
    depth: int | None = Field(
        default=None, ge=1, le=100, description="Levels of folders to show; deeper ones are only counted."
    )


class GetFileTree(Tool[GetFileTreeParameters]):
    """Returns folders and notes as a tree."""

    name: ClassVar[str] = "get_file_tree"
    path_parameters: ClassVar[tuple[str, ...]] = ("folder",)
    display_name: ClassVar[Phrase] = Phrase("Show folders")
    purpose: ClassVar[Phrase] = Phrase("gives the names of your folders and notes to the model.")
    description: ClassVar[str] = (
        "Show the vault's folders and the notes in them as a tree of names, each folder with the number of notes "
        "in it and its subfolders. In a large vault start with depth 1 or 2. Folders without notes are not shown."
    )
    brief: ClassVar[str] = "Show the folders and notes as a tree."
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    result_is_whole: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = GetFileTreeParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"depth": 2}, {"folder": "Projects"})

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def run(self, arguments: GetFileTreeParameters, visibility: Visibility) -> ToolOutput:
        """Build the tree of visible notes."""

        def read_table(table: NoteTable) -> tuple[str, list[str]]:
            network = Network(table, visibility.sees, with_chats=table.is_chat_folder(arguments.folder))
            folder = resolve_folder(arguments.folder, network)
            prefix = f"{folder}/" if folder else ""
            return folder, sorted(
                (note.path for note in network.notes() if note.path.startswith(prefix)), key=same_name_key
            )

        folder, paths = await self._searcher.read_note_table(read_table)
        tree, listed_paths = _tree(folder, paths, arguments.depth)
        return ToolOutput(tree, tuple(Source(path=path) for path in listed_paths), tuple(listed_paths))

    def summary(self, arguments: GetFileTreeParameters) -> str:
        """Return the folder."""
        return sanitize_line(arguments.folder, MAX_SHOWN_FOLDER) or "the whole vault"

    def action(self, arguments: GetFileTreeParameters) -> Phrase:
        """Return `Show the folders of Projects`."""
        return Phrase(
            "Show the folders and names of notes in {0}",
            sanitize_line(arguments.folder, MAX_SHOWN_FOLDER) or "the vault",
        )


def _tree(folder: str, paths: list[str], depth: int | None) -> tuple[JsonValue, list[str]]:
    """Return the tree of *paths* below *folder*, and the notes in it."""
    folders: dict[str, list[JsonValue]] = {folder: []}
    notes: dict[str, list[JsonValue]] = {folder: []}
    counts: dict[str, int] = {}
    listed_paths: list[str] = []
    level = folder.count("/") + 1 if folder else 0
    for path in paths:
        parts = path.split("/")
        for end in range(level, len(parts)):
            current = "/".join(parts[:end])
            counts[current] = counts.get(current, 0) + 1
        shown_to = len(parts) - 1 if depth is None else min(len(parts) - 1, level + depth)
        for end in range(level + 1, shown_to + 1):
            current = "/".join(parts[:end])
            if current not in folders:
                folders[current], notes[current] = [], []
        if depth is None or len(parts) - 1 < level + depth:
            notes["/".join(parts[:-1])].append({"path": path, "name": parts[-1].rpartition(".")[0]})
            listed_paths.append(path)
    # From the deepest up, each folder is added to its parent.
    for current in sorted(folders, key=lambda text: (-text.count("/") if text else 1, same_name_key(text))):
        if current != folder:
            folders[current.rpartition("/")[0]].append(_node(current, folders[current], notes[current], counts))
    return _node(folder, folders[folder], notes[folder], counts), listed_paths


def _node(
    folder: str, folders: list[JsonValue], notes: list[JsonValue], counts: Mapping[str, int]
) -> dict[str, JsonValue]:
    return {
        "folder": folder,
        "name": folder.rpartition("/")[2],
        "count": counts.get(folder, 0),
        "folders": folders,
        "notes": notes,
    }
