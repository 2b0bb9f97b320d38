"""Commands of the open note: find, follow links, save, properties, spelling."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.index.index_results import Hit
from vaultdesk.ui import bridge
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.browser.search_pane import SearchPane
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
from vaultdesk.ui.notes.note_header import KnownProperties, known_properties
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.frontmatter.frontmatter import read_property_types
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace

EDITOR_COMMANDS = ("find", "find-next", "find-previous", "replace", "follow-link", "save")
"""Commands of the open note; unbound when the vault closes."""


class NoteCommands(QObject):
    """Binds the commands for as long as the vault is open."""

    def __init__(self, window: MainWindow, notes: NoteArea, search: SearchPane, parent: QObject) -> None:
        super().__init__(parent)
        self._notes = notes
        self._chosen_hit: tuple[str, tuple[str, ...]] = ("", ())
        """The note chosen in the search but not shown yet, and the words by which it was found."""
        search.chosen.connect(lambda hit, _new_tab: self._hit_chosen(hit))
        notes.current_changed.connect(self._note_shown)
        handlers: dict[str, Callable[[NotePage], object]] = {
            "find": lambda page: page.editor_controller.finding.begin(),
            "find-next": lambda page: page.editor_controller.finding.step(1),
            "find-previous": lambda page: page.editor_controller.finding.step(-1),
            "replace": self._replace,
            "follow-link": lambda page: page.editing and page.editor.follow_link(),
        }
        for name, handler in handlers.items():
            window.commands.bind(name, partial(self._on_page, handler))
        window.commands.bind("save", lambda: bridge.start(self._save(), owner=self))

    def _hit_chosen(self, hit: Hit) -> None:
        """Highlight the words in a note chosen in the search as soon as it is shown."""
        self._chosen_hit = (hit.path, tuple({hit.snippet[start:end] for start, end in hit.marks}))
        if self._notes.current_path == hit.path:
            self._note_shown(hit.path)

    def _note_shown(self, path: object) -> None:
        chosen_path, words = self._chosen_hit
        page = self._notes.current_page
        if path and path == chosen_path and page is not None:
            self._chosen_hit = ("", ())
            page.editor_controller.finding.show_words(words)

    def _on_page(self, handler: Callable[[NotePage], object]) -> None:
        page = self._notes.current_page
        if page is not None and page.text is not None:
            handler(page)

    def _replace(self, page: NotePage) -> None:
        if not page.editing:
            page.toggle_edit()
        page.editor_controller.finding.begin(replace=True)

    async def _save(self) -> None:
        """Save everything and confirm it, because nothing else would show it."""
        page = self._notes.current_page
        if await self._notes.save_now() and page is not None:
            text = self.tr("Saved")
            page.breadcrumbs.confirm(text)
            announce(page, text)


CACHE_SECONDS = 10.0
"""Seconds for which names and values of the vault are cached."""


class PropertyCommands(QObject):
    """Connects the properties of one vault's notes with the window, for as long as the vault is open."""

    def __init__(self, window: MainWindow, workspace: Workspace, browser: LeftPane, notes: NoteArea) -> None:
        self._browser = browser
        self._notes = notes
        super().__init__(self._notes)
        self._window, self._workspace = window, workspace
        self._types: dict[str, str] = {}
        self._known = KnownProperties()
        self._requested_at = -CACHE_SECONDS
        self._notes.page_made.connect(self._connect_page)
        window.commands.bind("add-property", self._add)
        start(self._load_types(), self)

    def close(self) -> None:
        """Unbind the command."""
        self._window.commands.unbind("add-property")

    def _connect_page(self, page: NotePage) -> None:
        header = page.reader.head
        header.grid.types, header.grid.known = self._types, self._known
        header.set_folded(self._window.state.properties_folded)
        header.grid.offers_requested.connect(self._refresh_known)
        header.folded_changed.connect(self._fold)
        header.link_requested.connect(self._follow)

    def _add(self) -> None:
        page = self._notes.current_page
        if page is None or page.text is None:
            return
        if page.editing:
            page.toggle_edit()
        page.reader.head.add()
        page.reader.verticalScrollBar().setValue(0)

    def _fold(self, folded: bool) -> None:
        self._window.state = replace(self._window.state, properties_folded=folded)
        for page in self._notes.pages:
            page.reader.head.set_folded(folded)

    def _follow(self, target: str) -> None:
        if target.startswith("#"):
            self._window.show_pane("files")
            self._browser.show_search(f"tag:{target}")

    def _refresh_known(self) -> None:
        if time.monotonic() - self._requested_at > CACHE_SECONDS:
            self._requested_at = time.monotonic()
            start(self._load_known(), self)

    async def _load_known(self) -> None:
        self._known = await known_properties(self._workspace.searcher)
        await self._load_types()

    async def _load_types(self) -> None:
        vault = self._workspace.vault
        self._types = await asyncio.to_thread(read_property_types, vault.root / vault.settings.folder)
        for page in self._notes.pages:
            grid = page.reader.head.grid
            grid.types, grid.known = self._types, self._known


OWN_WORDS_FILE = "own-words.json"
"""Name of the file, in the folder of the settings, with the user's own words for all vaults."""


class SpellingCommands(QObject):
    """Binds the command for as long as the vault is open. While spelling is off, no editor uses it."""

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

    def close(self) -> None:
        """Unbind the command."""
        self._window.commands.unbind("spelling")

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

        marks = SpellingMarks(editor, editor.colours, self._spelling, lambda: self._ignored.of(page.path))
        editor.spelling_menu = SpellingMenu(editor, marks, self._spelling, ignore, partial(_general_menu, editor))
        editor.colours.set_word_marker(marks)

    def _detach(self, page: NotePage) -> None:
        menu, page.editor.spelling_menu = page.editor.spelling_menu, None
        if menu is not None:
            page.editor.colours.set_word_marker(None)
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
