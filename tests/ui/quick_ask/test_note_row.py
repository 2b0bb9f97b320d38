"""Tests of note_row.py: what is drawn, by the colours that come out."""

from PySide6.QtGui import QColor, QImage

from tests.ui.quick_ask.test_note_model import hit
from vaultdesk.ui.quick_ask.note_list import NoteList
from vaultdesk.ui.quick_ask.note_row import ROW
from vaultdesk.ui.theme.theme import theme


def colours(image: QImage) -> set[str]:
    return {QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(image.height())}


def drawn(notes: NoteList) -> QImage:
    return notes.rows.grab().toImage()


def test_found_words_are_marked_and_the_row_of_the_keyboard_is_tinted(qapp: object) -> None:
    notes = NoteList()
    notes.resize(600, 200)
    notes.show_hits([hit("Boiler.md")], lambda _path: False)
    mark, tint = theme().color("mark").name(), theme().color("accent_tint").name()
    assert mark in colours(drawn(notes))
    assert tint not in colours(drawn(notes))
    notes.enter()
    assert tint in colours(drawn(notes))


def test_rows_are_alike_whatever_stands_in_them(qapp: object) -> None:
    notes = NoteList()
    notes.resize(600, 400)
    notes.show_hits([hit("a/" * 60 + "Boiler.md"), hit("B.md", ""), hit("C.md", "word " * 400)], lambda _path: True)
    assert notes.rows.height() == 3 * theme().step(ROW)
    assert {notes.rows.sizeHintForRow(row) for row in range(3)} == {theme().step(ROW)}
    assert not drawn(notes).isNull()
