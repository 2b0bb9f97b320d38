"""Autoscroll: follows the end while the reader is there, otherwise offers a button back to it."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QWidget

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import RADIUS


class LatestButton(QAbstractButton):
    """Rounded button with a chevron, shown above the end of the messages."""

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
        px = theme().px
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + px(44), metrics.height() + px(10))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        px = theme().px
        painter.setPen(QPen(theme().color("control"), 1))
        painter.setBrush(theme().color("hover" if self.underMouse() else "raised"))
        inner = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
        side = px(12)
        picture = pixmap("chevron-down", "muted", side, self.devicePixelRatioF())
        draw_upright_pixmap(painter, QPoint(px(12), (self.height() - side) // 2), picture)
        painter.setPen(theme().color("text"))
        painter.setFont(theme().font("strong"))
        words = self.rect().adjusted(px(30), 0, -px(8), 0)
        draw_upright_text(painter, words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())


NEAR_END = 24
"""Pixels from the end that still count as the end; one wheel step is more."""


class Autoscroll(QObject):
    """Follows the end of one scroll area. New text never moves a reader who scrolled up (vaultdesk/ui/chat/README.md,
    "Transcript").
    """

    moved = Signal(int)
    """The scroll position changed, by the user or by this object."""

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(area)
        self._area = area
        self._following = True
        self._programmatic = False
        self.latest = LatestButton(area)
        self.latest.clicked.connect(self.go_to_end)
        bar = area.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._value_changed)
        area.viewport().installEventFilter(self)

    @property
    def at_end(self) -> bool:
        """Whether the end is visible."""
        bar = self._area.verticalScrollBar()
        return bar.value() >= bar.maximum() - NEAR_END

    @property
    def following(self) -> bool:
        """Whether the end is kept visible."""
        return self._following

    def go_to_end(self) -> None:
        """Scroll to the end and follow it."""
        self._following = True
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.maximum())
        self.show_latest()

    def stop_following(self) -> None:
        """Stop following: the reader expanded something, which must stay where it is."""
        self._following = False

    def scroll_to(self, value: int) -> None:
        """Scroll to *value* to keep the read text in place after content above it was added or removed."""
        self._programmatic = True
        self._area.verticalScrollBar().setValue(value)
        self._programmatic = False

    def show_latest(self) -> None:
        """Show the button if the end is not visible."""
        self.latest.setVisible(not self.at_end)
        if self.latest.isVisible():
            size, port = self.latest.sizeHint(), self._area.viewport()
            left = (port.width() - size.width()) // 2
            top = port.height() - size.height() - theme().px(12)
            self.latest.setGeometry(left, top, size.width(), size.height())
            self.latest.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the end visible and the button in position when the pane is resized."""
        if event.type() == QEvent.Type.Resize:
            if self._following:
                self.go_to_end()
            self.show_latest()
        return False

    def _range_changed(self, _least: int, most: int) -> None:
        if self._following:
            self._area.verticalScrollBar().setValue(most)
        self.show_latest()

    def _value_changed(self, value: int) -> None:
        if self._programmatic:
            return
        self._following = self.at_end
        self.show_latest()
        self.moved.emit(value)
