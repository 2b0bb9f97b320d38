"""Actions on files for the user: create, rename, move, delete, import, open in other programs; notes are saved
before, results shown, undo offered."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import shiboken6
from PySide6.QtCore import QObject, QPersistentModelIndex, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from vaultdesk.core.errors import OutsideVault, SettingsError, VaultDeskError
from vaultdesk.core.platform.deep_link import note_link
from vaultdesk.core.settings.settings_schema import PrivacyRule, opened_vaults
from vaultdesk.ui.activity.change_history import UndoAction
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.external_programs import open_default, open_obsidian, reveal
from vaultdesk.ui.files.early_file_list import TreeLookup
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.privacy.private_note_action import PrivateNoteAction
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.form_dialog import folder_entries
from vaultdesk.ui.widgets.frames import PopupFrame
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.ui.window.actions import Actions
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable, same_name_key, unportable_reason
from vaultdesk.vault.note_text import MAX_NOTE_BYTES
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.file_changes import FileChangeResult, FileChanges, rules_after_folder_move

_tr_file_manager = translator("FileManager")

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
    stem, dot, suffix = name.rpartition(".")
    if not stem:
        stem, dot, suffix = name, "", ""
    numbered = (f"{stem} {count}{dot}{suffix}" for count in range(1, MAX_NUMBERED_NAMES))
    return next(candidate for candidate in (name, *numbered) if same_name_key(candidate) not in taken)


def name_problem(path: str, name: str, taken: Collection[str]) -> str:
    """Return why *path* cannot be renamed to *name* among names with the keys *taken*; empty if it can."""
    if not name.strip():
        return _tr_file_manager("Enter a name.")
    if "/" in name or "\\" in name:
        return _tr_file_manager("A name cannot contain a slash. To put the file into a folder, move it.")
    new = new_path(path, name)
    try:
        NotePath(new)
    except OutsideVault as problem:
        return translate(problem.title)
    reason = unportable_reason(new.rpartition("/")[2])
    if reason:
        return _tr_file_manager("“{name}” is not a valid name: {why}.").format(
            name=printable(name), why=translate(reason)
        )
    key = same_name_key(new)
    if key != same_name_key(path) and key.rpartition("/")[2] in taken:
        return _tr_file_manager("“{name}” already exists here.").format(name=printable(name))
    return ""


def renamed_text(old: str, new: str, result: FileChangeResult) -> str:
    """Return the message after a rename."""
    text = _tr_file_manager("Renamed “{old}” to “{new}”.").format(old=file_title(old), new=file_title(new))
    return _with_links(text, result)


def moved_text(paths: Sequence[str], folder: str, result: FileChangeResult) -> str:
    """Return the message after *paths* were moved to *folder*."""
    target = (
        _tr_file_manager("“{folder}”").format(folder=file_title(folder))
        if folder
        else _tr_file_manager("the vault root")
    )
    text = _tr_file_manager("Moved {what} to {where}.").format(what=_files_text(paths, result), where=target)
    return _with_links(text, result)


def unprotected_text(count: int) -> str:
    """Return the message if *count* notes were moved out of a private folder."""
    if count == 1:
        return _tr_file_manager("It is not private there.")
    return _tr_file_manager("{count} of them are not private there.").format(count=format_number(count))


def deleted_text(paths: Sequence[str], result: FileChangeResult, *, trash: bool) -> str:
    """Return the message after *paths* were deleted; without a *trash* they are gone from the disk."""
    template = _tr_file_manager("Moved {what} to the trash.") if trash else _tr_file_manager("Deleted {what}.")
    message = template.format(what=_files_text(paths, result))
    if result.kept_folders:
        message += " " + _tr_file_manager("The folder was not deleted because it contains hidden files.")
    return message


def added_text(result: FileChangeResult, folder: str) -> str:
    """Return the message after files were imported."""
    target = (
        _tr_file_manager("“{folder}”").format(folder=file_title(folder))
        if folder
        else _tr_file_manager("the vault root")
    )
    return _tr_file_manager("Copied {what} to {where}.").format(
        what=_files_text(list(result.moved), result), where=target
    )


def working_text(count: int) -> str:
    """Return the message while many files are processed."""
    return _tr_file_manager("Working on {count} files…").format(count=format_number(count))


def _files_text(paths: Sequence[str], result: FileChangeResult) -> str:
    if len(paths) > 1:
        return _tr_file_manager("{count} files").format(count=format_number(max(len(result.moved), len(paths))))
    name = safe_label_text(file_title(paths[0]) if paths else "", 80)
    inside = len(result.moved)
    if inside == 1 or not inside:
        return _tr_file_manager("“{name}”").format(name=name)
    return _tr_file_manager("“{name}” with {count} files").format(name=name, count=format_number(inside))


def _with_links(text: str, result: FileChangeResult) -> str:
    if result.repaired_links:
        updated = (
            _tr_file_manager("1 link was updated.")
            if result.repaired_links == 1
            else _tr_file_manager("{count} links were updated.")
        )
        text += " " + updated.format(count=format_number(result.repaired_links))
    if result.unrepairable_links:
        not_updated = (
            _tr_file_manager("1 link could not be updated.")
            if result.unrepairable_links == 1
            else _tr_file_manager("{count} links could not be updated.")
        )
        text += " " + not_updated.format(count=format_number(result.unrepairable_links))
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
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, undo_action: UndoAction, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._notes = notes
        self._undo_action = undo_action
        self.changes = FileChanges(workspace.vault, workspace.searcher)
        self._reopened: set[str] = set()
        """Notes to be shown again as soon as an undo has restored them."""

    async def run(
        self,
        operation: Callable[[], Awaitable[FileChangeResult]],
        result_text: ResultText,
        *,
        count: int = 1,
        undo: Callable[[FileChangeResult], object] | None = None,
    ) -> FileChangeResult | None:
        """Run the operation; if it fails, show why and return None. *undo* reverts what is not in the journal."""
        if not await self._notes.save_now():
            self._window.notify(self.tr("Nothing was changed: an open note has text that could not be saved."))
            return None
        progress_timer = QTimer(self, singleShot=True, interval=PROGRESS_DELAY)
        progress_timer.timeout.connect(lambda: self._window.notify(working_text(count)))
        progress_timer.start()
        try:
            result = await operation()
        except (VaultDeskError, OSError) as problem:
            self._window.notify(translate_error(problem))
            return None
        finally:
            if shiboken6.isValid(progress_timer):  # The vault may have been closed in the meantime.
                progress_timer.stop()
                progress_timer.deleteLater()
        self.done.emit(result)
        revert = partial(self._revert, result, undo)
        self._window.notify(result_text(result), self.tr("Undo") if result.group or undo else "", revert)
        return result

    def _revert(self, result: FileChangeResult, undo: Callable[[FileChangeResult], object] | None) -> None:
        if undo is not None:
            undo(result)
        if result.group:
            self._undo_action.run(result.group)

    async def move(self, moves: Mapping[str, str], title: str, result_text: ResultText, count: int = 1) -> bool:
        """Move files and folders; notes private by their folder stay private. Return whether it succeeded."""
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

        result = await self.run(lambda: self.changes.move(moves, title), result_text, count=count, undo=undo)
        if result is not None:
            self.moved.emit(dict(moves))
        elif new_rules != rules:
            self._set_rules(rules)
        return result is not None

    async def move_into(self, paths: Sequence[str], folder: str, count: int) -> None:
        """Move files and folders into *folder*; those in it already stay."""
        prefix = f"{folder}/" if folder else ""
        moves = {path: f"{prefix}{path.rpartition('/')[2]}" for path in paths}
        moves = {old: new for old, new in moves.items() if old != new}
        if not moves:
            return
        name = file_title(next(iter(moves)))
        singular, plural = self.tr("Moved “{name}”").format(name=name), self.tr("Moved {count} files")
        title = singular if len(moves) == 1 else plural.format(count=format_number(len(moves)))
        unprotected = self._count_unprotected(moves)

        def result_text(result: FileChangeResult) -> str:
            message = moved_text(list(moves), folder, result)
            return f"{message} {unprotected_text(unprotected)}" if unprotected else message

        await self.move(moves, title, result_text, count)

    async def delete(self, paths: Sequence[str], count: int) -> None:
        """Move files and folders to the trash; close the tabs that show them."""
        name = file_title(paths[0])
        singular, plural = self.tr("Deleted “{name}”").format(name=name), self.tr("Deleted {count} files")
        title = singular if len(paths) == 1 else plural.format(count=format_number(len(paths)))
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

        text = self.tr("Created the folder “{name}”.").format(name=file_title(path))
        return (
            await self.run(make, lambda _acted: text, undo=lambda _acted: start(self._set_folders((), [path]), self))
            is not None
        )

    async def duplicate(self, path: str, copy: str) -> bool:
        """Copy the file at *path*; return whether the copy exists."""
        title = self.tr("Copied “{name}”").format(name=file_title(path))

        async def make() -> FileChangeResult:
            return await self.changes.add({copy: await self.changes.read(path)}, title)

        text = self.tr("Created the copy “{name}”.").format(name=file_title(copy))
        return await self.run(make, lambda _acted: text) is not None

    def reopen_restored(self, changes: VaultChanged) -> None:
        """Open tabs of deleted notes again once an undo has restored the notes."""
        for path in [change.path.text for change in changes.changes if change.kind == "created"]:
            if path in self._reopened:
                self._reopened.discard(path)
                self._notes.open(path, new_tab=True)

    def _count_unprotected(self, moves: Mapping[str, str]) -> int:
        """Return how many notes are private only because of the folder from which *moves* removes them."""
        strictest_rule = self._workspace.privacy.strictest_rule
        rules = [(strictest_rule(old), new) for old, new in moves.items()]
        return sum(rule is not None and rule.kind == "folder" and strictest_rule(new) is None for rule, new in rules)

    async def _set_folders(self, created: Sequence[str], removed: Sequence[str]) -> None:
        try:
            await self.changes.set_folders(created, removed)
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
    title = _tr_file_manager("Copied {count} files into the vault").format(
        count=format_number(len(found.small) + len(found.large))
    )

    async def add() -> FileChangeResult:
        result = await manager.changes.add(found.small, title) if found.small else FileChangeResult("", {})
        for path, source in found.large.items():
            await manager.changes.add_large(path, source)
        return FileChangeResult(result.group, {**result.moved, **{path: path for path in found.large}})

    def result_text(result: FileChangeResult) -> str:
        if not result.moved:
            return _tr_file_manager("Nothing was copied: hidden files, links and unusual names are skipped.")
        message = added_text(result, folder)
        if found.large and found.small:
            message += " " + _tr_file_manager("Undo does not remove files over 10 MB.")
        if found.left_out:
            message += " " + _tr_file_manager("{count} were skipped.").format(count=format_number(found.left_out))
        return message

    await manager.run(add, result_text, count=len(found.small) + len(found.large))


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


_tr = translator("FileActions")

WIDTH = 360
"""Width in design pixels."""


class NamePopup(PopupFrame):
    """Rename popup with one field. Enter accepts; Esc and a click elsewhere close it."""

    named = Signal(str)

    def __init__(self, over: QWidget, name: str, name_problem: Callable[[str], str]) -> None:
        """*name_problem* returns why the typed text is not a valid name, as a sentence."""
        super().__init__(over, WIDTH)
        self._name_problem = name_problem
        self._old_name = name
        self.setAccessibleName(self.tr("Rename"))
        self.field = TextField(self.tr("New name"), name)
        self._hint = PlainLabel(self.tr("Links to it are updated. Press Enter to rename."), "muted", "small", wrap=True)
        column = QVBoxLayout(self)
        edge = theme().px(12)
        column.setContentsMargins(edge, edge, edge, edge)
        column.setSpacing(theme().px(8))
        column.addWidget(self.field)
        column.addWidget(self._hint)
        self.field.changed.connect(lambda _text: self._set_problem(""))
        self.field.submitted.connect(self._accept)

    def open(self) -> None:
        """Show it with the name selected."""
        self._place_popup()
        self.show()
        self.field.edit.setFocus()
        self.field.edit.selectAll()

    def _accept(self) -> None:
        name = self.field.text().strip()
        problem = self._name_problem(name) if name != self._old_name else ""
        if problem:
            self._set_problem(problem)
            return
        self.close()
        if name != self._old_name:
            self.named.emit(name)

    def _set_problem(self, problem: str) -> None:
        if problem != self.field.problem():
            self.field.set_problem(problem)
            self._place_popup()

    def _place_popup(self) -> None:
        self.field.adjustSize()
        self.place(self.field, self.field.sizeHint().height())


ROOT = "/"
"""Key of the vault's root folder."""


