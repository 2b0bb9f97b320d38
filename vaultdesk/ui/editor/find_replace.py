"""Find and replace in the open note: the marked matches, the bar, and their controller."""

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QSizePolicy, QTextEdit, QWidget

from vaultdesk.index.query_syntax.search_pattern import (
    SearchPattern,
    UnsupportedPattern,
    find_any_word,
    find_matches,
    replacement_text,
)
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.editor_keys import selected_line
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.text_fields import MAX_FIELD_CHARACTERS, FindBar, utf16_length

MatchSpan = tuple[int, int]
Field = QPlainTextEdit | QTextEdit


class MatchMarks(QObject):
    """Matches in one field, the editor or the reading view, one of which is current.

    Only visible matches are marked: marking thousands is slow.
    """

    moved = Signal()
    """The current match or the list of matches changed."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self._field = field
        self.passage_start: Callable[[], int | None] = lambda: None
        """Returns the position of the passage navigated to, if known."""
        self.matches: Sequence[MatchSpan] = ()
        """In Qt's positions, in order."""
        self.current = -1
        field.verticalScrollBar().valueChanged.connect(self._mark)
        theme().changed.connect(self._mark)

    @property
    def number(self) -> int:
        """Number of the current match, from 1; 0 if there is none."""
        return self.current + 1

    def show(self, matches: Sequence[MatchSpan], *, go: bool = True, reset: bool = False) -> None:
        """Mark *matches*; the first one from the reader's position becomes current, and is scrolled to with *go*.

        *reset* resets the current match.
        """
        self.current = -1 if reset else self.current
        start = self._start()
        self.matches = matches
        self.current = bisect_left(matches, (start, -1)) % len(matches) if matches else -1
        if go and matches:
            self._go()
        self._mark()
        self.moved.emit()

    def clear(self) -> None:
        """Remove the marks."""
        if self.matches:
            self.show(())

    def step(self, by: int) -> None:
        """Go to the next or previous match, wrapping around."""
        if self.matches:
            self.current = (self.current + by) % len(self.matches)
            self._go()
            self._mark()
            self.moved.emit()

    def select(self) -> None:
        """Select the current match."""
        if 0 <= self.current < len(self.matches):
            self._field.setTextCursor(self._cursor(self.matches[self.current]))

    def cursor(self) -> QTextCursor | None:
        """Return a cursor that selects the current match; None if there is none."""
        return self._cursor(self.matches[self.current]) if 0 <= self.current < len(self.matches) else None

    def _start(self) -> int:
        """Return the reader's position: the cursor, or the top of the visible area."""
        if 0 <= self.current < len(self.matches):
            return self.matches[self.current][0]
        if isinstance(self._field, QPlainTextEdit):
            return self._field.textCursor().selectionStart()
        if (passage_start := self.passage_start()) is not None:
            return passage_start
        return self._field.cursorForPosition(QPoint(0, 0)).position()

    def _cursor(self, span: MatchSpan) -> QTextCursor:
        document = self._field.document()
        last = document.characterCount() - 1
        cursor = QTextCursor(document)
        cursor.setPosition(min(span[0], last))
        cursor.setPosition(min(span[1], last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _go(self) -> None:
        """Scroll to the current match and move the cursor to it."""
        cursor = self._cursor(self.matches[self.current])
        cursor.setPosition(cursor.selectionStart())
        self._field.setTextCursor(cursor)
        rect, viewport_rect = self._field.cursorRect(cursor), self._field.viewport().rect()
        if isinstance(self._field, QPlainTextEdit):
            if not viewport_rect.adjusted(0, 0, 0, -2 * rect.height()).contains(rect.center()):
                self._field.centerCursor()
        else:
            bar = self._field.verticalScrollBar()
            if rect.top() < 0 or rect.bottom() > viewport_rect.height() - rect.height():
                bar.setValue(bar.value() + rect.top() - viewport_rect.height() // 3)

    def _mark(self) -> None:
        """Mark the visible matches."""
        if not self.matches and not self._field.extraSelections():
            return
        viewport = self._field.viewport().rect()
        first = self._field.cursorForPosition(viewport.topLeft()).position()
        last = self._field.cursorForPosition(viewport.bottomRight()).position()
        begin = max(0, bisect_left(self.matches, (first, -1)) - 1)
        end = bisect_right(self.matches, (last + 1, -1))
        found, current = self._format("mark", "text"), self._format("accent", "on_accent")
        self._field.setExtraSelections(
            [
                self._selection(self.matches[index], current if index == self.current else found)
                for index in range(begin, end)
            ]
        )

    def _format(self, background: str, role: str) -> QTextCharFormat:
        char_format = QTextCharFormat()
        char_format.setBackground(theme().color(background))
        char_format.setForeground(theme().color(role))
        return char_format

    def _selection(self, span: MatchSpan, char_format: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        selection.cursor, selection.format = self._cursor(span), char_format
        return selection


class MatchChip(QWidget):
    """Shown in the line above a note that was opened from the search."""

    stepped = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Matches"))
        self.count = PlainLabel("", "text2", "small")
        self.previous = IconButton("chevron-up", self.tr("Previous match"), size=12, side=22)
        self.next = IconButton("chevron-down", self.tr("Next match"), size=12, side=22)
        self.close_button = IconButton("close", self.tr("Clear highlighting"), size=12, side=22)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = row_layout(self, 3, margins=(10, 1, 3, 1))
        for widget in (self.count, self.previous, self.next, self.close_button):
            row.addWidget(widget)
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.close_button.clicked.connect(self.closed)
        theme().changed.connect(self.update)
        self.hide()

    def show_count(self, current: int, total: int) -> None:
        """Show the number of the current match and the total; hidden without matches."""
        self.count.setText(self.tr("{0} of {1}").format(current, total))
        # The line must not move while the numbers grow.
        self.count.setMinimumWidth(max(self.count.minimumWidth(), self.count.sizeHint().width()))
        self.setVisible(bool(total))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        box(QPainter(self), self.rect(), values.px(6), values.color("surface"), values.color("control"))


FIELD_WIDTH = 300
"""Width of both fields in design pixels, so that they are aligned."""


class NoteFindBar(QWidget):
    """Find bar with an optional replacement row. Esc closes it; Enter finds the next match, Shift+Enter the previous
    one; Enter in the replacement field replaces.
    """

    pattern_changed = Signal()
    replace_requested = Signal(bool)
    """The current match (false) or all matches (true) should be replaced."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._create_finder()
        self._create_replacement_row()
        self.problem = PlainLabel("", "danger", "small", wrap=True)
        px = theme().px
        self.problem.setContentsMargins(px(12), px(2), px(12), px(4))
        self.problem.hide()
        column = column_layout(self, margins=(8, 0, 8, 0))
        for widget in (self.finder, self.problem, self.replacement_row):
            column.addWidget(widget)
        self.replacement_row.hide()
        self.hide()

    def search_pattern(self) -> SearchPattern:
        """Return the entered search."""
        return SearchPattern(
            self.finder.text(), self.case.isChecked(), self.whole_words.isChecked(), self.regex.isChecked()
        )

    def begin(self, text: str, *, replace: bool) -> None:
        """Show the bar, with the replacement row if *replace*."""
        self.show()
        self.replacement_row.setVisible(replace)
        self.finder.open_with(text)
        if replace and self.finder.text():
            self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.edit.selectAll()

    def show_problem(self, problem: str) -> None:
        """Show *problem*, the error of the pattern; empty if it is valid."""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def show_count(self, current: int, total: int) -> None:
        """Show the number of the current match and the total."""
        self.finder.show_count(current, total)
        for button in (self.replace_button, self.replace_all_button):
            button.setEnabled(bool(total))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.edit
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            self.replace_requested.emit(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc from the replacement row too."""
        if event.key() == Qt.Key.Key_Escape:
            self.finder.closed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))

    def _create_finder(self) -> None:
        """Create the field with the options of the search."""
        # The separator is drawn below both rows.
        self.finder = FindBar(self.tr("Find in the note"), underlined=False)
        self.finder.edit.setMaximumWidth(theme().px(FIELD_WIDTH))
        self.finder.setAccessibleName(self.tr("Find"))
        self.case = self._option_button("match-case", self.tr("Match case"))
        self.whole_words = self._option_button("whole-word", self.tr("Whole words"))
        self.regex = self._option_button("pattern", self.tr("Regular expression"))
        index = self.finder.row.indexOf(self.finder.count)
        self.finder.row.insertStretch(self.finder.row.indexOf(self.finder.close_button))
        for button in (self.regex, self.whole_words, self.case):
            self.finder.row.insertWidget(index, button)
        self.finder.changed.connect(lambda _words: self.pattern_changed.emit())

    def _create_replacement_row(self) -> None:
        px = theme().px
        self.edit = QLineEdit()
        self.edit.setAccessibleName(self.tr("Replace with"))
        self.edit.setPlaceholderText(self.tr("Replace with"))
        self.edit.setMaxLength(MAX_FIELD_CHARACTERS)
        self.edit.setMaximumWidth(px(FIELD_WIDTH))
        self.edit.installEventFilter(self)
        self.replace_button = PlainButton(self.tr("Replace"), small=True)
        self.replace_all_button = PlainButton(self.tr("Replace all"), small=True)
        self.replacement_row = QWidget()
        row = QHBoxLayout(self.replacement_row)
        row.setContentsMargins(px(8), px(4), px(8), px(6))
        row.setSpacing(px(6))
        row.addWidget(self.edit, 1)
        row.addWidget(self.replace_button)
        row.addWidget(self.replace_all_button)
        row.addStretch()
        self.replace_button.clicked.connect(lambda: self.replace_requested.emit(False))
        self.replace_all_button.clicked.connect(lambda: self.replace_requested.emit(True))

    def _option_button(self, icon_name: str, name: str) -> IconButton:
        button = IconButton(icon_name, name)
        button.setCheckable(True)
        button.toggled.connect(lambda on: button.set_icon(icon_name, "accent" if on else "muted"))
        button.toggled.connect(lambda _on: self.pattern_changed.emit())
        return button


MAX_SEARCHED_PER_KEY = 200_000
"""Maximum number of characters searched on each key press; a longer note is searched in a thread."""

SEARCH_DELAY = 150
"""Milliseconds without a text change before searching again."""

_FRAMES = str.maketrans({"\u2029": "\n", "\ufdd0": "\n", "\ufdd1": "\n"})
"""Qt's separators of paragraphs, tables and frames."""


class FindReplace(QObject):
    """Controller of the find bar of one page, which reports with `set_editing` which of its two views is shown."""

    closed = Signal()
    """The bar was closed: the focus returns to the note."""

    def __init__(self, bar: NoteFindBar, chip: MatchChip, editor: QPlainTextEdit, reader: QTextEdit) -> None:
        super().__init__(bar)
        self.bar, self.chip = bar, chip
        self._marks = {False: MatchMarks(reader), True: MatchMarks(editor)}
        self._fields: dict[bool, QPlainTextEdit | QTextEdit] = {False: reader, True: editor}
        self._editing = False
        self._words: tuple[str, ...] = ()
        """Words of a search over the notes, while their matches are shown."""
        self._request_id = 0
        self._timer = QTimer(self, singleShot=True, interval=SEARCH_DELAY)
        self._timer.timeout.connect(lambda: self._search(go=False))
        for field in self._fields.values():
            field.textChanged.connect(self._text_changed)
        for marks in self._marks.values():
            marks.moved.connect(self._update_count)
        bar.pattern_changed.connect(lambda: self._search(go=True))
        bar.replace_requested.connect(self._replace)
        bar.finder.next_requested.connect(lambda: self.step(1))
        bar.finder.previous_requested.connect(lambda: self.step(-1))
        bar.finder.closed.connect(self.close)
        chip.stepped.connect(self.step)
        chip.closed.connect(self._forget)

    @property
    def active(self) -> bool:
        """Whether a search is active."""
        return not self.bar.isHidden() or bool(self._words)

    @property
    def found(self) -> MatchMarks:
        """The matches in the shown view."""
        return self._marks[self._editing]

    def begin(self, *, replace: bool = False) -> None:
        """Show the bar with the selected text."""
        self._forget()
        self.bar.begin(selected_line(self._fields[self._editing].textCursor()), replace=replace and self._editing)
        self._search(go=True)

    def show_words(self, words: tuple[str, ...]) -> None:
        """Show the matches of the *words* of a search; the scroll position is kept."""
        if not self.bar.isHidden():
            self.close()
        self._words = words
        self._search(go=False)

    def step(self, by: int) -> None:
        """Go to the next match; without a bar, open it."""
        if not self.active:
            self.begin()
        else:
            self.found.step(by)

    def set_editing(self, editing: bool) -> None:
        """Update to the view that is shown now."""
        if editing == self._editing:
            return
        self._marks[self._editing].clear()
        self._editing = editing
        if not editing:
            self.bar.replacement_row.hide()
        if self.active:
            self._search(go=False)

    def leave(self) -> None:
        """End the search because another note is shown."""
        self._forget()
        if not self.bar.isHidden():
            self._request_id += 1
            self.bar.hide()
        self.found.clear()

    def close(self) -> None:
        """Remove the bar and the marks; the current match is selected in the editor."""
        if self._editing:
            self.found.select()
        self._request_id += 1
        self.bar.hide()
        self.found.clear()
        self.closed.emit()

    def _forget(self) -> None:
        self._words = ()
        self.chip.hide()
        if self.bar.isHidden():
            self.found.clear()

    def _text_changed(self) -> None:
        if self.active:
            self._timer.start()

    def _search(self, *, go: bool) -> None:
        """Search: synchronously in a short note, in a thread in a long one; only the latest search counts."""
        if not self.active:
            return
        self._request_id += 1
        document = self._fields[self._editing].document()
        if document.characterCount() <= MAX_SEARCHED_PER_KEY:
            self._show(_find_all(document.toRawText(), self.bar.search_pattern(), self._words), go=go)
        else:
            bridge.start(self._search_in_thread(document, self._request_id, go=go), owner=self)

    async def _search_in_thread(self, document: QTextDocument, request_id: int, *, go: bool) -> None:
        # In a separate event loop iteration: copying a long text out of its field adds to the delay of the key press.
        await asyncio.sleep(0)
        if request_id != self._request_id:
            return
        text = document.toRawText()
        found = await asyncio.to_thread(_find_all, text, self.bar.search_pattern(), self._words)
        if request_id == self._request_id:
            self._show(found, go=go)

    def _show(self, found: list[MatchSpan] | str, *, go: bool) -> None:
        self.bar.show_problem(found if isinstance(found, str) else "")
        self.found.show(() if isinstance(found, str) else found, go=go, reset=bool(self._words))

    def _update_count(self) -> None:
        current, total = self.found.number, len(self.found.matches)
        if self._words:
            self.chip.show_count(current, total)
        else:
            self.bar.show_count(current, total)

    def _replace(self, replace_all: bool) -> None:
        field, search_pattern, replacement = self._fields[True], self.bar.search_pattern(), self.bar.edit.text()
        if not self._editing or field.isReadOnly() or not self.found.matches:
            return
        cursor = self.found.cursor()
        if replace_all:
            _replace_all(field, self.found.matches, search_pattern, replacement)
        elif cursor is not None:
            old = cursor.selectedText().translate(_FRAMES)
            cursor.insertText(replacement_text(old, search_pattern, replacement))
            # The next match is searched after the replacement, which may contain the searched text.
            self.found.current = -1
            field.setTextCursor(cursor)
        self._timer.stop()
        self._search(go=not replace_all)


def _find_all(text: str, search_pattern: SearchPattern, words: tuple[str, ...]) -> list[MatchSpan] | str:
    """Return the matches in Qt's positions, or a sentence with the error of the pattern."""
    for separator in map(chr, _FRAMES):
        text = text.replace(separator, "\n")  # Much faster on a long text than `translate`.
    try:
        found = find_any_word(text, words) if words else find_matches(text, search_pattern)
    except UnsupportedPattern as problem:
        return f"{translate_error(problem).partition(';')[0].rstrip('.')}."  # The rest is about note searches.
    if text.isascii() or len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text):
        return found
    spans: list[MatchSpan] = []
    position = end_before = 0
    for start, end in found:
        position += utf16_length(text[end_before:start])
        size = utf16_length(text[start:end])
        spans.append((position, position + size))
        position, end_before = position + size, end
    return spans


def _replace_all(
    field: QPlainTextEdit | QTextEdit, matches: Sequence[MatchSpan], search_pattern: SearchPattern, replacement: str
) -> None:
    """Replace every match as one undo step: the text between the first and the last is inserted again."""
    cursor = field.textCursor()
    start_of_range, end = matches[0][0], matches[-1][1]
    cursor.setPosition(start_of_range)
    cursor.setPosition(end, cursor.MoveMode.KeepAnchor)
    data = cursor.selectedText().translate(_FRAMES).encode("utf-16-le", "surrogatepass")
    parts: list[str] = []
    position = start_of_range
    for start, stop in matches:
        old = data[2 * (start - start_of_range) : 2 * (stop - start_of_range)].decode("utf-16-le", "surrogatepass")
        parts += (
            data[2 * (position - start_of_range) : 2 * (start - start_of_range)].decode("utf-16-le", "surrogatepass"),
            replacement_text(old, search_pattern, replacement),
        )
        position = stop
    cursor.insertText("".join(parts))
