"""Key cap: the keys of a command, shown beside it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme


def native_keys(keys: str) -> str:
    """Return *keys* as this system writes them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


class KeyCap(QWidget):
    """Keys in a small box with a border."""

    def __init__(self, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = native_keys(keys)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self._text)
        theme().changed.connect(self.update)

    def text(self) -> str:
        """Return the keys as shown."""
        return self._text

    def sizeHint(self) -> QSize:
        """Return the size of the keys and their box."""
        step = theme().step
        return QSize(theme().metrics("number").horizontalAdvance(self._text) + 2 * step(5), step(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box and the keys."""
        look = theme()
        painter = QPainter(self)
        box(painter, self.rect(), look.step(4), look.color("background"), look.color("border"))
        font = look.font("number")
        font.setWeight(font.Weight.Normal)
        painter.setFont(font)
        painter.setPen(look.color("muted"))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self._text)
