"""A sheet: a modal question inside its window, frameless, with the window dimmed behind it."""

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QDialog, QVBoxLayout, QWidget

from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.window_shadow import WindowShadow

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
