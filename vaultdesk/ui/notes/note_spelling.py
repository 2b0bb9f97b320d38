"""Spelling in the notes of a vault: switched by a command, applied to every editor, words ignored in single notes."""

import asyncio
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.note_editor import NoteEditor, make_editor_menu
from vaultdesk.ui.editor.spell_checker import (
    IgnoredWords,
    OwnWords,
    SpellChecker,
    no_spelling_reason,
    shared_spell_checker,
)
from vaultdesk.ui.editor.spelling_marks import SpellingMarks, SpellingMenu
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace

OWN_WORDS_FILE = "own-words.json"
"""Name of the file, in the folder of the settings, with the user's own words for all vaults."""


class NoteSpelling(QObject):
    """Checks the spelling in the editors of one vault. While that is off, no editor uses the checker."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, spell_checker: SpellChecker | None = None
    ) -> None:
        """*spell_checker* is the program's own by default."""
        super().__init__(notes)
        self._window = window
        self._store = workspace.store
        self._notes = notes
        self._spelling = spell_checker or shared_spell_checker()
        self._ignored = IgnoredWords(workspace.ignored_words)
        self._enabled = False
        notes.page_made.connect(self._page_made)
        bridge.follow(self._store.changes, lambda _settings: self._settings_changed(), self)
        bridge.follow(workspace.vault.changes, self._notes_changed, self)
        window.commands.bind("spelling", lambda: bridge.start(self._toggle(), owner=self))
        self._settings_changed()

    def _settings_changed(self) -> None:
        editor = self._store.settings.editor
        if editor.spelling:
            self._spelling.choose(editor.spelling_languages)
            bridge.start(self._enable(), owner=self)
        else:
            self._enabled = False
            for page in self._notes.pages:
                self._detach(page)

    async def _enable(self) -> None:
        """Load the dictionaries and the user's own words, then check open notes."""
        await asyncio.to_thread(self._ignored.load)
        await self._spelling.load_dictionaries()
        if self._spelling.own_words is None:
            await self._spelling.set_own_words(OwnWords(JsonStore(self._store.file.with_name(OWN_WORDS_FILE))))
        # It may have been switched off in the meantime.
        self._enabled = self._store.settings.editor.spelling and bool(self._spelling.languages)
        if self._enabled:
            for page in self._notes.pages:
                self._attach(page)

    def _page_made(self, page: NotePage) -> None:
        if self._enabled:
            self._attach(page)

    def _attach(self, page: NotePage) -> None:
        editor = page.editor
        if editor.spelling_menu is not None:
            return

        def ignore(word: str) -> None:
            bridge.start(self._ignore(page.path, word), owner=self)

        marks = SpellingMarks(editor, editor.colors, self._spelling, lambda: self._ignored.of(page.path))
        editor.spelling_menu = SpellingMenu(editor, marks, self._spelling, ignore, partial(_general_menu, editor))
        editor.colors.set_word_marker(marks)

    def _detach(self, page: NotePage) -> None:
        menu, page.editor.spelling_menu = page.editor.spelling_menu, None
        if menu is not None:
            page.editor.colors.set_word_marker(None)
            menu.marks.close()

    async def _ignore(self, path: str, word: str) -> None:
        await asyncio.to_thread(self._ignored.add, path, word)
        self._spelling.changed.emit()  # The note may be shown twice.

    def _notes_changed(self, event: VaultChanged) -> None:
        moved = [(change.old_path.text, change.path.text) for change in event.changes if change.old_path is not None]
        if moved:
            bridge.start(self._follow(moved), owner=self)

    async def _follow(self, moved: Sequence[tuple[str, str]]) -> None:
        for old, new in moved:
            await asyncio.to_thread(self._ignored.moved, old, new)
        self._spelling.changed.emit()

    async def _toggle(self) -> None:
        enable = not self._store.settings.editor.spelling
        if enable:
            await self._spelling.load_dictionaries(again=True)
            self._spelling.choose(self._store.settings.editor.spelling_languages)
            if not self._spelling.languages:
                self._window.notify(no_spelling_reason(self._spelling))
                return

        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"editor": settings.editor.model_copy(update={"spelling": enable})})

        try:
            self._store.change(changed)
        except SettingsError as error:
            self._window.notify(translate_error(error))
            return
        text = self.tr("Spelling is checked.") if enable else self.tr("Spelling is not checked.")
        page = self._notes.current_page
        if page is not None:
            page.breadcrumbs.confirm(text)
            announce(page, text)
        else:
            self._window.notify(text)


def _general_menu(editor: NoteEditor) -> Menu:
    """Return the editor's general menu."""
    menu = make_editor_menu(editor, editor)
    editor.menu_opening.emit(menu)
    return menu
