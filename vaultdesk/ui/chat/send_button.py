"""Send button: Send and, in the same place, Stop. Paints itself; what either does is the composer's."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme


class SendButton(QAbstractButton):
    """An arrow in the accent while a question can be sent, a square while an answer can be stopped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stops = False
        self.setProperty(RADIUS, 6)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)
        self._name()

    @property
    def stops(self) -> bool:
        """Whether a press stops the answer instead of sending."""
        return self._stops

    def set_stops(self, stops: bool) -> None:
        """Become Stop (or Send again)."""
        if stops != self._stops:
            self._stops = stops
            self._name()
            self.update()

    def set_sendable(self, sendable: bool) -> None:
        """Let it be pressed where there is something to send or to stop."""
        self.setEnabled(sendable or self._stops)
        self._name()

    def _name(self) -> None:
        self.setAccessibleName(self.tr("Stop the answer") if self._stops else self.tr("Send"))
        if self._stops:
            self.setToolTip(self.tr("Stop the answer (Esc)"))
        else:
            self.setToolTip(self.tr("Send (Enter)") if self.isEnabled() else self.tr("Type a question to send it"))

    def sizeHint(self) -> QSize:
        """Be a square of one small button's height."""
        side = theme().step(28)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the square and its icon; the focus ring is the theme's."""
        painter = QPainter(self)
        primary = self.isEnabled() and not self._stops
        hovered = self.isEnabled() and self.underMouse()
        if primary:
            fill = theme().color("accent_hover" if hovered else "accent")
        else:
            fill = theme().color("pressed" if hovered else "hover")
        box(painter, self.rect(), theme().step(6), fill)
        role = "on_accent" if primary else ("text" if self._stops else "muted")
        side = theme().step(16)
        picture = pixmap("stop" if self._stops else "arrow-up", role, side, self.devicePixelRatioF())
        painter.drawPixmap(
            QRect((self.width() - side) // 2, (self.height() - side) // 2, side, side), picture, picture.rect()
        )
