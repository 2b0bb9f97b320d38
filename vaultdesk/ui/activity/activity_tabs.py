"""The activity page and the page of disclosures as tabs of a window, and the commands that open them."""

from PySide6.QtCore import QObject

from vaultdesk.ui.activity.activity_page import ActivityPage
from vaultdesk.ui.activity.activity_record import ActivityRecord
from vaultdesk.ui.activity.change_history import UndoAction
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureReviewController
from vaultdesk.ui.privacy.disclosures_page import DisclosuresPage
from vaultdesk.ui.privacy.private_note_action import NoteBadges, PrivateNoteAction
from vaultdesk.ui.translation import translate
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace


class ActivityTabs(QObject):
    """Opens the two pages and handles their signals."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        browser: LeftPane,
        notes: NoteArea,
        chat: ChatDock,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._notes = notes
        self.disclosure_review = DisclosureReviewController(window, workspace, chat, self)
        self.note_badges = NoteBadges(workspace, browser, notes, self)
        self.record = ActivityRecord(workspace.vault, workspace.audit_log, workspace.ledger, self)
        self.undo_action = UndoAction(workspace.undo, workspace.redo, self)
        self.private_note_action = PrivateNoteAction(
            workspace.store, workspace.vault.root, workspace.privacy.shown_rule, self
        )
        self.private_note_action.rules_requested.connect(window.commands["private-notes"].trigger)
        for source in (self.undo_action, self.private_note_action):
            source.message_requested.connect(self._notify)
        window.commands.bind("activity", self.show_activity)
        window.commands.bind("what-left", self.show_disclosures)
        browser.tree.history_requested.connect(self.show_history)
        notes.history_requested.connect(self.show_history)

    def close(self) -> None:
        """Disconnect from the vault."""
        self.disclosure_review.close()

    def show_activity(self) -> ActivityPage:
        """Show the page of changes, tool calls and everything."""
        self._window.show_pane("note")
        page = self._notes.show_page("activity", self.tr("Activity"), self._make_activity)
        assert isinstance(page, ActivityPage)
        return page

    def show_disclosures(self) -> DisclosuresPage:
        """Show the page of disclosures in its previous state."""
        self._window.show_pane("note")
        page = self._notes.show_page("what-left", self.tr("What left this computer"), self._make_disclosures)
        assert isinstance(page, DisclosuresPage)
        return page

    def show_span(self, span: str, conversation_id: str) -> None:
        """Show the disclosures of a conversation, or of today and this month."""
        page = self.show_disclosures()
        if span == "chat" and conversation_id:
            page.show_conversation(conversation_id)
        else:
            page.show_all()

    def show_history(self, path: str) -> None:
        """Show the path history of the note at *path*."""
        self.show_disclosures().show_note(path)

    def _make_activity(self) -> ActivityPage:
        registry = self._workspace.registry
        page = ActivityPage(
            self.record, self.undo_action, {tool.name: translate(tool.display_name) for tool in registry.tools}
        )
        page.note_opened.connect(self._open)
        page.message_requested.connect(self._notify)
        page.disclosures_requested.connect(lambda question: self.show_disclosures().show_question(question))
        return page

    def _make_disclosures(self) -> DisclosuresPage:
        privacy = self._workspace.privacy

        def is_private(path: str) -> bool:
            rule = privacy.strictest_rule(path)
            return rule is not None and rule.answer != "ask"

        page = DisclosuresPage(self._workspace.ledger, self._workspace.account, is_private)
        page.note_opened.connect(self._open)
        page.message_requested.connect(self._notify)
        page.exclude_requested.connect(lambda path: self.private_note_action.make_private([path]))
        follow(privacy.changes, lambda _nothing: page.redraw(), page)
        return page

    def _open(self, path: str) -> None:
        self._window.show_pane("note")
        self._notes.open(path)

    def _notify(self, message: str, action: str, callback: object) -> None:
        self._window.notify(message, action, callback if callable(callback) else None)
