"""Overlays of a window: the dimmer behind a dialog, the toast with its undo action, the modal sheet, and the shadow
of floating widgets."""

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QEnterEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.labels import PlainLabel

SHADOW_REACH, SHADOW_DROP = 32, 12
"""Design pixels: extent of the shadow, and its vertical offset (vaultdesk/ui/theme/README.md, "Shape")."""

RINGS = 16
"""Number of steps from transparent to full opacity; more make no visible difference."""


class WindowShadow:
    """The shadow of one window; call `forget` when the theme changes."""

    def __init__(self) -> None:
        self._piece = QPixmap()
        self._ratio = 0.0

    def forget(self) -> None:
        """Discard cached pieces after a change of colours or sizes."""
        self._piece = QPixmap()

    def draw(self, painter: QPainter, body: QRect, radius: int, ratio: float) -> None:
        """Draw the shadow of *body*, whose corners have *radius*; the body itself is drawn over it."""
        soft = theme().px(SHADOW_REACH)
        corner = soft + radius + 2
        if self._piece.isNull() or self._ratio != ratio:
            self._piece, self._ratio = _piece(soft, radius, ratio), ratio
        outer = body.translated(0, theme().px(SHADOW_DROP)).adjusted(-soft, -soft, soft, soft)
        rows = ((outer.top(), corner), (outer.top() + corner, outer.height() - 2 * corner),
                (outer.bottom() + 1 - corner, corner))  # fmt: skip
        columns = ((outer.left(), corner), (outer.left() + corner, outer.width() - 2 * corner),
                   (outer.right() + 1 - corner, corner))  # fmt: skip
        for row, (top, height) in enumerate(rows):
            for column, (left, width) in enumerate(columns):
                taken = QRect(_begin(column, corner), _begin(row, corner), _size(column, corner), _size(row, corner))
                source = QRect(taken.topLeft() * ratio, taken.size() * ratio)
                painter.drawPixmap(QRect(left, top, width, height), self._piece, source)


def _begin(part: int, corner: int) -> int:
    return (0, corner, corner + 1)[part]


def _size(part: int, corner: int) -> int:
    return 1 if part == 1 else corner


def _piece(soft: int, radius: int, ratio: float) -> QPixmap:
    """Return the shadow of the smallest body: the corners and one pixel in each direction."""
    side = 2 * (soft + radius + 2) + 1
    piece = QPixmap(round(side * ratio), round(side * ratio))
    piece.setDevicePixelRatio(ratio)
    piece.fill(Qt.GlobalColor.transparent)
    painter = QPainter(piece)
    whole = theme().shadow_color().alphaF()
    for registry in range(RINGS):
        # Decreases quickly near the edge and slowly further out, like light.
        away = soft * (1 - registry / RINGS)
        share = (2 * (registry + 1) - 1) / RINGS**2
        colour = theme().shadow_color()
        colour.setAlphaF(whole * share)
        inset = round(soft - away)
        box(painter, QRect(inset, inset, side - 2 * inset, side - 2 * inset), radius + away, colour)
    painter.end()
    return piece


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


SHEET_RADIUS = 14
"""Radius of the corners in design pixels."""

SHEET_MARGIN = 48
"""Minimum margin above and below in design pixels."""

NARROW_MARGIN = 8
"""The same at the sides, and above and below in a window too low for the larger one."""

LOW_WINDOW = 640
"""Height of a window in design pixels below which the smaller margin applies."""

UPPER_SHARE = 0.3
"""Share of the free height above the sheet, which looks vertically centred."""


