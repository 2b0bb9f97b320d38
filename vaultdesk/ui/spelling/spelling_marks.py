"""Spelling marks: the words of one text field that are wrong, underlined in the lines in sight. Asks in batches.

The colours of the field ask for the marks of each line that comes into sight or changes. A word without a verdict is
noted, asked for a moment later, and the lines are coloured again where it was wrong. The word that is being typed is
left alone until the cursor leaves it.
"""

from collections.abc import Callable, Sequence, Set
from typing import NamedTuple, Protocol

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.ui import bridge
from vaultdesk.ui.editor.qt_units import points, units
from vaultdesk.ui.editor.span import Span
from vaultdesk.ui.spelling.spelling import Spelling
from vaultdesk.ui.spelling.words import Word, checked_words
from vaultdesk.ui.theme.theme import theme

AFTER_TYPING = 400
"""Thousandths of a second without a key before words are looked up."""

AFTER_SIGHT = 60
"""The same after lines came into sight."""


class Colours(Protocol):
    """What colours the field."""

    def refresh(self) -> None:
        """Colour again what is in sight."""

    def colour_line(self, block: QTextBlock) -> None:
        """Colour one line again."""

    def spans_of(self, block: QTextBlock) -> Sequence[Span]:
        """Return what stands in a line."""


class MarkedWord(NamedTuple):
    """A word in the text."""

    text: str
    cursor: QTextCursor
    """Has it selected, and follows it through later changes."""


class SpellingMarks(QObject):
    """Made for one field; `close` lets go of it."""

    def __init__(
        self,
        editor: QPlainTextEdit,
        colours: Colours,
        spelling: Spelling,
        ignored: Callable[[], Set[str]] = frozenset,
    ) -> None:
        """*ignored* gives the words that are right in the note that the field shows."""
        super().__init__(editor)
        self._editor = editor
        self._colours = colours
        self._spelling = spelling
        self._ignored = ignored
        self._pending: dict[str, None] = {}
        self._typing = self._moves = False
        """Whether a word may be being typed, and whether the cursor's next move belongs to that."""
        self._held: tuple[QTextBlock, int, int] | None = None
        """The word that is being typed: its line, start and end."""
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._look_up)
        spelling.changed.connect(colours.refresh)
        editor.cursorPositionChanged.connect(self._moved)
        editor.installEventFilter(self)

    def close(self) -> None:
        """Mark nothing any more; the colours were told before."""
        self._soon.stop()
        self._spelling.changed.disconnect(self._colours.refresh)
        self._editor.cursorPositionChanged.disconnect(self._moved)
        self._editor.removeEventFilter(self)
        self.deleteLater()

    def touched(self) -> None:
        """A key changes the text: words are looked up once it rests."""
        # Not where the same note is written in beside this, or a command changes it.
        self._typing = self._moves = self._editor.hasFocus()
        if self._soon.isActive():
            self._soon.start(AFTER_TYPING)

    def ranges(self, block: QTextBlock, spans: Sequence[Span]) -> list[QTextLayout.FormatRange]:
        """Return an underline for each word of the line that is wrong, and note those that must be asked for."""
        text, typed = block.text(), -1
        if self._typing:
            typed = self._typed_at(block, text)
        ignored, verdict = self._ignored(), self._spelling.verdict
        wrong = []
        for word in checked_words(text, spans):
            known = verdict(word.text)
            if word.start < typed <= word.end:
                self._held = (block, word.start, word.end)
            elif known is None:
                self._pending[word.text] = None
            elif not known and word.text not in ignored:
                wrong.append(word)
        if self._pending and not self._soon.isActive():
            self._soon.start(AFTER_TYPING if self._typing else AFTER_SIGHT)
        if not wrong:
            return []
        line = _underline()
        return [_range(word, text, line) for word in wrong]

    def word_at(self, cursor: QTextCursor) -> MarkedWord | None:
        """Return the word at *cursor* that has a spelling, unless it is ignored in this note."""
        block = cursor.block()
        text = block.text()
        place = points(text, cursor.positionInBlock())
        spans = self._colours.spans_of(block)
        word = next((one for one in checked_words(text, spans) if one.start <= place <= one.end), None)
        if word is None or word.text in self._ignored():
            return None
        selected = QTextCursor(block)
        selected.setPosition(block.position() + units(text[: word.start]))
        selected.setPosition(block.position() + units(text[: word.end]), QTextCursor.MoveMode.KeepAnchor)
        return MarkedWord(word.text, selected)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Nothing is being typed where the keyboard is elsewhere."""
        if event.type() == QEvent.Type.FocusOut:
            self._leave_word()
        return super().eventFilter(watched, event)

    def _typed_at(self, block: QTextBlock, text: str) -> int:
        """Return where in this line something is being typed; -1 where that is another line."""
        cursor = self._editor.textCursor()
        if cursor.block() != block:
            return -1
        self._held = None
        return points(text, cursor.positionInBlock())

    def _moved(self) -> None:
        if self._moves:
            self._moves = False
            return
        if self._held is not None:
            block, start, end = self._held
            cursor = self._editor.textCursor()
            if cursor.block() == block and start < points(block.text(), cursor.positionInBlock()) <= end:
                return
        self._leave_word()

    def _leave_word(self) -> None:
        held, self._held = self._held, None
        self._typing = self._moves = False
        if held is not None:
            self._colours.colour_line(held[0])

    def _look_up(self) -> None:
        words, self._pending = list(self._pending), {}
        if words:
            bridge.start(self._ask(words), owner=self)

    async def _ask(self, words: list[str]) -> None:
        await self._spelling.ask(words)
        if any(self._spelling.verdict(word) is False for word in words):
            self._colours.refresh()


def _underline() -> QTextCharFormat:
    made = QTextCharFormat()
    made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    made.setUnderlineColor(theme().color("danger"))
    return made


def _range(word: Word, text: str, look: QTextCharFormat) -> QTextLayout.FormatRange:
    start, end = word.start, word.end
    if not text.isascii():
        start, end = units(text[:start]), units(text[:end])
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, end - start, look
    return made
