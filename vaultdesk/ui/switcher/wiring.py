"""Switcher wiring: opens the switcher over one vault's window, and does what is chosen in it."""

import asyncio
from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_events import NotesIndexed
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.finding_store import FindingStore
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.heading_navigation import go_to_heading
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.outline import headings_of
from vaultdesk.ui.switcher.choices import Choice
from vaultdesk.ui.switcher.offering import Offering, Sources
from vaultdesk.ui.switcher.popup import SwitcherPopup
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace

IDLE = 250
"""Milliseconds without a key after which there is time for what takes longer."""

Search = Callable[[str], object]
"""Shows the search of all notes with a question in it."""


class SwitcherWiring(QObject):
    """Made with the views of a vault."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, panes: tuple[LeftPane, NoteArea], kept: FindingStore,
        search: Search,
    ) -> None:  # fmt: skip
        super().__init__(kept)
        self._window, self._kept, self._search = window, kept, search
        self._browser, self._notes = panes
        sources = Sources(
            self._open_note,
            lambda: kept.visited,
            lambda path: self._browser.model.signs.lock(path, folder=False),
            lambda: workspace.indexer.state.notes,
        )
        self.offering = Offering(workspace.searcher, workspace.vault, sources)
        self.popup: SwitcherPopup | None = None
        """The switcher, while it is open."""
        # What is only linked to is found out when no key waits for an answer: it may need a look at every note.
        self._idle = QTimer(self, singleShot=True, interval=IDLE)
        self._idle.timeout.connect(self._learn)
        window.commands.bind("jump", self.open)
        self._notes.current_changed.connect(self._visited)
        bridge.follow(workspace.vault.changes, self._moved, self)
        bridge.follow(workspace.indexer.events, self._indexed, self)

    def open(self, text: str = "") -> SwitcherPopup:
        """Open it with *text* in its field."""
        if self.popup is not None:
            self.popup.close()
        window = self._window
        popup = SwitcherPopup(window, window.jump_top(), side=True)
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
            return  # more was typed before this turn came
        try:
            offered, told = await self.offering.offer(typed)
        except VaultDeskError as problem:
            offered, told = [], problem.title
        if shiboken6.isValid(popup):
            popup.show_offered(typed, offered, told)

    def _learn(self) -> None:
        if self.popup is not None and not self.offering.is_ready:
            bridge.start(self._learned(self.popup), owner=self.popup)

    async def _learned(self, popup: SwitcherPopup) -> None:
        try:
            await self.offering.learn()
        except VaultDeskError:
            return  # the status line says that the index fails
        if shiboken6.isValid(popup):
            await self._offer(popup, popup.field.text())

    def _open_note(self) -> tuple[str, str] | None:
        page = self._notes.current_page
        return (page.path, page.text or "") if page is not None and page.path else None

    def _choose(self, choice: Choice, how: str) -> None:
        match choice.way:
            case "search":
                self._search(choice.words)
                return
            case "tag":
                self._search(f"tag:#{choice.words}")
                return
            case "create":
                self._window.show_pane("note")
                bridge.start(self._create(choice.path), owner=self)
                return
        self._window.show_pane("note")
        side = how == "side"
        if side:
            self._notes.sides.use(self._notes.sides.split(down=self._notes.sides.down))
        # At once: with the switcher gone, the window gives the keyboard to what had it last, and that side is used.
        self._notes.setFocus(Qt.FocusReason.OtherFocusReason)
        if choice.way == "heading":
            bridge.start(self._show_heading(choice, new_tab=how == "tab", side=side), owner=self)
        else:
            self._notes.open(choice.path, how == "tab", side=side)

    async def _create(self, path: str) -> None:
        await self._notes.create_note(path)

    async def _show_heading(self, choice: Choice, *, new_tab: bool, side: bool) -> None:
        page = await self._notes.show_note(choice.path, new_tab, side=side)
        headings = await asyncio.to_thread(headings_of, page.text or "")
        if page.path == choice.path:
            go_to_heading(page, headings, choice.nth)

    def _visited(self, path: object) -> None:
        if isinstance(path, str) and path:
            self._kept.visit(path)

    def _moved(self, told: VaultChanged) -> None:
        for change in told.changes:
            if change.kind == "moved" and change.old_path is not None:
                self._kept.moved(change.old_path.text, change.path.text)

    def _indexed(self, _commit: NotesIndexed) -> None:
        self.offering.forget()
