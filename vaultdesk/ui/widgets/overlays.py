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

SHADOW_EXTENT, SHADOW_DROP = 32, 12
"""Design pixels: extent of the shadow, and its vertical offset (vaultdesk/ui/theme/README.md, "Shape")."""

RINGS = 16
"""Number of steps from transparent to full opacity; more make no visible difference."""


class WindowShadow:
    """The shadow of one window; call `forget` when the theme changes."""

    def __init__(self) -> None:
        self._tile = QPixmap()
        self._ratio = 0.0

    def forget(self) -> None:
        """Discard the cached picture after a change of colours or sizes."""
        self._tile = QPixmap()

    def draw(self, painter: QPainter, body: QRect, radius: int, ratio: float) -> None:
        """Draw the shadow of *body*, whose corners have *radius*; the body itself is drawn over it."""
        extent = theme().px(SHADOW_EXTENT)
        corner = extent + radius + 2
        if self._tile.isNull() or self._ratio != ratio:
            self._tile, self._ratio = _shadow_tile(extent, radius, ratio), ratio
        outer = body.translated(0, theme().px(SHADOW_DROP)).adjusted(-extent, -extent, extent, extent)
        rows = ((outer.top(), corner), (outer.top() + corner, outer.height() - 2 * corner),
                (outer.bottom() + 1 - corner, corner))  # fmt: skip
        columns = ((outer.left(), corner), (outer.left() + corner, outer.width() - 2 * corner),
                   (outer.right() + 1 - corner, corner))  # fmt: skip
        for row, (top, height) in enumerate(rows):
            for column, (left, width) in enumerate(columns):
                tile_rect = QRect(
                    _tile_start(column, corner),
                    _tile_start(row, corner),
                    _tile_size(column, corner),
                    _tile_size(row, corner),
                )
                source = QRect(tile_rect.topLeft() * ratio, tile_rect.size() * ratio)
                painter.drawPixmap(QRect(left, top, width, height), self._tile, source)


def _tile_start(part: int, corner: int) -> int:
    return (0, corner, corner + 1)[part]


def _tile_size(part: int, corner: int) -> int:
    return 1 if part == 1 else corner


