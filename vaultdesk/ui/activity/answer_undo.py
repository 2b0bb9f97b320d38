"""Undo of an answer's changes: button under the answer, notification and commands."""

import asyncio
from collections.abc import Callable
from weakref import WeakKeyDictionary, WeakSet

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QObject

from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.activity.activity_tabs import ActivityTabs
from vaultdesk.ui.activity.change_history import change_groups
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.open_conversations import ConversationController
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.undo_conflict import UndoConflictDialog
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.undo import UndoPlan, last_group, last_undo, plan_redo, plan_undo
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace import Workspace

_tr = translator("AnswerUndo")

MAX_COUNTED_ANSWER_CHANGES = 5_000
"""Maximum number of changes of one answer that are counted."""


class AnswerChanges(Struct, frozen=True):
    """Which of an answer's changes are applied and which are undone."""

    group: str
    applied: int = 0
    """Changes that an undo would revert, without repaired links."""
    links: int = 0
    """Notes with links that are changed along with them."""
    undone: int = 0
    """Undone changes, without repaired links."""

    @property
    def offers_redo(self) -> bool:
        """Whether all changes are undone, so that the button offers Redo."""
        return not self.applied and bool(self.undone)

    def __bool__(self) -> bool:
        return bool(self.applied or self.undone)


async def read_changes(vault: Vault, group: str) -> AnswerChanges:
    """Return what the answer *group*, a run id, changed. Raises `JournalFailed`."""
    entries = await asyncio.to_thread(vault.journal.changes, MAX_COUNTED_ANSWER_CHANGES, group=group)
    groups = change_groups(entries)
    if not groups:
        return AnswerChanges(group)
    items = [item for item in groups[0].items if item.changed_vault]
    edits = [item for item in items if item.kind != "links"]
    link_repairs = [item for item in items if item.kind == "links" and not item.undone]
    return AnswerChanges(
        group,
        applied=sum(not item.undone for item in edits),
        links=sum(len(item.entries) for item in link_repairs),
        undone=sum(item.undone for item in edits),
    )


def undo_button_text(changes: AnswerChanges) -> str:
    """Return the label of the button under the answer."""
    if changes.offers_redo:
        return _tr("Redo")
    if changes.applied == 1:
        return _tr("Undo 1 change")
    return _tr("Undo {0} changes").format(format_number(changes.applied))


def applied_changes_text(changes: AnswerChanges) -> str:
    """Return the notification after changes were made."""
    template = _tr("1 change applied") if changes.applied == 1 else _tr("{0} changes applied")
    text = template.format(format_number(changes.applied))
    if not changes.links:
        return f"{text}."
    links_template = _tr("links repaired in 1 note") if changes.links == 1 else _tr("links repaired in {0} notes")
    return f"{text}, {links_template.format(format_number(changes.links))}."


