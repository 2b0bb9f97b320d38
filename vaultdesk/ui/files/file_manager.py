"""File operations of the window: notes are saved before, results shown, undo offered; names and import of files."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

from vaultdesk.core.errors import OutsideVault, SettingsError, VaultDeskError
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.activity.change_history import UndoAction
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.note_path import NotePath, printable, same_name_key, unportable_reason
from vaultdesk.vault.note_text import MAX_NOTE_BYTES
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.file_changes import FileChangeResult, FileChanges, rules_after_folder_move

_tr = translator("FileManager")

MAX_NUMBERED_NAMES = 10_000
"""Maximum number appended to a name that is taken."""


def file_title(path: str) -> str:
    """Return the displayed name of the file or folder at *path*: its name, a note's without the suffix."""
    name = path.rpartition("/")[2]
    return printable(name[:-3] if name.lower().endswith(".md") else name)


def new_path(path: str, name: str) -> str:
    """Return the path of *path* renamed to *name*; a note's suffix may be left out."""
    folder = path.rpartition("/")[0]
    note = path[-3:].lower() == ".md"
    if note and name[-3:].lower() != ".md":
        name = f"{name}.md"
    return f"{folder}/{name}" if folder else name


def free_name(name: str, taken: Collection[str]) -> str:
    """Return *name*, with a number before its suffix if it is among *taken*, keys of names."""
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    numbered = (f"{stem} {count}{dot}{ending}" for count in range(1, MAX_NUMBERED_NAMES))
    return next(one for one in (name, *numbered) if same_name_key(one) not in taken)


def name_problem(path: str, name: str, taken: Collection[str]) -> str:
    """Return why *path* cannot be renamed to *name* among names with the keys *taken*; empty if it can."""
    if not name.strip():
        return _tr("A name is needed.")
    if "/" in name or "\\" in name:
        return _tr("A name cannot have a slash in it. Move it to put it into a folder.")
    new = new_path(path, name)
    try:
        NotePath(new)
    except OutsideVault as problem:
        return translate(problem.title)
    why = unportable_reason(new.rpartition("/")[2])
    if why:
        return _tr("“{name}” cannot be a name: {why}.").format(name=printable(name), why=translate(why))
    key = same_name_key(new)
    if key != same_name_key(path) and key.rpartition("/")[2] in taken:
        return _tr("There is already something called “{name}” here.").format(name=printable(name))
    return ""


def renamed_text(old: str, new: str, result: FileChangeResult) -> str:
    """Return the message after a rename."""
    text = _tr("Renamed “{old}” to “{new}”.").format(old=file_title(old), new=file_title(new))
    return _with_links(text, result)


def moved_text(paths: Sequence[str], folder: str, result: FileChangeResult) -> str:
    """Return the message after *paths* were moved to *folder*."""
    where = _tr("“{folder}”").format(folder=file_title(folder)) if folder else _tr("the top of the vault")
    text = _tr("Moved {what} to {where}.").format(what=_what(paths, result), where=where)
    return _with_links(text, result)


def unprotected_text(count: int) -> str:
    """Return the message if *count* notes were moved out of a private folder."""
    if count == 1:
        return _tr("It is not private there.")
    return _tr("{count} of them are not private there.").format(count=format_number(count))


def deleted_text(paths: Sequence[str], result: FileChangeResult, *, trash: bool) -> str:
    """Return the message after *paths* were deleted; without a *trash* they are gone from the disk."""
    text = _tr("Moved {what} to the trash.") if trash else _tr("Deleted {what}.")
    told = text.format(what=_what(paths, result))
    if result.kept_folders:
        told += " " + _tr("The folder stays: there are hidden files in it.")
    return told


def added_text(result: FileChangeResult, folder: str) -> str:
    """Return the message after files were imported."""
    where = _tr("“{folder}”").format(folder=file_title(folder)) if folder else _tr("the top of the vault")
    return _tr("Copied {what} to {where}.").format(what=_what(list(result.moved), result), where=where)


def working_text(count: int) -> str:
    """Return the message while many files are processed."""
    return _tr("Working on {count} files…").format(count=format_number(count))


def _what(paths: Sequence[str], result: FileChangeResult) -> str:
    if len(paths) > 1:
        return _tr("{count} files").format(count=format_number(max(len(result.moved), len(paths))))
    name = safe_label_text(file_title(paths[0]) if paths else "", 80)
    inside = len(result.moved)
    if inside == 1 or not inside:
        return _tr("“{name}”").format(name=name)
    return _tr("“{name}” with {count} files").format(name=name, count=format_number(inside))