class ModalSheet(QDialog):
    """A dialog that is a child of its window: it covers the window, keeps the focus, and finishes once.

    Fill `body`. Keys are not forwarded: shortcuts of the window are blocked, Tab stays inside, and a focus change to
    another widget of the window is reverted.
    """

    def __init__(self, over: QWidget, width: int, height: int | None = None) -> None:
        """*width* and *height* are design pixels; without a height it fits its contents, within the window."""
        # A QDialog with this type is not a separate window, and Tab stays in it.
        super().__init__(over, Qt.WindowType.SubWindow)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setAcceptDrops(True)
        self._wanted = QSize(width, height or 0)
        self._before: QWidget | None = None
        self._placing = False
        self._shadow = WindowShadow()
        self.panel = QWidget(self)
        self.body = QVBoxLayout(self.panel)
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.setSpacing(0)
        self._apply_theme()
        theme().changed.connect(self._apply_theme)
        over.installEventFilter(self)
        self.panel.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication), "there is a widget, so there is an application"
        application.focusChanged.connect(self._keep_focus)
        self.hide()

    def set_wanted_size(self, width: int, height: int | None) -> None:
        """Set the preferred size in design pixels."""
        self._wanted = QSize(width, height or 0)
        self.place()

    def open(self) -> None:
        """Show it above all widgets of the window."""
        self._before = QApplication.focusWidget()
        self.place()
        self.raise_()
        super().open()
        self.place()

    def done(self, result: int) -> None:
        """Finish and return the focus to its previous widget."""
        before, self._before = self._before, None
        super().done(result)
        if before is not None and shiboken6.isValid(before) and before.isVisible() and before.isEnabled():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def refuse(self) -> None:
        """Answer no unless answered already; subclasses define how. Called on Escape and on closing."""

    def reject(self) -> None:
        self.refuse()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.refuse()
        super().closeEvent(event)

    def safe_focus(self) -> None:
        """Focus a harmless control; subclasses define which."""
        self.panel.setFocus(Qt.FocusReason.TabFocusReason)

    def place(self) -> None:
        """Cover the window and position the panel."""
        over = self.parentWidget()
        if over is None or self._placing:
            return
        self._placing = True
        px = theme().px
        self.setGeometry(over.rect())
        low = over.height() < px(LOW_WINDOW)
        room_high = max(over.height() - 2 * px(NARROW_MARGIN if low else SHEET_MARGIN), px(240))
        room_high = min(room_high, over.height())
        wide = max(min(px(self._wanted.width()), over.width() - 2 * px(NARROW_MARGIN)), px(280))
        wide = min(wide, over.width())
        if self._wanted.height():
            high = min(px(self._wanted.height()), room_high)
        else:
            high = min(max(self._height_for(wide), 1), room_high)
        spare = over.height() - high
        top = round(spare * UPPER_SHARE)
        top = max(min(top, spare), min(spare // 2, px(NARROW_MARGIN if low else SHEET_MARGIN)))
        self.panel.setGeometry(QRect((over.width() - wide) // 2, top, wide, high))
        self._placing = False

    def event(self, event: QEvent) -> bool:
        """Block the shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc; block every other key. Enter has no default button."""
        if event.key() == Qt.Key.Key_Escape:
            self.reject()
        event.accept()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept drags over it, so that widgets behind it do not."""
        event.accept()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        event.ignore()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size and the size of the contents."""
        kind = event.type()
        if watched is self.parentWidget():
            wanted = kind == QEvent.Type.Resize
        else:
            wanted = kind == QEvent.Type.LayoutRequest and not self._wanted.height()
        if wanted:
            self.place()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Dim the window, and draw the panel with its shadow."""
        look, painter = theme(), QPainter(self)
        painter.fillRect(self.rect(), look.dim_color())
        panel, radius = self.panel.geometry(), look.px(SHEET_RADIUS)
        self._shadow.draw(painter, panel, radius, self.devicePixelRatioF())
        line = "control" if look.tokens.high_contrast else "border" if look.tokens.dark else None
        box(painter, panel, radius, look.color("raised"), look.color(line) if line else None)

    def _height_for(self, width: int) -> int:
        self.body.activate()
        if self.body.hasHeightForWidth():
            # One extra pixel: at 150 % a height is rounded, and the contents would scroll by one.
            return self.body.totalHeightForWidth(width) + 1
        return self.body.totalSizeHint().height()

    def _apply_theme(self) -> None:
        palette = self.palette()
        for role in (palette.ColorRole.Window, palette.ColorRole.Base):
            palette.setColor(role, theme().color("raised"))
        self.setPalette(palette)
        self._shadow.forget()
        self.update()

    def _keep_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Take the focus back from a widget behind the sheet."""
        if now is None or not shiboken6.isValid(self) or not self.isVisible() or now.window() is not self.window():
            return
        step: QWidget | None = now
        while step is not None:
            if isinstance(step, ModalSheet):
                return
            step = step.parentWidget()
        QTimer.singleShot(0, self, self._focus_again)

    def _focus_again(self) -> None:
        now = QApplication.focusWidget()
        if self.isVisible() and (now is None or not self.isAncestorOf(now)):
            self.safe_focus()
