"""Tabs of the open conversations with their activity."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionTab, QTabBar, QWidget

from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.ui.chat.open_conversations import ConversationController, OpenConversations
from vaultdesk.ui.chat.transcript.answer_steps import ROTATION_INTERVAL
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text
from vaultdesk.ui.widgets.menu import literal_menu_text

TabState = Literal["", "running", "waiting", "unread"]
"""Activity of a conversation: none, answering, waiting for the user, answered but not seen."""

MIN_TAB_WIDTH, MAX_TAB_WIDTH, TAB_HEIGHT = 84, 176, 30
"""Width limits of a tab and height of the row, in design pixels."""

MAX_TOOLTIP_TITLE = 200
"""Maximum number of characters of a title in a tooltip."""

LEFT, RIGHT = QTabBar.ButtonPosition.LeftSide, QTabBar.ButtonPosition.RightSide


class ChatTab(Struct, frozen=True):
    """Content of one tab."""

    title: str
    state: TabState = ""


class TabStateIcon(QWidget):
    """Icon of a state: a rotating arc, a clock or a dot. The tab's tooltip describes the state."""

    def __init__(self, state: TabState) -> None:
        super().__init__()
        self.state = state
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._angle = 0
        self._animation = QTimer(self)
        self._animation.setInterval(ROTATION_INTERVAL)
        self._animation.timeout.connect(self._rotate)
        side = theme().px(14)
        self.setFixedSize(side, side)
        self.show_state(state)

    def show_state(self, state: TabState) -> None:
        """Show another state; the arc rotates unless animations are off."""
        self.state = state
        if state == "running" and theme().motion:
            self._animation.start()
        else:
            self._animation.stop()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self.width()
        if self.state == "unread":
            diameter = theme().px(7)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accent"))
            painter.drawEllipse(QRectF((side - diameter) / 2, (side - diameter) / 2, diameter, diameter))
        elif self.state:
            name, role = ("clock", "warning") if self.state == "waiting" else ("spinner", "muted")
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.translate(side / 2, side / 2)
            painter.rotate(self._angle if self.state == "running" else 0)
            painter.drawPixmap(QPoint(-side // 2, -side // 2), pixmap(name, role, side, self.devicePixelRatioF()))

    def _rotate(self) -> None:
        self._angle = (self._angle + 30) % 360
        if self.isVisible():
            self.update()


class ChatTabBar(QTabBar):
    """Tab bar that works with indexes, visible from two tabs on; chat_tabs.py maps indexes to conversations."""

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

    def show_tabs(self, tabs: Sequence[ChatTab], current: int) -> None:
        """Show these tabs without emitting `chosen`."""
        self._showing = True
        while self.count() > len(tabs):
            self.removeTab(self.count() - 1)
        for number, tab in enumerate(tabs):
            name = tab.title or self.tr("New chat")
            if number == self.count():
                self.addTab("")
            self.setTabText(number, literal_menu_text(name))
            state_texts = {"running": self.tr("being answered"), "waiting": self.tr("waiting for you")}
            state_texts["unread"] = self.tr("answered, not read yet")
            title = safe_label_text(name, MAX_TOOLTIP_TITLE)
            description = self.tr("{0}, {1}").format(title, state_texts[tab.state]) if tab.state else title
            self.setTabToolTip(number, as_tooltip(description))
            self.setAccessibleTabName(number, description)
            self._show_state(number, tab.state)
        self.setCurrentIndex(current)
        self._showing = False
        self._update_close_buttons()
        self.setVisible(len(tabs) > 1)

    def state(self, number: int) -> TabState:
        """Return the state shown by tab *number*."""
        mark = self.tabButton(number, LEFT)
        return mark.state if isinstance(mark, TabStateIcon) else ""

    def tabSizeHint(self, _number: int) -> QSize:
        px = theme().px
        share = self.width() // max(1, self.count())
        return QSize(max(px(MIN_TAB_WIDTH), min(px(MAX_TAB_WIDTH), share)), px(TAB_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the width of one tab: the rest scrolls."""
        return QSize(theme().px(40), theme().px(TAB_HEIGHT))

    def sizeHint(self) -> QSize:
        return QSize(theme().px(MAX_TAB_WIDTH) * max(1, self.count()), theme().px(TAB_HEIGHT))

    def initStyleOption(self, option: QStyleOptionTab, number: int) -> None:
        """Replace the escaped text by the name: the style draws each `&` literally, while Qt measures the escaped
        text.
        """
        super().initStyleOption(option, number)
        available_width = self.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, self).width()
        option.text = self.fontMetrics().elidedText(
            self.tabText(number).replace("&&", "&"), self.elideMode(), available_width
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the close button of the tab under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.tabAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        number = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and number >= 0:
            self.close_requested.emit(number)
            return
        super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line below the tabs as well."""
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))
        painter.end()
        super().paintEvent(event)

    def _hover(self, number: int) -> None:
        if number != self._hovered:
            self._hovered = number
            self._update_close_buttons()

    def _show_state(self, number: int, state: TabState) -> None:
        mark = self.tabButton(number, LEFT)
        if isinstance(mark, TabStateIcon) and state:
            mark.show_state(state)
        elif state:
            self.setTabButton(number, LEFT, TabStateIcon(state))
        elif mark:
            self.setTabButton(number, LEFT, None)
            mark.deleteLater()

    def _update_close_buttons(self) -> None:
        for number in range(self.count()):
            has_button, button = number in (self.currentIndex(), self._hovered), self.tabButton(number, RIGHT)
            if has_button and not button:
                self.setTabButton(number, RIGHT, self._new_close_button())
            elif button and not has_button:
                self.setTabButton(number, RIGHT, None)
                button.deleteLater()

    def _new_close_button(self) -> IconButton:
        button = IconButton("close", self.tr("Close this chat's tab"), size=12, side=20)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self._request_close(button))
        return button

    def _request_close(self, cross: QWidget) -> None:
        for number in range(self.count()):
            if self.tabButton(number, RIGHT) is cross:
                self.close_requested.emit(number)
                return


# Closing a tab closes no conversation: a saved one stays in the list of chats, and a running answer continues.

MAX_TITLE_IN_SENTENCE = 60
"""Maximum number of characters of a title in a message."""


class ConversationTabs(QObject):
    """Tabs of the open conversations; follows all conversations, also hidden ones."""

    notice = Signal(str, str, object)
    """Message about a finished action, label of the undo button, and the undo callback."""
    changed = Signal()
    """The set or order of conversations with tabs changed."""

    def __init__(self, conversations: OpenConversations, bar: ChatTabBar) -> None:
        super().__init__(bar)
        self._conversations = conversations
        self._bar = bar
        self._unread: set[ConversationController] = set()
        self._running: set[ConversationController] = set()
        self._shown_tabs: tuple[tuple[ConversationController, ChatTab], ...] = ()
        self._shown_keys: tuple[str, ...] = ()
        bar.chosen.connect(self._show_tab)
        bar.moved.connect(self._move)
        bar.close_requested.connect(lambda number: self.close(self._conversations.tabs[number]))
        conversations.shown.connect(self._shown)
        conversations.changed.connect(self._changed)
        conversations.content_changed.connect(self._content_changed)
        self.refresh()

    @property
    def saved(self) -> tuple[ConversationController, ...]:
        """The conversations with tabs that can be reopened, in tab order."""
        return tuple(controller for controller in self._conversations.tabs if controller.is_saved)

    def step(self, by: int) -> None:
        """Show the next (1) or previous (-1) conversation, wrapping around at the end."""
        tabs = self._conversations.tabs
        self._conversations.show_conversation(tabs[(tabs.index(self._conversations.current) + by) % len(tabs)])

    def close_current(self) -> None:
        """Close the tab of the shown conversation."""
        self.close(self._conversations.current)

    def close(self, controller: ConversationController) -> None:
        """Close the tab of *controller*. Nothing is lost and its answer continues; a private conversation is
        discarded.
        """
        title, running = safe_label_text(controller.title, MAX_TITLE_IN_SENTENCE), controller.running
        has_messages = bool(controller.exchanges)
        self._conversations.close(controller)
        self._unread.discard(controller)
        self.refresh()
        if controller.private:
            if has_messages:
                message = self.tr("The private chat was discarded.")
                self.notice.emit(message, self.tr("Undo"), lambda: self._conversations.restore(controller))
        elif running:
            message = self.tr("“{0}” is still being answered.").format(title)
            self.notice.emit(message, self.tr("Show"), lambda: self._conversations.show_conversation(controller))

    def refresh(self) -> None:
        """Update the tabs."""
        controllers = self._conversations.tabs
        tabs = tuple((controller, ChatTab(controller.title, self.state_of(controller))) for controller in controllers)
        self._bar.show_tabs([tab for _, tab in tabs], controllers.index(self._conversations.current))
        self._shown_tabs = tabs
        keys = tuple(controller.key for controller in self.saved)
        if keys != self._shown_keys:
            self._shown_keys = keys
            self.changed.emit()

    def state_of(self, controller: ConversationController) -> TabState:
        if controller.streaming and _waits_for_user(controller):
            return "waiting"
        if controller.streaming:
            return "running"
        return "unread" if controller in self._unread else ""

    def _show_tab(self, number: int) -> None:
        tabs = self._conversations.tabs
        if 0 <= number < len(tabs) and tabs[number] is not self._conversations.current:
            self._conversations.show_conversation(tabs[number])

    def _move(self, old_index: int, new_index: int) -> None:
        self._conversations.move(old_index, new_index)
        self.refresh()

    def _shown(self, _before: ConversationController, controller: ConversationController) -> None:
        self._unread.discard(controller)
        self.refresh()

    def _changed(self, controller: ConversationController) -> None:
        self._mark_unread(controller)
        self.refresh()

    def _content_changed(self, controller: ConversationController) -> None:
        """Check whether a running answer now waits for the user; called for each received part."""
        self._mark_unread(controller)
        tab = next((tab for owner, tab in self._shown_tabs if owner is controller), None)
        if tab is not None and tab.state != self.state_of(controller):
            self.refresh()

    def _mark_unread(self, controller: ConversationController) -> None:
        """Mark an answer as unread if it ended while its conversation was not shown."""
        if controller.streaming:
            self._running.add(controller)
        elif controller in self._running:
            self._running.discard(controller)
            if controller is not self._conversations.current:
                self._unread.add(controller)


def _waits_for_user(controller: ConversationController) -> bool:
    """Return whether a step of the running answer waits for the user."""
    blocks = controller.exchanges[-1].blocks if controller.exchanges else ()
    return any(isinstance(block, StepBlock) and block.state == "waiting" for block in blocks)
