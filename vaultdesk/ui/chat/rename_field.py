"""Rename field: a name that is changed where it stands. Enter takes it, Esc leaves it; keeps nothing itself."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

LONGEST_NAME = 200
"""Characters of a chat's name; its note's file is called so."""


class RenameField(QLineEdit):
    """Shows itself over the name; goes away when it is done."""

    named = Signal(str)
    """Another name was entered."""
    ended = Signal()
    """It is gone, whether or not a name was entered."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """*name* is the field's, for a screen reader."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMaxLength(LONGEST_NAME)
        self._before = ""
        self.hide()

    def begin(self, title: str) -> None:
        """Show *title*, all of it selected, with the keyboard."""
        self._before = title
        self.setText(title)
        self.show()
        self.raise_()
        # Backwards, so that a long name is seen from its beginning.
        self.end(False)
        self.home(True)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the command that stops an answer."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter and Esc; everything else is the name's."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._end(taken=True)
            case Qt.Key.Key_Escape:
                self._end(taken=False)
            case _:
                super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take what was typed: who clicks elsewhere meant it. A menu or another window is not elsewhere."""
        super().focusOutEvent(event)
        away = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if event.reason() not in away:
            self._end(taken=True)

    def _end(self, *, taken: bool) -> None:
        if self.isHidden():
            return
        self.hide()
        title = " ".join(self.text().split())
        if taken and title and title != self._before:
            self.named.emit(title)
        self.ended.emit()
