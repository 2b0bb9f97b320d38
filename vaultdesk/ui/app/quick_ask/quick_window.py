"""Frameless window of quick ask: position on the screen, shadow, height, and the pane with the answer."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QChildEvent, QEvent, QMargins, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCursor,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QScreen,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.app.quick_ask.found_notes import SIDE_MARGIN, TEXT_LEFT, FoundNotesList
from vaultdesk.ui.app.quick_ask.quick_input import QuickField, QuickFoot
from vaultdesk.ui.chat.composer.composer import SendButton
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.transcript.answer_view import AnswerAction, AnswerView
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.chat.transcript.transcript_view import TranscriptView
from vaultdesk.ui.hotkey.hotkey_x11 import NoXServer, XcbConnection
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import mask_corners
from vaultdesk.ui.widgets.buttons import PrimaryButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.frames import SHADOW_DROP, SHADOW_EXTENT, SeparatorLine, WindowShadow
from vaultdesk.ui.widgets.glyphs import Glyph

ACTIONS: frozenset[AnswerAction] = frozenset({"copy", "retry"})
"""The actions of an answer here; others are available in the chat."""

VIEW_MARGIN = 16
"""Side margins of the chat's column in design pixels."""


MIN_CARD_HEIGHT = 150
"""Minimum height in design pixels: the buttons of a card and some lines of its text."""


class AnswerPane(QWidget):
    """The chat's view without the last question, which is in the field."""

    built = Signal(object)
    """An `ExchangeView` was created."""
    height_changed = Signal()
    """The preferred height changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self.view = TranscriptView()
        self.view.setAccessibleName(self.tr("Answer"))
        self.view.set_actions(ACTIONS)
        inner = self.view.widget()
        assert inner is not None, "the chat's view is made with its column"
        self._inner = inner
        self._inner.setAutoFillBackground(False)
        self._inner.installEventFilter(self)
        self._exchanges: list[Exchange] = []
        self.view.setMinimumHeight(1)  # Below Qt's minimum height, so that cards get theirs.
        self._cards = QVBoxLayout()
        self._cards.setContentsMargins(px(VIEW_MARGIN), 0, px(VIEW_MARGIN), px(12))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(TEXT_LEFT - VIEW_MARGIN), 1, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addLayout(self._cards)
        self.view.exchange_built.connect(self._built)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def preferred_height(self) -> int:
        """The height of all contents at the current width."""
        layout = self._inner.layout()
        if layout is None:
            return 0
        width = self.view.viewport().width()
        inner = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        inner = max(inner, layout.totalMinimumSize().height())  # The area does not make it lower than this.
        return inner + self._margin_height + sum(map(self._card_height, self.cards))

    @property
    def cards(self) -> list[QWidget]:
        """Cards with a pending decision."""
        items = (self._cards.itemAt(index) for index in range(self._cards.count()))
        return [widget for item in items if item is not None and (widget := item.widget()) is not None]

    def fit_height(self, height: int) -> None:
        """Set the height to *height* pixels. Cards get their height before the conversation does; a card that does not
        fit scrolls, with its buttons visible."""
        self.setFixedHeight(height)
        available_height = height - self._margin_height
        for card in self.cards:
            card_height = max(theme().px(MIN_CARD_HEIGHT), min(self._card_height(card), available_height))
            card.setFixedHeight(card_height)
            available_height -= card_height

    @property
    def _margin_height(self) -> int:
        frame = self.layout()
        margins = frame.contentsMargins() if frame is not None else self.contentsMargins()
        card_margin = self._cards.contentsMargins().bottom() if self._cards.count() else 0
        return margins.top() + margins.bottom() + card_margin

    def _card_height(self, card: QWidget) -> int:
        layout = card.layout()
        if layout is None or not layout.hasHeightForWidth():
            return card.sizeHint().height()
        return layout.totalHeightForWidth(self.width() - theme().px(TEXT_LEFT + VIEW_MARGIN))

    def show_exchanges(self, exchanges: list[Exchange]) -> None:
        """Show a conversation from its end; the list is the conversation's own and may grow."""
        self._exchanges = exchanges
        self.view.show_exchanges(exchanges)

    def add_exchange(self, exchange: Exchange, exchanges: list[Exchange]) -> None:
        """Show one more of *exchanges*, the conversation's own list; earlier ones show their question again."""
        if exchanges is not self._exchanges:
            self.show_exchanges(exchanges)
            return
        for view in self.view.views:
            view.card.setVisible(not view.exchange.asked_question.is_empty)
        self.view.add_exchange(exchange)

    def add_card(self, card: QWidget) -> None:
        """Add *card* below the conversation, where it stays visible."""
        self._cards.addWidget(card)
        card.installEventFilter(self)
        card.show()
        self.view.autoscroll.go_to_end()
        self.height_changed.emit()

    def remove_card(self, card: QWidget) -> None:
        """Take *card* away; its owner deletes it."""
        card.removeEventFilter(self)
        self._cards.removeWidget(card)
        self.view.remove_card(card)
        self.height_changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Report changed heights of the contents; use the window's background for answers."""
        if event.type() == QEvent.Type.LayoutRequest and (watched is self._inner or watched in self.cards):
            self.height_changed.emit()
        elif isinstance(event, QChildEvent) and isinstance(answer := event.child(), AnswerView):
            answer.viewport().setAutoFillBackground(False)
        return super().eventFilter(watched, event)

    def _built(self, view: object) -> None:
        assert isinstance(view, ExchangeView)
        if self._exchanges and view.exchange is self._exchanges[-1]:
            view.card.hide()
        view.installEventFilter(self)
        for answer in view.answers:
            answer.viewport().setAutoFillBackground(False)
        self.built.emit(view)

    def _apply_theme(self) -> None:
        palette = QPalette(self.view.palette())
        palette.setColor(QPalette.ColorRole.Window, theme().color("raised"))
        self.view.setPalette(palette)


