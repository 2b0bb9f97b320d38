"""Note find bar: the row words are looked for in a note with, and a second one that replaces them. Finds nothing."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from vaultdesk.ui.editor.places import Wanted
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import LONGEST_LINE, FindBar

FIELD = 300
"""Pixels of LOOK's drawings of both fields: what is looked for is short, and both stand in line."""


class _FindRow(FindBar):
    """The row itself; the line below is drawn under both rows."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        pass


class NoteFindBar(QWidget):
    """Esc closes it; Enter goes on, Shift+Enter back; Enter behind what is put in replaces."""

    wanted_changed = Signal()
    replace_asked = Signal(bool)
    """The current place is to be replaced, or all of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self.finder = _FindRow(self.tr("Find in the note"))
        self.finder.edit.setMaximumWidth(step(FIELD))
        self.finder.setAccessibleName(self.tr("Find"))
        self.case = self._sign("match-case", self.tr("Match case"))
        self.whole = self._sign("whole-word", self.tr("Whole words"))
        self.pattern = self._sign("pattern", self.tr("Regular expression"))
        place = self.finder.row.indexOf(self.finder.count)
        self.finder.row.insertStretch(self.finder.row.indexOf(self.finder.close_button))
        for button in (self.pattern, self.whole, self.case):
            self.finder.row.insertWidget(place, button)
        self.problem = PlainLabel("", "danger", "small", wrap=True)
        self.problem.setContentsMargins(step(12), step(2), step(12), step(4))
        self.problem.hide()
        self.edit = QLineEdit()
        self.edit.setAccessibleName(self.tr("Replace by"))
        self.edit.setPlaceholderText(self.tr("Replace by"))
        self.edit.setMaxLength(LONGEST_LINE)
        self.edit.installEventFilter(self)
        self.one = PlainButton(self.tr("Replace"), small=True)
        self.all = PlainButton(self.tr("Replace all"), small=True)
        self.replacing = QWidget()
        row = QHBoxLayout(self.replacing)
        row.setContentsMargins(step(8), step(4), step(8), step(6))
        row.setSpacing(step(6))
        self.edit.setMaximumWidth(step(FIELD))
        row.addWidget(self.edit, 1)
        row.addWidget(self.one)
        row.addWidget(self.all)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(step(8), 0, step(8), 0)
        column.setSpacing(0)
        for widget in (self.finder, self.problem, self.replacing):
            column.addWidget(widget)
        self.one.clicked.connect(lambda: self.replace_asked.emit(False))
        self.all.clicked.connect(lambda: self.replace_asked.emit(True))
        self.finder.changed.connect(lambda _words: self.wanted_changed.emit())
        self.replacing.hide()
        self.hide()

    def wanted(self) -> Wanted:
        """Return what is looked for."""
        return Wanted(self.finder.text(), self.case.isChecked(), self.whole.isChecked(), self.pattern.isChecked())

    def begin(self, words: str, *, replace: bool) -> None:
        """Show the bar, with the second row where *replace* is wished."""
        self.show()
        self.replacing.setVisible(replace)
        self.finder.begin(words)
        if replace and self.finder.text():
            self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.edit.selectAll()

    def tell(self, problem: str) -> None:
        """Say what is wrong with the pattern; nothing where it is right."""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def show_count(self, current: int, total: int) -> None:
        """Say which of how many places is current."""
        self.finder.show_count(current, total)
        for button in (self.one, self.all):
            button.setEnabled(bool(total))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Replace by Enter."""
        if (
            watched is self.edit
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            self.replace_asked.emit(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close by Esc from the second row too."""
        if event.key() == Qt.Key.Key_Escape:
            self.finder.closed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line below."""
        QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))

    def _sign(self, icon_name: str, name: str) -> IconButton:
        button = IconButton(icon_name, name)
        button.setCheckable(True)
        button.toggled.connect(lambda on: button.set_icon(icon_name, "accent" if on else "muted"))
        button.toggled.connect(lambda _on: self.wanted_changed.emit())
        return button