class AnswerUndo(QObject):
    """Follows the chat's answers; needs a running event loop."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        chat: ChatDock,
        tabs: ActivityTabs,
        open_note: Callable[[str], object],
    ) -> None:
        """*tabs* owns the undo action shared with the pages; both are destroyed with the vault, as is this object."""
        super().__init__(tabs)
        self._window = window
        self._workspace = workspace
        self._chat = chat
        self._undo_action = tabs.undo_action
        self._open_note = open_note
        self._written: WeakKeyDictionary[Exchange, int] = WeakKeyDictionary()
        """Number of steps of an answer that had written when it was last checked."""
        self._notified: dict[str, int] = {}
        """Number of changes of each answer that were shown in a notification."""
        self._conversations: list[ConversationController] = []
        self._other_views: WeakSet[ExchangeView] = WeakSet()
        """Views of answers outside the chat."""
        self._asking = False
        chat.transcript.exchange_built.connect(self._view_built)
        chat.conversation_changed.connect(self._follow_conversations)
        chat.running_changed.connect(lambda _running: self.refresh())
        tabs.record.changed.connect(self.refresh)
        self._undo_action.refused.connect(self._refused)
        commands = window.commands
        commands.bind("undo-change", lambda: bridge.start(self._undo_last(), owner=self))
        commands.bind("redo-change", lambda: bridge.start(self._redo_last(), owner=self))
        self._follow_conversations()

    def refresh(self) -> None:
        """Update the undo button of each visible answer."""
        for view in (*self._chat.transcript.views, *self._other_views):
            if shiboken6.isValid(view):
                self._refresh_view(view)

    def follow(self, view: ExchangeView) -> None:
        """Offer Undo under an answer shown outside the chat."""
        self._other_views.add(view)
        self._follow_conversations()
        self._view_built(view)

    def _view_built(self, view: ExchangeView) -> None:
        view.undo_pressed.connect(self._pressed)
        self._refresh_view(view)

    def _refresh_view(self, view: ExchangeView) -> None:
        if view.exchange.is_finished and view.exchange.run_id:
            bridge.start(self._show(view), owner=self)

    async def _show(self, view: ExchangeView) -> None:
        changes = await self._read(view.exchange.run_id)
        if changes is not None and shiboken6.isValid(view):
            view.set_undo(undo_button_text(changes) if changes else "", redo=changes.offers_redo)

    def _pressed(self, group: str, redo: bool) -> None:
        self._undo_action.run(group, redo=redo)

    def _follow_conversations(self, _shown: str = "") -> None:
        self._conversations = [controller for controller in self._conversations if shiboken6.isValid(controller)]
        for controller in self._chat.conversations:
            if controller not in self._conversations:
                self._conversations.append(controller)
                controller.exchange_changed.connect(self._changed)

    def _changed(self, exchange: Exchange) -> None:
        """Report changes as soon as they are made, not when the answer has ended."""
        written = sum(self._has_written(block) for block in exchange.blocks if isinstance(block, StepBlock))
        if written > self._written.get(exchange, 0):
            self._written[exchange] = written
            bridge.start(self._notify_applied(exchange.run_id), owner=self)

    def _has_written(self, block: StepBlock) -> bool:
        tool = self._workspace.registry.get(block.tool)
        return block.state == "done" and tool is not None and tool.effect in ("write", "delete")

    async def _notify_applied(self, group: str) -> None:
        changes = await self._read(group)
        if changes is not None and changes.applied > self._notified.get(group, 0):
            self._notified[group] = changes.applied
            self._window.notify(applied_changes_text(changes), self.tr("Undo"), lambda: self._undo_action.run(group))

    async def _read(self, group: str) -> AnswerChanges | None:
        try:
            return await read_changes(self._workspace.vault, group)
        except VaultDeskError:
            return None  # A journal error is reported when something is undone.

    async def _undo_last(self) -> None:
        try:
            last = await last_group(self._workspace.vault)
        except VaultDeskError as problem:
            self._window.notify(translate_error(problem))
            return
        if last is None:
            self._window.notify(self.tr("There is no change to undo."))
        else:
            self._undo_action.run(last.group)

    async def _redo_last(self) -> None:
        try:
            last = await last_undo(self._workspace.vault)
        except VaultDeskError as problem:
            self._window.notify(translate_error(problem))
            return
        if last is None:
            self._window.notify(self.tr("There is no change to redo."))
        else:
            self._undo_action.run(last.group, redo=True)

    def _refused(self, target: int | str, redo: bool, _outcome: object) -> None:
        if not self._asking:
            bridge.start(self._ask(target, redo), owner=self)

    async def _ask(self, target: int | str, redo: bool) -> None:
        self._asking = True
        try:
            await self._show_refusal(target, redo)
        except VaultDeskError as problem:
            self._window.notify(translate_error(problem))
        finally:
            self._asking = False

    async def _show_refusal(self, target: int | str, redo: bool) -> None:
        vault = self._workspace.vault
        plan = await (plan_redo if redo else plan_undo)(vault, target)
        if plan.problem or plan.is_clean:
            # The conflict no longer exists.
            self._undo_action.run(target, redo=redo)
            return
        if not await self._wants_merge(plan):
            return
        workspace = self._workspace
        outcome = await (workspace.redo if redo else workspace.undo)(target, True)
        if outcome.refused:
            self._window.notify(self.tr("The notes changed again, so nothing was merged."))
            return
        message = outcome.problem or self.tr("Merged. Later changes are kept.")
        self._window.notify(translate(message), self.tr("Undo"), lambda: self._undo_action.run(outcome.group))

    async def _wants_merge(self, plan: UndoPlan) -> bool:
        dialog = UndoConflictDialog(plan, self._open_note, self._window)
        self._window.dim_behind(dialog)
        try:
            await bridge.ask(dialog)
            return dialog.merge_requested
        finally:
            if shiboken6.isValid(dialog):
                dialog.deleteLater()
