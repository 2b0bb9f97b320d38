"""Quick switcher: the popup that opens a note, heading or tag by a few letters of its name, and its command."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.browsing_history import BrowsingHistory
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.browser.switcher_rows import SwitcherChoice, SwitcherRow
from vaultdesk.ui.browser.switcher_search import MAX_QUERY_LENGTH, SwitcherSearch, SwitcherSources
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import go_to_heading
from vaultdesk.ui.notes.outline import headings_of
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.lists.quick_open_popup import QuickOpenHint, QuickOpenPopup, QuickOpenTexts
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace

OpenMode = Literal["here", "tab", "side", "create"]
"""Action of Enter with modifiers: open here, in a new tab, on the other side; or create the note."""


class SwitcherPopup(QuickOpenPopup):
    """Popup of the switcher: emits the input and the user's choice, and shows rows for the input."""

    chosen = Signal(object, str)
    """A `SwitcherChoice`, and an `OpenMode`."""

    def __init__(self, window: QWidget, top: int, *, side: bool, reading: bool = False) -> None:
        """Center the popup in *window*, *top* pixels below its edge.

        *side*: whether notes can be opened on another side; *reading*: whether notes are still being indexed.
        """
        still_reading = self.tr("Your notes are still being read.")
        texts = QuickOpenTexts(
            self.tr("Go to a note"),
            self.tr("Find a note by its name"),
            self.tr("Find or create a note…"),
            self.tr("Notes found"),
            still_reading if reading else self.tr("No matches."),
            self._keys(side=side),
            initial=still_reading if reading else self.tr("There are no other notes yet. Type a name to create one."),
        )
        super().__init__(window, top, texts, max_length=MAX_QUERY_LENGTH)
        self._rows_by_key: dict[str, SwitcherRow] = {}

    def show_offered(self, typed: str, rows: Sequence[SwitcherRow], status: str) -> None:
        """Show the rows for *typed* unless the input has changed since."""
        if typed == self.field.text():
            self._rows_by_key = {row.row.key: row for row in rows}
            self.show_rows(typed, [row.row for row in rows], status)

    def activate(self, row: ListRow | None, modifiers: Qt.KeyboardModifier) -> None:
        """Emit the choice with its mode."""
        open_mode = _open_mode(modifiers)
        key = "create" if open_mode == "create" else row.key if row is not None else ""
        switcher_row = self._rows_by_key.get(key)
        if switcher_row is not None:
            self.close()
            self.chosen.emit(switcher_row.choice, open_mode)

    def _keys(self, *, side: bool) -> list[QuickOpenHint]:
        hints = [QuickOpenHint("Enter", self.tr("open")), QuickOpenHint("Ctrl+Enter", self.tr("in a new tab"))]
        if side:
            hints.append(QuickOpenHint("Ctrl+Alt+Enter", self.tr("to the side"), essential=False))
        return [
            *hints,
            QuickOpenHint("@", self.tr("headings")),
            QuickOpenHint("#", self.tr("tags")),
            QuickOpenHint("Esc", self.tr("close")),
        ]


def _open_mode(modifiers: Qt.KeyboardModifier) -> OpenMode:
    control, shift, alt = (
        bool(modifiers & modifier)
        for modifier in (
            Qt.KeyboardModifier.ControlModifier,
            Qt.KeyboardModifier.ShiftModifier,
            Qt.KeyboardModifier.AltModifier,
        )
    )
    if shift:
        return "create"
    return "side" if control and alt else "tab" if control else "here"


IDLE_DELAY = 250
"""Milliseconds without a key press before slower work is started."""

Search = Callable[[str], object]
"""Shows the search of all notes for a query."""


