"""Meter ring: how much of the model's window the conversation and the question take. Measures nothing."""

from typing import Protocol

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolTip, QWidget

from vaultdesk.ui.chat.context_words import short_count
from vaultdesk.ui.chat.tool_words import counted
from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme

SIDE, RING, LINE = 28, 14, 2.5
"""Pixels of LOOK's drawings: the button, the ring in it, and the ring's line."""

NEAR = 0.8
"""The part of the window from which the ring warns; the banner over the composer comes with it."""


class WindowFill(Protocol):
    """How full a model's window is."""

    @property
    def used(self) -> int:
        """Tokens that would be sent now."""
        ...

    @property
    def window(self) -> int:
        """Tokens there is room for; 0 where nobody knows."""
        ...

    @property
    def summed_up(self) -> int:
        """Messages that a summary stands for."""
        ...

    @property
    def near(self) -> bool:
        """Whether the end is near."""
        ...


class MeterRing(QAbstractButton):
    """A ring that fills; the numbers are in its tooltip, and a press or Space shows them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.part = 0.0
        """How much of the window is full; more than 1 where it does not fit."""
        self._known = False
        self.setProperty(RADIUS, 6)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._tell)
        # Named before it is shown: a screen reader may come between the two.
        self.setAccessibleName(self.tr("Context"))
        theme().changed.connect(self.update)
        self.hide()

    def show_fill(self, fill: WindowFill | None) -> None:
        """Show *fill*; out of sight where nothing is known."""
        self.setVisible(fill is not None)
        if fill is None:
            return
        self._known = fill.window > 0
        self.part = fill.used / fill.window if self._known else 0.0
        if self._known:
            numbers = self.tr("{used} of {window} tokens of the model’s window ({part} %)")
            said = numbers.format(
                used=short_count(fill.used), window=short_count(fill.window), part=round(100 * self.part)
            )
        else:
            said = self.tr("About {0} tokens. How many the model takes is not known.").format(short_count(fill.used))
        one, many = self.tr("{n} message is summed up"), self.tr("{n} messages are summed up")
        self.setToolTip(f"{said}\n{counted(fill.summed_up, one, many)}" if fill.summed_up else said)
        self.setAccessibleName(self.tr("Context: {0}").format(said))
        self.update()

    def sizeHint(self) -> QSize:
        """Be as high as the buttons beside it."""
        side = theme().step(SIDE)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring and how far it is full."""
        look = theme()
        painter = QPainter(self)
        if self.underMouse():
            box(painter, self.rect(), look.step(6), look.color("hover"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side, line = look.step(RING), look.step(10) * LINE / 10
        ring = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        painter.setPen(QPen(look.color("control"), line))
        painter.drawEllipse(ring)
        if self.part > 0:
            role = "accent" if self.part < NEAR else "warning" if self.part <= 1 else "danger"
            painter.setPen(QPen(look.color(role), line, c=Qt.PenCapStyle.RoundCap))
            # Qt counts sixteenths of a degree, against the clock, from three o'clock.
            painter.drawArc(ring, 90 * 16, -round(min(1.0, max(0.02, self.part)) * 360 * 16))

    def _tell(self) -> None:
        QToolTip.showText(self.mapToGlobal(QPoint(0, -self.height())), self.toolTip(), self)
