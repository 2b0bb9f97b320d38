"""Changes of files for the user: open notes are saved before, the result is shown, and undo is offered."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import shiboken6
from msgspec import Struct, field
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

PROGRESS_DELAY = 1_000
"""Milliseconds after which a running operation is reported."""

ResultText = Callable[[FileChangeResult], str]
"""Returns the message for the result of an operation."""

Undo = Callable[[FileChangeResult], object]
"""Starts to revert those changes of an operation that are not in the journal."""


class FileManager(QObject):
    """Changes files of the vault. An operation that fails is reported in the window; none raises a `VaultDeskError`."""

    done = Signal(object)
    """Emitted with the `FileChangeResult` when the files are changed."""
    moved = Signal(object)
    """Emitted with the moved files and folders: new path by old path."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, undo_action: UndoAction, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._notes = notes
        self._undo_action = undo_action
        self._changes = FileChanges(workspace.vault, workspace.searcher)
        self._reopened: set[str] = set()
        """Notes to be shown again as soon as an undo has restored them."""

    async def move(self, moves: Mapping[str, str], title: str, result_text: ResultText, count: int = 1) -> bool:
        """Move *count* files and their folders, by *moves* from old to new path; return whether it succeeded.

        Notes private by their folder stay private. *title* describes the change in the history.
        """
        rules = self._rules
        new_rules = rules_after_folder_move(rules, moves)
        if new_rules != rules and not self._set_rules(new_rules):
            return False
        reverse_moves = {new: old for old, new in moves.items()}

        def undo(result: FileChangeResult) -> None:
            if result.group:
                start(self._set_folders(list(result.folders), list(result.folders.values())), self)
            else:
                start(self.move(reverse_moves, title, result_text, count), self)

        result = await self._run(lambda: self._changes.move(moves, title), result_text, count=count, undo=undo)
        if result is not None:
            self.moved.emit(dict(moves))
        elif new_rules != rules:
            self._set_rules(rules)
        return result is not None

    async def move_into(self, paths: Sequence[str], folder: str, count: int) -> None:
        """Move *count* files, at or below *paths*, into *folder*, empty for the root; those in it already stay."""
        moves = {path: path_in(folder, path.rpartition("/")[2]) for path in paths}
        moves = {old: new for old, new in moves.items() if old != new}
        if not moves:
            return
        title = _title(self.tr("Moved “{name}”"), self.tr("Moved {count} files"), list(moves))
        unprotected = self._count_unprotected(moves)

        def result_text(result: FileChangeResult) -> str:
            message = moved_text(list(moves), folder, result)
            return f"{message} {_unprotected_text(unprotected)}" if unprotected else message

        await self.move(moves, title, result_text, count)

    async def delete(self, paths: Sequence[str], count: int) -> None:
        """Delete *count* files, at or below *paths*, as set in Obsidian; close the tabs that show them."""
        title = _title(self.tr("Deleted “{name}”"), self.tr("Deleted {count} files"), paths)
        vault = self._workspace.vault
        removal = translate(await vault.deletion_text()) if await vault.trash_option() == "none" else ""
        result = await self._run(
            lambda: self._changes.delete(paths, title),
            lambda result: deleted_text(paths, result, removal),
            count=count,
            undo=lambda result: start(self._set_folders(list(result.folders), ()), self),
        )
        if result is None:
            return
        for page in self._notes.pages:
            if page.path in result.moved:
                self._reopened.add(page.path)
                self._notes.remove_page(page)

    async def make_folder(self, path: str) -> bool:
        """Create an empty folder; return whether it exists."""

        async def make() -> FileChangeResult:
            await self._changes.make_folder(path)
            return FileChangeResult("", {})

        text = self.tr("Created the folder “{name}”.").format(name=file_title(path))
        made = await self._run(
            make, lambda _result: text, undo=lambda _result: start(self._set_folders((), [path]), self)
        )
        return made is not None

    async def duplicate(self, path: str, copy: str) -> bool:
        """Copy the file at *path* to the path *copy*; return whether the copy exists."""
        title = self.tr("Copied “{name}”").format(name=file_title(path))

        async def make() -> FileChangeResult:
            return await self._changes.add({copy: await self._changes.read(path)}, title)

        text = self.tr("Created the copy “{name}”.").format(name=file_title(copy))
        return await self._run(make, lambda _result: text) is not None

    async def import_files(self, files: Sequence[Path], folder: str, taken: Collection[str]) -> None:
        """Copy *files* into *folder* of the vault; *taken* are the keys of the names there."""
        found = await asyncio.to_thread(gather_files, files, folder, taken)
        title = self.tr("Copied {count} files into the vault").format(count=format_number(found.count))

        async def add() -> FileChangeResult:
            result = await self._changes.add(found.small, title) if found.small else FileChangeResult("", {})
            for path, source in found.large.items():
                await self._changes.add_large(path, source)
            return FileChangeResult(result.group, {**result.moved, **{path: path for path in found.large}})

        await self._run(add, lambda result: _imported_text(result, folder, found), count=found.count)

    def reopen_restored(self, changes: VaultChanged) -> None:
        """Open tabs of deleted notes again once an undo has restored the notes."""
        for path in [change.path.text for change in changes.changes if change.kind == "created"]:
            if path in self._reopened:
                self._reopened.discard(path)
                self._notes.open(path, new_tab=True)

    async def _run(
        self,
        operation: Callable[[], Awaitable[FileChangeResult]],
        result_text: ResultText,
        *,
        count: int = 1,
        undo: Undo | None = None,
    ) -> FileChangeResult | None:
        """Run *operation* on *count* files and report its result; if it fails, report why and return None."""
        if not await self._notes.save_now():
            self._window.notify(self.tr("Nothing was changed: an open note has text that could not be saved."))
            return None
        try:
            with self._progress_reported(count):
                result = await operation()
        except (VaultDeskError, OSError) as problem:
            self._window.notify(translate_error(problem))
            return None
        self.done.emit(result)
        revert = partial(self._revert, result, undo)
        self._window.notify(result_text(result), self.tr("Undo") if result.group or undo else "", revert)
        return result

    @contextmanager
    def _progress_reported(self, count: int) -> Iterator[None]:
        """Report that work on *count* files is in progress if it takes longer than `PROGRESS_DELAY`."""
        text = self.tr("Working on {count} files…").format(count=format_number(count))
        timer = QTimer(self, singleShot=True, interval=PROGRESS_DELAY)
        timer.timeout.connect(lambda: self._window.notify(text))
        timer.start()
        try:
            yield
        finally:
            if shiboken6.isValid(timer):  # The vault may have been closed in the meantime.
                timer.stop()
                timer.deleteLater()

    def _revert(self, result: FileChangeResult, undo: Undo | None) -> None:
        if undo is not None:
            undo(result)
        if result.group:
            self._undo_action.run(result.group)

    def _count_unprotected(self, moves: Mapping[str, str]) -> int:
        """Return how many notes are private only because of the folder from which *moves* removes them."""
        strictest_rule = self._workspace.privacy.strictest_rule
        rules = [(strictest_rule(old), new) for old, new in moves.items()]
        return sum(rule is not None and rule.kind == "folder" and strictest_rule(new) is None for rule, new in rules)

    async def _set_folders(self, created: Sequence[str], removed: Sequence[str]) -> None:
        try:
            await self._changes.set_folders(created, removed)
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