def move_folder_popup(over: QWidget, folders: Sequence[str], moved: Sequence[str]) -> PickerPopup:
    """Return a popup of the *folders* to which the paths *moved* can be moved; it emits the path, or `ROOT`."""
    moved_prefixes = tuple(f"{path}/" for path in moved)
    parents = {path.rpartition("/")[0] for path in moved}
    targets = [folder for folder in folders if folder not in moved and not folder.startswith(moved_prefixes)]
    targets = [folder for folder in targets if parents != {folder}]
    root_name = _tr("Vault root")

    def offer(typed: str) -> list[ListRow]:
        new = typed.strip().strip("/")
        entries = [
            replace(entry, description=_move_description(moved, entry.title)) for entry in folder_entries(targets, new)
        ]
        if parents != {""} and typed.casefold() in root_name.casefold():
            entries.insert(0, ListRow(ROOT, root_name, icon="folder", description=_move_description(moved, "")))
        if new and new not in folders and not any(name_problem("", part, ()) for part in new.split("/")):
            text = _tr("New folder “{folder}”").format(folder=printable(new))
            entries.append(ListRow(new, text, icon="folder-plus", description=_move_description(moved, new)))
        return entries

    return PickerPopup(_tr("Move to a folder"), _tr("Find a folder"), offer, anchor=over)


