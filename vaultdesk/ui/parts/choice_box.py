"""Choice box: one of a few values by their words, with a sentence under it that says what it comes to."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import theme

Choice = tuple[str, str]
"""A value, and the words for it."""


class ChoiceBox(QWidget):
    """A box with a list, and a muted line below."""

    chosen = Signal()
    """Another value was chosen by hand."""

    def __init__(self, name: str, choices: Sequence[Choice], value: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = SteadyBox()
        self.box.setAccessibleName(name)
        self.box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for one, words in choices:
            self.box.addItem(words, one)
        self.box.setCurrentIndex(max(0, self.box.findData(value)))
        self._remark = PlainLabel(role="muted", font="small", wrap=True)
        self._remark.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(4))
        column.addWidget(self.box)
        column.addWidget(self._remark)
        self.setFocusProxy(self.box)
        self.box.activated.connect(lambda _index: self.chosen.emit())

    def value(self) -> str:
        """Return the value that holds."""
        return str(self.box.currentData())

    def remark(self) -> str:
        """Return the line below; empty where there is none."""
        return self._remark.text() if self._remark.isVisibleTo(self) else ""

    def set_remark(self, words: str) -> None:
        """Say *words* below; nothing takes the line away."""
        self._remark.setText(words)
        self._remark.setVisible(bool(words))
        self.box.setAccessibleDescription(words)


class SteadyBox(QComboBox):
    """A box with a list that the wheel does not change: a page that scrolls under the pointer changes nothing on it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()
