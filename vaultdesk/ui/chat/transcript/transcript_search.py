"""Search in the shown conversation, with marked matches."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QTextEdit

from vaultdesk.ui import bridge
from vaultdesk.ui.chat.conversation_controller import ConversationController
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.open_conversations import OpenConversations
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.chat.transcript.transcript_view import TranscriptView
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.text_fields import FindBar

MAX_MARKS = 2_000
"""Maximum number of marks in one text: a single letter occurs everywhere in a long answer."""


def match_cursors(edit: QTextEdit, words: str) -> list[QTextCursor]:
    """Return a cursor that selects each match of *words* in *edit*."""
    found: list[QTextCursor] = []
    cursor = QTextCursor(edit.document())
    while words and len(found) < MAX_MARKS:
        cursor = edit.document().find(words, cursor)
        if cursor.isNull():
            break
        found.append(QTextCursor(cursor))
    return found


def mark(edits: Sequence[QTextEdit], words: str, current: int = -1) -> tuple[QTextEdit, QTextCursor] | None:
    """Mark *words* in *edits*, match number *current* more strongly, and return that match."""
    chosen: tuple[QTextEdit, QTextCursor] | None = None
    places = [(edit, cursor) for edit in edits for cursor in match_cursors(edit, words)]
    if places and current >= 0:
        # The rendered text may contain fewer matches than its source.
        chosen = places[min(current, len(places) - 1)]
    for edit in edits:
        edit.setExtraSelections([_ground(one, one is (chosen or (None, None))[1]) for at, one in places if at is edit])
    return chosen


def _ground(cursor: QTextCursor, chosen: bool) -> QTextEdit.ExtraSelection:
    ground = QTextEdit.ExtraSelection()
    look = theme()
    ground.cursor = cursor
    ground.format.setBackground(look.color("accent" if chosen else "mark"))
    ground.format.setForeground(look.color("on_accent" if chosen else "text"))
    return ground


_LINK = re.compile(r"!?\[\[(?:[^\]|\n]*\|)?([^\]\n]*)\]\]|!?\[([^\]\n]*)\]\([^)\n]*\)")
"""A link to a note or an address: only its label is visible."""

_SIGNS = re.compile(r"\*+|~~|==|`+|^#{1,6} |^ {0,3}>+ ?|(?<!\w)_+|_+(?!\w)", re.MULTILINE)
"""Markdown markup that is not visible when rendered; remaining markup does not matter for the search."""

Texts = tuple[str, ...]
"""Visible texts of the question and the answer, case-folded for comparison."""


@dataclass(frozen=True, slots=True)
class TextMatch:
    """One match."""

    exchange: Exchange
    number: int
    """Index of the match in the exchange, from 0, starting with the question."""


def visible_text_of(markdown: str) -> str:
    """Return approximately the text of *markdown* that is visible when rendered."""
    return _SIGNS.sub("", _LINK.sub(lambda link: link[1] or link[2] or "", markdown))


def texts_of(exchange: Exchange) -> Texts:
    """Return the texts of *exchange*; for a saved one they come from its messages, so that nothing is folded."""
    if exchange.kept:
        said = [visible_text_of(one.text) for one in exchange.kept if one.role == "assistant" and one.text]
    else:
        said = [visible_text_of(exchange.text)]
    return tuple(text.casefold() for text in (exchange.question, *said))


def find_text_matches(exchanges: Sequence[Exchange], known: dict[Exchange, Texts], words: str) -> tuple[TextMatch, ...]:
    """Return all matches of *words*, oldest first. Slow for thousands of messages: do not call it on the GUI thread.

    *known* caches the texts of exchanges and is updated.
    """
    wanted = words.casefold()
    matches: list[TextMatch] = []
    for exchange in exchanges if wanted else ():
        texts = known.get(exchange)
        if texts is None:
            texts = known[exchange] = texts_of(exchange)
        count = sum(text.count(wanted) for text in texts)
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
        self._known: dict[Exchange, Texts] = {}
        self.matches: tuple[TextMatch, ...] = ()
        """All matches, oldest first."""
        self._current: TextMatch | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(SEARCH_DELAY)
        self._pause.timeout.connect(self._search)
        self._query = 0
        bar.hide()
        bar.changed.connect(lambda _words: self._pause.start())
        bar.next_requested.connect(lambda: self.step(1))
        bar.previous_requested.connect(lambda: self.step(-1))
        bar.closed.connect(self.close)
        view.exchange_built.connect(self._built)
        conversations.shown.connect(lambda _before, _controller: self._anew())
        conversations.content_changed.connect(self._grown)
        conversations.changed.connect(self._grown)
        # Texts are rendered again in the new colours shortly after.
        theme().changed.connect(self._pause.start)

    def begin(self) -> None:
        """Show the bar with the text selected in the conversation."""
        focused = QApplication.focusWidget()
        selected = ""
        if isinstance(focused, MarkdownView) and self._view.isAncestorOf(focused):
            selected = focused.textCursor().selectedText()
        if len(selected) > MAX_SELECTION_QUERY or "\u2029" in selected:
            selected = ""
        self._bar.open_with(selected)
        self._pause.start()

    def close(self) -> None:
        """Hide the bar and remove the marks; the current match stays visible."""
        self._bar.hide()
        self._pause.stop()
        self._known.clear()
        self._current, self.matches = None, ()
        self._mark_all()
        self.closed.emit()

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) match, wrapping around."""
        if self._pause.isActive():
            self._pause.stop()
            self._search()  # Enter was pressed during the delay: show the first match.
        elif self.matches:
            at = self.matches.index(self._current) if self._current in self.matches else -1 if by > 0 else 0
            self._go(self.matches[(at + by) % len(self.matches)])

    def _search(self) -> None:
        if self._bar.isHidden():
            return
        self._query += 1
        bridge.start(self._search_all(self._query, self._bar.text()), owner=self)

    async def _search_all(self, request_id: int, words: str) -> None:
        exchanges = tuple(self._conversations.current.exchanges)
        matches = await asyncio.to_thread(find_text_matches, exchanges, self._known, words)
        if request_id != self._query or self._bar.isHidden():
            return
        self.matches = matches
        if self._current not in matches:
            self._current = self._nearest()
            if self._current is not None:
                self._go(self._current)
        self._mark_all()
        self._update_count()

    def _nearest(self) -> TextMatch | None:
        """Return the first match at or after the visible position, else the first of all."""
        numbers = {exchange: number for number, exchange in enumerate(self._conversations.current.exchanges)}
        read = self._view.navigation.visible_number
        below = (place for place in self.matches if numbers.get(place.exchange, 0) >= read)
        return next(below, self.matches[0] if self.matches else None)

    def _go(self, place: TextMatch) -> None:
        before, self._current = self._current, place
        view = self._view.built_view(place.exchange) or self._view.navigation.go_to(place.exchange)
        view.card.unfold()
        if before is not None and before.exchange is not place.exchange:
            self._mark_all()
        chosen = mark(view.texts, self._bar.text(), place.number)
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

    def _built(self, view: ExchangeView) -> None:
        if self.matches:
            self._mark(view)

    def _anew(self) -> None:
        self._known.clear()
        self._current, self.matches = None, ()
        if not self._bar.isHidden():
            self._pause.start()

    def _grown(self, controller: ConversationController) -> None:
        """Search again because the shown conversation changed."""
        if controller is self._conversations.current and not self._bar.isHidden():
            for exchange in controller.exchanges[-2:]:
                self._known.pop(exchange, None)
            self._pause.start()

    def _update_count(self) -> None:
        current = self.matches.index(self._current) + 1 if self._current in self.matches else 0
        self._bar.show_count(current, len(self.matches))