log = logging.getLogger(__name__)

TOP_SHARE = 0.13
"""Distance from the top as a share of the screen's height."""

MAX_HEIGHT_SHARE = 0.6
"""Maximum height as a share of the screen's height before the contents scroll."""

MAX_HEIGHT_SHARE_WITH_CARD = 0.84
"""The same while an approval is pending, so that it is completely visible if the screen allows."""


def screen_at_pointer() -> QScreen:
    """Return the screen with the pointer."""
    return QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()


def window_position(body: QSize, available: QRect) -> QRect:
    """Return the geometry of a window of the size *body*, centered near the top of the *available* area of a screen."""
    width, height = min(body.width(), available.width()), min(body.height(), available.height())
    left = available.left() + (available.width() - width) // 2
    top = min(available.top() + round(available.height() * TOP_SHARE), available.bottom() + 1 - height)
    return QRect(left, top, width, height)


def can_be_translucent() -> bool:
    """Return whether windows can be translucent; on X11 that needs a compositor."""
    if not _on_x11():
        return True
    with _x11_connection() as server:
        return server is not None and server.has_owner("_NET_WM_CM_S0")


def take_focus(window: QWidget) -> None:
    """Activate *window* as far as the system allows."""
    window.raise_()
    window.activateWindow()
    if _on_x11():
        # Qt does not know of the shortcut pressed in another program, so window managers with focus stealing prevention
        # would ignore its own request.
        with _x11_connection() as server:
            if server is not None:
                server.activate(int(window.winId()))


def _on_x11() -> bool:
    return QGuiApplication.platformName() == "xcb"


@contextmanager
def _x11_connection() -> Iterator[XcbConnection | None]:
    try:
        server = XcbConnection()
    except NoXServer as error:
        log.info("No connection to the X server: %s", error)
        yield None
        return
    try:
        yield server
    finally:
        server.close()


WIDTH, RADIUS, FIELD_HEIGHT = 640, 10, 53
"""Design pixels: the body, its corner radius, and the height of the field."""

WINDOW_KEY_MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
FOCUS_CHECK_INTERVAL = 200
"""Milliseconds until the active window is checked again."""


