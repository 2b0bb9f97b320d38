"""Scroll area of the transcript, with navigation by page, question and search match."""

from typing import Final

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.chat.exchange import Exchange, ReaderPosition, find_exchange
from vaultdesk.ui.chat.transcript.answer_view import FootAction
from vaultdesk.ui.chat.transcript.autoscroll import Autoscroll
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.chat.transcript.virtual_list import MessageColumn, VirtualExchangeList
from vaultdesk.ui.theme.theme import theme


class ScrollNavigation(QObject):
    """Scroll navigation of one transcript."""

    def __init__(self, area: QScrollArea, built: VirtualExchangeList, autoscroll: Autoscroll) -> None:
        super().__init__(area)
        self._area, self._built, self._autoscroll = area, built, autoscroll

    @property
    def visible_number(self) -> int:
        """Index of the first visible exchange."""
        return self._built.visible_number()

    def page(self, direction: int) -> None:
        """Scroll a page up (-1) or down (+1)."""
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + direction * (bar.pageStep() - theme().px(24)))

    def jump(self, direction: int) -> None:
        """Go to the question before (-1) or after (+1) the one at the top."""
        bar, exchanges = self._area.verticalScrollBar(), self._built.built_range.exchanges
        if not exchanges:
            return
        number = self.visible_number
        top = self._top_of(self._built.view_of(exchanges[number]))
        if direction > 0:
            number += 1 if top <= bar.value() + 1 else 0
        else:
            number -= 1 if top >= bar.value() - 1 else 0
        if number < 0:
            self.go_to_start()
        elif number >= len(exchanges):
            self._autoscroll.go_to_end()
        else:
            self.go_to(exchanges[number])

    def go_to_edge(self, direction: int) -> None:
        """Go to the first question (-1) or to the end (+1)."""
        if direction < 0:
            self.go_to_start()
        else:
            self._autoscroll.go_to_end()

    def go_to_start(self) -> None:
        """Go to the first question."""
        self._autoscroll.stop_following()
        self._area.verticalScrollBar().setValue(0)

    def go_to(self, exchange: Exchange) -> ExchangeView:
        """Go to *exchange*, building its view if needed, and return the view."""
        view = self._built.view_of(exchange)
        self._built.settle()
        self._autoscroll.stop_following()
        self._area.verticalScrollBar().setValue(self._top_of(view))
        return view

    def go_to_text(self, words: str) -> None:
        """Go to the first exchange that contains *words*, if any."""
        found = find_exchange(self._built.built_range.exchanges, words)
        if found is not None:
            self.go_to(found)

    def go_to_rect(self, widget: QWidget, rect: QRect) -> None:
        """Scroll so that *rect* of *widget*, a descendant of the transcript, is visible."""
        self._built.settle()
        bar, port, edge = self._area.verticalScrollBar(), self._area.viewport().height(), theme().px(32)
        top = rect.top() + self._y_of(widget)
        if not bar.value() + edge <= top <= bar.value() + port - edge - rect.height():
            self._autoscroll.stop_following()
            bar.setValue(top - port // 3)

    def _top_of(self, view: QWidget) -> int:
        return self._y_of(view) - theme().px(4)

    def _y_of(self, widget: QWidget) -> int:
        content = self._area.widget()
        return widget.mapTo(content, QPoint(0, 0)).y() if content is not None else 0


# The end is followed only while the reader is at it. virtual_list.py decides which exchanges have widgets.

FLUSH_INTERVAL: Final = 33
"""Milliseconds between two redraws of a growing answer: 30 per second look continuous
(vaultdesk/ui/rendering/README.md, "Streaming").
"""

TEXT_WIDTH: Final = 640
"""Maximum width of a text line in design pixels, including margins."""


class TranscriptView(QScrollArea):
    """Shows one conversation's exchanges, and below them the cards that wait for the user."""

    exchange_built = Signal(object)
    """An `ExchangeView` was created."""
    keyboard_freed = Signal()
    """The focused card was removed; Qt would move the focus to an arbitrary next widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always on, with no thumb while everything fits: text must not rewrap when a scroll bar becomes necessary.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Conversation"))
        self._dirty: set[Exchange] = set()
        self._flushing = QTimer(self)
        self._flushing.setSingleShot(True)
        self._flushing.setInterval(FLUSH_INTERVAL)
        self._flushing.timeout.connect(self.flush)
        self._build_layout()
        self.autoscroll = Autoscroll(self)
        self._built = VirtualExchangeList(self, self._column, self._rows, self.autoscroll)
        self._built.built.connect(self.exchange_built)
        self.navigation = ScrollNavigation(self, self._built, self.autoscroll)

    def _build_layout(self) -> None:
        px = theme().px
        self._column = MessageColumn()
        bar = self.verticalScrollBar().sizeHint().width()
        self._column.setMaximumWidth(px(TEXT_WIDTH) - bar)
        self._rows = QVBoxLayout(self._column)
        self._rows.setContentsMargins(px(16), px(4), max(0, px(16) - bar), px(16))
        self._rows.setSpacing(px(20))
        # The rows are: spacer above, exchanges, spacer below, cards, and this stretch, so that a short conversation
        # starts at the top.
        self._rows.addStretch(1)
        self._content = QWidget()
        row = QHBoxLayout(self._content)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self._column, 1_000)
        row.addStretch(1)
        self.setWidget(self._content)

    @property
    def views(self) -> tuple[ExchangeView, ...]:
        """The built exchange views, oldest first."""
        return tuple(self._built.built_range.views)

    def set_actions(self, actions: frozenset[FootAction]) -> None:
        """Set the actions offered under every answer."""
        self._built.built_range.actions = actions
        for view in self._built.built_range.views:
            view.set_actions(actions)

    def set_other_model(self, name: str) -> None:
        """Offer *name* under answers that fail from now on; empty if there is no other model."""
        self._built.built_range.other_model = name

    def show_exchanges(self, exchanges: list[Exchange], at: ReaderPosition | None = None) -> None:
        """Show *exchanges* from their end or at the reading position. The list belongs to the conversation and may
        grow.
        """
        self._dirty.clear()
        self._built.show(exchanges, at)

    @property
    def place(self) -> ReaderPosition | None:
        """Current reading position; None at the end."""
        return self._built.place()

    def add_exchange(self, _exchange: Exchange) -> None:
        """Show a new exchange at the end and scroll there: the user just asked."""
        self._built.add()

    def drop_missing(self) -> None:
        """Remove exchanges that are no longer in the conversation."""
        self._built.drop_missing()

    def built_view(self, exchange: Exchange) -> ExchangeView | None:
        return next((view for view in self._built.built_range.views if view.exchange is exchange), None)

    def exchange_changed(self, exchange: Exchange) -> None:
        """Redraw *exchange* at the next flush, or immediately if it has ended."""
        self._dirty.add(exchange)
        if exchange.over:
            self.flush()
        elif not self._flushing.isActive():
            self._flushing.start()

    def flush(self) -> None:
        """Redraw what changed."""
        self._flushing.stop()
        changed, self._dirty = self._dirty, set()
        for view in self._built.built_range.views:
            if view.exchange in changed:
                view.renew()

    def add_card(self, card: QWidget) -> None:
        """Show *card* below the messages."""
        self._rows.insertWidget(self._rows.count() - 1, card)
        card.show()
        self.autoscroll.go_to_end()

    def remove_card(self, card: QWidget) -> None:
        """Remove *card* from the layout. Hidden, it remains a child of the column until its owner deletes it.

        Without a parent, Python would delete the widget with its last reference, possibly while the click on the card's
        own button that removed it is being processed.
        """
        focus = QApplication.focusWidget()
        if focus is not None and (focus is card or card.isAncestorOf(focus)):
            self.keyboard_freed.emit()
        self._rows.removeWidget(card)
        card.hide()
        if card.parentWidget() is not self._column:
            card.setParent(self._column)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the visible answer, for the menu key."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.views:
            exchange = self._built.built_range.exchanges[self.navigation.visible_number]
            self._built.view_of(exchange).open_menu(
                None, self.viewport().mapToGlobal(QPoint(theme().px(32), theme().px(32)))
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Home and End; Qt handles arrows and pages."""
        match event.key():
            case Qt.Key.Key_Home | Qt.Key.Key_End as key:
                self.navigation.go_to_edge(-1 if key == Qt.Key.Key_Home else 1)
            case _:
                super().keyPressEvent(event)