class QuickSwitcher(QObject):
    """Opens the switcher for the command `jump`, and what the user chooses in it. Created with the views of a vault."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        browser: LeftPane,
        notes: NoteArea,
        history: BrowsingHistory,
        search: Search,
    ) -> None:
        super().__init__(history)
        self._window, self._history, self._search = window, history, search
        self._browser, self._notes = browser, notes
        self._completion = workspace.searcher.completion
        sources = SwitcherSources(
            self._open_note,
            lambda: history.visited,
            lambda path: self._browser.model.badges.lock(path, folder=False),
            lambda: workspace.indexer.state.notes,
        )
        self.row_source = SwitcherSearch(workspace.searcher, workspace.vault, sources)
        self.popup: SwitcherPopup | None = None
        """The switcher while it is open."""
        # Missing link targets are loaded when typing pauses, because that may require scanning every note.
        self._idle = QTimer(self, singleShot=True, interval=IDLE_DELAY)
        self._idle.timeout.connect(self._start_loading_missing_notes)
        window.commands.bind("jump", self.open)
        self._notes.current_changed.connect(self._visited)
        bridge.follow(workspace.vault.changes, self._moved, self)
        bridge.follow(workspace.indexer.events, self._indexed, self)

    def open(self, text: str = "") -> SwitcherPopup:
        """Open it with *text* in its field."""
        if self.popup is not None:
            self.popup.close()
        window = self._window
        reading = self._completion.phase != "complete"
        popup = SwitcherPopup(window, window.popup_top(), side=True, reading=reading)
        popup.typed.connect(self._typed)
        popup.chosen.connect(self._choose)
        popup.destroyed.connect(self._closed)
        popup.close_with(window.commands["jump"].shortcuts())
        self.popup = popup
        popup.open(text)
        return popup

    def _closed(self) -> None:
        if self.popup is not None and not shiboken6.isValid(self.popup):
            self.popup = None

    def _typed(self, typed: str) -> None:
        if self.popup is not None:
            bridge.start(self._offer(self.popup, typed), owner=self.popup)
            self._idle.start()

    async def _offer(self, popup: SwitcherPopup, typed: str) -> None:
        if typed != popup.field.text():
            return  # The input changed before this iteration.
        try:
            rows, status = await self.row_source.find_rows(typed)
        except VaultDeskError as error:
            rows, status = [], translate(error.title)
        if shiboken6.isValid(popup):
            popup.show_offered(typed, rows, status)

    def _start_loading_missing_notes(self) -> None:
        if self.popup is not None and not self.row_source.missing_loaded:
            bridge.start(self._load_missing_notes(self.popup), owner=self.popup)

    async def _load_missing_notes(self, popup: SwitcherPopup) -> None:
        try:
            await self.row_source.load_missing()
        except VaultDeskError:
            return  # The status bar shows that the index fails.
        if shiboken6.isValid(popup):
            await self._offer(popup, popup.field.text())

    def _open_note(self) -> tuple[str, str] | None:
        page = self._notes.current_page
        return (page.path, page.text or "") if page is not None and page.path else None

    def _choose(self, choice: SwitcherChoice, open_mode: str) -> None:
        match choice.kind:
            case "search":
                self._search(choice.term)
                return
            case "tag":
                self._search(f"tag:#{choice.term}")
                return
            case "create":
                self._window.show_pane("note")
                bridge.start(self._create(choice.path), owner=self)
                return
        self._window.show_pane("note")
        side = open_mode == "side"
        if side:
            self._notes.split_view.use(self._notes.split_view.split(down=self._notes.split_view.down))
        # Focused before the note is opened: the closing switcher restores the focus to the previous widget, whose side
        # would be used otherwise.
        self._notes.setFocus(Qt.FocusReason.OtherFocusReason)
        if choice.kind == "heading":
            bridge.start(self._show_heading(choice, new_tab=open_mode == "tab", side=side), owner=self)
        else:
            self._notes.open(choice.path, open_mode == "tab", other_side=side)

    async def _create(self, path: str) -> None:
        await self._notes.create_note(path)

    async def _show_heading(self, choice: SwitcherChoice, *, new_tab: bool, side: bool) -> None:
        page = await self._notes.show_note(choice.path, new_tab, other_side=side)
        headings = await asyncio.to_thread(headings_of, page.text or "")
        if page.path == choice.path:
            go_to_heading(page, headings, choice.index)

    def _visited(self, path: object) -> None:
        if isinstance(path, str) and path:
            self._history.visit(path)

    def _moved(self, changed: VaultChanged) -> None:
        for change in changed.changes:
            if change.kind == "moved" and change.old_path is not None:
                self._history.moved(change.old_path.text, change.path.text)

    def _indexed(self, _commit: NotesIndexed) -> None:
        self.row_source.forget()
