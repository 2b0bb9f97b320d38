"""RatingButton: one answer to a card: how well the word was known, its key, and how long it rests then."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from vaultdesk.tools.builtin.spaced_repetition import RATINGS, Rating
from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme

BEST: Rating = "good"
"""The usual answer: the one button of the screen that stands out."""


class RatingButton(QPushButton):
    """Two lines: name and key, and the rest."""

    def __init__(self, rating: Rating, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rating: Rating = rating
        self._name = name
        self._wait = ""
        self.key = str(RATINGS.index(rating) + 1)
        self.setProperty(RADIUS, 6)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_wait(self, wait: str) -> None:
        """Say how long the word rests."""
        self._wait = wait
        self.setAccessibleName(self.tr("{name}, again in {wait}").format(name=self._name, wait=wait))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of two lines."""
        return QSize(theme().step(120), theme().step(52))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the button."""
        look, painter = theme(), QPainter(self)
        best = self.rating == BEST
        down, over = self.isDown(), self.underMouse() and self.isEnabled()
        if best:
            ground = "accent_hover" if over or down else "accent"
            box(painter, self.rect(), look.step(6), look.color(ground))
        else:
            ground = "pressed" if down else "hover" if over else "raised"
            box(painter, self.rect(), look.step(6), look.color(ground), look.color("control"))
        half = self.height() // 2
        upper = QRect(0, look.step(6), self.width(), half - look.step(6))
        lower = QRect(0, half, self.width(), half - look.step(6))
        self._write_name(painter, upper, "on_accent" if best else "text", "on_accent" if best else "muted")
        painter.setFont(look.font("small"))
        painter.setPen(look.color("on_accent" if best else "muted"))
        painter.drawText(lower, int(Qt.AlignmentFlag.AlignCenter), self._wait)

    def _write_name(self, painter: QPainter, rect: QRect, role: str, key_role: str) -> None:
        look = theme()
        strong, plain = look.metrics("strong"), look.metrics("interface")
        width = strong.horizontalAdvance(self._name) + plain.horizontalAdvance(f" {self.key}")
        left = rect.left() + (rect.width() - width) // 2
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setFont(look.font("strong"))
        painter.setPen(look.color(role))
        painter.drawText(QRect(left, rect.top(), width, rect.height()), middle, self._name)
        painter.setFont(look.font("interface"))
        painter.setPen(look.color(key_role))
        left += strong.horizontalAdvance(self._name)
        painter.drawText(QRect(left, rect.top(), width, rect.height()), middle, f" {self.key}")
