"""Toast: a message at the bottom of a window with one action, usually undo."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGraphicsDropShadowEffect, QToolButton, QWidget

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import row_layout

TOAST_DURATION_MS = 8_000
"""Milliseconds for which a toast is shown, longer while the pointer is over it."""

MAX_TOAST_WIDTH = 520
"""Maximum width of a toast in design pixels."""


class Toast(QWidget):
    """Message with one action at the bottom center of *window*, shown for `TOAST_DURATION_MS`."""

    def __init__(self, window: QWidget, text: str, action: str = "", do: Callable[[], object] | None = None) -> None:
        super().__init__(window)
        self._window = window
        px = theme().px
        row = row_layout(self, 12, margins=(14, 8, 8, 8))
        self._label = PlainLabel(text, "background", wrap=True)
        row.addWidget(self._label, 1)
        self._do = do
        if action:
            self._action_button = _ToastButton(action)
            self._action_button.clicked.connect(self._run_action)
            row.addWidget(self._action_button)
        close_button = _ToastButton("")
        close_button.setAccessibleName(self.tr("Close this message"))
        close_button.clicked.connect(self.close)
        row.addWidget(close_button)
        self.setAccessibleName(self._label.text())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(px(32))
        shadow.setOffset(0, px(12))
        shadow.setColor(theme().shadow_color())
        self.setGraphicsEffect(shadow)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self.close)
        self._clock.start(TOAST_DURATION_MS)
        window.installEventFilter(self)
        self._place()
        self.show()
        self.raise_()

    def text(self) -> str:
        return self._label.text()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the bottom when the window is resized."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stop the timer while the pointer is over it."""
        super().enterEvent(event)
        self._clock.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Restart the timer."""
        super().leaveEvent(event)
        self._clock.start(TOAST_DURATION_MS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        box(QPainter(self), self.rect(), values.px(6), values.color("text"))

    def _run_action(self) -> None:
        self.close()
        if self._do is not None:
            self._do()

    def _place(self) -> None:
        px = theme().px
        window = self._window
        max_width = min(px(MAX_TOAST_WIDTH), window.width() - 2 * px(16))
        layout = self.layout()
        assert layout is not None
        text_width = self._label.fontMetrics().horizontalAdvance(self._label.text()) + 1
        preferred_width = layout.sizeHint().width() - self._label.sizeHint().width() + text_width
        width = max(px(240), min(max_width, preferred_width))
        # Qt's adjusted size uses the height of the lines at another width.
        self.setFixedSize(width, layout.totalHeightForWidth(width))
        self.move((window.width() - self.width()) // 2, window.height() - self.height() - px(44))


class _ToastButton(QToolButton):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setAutoRaise(True)
        self.setProperty(CORNER_RADIUS, 5)
        self.setFont(theme().font("strong"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        if self.underMouse():
            background = values.color("background")
            background.setAlphaF(0.16)
            box(painter, self.rect(), values.px(5), background)
        painter.setPen(values.color("background"))
        painter.setFont(self.font())
        if self.text():
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self.text())
        else:
            side = values.px(14)
            picture = pixmap("close", "background", side, self.devicePixelRatioF())
            painter.drawPixmap((self.width() - side) // 2, (self.height() - side) // 2, picture)
