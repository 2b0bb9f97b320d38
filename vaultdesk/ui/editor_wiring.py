"""Editor wiring: the commands of finding, following and saving, joined with the note that is open in the window."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from vaultdesk.index.index_results import Hit
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.widgets.accessibility import announce

EDITOR_COMMANDS = ("find", "find-next", "find-previous", "replace", "follow-link", "save")
"""What is done in the note that is open; unbound when the vault closes."""


class EditorWiring(QObject):
    """Binds the commands for as long as the vault is open."""

    def __init__(self, window: MainWindow, notes: NoteArea, search: SearchPane, parent: QObject) -> None:
        super().__init__(parent)
        self._notes = notes
        self._awaited: tuple[str, tuple[str, ...]] = ("", ())
        """The note that was chosen in the search and is not shown yet, and the words it was found by."""
        search.chosen.connect(lambda hit, _new_tab: self._found(hit))
        notes.current_changed.connect(self._note_shown)
        deeds: dict[str, Callable[[NotePage], object]] = {
            "find": lambda page: page.writing.finding.begin(),
            "find-next": lambda page: page.writing.finding.step(1),
            "find-previous": lambda page: page.writing.finding.step(-1),
            "replace": self._replace,
            "follow-link": lambda page: page.editing and page.editor.follow_link(),
        }
        for name, do in deeds.items():
            window.commands.bind(name, partial(self._on_page, do))
        window.commands.bind("save", lambda: bridge.start(self._save(), owner=self))

    def _found(self, hit: Hit) -> None:
        """A note was chosen among what a search found: show where its words stand, as soon as it is shown."""
        self._awaited = (hit.path, tuple({hit.snippet[start:end] for start, end in hit.marks}))
        if self._notes.current_path == hit.path:
            self._note_shown(hit.path)

    def _note_shown(self, path: object) -> None:
        awaited, words = self._awaited
        page = self._notes.current_page
        if path and path == awaited and page is not None:
            self._awaited = ("", ())
            page.writing.finding.show_words(words)

    def _on_page(self, do: Callable[[NotePage], object]) -> None:
        page = self._notes.current_page
        if page is not None and page.text is not None:
            do(page)

    def _replace(self, page: NotePage) -> None:
        if not page.editing:
            page.toggle_edit()
        page.writing.finding.begin(replace=True)

    async def _save(self) -> None:
        """Save all; say so where the person looks, as nothing else would show it."""
        page = self._notes.current_page
        if await self._notes.save_now() and page is not None:
            words = self.tr("Saved")
            page.crumbs.confirm(words)
            announce(page, words)