class QuickWindow(QWidget):
    """The field, the notes or the answer below it, and the footer."""

    focus_lost = Signal()
    """Another window became active, other than a child of this one."""
    window_requested = Signal()
    """The main window should be shown: no vault is open."""

    def __init__(self) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags)
        self.setWindowTitle(self.tr("Quick ask – VaultDesk"))
        self.setAccessibleName(self.tr("Quick ask"))
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        # macOS hides tool windows of an inactive program, but this one is shown above other programs.
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        self.field = QuickField()
        self.send = SendButton()
        self.notes = FoundNotesList()
        self.answer = AnswerPane()
        self.footer = QuickFoot()
        self.closed = self._no_vault()
        self._field_line, self._answer_line, self._footer_line = SeparatorLine(), SeparatorLine(), SeparatorLine()
        self._shadow = WindowShadow()
        self._translucent = True
        self._max_height = 0
        self._build_layout()
        self._focus_timer = QTimer(self)
        self._focus_timer.setSingleShot(True)
        self._focus_timer.timeout.connect(self._check_focus)
        self._resize_timer = QTimer(self)
        self._resize_timer.setSingleShot(True)
        self._resize_timer.setInterval(0)
        self._resize_timer.timeout.connect(self.fit)
        self.answer.height_changed.connect(self._resize_timer.start)
        self.field.document().documentLayout().documentSizeChanged.connect(self._resize_timer.start)
        theme().changed.connect(self._apply_theme)
        self.show_parts()

    def show_front(self) -> None:
        """Show the window on the user's screen, active, with the focus in the field."""
        screen = screen_at_pointer()
        available = screen.availableGeometry()
        self._max_height = round(available.height() * MAX_HEIGHT_SHARE)
        self._translucent = can_be_translucent()
        self._set_margins()
        self.fit()
        frame, body = self._frame(), self.size()
        geometry = window_position(QSize(body.width() - frame.left() - frame.right(), 0), available)
        self.move(geometry.left() - frame.left(), geometry.top() - frame.top())
        # Without a vault its button is the only action.
        button = self.closed.findChild(PrimaryButton)
        (self.field if self.closed.isHidden() or button is None else button).setFocus(
            Qt.FocusReason.ActiveWindowFocusReason
        )
        self.show()
        take_focus(self)

    def show_parts(self, *parts: QWidget) -> None:
        """Show these parts below the field; without any, the message that no vault is open, or nothing."""
        for part in (self.notes, self.answer, self.closed):
            part.setVisible(part in parts)
        for widget in (self.field, self.send, self.footer, self._search_icon):
            widget.setEnabled(self.closed not in parts)
        self.footer.setVisible(self.closed not in parts)
        self._field_line.setVisible(bool(parts))
        self._answer_line.setVisible(len(parts) > 1)
        self.fit()

    def fit(self) -> None:
        """Set the height to that of the contents, limited by the screen."""
        if not self._max_height:
            self._max_height = round(screen_at_pointer().availableGeometry().height() * MAX_HEIGHT_SHARE)
        layout = self.layout()
        assert layout is not None
        frame = self._frame()
        width = theme().px(WIDTH) + frame.left() + frame.right()
        if self.width() != width:
            self.setFixedWidth(width)
            layout.activate()
        if not self.answer.isHidden():
            other_height = self._field_row.sizeHint().height() + self.footer.height() + 2
            other_height += 0 if self.notes.isHidden() else self.notes.sizeHint().height()
            max_height = (
                self._max_height
                if not self.answer.cards
                else round(self._max_height * MAX_HEIGHT_SHARE_WITH_CARD / MAX_HEIGHT_SHARE)
            )
            self.answer.fit_height(max(theme().px(48), min(self.answer.preferred_height, max_height - other_height)))
        layout.activate()
        height = layout.totalSizeHint().height()
        if self.height() != height:
            self.setFixedHeight(height)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the window's keys wherever in it the focus is."""
        if event.key() == Qt.Key.Key_Escape:
            self.field.escaped.emit()
        elif not (event.modifiers() & WINDOW_KEY_MODIFIERS and self.field.handle_key(event)):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Check whether the window is still active."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self._focus_timer.start(0)

    def showEvent(self, event: QShowEvent) -> None:
        """Measure again: texts know their height once they are shown."""
        super().showEvent(event)
        self._resize_timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the mask of the corners if the window cannot be translucent."""
        super().resizeEvent(event)
        self._update_mask()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        body, radius = self.rect().marginsRemoved(self._frame()), values.px(RADIUS)
        if self._translucent:
            self._shadow.draw(painter, body, radius, self.devicePixelRatioF())
        else:
            painter.fillRect(body, values.color("raised"))
        box(painter, body, radius, values.color("raised"))
        if not self.footer.isHidden():
            painter.save()
            painter.setClipRect(QRect(body.left(), self.footer.geometry().top(), body.width(), body.height()))
            box(painter, body, radius, values.color("background"))
            painter.restore()
        box(painter, body, radius, None, values.color("control"))

    def _frame(self) -> QMargins:
        """Return the margins for the shadow."""
        if not self._translucent:
            return QMargins(0, 0, 0, 0)
        reach, offset = theme().px(SHADOW_EXTENT), theme().px(SHADOW_DROP)
        return QMargins(reach, reach - offset, reach, reach + offset)

    def _set_margins(self) -> None:
        layout = self.layout()
        assert layout is not None
        frame = self._frame()
        layout.setContentsMargins(frame + QMargins(1, 1, 1, 1))
        self._update_mask()

    def _update_mask(self) -> None:
        if self._translucent:
            self.clearMask()
        else:
            mask_corners(self, theme().px(RADIUS))

    def _build_layout(self) -> None:
        px = theme().px
        self._search_icon = Glyph("search", "muted", 16)
        self._field_row = QWidget()
        row = QHBoxLayout(self._field_row)
        row.setContentsMargins(px(SIDE_MARGIN) - 1, px(12), px(16) - 1, px(12))
        row.setSpacing(0)
        top = Qt.AlignmentFlag.AlignTop
        line_height, send_height = theme().metrics("headline").lineSpacing() + 2, self.send.sizeHint().height()
        row.addWidget(self._with_top_margin(self._search_icon, (send_height - px(16)) // 2), 0, top)
        row.addSpacing(px(TEXT_LEFT - SIDE_MARGIN - 16))
        row.addWidget(self._with_top_margin(self.field, max(0, (send_height - line_height) // 2)), 1, top)
        row.addSpacing(px(12))
        row.addWidget(self.send, 0, top)
        column = QVBoxLayout(self)
        column.setSpacing(0)
        body = (self.notes, self._answer_line, self.answer, self.closed)
        for widget in (self._field_row, self._field_line, *body, self._footer_line, self.footer):
            column.addWidget(widget)
        self._set_margins()

    def _with_top_margin(self, inner: QWidget, margin: int) -> QWidget:
        """Align *inner* with the send button, which is the highest widget."""
        container = QWidget()
        column = QVBoxLayout(container)
        column.setContentsMargins(0, margin, 0, 0)
        column.addWidget(inner)
        return container

    def show_closed(self, opening: str) -> None:
        """Show that no vault is open, or that the one named *opening* is being opened."""
        if opening:
            title = self.tr("Opening {0}…").format(opening)
            self.closed.set_text(title, self.tr("You can ask as soon as it is open."))
        else:
            self.closed.set_text(self.tr("No vault is open"), self._no_vault_text())
        self.show_parts(self.closed)

    def _no_vault_text(self) -> str:
        return self.tr("Open a vault in VaultDesk first; then you can ask about its notes from here.")

    def _no_vault(self) -> EmptyState:
        return EmptyState(
            "folder",
            self.tr("No vault is open"),
            self._no_vault_text(),
            [NextStep(self.tr("Show VaultDesk"), self.window_requested.emit, "primary")],
        )

    def _check_focus(self) -> None:
        active = QApplication.activeWindow()
        has_popup = QApplication.activePopupWidget() is not None or QApplication.activeModalWidget() is not None
        is_inside = active is not None and (active is self or self.isAncestorOf(active))
        if not self.isVisible() or self.isActiveWindow() or is_inside:
            return
        if has_popup:
            self._focus_timer.start(FOCUS_CHECK_INTERVAL)  # A popup or dialog above it is active temporarily.
        else:
            self.focus_lost.emit()

    def _apply_theme(self) -> None:
        self._shadow.forget()
        self._set_margins()
        self._resize_timer.start()
