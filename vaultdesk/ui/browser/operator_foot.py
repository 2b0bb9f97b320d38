"""OperatorFoot: the operators one needs most, one press each, under the search. Searches nothing."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.browser.operators import Operator, operators
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip

SHOWN = {"path:|": "path:", "tag:#|": "tag:", "file:|": "file:", "line:(|)": "line:", '"|"': '"…"', "-|": "-word"}
"""What is put in by each, and how it is shown."""

HIGH = 36
"""Pixels of LOOK's drawings."""


class OperatorFoot(QWidget):
    """A row of words in the fixed font; a press puts one into the field."""

    inserted = Signal(object)
    """An `Operator`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        row = QHBoxLayout(self)
        row.setContentsMargins(step(16), 1, step(8), 0)
        row.setSpacing(0)
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)  # what does not fit is left out
        self._name = PlainLabel(self.tr("Operators"), "muted", "small")
        row.addWidget(self._name)
        row.addSpacing(step(4))
        known = {one.insert: one for one in operators()}
        self.buttons = [self._button(known[insert], words) for insert, words in SHOWN.items()]
        for button in self.buttons:
            row.addWidget(button)
        row.addStretch(1)
        self.setFixedHeight(step(HIGH))
        theme().changed.connect(self._dress)
        self._dress()

    def minimumSizeHint(self) -> QSize:
        """Return a size that leaves the pane as narrow as it may be; what does not fit is cut at the right."""
        return QSize(theme().step(120), theme().step(HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what there is no room for: the name, then the last operators, which are all in the help too."""
        super().resizeEvent(event)
        room = self.width() - theme().step(28)
        for button in self.buttons:
            room -= button.width()
            button.setVisible(room >= 0)
        self._name.setVisible(room > self._name.sizeHint().width() + theme().step(4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line over it."""
        QPainter(self).fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _button(self, operator: Operator, words: str) -> QToolButton:
        made = QToolButton()
        made.setText(words)
        made.setAutoRaise(True)
        made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setAccessibleName(operator.example)
        made.setAccessibleDescription(operator.meaning)
        made.setToolTip(as_tooltip(f"{operator.example}\n{operator.meaning}"))
        made.clicked.connect(partial(self._insert, operator))
        return made

    def _insert(self, operator: Operator, _checked: bool = False) -> None:
        self.inserted.emit(operator)

    def _dress(self) -> None:
        for button in self.buttons:
            button.setFont(theme().font("fixed"))
            wide = theme().metrics("fixed").horizontalAdvance(button.text())
            button.setFixedSize(wide + theme().step(10), theme().step(24))
            palette = QPalette(button.palette())
            palette.setColor(QPalette.ColorRole.ButtonText, theme().color("text2"))
            button.setPalette(palette)
