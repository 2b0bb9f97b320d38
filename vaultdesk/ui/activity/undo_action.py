"""Undo and redo from the window, with a notification of the result."""

from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.vault.undo import UndoOutcome

UndoCall = Callable[[int | str], Awaitable[UndoOutcome]]
"""Undoes or redoes a change or a group."""


class UndoAction(QObject):
    """Undoes and redoes changes and reports the result."""

    told = Signal(str, str, object)
    """Message about the result, with the label and the callback of its action; both may be empty."""
    refused = Signal(object, bool, object)
    """What was not undone (or redone if true) because a note changed since, and the outcome with the reason."""

    def __init__(self, undo: UndoCall, redo: UndoCall, parent: QObject) -> None:
        super().__init__(parent)
        self._undo = undo
        self._redo = redo

    def take(self, what: int | str, *, again: bool = False) -> None:
        """Undo *what*, or redo it with *again*."""
        start(self._take(what, again), self)

    async def _take(self, what: int | str, again: bool) -> None:
        try:
            outcome = await (self._redo if again else self._undo)(what)
        except VaultDeskError as problem:
            self.told.emit(translate_error(problem), "", None)
            return
        if outcome.refused:
            self.refused.emit(what, again, outcome)
        elif outcome.done:
            words = self.tr("Done again: {notes}.") if again else self.tr("Undone: {notes}.")
            back = self.tr("Undo") if again else self.tr("Redo")
            told = words.format(notes=self._notes(outcome)) + (
                f" {translate(outcome.problem)}" if outcome.problem else ""
            )
            self.told.emit(told, back, lambda: self.take(what, again=not again))
        else:
            self.told.emit(translate(outcome.problem), "", None)

    def _notes(self, outcome: UndoOutcome) -> str:
        if len(outcome.notes) == 1:
            return note_name(outcome.notes[0])
        return self.tr("{n} notes").format(n=format_number(len(outcome.notes)))
