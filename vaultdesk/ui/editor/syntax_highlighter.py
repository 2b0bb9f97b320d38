"""Syntax highlighter of the editor that formats only the visible lines.

line_spans.py parses the lines and defines the formats. Qt's own highlighter processes every line of a note when it
opens, which takes seconds at five megabytes (vaultdesk/ui/editor/README.md, "Plain text field").
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextBlock, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.ui.editor.line_spans import (
    PLAIN,
    UNRESOLVED,
    LineSpans,
    StyledSpan,
    line_spans,
    open_after,
    span_formats,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.text_fields import utf16_length

TIME_SLICE = 0.006
"""Seconds of work before control returns to the event loop."""

LINES_AROUND = 8
"""Lines above and below the visible area that are highlighted too, so that scrolling by a step shows no change."""

MAX_LINES_PER_EDIT = 200
"""Maximum number of changed lines highlighted before the key press is drawn: a pasted page, not a pasted book."""

MAX_FRONTMATTER_LINES = 400
"""Maximum number of lines searched for the end of a frontmatter."""

_STATE, _KNOWN, _GENERATION = 0xFFF, 0x1000, 13
"""Layout of a block's user state: state at its end, whether that is known, and the format generation of its
highlighting.
"""

Known = Callable[[str], bool]
"""Returns whether a link to this name can be resolved, as far as known."""


class WordMarker(Protocol):
    """Marks words of a line on top of its highlighting, such as a spell checker."""

    def touched(self) -> None:
        """Handle a text change; the changed lines are highlighted next."""

    def ranges(self, block: QTextBlock, spans: Sequence[StyledSpan]) -> Sequence[QTextLayout.FormatRange]:
        """Return the marks for the line *block* with the given *spans*."""


class SyntaxHighlighter(QObject):
    """Highlights the text of one editor; works in the background while the window is idle."""

    def __init__(self, editor: QPlainTextEdit, known: Known = lambda _: True) -> None:
        super().__init__(editor)
        self._editor = editor
        self._known = known
        self._word_marker: WordMarker | None = None
        self._generation = 1
        self._frontier = 0
        """Number of lines from the top for which the state at their end is known."""
        self._settled = 0
        """The same before the last changes: if the changed lines end in the same state, it is still valid up to
        here.
        """
        self._lines = 1
        self._quiet = False
        self._formats = span_formats()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._go_on)
        editor.document().contentsChange.connect(self._changed)
        editor.verticalScrollBar().valueChanged.connect(self.colour_visible)
        theme().changed.connect(self.update_formats)

    def set_known(self, known: Known) -> None:
        """Use *known* to check links from now on."""
        self._known = known
        self.refresh()

    def set_word_marker(self, words: WordMarker | None) -> None:
        """Use *words* to mark words from now on; None for no marks."""
        self._word_marker = words
        self.refresh()

    def spans_of(self, block: QTextBlock) -> tuple[StyledSpan, ...]:
        """Return the spans of a line."""
        return self._read(block).spans

    def colour_line(self, block: QTextBlock) -> None:
        """Highlight a line again because its marks changed."""
        if block.isValid():
            self._colour(block)

    def update_formats(self) -> None:
        """Apply the theme's colours."""
        self._formats = span_formats()
        self.refresh()

    def refresh(self) -> None:
        """Highlight the visible lines again: link targets or formats changed."""
        self._generation = self._generation % 0x1FFFF + 1
        self.colour_visible()

    @contextmanager
    def replacing_text(self) -> Iterator[None]:
        """Context in which the whole text is replaced; it is highlighted afterwards."""
        self._quiet = True
        yield
        self._quiet = False
        self._frontier = self._settled = 0
        self._lines = self._editor.blockCount()
        self._go_on()

    @contextmanager
    def appending_text(self) -> Iterator[None]:
        """Context in which lines are appended; states of the lines above stay valid."""
        self._quiet = True
        yield
        self._quiet = False
        # The former last line has changed.
        last = self._lines - 1
        self._editor.document().findBlockByNumber(last).setUserState(-1)
        self._frontier = self._settled = min(self._frontier, last)
        self._lines = self._editor.blockCount()
        self._soon.start()

    def colour_visible(self) -> None:
        """Highlight the visible lines that are not yet highlighted."""
        block = self._editor.firstVisibleBlock()
        for _ in range(LINES_AROUND):
            block = block.previous() if block.previous().isValid() else block
        room, after = float(self._editor.viewport().height()), 0
        top = self._editor.firstVisibleBlock().blockNumber()
        number = block.blockNumber()
        while block.isValid() and after < LINES_AROUND:
            if self._numbers(block) >> _GENERATION != self._generation:
                self._colour(block)
            if number >= top and room > 0:
                room -= self._editor.blockBoundingRect(block).height()
            after += room <= 0
            number += 1
            block = block.next()

    def _changed(self, place: int, _removed: int, added: int) -> None:
        if self._quiet:
            return
        if self._word_marker is not None:
            self._word_marker.touched()
        block = self._editor.document().findBlock(place)
        lines = self._editor.blockCount()
        same = lines == self._lines
        self._settled = max(self._frontier, self._settled) + lines - self._lines
        self._lines = lines
        first, end, stop = block.blockNumber(), place + added, False
        for _ in range(MAX_LINES_PER_EDIT):
            before = self._numbers(block)
            after = self._colour(block)
            stop = block.position() + block.length() > end and bool(before & _KNOWN) and before & _STATE == after
            block = block.next()
            if stop or not block.isValid():
                break
        if first <= self._frontier:
            self._frontier = self._settled if stop else block.blockNumber() if block.isValid() else lines
        if not (stop and same):
            self._soon.start()

    def _go_on(self) -> None:
        """Determine states further down, then highlight the visible lines."""
        until = time.perf_counter() + TIME_SLICE
        block = self._editor.document().findBlockByNumber(self._frontier)
        state, steps = self._before(block), 0
        while block.isValid() and (steps % 64 or time.perf_counter() < until):
            numbers = self._numbers(block)
            after = open_after(block.text(), state, first=not self._frontier and self._begins_head(block))
            if numbers & _KNOWN and numbers & _STATE == after and self._frontier < self._settled:
                self._frontier = self._settled
                block = self._editor.document().findBlockByNumber(self._frontier)
                state = self._before(block)
                continue
            # Highlighting done before this was known may be outdated.
            coloured = 0 if numbers & _STATE != after else numbers >> _GENERATION
            block.setUserState(coloured << _GENERATION | _KNOWN | after)
            state = after
            self._frontier += 1
            steps += 1
            block = block.next()
        self.colour_visible()
        if block.isValid():
            self._soon.start()

    def _colour(self, block: QTextBlock) -> int:
        """Highlight one line; return the state at its end."""
        text, layout = block.text(), block.layout()
        found = self._read(block)
        known = _KNOWN if block.blockNumber() <= self._frontier else 0
        # A word being composed has formats of its own until the composition ends.
        if not layout.preeditAreaText():
            ranges = [self._range(span, text) for span in found.spans if span.end > span.start]
            if self._word_marker is not None:
                ranges += self._word_marker.ranges(block, found.spans)
            if ranges or layout.formats():
                layout.setFormats(ranges)
                self._editor.document().markContentsDirty(block.position(), block.length())
        block.setUserState(self._generation << _GENERATION | known | found.state)
        return found.state

    def _read(self, block: QTextBlock) -> LineSpans:
        return line_spans(block.text(), self._before(block), first=self._begins_head(block))

    def _range(self, span: StyledSpan, text: str) -> QTextLayout.FormatRange:
        start, end = span.start, span.end
        if not text.isascii():
            start, end = utf16_length(text[:start]), utf16_length(text[:end])
        made = QTextLayout.FormatRange()
        made.start, made.length = start, end - start
        lost = span.kind == "link" and span.target and not self._known(span.target)
        made.format = self._formats[UNRESOLVED if lost else span.kind]
        return made

    def _before(self, block: QTextBlock) -> int:
        """Return the state before *block*, as far as known."""
        return self._numbers(block.previous()) & _STATE if block.previous().isValid() else PLAIN

    def _begins_head(self, block: QTextBlock) -> bool:
        """Return whether a frontmatter begins here: in the first line, and with an end."""
        if block.blockNumber() or block.text().rstrip() != "---":
            return False
        for _ in range(MAX_FRONTMATTER_LINES):
            block = block.next()
            if not block.isValid():
                return False
            if block.text().rstrip() == "---":
                return True
        return False

    @staticmethod
    def _numbers(block: QTextBlock) -> int:
        return max(0, block.userState())
