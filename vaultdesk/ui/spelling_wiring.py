"""Spelling wiring: the speller joined with the settings and with the editors of the notes that are open."""

import asyncio
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.editor_menu import make_editor_menu
from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.editor.spell_checker import (
    IgnoredWords,
    OwnWords,
    SpellChecker,
    no_spelling_reason,
    the_spell_checker,
)
from vaultdesk.ui.editor.spelling_marks import SpellingMarks, WordMenu
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace

OWN_WORDS = "own-words.json"
"""The file beside the settings where a person's own words are kept, for all vaults."""


class SpellingWiring(QObject):
    """Binds the command for as long as the vault is open. While spelling is off no editor knows of it."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, words: SpellChecker | None = None
    ) -> None:
        """*words* are the program's, unless told."""
        super().__init__(notes)
        self._window = window
        self._store = workspace.store
        self._notes = notes
        self._spelling = words or the_spell_checker()
        self._ignored = IgnoredWords(workspace.ignored_words)
        self._on = False
        notes.page_made.connect(self._page_made)
        bridge.follow(self._store.changes, lambda _settings: self._settings_changed(), self)
        bridge.follow(workspace.vault.changes, self._notes_changed, self)
        window.commands.bind("spelling", lambda: bridge.start(self._toggle(), owner=self))
        self._settings_changed()

    def close(self) -> None:
        """Take the command away."""
        self._window.commands.unbind("spelling")

    def _settings_changed(self) -> None:
        editor = self._store.settings.editor
        if editor.spelling:
            self._spelling.choose(editor.spelling_languages)
            bridge.start(self._begin(), owner=self)
        else:
            self._on = False
            for page in self._notes.pages:
                self._leave(page)

    async def _begin(self) -> None:
        """Find the dictionaries and the person's own words, then mark what is open."""
        await asyncio.to_thread(self._ignored.load)
        await self._spelling.look()
        if self._spelling.own_words is None:
            await self._spelling.keep(OwnWords(JsonStore(self._store.file.with_name(OWN_WORDS))))
        # It may have been switched off meanwhile.
        self._on = self._store.settings.editor.spelling and bool(self._spelling.languages)
        if self._on:
            for page in self._notes.pages:
                self._attach(page)

    def _page_made(self, page: NotePage) -> None:
        if self._on:
            self._attach(page)

    def _attach(self, page: NotePage) -> None:
        editor = page.editor
        if editor.word_menu is not None:
            return

        def ignore(word: str) -> None:
            bridge.start(self._ignore(page.path, word), owner=self)

        marks = SpellingMarks(editor, editor.colours, self._spelling, lambda: self._ignored.of(page.path))
        editor.word_menu = WordMenu(editor, marks, self._spelling, ignore, partial(_menu, editor))
        editor.colours.set_words(marks)

    def _leave(self, page: NotePage) -> None:
        menu, page.editor.word_menu = page.editor.word_menu, None
        if menu is not None:
            page.editor.colours.set_words(None)
            menu.marks.close()

    async def _ignore(self, path: str, word: str) -> None:
        await asyncio.to_thread(self._ignored.add, path, word)
        self._spelling.changed.emit()  # The note may be shown twice.

    def _notes_changed(self, told: VaultChanged) -> None:
        moved = [(one.old_path.text, one.path.text) for one in told.changes if one.old_path is not None]
        if moved:
            bridge.start(self._follow(moved), owner=self)

    async def _follow(self, moved: Sequence[tuple[str, str]]) -> None:
        for old, new in moved:
            await asyncio.to_thread(self._ignored.moved, old, new)
        self._spelling.changed.emit()

    async def _toggle(self) -> None:
        on = not self._store.settings.editor.spelling
        if on:
            await self._spelling.look(again=True)
            self._spelling.choose(self._store.settings.editor.spelling_languages)
            if not self._spelling.languages:
                self._window.notify(no_spelling_reason(self._spelling))
                return

        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"editor": settings.editor.model_copy(update={"spelling": on})})

        try:
            self._store.change(changed)
        except SettingsError as problem:
            self._window.notify(str(problem))
            return
        words = self.tr("Spelling is checked.") if on else self.tr("Spelling is not checked.")
        page = self._notes.current_page
        if page is not None:
            page.crumbs.confirm(words)
            announce(page, words)
        else:
            self._window.notify(words)


def _menu(editor: NoteEditor) -> Menu:
    """Return what the editor's menu offers everywhere."""
    menu = make_editor_menu(editor, editor)
    editor.menu_opening.emit(menu)
    return menu