def _move_description(paths: Sequence[str], folder: str) -> str:
    """Return the effect of choosing *folder*, as a sentence."""
    name = file_title(paths[0]) if len(paths) == 1 else ""
    if not folder:
        text = _tr("Moves “{name}” to the vault root.") if name else _tr("Moves {count} files to the vault root.")
    else:
        text = _tr("Moves “{name}” to “{folder}”.") if name else _tr("Moves {count} files to “{folder}”.")
    return text.format(name=name, count=format_number(len(paths)), folder=printable(folder))


class FileActions(QObject):
    """The user's actions on files; paths are relative to the vault's root.

    No method blocks: results and problems are shown in the window.
    """

    history_requested = Signal(str)
    """The disclosures of the note at this path should be shown."""
    links_requested = Signal(str)
    """The graph of the note at this path should be shown."""
    bookmark_toggled = Signal(str)

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        browser: LeftPane,
        notes: NoteArea,
        manager: FileManager,
        private: PrivateNoteAction,
    ) -> None:
        super().__init__(manager)
        self.private = private
        """Makes notes private, or ends that."""
        self._window = window
        self._root = workspace.vault.root
        self._model = browser.model
        self._notes = notes
        self._browser = browser
        self._manager = manager
        self._store = workspace.store
        self.tree_lookup = TreeLookup(browser.model)
        self.bookmarked: frozenset[str] = frozenset()
        """Paths with a bookmark of this program."""
        self._bind(window.commands)

    def open(self, path: str, *, new_tab: bool = False, other_side: bool = False, subpath: str = "") -> None:
        """Open a file, at a heading or block; with *other_side* on the other side of the split view."""
        self._window.show_pane("note")
        self._notes.open(path, new_tab, subpath=subpath, other_side=other_side)

    def keys(self, command: str) -> str:
        """Return the shortcut of a command that is currently available."""
        commands = self._window.commands
        return commands.keys(command) if commands[command].isEnabled() else ""

    def rule_paths(self, paths: Sequence[str]) -> list[str]:
        """Return *paths* in the form of privacy rules: those of folders end with a slash."""
        return [f"{path}/" if self.tree_lookup.is_folder(path) else path for path in paths]

    def copy_link(self, paths: Sequence[str] | str) -> None:
        """Copy links to notes to the clipboard, in the form set for the vault."""
        QGuiApplication.clipboard().setText("\n".join(map(self._model.link_to, path_list(paths))))

    def copy_path(self, paths: Sequence[str] | str) -> None:
        QGuiApplication.clipboard().setText("\n".join(path_list(paths)))

    def target_folder(self) -> str:
        """Return the folder for new files: the selected one, or that of the selected file."""
        chosen = self._browser.tree.selected_paths()
        if len(chosen) != 1:
            return ""
        return chosen[0] if self.tree_lookup.is_folder(chosen[0]) else chosen[0].rpartition("/")[0]

    def show_in_tree(self, path: str) -> None:
        self._show_tree()
        self._browser.files.choose(path)

    def reveal(self, path: str) -> None:
        """Show a file in the file manager."""
        self._report(reveal(self._root / path))

    def open_default(self, path: str) -> None:
        """Open a file with the system's default program."""
        self._report(open_default(self._root / path))

    def open_obsidian(self, path: str) -> None:
        self._report(open_obsidian(self._root / path))

    def rename(self, path: str, over: QWidget | None = None) -> None:
        """Ask for another name: in the row of the tree, or in a popup at *over*."""
        if not self.tree_lookup.is_there(path):
            self._window.notify(self.tr("“{name}” no longer exists.").format(name=file_title(path)))
            return
        if over is None:
            self._show_tree()
            self._browser.tree.rename(path)
            return
        popup = NamePopup(over, file_title(path), lambda name: self.name_problem(path, name))
        popup.named.connect(lambda name: self.rename_to(path, name))
        popup.open()

    def rename_to(self, path: str, name: str) -> None:
        """Rename the file or folder at *path*; links to it are updated."""
        new = new_path(path, name)
        if new != path:
            start(self._rename(path, new), self)

    def name_problem(self, path: str, name: str) -> str:
        """Return why the file or folder at *path* cannot be renamed to *name*; empty if it can."""
        return name_problem(path, name, self.tree_lookup.names_in(path.rpartition("/")[0]))

    def move(self, paths: Sequence[str] | str, folder: str | None = None, over: QWidget | None = None) -> None:
        """Move files and folders to *folder*, empty for the root; None asks for it, in a popup at *over*."""
        path_texts = path_list(paths)
        if folder is not None:
            start(self._manager.move_into(path_texts, folder, self.tree_lookup.count(path_texts)), self)
        elif path_texts:
            popup = move_folder_popup(over or self._browser.tabs, self.tree_lookup.folders(), path_texts)
            popup.chosen.connect(lambda chosen: self.move(path_texts, chosen.strip("/")))
            popup.open_at(None)

    def delete(self, paths: Sequence[str] | str) -> None:
        """Move files and folders to the trash set in Obsidian, without confirmation, because it can be undone."""
        path_texts = path_list(paths)
        if path_texts:
            start(self._manager.delete(path_texts, self.tree_lookup.count(path_texts)), self)

    def new_folder(self, parent: str = "") -> None:
        """Create a folder and start renaming it in the tree."""
        name = free_name(self.tr("New folder"), self.tree_lookup.names_in(parent))
        start(self._make_folder(_join_path(parent, name)), self)

    def new_note(self, folder: str = "") -> None:
        """Create a note in *folder* and open it."""
        name = free_name(self.tr("Untitled") + NOTE_SUFFIX, self.tree_lookup.names_in(folder))
        self._window.show_pane("note")
        start(self._notes.create_note(_join_path(folder, name)), self)

    def duplicate(self, path: str) -> None:
        """Copy a file within its folder."""
        folder, _, name = path.rpartition("/")
        start(self._duplicate(path, _join_path(folder, free_name(name, self.tree_lookup.names_in(folder)))), self)

    def add_external_files(self, files: Sequence[Path], folder: str) -> None:
        """Copy *files* into *folder*; files of the vault itself are moved."""
        own = [file for file in files if file.is_relative_to(self._root) and file != self._root]
        others = [file for file in files if not file.is_relative_to(self._root)]
        if own:
            self.move([file.relative_to(self._root).as_posix() for file in own], folder)
        if others:
            start(import_files(self._manager, others, folder, self.tree_lookup.names_in(folder)), self)

    def copy_address(self, paths: Sequence[str] | str) -> None:
        """Copy vaultdesk:// links of the notes to the clipboard."""
        vaults = opened_vaults(self._store.settings.vaults)
        QGuiApplication.clipboard().setText("\n".join(note_link(self._root, path, vaults) for path in path_list(paths)))

    def toggle_bookmark(self, path: str) -> None:
        """Add or remove the bookmark of a note or folder."""
        self.bookmark_toggled.emit(path)

    def _bind(self, commands: Actions) -> None:
        commands.bind("new-folder", lambda: self.new_folder(self.target_folder()))
        for_one: dict[str, Callable[[str], object]] = {
            "rename-note": lambda path: self.rename(path, self._breadcrumbs()),
            "reveal": self.reveal,
            "open-default": self.open_default,
            "open-obsidian": self.open_obsidian,
            "bookmark": self.toggle_bookmark,
            "show-in-tree": self.show_in_tree,
        }
        for_several: dict[str, Callable[[list[str]], object]] = {
            "move-note": lambda paths: self.move(paths, over=self._breadcrumbs()),
            "delete-note": self.delete,
            "copy-link": self.copy_link,
            "copy-address": self.copy_address,
            "copy-path": self.copy_path,
            "keep-private": lambda paths: self.private.toggle(self.rule_paths(paths)),
        }
        for name, action in for_one.items():
            commands.bind(name, partial(self._on_selected, partial(_on_first, action)))
        for name, action_on_list in for_several.items():
            commands.bind(name, partial(self._on_selected, action_on_list))

    def _on_selected(self, action: Callable[[list[str]], object]) -> None:
        """Apply *action* to the selection of the tree if that has the focus, else to the open note."""
        paths = self._browser.tree.selected_paths() if self._in_tree() else [self._notes.current_path or ""]
        if any(paths):
            action(paths)
        else:
            self._window.notify(self.tr("Open a note or select one in the file list first."))

    def _in_tree(self) -> bool:
        focused, tree = QApplication.focusWidget(), self._browser.tree
        return focused is not None and (focused is tree or tree.isAncestorOf(focused))

    def _breadcrumbs(self) -> QWidget | None:
        page = self._notes.current_page
        return page.breadcrumbs if page is not None and page.path and not self._in_tree() else None

    def _report(self, opening: Coroutine[None, None, str]) -> None:
        start(self._notify_problem(opening), self)

    async def _notify_problem(self, opening: Coroutine[None, None, str]) -> None:
        if problem := await opening:
            self._window.notify(problem)

    async def _rename(self, path: str, new: str) -> None:
        old, name = file_title(path), file_title(new)
        title = self.tr("Renamed “{old}” to “{new}”").format(old=old, new=name)
        # Immediately in the row, because the index takes a moment.
        row = QPersistentModelIndex(self._model.index_of(path))
        self._model.setData(row, name)
        result_text = partial(renamed_text, path, new)
        if (
            not await self._manager.move({path: new}, title, result_text, self.tree_lookup.count([path]))
            and row.isValid()
        ):
            self._model.setData(row, old)

    async def _make_folder(self, path: str) -> None:
        self._show_tree()
        if await self._manager.make_folder(path):
            self._browser.files.add_folder(path)
            self._browser.tree.rename(path)

    async def _duplicate(self, path: str, copy: str) -> None:
        if await self._manager.duplicate(path, copy):
            self._browser.files.choose(copy)

    def _show_tree(self) -> None:
        self._window.show_pane("files")
        self._browser.show_files()


def _on_first(action: Callable[[str], object], paths: list[str]) -> None:
    action(paths[0])


def _join_path(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def path_list(paths: Sequence[str] | str) -> list[str]:
    """Return one path or several as a list."""
    return [paths] if isinstance(paths, str) else list(paths)