class GatheredFiles(Struct):
    """Files to be imported by their future path in the vault."""

    small: dict[str, bytes] = field(default_factory=dict)
    """Contents of the files that the journal records."""
    large: dict[str, Path] = field(default_factory=dict)
    """Files over `MAX_NOTE_BYTES`, which are copied from their place on the disk."""
    left_out: int = 0
    """Number of hidden and unreadable files, links, and names that some system does not allow."""

    @property
    def count(self) -> int:
        return len(self.small) + len(self.large)

    def add(self, file: Path, path: str) -> None:
        """Add *file*, a folder with its contents, for *path* in the vault. Waits for the disk."""
        try:
            if file.is_symlink() or file.name.startswith(".") or unportable_reason(path.rpartition("/")[2]):
                self.left_out += 1
            elif file.is_dir():
                for entry in sorted(file.iterdir()):
                    self.add(entry, f"{path}/{entry.name}")
            elif self.count >= MAX_IMPORTED_FILES or not file.is_file():
                self.left_out += 1
            else:
                NotePath(path)  # Raises `OutsideVault` for a path that a vault cannot have.
                if file.stat().st_size > MAX_NOTE_BYTES:
                    self.large[path] = file
                else:
                    self.small[path] = file.read_bytes()
        except (OSError, OutsideVault):
            self.left_out += 1


def gather_files(files: Sequence[Path], folder: str, taken: Collection[str]) -> GatheredFiles:
    """Read *files*, and folders with their contents, for *folder* under free names. Waits for disks."""
    found = GatheredFiles()
    names = set(taken)
    for file in files:
        name = free_name(file.name, names)
        names.add(same_name_key(name))
        found.add(file, path_in(folder, name))
    return found


def renamed_text(old: str, new: str, result: FileChangeResult) -> str:
    """Return the message after a rename from the path *old* to *new*."""
    text = _tr("Renamed “{old}” to “{new}”.").format(old=file_title(old), new=file_title(new))
    return _with_links(text, result)


def moved_text(paths: Sequence[str], folder: str, result: FileChangeResult) -> str:
    """Return the message after *paths* were moved to *folder*."""
    text = _tr("Moved {what} to {where}.").format(what=_files_text(paths, result), where=_folder_text(folder))
    return _with_links(text, result)


