"""Outline of a note: its headings, and the list of them."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.index.search.name_search import find_name_spans
from vaultdesk.index.search.snippet import displayed_heading
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.ui.bridge import start
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan

MAX_HEADINGS = 5_000
"""Maximum number of headings listed for one note."""


class NoteHeading(Struct, frozen=True):
    """A heading of a note."""

    level: int
    """1 to 6, as written."""
    text: str
    """Without Markdown markup."""
    line: int
    """Counted from 1."""
    written: str = ""
    """Text as in the note, as used in a link to it."""


def headings_of(text: str) -> tuple[NoteHeading, ...]:
    """Return the headings of *text* in order. Slow: call it in a thread."""
    found = scan(text, read_frontmatter(text).body_start).headings
    return tuple(
        NoteHeading(
            heading.level, displayed_heading(heading.text) or heading.text.strip(), heading.line, heading.text.strip()
        )
        for heading in found[:MAX_HEADINGS]
    )


def heading_depths(headings: Sequence[NoteHeading]) -> list[int]:
    """Return the nesting depth of each heading; skipped levels do not count."""
    depths: list[int] = []
    above: list[int] = []
    for heading in headings:
        while above and above[-1] >= heading.level:
            above.pop()
        depths.append(len(above))
        above.append(heading.level)
    return depths


def heading_at_line(headings: Sequence[NoteHeading], line: int) -> int:
    """Return the index of the heading above *line* (counted from 1), or -1 above the first."""
    found = -1
    for index, heading in enumerate(headings):
        if heading.line > line:
            break
        found = index
    return found


# Receives the text; note_page.py scrolls to a heading.

READ_DELAY = 250
"""Milliseconds without typing after which the headings are read again."""

OUTLINE_ROW_HEIGHT = 24
"""Height of a row in design pixels."""


class Outline(QWidget):
    """List of headings with a filter field, which is placed elsewhere."""

    chosen = Signal(int)
    """Index of the heading to scroll to."""
    left = Signal()
    counted = Signal(int)
    """Number of headings of the note."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headings: tuple[NoteHeading, ...] = ()
        self._text: str | None = None
        self._read_text: str | None = None
        self._reading = False
        self._current = -1
        self.field = SearchField(self.tr("Filter the headings"), self.tr("Filter the headings"))
        self.field.setFixedHeight(theme().px(24))
        style = RowStyle(row_height=OUTLINE_ROW_HEIGHT, background="surface", uniform=True)
        self.list = RowList(self.tr("Headings of this note"), style)
        self._empty_label = PlainLabel("", "muted", wrap=True)
        column = column_layout(self)
        self._empty_label.setContentsMargins(theme().px(16), theme().px(4), theme().px(16), 0)
        self._empty_label.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.list, 1)
        column.addWidget(self._empty_label, 1)
        self._timer = QTimer(self, singleShot=True, interval=READ_DELAY)
        self._timer.timeout.connect(self._begin)
        self.field.textChanged.connect(lambda _text: self._refresh(go_first=True))
        self.field.stepped.connect(lambda by: self.list.step(by, wraps=True))
        self.field.returnPressed.connect(self.list.choose_current)
        self.field.escaped.connect(self.left)
        self.list.chosen.connect(lambda key, _new_tab: self.chosen.emit(int(key)))
        self.list.left_at_top.connect(lambda: self.field.setFocus(Qt.FocusReason.BacktabFocusReason))
        self.list.typed.connect(self._type_on)

    def show_text(self, text: str | None, *, at_once: bool = False) -> None:
        """Set the note's text; None if no note is shown."""
        if text == self._text:
            return
        self._text = text
        if text is None:
            self._read_text = None
            self._set_headings(())
        elif at_once or self._read_text is None:
            self._begin()
        else:
            self._timer.start()

    def show_current(self, nth: int) -> None:
        """Mark the heading above the visible part of the note; -1 for none."""
        if nth == self._current:
            return
        self._current = nth
        # While the list has the focus, scrolling of the note does not move its current row.
        if self.isVisible() and not self.list.hasFocus() and not self.field.hasFocus():
            self.list.go_to(str(nth))

    def enter(self) -> None:
        """Focus the filter field."""
        self.field.clear()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.list.go_to(str(max(0, self._current)))

    def _begin(self) -> None:
        self._timer.stop()
        if not self._reading:
            start(self._learn(), self)

    async def _learn(self) -> None:
        self._reading = True
        try:
            while self._text is not None and self._text != self._read_text:
                text = self._text
                headings = await asyncio.to_thread(headings_of, text)
                if text == self._text:  # Otherwise another note, or none, is shown by now.
                    self._read_text = text
                    self._set_headings(headings)
        finally:
            self._reading = False

    def _set_headings(self, headings: tuple[NoteHeading, ...]) -> None:
        self.headings = headings
        self._current = min(self._current, len(headings) - 1)
        self._refresh()
        self.counted.emit(len(headings))

    def _refresh(self, *, go_first: bool = False) -> None:
        query = fold_to_base(" ".join(self.field.text().split()))
        depths = heading_depths(self.headings)
        rows = [
            ListRow(
                str(nth),
                heading.text,
                title_marks=find_name_spans(heading.text, query) if query else (),
                depth=depths[nth],
            )
            for nth, heading in enumerate(self.headings)
            if query in fold_to_base(heading.text)
        ]
        self.list.show_rows(rows)
        if go_first and query:
            self.list.go_first()
        elif not self.list.currentIndex().isValid() and not query:
            self.list.go_to(str(self._current))
        self.list.setVisible(bool(rows))
        self._empty_label.setVisible(not rows)
        empty_text = (
            self.tr("No heading contains this text.") if self.headings else self.tr("This note has no headings.")
        )
        self._empty_label.setText(empty_text)

    def _type_on(self, letter: str) -> None:
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.insert(letter)
