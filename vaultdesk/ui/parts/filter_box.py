"""Filter box: narrows a list down to one of a few things; the first choice is everything. Knows no list."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from vaultdesk.ui.parts.menu import literal
from vaultdesk.ui.theme.theme import theme

LONGEST = 24
"""Characters of a choice by which the box's width is reckoned; longer ones are cut in it."""


class FilterBox(QComboBox):
    """A box with a list that the wheel does not change."""

    chosen = Signal()

    def __init__(self, name: str, choices: Sequence[tuple[str, str]] = (), parent: QWidget | None = None) -> None:
        """*choices* are values with their words."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.set_choices(choices)
        self.activated.connect(lambda _place: self.chosen.emit())

    def value(self) -> str:
        """Return the value that holds."""
        return str(self.currentData() or "")

    def set_choices(self, choices: Sequence[tuple[str, str]]) -> None:
        """Offer *choices*; what holds goes on holding where it is still among them."""
        fresh, before = not self.count(), self.value()
        if [(self.itemData(place), self.itemText(place)) for place in range(self.count())] == [
            (value, _words(words)) for value, words in choices
        ]:
            return
        self.clear()
        for value, words in choices:
            self.addItem(_words(words), value)
        self.setCurrentIndex(0 if fresh else max(0, self.findData(before)))

    def set_value(self, value: str) -> None:
        """Let *value* hold; `chosen` is not emitted."""
        self.setCurrentIndex(max(0, self.findData(value)))

    def sizeHint(self) -> QSize:
        """Return a size that shows the longest choice; Qt keeps one it reckoned in another font."""
        words = (self.fontMetrics().horizontalAdvance(self.itemText(place)) for place in range(self.count()))
        return QSize(max(words, default=0) + theme().step(38) + 1, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()


def _words(words: str) -> str:
    shown = literal(words).replace("&&", "&")
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
