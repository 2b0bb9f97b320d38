"""Scrolls a note to a heading, and synchronizes its outline with the visible part."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer

from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.notes.outline import NoteHeading, heading_at_line
from vaultdesk.ui.notes.reading_view import NoteReader
from vaultdesk.ui.notes.related_panel import RelatedPanel
from vaultdesk.ui.rendering.render_plan import Piece, TextBlock, comparable_letters, is_embedded_piece

READING_LINE = 0.3
"""Share of the view's height from its top at which a heading counts as reached."""


class PageWithHeadings(Protocol):
    """Page on which a note is read or edited."""

    reader: NoteReader
    editor: NoteEditor

    @property
    def editing(self) -> bool:
        """Whether the editor is shown."""
        ...

    @property
    def text(self) -> str | None:
        """Text including unsaved changes; None if no note is shown."""
        ...


def go_to_heading(page: PageWithHeadings, headings: Sequence[NoteHeading], nth: int, *, keyboard: bool = True) -> None:
    """Show heading *nth* of *headings* in *page*, read or edited; with *keyboard* the text gets the focus."""
    if not 0 <= nth < len(headings):
        return
    if page.editing:
        page.editor.show_line(headings[nth].line - 1)
    else:
        piece = heading_pieces(page.reader.document_shown.pieces, headings)[nth]
        if piece is None:
            page.reader.clear_passage()
            page.reader.verticalScrollBar().setValue(0)
        else:
            page.reader.show_pieces(range(piece, piece + 1))
    if keyboard:
        (page.editor if page.editing else page.reader).setFocus(Qt.FocusReason.OtherFocusReason)


class HeadingPositions:
    """Positions of the headings of one page, cached as long as its text is the same."""

    def __init__(self, page: PageWithHeadings) -> None:
        self._page = page
        self._of: tuple[Sequence[Piece], Sequence[NoteHeading]] | None = None
        self._pieces: list[int | None] = []

    def visible_heading(self, headings: Sequence[NoteHeading]) -> int:
        """Return the index in *headings* of the heading above the visible part; -1 above the first."""
        page = self._page
        if not headings:
            return -1
        if page.editing:
            return heading_at_line(headings, page.editor.textCursor().blockNumber() + 1)
        reader = page.reader
        shown = tuple(reader.document_shown.pieces)
        if self._of != (shown, headings):
            self._of, self._pieces = (shown, headings), heading_pieces(shown, headings)
        bar, lit = reader.verticalScrollBar(), reader.passage()
        if bar.value() == bar.maximum() and lit is not None and lit.start in self._pieces:
            # Several headings may be visible at the end of the note: the one navigated to counts.
            return self._pieces.index(lit.start)
        reached = bar.value() + READING_LINE * reader.viewport().height()
        tops = [0.0 if piece is None else reader.top_of(piece) for piece in self._pieces]
        return bisect_right(tops, reached) - 1


def heading_pieces(pieces: Sequence[Piece], headings: Sequence[NoteHeading]) -> list[int | None]:
    """Return the index of the piece of each heading; None for a heading that is not rendered, such as a repeated
    title.
    """
    shown: dict[str, list[int]] = {}
    for number, piece in enumerate(pieces):
        if isinstance(piece, TextBlock) and piece.kind[0] == "h" and not is_embedded_piece(piece):
            shown.setdefault(comparable_letters(piece.text), []).append(number)
    asked: dict[str, list[int]] = {}
    for nth, heading in enumerate(headings):
        asked.setdefault(comparable_letters(heading.text), []).append(nth)
    found: list[int | None] = [None] * len(headings)
    for key, places in asked.items():
        same = shown.get(key, [])
        # If a heading equal to the note's name is not rendered, the others move up by one.
        skipped = 1 if places[0] == 0 and len(same) == len(places) - 1 else 0
        for nth, number in zip(places[skipped:], same, strict=False):
            found[nth] = number
    return found


SETTLE_DELAY = 60
"""Milliseconds after scrolling until the visible heading is determined: scrolling emits many signals per second."""


class OutlineTracker(QObject):
    """Updates the outline of one page. Does nothing while the outline is hidden."""

    def __init__(self, page: PageWithHeadings, foot: RelatedPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._page, self._foot = page, foot
        self._outline = foot.outline
        self._places = HeadingPositions(page)
        self._soon = QTimer(self, singleShot=True, interval=SETTLE_DELAY)
        self._soon.timeout.connect(self._update)
        page.editor.textChanged.connect(self.renew)
        page.editor.cursorPositionChanged.connect(self._moved)
        page.reader.verticalScrollBar().valueChanged.connect(lambda _value: self._moved())
        page.reader.document_shown.contentsChanged.connect(self.renew)
        foot.outline_opened.connect(self.renew)
        self._outline.chosen.connect(self._go)
        self._outline.counted.connect(lambda _count: self._moved())

    def renew(self) -> None:
        """Update after the note or its text changed, or the outline was opened."""
        if self._foot.outline_is_open:
            self._outline.show_text(self._page.text)
            self._moved()

    def _moved(self) -> None:
        if self._foot.outline_is_open and not self._soon.isActive():
            self._soon.start()

    def _update(self) -> None:
        # The editor reports a key press before the draft is updated.
        self._outline.show_text(self._page.text)
        self._outline.show_current(self._places.visible_heading(self._outline.headings))

    def _go(self, nth: int) -> None:
        go_to_heading(self._page, self._outline.headings, nth)
        self._outline.show_current(nth)
