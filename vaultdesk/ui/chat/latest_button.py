"""Latest button: the way back to the end of a conversation for a reader who scrolled up. Scrolls nothing itself."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme


class LatestButton(QAbstractButton):
    """A pill with a chevron, shown over the end of the messages."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(self.tr("Latest"))
        self.setAccessibleName(self.tr("Go to the latest message"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setProperty(RADIUS, 16)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme().changed.connect(self.update)
        self.hide()

    def sizeHint(self) -> QSize:
        """Fit the chevron and the word."""
        step = theme().step
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + step(44), metrics.height() + step(10))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pill."""
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        step = theme().step
        painter.setPen(QPen(theme().color("control"), 1))
        painter.setBrush(theme().color("hover" if self.underMouse() else "raised"))
        inner = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
        side = step(12)
        picture = pixmap("chevron-down", "muted", side, self.devicePixelRatioF())
        draw_upright_pixmap(painter, QPoint(step(12), (self.height() - side) // 2), picture)
        painter.setPen(theme().color("text"))
        painter.setFont(theme().font("strong"))
        words = self.rect().adjusted(step(30), 0, -step(8), 0)
        draw_upright_text(painter, words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
