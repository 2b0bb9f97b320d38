"""Chat tab bar: the slim row of open conversations, each with what it is doing. Knows no conversation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionTab, QTabBar, QWidget

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text
from vaultdesk.ui.widgets.menu import literal_menu_text
from vaultdesk.ui.widgets.step_line import TURN

TabState = Literal["", "running", "waiting", "unread"]
"""What a conversation is doing: nothing, being answered, waiting for the person, answered and not looked at."""

LEAST, MOST, HEIGHT = 84, 176, 30
"""Pixels of LOOK's drawings: widths of a tab, and the height of the row."""

LONGEST_TITLE = 200
"""Characters of a title in a tooltip."""

LEFT, RIGHT = QTabBar.ButtonPosition.LeftSide, QTabBar.ButtonPosition.RightSide


@dataclass(frozen=True, slots=True)
class TabFace:
    """What one tab shows."""

    title: str
    state: TabState = ""


class TabMark(QWidget):
    """The sign of a state: a turning arc, a clock or a dot; the tab's tooltip says it in words."""

    def __init__(self, state: TabState) -> None:
        super().__init__()
        self.state = state
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._angle = 0
        self._clock = QTimer(self)
        self._clock.setInterval(TURN)
        self._clock.timeout.connect(self._turn)
        side = theme().step(14)
        self.setFixedSize(side, side)
        self.show_state(state)

    def show_state(self, state: TabState) -> None:
        """Show another state; the arc turns where things may move."""
        self.state = state
        if state == "running" and theme().motion:
            self._clock.start()
        else:
            self._clock.stop()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the sign."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self.width()
        if self.state == "unread":
            wide = theme().step(7)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accent"))
            painter.drawEllipse(QRectF((side - wide) / 2, (side - wide) / 2, wide, wide))
        elif self.state:
            name, role = ("clock", "warning") if self.state == "waiting" else ("spinner", "muted")
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.translate(side / 2, side / 2)
            painter.rotate(self._angle if self.state == "running" else 0)
            painter.drawPixmap(QPoint(-side // 2, -side // 2), pixmap(name, role, side, self.devicePixelRatioF()))

    def _turn(self) -> None:
        self._angle = (self._angle + 30) % 360
        if self.isVisible():
            self.update()


class ChatTabBar(QTabBar):
    """Tabs by number, in sight from two on; which conversation is behind each is talk_tabs.py's."""

    chosen = Signal(int)
    close_requested = Signal(int)
    moved = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hovered = -1
        self._showing = False
        self.setDrawBase(False)
        self.setDocumentMode(True)
        self.setExpanding(False)
        self.setMovable(True)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Open chats"))
        self.currentChanged.connect(lambda number: None if self._showing else self.chosen.emit(number))
        self.tabMoved.connect(self.moved)
        theme().changed.connect(self.updateGeometry)
        self.hide()

    def show_tabs(self, faces: Sequence[TabFace], current: int) -> None:
        """Show these tabs; `chosen` is not told of it."""
        self._showing = True
        while self.count() > len(faces):
            self.removeTab(self.count() - 1)
        for number, face in enumerate(faces):
            name = face.title or self.tr("New chat")
            if number == self.count():
                self.addTab("")
            self.setTabText(number, literal_menu_text(name))
            words = {"running": self.tr("being answered"), "waiting": self.tr("waits for you")}
            words["unread"] = self.tr("answered, not read yet")
            told = safe_label_text(name, LONGEST_TITLE)
            said = self.tr("{0}, {1}").format(told, words[face.state]) if face.state else told
            self.setTabToolTip(number, as_tooltip(said))
            self.setAccessibleTabName(number, said)
            self._mark(number, face.state)
        self.setCurrentIndex(current)
        self._showing = False
        self._close_buttons()
        self.setVisible(len(faces) > 1)

    def state(self, number: int) -> TabState:
        """Return what tab *number* says that its conversation does."""
        mark = self.tabButton(number, LEFT)
        return mark.state if isinstance(mark, TabMark) else ""

    def tabSizeHint(self, _number: int) -> QSize:
        """Share the row; narrow tabs scroll."""
        step = theme().step
        share = self.width() // max(1, self.count())
        return QSize(max(step(LEAST), min(step(MOST), share)), step(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Ask for one tab's room: the rest scrolls."""
        return QSize(theme().step(40), theme().step(HEIGHT))

    def sizeHint(self) -> QSize:
        """Take all of the row."""
        return QSize(theme().step(MOST) * max(1, self.count()), theme().step(HEIGHT))

    def initStyleOption(self, option: QStyleOptionTab, number: int) -> None:
        """Give the style the name itself: it draws every `&` as it is, while Qt measures the escaped one."""
        super().initStyleOption(option, number)
        room = self.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, self).width()
        option.text = self.fontMetrics().elidedText(self.tabText(number).replace("&&", "&"), self.elideMode(), room)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the cross of the tab under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.tabAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Take it away again."""
        super().leaveEvent(event)
        self._hover(-1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The middle button closes."""
        number = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and number >= 0:
            self.close_requested.emit(number)
            return
        super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line the tabs stand on, too."""
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))
        painter.end()
        super().paintEvent(event)

    def _hover(self, number: int) -> None:
        if number != self._hovered:
            self._hovered = number
            self._close_buttons()

    def _mark(self, number: int, state: TabState) -> None:
        mark = self.tabButton(number, LEFT)
        if isinstance(mark, TabMark) and state:
            mark.show_state(state)
        elif state:
            self.setTabButton(number, LEFT, TabMark(state))
        elif mark:
            self.setTabButton(number, LEFT, None)
            mark.deleteLater()

    def _close_buttons(self) -> None:
        for number in range(self.count()):
            wanted, cross = number in (self.currentIndex(), self._hovered), self.tabButton(number, RIGHT)
            if wanted and not cross:
                self.setTabButton(number, RIGHT, self._cross())
            elif cross and not wanted:
                self.setTabButton(number, RIGHT, None)
                cross.deleteLater()

    def _cross(self) -> IconButton:
        cross = IconButton("close", self.tr("Close this chat's tab"), size=12, side=20)
        cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        cross.clicked.connect(lambda: self._close_of(cross))
        return cross

    def _close_of(self, cross: QWidget) -> None:
        for number in range(self.count()):
            if self.tabButton(number, RIGHT) is cross:
                self.close_requested.emit(number)
                return