def _shadow_tile(extent: int, radius: int, ratio: float) -> QPixmap:
    """Return the shadow of the smallest body: its corners, and one pixel between them that is stretched."""
    side = 2 * (extent + radius + 2) + 1
    tile = QPixmap(round(side * ratio), round(side * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    alpha = theme().shadow_color().alphaF()
    for ring in range(RINGS):
        # The opacity decreases quickly near the body and slowly further out.
        distance = extent * (1 - ring / RINGS)
        opacity = (2 * (ring + 1) - 1) / RINGS**2
        colour = theme().shadow_color()
        colour.setAlphaF(alpha * opacity)
        inset = round(extent - distance)
        box(painter, QRect(inset, inset, side - 2 * inset, side - 2 * inset), radius + distance, colour)
    painter.end()
    return tile


class Dimmer(QWidget):
    """Widget that darkens *window* behind its dialogs; it deletes itself when the last of them has finished."""

    def __init__(self, window: QWidget) -> None:
        # The window is not stored: the dimmer is its child, and a reference would keep its wrapper while it is deleted.
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
        assert window is not None, "a dimmer is a child of its window"
        self.setGeometry(window.rect())


TOAST_DURATION_MS = 8_000
"""Milliseconds for which a toast is shown, longer while the pointer is over it."""

MAX_TOAST_WIDTH = 520
"""Maximum width of a toast in design pixels."""


class Toast(QWidget):
    """Message with one action at the bottom centre of *window*, shown for `TOAST_DURATION_MS`."""

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
        preferred_width = self._label.fontMetrics().horizontalAdvance(self._label.text()) + px(150)
        width = max(px(240), min(max_width, preferred_width))
        layout = self.layout()
        assert layout is not None
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
    """A dialog inside its window: it covers the window and keeps the focus. Add its contents to `body`.

    Keys are not forwarded: shortcuts of the window are blocked, Tab stays inside, and a focus change to another widget
    of the window is reverted.
    """

    def __init__(self, parent: QWidget, width: int, height: int | None = None) -> None:
        """*width* and *height* are in design pixels; without a height the sheet is as high as its contents."""
        # With this type the dialog is not a separate window, and Tab stays in it.
        super().__init__(parent, Qt.WindowType.SubWindow)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setAcceptDrops(True)
        self._preferred_size = QSize(width, height or 0)
        self._previous_focus: QWidget | None = None
        self._placing = False
        self._shadow = WindowShadow()
        self.panel = QWidget(self)
        self.body = QVBoxLayout(self.panel)
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.setSpacing(0)
        self._apply_theme()
        theme().changed.connect(self._apply_theme)
        parent.installEventFilter(self)
        self.panel.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication), "there is a widget, so there is an application"
        application.focusChanged.connect(self._keep_focus)
        self.hide()

    def set_preferred_size(self, width: int, height: int | None) -> None:
        """Set the preferred size in design pixels."""
        self._preferred_size = QSize(width, height or 0)
        self.place()

    def open(self) -> None:
        """Show it above all widgets of the window."""
        self._previous_focus = QApplication.focusWidget()
        self.place()
        self.raise_()
        super().open()
        self.place()

    def done(self, result: int) -> None:
        """Finish and return the focus to its previous widget."""
        previous_focus, self._previous_focus = self._previous_focus, None
        super().done(result)
        if (
            previous_focus is not None
            and shiboken6.isValid(previous_focus)
            and previous_focus.isVisible()
            and previous_focus.isEnabled()
        ):
            previous_focus.setFocus(Qt.FocusReason.OtherFocusReason)

    def refuse(self) -> None:
        """Answer no unless answered already. Called on Escape and on closing; subclasses implement it."""

    def reject(self) -> None:
        self.refuse()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.refuse()
        super().closeEvent(event)

    def safe_focus(self) -> None:
        """Focus a control that cannot confirm anything; subclasses define which."""
        self.panel.setFocus(Qt.FocusReason.TabFocusReason)

    def place(self) -> None:
        """Cover the window and position the panel."""
        parent = self.parentWidget()
        if parent is None or self._placing:
            return
        self._placing = True
        px = theme().px
        self.setGeometry(parent.rect())
        is_low = parent.height() < px(LOW_WINDOW)
        max_height = max(parent.height() - 2 * px(NARROW_MARGIN if is_low else SHEET_MARGIN), px(240))
        max_height = min(max_height, parent.height())
        width = max(min(px(self._preferred_size.width()), parent.width() - 2 * px(NARROW_MARGIN)), px(280))
        width = min(width, parent.width())
        if self._preferred_size.height():
            height = min(px(self._preferred_size.height()), max_height)
        else:
            height = min(max(self._height_for(width), 1), max_height)
        free_height = parent.height() - height
        top = round(free_height * UPPER_SHARE)
        top = max(min(top, free_height), min(free_height // 2, px(NARROW_MARGIN if is_low else SHEET_MARGIN)))
        self.panel.setGeometry(QRect((parent.width() - width) // 2, top, width, height))
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
        """Accept drags over the sheet, so that widgets behind it do not receive them."""
        event.accept()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        event.ignore()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Position the panel again when the size of the window or of the contents changes."""
        event_type = event.type()
        if watched is self.parentWidget():
            needs_layout = event_type == QEvent.Type.Resize
        else:
            needs_layout = event_type == QEvent.Type.LayoutRequest and not self._preferred_size.height()
        if needs_layout:
            self.place()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Dim the window, and draw the panel with its shadow."""
        values, painter = theme(), QPainter(self)
        painter.fillRect(self.rect(), values.dim_color())
        panel, radius = self.panel.geometry(), values.px(SHEET_RADIUS)
        self._shadow.draw(painter, panel, radius, self.devicePixelRatioF())
        line = "control" if values.tokens.high_contrast else "border" if values.tokens.dark else None
        box(painter, panel, radius, values.color("raised"), values.color(line) if line else None)

    def _height_for(self, width: int) -> int:
        self.body.activate()
        if self.body.hasHeightForWidth():
            # At 150 % scaling heights are rounded: without the extra pixel the contents would scroll by one.
            return self.body.totalHeightForWidth(width) + 1
        return self.body.totalSizeHint().height()

    def _apply_theme(self) -> None:
        palette = self.palette()
        for role in (palette.ColorRole.Window, palette.ColorRole.Base):
            palette.setColor(role, theme().color("raised"))
        self.setPalette(palette)
        self._shadow.forget()
        self.update()

    def _keep_focus(self, _old: QWidget | None, focused: QWidget | None) -> None:
        """Take the focus back from a widget behind the sheet."""
        if (
            focused is None
            or not shiboken6.isValid(self)
            or not self.isVisible()
            or focused.window() is not self.window()
        ):
            return
        ancestor: QWidget | None = focused
        while ancestor is not None:
            if isinstance(ancestor, ModalSheet):
                return
            ancestor = ancestor.parentWidget()
        QTimer.singleShot(0, self, self._restore_focus)

    def _restore_focus(self) -> None:
        focused = QApplication.focusWidget()
        if self.isVisible() and (focused is None or not self.isAncestorOf(focused)):
            self.safe_focus()
