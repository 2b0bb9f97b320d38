"""Window: the frame of quick ask: borderless, over other windows, as high as what is in it. Asks and finds nothing."""

from PySide6.QtCore import QEvent, QMargins, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.chat.composer.composer import SendButton
from vaultdesk.ui.quick_ask.answer_pane import AnswerPane
from vaultdesk.ui.quick_ask.field import QuickField
from vaultdesk.ui.quick_ask.foot import QuickFoot
from vaultdesk.ui.quick_ask.note_list import NoteList
from vaultdesk.ui.quick_ask.note_row import EDGE, TEXT_LEFT
from vaultdesk.ui.quick_ask.placing import (
    MOST_HEIGHT,
    can_be_translucent,
    place_of,
    screen_at_pointer,
    take_keyboard,
)
from vaultdesk.ui.quick_ask.shadow import DOWN, SOFT, Shadow
from vaultdesk.ui.theme.popup_painter import mask_corners
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PrimaryButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.glyphs import Glyph

WIDTH, RADIUS, HEAD = 640, 10, 53
"""Pixels of LOOK's drawings: the body, its corners, and the line of the field (LOOK, Measures; mockup 06a)."""

HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
LOOK_AGAIN = 200
"""Milliseconds until it is seen anew who has the keyboard."""


