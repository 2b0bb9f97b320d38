"""Overlays of a window: the dimmer behind a dialog, and the toast with its undo action."""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QGraphicsDropShadowEffect, QHBoxLayout, QToolButton, QWidget

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import RADIUS
from vaultdesk.ui.widgets.labels import PlainLabel


class Dimmer(QWidget):
    """Covers *window* and ignores events; deleted when the last of its dialogs has finished."""

    def __init__(self, window: QWidget) -> None:
        # The window is not referenced, because this child would otherwise hold its last reference while it is deleted.
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._dialogs: set[int] = set()
        window.installEventFilter(self)
        self.hide()

    def dim_behind(self, dialog: QDialog) -> None:
        """Cover the window until *dialog* has finished."""
        key = id(dialog)
        self._dialogs.add(key)

        def leave() -> None:
            self._dialogs.discard(key)
            if not self._dialogs and shiboken6.isValid(self):
                self.hide()
                self.deleteLater()

        dialog.finished.connect(leave)
        dialog.destroyed.connect(leave)
        self._cover()
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().dim_color())

    def _cover(self) -> None:
        window = self.parentWidget()
        assert window is not None, "it was made over one, and goes with it"
        self.setGeometry(window.rect())


SHOWN_FOR = 8_000
"""Milliseconds for which a toast is shown, longer while the pointer is over it."""

WIDEST = 520
"""Maximum width of a toast in design pixels."""


class Toast(QWidget):
    """Inverted colours, one action, eight seconds, bottom centre of *window*."""

    def __init__(self, window: QWidget, text: str, action: str = "", do: Callable[[], object] | None = None) -> None:
        super().__init__(window)
        self._window = window
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(14), px(8), px(8), px(8))
        row.setSpacing(px(12))
        self._label = PlainLabel(text, "background", wrap=True)
        row.addWidget(self._label, 1)
        self._do = do
        if action:
            self._act = _ToastButton(action)
            self._act.clicked.connect(self._acted)
            row.addWidget(self._act)
        cross = _ToastButton("")
        cross.setAccessibleName(self.tr("Close this message"))
        cross.clicked.connect(self.close)
        row.addWidget(cross)
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
        self._clock.start(SHOWN_FOR)
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
        """Stay visible while the pointer is over it."""
        super().enterEvent(event)
        self._clock.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Restart the timer."""
        super().leaveEvent(event)
        self._clock.start(SHOWN_FOR)

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        box(QPainter(self), self.rect(), values.px(6), values.color("text"))

    def _acted(self) -> None:
        self.close()
        if self._do is not None:
            self._do()

    def _place(self) -> None:
        px = theme().px
        window = self._window
        width = min(px(WIDEST), window.width() - 2 * px(16))
        natural = self._label.fontMetrics().horizontalAdvance(self._label.text()) + px(150)
        wide = max(px(240), min(width, natural))
        layout = self.layout()
        assert layout is not None
        # Qt's adjusted size uses the height of the lines at another width.
        self.setFixedSize(wide, layout.totalHeightForWidth(wide))
        self.move((window.width() - self.width()) // 2, window.height() - self.height() - px(44))


class _ToastButton(QToolButton):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setAutoRaise(True)
        self.setProperty(RADIUS, 5)
        self.setFont(theme().font("strong"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        if self.underMouse():
            ground = values.color("background")
            ground.setAlphaF(0.16)
            box(painter, self.rect(), values.px(5), ground)
        painter.setPen(values.color("background"))
        painter.setFont(self.font())
        if self.text():
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self.text())
        else:
            side = values.px(14)
            picture = pixmap("close", "background", side, self.devicePixelRatioF())
            painter.drawPixmap((self.width() - side) // 2, (self.height() - side) // 2, picture)