def _with_links(text: str, result: FileChangeResult) -> str:
    if result.repaired_links:
        follow = _tr("1 link follows.") if result.repaired_links == 1 else _tr("{count} links follow.")
        text += " " + follow.format(count=format_number(result.repaired_links))
    if result.unrepairable_links:
        lost = (
            _tr("1 link cannot say the new name.")
            if result.unrepairable_links == 1
            else _tr("{count} links cannot say the new name.")
        )
        text += " " + lost.format(count=format_number(result.unrepairable_links))
    return text


PROGRESS_DELAY = 1_000
"""Milliseconds after which a running operation is reported."""

ResultText = Callable[[FileChangeResult], str]
"""Returns the message for the result of an operation."""


class FileManager(QObject):
    """Changes files of the vault, shows the result in the window and offers undo."""

    done = Signal(object)
    """Emitted with the `FileChangeResult` when the files are changed."""
    moved = Signal(object)
    """Emitted with the moved files and folders: new path by old path."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, back: UndoAction, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._notes = notes
        self._back = back
        self.changes = FileChanges(workspace.vault, workspace.searcher)
        self._reopened: set[str] = set()
        """Notes to be shown again as soon as an undo has restored them."""

    async def run(
        self,
        doing: Callable[[], Awaitable[FileChangeResult]],
        words: ResultText,
        *,
        count: int = 1,
        undo: Callable[[FileChangeResult], object] | None = None,
    ) -> FileChangeResult | None:
        """Run the operation; return None, and show why, if it failed. *undo* reverts what is not in the journal."""
        if not await self._notes.save_now():
            self._window.notify(self.tr("Nothing was changed: an open note has text that could not be saved."))
            return None
        slow = QTimer(self, singleShot=True, interval=PROGRESS_DELAY)
        slow.timeout.connect(lambda: self._window.notify(working_text(count)))
        slow.start()
        try:
            result = await doing()
        except (VaultDeskError, OSError) as problem:
            self._window.notify(translate_error(problem))
            return None
        finally:
            if shiboken6.isValid(slow):  # The vault may have been closed in the meantime.
                slow.stop()
                slow.deleteLater()
        self.done.emit(result)
        take_back = partial(self._take_back, result, undo)
        self._window.notify(words(result), self.tr("Undo") if result.group or undo else "", take_back)
        return result

    def _take_back(self, result: FileChangeResult, undo: Callable[[FileChangeResult], object] | None) -> None:
        if undo is not None:
            undo(result)
        if result.group:
            self._back.take(result.group)

    async def move(self, moves: Mapping[str, str], title: str, words: ResultText, count: int = 1) -> bool:
        """Move files and folders; notes private by their folder stay private. Return whether it succeeded."""
        rules = self._rules
        after = rules_after_folder_move(rules, moves)
        if after != rules and not self._set_rules(after):
            return False
        back = {new: old for old, new in moves.items()}

        def undo(result: FileChangeResult) -> None:
            if result.group:
                start(self._set_folders(list(result.folders), list(result.folders.values())), self)
            else:
                start(self.move(back, title, words, count), self)

        result = await self.run(lambda: self.changes.move(moves, title), words, count=count, undo=undo)
        if result is not None:
            self.moved.emit(dict(moves))
        elif after != rules:
            self._set_rules(rules)
        return result is not None

    async def move_into(self, paths: Sequence[str], folder: str, count: int) -> None:
        """Move files and folders into *folder*; those in it already stay."""
        start_of = f"{folder}/" if folder else ""
        moves = {path: f"{start_of}{path.rpartition('/')[2]}" for path in paths}
        moves = {old: new for old, new in moves.items() if old != new}
        if not moves:
            return
        name = file_title(next(iter(moves)))
        one, many = self.tr("Moved “{name}”").format(name=name), self.tr("Moved {count} files")
        title = one if len(moves) == 1 else many.format(count=format_number(len(moves)))
        open_now = self._count_unprotected(moves)

        def words(result: FileChangeResult) -> str:
            told = moved_text(list(moves), folder, result)
            return f"{told} {unprotected_text(open_now)}" if open_now else told

        await self.move(moves, title, words, count)

    async def delete(self, paths: Sequence[str], count: int) -> None:
        """Move files and folders to the trash; close the tabs that show them."""
        name = file_title(paths[0])
        one, many = self.tr("Deleted “{name}”").format(name=name), self.tr("Deleted {count} files")
        title = one if len(paths) == 1 else many.format(count=format_number(len(paths)))
        trash = self._workspace.vault.settings.trash != "none"
        result = await self.run(
            lambda: self.changes.delete(paths, title),
            lambda result: deleted_text(paths, result, trash=trash),
            count=count,
            undo=lambda result: start(self._set_folders(list(result.folders), ()), self),
        )
        for page in self._notes.pages if result is not None else ():
            if result is not None and page.path in result.moved:
                self._reopened.add(page.path)
                self._notes.remove_page(page)

    async def make_folder(self, path: str) -> bool:
        """Create an empty folder; return whether it exists."""

        async def make() -> FileChangeResult:
            await self.changes.make_folder(path)
            return FileChangeResult("", {})

        text = self.tr("Made the folder “{name}”.").format(name=file_title(path))
        return (
            await self.run(make, lambda _acted: text, undo=lambda _acted: start(self._set_folders((), [path]), self))
            is not None
        )

    async def duplicate(self, path: str, copy: str) -> bool:
        """Copy the file at *path*; return whether the copy exists."""
        title = self.tr("Copied “{name}”").format(name=file_title(path))

        async def make() -> FileChangeResult:
            return await self.changes.add({copy: await self.changes.read(path)}, title)

        text = self.tr("Made the copy “{name}”.").format(name=file_title(copy))
        return await self.run(make, lambda _acted: text) is not None

    def reopen_restored(self, told: VaultChanged) -> None:
        """Open tabs of deleted notes again once an undo has restored the notes."""
        for path in [change.path.text for change in told.changes if change.kind == "created"]:
            if path in self._reopened:
                self._reopened.discard(path)
                self._notes.open(path, new_tab=True)

    def _count_unprotected(self, moves: Mapping[str, str]) -> int:
        """Return how many notes are private only because of the folder from which *moves* removes them."""
        why = self._workspace.privacy.strictest_rule
        rules = [(why(old), new) for old, new in moves.items()]
        return sum(rule is not None and rule.kind == "folder" and why(new) is None for rule, new in rules)

    async def _set_folders(self, made: Sequence[str], removed: Sequence[str]) -> None:
        try:
            await self.changes.set_folders(made, removed)
        except VaultDeskError as problem:
            self._window.notify(translate_error(problem))
        self.done.emit(FileChangeResult("", {}))

    @property
    def _rules(self) -> tuple[PrivacyRule, ...]:
        return self._workspace.store.settings.vault_settings(self._workspace.vault.root).privacy

    def _set_rules(self, rules: tuple[PrivacyRule, ...]) -> bool:
        root = self._workspace.vault.root
        try:
            self._workspace.store.change(lambda settings: settings.with_vault(root, privacy=rules))
        except SettingsError as problem:
            self._window.notify(translate_error(problem))
            return False
        return True


MAX_IMPORTED_FILES = 2_000
"""Maximum number of files of one drop; more are left out, because that is rarely intended."""


@dataclass
class GatheredFiles:
    """Dropped files by their future path in the vault."""

    small: dict[str, bytes] = field(default_factory=dict)
    large: dict[str, Path] = field(default_factory=dict)
    left_out: int = 0
    """Number of hidden files, links, and names that some system does not allow."""


def gather_files(files: Sequence[Path], folder: str, taken: Collection[str]) -> GatheredFiles:
    """Read *files*, and folders with their contents, for *folder* under free names. Waits for disks."""
    found = GatheredFiles()
    names = set(taken)
    for file in files:
        name = free_name(file.name, names)
        names.add(same_name_key(name))
        _gather(file, f"{folder}/{name}" if folder else name, found)
    return found


async def import_files(manager: FileManager, files: Sequence[Path], folder: str, taken: Collection[str]) -> None:
    """Copy *files* into *folder* of the vault; *taken* are the keys of the names there."""
    found = await asyncio.to_thread(gather_files, files, folder, taken)
    title = _tr("Copied {count} files into the vault").format(count=format_number(len(found.small) + len(found.large)))

    async def add() -> FileChangeResult:
        result = await manager.changes.add(found.small, title) if found.small else FileChangeResult("", {})
        for path, source in found.large.items():
            await manager.changes.add_large(path, source)
        return FileChangeResult(result.group, {**result.moved, **{path: path for path in found.large}})

    def words(result: FileChangeResult) -> str:
        if not result.moved:
            return _tr("Nothing was copied: hidden files, links and unusual names are left out.")
        told = added_text(result, folder)
        if found.large and found.small:
            told += " " + _tr("Undo leaves the ones over 10 MB.")
        if found.left_out:
            told += " " + _tr("{count} were left out.").format(count=format_number(found.left_out))
        return told

    await manager.run(add, words, count=len(found.small) + len(found.large))


def _gather(file: Path, path: str, found: GatheredFiles) -> None:
    try:
        if file.is_symlink() or file.name.startswith(".") or unportable_reason(path.rpartition("/")[2]):
            found.left_out += 1
        elif file.is_dir():
            for entry in sorted(file.iterdir()):
                _gather(entry, f"{path}/{entry.name}", found)
        elif len(found.small) + len(found.large) >= MAX_IMPORTED_FILES or not file.is_file():
            found.left_out += 1
        elif file.stat().st_size > MAX_NOTE_BYTES:
            NotePath(path)
            found.large[path] = file
        else:
            NotePath(path)
            found.small[path] = file.read_bytes()
    except (OSError, OutsideVault):
        found.left_out += 1
