"""Note finding: words looked for in the note that is open, in the editor or the reading view, and replaced there."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from vaultdesk.index.query_syntax.search_pattern import UnsupportedPattern
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.found_chip import FoundChip
from vaultdesk.ui.editor.note_find_bar import NoteFindBar
from vaultdesk.ui.editor.place_marks import Place, PlaceMarks
from vaultdesk.ui.editor.places import Wanted, any_places, places, replacement
from vaultdesk.ui.editor.qt_units import units
from vaultdesk.ui.editor.wrapping import selected_line

AT_ONCE = 200_000
"""Characters that are searched while a key is still down; a longer note is searched in a thread."""

SILENCE = 150
"""Milliseconds without a change of the text before places are looked for anew."""

_FRAMES = str.maketrans({"\u2029": "\n", "\ufdd0": "\n", "\ufdd1": "\n"})
"""Qt's ends of paragraphs, tables and frames."""


class NoteFinding(QObject):
    """Belongs to one page; the page tells with `set_editing` which of its two views is shown."""

    closed = Signal()
    """The bar is gone: the keyboard goes back to the note."""

    def __init__(self, bar: NoteFindBar, chip: FoundChip, editor: QPlainTextEdit, reader: QTextEdit) -> None:
        super().__init__(bar)
        self.bar, self.chip = bar, chip
        self._marks = {False: PlaceMarks(reader), True: PlaceMarks(editor)}
        self._fields: dict[bool, QPlainTextEdit | QTextEdit] = {False: reader, True: editor}
        self._editing = False
        self._words: tuple[str, ...] = ()
        """What a search over the notes looked for, while its places are shown."""
        self._turn = 0
        self._late = QTimer(self, singleShot=True, interval=SILENCE)
        self._late.timeout.connect(lambda: self._look(go=False))
        for field in self._fields.values():
            field.textChanged.connect(self._text_changed)
        for marks in self._marks.values():
            marks.moved.connect(self._tell)
        bar.wanted_changed.connect(lambda: self._look(go=True))
        bar.replace_asked.connect(self._replace)
        bar.finder.next_asked.connect(lambda: self.step(1))
        bar.finder.previous_asked.connect(lambda: self.step(-1))
        bar.finder.closed.connect(self.close)
        chip.stepped.connect(self.step)
        chip.closed.connect(self._forget)

    @property
    def active(self) -> bool:
        """Whether something is looked for."""
        return not self.bar.isHidden() or bool(self._words)

    @property
    def found(self) -> PlaceMarks:
        """The places in the view that is shown."""
        return self._marks[self._editing]

    def begin(self, *, replace: bool = False) -> None:
        """Show the bar with what is selected in it."""
        self._forget()
        self.bar.begin(selected_line(self._fields[self._editing].textCursor()), replace=replace and self._editing)
        self._look(go=True)

    def show_words(self, words: tuple[str, ...]) -> None:
        """Show where the *words* of a search stand; the reader stays where the search has led to."""
        if not self.bar.isHidden():
            self.close()
        self._words = words
        self._look(go=False)

    def step(self, by: int) -> None:
        """Go to the next place; without a bar begin to look for something."""
        if not self.active:
            self.begin()
        else:
            self.found.step(by)

    def set_editing(self, editing: bool) -> None:
        """The other of the two views is shown."""
        if editing == self._editing:
            return
        self._marks[self._editing].clear()
        self._editing = editing
        if not editing:
            self.bar.replacing.hide()
        if self.active:
            self._look(go=False)

    def leave(self) -> None:
        """Another note is shown: what was looked for in this one is over."""
        self._forget()
        if not self.bar.isHidden():
            self._turn += 1
            self.bar.hide()
        self.found.clear()

    def close(self) -> None:
        """Take the bar and the marks away; the editor has the current place selected."""
        if self._editing:
            self.found.select()
        self._turn += 1
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
            self._late.start()

    def _look(self, *, go: bool) -> None:
        """Look for it: at once in a note, in a thread in a book; what is asked for last counts."""
        if not self.active:
            return
        self._turn += 1
        document = self._fields[self._editing].document()
        if document.characterCount() <= AT_ONCE:
            self._show(_found(document.toRawText(), self.bar.wanted(), self._words), go=go)
        else:
            bridge.start(self._look_in_thread(document, self._turn, go=go), owner=self)

    async def _look_in_thread(self, document: QTextDocument, turn: int, *, go: bool) -> None:
        # A turn of its own: to take a book out of its field is felt beside what the key did there.
        await asyncio.sleep(0)
        if turn != self._turn:
            return
        text = document.toRawText()
        found = await asyncio.to_thread(_found, text, self.bar.wanted(), self._words)
        if turn == self._turn:
            self._show(found, go=go)

    def _show(self, found: list[Place] | str, *, go: bool) -> None:
        self.bar.tell(found if isinstance(found, str) else "")
        self.found.show(() if isinstance(found, str) else found, go=go, anew=bool(self._words))

    def _tell(self) -> None:
        current, total = self.found.number, len(self.found.places)
        if self._words:
            self.chip.show_count(current, total)
        else:
            self.bar.show_count(current, total)

    def _replace(self, every: bool) -> None:
        field, wanted, written = self._fields[True], self.bar.wanted(), self.bar.edit.text()
        if not self._editing or field.isReadOnly() or not self.found.places:
            return
        cursor = self.found.cursor()
        if every:
            _replace_all(field, self.found.places, wanted, written)
        elif cursor is not None:
            old = cursor.selectedText().translate(_FRAMES)
            cursor.insertText(replacement(old, wanted, written))
            # The next place is looked for behind what was put in, or a longer word would be found in itself.
            self.found.current = -1
            field.setTextCursor(cursor)
        self._late.stop()
        self._look(go=not every)


def _found(text: str, wanted: Wanted, words: tuple[str, ...]) -> list[Place] | str:
    """Return the places in Qt's characters, or what is wrong with the pattern."""
    for sign in map(chr, _FRAMES):
        text = text.replace(sign, "\n")  # Much faster in a book than `translate`.
    try:
        found = any_places(text, words) if words else places(text, wanted)
    except UnsupportedPattern as problem:
        return f"{str(problem).partition(';')[0].rstrip('.')}."  # What a search leaves out is not found here.
    if text.isascii() or len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text):
        return found
    counted: list[Place] = []
    at = begun = 0
    for start, end in found:
        at += units(text[begun:start])
        size = units(text[start:end])
        counted.append((at, at + size))
        at, begun = at + size, end
    return counted


def _replace_all(field: QPlainTextEdit | QTextEdit, found: Sequence[Place], wanted: Wanted, written: str) -> None:
    """Replace every place as one step of undo: the text between the first and the last is put in anew."""
    cursor = field.textCursor()
    begin, end = found[0][0], found[-1][1]
    cursor.setPosition(begin)
    cursor.setPosition(end, cursor.MoveMode.KeepAnchor)
    data = cursor.selectedText().translate(_FRAMES).encode("utf-16-le", "surrogatepass")
    pieces: list[str] = []
    place = begin
    for start, stop in found:
        old = data[2 * (start - begin) : 2 * (stop - begin)].decode("utf-16-le", "surrogatepass")
        pieces += (
            data[2 * (place - begin) : 2 * (start - begin)].decode("utf-16-le", "surrogatepass"),
            replacement(old, wanted, written),
        )
        place = stop
    cursor.insertText("".join(pieces))
