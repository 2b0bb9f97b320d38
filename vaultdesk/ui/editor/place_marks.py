"""Place marks: what was found, marked in a text field and gone through. Finds nothing; see places.py.

Works on the editor and on the reading view alike. Only places in sight are marked: thousands would be felt.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from vaultdesk.ui.theme.theme import theme

Place = tuple[int, int]
Field = QPlainTextEdit | QTextEdit


class PlaceMarks(QObject):
    """The places in one field, of which one is current."""

    moved = Signal()
    """Another place is current, or there are others."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self._field = field
        self.begins: Callable[[], int | None] = lambda: None
        """Gives the place the reader was led to, where that is known."""
        self.places: Sequence[Place] = ()
        """In Qt's characters, in order."""
        self.current = -1
        field.verticalScrollBar().valueChanged.connect(self._mark)
        theme().changed.connect(self._mark)

    @property
    def number(self) -> int:
        """Which place is current, from 1; 0 where none is."""
        return self.current + 1

    def show(self, places: Sequence[Place], *, go: bool = True, anew: bool = False) -> None:
        """Mark *places*; the first one from where the reader is becomes current, and with *go* is scrolled to.

        *anew* forgets which one was current before.
        """
        self.current = -1 if anew else self.current
        start = self._start()
        self.places = places
        self.current = bisect_left(places, (start, -1)) % len(places) if places else -1
        if go and places:
            self._go()
        self._mark()
        self.moved.emit()

    def clear(self) -> None:
        """Take the marks away."""
        if self.places:
            self.show(())

    def step(self, by: int) -> None:
        """Go to the next place or the one before, round the ends."""
        if self.places:
            self.current = (self.current + by) % len(self.places)
            self._go()
            self._mark()
            self.moved.emit()

    def select(self) -> None:
        """Select the current place, as one goes on writing from it."""
        if 0 <= self.current < len(self.places):
            self._field.setTextCursor(self._cursor(self.places[self.current]))

    def cursor(self) -> QTextCursor | None:
        """Return the current place, selected; None where there is none."""
        return self._cursor(self.places[self.current]) if 0 <= self.current < len(self.places) else None

    def _start(self) -> int:
        """Return where the reader is: at the cursor, or at the top of what is seen."""
        if 0 <= self.current < len(self.places):
            return self.places[self.current][0]
        if isinstance(self._field, QPlainTextEdit):
            return self._field.textCursor().selectionStart()
        led = self.begins()
        if led is not None:
            return led
        return self._field.cursorForPosition(QPoint(0, 0)).position()

    def _cursor(self, place: Place) -> QTextCursor:
        document = self._field.document()
        last = document.characterCount() - 1
        cursor = QTextCursor(document)
        cursor.setPosition(min(place[0], last))
        cursor.setPosition(min(place[1], last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _go(self) -> None:
        """Bring the current place into sight, and the cursor to it."""
        cursor = self._cursor(self.places[self.current])
        cursor.setPosition(cursor.selectionStart())
        self._field.setTextCursor(cursor)
        rect, room = self._field.cursorRect(cursor), self._field.viewport().rect()
        if isinstance(self._field, QPlainTextEdit):
            if not room.adjusted(0, 0, 0, -2 * rect.height()).contains(rect.center()):
                self._field.centerCursor()
        else:
            bar = self._field.verticalScrollBar()
            if rect.top() < 0 or rect.bottom() > room.height() - rect.height():
                bar.setValue(bar.value() + rect.top() - room.height() // 3)

    def _mark(self) -> None:
        """Mark what is in sight."""
        if not self.places and not self._field.extraSelections():
            return
        viewport = self._field.viewport().rect()
        first = self._field.cursorForPosition(viewport.topLeft()).position()
        last = self._field.cursorForPosition(viewport.bottomRight()).position()
        begin = max(0, bisect_left(self.places, (first, -1)) - 1)
        end = bisect_right(self.places, (last + 1, -1))
        found, current = self._format("mark", "text"), self._format("accent", "on_accent")
        self._field.setExtraSelections(
            [
                self._selection(self.places[place], current if place == self.current else found)
                for place in range(begin, end)
            ]
        )

    def _format(self, ground: str, role: str) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setBackground(theme().color(ground))
        made.setForeground(theme().color(role))
        return made

    def _selection(self, place: Place, made: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        selection.cursor, selection.format = self._cursor(place), made
        return selection
