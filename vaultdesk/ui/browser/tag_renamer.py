"""Renaming of a tag in all notes of a vault."""

import json
from collections.abc import Mapping

from PySide6.QtCore import QObject

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.builtin.bulk_tool import BulkUpdate
from vaultdesk.tools.builtin.read_tools import MAX_FILES
from vaultdesk.tools.runtime.approvals import (
    ApprovalDecision,
    ApprovalRequest,
    Approver,
    FirstUseAnswer,
    FirstUseRequest,
)
from vaultdesk.tools.runtime.tool_results import explanation_of
from vaultdesk.tools.tool import ToolResult
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.tags_pane import TagsPane
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.review.window_approver import WindowApprover
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.form_dialog import RenameDialog
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.markdown.tag_edit import tag_name
from vaultdesk.workspace import Workspace


class TagRenamer(QObject):
    """Uses the tool for changes of many notes, which asks once and lists each of them."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, pane: TagsPane, notes: NoteArea, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace = window, workspace
        self._pane = pane
        self._notes = notes
        self._recorder = _RefusalRecorder(WindowApprover(window, None, lambda: "dialog"))
        self._busy = False
        self._pane.rename_requested.connect(lambda tag, count: bridge.start(self.rename(tag, count), owner=self))

    async def rename(self, tag: str, count: int) -> None:
        """Ask for the new name of *tag*, which *count* notes have, and rename it."""
        if self._busy:
            return
        self._busy = True
        try:
            if count > MAX_FILES:
                text = self.tr("{n} notes have this tag, but at most {most} can be changed at once.")
                self._window.notify(text.format(n=format_number(count), most=format_number(MAX_FILES)))
            elif (name := await self._ask_name(tag, count)) and await self._notes.save_now():
                self._show_result(tag, name, await self._rename_tag(tag, name))
        except VaultDeskError as error:
            self._window.notify(translate_error(error))
        finally:
            self._busy = False

    async def _ask_name(self, tag: str, count: int) -> str:
        """Return the new name; empty if cancelled."""
        if count == 1:
            text = self.tr("1 note has this tag or a nested tag. You see the change before it is made.")
        else:
            text = self.tr("{n} notes have this tag or a nested tag. You see every change before it is made.")
        title = self.tr("Rename the tag #{tag}").format(tag=tag[:60])
        dialog = RenameDialog(title, text.format(n=format_number(count)), tag, self._window, _problem_of)
        try:
            return tag_name(dialog.name.text()) if await bridge.ask(dialog) else ""
        finally:
            dialog.deleteLater()

    async def _rename_tag(self, tag: str, name: str) -> ToolResult:
        change = {"kind": "rename_tag", "tag": tag, "new_tag": name}
        arguments = json.dumps({"filter": {"tag": tag}, "change": change})
        self._recorder.refused = False
        return await self._workspace.call(BulkUpdate.name, arguments, self._recorder)

    def _show_result(self, tag: str, name: str, result: ToolResult) -> None:
        data = result.data if isinstance(result.data, Mapping) else {}
        changed = data.get("updated")
        if not result.success:
            if result.error is not None and not self._recorder.refused:  # A refusal by the user needs no message.
                self._window.notify(translate(explanation_of(result.error.code, result.error.explanation)))
        elif isinstance(changed, int) and changed:
            if changed == 1:
                text = self.tr("Renamed #{tag} to #{name} in 1 note.")
            else:
                text = self.tr("Renamed #{tag} to #{name} in {n} notes.")
            message = text.format(tag=tag[:60], name=name[:60], n=format_number(changed))
            self._window.notify(message, self.tr("Undo"), self._window.commands["undo-change"].trigger)
        else:
            self._window.notify(self.tr("No note was changed."))


class _RefusalRecorder:
    """Asks, and records the answer."""

    def __init__(self, approver: Approver) -> None:
        self._approver = approver
        self.refused = False

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        decision = await self._approver.ask(request)
        self.refused = not decision.approved
        return decision

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        return await self._approver.ask_first_use(request)


def _problem_of(name: str) -> str:
    try:
        tag_name(name)
    except VaultDeskError as error:
        return translate_error(error)
    return ""
