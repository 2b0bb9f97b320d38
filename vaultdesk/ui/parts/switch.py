"""Switch: something that is on or off at once, with its words beside it. Knows no setting."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from vaultdesk.ui.parts.running_text import put_running, running_height
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.right_to_left import mirror_painting
from vaultdesk.ui.theme.theme import theme

WIDE, HIGH, GAP = 32, 18, 12
"""Pixels of the track and from it to the words, at LOOK's font size (mockup 10)."""


class Switch(QAbstractButton):
    """A track with a knob: at the right and in the accent colour it is on."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(shown(text))
        self.setAccessibleName(shown(text))
        self.setCheckable(True)
        self.setProperty(RADIUS, 6)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme().changed.connect(self.updateGeometry)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the size of the track and the words."""
        look = theme()
        words = look.metrics("strong").horizontalAdvance(self.text())
        return QSize(look.step(WIDE) + look.step(GAP) + words + 2, look.step(26))

    def minimumSizeHint(self) -> QSize:
        """Return a size that shows the track and some of the words."""
        return QSize(theme().step(WIDE + GAP + 60), theme().step(26))

    def hasHeightForWidth(self) -> bool:
        """Return True: the words break into lines where there is no room beside the track."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the words in lines beside the track."""
        look = theme()
        words = running_height(self.text(), "strong", width - look.step(WIDE) - look.step(GAP))
        return max(look.step(26), words + look.step(4))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the height the lines need: in a page that scrolls it is not always asked for."""
        super().resizeEvent(event)
        self.setMinimumHeight(self.heightForWidth(self.width()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the track, the knob and the words."""
        look = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        wide, high = look.step(WIDE), look.step(HIGH)
        track = QRectF(0, (self.height() - high) / 2, wide, high)
        on, hovered = self.isChecked(), self.underMouse()
        if not self.isEnabled():
            ground, line, knob = "hover", "border", "disabled"
        elif on:
            ground, line, knob = "accent_hover" if hovered else "accent", "", "on_accent"
        else:
            ground, line, knob = "hover" if hovered else "surface", "outline", "outline"
        box(painter, track, high / 2, look.color(ground), look.color(line) if line else None)
        inset = look.step(3)
        side = high - 2 * inset
        left = wide - inset - side if on else inset
        box(painter, QRectF(left, track.y() + inset, side, side), side / 2, look.color(knob))
        painter.setPen(look.color("text" if self.isEnabled() else "disabled"))
        room = QRect(wide + look.step(GAP), 0, self.width() - wide - look.step(GAP), self.height())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        put_running(painter, room, flags, self.text(), "strong")
