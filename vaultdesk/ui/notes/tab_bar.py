"""Tab bar of notes: drawing, mouse, closing and the button for a new tab."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStyle, QStyleOptionTab, QTabBar, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.menu import literal_menu_text

CLOSE_BUTTON_POSITION = QTabBar.ButtonPosition.RightSide

CLOSE_BUTTON_SIDE = 20
"""Design pixels of the button on a tab."""

PULL_OFF_DISTANCE = 24
"""Design pixels a tab must be pulled off its row before it leaves it."""

MIN_TAB_WIDTH = 120
"""Design pixels of one tab where there are many: some words of each name can be read."""

MAX_TAB_WIDTH = 220
"""Design pixels of one tab; longer names are cut."""


class TabCloseButton(IconButton):
    """Closes its tab. Drawn on the current and the touched tab; else a dot where something is unsaved, or the pin."""

    def __init__(self, name: str) -> None:
        super().__init__("close", name, size=12, side=CLOSE_BUTTON_SIDE)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.shown = self.unsaved = self.pinned = False

    def set_state(self, shown: bool, unsaved: bool, pinned: bool) -> None:
        """Be drawn as a cross, a dot or a pin from now on."""
        if (shown, unsaved, pinned) == (self.shown, self.unsaved, self.pinned):
            return
        if pinned != self.pinned:
            self.set_icon("pin" if pinned else "close")
            self.set_name(self.tr("Unpin tab") if pinned else self.tr("Close tab"))
        self.shown, self.unsaved, self.pinned = shown, unsaved, pinned
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what stands for the tab now."""
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
    """Tabs that can be moved, pulled off to another place, and closed with the middle button."""

    menu_requested = Signal(int, QPoint)
    """A tab's menu is wanted, at a point of the screen."""

    dragged_out = Signal(int, QPoint)
    """A tab is held off the row, over a point of the screen; -1 where it is over the row again."""

    close_pressed = Signal(int)
    """A tab's cross, or its pin, was pressed."""

    dropped = Signal(int, QPoint)
    """A tab that was pulled off was let go of there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hovered = self._drag_start = -1
        self._away = False
        self.muted = False
        """Whether another row of tabs is the one in use."""
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
        """Return less than Qt does, which keeps room for scroll buttons even where one short tab fits."""
        return QSize(theme().px(40), super().minimumSizeHint().height())

    def tabSizeHint(self, index: int) -> QSize:
        """Return the size of a tab, bounded, with room for a cross whether it has one now or not."""
        size = super().tabSizeHint(index)
        room = 0 if self.cross(index) is not None else theme().px(CLOSE_BUTTON_SIDE) + 4
        return QSize(min(size.width() + room, theme().px(MAX_TAB_WIDTH)), size.height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the size below which tabs are not made smaller but scrolled."""
        size = self.tabSizeHint(index)
        return QSize(min(size.width(), theme().px(MIN_TAB_WIDTH)), size.height())

    def initStyleOption(self, option: QStyleOptionTab, number: int) -> None:
        """Give the style the name itself: it draws every `&` as it is, while Qt measures the escaped one."""
        super().initStyleOption(option, number)
        name = self.tabText(number).replace("&&", "&")
        room = self.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, self).width()
        option.text = self.fontMetrics().elidedText(name, self.elideMode(), room)

    def cross(self, number: int) -> TabCloseButton | None:
        """Return the button of tab *number*."""
        button = self.tabButton(number, CLOSE_BUTTON_POSITION)
        return button if isinstance(button, TabCloseButton) else None

    def marks(self, number: int) -> tuple[bool, bool]:
        """Return whether something behind tab *number* is unsaved, and whether the tab is pinned."""
        kept = self.tabData(number)
        return (bool(kept[0]), bool(kept[1])) if isinstance(kept, tuple) else (False, False)

    def mark(self, number: int, unsaved: bool, pinned: bool) -> None:
        """Let tab *number* be unsaved, or pinned."""
        self.setTabData(number, (unsaved, pinned))
        self.show_crosses()

    def show_crosses(self) -> None:
        """Draw what stands for a tab on the current one, the one under the mouse, and those with a mark."""
        for number in range(self.count()):
            unsaved, pinned = self.marks(number)
            wanted = number in (self.currentIndex(), self._hovered)
            cross = self.cross(number)
            if cross is None and (wanted or unsaved or pinned):
                # Made when it is first seen: each new one has Qt lay out all tabs again.
                cross = TabCloseButton(self.tr("Close tab"))
                cross.clicked.connect(partial(self._press, cross))
                self.setTabButton(number, CLOSE_BUTTON_POSITION, cross)
            if cross is not None:
                cross.set_state(wanted, unsaved, pinned)

    def _press(self, cross: TabCloseButton) -> None:
        number = next((number for number in range(self.count()) if self.cross(number) is cross), -1)
        if number >= 0:
            self.close_pressed.emit(number)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember which tab is taken hold of."""
        left = event.button() == Qt.MouseButton.LeftButton
        self._drag_start = self.tabAt(event.position().toPoint()) if left else -1
        self._away = False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the tab in its row, or tell that it is pulled off."""
        super().mouseMoveEvent(event)
        self._hovered = self.tabAt(event.position().toPoint())
        self.show_crosses()
        if self._drag_start < 0 or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        away = theme().px(PULL_OFF_DISTANCE)
        off = not self.rect().adjusted(-away, -away, away, away).contains(event.position().toPoint())
        if off or self._away:
            self._away = off
            self.dragged_out.emit(self.currentIndex() if off else -1, event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close with the middle button; tell where a tab was let go of."""
        number = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and number >= 0:
            self.tabCloseRequested.emit(number)
            return
        super().mouseReleaseEvent(event)
        away, self._away, self._drag_start = self._away, False, -1
        if away:
            # Only when the bar has finished with the mouse: the tab may leave it.
            self.dropped.emit(self.currentIndex(), event.globalPosition().toPoint())

    def leaveEvent(self, event: object) -> None:
        """Take the cross off the tab that was touched."""
        del event
        self._hovered = -1
        self.show_crosses()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the tab under the mouse, or of the current one for the keyboard."""
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        number = self.currentIndex() if keyboard else self.tabAt(event.pos())
        if number < 0:
            return
        place = self.mapToGlobal(self.tabRect(number).bottomLeft()) if keyboard else event.globalPos()
        self.menu_requested.emit(number, place)

    def is_dragged(self) -> bool:
        """Whether a tab is held off the row now."""
        return self._away and bool(QApplication.mouseButtons() & Qt.MouseButton.LeftButton)


class NoteTabs(QWidget):
    """Tabs by number; which page belongs to which is the note area's business."""

    chosen = Signal(int)
    close_requested = Signal(int)
    moved = Signal(int, int)
    new_requested = Signal()
    menu_requested = Signal(int, QPoint)
    """The menu of a tab is wanted, at a point of the screen."""

    pressed = Signal()
    """The row was touched, even if the same tab stays."""

    other_side_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, px(6), 0)
        row.setSpacing(px(4))
        self.bar = TabStrip()
        row.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignBottom)
        self._plus = IconButton("plus", self.tr("New tab"))
        self._plus.clicked.connect(self.new_requested)
        row.addWidget(self._plus)
        row.addStretch(1)
        self._other = IconButton("panel-right", self.tr("Other side"))
        self._other.clicked.connect(self.other_side_requested)
        self._other.hide()
        row.addWidget(self._other)
        self.setFixedHeight(px(36))
        self.bar.currentChanged.connect(self._changed)
        self.bar.tabBarClicked.connect(lambda _number: self.pressed.emit())
        self.bar.tabCloseRequested.connect(self.close_requested)
        self.bar.tabMoved.connect(self.moved)
        self.bar.menu_requested.connect(self.menu_requested)
        self.bar.close_pressed.connect(self._close_pressed)
        self._filling = False
        self._tidy()

    def add(self, name: str, at: int = -1) -> int:
        """Add a tab, last or at *at*, and return its number; `chosen` does not fire for it."""
        blocked = self.bar.blockSignals(True)
        number = self.bar.insertTab(at if at >= 0 else self.bar.count(), literal_menu_text(name))
        self.bar.setTabToolTip(number, as_tooltip(name))
        self.bar.blockSignals(blocked)
        self._tidy()
        return number

    def rename(self, number: int, name: str, path: str) -> None:
        """Call tab *number* by another name."""
        self.bar.setTabText(number, literal_menu_text(name))
        self.bar.setTabToolTip(number, as_tooltip(path))
        self.bar.updateGeometry()

    def name(self, number: int) -> str:
        """Return what tab *number* is called."""
        return self.bar.tabText(number).replace("&&", "&")

    def mark(self, number: int, *, unsaved: bool, pinned: bool) -> None:
        """Show that something behind tab *number* is unsaved, or that the tab is pinned."""
        if self.bar.marks(number) != (unsaved, pinned):
            self.bar.mark(number, unsaved, pinned)

    def is_pinned(self, number: int) -> bool:
        """Whether tab *number* is pinned."""
        return self.bar.marks(number)[1]

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Add many tabs inside: they are laid out once, at the end."""
        self._filling = True
        self.bar.hide()
        try:
            yield
        finally:
            self._filling = False
            self._tidy()

    def remove(self, number: int) -> None:
        """Take tab *number* away; `chosen` tells which is current then."""
        self.bar.removeTab(number)
        self._tidy()

    def choose(self, number: int) -> None:
        """Make tab *number* the current one."""
        self.bar.setCurrentIndex(number)
        self._tidy()

    def current(self) -> int:
        """The number of the current tab, or -1."""
        return self.bar.currentIndex()

    def count(self) -> int:
        """How many."""
        return self.bar.count()

    def show_in_use(self, in_use: bool, *, alone: bool) -> None:
        """Show whether this row is the one in use; *alone* where the other side is hidden, which a button shows."""
        self._other.setVisible(alone)
        if self.bar.muted == in_use:
            self.bar.muted = not in_use
            self.bar.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line the tabs stand on."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("background"))
        last = self.bar.count() - 1
        left = min(self.bar.x() + self.bar.tabRect(last).right(), self.bar.geometry().right()) + 1 if last >= 0 else 0
        painter.fillRect(left, self.height() - 1, self.width() - left, 1, theme().color("border"))

    def _close_pressed(self, number: int) -> None:
        """Close a tab, or take its pin away."""
        unsaved, pinned = self.bar.marks(number)
        if pinned:
            self.mark(number, unsaved=unsaved, pinned=False)
        else:
            self.close_requested.emit(number)

    def _changed(self, number: int) -> None:
        self._tidy()
        self.chosen.emit(number)

    def _tidy(self) -> None:
        """A cross on the current tab; no row of tabs where there are none."""
        if self._filling:
            return
        self.bar.setVisible(self.bar.count() > 0)
        self.bar.show_crosses()
        self.bar.updateGeometry()
