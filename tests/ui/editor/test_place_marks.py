from PySide6.QtWidgets import QPlainTextEdit, QTextEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.place_marks import PlaceMarks
from vaultdesk.ui.theme.theme import Theme

TEXT = "a word\n" * 400
PLACES = [(7 * line + 2, 7 * line + 6) for line in range(400)]


def test_only_places_in_sight_are_marked_and_the_current_one_more(qtbot: QtBot, dressed: Theme) -> None:
    field = QPlainTextEdit(TEXT)
    qtbot.addWidget(field)
    field.resize(300, 200)
    field.show()
    marks = PlaceMarks(field)
    marks.show(PLACES)
    grounds = [selection.format.background().color().name() for selection in field.extraSelections()]
    assert 1 < len(grounds) < 60
    assert grounds[0] == dressed.color("accent").name()
    assert set(grounds[1:]) == {dressed.color("mark").name()}
    field.close()


def test_steps_go_round_the_ends_and_scroll_there(qtbot: QtBot) -> None:
    field = QPlainTextEdit(TEXT)
    qtbot.addWidget(field)
    field.resize(300, 200)
    field.show()
    marks = PlaceMarks(field)
    marks.show(PLACES)
    marks.step(-1)
    assert marks.number == 400
    assert field.firstVisibleBlock().blockNumber() > 300
    marks.step(1)
    assert marks.number == 1
    marks.select()
    assert field.textCursor().selectedText() == "word"
    field.close()


def test_it_begins_where_the_reader_is(qtbot: QtBot) -> None:
    field = QTextEdit()
    qtbot.addWidget(field)
    field.setPlainText(TEXT)
    marks = PlaceMarks(field)
    marks.begins = lambda: 70
    marks.show(PLACES, go=False)
    assert marks.number == 11
    marks.clear()
    assert (marks.number, field.extraSelections()) == (0, [])
