"""QTextDocument that shows a render plan and is updated by differences, and the one that grows while Markdown
streams in."""

import asyncio
import copy
import time
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token
from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument, QTextTable

from vaultdesk.ui.rendering.formula import formulas
from vaultdesk.ui.rendering.markdown_parser import parse
from vaultdesk.ui.rendering.planner import Planner
from vaultdesk.ui.rendering.render_plan import CodeBlock, Piece, RenderPlan, Table, TextBlock
from vaultdesk.ui.rendering.text_document_writer import (
    MarkdownWriter,
    Pictures,
    Resolves,
    draw_ready,
    fit_pictures,
    fit_table,
    thin_block,
    thin_text,
)
from vaultdesk.ui.rendering.text_formats import TextFormats

SLICE = 0.012
"""Seconds of writing before the loop runs, so that a long note appears without blocking."""


FITTED_AGAIN = 2_000
"""Number of pieces up to which tables and images follow a change of width: each change makes Qt lay out everything
below it.
"""


class RenderedDocument(QTextDocument):
    """Stores the displayed pieces and their starts. It loads nothing itself, whatever address is used."""

    def __init__(
        self,
        style: TextFormats,
        parent: QObject | None = None,
        *,
        resolves: Resolves | None = None,
        pictures: Pictures | None = None,
    ) -> None:
        super().__init__(parent)
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.style = style
        self.pieces: list[Piece] = []
        self.starts: list[int] = []
        self.box_spans: dict[int, tuple[int, int]] = {}
        self._resolves = resolves
        self._pictures = pictures
        self._unwritten: Sequence[Piece] = ()
        self._writing = 0
        self._room = 0.0
        self._clear()
        formulas().ready.connect(self._draw_formulas)

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing: Qt would open any file a note names (vaultdesk/ui/rendering/README.md, "Nothing is loaded").
        Images are added as resources.
        """

    def set_sources(self, resolves: Resolves | None, pictures: Pictures | None) -> None:
        """Set the functions for links and images."""
        self._resolves, self._pictures = resolves, pictures

    def show_plan(self, plan: RenderPlan, keep: int = 0) -> None:
        """Show *plan* after the first *keep* pieces, writing only differences."""
        self._writing += 1
        self._unwritten = ()
        cursor = QTextCursor(self)
        cursor.beginEditBlock()
        for piece in self._differing(plan, keep):
            self._append(piece)
        cursor.endEditBlock()

    async def show_in_slices(self, plan: RenderPlan, *, rewrite_all: bool = False) -> None:
        """Show *plan* from the top, yielding to the loop between slices; another plan shown in the meantime takes
        precedence.

        With *rewrite_all* unchanged pieces are also written, because links or images may have changed.
        """
        self._writing += 1
        writing = self._writing
        if rewrite_all:
            self._cut(0)
        self._unwritten = self._differing(plan, 0)
        while self._unwritten and writing == self._writing:
            until = time.perf_counter() + SLICE
            done = 0
            cursor = QTextCursor(self)
            cursor.beginEditBlock()
            while done < len(self._unwritten) and time.perf_counter() < until:
                self._append(self._unwritten[done])
                done += 1
            cursor.endEditBlock()
            self._unwritten = self._unwritten[done:]
            await asyncio.sleep(0)

    def restyle(self, style: TextFormats) -> None:
        """Write everything again in *style*."""
        self.style = style
        self.rewrite()

    def rewrite(self) -> None:
        """Write everything again, because links or images may have changed."""
        pieces = (*self.pieces, *self._unwritten)
        self._cut(0)
        self.show_plan(pieces)

    def fit(self, room: float) -> None:
        """Distribute *room*, the pixels between the margins, to images and columns of tables, now and in future."""
        if room == self._room:
            return
        self._room = room
        if len(self.pieces) > FITTED_AGAIN:
            return
        for number, piece in enumerate(self.pieces):
            if isinstance(piece, Table) and (table := self._table(number)) is not None:
                fit_table(table, piece, self.style, room)
            elif isinstance(piece, TextBlock) and any(run.image for run in piece.runs):
                fit_pictures(self.first_block(number), min(self.style.column, room))

    def first_block(self, piece: int) -> QTextBlock:
        """Return the first block of piece number *piece*."""
        return self.findBlock(self.starts[piece])

    def last_block(self, piece: int) -> QTextBlock:
        """Return the last block of piece number *piece*."""
        if isinstance(self.pieces[piece], Table):
            table = self._table(piece)
            return self.findBlock(table.lastPosition()) if table is not None else self.first_block(piece)
        if piece + 1 == len(self.pieces):
            return self.lastBlock()
        following = self.findBlock(self.starts[piece + 1])
        before = following.previous()
        return before if before.isValid() else following

    def _draw_formulas(self, ready: object) -> None:
        """Replace the source of formulas by their images; *ready* names the available ones."""
        if isinstance(ready, set):
            draw_ready(self, self.style, ready)

    def _differing(self, plan: Sequence[Piece], keep: int) -> Sequence[Piece]:
        same = keep
        limit = min(len(self.pieces), keep + len(plan))
        while same < limit and self.pieces[same] == plan[same - keep]:
            same += 1
        if same < len(plan) + keep and same + 1 == len(self.pieces) and self._grow(same, plan[same - keep]):
            same += 1
        self._cut(same)
        return plan[same - keep :]

    def _append(self, piece: Piece) -> None:
        before = self.pieces[-1] if self.pieces else None
        fresh = before is None
        self.starts.append(self._writer().write(piece, before, is_empty=fresh))
        number = len(self.pieces)
        self.pieces.append(piece)
        for box in piece.place.boxes:
            self.box_spans[box.number] = (self.box_spans.get(box.number, (number, number))[0], number)

    def _writer(self) -> MarkdownWriter:
        return MarkdownWriter(
            QTextCursor(self), self.style, resolves=self._resolves, pictures=self._pictures, room=self._room
        )

    def _grow(self, number: int, piece: Piece) -> bool:
        """Extend the last piece to *piece* by writing only the new part, if possible; return whether it was."""
        shown = self.pieces[number]
        if isinstance(shown, CodeBlock) and isinstance(piece, CodeBlock):
            grown = self._grow_code(shown, piece)
        elif isinstance(shown, Table) and isinstance(piece, Table):
            grown = self._grow_table(number, shown, piece)
        else:
            grown = False
        if grown:
            self.pieces[number] = piece
        return grown

    def _grow_code(self, shown: CodeBlock, piece: CodeBlock) -> bool:
        if (shown.place, shown.language) != (piece.place, piece.language) or len(piece.lines) < len(shown.lines):
            return False
        same = len(shown.lines) - 1
        if shown.lines[:same] != piece.lines[:same]:
            return False
        cursor = QTextCursor(self)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        writer = MarkdownWriter(cursor, self.style)
        writer.write_runs(piece.lines[same], "code")
        writer.code_lines(piece, same + 1)
        return True

    def _grow_table(self, number: int, shown: Table, piece: Table) -> bool:
        table = self._table(number)
        if table is None or (shown.aligns, shown.place, shown.headed) != (piece.aligns, piece.place, piece.headed):
            return False
        if len(piece.rows) < len(shown.rows) or not shown.rows:
            return False
        same = 0
        while same < len(shown.rows) and shown.rows[same] == piece.rows[same]:
            same += 1
        self._writer().rows(table, piece, same)
        if self._room > 0:
            fit_table(table, piece, self.style, self._room)
        return True

    def _table(self, number: int) -> QTextTable | None:
        return QTextCursor(self.findBlock(self.starts[number])).currentTable()

    def _cut(self, keep: int) -> None:
        """Remove all pieces from number *keep* on."""
        if keep >= len(self.pieces):
            return
        if keep == 0:
            self._clear()
            return
        cursor = QTextCursor(self)
        # The block end before the piece is removed too; an empty block would take over the format of the removed one.
        cursor.setPosition(self.starts[keep] - 1)
        block_format, text_format = cursor.blockFormat(), cursor.blockCharFormat()
        empty = cursor.block().length() == 1
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if empty:
            cursor.setBlockFormat(block_format)
            cursor.setBlockCharFormat(text_format)
        del self.pieces[keep:], self.starts[keep:]
        self.box_spans = {
            box: (first, min(last, keep - 1)) for box, (first, last) in self.box_spans.items() if first < keep
        }

    def _clear(self) -> None:
        cursor = QTextCursor(self)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        cursor.setBlockFormat(thin_block())
        cursor.setBlockCharFormat(thin_text())
        self.pieces.clear()
        self.starts.clear()
        self.box_spans.clear()


# Closed blocks are never changed again (vaultdesk/ui/rendering/README.md, "Streaming", b2). The final result is the
# same however the text was divided. Code and tables grow by their last line; other open blocks are short.

EAGER_TAIL = 2_000
"""Number of characters of an open block up to which every feed is shown immediately."""

HELD_SHARE = 48
"""A larger open block is parsed again once it grew by this share of its size, so that one endless paragraph stays
affordable.
"""


@dataclass(frozen=True)
class _Close:
    """The number of characters of the tail that can be closed, and the number of the next list item."""

    characters: int
    number: int | None


class StreamingDocument:
    """Feeds text into a `RenderedDocument`. Call `finish()` once at the end; `text` is everything that was fed."""

    def __init__(self, document: RenderedDocument, *, comments: bool = False) -> None:
        """With *comments* Obsidian's `%%` hides text; a model's text is always shown."""
        self.document = document
        self._comments = comments
        self._tail = ""
        self._begin()

    @property
    def text(self) -> str:
        """Everything fed so far."""
        return "".join(self._closed) + self._tail

    def feed(self, text: str) -> None:
        """Append *text* and show it. A large open block may show it with one of the next feeds."""
        self._tail += text.replace("\r", "")
        grown = len(self._tail) - self._shown
        if len(self._tail) > EAGER_TAIL and grown < len(self._tail) // HELD_SHARE:
            return
        self._render()

    def finish(self) -> None:
        """Show everything, with highlighting in code that was never closed and links whose definitions came late."""
        environment = copy.deepcopy(self._environment)
        tokens = parse(self._tail, comments=self._comments, environment=environment)
        if environment.get("references") and self._closed:
            text = self.text
            self._begin()
            self._tail = text
            tokens = self._read(text)
        self._show(tokens, open_end=False)
        self._shown = len(self._tail)

    def show(self, text: str) -> None:
        """Show *text*, finished, in place of everything fed before."""
        self._begin()
        self._tail = text.replace("\r", "")
        self.finish()

    def _begin(self) -> None:
        self._environment: dict[str, object] = {}
        self._closed: list[str] = []
        self._tail = ""
        self._kept = 0
        self._boxes = 0
        self._shown = 0
        self._number: int | None = None

    def _render(self) -> None:
        tokens = self._read(self._tail)
        closing = _closable(tokens, self._tail, self._number)
        if closing is not None:
            self._close(closing)
            tokens = self._read(self._tail)
        self._show(tokens, open_end=True)
        self._shown = len(self._tail)

    def _read(self, text: str) -> list[Token]:
        # A copy, because an incomplete definition would be stored and the complete one then ignored as a duplicate.
        return parse(text, comments=self._comments, environment=copy.deepcopy(self._environment))

    def _close(self, closing: _Close) -> None:
        """Render the part that cannot change any more, and continue after it."""
        done, self._tail = self._tail[: closing.characters], self._tail[closing.characters :]
        self._show(parse(done, comments=self._comments, environment=self._environment), open_end=False)
        shown = self.document.pieces[self._kept :]
        self._boxes = max([self._boxes, *(box.number + 1 for piece in shown for box in piece.place.boxes)])
        self._kept += len(shown)
        self._closed.append(done)
        self._number = closing.number

    def _show(self, tokens: Sequence[Token], *, open_end: bool) -> None:
        planner = Planner(first_number=self._number, first_box=self._boxes, open_end=open_end, late_ids=self._comments)
        self.document.show_plan(planner.plan(tokens), self._kept)


def _closable(tokens: Sequence[Token], text: str, number: int | None) -> _Close | None:
    """Return the longest part of *text* that no further text can change.

    A block is complete when another one began after it, which is certain once the line after that is complete too: a
    table is recognised by its second line, and a marker at the end of the text may still become emphasis.
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
    return _Close(_line_start(text, found[0]), found[1])


def _line_start(text: str, line: int) -> int:
    position = 0
    for _ in range(line):
        position = text.index("\n", position) + 1
    return position
