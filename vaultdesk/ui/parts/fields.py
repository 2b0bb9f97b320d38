"""Fields: one line of text, with a sentence under it where it is wrong; and the field one searches with."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.draw_fields import PROBLEM
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme

LONGEST_LINE = 4_000
"""Characters a field takes; a pasted book would stop the window."""


class TextField(QWidget):
    """A line edit that can say what is wrong with its value."""

    changed = Signal(str)
    submitted = Signal()

    def __init__(
        self, name: str, text: str = "", *, placeholder: str = "", secret: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(4))
        self.edit = QLineEdit(text)
        self.edit.setMaxLength(LONGEST_LINE)
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(placeholder)
        if secret:
            self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self._mark = QAction(self.edit)
        self._problem = PlainLabel("", "danger", "small", wrap=True)
        self._problem.hide()
        column.addWidget(self.edit)
        column.addWidget(self._problem)
        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self.changed)
        self.edit.returnPressed.connect(self.submitted)
        theme().changed.connect(self._dress)

    def text(self) -> str:
        """Return what is in the field."""
        return self.edit.text()

    def set_text(self, text: str) -> None:
        """Put *text* into the field."""
        self.edit.setText(text)

    def problem(self) -> str:
        """Return what is wrong, or nothing."""
        return self._problem.text() if self._problem.isVisibleTo(self) else ""

    def set_problem(self, problem: str) -> None:
        """Say what is wrong with the value; an empty text says it is right."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self.edit.setProperty(PROBLEM, bool(problem))
        self.edit.setAccessibleDescription(problem)
        self.edit.removeAction(self._mark)
        if problem:
            self._dress()
            self.edit.addAction(self._mark, QLineEdit.ActionPosition.TrailingPosition)
        self.edit.update()

    def _dress(self) -> None:
        self._mark.setIcon(icon("warning", "danger", "danger", 15))


class SearchField(QLineEdit):
    """A field with a glass before and a cross behind the words; Esc empties it, arrows go to the list below."""

    stepped = Signal(int)
    """Up or down was pressed: -1 or 1."""
    escaped = Signal()
    """Esc was pressed in the empty field."""

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        self.setMaxLength(LONGEST_LINE)
        self._glass = QAction(self.tr("Search"), self)
        self._glass.setEnabled(False)
        self._cross = QAction(self.tr("Clear"), self)
        self._cross.triggered.connect(self.clear)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.textChanged.connect(self._offer_cross)
        self._dress()
        theme().changed.connect(self._dress)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Esc and the arrows; everything else is text."""
        match event.key():
            case Qt.Key.Key_Escape:
                if self.text():
                    self.clear()
                else:
                    self.escaped.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.stepped.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            case _:
                super().keyPressEvent(event)

    def _offer_cross(self, text: str) -> None:
        self.removeAction(self._cross)
        if text:
            self.addAction(self._cross, QLineEdit.ActionPosition.TrailingPosition)

    def _dress(self) -> None:
        muted = icon("search", "muted", "muted", 14)
        # A disabled action would be drawn in the disabled colour; the glass only cannot be pressed.
        muted.addPixmap(muted.pixmap(theme().step(14)), muted.Mode.Disabled)
        self._glass.setIcon(muted)
        self._cross.setIcon(icon("close", "muted", "text", 14))