class QuickWindow(QWidget):
    """The field, below it notes or the answer, and the foot."""

    focus_lost = Signal()
    """Another window has the keyboard now, and none of this one's own."""
    window_wanted = Signal()
    """The main window is to be brought up: no vault is open."""

    def __init__(self) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags)
        self.setWindowTitle(self.tr("Quick ask – VaultDesk"))
        self.setAccessibleName(self.tr("Quick ask"))
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        # macOS hides tools of a program that is not in front, and this one comes from other programs.
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self.field = QuickField()
        self.send = SendButton()
        self.notes = NoteList()
        self.answer = AnswerPane()
        self.foot = QuickFoot()
        self.closed = self._no_vault()
        self._rule, self._between, self._foot_rule = SeparatorLine(), SeparatorLine(), SeparatorLine()
        self._shadow = Shadow()
        self._soft = True
        self._most = 0
        self._lay_out()
        self._leaving = QTimer(self)
        self._leaving.setSingleShot(True)
        self._leaving.timeout.connect(self._look_who_has_it)
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self.fit)
        self.answer.height_changed.connect(self._fitting.start)
        self.field.document().documentLayout().documentSizeChanged.connect(self._fitting.start)
        theme().changed.connect(self._dress)
        self.show_parts()

    def come_up(self) -> None:
        """Stand on the person's screen, in front, with the keyboard in the field."""
        screen = screen_at_pointer()
        room = screen.availableGeometry()
        self._most = round(room.height() * MOST_HEIGHT)
        self._soft = can_be_translucent()
        self._set_margins()
        self.fit()
        frame, body = self._frame(), self.size()
        place = place_of(QSize(body.width() - frame.left() - frame.right(), 0), room)
        self.move(place.left() - frame.left(), place.top() - frame.top())
        # The one thing that can be done without a vault is its button.
        button = self.closed.findChild(PrimaryButton)
        (self.field if self.closed.isHidden() or button is None else button).setFocus(
            Qt.FocusReason.ActiveWindowFocusReason
        )
        self.show()
        take_keyboard(self)

    def show_parts(self, *parts: QWidget) -> None:
        """Show these below the field, the notes over the answer; or that there is no vault, or nothing."""
        for one in (self.notes, self.answer, self.closed):
            one.setVisible(one in parts)
        for widget in (self.field, self.send, self.foot, self._glass):
            widget.setEnabled(self.closed not in parts)
        self.foot.setVisible(self.closed not in parts)
        self._rule.setVisible(bool(parts))
        self._between.setVisible(len(parts) > 1)
        self.fit()

    def fit(self) -> None:
        """Be as high as what is in it, up to what the screen allows."""
        if not self._most:
            self._most = round(screen_at_pointer().availableGeometry().height() * MOST_HEIGHT)
        layout = self.layout()
        assert layout is not None
        frame = self._frame()
        width = theme().step(WIDTH) + frame.left() + frame.right()
        if self.width() != width:
            self.setFixedWidth(width)
            layout.activate()
        if not self.answer.isHidden():
            rest = self._head.sizeHint().height() + self.foot.height() + 2
            rest += 0 if self.notes.isHidden() else self.notes.sizeHint().height()
            self.answer.setFixedHeight(max(theme().step(48), min(self.answer.wanted_height, self._most - rest)))
        layout.activate()
        height = layout.totalSizeHint().height()
        if self.height() != height:
            self.setFixedHeight(height)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the window's keys do the same wherever in it the keyboard is."""
        if event.key() == Qt.Key.Key_Escape:
            self.field.escaped.emit()
        elif not (event.modifiers() & HELD and self.field.take_key(event)):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """See whether the keyboard went elsewhere."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self._leaving.start(0)

    def showEvent(self, event: QShowEvent) -> None:
        """Measure again: texts know their height once they are shown."""
        super().showEvent(event)
        self._fitting.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the corners round where nothing shines through."""
        super().resizeEvent(event)
        self._cut()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw shadow, ground and the foot's own ground."""
        look = theme()
        painter = QPainter(self)
        body, radius = self.rect().marginsRemoved(self._frame()), look.step(RADIUS)
        if self._soft:
            self._shadow.draw(painter, body, radius, self.devicePixelRatioF())
        else:
            painter.fillRect(body, look.color("raised"))
        box(painter, body, radius, look.color("raised"))
        if not self.foot.isHidden():
            painter.save()
            painter.setClipRect(QRect(body.left(), self.foot.geometry().top(), body.width(), body.height()))
            box(painter, body, radius, look.color("background"))
            painter.restore()
        box(painter, body, radius, None, look.color("control"))

    def _frame(self) -> QMargins:
        """Return the room around the body: that of its shadow."""
        if not self._soft:
            return QMargins(0, 0, 0, 0)
        soft, down = theme().step(SOFT), theme().step(DOWN)
        return QMargins(soft, soft - down, soft, soft + down)

    def _set_margins(self) -> None:
        layout = self.layout()
        assert layout is not None
        frame = self._frame()
        layout.setContentsMargins(frame + QMargins(1, 1, 1, 1))
        self._cut()

    def _cut(self) -> None:
        if self._soft:
            self.clearMask()
        else:
            mask_corners(self, theme().step(RADIUS))

    def _lay_out(self) -> None:
        step = theme().step
        self._glass = Glyph("search", "muted", 16)
        self._head = QWidget()
        row = QHBoxLayout(self._head)
        row.setContentsMargins(step(EDGE) - 1, step(12), step(16) - 1, step(12))
        row.setSpacing(0)
        top = Qt.AlignmentFlag.AlignTop
        line, send = theme().metrics("headline").lineSpacing() + 2, self.send.sizeHint().height()
        row.addWidget(self._lowered(self._glass, (send - step(16)) // 2), 0, top)
        row.addSpacing(step(TEXT_LEFT - EDGE - 16))
        row.addWidget(self._lowered(self.field, max(0, (send - line) // 2)), 1, top)
        row.addSpacing(step(12))
        row.addWidget(self.send, 0, top)
        column = QVBoxLayout(self)
        column.setSpacing(0)
        body = (self.notes, self._between, self.answer, self.closed)
        for widget in (self._head, self._rule, *body, self._foot_rule, self.foot):
            column.addWidget(widget)
        self._set_margins()

    def _lowered(self, inner: QWidget, by: int) -> QWidget:
        """Stand on the line of the send button, which is the highest."""
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, by, 0, 0)
        column.addWidget(inner)
        return holder

    def _no_vault(self) -> EmptyState:
        words = self.tr("Open a vault in VaultDesk first; then you can ask about its notes from here.")
        return EmptyState(
            "folder",
            self.tr("No vault is open"),
            words,
            [NextStep(self.tr("Show VaultDesk"), self.window_wanted.emit, "primary")],
        )

    def _look_who_has_it(self) -> None:
        own = QApplication.activeWindow()
        held = QApplication.activePopupWidget() is not None or QApplication.activeModalWidget() is not None
        mine = own is not None and (own is self or self.isAncestorOf(own))
        if not self.isVisible() or self.isActiveWindow() or mine:
            return
        if held:
            self._leaving.start(LOOK_AGAIN)  # What is open over it takes the keyboard only for a while.
        else:
            self.focus_lost.emit()

    def _dress(self) -> None:
        self._shadow.forget()
        self._set_margins()
        self._fitting.start()
