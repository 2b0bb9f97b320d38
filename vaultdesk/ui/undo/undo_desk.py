"""Undo desk: the ways of undo in one vault's window: under answers, in the notice after a change, as commands.

What an undo is, is vault/undo.py; taking back and telling so is activity/way_back.py, which the pages share.
"""

from collections.abc import Callable
from weakref import WeakKeyDictionary, WeakSet

import shiboken6
from PySide6.QtCore import QObject

from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.activity.wiring import PageWiring
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.conversation_controller import ConversationController
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.undo.refusal_dialog import RefusalDialog
from vaultdesk.ui.undo.run_changes import RunChanges, applied_words, button_words, read_changes
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.transactions.undo_plan import UndoPlan
from vaultdesk.vault.undo import last_group, last_undo, plan_redo, plan_undo
from vaultdesk.workspace import Workspace

UNDO_COMMANDS = ("undo-change", "redo-change")
"""The commands it binds."""


class UndoDesk(QObject):
    """Follows the chat's answers; needs a running loop."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        chat: ChatDock,
        lists: PageWiring,
        open_note: Callable[[str], object],
    ) -> None:
        """*lists* has the way back that the pages use too; it ends with the desk's vault, and so does the desk."""
        super().__init__(lists)
        self._window = window
        self._workspace = workspace
        self._chat = chat
        self._back = lists.back
        self._open_note = open_note
        self._written: WeakKeyDictionary[Exchange, int] = WeakKeyDictionary()
        """How many of an answer's steps had written when it was last looked at."""
        self._told: dict[str, int] = {}
        """How many changes of each answer were told in a notice."""
        self._talks: list[ConversationController] = []
        self._elsewhere: WeakSet[ExchangeView] = WeakSet()
        """Answers that are shown beside the chat."""
        self._asking = False
        chat.view.exchange_built.connect(self._built)
        chat.conversation_changed.connect(self._follow_talks)
        chat.running_changed.connect(lambda _running: self.renew())
        lists.record.changed.connect(self.renew)
        self._back.refused.connect(self._refused)
        commands = window.commands
        commands.bind("undo-change", lambda: bridge.start(self._undo_last(), owner=self))
        commands.bind("redo-change", lambda: bridge.start(self._redo_last(), owner=self))
        chat.head.set_commands(commands.entries(UNDO_COMMANDS))
        self._follow_talks()

    def renew(self) -> None:
        """Say under each answer in sight what can be taken back of it now."""
        for view in (*self._chat.view.views, *self._elsewhere):
            if shiboken6.isValid(view):
                self._renew_view(view)

    def follow(self, view: ExchangeView) -> None:
        """Offer the way back under an answer that is shown beside the chat, too."""
        self._elsewhere.add(view)
        self._follow_talks()
        self._built(view)

    def _built(self, view: ExchangeView) -> None:
        view.undo_pressed.connect(self._pressed)
        self._renew_view(view)

    def _renew_view(self, view: ExchangeView) -> None:
        if view.exchange.over and view.exchange.run_id:
            bridge.start(self._show(view), owner=self)

    async def _show(self, view: ExchangeView) -> None:
        changes = await self._read(view.exchange.run_id)
        if changes is not None and shiboken6.isValid(view):
            view.set_undo(button_words(changes) if changes else "", redo=changes.offers_redo)

    def _pressed(self, group: str, again: bool) -> None:
        self._back.take(group, again=again)

    def _follow_talks(self, _shown: str = "") -> None:
        self._talks = [talk for talk in self._talks if shiboken6.isValid(talk)]
        for talk in self._chat.conversations:
            if talk not in self._talks:
                self._talks.append(talk)
                talk.exchange_changed.connect(self._changed)

    def _changed(self, exchange: Exchange) -> None:
        """Tell of changes as soon as they are made, not when the answer has ended."""
        written = sum(self._has_written(block) for block in exchange.blocks if isinstance(block, StepBlock))
        if written > self._written.get(exchange, 0):
            self._written[exchange] = written
            bridge.start(self._tell_applied(exchange.run_id), owner=self)

    def _has_written(self, block: StepBlock) -> bool:
        tool = self._workspace.registry.get(block.tool)
        return block.state == "done" and tool is not None and tool.effect in ("write", "delete")

    async def _tell_applied(self, group: str) -> None:
        changes = await self._read(group)
        if changes is not None and changes.standing > self._told.get(group, 0):
            self._told[group] = changes.standing
            self._window.notify(applied_words(changes), self.tr("Undo"), lambda: self._back.take(group))

    async def _read(self, group: str) -> RunChanges | None:
        try:
            return await read_changes(self._workspace.vault, group)
        except VaultDeskError:
            return None  # The journal's trouble is told where something is undone.

    async def _undo_last(self) -> None:
        try:
            last = await last_group(self._workspace.vault)
        except VaultDeskError as problem:
            self._window.notify(str(problem))
            return
        if last is None:
            self._window.notify(self.tr("There is no change to undo."))
        else:
            self._back.take(last.group)

    async def _redo_last(self) -> None:
        try:
            last = await last_undo(self._workspace.vault)
        except VaultDeskError as problem:
            self._window.notify(str(problem))
            return
        if last is None:
            self._window.notify(self.tr("There is nothing to do again."))
        else:
            self._back.take(last.group, again=True)

    def _refused(self, what: int | str, again: bool, _outcome: object) -> None:
        if not self._asking:
            bridge.start(self._ask(what, again), owner=self)

    async def _ask(self, what: int | str, again: bool) -> None:
        self._asking = True
        try:
            await self._show_refusal(what, again)
        except VaultDeskError as problem:
            self._window.notify(str(problem))
        finally:
            self._asking = False

    async def _show_refusal(self, what: int | str, again: bool) -> None:
        vault = self._workspace.vault
        plan = await (plan_redo if again else plan_undo)(vault, what)
        if plan.problem or plan.is_clean:
            # It went away while it was looked at.
            self._back.take(what, again=again)
            return
        if not await self._wants_merge(plan):
            return
        workspace = self._workspace
        outcome = await (workspace.redo if again else workspace.undo)(what, True)
        if outcome.refused:
            self._window.notify(self.tr("The notes changed once more; nothing was touched."))
            return
        words = outcome.problem or self.tr("Merged. What came since is kept.")
        self._window.notify(words, self.tr("Undo"), lambda: self._back.take(outcome.group))

    async def _wants_merge(self, plan: UndoPlan) -> bool:
        dialog = RefusalDialog(plan, self._open_note, self._window)
        self._window.dim_for(dialog)
        try:
            await bridge.ask(dialog)
            return dialog.merge_wanted
        finally:
            if shiboken6.isValid(dialog):
                dialog.deleteLater()
