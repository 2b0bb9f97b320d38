"""Opens the activity and disclosures pages as tabs, and reports which window holds the write lock."""

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.activity.activity_page import ActivityPage, ActivityRecord
from vaultdesk.ui.activity.undo_action import UndoAction
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.status_menus import StatusMenus
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureReviewController
from vaultdesk.ui.privacy.disclosures_page import DisclosuresPage
from vaultdesk.ui.privacy.private_note_action import NoteBadges, PrivateNoteAction
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.banner import Action
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace import Workspace

READ_ONLY_PROBLEM = "read-only"
"""Topic of the message below the toolbar."""


class WriteLockNotice(QObject):
    """Reports the state of the write lock of one vault. A write tries to acquire it again by itself."""

    changes_requested = Signal()
    """The list of changes should be shown, with the recovery results."""

    def __init__(self, window: MainWindow, vault: Vault, notes: NoteArea, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._vault = vault
        self._notes = notes
        self._shown = ""
        follow(vault.changes, lambda _changes: self._renew(), self)
        start(self._claim(), self)

    def close(self) -> None:
        """Stop reporting."""
        self._window.problems.clear(READ_ONLY_PROBLEM)

    async def _claim(self) -> None:
        try:
            await self._vault.claim_write_access()
        except VaultDeskError as problem:
            self._window.problems.show_problem(READ_ONLY_PROBLEM, "danger", translate_error(problem), [self._again()])
            return
        self._renew()
        told = [one.sentence for one in self._vault.recovered if one.sentence]
        if told:
            more = self.tr(" And {n} more.").format(n=format_number(len(told) - 1)) if len(told) > 1 else ""
            self._window.notify(translate(told[0]) + more, self.tr("Show"), self.changes_requested.emit)

    def _again(self) -> Action:
        return self.tr("Try again"), lambda: start(self._claim(), self)

    def _renew(self) -> None:
        """Update the message if the state changed."""
        why_not = self._vault.read_only
        if why_not == self._shown:
            return
        self._shown = why_not
        if why_not:
            self._window.problems.show_problem(READ_ONLY_PROBLEM, "warning", translate(why_not), [self._again()])
        else:
            self._window.problems.clear(READ_ONLY_PROBLEM)
        for page in self._notes.pages:
            if page.editing or not why_not:
                page.editor.setReadOnly(not page.saving.may_write(translate(why_not)))


class ActivityTabs(QObject):
    """Opens the two pages and handles their signals."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        browser: LeftPane,
        notes: NoteArea,
        chat: ChatDock,
        menus: StatusMenus,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._notes = notes
        self.disclosure_review = DisclosureReviewController(window, workspace, chat, self)
        self.note_badges = NoteBadges(workspace, browser, notes, self)
        self.write_lock = WriteLockNotice(window, workspace.vault, notes, self)
        self.record = ActivityRecord(workspace.vault, workspace.audit_log, workspace.ledger, self)
        self.undo_action = UndoAction(workspace.undo, workspace.redo, self)
        self.private_note_action = PrivateNoteAction(
            workspace.store, workspace.vault.root, workspace.privacy.shown_rule, self
        )
        self.private_note_action.rules_requested.connect(window.commands["private-notes"].trigger)
        for teller in (self.undo_action, self.private_note_action):
            teller.told.connect(self._notify)
        window.commands.bind("activity", self.show_activity)
        window.commands.bind("what-left", self.show_disclosures)
        self.write_lock.changes_requested.connect(self.show_activity)
        menus.activity_requested.connect(self.show_activity)
        browser.tree.history_requested.connect(self.show_history)
        notes.history_requested.connect(self.show_history)

    def close(self) -> None:
        """Disconnect from the vault."""
        self.disclosure_review.close()
        self.write_lock.close()

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
        page.told.connect(self._notify)
        page.disclosures_requested.connect(lambda question: self.show_disclosures().show_question(question))
        return page

    def _make_disclosures(self) -> DisclosuresPage:
        privacy = self._workspace.privacy

        def closed(path: str) -> bool:
            rule = privacy.strictest_rule(path)
            return rule is not None and rule.answer != "ask"

        page = DisclosuresPage(self._workspace.ledger, self._workspace.account, closed)
        page.note_opened.connect(self._open)
        page.told.connect(self._notify)
        page.exclude_requested.connect(lambda path: self.private_note_action.keep([path]))
        follow(privacy.changes, lambda _nothing: page.redraw(), page)
        return page

    def _open(self, path: str) -> None:
        self._window.show_pane("note")
        self._notes.open(path)

    def _notify(self, words: str, action: str, do: object) -> None:
        self._window.notify(words, action, do if callable(do) else None)