def deleted_text(paths: Sequence[str], result: FileChangeResult, removal: str = "") -> str:
    """Return the message after *paths* were deleted: to the trash, or without one as *removal* describes."""
    template = _tr("Deleted {what}: {removal}.") if removal else _tr("Moved {what} to the trash.")
    message = template.format(what=_files_text(paths, result), removal=removal)
    if result.kept_folders:
        message += " " + _tr("The folder was not deleted because it contains hidden files.")
    return message


def _imported_text(result: FileChangeResult, folder: str, found: GatheredFiles) -> str:
    """Return the message after the files *found* were copied into *folder*."""
    if not result.moved:
        return _tr("Nothing was copied: hidden files, links and unusual names are skipped.")
    what = _files_text(list(result.moved), result)
    message = _tr("Copied {what} to {where}.").format(what=what, where=_folder_text(folder))
    if found.large and found.small:
        message += " " + _tr("Undo does not remove files over 10 MB.")
    if found.left_out:
        message += " " + _tr("{count} were skipped.").format(count=format_number(found.left_out))
    return message


def _unprotected_text(count: int) -> str:
    """Return the sentence about *count* notes that were moved out of a private folder."""
    return _counted(count, _tr("It is not private there."), _tr("{count} of them are not private there."))


def _title(singular: str, plural: str, paths: Sequence[str]) -> str:
    """Return the title of a change of *paths*: *singular* with the name of the only one, or *plural*."""
    return _counted(len(paths), singular.format(name=file_title(paths[0])), plural)


def _files_text(paths: Sequence[str], result: FileChangeResult) -> str:
    inside = len(result.moved)
    if len(paths) > 1:
        return _tr("{count} files").format(count=format_number(max(inside, len(paths))))
    name = safe_label_text(file_title(paths[0]) if paths else "", 80)
    template = _tr("“{name}” with {count} files") if inside > 1 else _tr("“{name}”")
    return template.format(name=name, count=format_number(inside))


def _folder_text(folder: str) -> str:
    return _tr("“{folder}”").format(folder=file_title(folder)) if folder else _tr("the vault root")


def _with_links(text: str, result: FileChangeResult) -> str:
    """Return *text* with sentences about the links to the moved files."""
    sentences = [text]
    if updated := result.repaired_links:
        sentences.append(_counted(updated, _tr("1 link was updated."), _tr("{count} links were updated.")))
    if failed := result.unrepairable_links:
        sentences.append(
            _counted(failed, _tr("1 link could not be updated."), _tr("{count} links could not be updated."))
        )
    return " ".join(sentences)


def _counted(count: int, singular: str, plural: str) -> str:
    """Return *singular* for 1, else *plural* with the number in place of `{count}`."""
    return singular if count == 1 else plural.format(count=format_number(count))


MAX_NUMBERED_NAMES = 10_000
"""Maximum number appended to a name that is taken."""


def file_title(path: str) -> str:
    """Return the displayed name of the file or folder at *path*: its name, a note's without the suffix."""
    name = path.rpartition("/")[2]
    return printable(name[:-3] if name.lower().endswith(".md") else name)


def path_in(folder: str, name: str) -> str:
    """Return the path of *name* in *folder*, which is empty for the root."""
    return f"{folder}/{name}" if folder else name


def new_path(path: str, name: str) -> str:
    """Return the path of *path* renamed to *name*; a note's suffix may be left out."""
    if path[-3:].lower() == ".md" and name[-3:].lower() != ".md":
        name = f"{name}.md"
    return path_in(path.rpartition("/")[0], name)


def free_name(name: str, taken: Collection[str]) -> str:
    """Return *name*, with a number before its suffix if it is among *taken*, keys of names."""
    stem, dot, suffix = name.rpartition(".")
    if not stem:
        stem, dot, suffix = name, "", ""
    numbered = (f"{stem} {count}{dot}{suffix}" for count in range(1, MAX_NUMBERED_NAMES))
    return next(candidate for candidate in (name, *numbered) if same_name_key(candidate) not in taken)


def name_problem(path: str, name: str, taken: Collection[str]) -> str:
    """Return why *path* cannot be renamed to *name* among names with the keys *taken*; empty if it can."""
    if not name.strip():
        return _tr("Enter a name.")
    if "/" in name or "\\" in name:
        return _tr("A name cannot contain a slash. To put the file into a folder, move it.")
    new = new_path(path, name)
    try:
        NotePath(new)
    except OutsideVault as problem:
        return translate(problem.title)
    reason = unportable_reason(new.rpartition("/")[2])
    if reason:
        return _tr("“{name}” is not a valid name: {why}.").format(name=printable(name), why=translate(reason))
    key = same_name_key(new)
    if key != same_name_key(path) and key.rpartition("/")[2] in taken:
        return _tr("“{name}” already exists here.").format(name=printable(name))
    return ""
