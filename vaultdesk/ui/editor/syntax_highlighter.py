"""Syntax highlighter of the editor that colours the visible lines only.

What a line says is line_spans.py, how it looks line_spans.py. Qt's own highlighter looks at every line of a note
when it opens, which takes seconds at five megabytes (vaultdesk/ui/editor/README.md, "Plain text field").
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
"""Seconds of work at a time before the window gets a turn."""

LINES_AROUND = 8
"""Lines above and below the sight that are coloured too, so that a step of scrolling shows no change."""

MAX_LINES_PER_EDIT = 200
"""Changed lines that are coloured before the key that changed them is drawn: a pasted page, not a pasted book."""

MAX_FRONTMATTER_LINES = 400
"""Lines after which a note that begins with a rule has no properties."""

_STATE, _KNOWN, _GENERATION = 0xFFF, 0x1000, 13
"""A line's number: what is open at its end, whether that is known, and under which looks it was coloured."""

Known = Callable[[str], bool]
"""Whether a link to this name leads somewhere, as far as is known."""


class WordMarker(Protocol):
    """Marks words of a line over its colours, as a speller does."""

    def touched(self) -> None:
        """The text is being changed; the lines that were are coloured next."""

    def ranges(self, block: QTextBlock, spans: Sequence[StyledSpan]) -> Sequence[QTextLayout.FormatRange]:
        """Return what to mark in the line *block*, of which *spans* is known."""


class SyntaxHighlighter(QObject):
    """Colours the text of one editor, for as long as that lives; works on when the window has nothing else to do."""

    def __init__(self, editor: QPlainTextEdit, known: Known = lambda _: True) -> None:
        super().__init__(editor)
        self._editor = editor
        self._known = known
        self._word_marker: WordMarker | None = None
        self._generation = 1
        self._frontier = 0
        """Lines from the top of which is known what is open at their end."""
        self._settled = 0
        """The same before the last changes: where they end in the same as before, all up to here is still true."""
        self._lines = 1
        self._quiet = False
        self._formats = span_formats()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._go_on)
        editor.document().contentsChange.connect(self._changed)
        editor.verticalScrollBar().valueChanged.connect(self.colour_visible)
        theme().changed.connect(self.update_formats)

    def set_known(self, known: Known) -> None:
        """Ask *known* about links from now on."""
        self._known = known
        self.refresh()

    def set_word_marker(self, words: WordMarker | None) -> None:
        """Let *words* mark words from now on; None is nobody."""
        self._word_marker = words
        self.refresh()

    def spans_of(self, block: QTextBlock) -> tuple[StyledSpan, ...]:
        """Return what stands in a line."""
        return self._read(block).spans

    def colour_line(self, block: QTextBlock) -> None:
        """Colour a line again: its words are to be marked otherwise."""
        if block.isValid():
            self._colour(block)

    def update_formats(self) -> None:
        """Take the theme's colours."""
        self._formats = span_formats()
        self.refresh()

    def refresh(self) -> None:
        """Colour again what is in sight: a link may lead elsewhere now, or looks have changed."""
        self._generation = self._generation % 0x1FFFF + 1
        self.colour_visible()

    @contextmanager
    def replacing_text(self) -> Iterator[None]:
        """All of the text is put in within this block; it is looked at afterwards."""
        self._quiet = True
        yield
        self._quiet = False
        self._frontier = self._settled = 0
        self._lines = self._editor.blockCount()
        self._go_on()

    @contextmanager
    def appending_text(self) -> Iterator[None]:
        """Further lines are put in at the end within this block; what is known of those above stays."""
        self._quiet = True
        yield
        self._quiet = False
        # What was the last line has become another one.
        last = self._lines - 1
        self._editor.document().findBlockByNumber(last).setUserState(-1)
        self._frontier = self._settled = min(self._frontier, last)
        self._lines = self._editor.blockCount()
        self._soon.start()

    def colour_visible(self) -> None:
        """Colour the lines in sight that are not."""
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
        """Find out what is open further down, then colour what is in sight."""
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
            # What was coloured before this was known may have to be coloured again.
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
        """Colour one line; return what is open at its end."""
        text, layout = block.text(), block.layout()
        found = self._read(block)
        known = _KNOWN if block.blockNumber() <= self._frontier else 0
        # A word that is being composed has formats of its own until it is done.
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
        """Return what is open before *block*, as far as it is known."""
        return self._numbers(block.previous()) & _STATE if block.previous().isValid() else PLAIN

    def _begins_head(self, block: QTextBlock) -> bool:
        """Whether properties begin here: in the first line, and with an end."""
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
