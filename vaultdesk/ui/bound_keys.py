"""Bound keys: which keys a command of the window has, for a part deep in it that shows them. Binds nothing."""

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


def bound_action(part: QWidget, name: str) -> QAction | None:
    """Return the command *name* whose keys count where *part* is: of a pane around it, or of its window."""
    around: QWidget | None = part
    while around is not None:
        for action in around.actions():
            if action.objectName() == name:
                return action
        around = around.parentWidget()
    return None


def bound_keys(part: QWidget, name: str) -> str:
    """Return the first keys of that command as this system writes them; nothing where it has none."""
    action = bound_action(part, name)
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText) if action is not None else ""
