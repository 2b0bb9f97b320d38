"""Requests to the user: the view that is refused by Esc, its hosts (a sheet inside the window, a card in the chat), and
the dimmer behind a separate dialog."""

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFrame, QVBoxLayout, QWidget

from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import WindowShadow


class RefusableView(QWidget):
    """A request with an answer. Esc refuses, and the button that refuses gets the focus."""

    def refusal_button(self) -> QAbstractButton:
        raise NotImplementedError

    def refuse(self) -> None:
        """Answer no, as Esc and closing do."""
        raise NotImplementedError

    def focus_refusal(self) -> None:
        """Focus the button that refuses."""
        # With a keyboard reason, the focus ring is visible even after a mouse click (vaultdesk/ui/theme/README.md,
        # "States").
        self.refusal_button().setFocus(Qt.FocusReason.TabFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the button that refuses."""
        super().showEvent(event)
        QTimer.singleShot(0, self.refusal_button(), self.focus_refusal)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forward the focus to the button that refuses. With a focus proxy, Tab would stop here on every cycle."""
        self.focus_refusal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc refuses. Enter presses the button with the focus ring and does nothing otherwise."""
        if event.key() == Qt.Key.Key_Escape:
            self.refuse()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        else:
            super().keyPressEvent(event)


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


SHEET_RADIUS = 14
"""Radius of the corners in design pixels."""

SHEET_MARGIN = 48
"""Minimum margin above and below in design pixels."""

NARROW_MARGIN = 8
"""The same at the sides, and above and below in a window too low for the larger one."""

LOW_WINDOW = 640
"""Height of a window in design pixels below which the smaller margin applies."""

UPPER_SHARE = 0.3
"""Share of the free height above the sheet, which looks vertically centered."""


class ModalSheet(QDialog):
    """A dialog inside its window: it covers the window and keeps the focus. Add its contents to `body`.

    Keys are not forwarded: shortcuts of the window are blocked, Tab stays inside, and a focus change to another widget
    of the window is reverted.
    """

    view: RefusableView | None = None
    """The request in the sheet; closing the sheet refuses it."""

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
        """Answer no unless answered already. Called on Escape and on closing."""
        if self.view is not None:
            self.view.refuse()

    def reject(self) -> None:
        self.refuse()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.refuse()
        super().closeEvent(event)

    def safe_focus(self) -> None:
        """Focus a control that cannot confirm anything."""
        if self.view is not None:
            self.view.focus_refusal()
        else:
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


CARD_RADIUS = 12
"""Corner radius of a card in design pixels."""


class RequestCard(QFrame):
    """A card in the chat with a request."""

    view: RefusableView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(1, 1, 1, 1)
        theme().changed.connect(self.update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep keys for the request from reaching the surrounding chat."""
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        frame = self.view.geometry().adjusted(-1, -1, 1, 1)
        box(QPainter(self), frame, values.px(CARD_RADIUS), values.color("surface"), values.color("control"))
