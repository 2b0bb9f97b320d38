"""Wiring: the pages of what happened and what left, as tabs of one vault's window, and all that belongs to them.

Decides nothing: what is shown how is the pages' and the parts' business.
"""

from PySide6.QtCore import QObject

from vaultdesk.ui.activity.activity_page import ActivityPage
from vaultdesk.ui.activity.record import ActivityRecord
from vaultdesk.ui.activity.sign_wiring import SignWiring
from vaultdesk.ui.activity.way_back import WayBack
from vaultdesk.ui.activity.write_wiring import WriteWiring
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.status_menus import StatusMenus
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.privacy.leaves_wiring import LeavesWiring
from vaultdesk.ui.privacy.never_again import NeverAgain
from vaultdesk.ui.privacy.what_left_page import WhatLeftPage
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace

Panes = tuple[LeftPane, NoteArea, ChatDock, StatusMenus]
"""What of the window belongs to the vault."""


class PageWiring(QObject):
    """Opens the two pages, and does what is asked for on them."""

    def __init__(self, window: MainWindow, workspace: Workspace, panes: Panes, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        browser, notes, chat, menus = panes
        self._notes = notes
        self.leaves = LeavesWiring(window, workspace, chat, self)
        self.signs = SignWiring(workspace, browser, notes, self)
        self.writing = WriteWiring(window, workspace.vault, notes, self)
        self.record = ActivityRecord(workspace.vault, workspace.audit, workspace.ledger, self)
        self.back = WayBack(workspace.undo, workspace.redo, self)
        self.never = NeverAgain(workspace.store, workspace.vault.root, self)
        for teller in (self.back, self.never):
            teller.told.connect(self._tell)
        window.commands.bind("activity", self.show_activity)
        window.commands.bind("what-left", self.show_what_left)
        self.writing.changes_asked.connect(self.show_activity)
        menus.activity_asked.connect(self.show_activity)
        menus.everything_asked.connect(self.show_what_left)
        browser.tree.history_asked.connect(self.show_history)
        notes.history_requested.connect(self.show_history)

    def close(self) -> None:
        """Let go of the vault."""
        self.leaves.close()
        self.writing.close()

    def show_activity(self) -> ActivityPage:
        """Show the page of changes, tool calls and everything."""
        self._window.show_pane("note")
        page = self._notes.show_list("activity", self.tr("Activity"), self._make_activity)
        assert isinstance(page, ActivityPage)
        return page

    def show_what_left(self) -> WhatLeftPage:
        """Show the page of what left this computer, as it was left."""
        self._window.show_pane("note")
        page = self._notes.show_list("what-left", self.tr("What left this computer"), self._make_what_left)
        assert isinstance(page, WhatLeftPage)
        return page

    def show_history(self, path: str) -> None:
        """Show where the note at *path* went."""
        self.show_what_left().show_note(path)

    def _make_activity(self) -> ActivityPage:
        registry = self._workspace.registry
        page = ActivityPage(self.record, self.back, {tool.name: tool.display_name for tool in registry.tools})
        page.note_opened.connect(self._open)
        page.told.connect(self._tell)
        page.left_asked.connect(lambda question: self.show_what_left().show_question(question))
        return page

    def _make_what_left(self) -> WhatLeftPage:
        privacy = self._workspace.privacy

        def closed(path: str) -> bool:
            rule = privacy.why(path)
            return rule is not None and rule.answer != "ask"

        page = WhatLeftPage(self._workspace.ledger, closed)
        page.note_opened.connect(self._open)
        page.told.connect(self._tell)
        page.never_asked.connect(self.never.close)
        follow(privacy.changes, lambda _nothing: page.redraw(), page)
        return page

    def _open(self, path: str) -> None:
        self._window.show_pane("note")
        self._notes.open(path)

    def _tell(self, words: str, action: str, do: object) -> None:
        self._window.notify(words, action, do if callable(do) else None)
