"""CheckRow: one thing that was tried: its sign, what was found, what to do, and a button where we can do it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from vaultdesk.diagnosis.check import CheckRemedy, CheckResult
from vaultdesk.ui.settings.check_words import SIGNS, act_words, check_title, outcome_word, spoken
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout

NAME_WIDTH = 148
"""Pixels of LOOK's drawings for the names, so that what was found lines up."""

Place = tuple[int, int]
"""Where it is read: the number of the probe that found it, and its own among what that found."""


class CheckRow(QWidget):
    """A row of a card; a line above it parts it from the one before."""

    act_asked = Signal(str)
    """The button was pressed: what is to be done (`CheckRemedy`)."""

    def __init__(
        self, check: CheckResult, place: Place, *, can: frozenset[CheckRemedy], parent: QWidget | None = None
    ) -> None:
        """*can* is what the window is able to do now."""
        super().__init__(parent)
        self.check, self.place = check, place
        self.first = False
        self.setAccessibleName(spoken(check))
        step = theme().step
        self._name = PlainLabel(check_title(check), font="strong", wrap=True)
        self._name.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._words = QWidget()
        said = QVBoxLayout(self._words)
        said.setContentsMargins(0, 0, 0, 0)
        said.setSpacing(step(4))
        if check.outcome != "ok":
            said.addWidget(PlainLabel(outcome_word(check.outcome), role=SIGNS[check.outcome][1], font="small_strong"))
        for text, role in ((check.finding, "text2"), (check.remedy, "text")):
            if text:
                said.addWidget(_wrapped(PlainLabel(text, role=role, wrap=True, selectable=True)))
        if check.command:
            said.addWidget(_wrapped(PlainLabel(check.command, role="muted", font="fixed", wrap=True, selectable=True)))
        self.buttons = self._make_buttons(can)
        if self.buttons:
            holder = QWidget()
            flow = FlowLayout(holder, step(8))
            for button in self.buttons:
                flow.addWidget(button)
            said.addSpacing(step(2))
            said.addWidget(holder)
        said.addStretch(1)  # Else what is shorter than the name would stand in its middle.
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(step(14), step(9), step(14), step(9))
        self._grid.setHorizontalSpacing(step(10))
        self._grid.setVerticalSpacing(step(2))
        sign = Glyph(*SIGNS[check.outcome])
        sign.setFixedHeight(step(19))
        self._grid.addWidget(sign, 0, 0, Qt.AlignmentFlag.AlignTop)
        self._wide: bool | None = None
        self.set_wide(True)

    def set_wide(self, wide: bool) -> None:
        """Put what was found beside the name, or below it."""
        if wide == self._wide:
            return
        self._wide = wide
        for part in (self._name, self._words):
            self._grid.removeWidget(part)
        self._name.setMinimumWidth(theme().step(NAME_WIDTH) if wide else 0)
        self._name.setMaximumWidth(theme().step(NAME_WIDTH) if wide else 16_777_215)
        self._grid.addWidget(self._name, 0, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self._words, 0 if wide else 1, 2 if wide else 1)
        self._grid.setColumnStretch(1, 0 if wide else 1)
        self._grid.setColumnStretch(2, 1 if wide else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line above."""
        if not self.first:
            QPainter(self).fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _make_buttons(self, can: frozenset[CheckRemedy]) -> tuple[PlainButton, ...]:
        check, made = self.check, []
        if check.act and check.act in can:
            button = PlainButton(act_words(check.act), small=True)
            button.setAccessibleName(f"{button.text()}: {self._name.text()}")
            button.clicked.connect(lambda: self.act_asked.emit(check.act))
            made.append(button)
        if check.command:
            button = PlainButton(self.tr("Copy the Command"), icon_name="copy", small=True)
            button.setAccessibleName(f"{button.text()}: {self._name.text()}")
            button.clicked.connect(self._copy)
            made.append(button)
        return tuple(made)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.check.command)
        announce(self, self.tr("The command was copied."))


def _wrapped(label: PlainLabel) -> PlainLabel:
    """Return *label* so that a path, which is one long word, does not make the whole page wider than the window."""
    label.setMinimumWidth(1)
    return label
