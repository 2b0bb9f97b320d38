"""Undo: takes an answer's changes back and forth in the window, and shows what stands in the way."""

from vaultdesk.ui.undo.refusal_dialog import RefusalDialog
from vaultdesk.ui.undo.undo_desk import UndoDesk

__all__ = ["RefusalDialog", "UndoDesk"]
