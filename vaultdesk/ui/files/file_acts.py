"""File acts: acts on files with what belongs to each: typing saved before, a word and the way back after."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

from vaultdesk.core.errors import SettingsError, VaultDeskError
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.activity.way_back import WayBack
from vaultdesk.ui.bridge import start
from vaultdesk.ui.facts import number
from vaultdesk.ui.files import file_words
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.file_changes import FileChangeResult, FileChanges, rules_after_folder_move

SLOW = 1_000
"""Milliseconds after which it is said that something is being done."""

Words = Callable[[FileChangeResult], str]
"""What is said of what came of an act."""


class FileActs(QObject):
    """Does what changes files, tells what came of it in the window, and offers the way back."""

    done = Signal(object)
    """What came of an act (`FileChangeResult`), as soon as the files are where they shall be."""
    moved = Signal(object)
    """Files and folders that have other places now: the new path by the old one."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, back: WayBack, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._notes = notes
        self._back = back
        self.changes = FileChanges(workspace.vault, workspace.searcher)
        self._reopened: set[str] = set()
        """Notes to be shown again as soon as an undo has brought them back."""

    async def act(
        self,
        doing: Callable[[], Awaitable[FileChangeResult]],
        words: Words,
        *,
        count: int = 1,
        undo: Callable[[FileChangeResult], object] | None = None,
    ) -> FileChangeResult | None:
        """Do it; None, and told, where it could not be. *undo* takes back what the journal knows nothing of."""
        if not await self._notes.save_now():
            self._window.notify(self.tr("Nothing was changed: an open note has text that could not be saved."))
            return None
        slow = QTimer(self, singleShot=True, interval=SLOW)
        slow.timeout.connect(lambda: self._window.notify(file_words.working_words(count)))
        slow.start()
        try:
            acted = await doing()
        except (VaultDeskError, OSError) as problem:
            self._window.notify(str(problem))
            return None
        finally:
            if shiboken6.isValid(slow):  # The vault may have been closed meanwhile.
                slow.stop()
                slow.deleteLater()
        self.done.emit(acted)
        take_back = partial(self._take_back, acted, undo)
        self._window.notify(words(acted), self.tr("Undo") if acted.group or undo else "", take_back)
        return acted

    def _take_back(self, acted: FileChangeResult, undo: Callable[[FileChangeResult], object] | None) -> None:
        if undo is not None:
            undo(acted)
        if acted.group:
            self._back.take(acted.group)

    async def move(self, moves: Mapping[str, str], title: str, words: Words, count: int = 1) -> bool:
        """Move files and folders; what is private in its folder stays so. Whether it was done."""
        rules = self._rules
        after = rules_after_folder_move(rules, moves)
        if after != rules and not self._set_rules(after):
            return False
        back = {new: old for old, new in moves.items()}

        def undo(acted: FileChangeResult) -> None:
            if acted.group:
                start(self._set_folders(list(acted.folders), list(acted.folders.values())), self)
            else:
                start(self.move(back, title, words, count), self)

        acted = await self.act(lambda: self.changes.move(moves, title), words, count=count, undo=undo)
        if acted is not None:
            self.moved.emit(dict(moves))
        elif after != rules:
            self._set_rules(rules)
        return acted is not None

    async def move_into(self, paths: Sequence[str], folder: str, count: int) -> None:
        """Move files and folders into *folder*; those that are there already stay."""
        start_of = f"{folder}/" if folder else ""
        moves = {path: f"{start_of}{path.rpartition('/')[2]}" for path in paths}
        moves = {old: new for old, new in moves.items() if old != new}
        if not moves:
            return
        name = file_words.called(next(iter(moves)))
        one, many = self.tr("Moved “{name}”").format(name=name), self.tr("Moved {count} files")
        title = one if len(moves) == 1 else many.format(count=number(len(moves)))
        open_now = self._opened_by(moves)

        def words(acted: FileChangeResult) -> str:
            told = file_words.moved_words(list(moves), folder, acted)
            return f"{told} {file_words.open_words(open_now)}" if open_now else told

        await self.move(moves, title, words, count)

    async def delete(self, paths: Sequence[str], count: int) -> None:
        """Put files and folders into the trash; close the tabs that show them."""
        name = file_words.called(paths[0])
        one, many = self.tr("Deleted “{name}”").format(name=name), self.tr("Deleted {count} files")
        title = one if len(paths) == 1 else many.format(count=number(len(paths)))
        trash = self._workspace.vault.settings.trash != "none"
        acted = await self.act(
            lambda: self.changes.delete(paths, title),
            lambda acted: file_words.deleted_words(paths, acted, trash=trash),
            count=count,
            undo=lambda acted: start(self._set_folders(list(acted.folders), ()), self),
        )
        for page in self._notes.pages if acted is not None else ():
            if acted is not None and page.path in acted.moves:
                self._reopened.add(page.path)
                self._notes.remove_page(page)

    async def make_folder(self, path: str) -> bool:
        """Make a folder with nothing in it; whether it is there."""

        async def make() -> FileChangeResult:
            await self.changes.make_folder(path)
            return FileChangeResult("", {})

        words = self.tr("Made the folder “{name}”.").format(name=file_words.called(path))
        return (
            await self.act(make, lambda _acted: words, undo=lambda _acted: start(self._set_folders((), [path]), self))
            is not None
        )

    async def duplicate(self, path: str, copy: str) -> bool:
        """Make a copy of the file at *path*; whether it is there."""
        title = self.tr("Copied “{name}”").format(name=file_words.called(path))

        async def make() -> FileChangeResult:
            return await self.changes.add({copy: await self.changes.read(path)}, title)

        words = self.tr("Made the copy “{name}”.").format(name=file_words.called(copy))
        return await self.act(make, lambda _acted: words) is not None

    def look(self, told: VaultChanged) -> None:
        """Show again what was shown before it was deleted, once an undo has brought it back."""
        for path in [change.path.text for change in told.changes if change.kind == "created"]:
            if path in self._reopened:
                self._reopened.discard(path)
                self._notes.open(path, new_tab=True)

    def _opened_by(self, moves: Mapping[str, str]) -> int:
        """Return how many notes are private only for the folder that *moves* take them out of."""
        why = self._workspace.privacy.why
        rules = [(why(old), new) for old, new in moves.items()]
        return sum(rule is not None and rule.kind == "folder" and why(new) is None for rule, new in rules)

    async def _set_folders(self, made: Sequence[str], removed: Sequence[str]) -> None:
        try:
            await self.changes.set_folders(made, removed)
        except VaultDeskError as problem:
            self._window.notify(str(problem))
        self.done.emit(FileChangeResult("", {}))

    @property
    def _rules(self) -> tuple[PrivacyRule, ...]:
        return self._workspace.store.settings.vault_settings(self._workspace.vault.root).privacy

    def _set_rules(self, rules: tuple[PrivacyRule, ...]) -> bool:
        root = self._workspace.vault.root
        try:
            self._workspace.store.change(lambda settings: settings.with_vault(root, privacy=rules))
        except SettingsError as problem:
            self._window.notify(str(problem))
            return False
        return True
