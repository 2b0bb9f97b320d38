"""Scroll area of the transcript, with navigation by page and question, and search with marked matches."""

import asyncio
import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QTextEdit, QVBoxLayout, QWidget

from vaultdesk.ui import bridge
from vaultdesk.ui.chat.exchange import Exchange, ReaderPosition, find_exchange
from vaultdesk.ui.chat.open_conversations import ConversationController, OpenConversations
from vaultdesk.ui.chat.transcript.answer_view import AnswerAction
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.chat.transcript.virtual_list import Autoscroll, MessageColumn, VirtualExchangeList
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.text_fields import FindBar


class ScrollNavigation(QObject):
    """Scroll navigation of one transcript."""

    def __init__(self, area: QScrollArea, built: VirtualExchangeList, autoscroll: Autoscroll) -> None:
        super().__init__(area)
        self._area, self._exchange_list, self._autoscroll = area, built, autoscroll

    @property
    def visible_number(self) -> int:
        """Index of the first visible exchange."""
        return self._exchange_list.visible_number()

    def page(self, direction: int) -> None:
        """Scroll a page up (-1) or down (+1)."""
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + direction * (bar.pageStep() - theme().px(24)))

    def jump(self, direction: int) -> None:
        """Go to the question before (-1) or after (+1) the one at the top."""
        bar, exchanges = self._area.verticalScrollBar(), self._exchange_list.built_range.exchanges
        if not exchanges:
            return
        number = self.visible_number
        top = self._top_of(self._exchange_list.view_of(exchanges[number]))
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
        view = self._exchange_list.view_of(exchange)
        self._exchange_list.settle()
        self._autoscroll.stop_following()
        self._area.verticalScrollBar().setValue(self._top_of(view))
        return view

    def go_to_text(self, query: str) -> None:
        """Go to the first exchange that contains *query*, if any."""
        exchange = find_exchange(self._exchange_list.built_range.exchanges, query)
        if exchange is not None:
            self.go_to(exchange)

    def go_to_rect(self, widget: QWidget, rect: QRect) -> None:
        """Scroll so that *rect* of *widget*, a descendant of the transcript, is visible."""
        self._exchange_list.settle()
        bar, height, edge = self._area.verticalScrollBar(), self._area.viewport().height(), theme().px(32)
        top = rect.top() + self._y_of(widget)
        if not bar.value() + edge <= top <= bar.value() + height - edge - rect.height():
            self._autoscroll.stop_following()
            bar.setValue(top - height // 3)

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
    focus_released = Signal()
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
        self._flush_timer = QTimer(self)
        self._flush_timer.setSingleShot(True)
        self._flush_timer.setInterval(FLUSH_INTERVAL)
        self._flush_timer.timeout.connect(self.flush)
        self._build_layout()
        self.autoscroll = Autoscroll(self)
        self._exchange_list = VirtualExchangeList(self, self._column, self._rows, self.autoscroll)
        self._exchange_list.built.connect(self.exchange_built)
        self.navigation = ScrollNavigation(self, self._exchange_list, self.autoscroll)

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
        return tuple(self._exchange_list.built_range.views)

    def set_actions(self, actions: frozenset[AnswerAction]) -> None:
        """Set the actions offered under every answer."""
        self._exchange_list.built_range.actions = actions
        for view in self._exchange_list.built_range.views:
            view.set_actions(actions)

    def set_other_model(self, name: str) -> None:
        """Offer *name* under answers that fail from now on; empty if there is no other model."""
        self._exchange_list.built_range.other_model = name

    def show_exchanges(self, exchanges: list[Exchange], position: ReaderPosition | None = None) -> None:
        """Show *exchanges* from their end or at the reading position. The list belongs to the conversation and may
        grow.
        """
        self._dirty.clear()
        self._exchange_list.show(exchanges, position)

    @property
    def reading_position(self) -> ReaderPosition | None:
        """Current reading position; None at the end."""
        return self._exchange_list.reading_position()

    def add_exchange(self, _exchange: Exchange) -> None:
        """Show a new exchange at the end and scroll there: the user just asked."""
        self._exchange_list.add()

    def drop_missing(self) -> None:
        """Remove exchanges that are no longer in the conversation."""
        self._exchange_list.drop_missing()

    def built_view(self, exchange: Exchange) -> ExchangeView | None:
        return next((view for view in self._exchange_list.built_range.views if view.exchange is exchange), None)

    def exchange_changed(self, exchange: Exchange) -> None:
        """Redraw *exchange* at the next flush, or immediately if it has ended."""
        self._dirty.add(exchange)
        if exchange.is_finished:
            self.flush()
        elif not self._flush_timer.isActive():
            self._flush_timer.start()

    def flush(self) -> None:
        """Redraw what changed."""
        self._flush_timer.stop()
        changed, self._dirty = self._dirty, set()
        for view in self._exchange_list.built_range.views:
            if view.exchange in changed:
                view.refresh()

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
            self.focus_released.emit()
        self._rows.removeWidget(card)
        card.hide()
        if card.parentWidget() is not self._column:
            card.setParent(self._column)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the visible answer, for the menu key."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.views:
            exchange = self._exchange_list.built_range.exchanges[self.navigation.visible_number]
            self._exchange_list.view_of(exchange).open_menu(
                None, self.viewport().mapToGlobal(QPoint(theme().px(32), theme().px(32)))
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Home and End; Qt handles arrows and pages."""
        match event.key():
            case Qt.Key.Key_Home | Qt.Key.Key_End as key:
                self.navigation.go_to_edge(-1 if key == Qt.Key.Key_Home else 1)
            case _:
                super().keyPressEvent(event)


MAX_MARKS = 2_000
"""Maximum number of marks in one text: a single letter occurs everywhere in a long answer."""


def match_cursors(edit: QTextEdit, query: str) -> list[QTextCursor]:
    """Return a cursor that selects each match of *query* in *edit*."""
    cursors: list[QTextCursor] = []
    cursor = QTextCursor(edit.document())
    while query and len(cursors) < MAX_MARKS:
        cursor = edit.document().find(query, cursor)
        if cursor.isNull():
            break
        cursors.append(QTextCursor(cursor))
    return cursors


def mark(edits: Sequence[QTextEdit], query: str, current: int = -1) -> tuple[QTextEdit, QTextCursor] | None:
    """Mark *query* in *edits*, match number *current* more strongly, and return that match."""
    chosen: tuple[QTextEdit, QTextCursor] | None = None
    matches = [(edit, cursor) for edit in edits for cursor in match_cursors(edit, query)]
    if matches and current >= 0:
        # The rendered text may contain fewer matches than its source.
        chosen = matches[min(current, len(matches) - 1)]
    for edit in edits:
        edit.setExtraSelections(
            [_background(match, match is (chosen or (None, None))[1]) for owner, match in matches if owner is edit]
        )
    return chosen


def _background(cursor: QTextCursor, chosen: bool) -> QTextEdit.ExtraSelection:
    background = QTextEdit.ExtraSelection()
    values = theme()
    background.cursor = cursor
    background.format.setBackground(values.color("accent" if chosen else "mark"))
    background.format.setForeground(values.color("on_accent" if chosen else "text"))
    return background


_LINK = re.compile(r"!?\[\[(?:[^\]|\n]*\|)?([^\]\n]*)\]\]|!?\[([^\]\n]*)\]\([^)\n]*\)")
"""A link to a note or an address: only its label is visible."""

_MARKUP = re.compile(r"\*+|~~|==|`+|^#{1,6} |^ {0,3}>+ ?|(?<!\w)_+|_+(?!\w)", re.MULTILINE)
"""Markdown markup that is not visible when rendered; remaining markup does not matter for the search."""

Texts = tuple[str, ...]
"""Visible texts of the question and the answer, case-folded for comparison."""


class TextMatch(Struct, frozen=True):
    """One match."""

    exchange: Exchange
    number: int
    """Index of the match in the exchange, from 0, starting with the question."""


def visible_text_of(markdown: str) -> str:
    """Return approximately the text of *markdown* that is visible when rendered."""
    return _MARKUP.sub("", _LINK.sub(lambda link: link[1] or link[2] or "", markdown))


def texts_of(exchange: Exchange) -> Texts:
    """Return the texts of *exchange*; for a saved one they come from its messages, so that nothing is folded."""
    if exchange.saved_messages:
        answers = [
            visible_text_of(message.text)
            for message in exchange.saved_messages
            if message.role == "assistant" and message.text
        ]
    else:
        answers = [visible_text_of(exchange.text)]
    return tuple(text.casefold() for text in (exchange.question, *answers))


def find_text_matches(exchanges: Sequence[Exchange], cache: dict[Exchange, Texts], query: str) -> tuple[TextMatch, ...]:
    """Return all matches of *query*, oldest first. Slow for thousands of messages: do not call it on the GUI thread.

    *cache* holds the texts of exchanges and is updated.
    """
    needle = query.casefold()
    matches: list[TextMatch] = []
    for exchange in exchanges if needle else ():
        texts = cache.get(exchange)
        if texts is None:
            texts = cache[exchange] = texts_of(exchange)
        count = sum(text.count(needle) for text in texts)
        matches.extend(TextMatch(exchange, number) for number in range(count))
    return tuple(matches)


SEARCH_DELAY = 100
"""Milliseconds after the last key press, or the last part of an answer, before the search starts."""

MAX_SELECTION_QUERY = 200
"""Maximum number of characters of a selection that the bar searches for when it opens."""


class TranscriptSearch(QObject):
    """Drives the search bar of the pane, which is hidden until `begin`."""

    closed = Signal()
    """The focus may return to the question field."""

    def __init__(self, bar: FindBar, view: TranscriptView, conversations: OpenConversations) -> None:
        super().__init__(bar)
        self._bar, self._view, self._conversations = bar, view, conversations
        self._texts: dict[Exchange, Texts] = {}
        self.matches: tuple[TextMatch, ...] = ()
        """All matches, oldest first."""
        self._current: TextMatch | None = None
        self._search_timer = QTimer(self)
        self._search_timer.setSingleShot(True)
        self._search_timer.setInterval(SEARCH_DELAY)
        self._search_timer.timeout.connect(self._search)
        self._request_id = 0
        bar.hide()
        bar.changed.connect(lambda _words: self._search_timer.start())
        bar.next_requested.connect(lambda: self.step(1))
        bar.previous_requested.connect(lambda: self.step(-1))
        bar.closed.connect(self.close)
        view.exchange_built.connect(self._view_built)
        conversations.shown.connect(lambda _before, _controller: self._search_again())
        conversations.content_changed.connect(self._content_changed)
        conversations.changed.connect(self._content_changed)
        # Texts are rendered again in the new colors shortly after.
        theme().changed.connect(self._search_timer.start)

    def begin(self) -> None:
        """Show the bar with the text selected in the conversation."""
        focused = QApplication.focusWidget()
        selected = ""
        if isinstance(focused, MarkdownView) and self._view.isAncestorOf(focused):
            selected = focused.textCursor().selectedText()
        if len(selected) > MAX_SELECTION_QUERY or "\u2029" in selected:
            selected = ""
        self._bar.open_with(selected)
        self._search_timer.start()

    def close(self) -> None:
        """Hide the bar and remove the marks; the current match stays visible."""
        self._bar.hide()
        self._search_timer.stop()
        self._texts.clear()
        self._current, self.matches = None, ()
        self._mark_all()
        self.closed.emit()

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) match, wrapping around."""
        if self._search_timer.isActive():
            self._search_timer.stop()
            self._search()  # Enter was pressed during the delay: show the first match.
        elif self.matches:
            index = self.matches.index(self._current) if self._current in self.matches else -1 if by > 0 else 0
            self._show_match(self.matches[(index + by) % len(self.matches)])

    def _search(self) -> None:
        if self._bar.isHidden():
            return
        self._request_id += 1
        bridge.start(self._search_all(self._request_id, self._bar.text()), owner=self)

    async def _search_all(self, request_id: int, query: str) -> None:
        exchanges = tuple(self._conversations.current.exchanges)
        matches = await asyncio.to_thread(find_text_matches, exchanges, self._texts, query)
        if request_id != self._request_id or self._bar.isHidden():
            return
        self.matches = matches
        if self._current not in matches:
            self._current = self._nearest()
            if self._current is not None:
                self._show_match(self._current)
        self._mark_all()
        self._update_count()

    def _nearest(self) -> TextMatch | None:
        """Return the first match at or after the visible position, else the first of all."""
        numbers = {exchange: number for number, exchange in enumerate(self._conversations.current.exchanges)}
        visible_number = self._view.navigation.visible_number
        following = (match for match in self.matches if numbers.get(match.exchange, 0) >= visible_number)
        return next(following, self.matches[0] if self.matches else None)

    def _show_match(self, match: TextMatch) -> None:
        before, self._current = self._current, match
        view = self._view.built_view(match.exchange) or self._view.navigation.go_to(match.exchange)
        view.card.unfold()
        if before is not None and before.exchange is not match.exchange:
            self._mark_all()
        chosen = mark(view.texts, self._bar.text(), match.number)
        if chosen is not None:
            edit, cursor = chosen
            self._view.navigation.go_to_rect(edit.viewport(), edit.cursorRect(cursor))
        self._update_count()

    def _mark_all(self) -> None:
        for view in self._view.views:
            self._mark(view)

    def _mark(self, view: ExchangeView) -> None:
        current = self._current
        number = current.number if current is not None and current.exchange is view.exchange else -1
        mark(view.texts, self._bar.text() if self.matches else "", number)

    def _view_built(self, view: ExchangeView) -> None:
        if self.matches:
            self._mark(view)

    def _search_again(self) -> None:
        self._texts.clear()
        self._current, self.matches = None, ()
        if not self._bar.isHidden():
            self._search_timer.start()

    def _content_changed(self, controller: ConversationController) -> None:
        """Search again because the shown conversation changed."""
        if controller is self._conversations.current and not self._bar.isHidden():
            for exchange in controller.exchanges[-2:]:
                self._texts.pop(exchange, None)
            self._search_timer.start()

    def _update_count(self) -> None:
        current = self.matches.index(self._current) + 1 if self._current in self.matches else 0
        self._bar.show_count(current, len(self.matches))
