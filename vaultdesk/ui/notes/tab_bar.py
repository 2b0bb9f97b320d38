"""Tab bar of notes: drawing, mouse, closing and the button for a new tab."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionTab, QTabBar, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.ui.widgets.menu import literal_menu_text

CLOSE_BUTTON_POSITION = QTabBar.ButtonPosition.RightSide

CLOSE_BUTTON_SIDE = 20
"""Side in design pixels of the button on a tab."""

PULL_OFF_DISTANCE = 24
"""Distance in design pixels from the tab bar at which a dragged tab leaves it."""

MIN_TAB_WIDTH = 120
"""Minimum width of a tab in design pixels, at which some of the name is readable."""

MAX_TAB_WIDTH = 220
"""Maximum width of a tab in design pixels; longer names are elided."""


class TabCloseButton(IconButton):
    """Close button of a tab, drawn on the current and the hovered tab; otherwise a dot for unsaved text, or the pin."""

    def __init__(self, name: str) -> None:
        super().__init__("close", name, size=12, side=CLOSE_BUTTON_SIDE)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.shown = self.unsaved = self.pinned = False

    def set_state(self, shown: bool, unsaved: bool, pinned: bool) -> None:
        """Draw a cross, a dot or a pin from now on."""
        if (shown, unsaved, pinned) == (self.shown, self.unsaved, self.pinned):
            return
        if pinned != self.pinned:
            self.set_icon("pin" if pinned else "close")
            self.set_name(self.tr("Unpin tab") if pinned else self.tr("Close tab"))
        self.shown, self.unsaved, self.pinned = shown, unsaved, pinned
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        touched = self.underMouse()
        if self.unsaved and not touched:
            size = theme().px(7)
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("muted"))
            painter.drawEllipse(QRect((self.width() - size) // 2, (self.height() - size) // 2, size, size))
        elif self.shown or touched or self.pinned:
            super().paintEvent(event)


class TabStrip(QTabBar):
    """Tabs that can be moved, dragged to another place, and closed with the middle button."""

    menu_requested = Signal(int, QPoint)
    """Context menu of a tab, at a global position."""

    dragged_out = Signal(int, QPoint)
    """A tab is dragged outside the bar, at a global position; -1 when it is over the bar again."""

    close_pressed = Signal(int)
    """The close button or the pin of a tab was clicked."""

    dropped = Signal(int, QPoint)
    """A dragged tab was dropped at a global position."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hovered = self._drag_start = -1
        self._dragged_outside = False
        self.muted = False
        """Whether another tab bar is the active one."""
        self.setDrawBase(False)
        self.setDocumentMode(True)
        self.setExpanding(False)
        self.setMovable(True)
        self.setMouseTracking(True)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Open notes"))

    def minimumSizeHint(self) -> QSize:
        """Return less than Qt, which reserves space for scroll buttons even if the tabs fit."""
        return QSize(theme().px(40), super().minimumSizeHint().height())

    def tabSizeHint(self, index: int) -> QSize:
        """Return the size of a tab within the limits, always with space for a close button."""
        size = super().tabSizeHint(index)
        button_width = 0 if self.close_button(index) is not None else theme().px(CLOSE_BUTTON_SIDE) + 4
        return QSize(min(size.width() + button_width, theme().px(MAX_TAB_WIDTH)), size.height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the size at which tabs start to scroll instead of shrinking."""
        size = self.tabSizeHint(index)
        return QSize(min(size.width(), theme().px(MIN_TAB_WIDTH)), size.height())

    def initStyleOption(self, option: QStyleOptionTab, number: int) -> None:
        """Replace the escaped text by the name: the style draws each `&` literally, while Qt measures the escaped
        text.
        """
        super().initStyleOption(option, number)
        name = self.tabText(number).replace("&&", "&")
        available_width = self.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, self).width()
        option.text = self.fontMetrics().elidedText(name, self.elideMode(), available_width)

    def close_button(self, number: int) -> TabCloseButton | None:
        button = self.tabButton(number, CLOSE_BUTTON_POSITION)
        return button if isinstance(button, TabCloseButton) else None

    def marks(self, number: int) -> tuple[bool, bool]:
        """Return whether tab *number* has unsaved text, and whether it is pinned."""
        data = self.tabData(number)
        return (bool(data[0]), bool(data[1])) if isinstance(data, tuple) else (False, False)

    def mark(self, number: int, unsaved: bool, pinned: bool) -> None:
        """Set whether tab *number* has unsaved text or is pinned."""
        self.setTabData(number, (unsaved, pinned))
        self.update_close_buttons()

    def update_close_buttons(self) -> None:
        """Show the buttons of the current tab, the hovered tab, and those with a mark."""
        for number in range(self.count()):
            unsaved, pinned = self.marks(number)
            is_shown = number in (self.currentIndex(), self._hovered)
            close_button = self.close_button(number)
            if close_button is None and (is_shown or unsaved or pinned):
                # Created when first needed: each new button makes Qt lay out all tabs again.
                close_button = TabCloseButton(self.tr("Close tab"))
                close_button.clicked.connect(partial(self._press, close_button))
                self.setTabButton(number, CLOSE_BUTTON_POSITION, close_button)
            if close_button is not None:
                close_button.set_state(is_shown, unsaved, pinned)

    def _press(self, close_button: TabCloseButton) -> None:
        number = next((number for number in range(self.count()) if self.close_button(number) is close_button), -1)
        if number >= 0:
            self.close_pressed.emit(number)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Store the tab that is pressed."""
        left = event.button() == Qt.MouseButton.LeftButton
        self._drag_start = self.tabAt(event.position().toPoint()) if left else -1
        self._dragged_outside = False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the tab in its bar, or report that it is dragged outside."""
        super().mouseMoveEvent(event)
        self._hovered = self.tabAt(event.position().toPoint())
        self.update_close_buttons()
        if self._drag_start < 0 or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        distance = theme().px(PULL_OFF_DISTANCE)
        is_outside = (
            not self.rect().adjusted(-distance, -distance, distance, distance).contains(event.position().toPoint())
        )
        if is_outside or self._dragged_outside:
            self._dragged_outside = is_outside
            self.dragged_out.emit(self.currentIndex() if is_outside else -1, event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close with the middle button; report where a tab was dropped."""
        number = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and number >= 0:
            self.tabCloseRequested.emit(number)
            return
        super().mouseReleaseEvent(event)
        was_outside, self._dragged_outside, self._drag_start = self._dragged_outside, False, -1
        if was_outside:
            # Only after the bar has finished handling the mouse: the tab may be removed from it.
            self.dropped.emit(self.currentIndex(), event.globalPosition().toPoint())

    def leaveEvent(self, event: object) -> None:
        """Remove the close button of the hovered tab."""
        del event
        self._hovered = -1
        self.update_close_buttons()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the tab under the mouse, or of the current one if opened with the keyboard."""
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        number = self.currentIndex() if keyboard else self.tabAt(event.pos())
        if number < 0:
            return
        position = self.mapToGlobal(self.tabRect(number).bottomLeft()) if keyboard else event.globalPos()
        self.menu_requested.emit(number, position)


class NoteTabs(QWidget):
    """Tab bar with a button for new tabs; works with indexes, which the note area maps to pages."""

    chosen = Signal(int)
    close_requested = Signal(int)
    moved = Signal(int, int)
    new_requested = Signal()
    menu_requested = Signal(int, QPoint)
    """Context menu of a tab, at a global position."""

    pressed = Signal()
    """The bar was clicked, even if the current tab stays the same."""

    other_side_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        row = row_layout(self, 4, margins=(0, 0, 6, 0))
        self.bar = TabStrip()
        row.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignBottom)
        self._new_button = IconButton("plus", self.tr("New tab"))
        self._new_button.clicked.connect(self.new_requested)
        row.addWidget(self._new_button)
        row.addStretch(1)
        self._other_side_button = IconButton("panel-right", self.tr("Other side"))
        self._other_side_button.clicked.connect(self.other_side_requested)
        self._other_side_button.hide()
        row.addWidget(self._other_side_button)
        self.setFixedHeight(px(36))
        self.bar.currentChanged.connect(self._changed)
        self.bar.tabBarClicked.connect(lambda _number: self.pressed.emit())
        self.bar.tabCloseRequested.connect(self.close_requested)
        self.bar.tabMoved.connect(self.moved)
        self.bar.menu_requested.connect(self.menu_requested)
        self.bar.close_pressed.connect(self._close_pressed)
        self._filling = False
        self._update_bar()

    def add(self, name: str, at: int = -1) -> int:
        """Add a tab, last or at *at*, and return its index without emitting `chosen`."""
        blocked = self.bar.blockSignals(True)
        number = self.bar.insertTab(at if at >= 0 else self.bar.count(), literal_menu_text(name))
        self.bar.setTabToolTip(number, as_tooltip(name))
        self.bar.blockSignals(blocked)
        self._update_bar()
        return number

    def rename(self, number: int, name: str, path: str) -> None:
        """Change the label of tab *number*."""
        self.bar.setTabText(number, literal_menu_text(name))
        self.bar.setTabToolTip(number, as_tooltip(path or name))
        self.bar.updateGeometry()

    def name(self, number: int) -> str:
        """Return the label of tab *number*."""
        return self.bar.tabText(number).replace("&&", "&")

    def mark(self, number: int, *, unsaved: bool, pinned: bool) -> None:
        """Show that tab *number* has unsaved text or is pinned."""
        if self.bar.marks(number) != (unsaved, pinned):
            self.bar.mark(number, unsaved, pinned)

    def is_pinned(self, number: int) -> bool:
        return self.bar.marks(number)[1]

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Context in which many tabs are added; they are laid out once, at its end."""
        self._filling = True
        self.bar.hide()
        try:
            yield
        finally:
            self._filling = False
            self._update_bar()

    def remove(self, number: int) -> None:
        """Remove tab *number*; `chosen` reports the new current tab."""
        self.bar.removeTab(number)
        self._update_bar()

    def choose(self, number: int) -> None:
        """Make tab *number* the current one."""
        self.bar.setCurrentIndex(number)
        self._update_bar()

    def current(self) -> int:
        """The index of the current tab, or -1."""
        return self.bar.currentIndex()

    def count(self) -> int:
        return self.bar.count()

    def show_in_use(self, in_use: bool, *, alone: bool) -> None:
        """Show whether this is the active bar; *alone* if the other side is hidden, for which a button is shown."""
        self._other_side_button.setVisible(alone)
        if self.bar.muted == in_use:
            self.bar.muted = not in_use
            self.bar.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the line below the tabs."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("background"))
        last = self.bar.count() - 1
        left = min(self.bar.x() + self.bar.tabRect(last).right(), self.bar.geometry().right()) + 1 if last >= 0 else 0
        painter.fillRect(left, self.height() - 1, self.width() - left, 1, theme().color("border"))

    def _close_pressed(self, number: int) -> None:
        """Close a tab, or unpin it."""
        unsaved, pinned = self.bar.marks(number)
        if pinned:
            self.mark(number, unsaved=unsaved, pinned=False)
        else:
            self.close_requested.emit(number)

    def _changed(self, number: int) -> None:
        self._update_bar()
        self.chosen.emit(number)

    def _update_bar(self) -> None:
        """Show a close button on the current tab; hide the bar if there are no tabs."""
        if self._filling:
            return
        self.bar.setVisible(self.bar.count() > 0)
        self.bar.update_close_buttons()
        self.bar.updateGeometry()
