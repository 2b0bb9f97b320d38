"""QTextDocument that shows a render plan and is updated by differences, and the one that grows while Markdown
streams in."""

import asyncio
import copy
import time
from collections.abc import Sequence

from markdown_it.token import Token
from msgspec import Struct
from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument, QTextTable

from vaultdesk.ui.rendering.formula import draw_formulas, formulas
from vaultdesk.ui.rendering.markdown_parser import OPEN_END, parse, without_marker_line
from vaultdesk.ui.rendering.planner import Planner
from vaultdesk.ui.rendering.render_plan import CodeBlock, RenderElement, RenderPlan, Table, TextBlock, runs_of
from vaultdesk.ui.rendering.text_document_writer import (
    MarkdownWriter,
    PictureLookup,
    TargetExists,
    fit_pictures,
    fit_table,
    make_block_thin,
)
from vaultdesk.ui.rendering.text_formats import TextFormats

SLICE = 0.012
"""Seconds of writing before control returns to the event loop, so that a long note appears without blocking."""


MAX_REFITTED_ELEMENTS = 2_000
"""Maximum number of elements for which tables and images are adjusted to a new width: each change makes Qt lay out
everything below it.
"""


class RenderedDocument(QTextDocument):
    """Stores the displayed elements and their start positions. It loads nothing itself, whatever address is used."""

    def __init__(
        self,
        style: TextFormats,
        parent: QObject | None = None,
        *,
        resolves: TargetExists | None = None,
        pictures: PictureLookup | None = None,
    ) -> None:
        super().__init__(parent)
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.style = style
        self.elements: list[RenderElement] = []
        self.starts: list[int] = []
        self.box_spans: dict[int, tuple[int, int]] = {}
        self._resolves = resolves
        self._pictures = pictures
        self._unwritten: Sequence[RenderElement] = ()
        self._write_id = 0
        self._available_width = 0.0
        self._clear()
        formulas().ready.connect(self._draw_formulas)

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing: Qt would open any file a note names (vaultdesk/ui/rendering/README.md, "Nothing is loaded").
        Images are added as resources.
        """

    def set_sources(self, resolves: TargetExists | None, pictures: PictureLookup | None) -> None:
        """Set the functions for links and images."""
        self._resolves, self._pictures = resolves, pictures

    def show_plan(self, plan: RenderPlan, keep: int = 0) -> None:
        """Show *plan* after the first *keep* elements, writing only differences."""
        self._write_id += 1
        self._unwritten = ()
        cursor = QTextCursor(self)
        cursor.beginEditBlock()
        for element in self._prepare_update(plan, keep):
            self._append(element)
        cursor.endEditBlock()

    async def show_in_slices(self, plan: RenderPlan, *, rewrite_all: bool = False) -> None:
        """Show *plan* from the top, yielding to the event loop between slices; another plan shown in the meantime takes
        precedence.

        With *rewrite_all* unchanged elements are also written, because links or images may have changed.
        """
        self._write_id += 1
        write_id = self._write_id
        if rewrite_all:
            self._truncate(0)
        self._unwritten = self._prepare_update(plan, 0)
        while self._unwritten and write_id == self._write_id:
            deadline = time.perf_counter() + SLICE
            written = 0
            cursor = QTextCursor(self)
            cursor.beginEditBlock()
            while written < len(self._unwritten) and time.perf_counter() < deadline:
                self._append(self._unwritten[written])
                written += 1
            cursor.endEditBlock()
            self._unwritten = self._unwritten[written:]
            await asyncio.sleep(0)

    def restyle(self, style: TextFormats) -> None:
        """Write everything again in *style*."""
        self.style = style
        self.rewrite()

    def rewrite(self) -> None:
        """Write everything again, because links or images may have changed."""
        elements = (*self.elements, *self._unwritten)
        self._truncate(0)
        self.show_plan(elements)

    def fit(self, available_width: float) -> None:
        """Fit images and table columns to *available_width*, the pixels between the margins, now and in future."""
        if available_width == self._available_width:
            return
        self._available_width = available_width
        if len(self.elements) > MAX_REFITTED_ELEMENTS:
            return
        for number, element in enumerate(self.elements):
            if isinstance(element, Table) and (table := self._table(number)) is not None:
                fit_table(table, element, self.style, available_width)
            elif isinstance(element, TextBlock) and any(run.image for run in element.runs):
                fit_pictures(self.first_block(number), min(self.style.column, available_width))

    def first_block(self, number: int) -> QTextBlock:
        """Return the first block of element number *number*."""
        return self.findBlock(self.starts[number])

    def last_block(self, number: int) -> QTextBlock:
        """Return the last block of element number *number*."""
        if isinstance(self.elements[number], Table):
            table = self._table(number)
            return self.findBlock(table.lastPosition()) if table is not None else self.first_block(number)
        if number + 1 == len(self.elements):
            return self.lastBlock()
        following = self.findBlock(self.starts[number + 1])
        before = following.previous()
        return before if before.isValid() else following

    def _draw_formulas(self, ready: object) -> None:
        """Replace the source of formulas by their images; *ready* is the set of the available ones, in LaTeX."""
        assert isinstance(ready, set)
        for number, element in enumerate(self.elements):
            if any(run.math in ready for run in runs_of(element)):
                shrunk = draw_formulas(self.first_block(number), self.last_block(number), self.style, ready)
                self.starts[number + 1 :] = [start - shrunk for start in self.starts[number + 1 :]]

    def _prepare_update(self, plan: Sequence[RenderElement], keep: int) -> Sequence[RenderElement]:
        """Remove the elements after the first *keep* that differ from *plan*; return the elements to be written."""
        unchanged = keep
        limit = min(len(self.elements), keep + len(plan))
        while unchanged < limit and self.elements[unchanged] == plan[unchanged - keep]:
            unchanged += 1
        if (
            unchanged < len(plan) + keep
            and unchanged + 1 == len(self.elements)
            and self._grow(unchanged, plan[unchanged - keep])
        ):
            unchanged += 1
        self._truncate(unchanged)
        return plan[unchanged - keep :]

    def _append(self, element: RenderElement) -> None:
        before = self.elements[-1] if self.elements else None
        self.starts.append(self._writer().write(element, before, is_empty=before is None))
        number = len(self.elements)
        self.elements.append(element)
        for box in element.nesting.boxes:
            self.box_spans[box.number] = (self.box_spans.get(box.number, (number, number))[0], number)

    def _writer(self) -> MarkdownWriter:
        return MarkdownWriter(
            QTextCursor(self),
            self.style,
            resolves=self._resolves,
            pictures=self._pictures,
            available_width=self._available_width,
        )

    def _grow(self, number: int, element: RenderElement) -> bool:
        """Extend the last element to *element* by writing only the new part, if possible; return whether it was."""
        current = self.elements[number]
        if isinstance(current, CodeBlock) and isinstance(element, CodeBlock):
            has_grown = self._grow_code(current, element)
        elif isinstance(current, Table) and isinstance(element, Table):
            has_grown = self._grow_table(number, current, element)
        else:
            has_grown = False
        if has_grown:
            self.elements[number] = element
        return has_grown

    def _grow_code(self, current: CodeBlock, element: CodeBlock) -> bool:
        if (current.nesting, current.language) != (element.nesting, element.language) or len(element.lines) < len(
            current.lines
        ):
            return False
        unchanged = len(current.lines) - 1
        if current.lines[:unchanged] != element.lines[:unchanged]:
            return False
        cursor = QTextCursor(self)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        writer = MarkdownWriter(cursor, self.style)
        writer.write_runs(element.lines[unchanged], "code")
        writer.write_code_lines(element, unchanged + 1)
        return True

    def _grow_table(self, number: int, current: Table, element: Table) -> bool:
        table = self._table(number)
        if table is None or (current.aligns, current.nesting, current.has_header) != (
            element.aligns,
            element.nesting,
            element.has_header,
        ):
            return False
        if len(element.rows) < len(current.rows) or not current.rows:
            return False
        unchanged = 0
        while unchanged < len(current.rows) and current.rows[unchanged] == element.rows[unchanged]:
            unchanged += 1
        self._writer().write_rows(table, element, unchanged)
        if self._available_width > 0:
            fit_table(table, element, self.style, self._available_width)
        return True

    def _table(self, number: int) -> QTextTable | None:
        return QTextCursor(self.findBlock(self.starts[number])).currentTable()

    def _truncate(self, keep: int) -> None:
        """Remove all elements from number *keep* on."""
        if keep >= len(self.elements):
            return
        if keep == 0:
            self._clear()
            return
        cursor = QTextCursor(self)
        # The block end before the element is removed too; an empty block would take over the format of the removed one.
        cursor.setPosition(self.starts[keep] - 1)
        block_format, text_format = cursor.blockFormat(), cursor.blockCharFormat()
        empty = cursor.block().length() == 1
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if empty:
            cursor.setBlockFormat(block_format)
            cursor.setBlockCharFormat(text_format)
        del self.elements[keep:], self.starts[keep:]
        self.box_spans = {
            box: (first, min(last, keep - 1)) for box, (first, last) in self.box_spans.items() if first < keep
        }

    def _clear(self) -> None:
        cursor = QTextCursor(self)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        make_block_thin(cursor)
        self.elements.clear()
        self.starts.clear()
        self.box_spans.clear()


# Closed blocks are never changed again (vaultdesk/ui/rendering/README.md, "Streaming"). The final result is the
# same however the text was divided. Code and tables grow by their last line; other open blocks are short.

MAX_EAGER_TAIL = 2_000
"""Number of characters of an open block up to which every feed is shown immediately."""

REPARSE_DIVISOR = 48
"""A larger open block is parsed again when it has grown by its length divided by this, which bounds the cost of one
endless paragraph.
"""


class _ClosablePart(Struct, frozen=True):
    """The number of characters of the open tail that can be closed, and the number of the next list item."""

    characters: int
    number: int | None


class StreamingDocument:
    """Feeds text into a `RenderedDocument`. Call `finish()` once at the end; `text` is everything that was fed."""

    def __init__(self, document: RenderedDocument) -> None:
        self.document = document
        self._tail = ""
        self._begin()

    @property
    def text(self) -> str:
        """Everything fed so far."""
        return "".join(self._closed) + self._tail

    def feed(self, text: str) -> None:
        """Append *text* and show it. A large open block may show it with one of the next feeds."""
        self._tail += text.replace("\r", "")
        added = len(self._tail) - self._shown_length
        if len(self._tail) > MAX_EAGER_TAIL and added < len(self._tail) // REPARSE_DIVISOR:
            return
        self._render()

    def finish(self) -> None:
        """Show everything, including highlighting of unclosed code blocks and links whose definitions came later."""
        environment = copy.deepcopy(self._environment)
        tokens = parse(self._tail, comments=False, environment=environment)
        if environment.get("references") and self._closed:
            text = self.text
            self._begin()
            self._tail = text
            tokens = parse(text, comments=False, environment=copy.deepcopy(self._environment))
        self._show(tokens, open_end=False)
        self._shown_length = len(self._tail)

    def _begin(self) -> None:
        self._environment: dict[str, object] = {}
        self._closed: list[str] = []
        self._tail = ""
        self._closed_count = 0
        self._next_box = 0
        self._shown_length = 0
        self._next_number: int | None = None

    def _render(self) -> None:
        tokens = self._read(self._tail)
        closing = _closable(tokens, self._tail, self._next_number)
        if closing is not None:
            self._close(closing)
            tokens = self._read(self._tail)
        self._show(tokens, open_end=True)
        self._shown_length = len(self._tail)

    def _read(self, text: str) -> list[Token]:
        """Parse *text*, which continues."""
        # A copy, because an incomplete definition would be stored and the complete one then ignored as a duplicate.
        environment = {**copy.deepcopy(self._environment), OPEN_END: True}
        return parse(without_marker_line(text), comments=False, environment=environment)

    def _close(self, closing: _ClosablePart) -> None:
        """Render the part that cannot change any more, and continue after it."""
        closed, self._tail = self._tail[: closing.characters], self._tail[closing.characters :]
        self._show(parse(closed, comments=False, environment=self._environment), open_end=False)
        added = self.document.elements[self._closed_count :]
        self._next_box = max([self._next_box, *(box.number + 1 for element in added for box in element.nesting.boxes)])
        self._closed_count += len(added)
        self._closed.append(closed)
        self._next_number = closing.number

    def _show(self, tokens: Sequence[Token], *, open_end: bool) -> None:
        planner = Planner(first_number=self._next_number, first_box=self._next_box, open_end=open_end)
        self.document.show_plan(planner.plan(tokens), self._closed_count)


def _closable(tokens: Sequence[Token], text: str, number: int | None) -> _ClosablePart | None:
    """Return the longest part of *text* that no further text can change.

    A block is complete when another one began after it, which is certain once the line after that is complete too: a
    table is recognized by its second line, and a marker at the end of the text may still become emphasis.
    """
    complete = text.count("\n")
    found: tuple[int, int | None] | None = None
    level = 0
    following: int | None = None
    for token in tokens:
        level -= token.nesting < 0
        if token.map is not None and token.nesting >= 0 and token.map[0] + 1 < complete:
            line = token.map[0]
            if level == 0:
                following = int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else None
                following = number if following is not None and line == 0 and number is not None else following
                found = (line, following)
            elif level == 1 and token.type == "list_item_open":
                found = (line, following)
                following = following + 1 if following is not None else None
        level += token.nesting > 0
    if found is None or found[0] == 0:
        return None
    return _ClosablePart(_line_start(text, found[0]), found[1])


def _line_start(text: str, line: int) -> int:
    position = 0
    for _ in range(line):
        position = text.index("\n", position) + 1
    return position
