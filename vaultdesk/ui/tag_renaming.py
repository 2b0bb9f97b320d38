"""Tag renaming: another name for a tag in all notes: asked for, shown as differences, one change that can be undone."""

import json
from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.builtin.bulk_tool import BulkUpdate
from vaultdesk.tools.builtin.file_read import MOST_FILES
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, Approver
from vaultdesk.tools.tool import ToolResult
from vaultdesk.ui import bridge
from vaultdesk.ui.approval.approver import WindowApprover
from vaultdesk.ui.browser.tags_pane import TagsPane
from vaultdesk.ui.facts import number
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.rename_dialog import RenameDialog
from vaultdesk.vault.markdown.tag_edit import tag_name
from vaultdesk.workspace import Workspace


class TagRenaming(QObject):
    """Done by the tool that changes many notes, which asks once and lists each of them."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, panes: tuple[TagsPane, NoteArea], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace = window, workspace
        self._pane, self._notes = panes
        self._asking = _Asking(WindowApprover(window, None, lambda: "dialog"))
        self._busy = False
        self._pane.rename_asked.connect(lambda tag, count: bridge.start(self.rename(tag, count), owner=self))

    async def rename(self, tag: str, count: int) -> None:
        """Ask what *tag*, which *count* notes carry, is called from now on, and rename it."""
        if self._busy:
            return
        self._busy = True
        try:
            if count > MOST_FILES:
                words = self.tr("{n} notes carry that tag; at most {most} can be changed at a time.")
                self._window.notify(words.format(n=number(count), most=number(MOST_FILES)))
            elif (name := await self._name(tag, count)) and await self._notes.save_now():
                self._tell(tag, name, await self._renamed(tag, name))
        except VaultDeskError as problem:
            self._window.notify(str(problem))
        finally:
            self._busy = False

    async def _name(self, tag: str, count: int) -> str:
        """Return another name; empty where none is wanted."""
        if count == 1:
            words = self.tr("1 note carries it or a tag below it. You see the change before it is made.")
        else:
            words = self.tr("{n} notes carry it or a tag below it. You see every change before it is made.")
        title = self.tr("Rename the tag #{tag}").format(tag=tag[:60])
        dialog = RenameDialog(title, words.format(n=number(count)), tag, self._window, _problem_of)
        try:
            return tag_name(dialog.name.text()) if await bridge.ask(dialog) else ""
        finally:
            dialog.deleteLater()

    async def _renamed(self, tag: str, name: str) -> ToolResult:
        change = {"kind": "rename_tag", "tag": tag, "new_tag": name}
        arguments = json.dumps({"filter": {"tag": tag}, "change": change})
        self._asking.refused = False
        return await self._workspace.call(BulkUpdate.name, arguments, self._asking)

    def _tell(self, tag: str, name: str, result: ToolResult) -> None:
        data = result.data if isinstance(result.data, Mapping) else {}
        changed = data.get("updated")
        if not result.success:
            if result.error is not None and not self._asking.refused:  # Who says no knows it.
                self._window.notify(result.error.message)
        elif isinstance(changed, int) and changed:
            if changed == 1:
                words = self.tr("#{tag} is called #{name} now, in 1 note.")
            else:
                words = self.tr("#{tag} is called #{name} now, in {n} notes.")
            told = words.format(tag=tag[:60], name=name[:60], n=number(changed))
            self._window.notify(told, self.tr("Undo"), partial(self._window.commands["undo-change"].trigger))
        else:
            self._window.notify(self.tr("No note was changed."))


class _Asking:
    """Asks, and knows what was answered."""

    def __init__(self, approver: Approver) -> None:
        self._approver = approver
        self.refused = False

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        decision = await self._approver.ask(request)
        self.refused = not decision.approved
        return decision


def _problem_of(name: str) -> str:
    try:
        tag_name(name)
    except VaultDeskError as problem:
        return f"{problem.title}. {problem.hint}".strip()
    return ""
