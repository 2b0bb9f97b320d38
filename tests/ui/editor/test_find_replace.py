"""Tests of ui/editor/find_replace.py."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.index.query_syntax.search_pattern import SearchPattern
from vaultdesk.ui.editor import find_replace
from vaultdesk.ui.editor.find_replace import FindReplace, MatchChip, MatchMarks, NoteFindBar
from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.theme.theme import Theme

MARKED_TEXT = "a word\n" * 400
MATCHES = [(7 * line + 2, 7 * line + 6) for line in range(400)]


def test_only_visible_matches_are_marked_and_the_current_one_has_another_color(qtbot: QtBot, app_theme: Theme) -> None:
    field = QPlainTextEdit(MARKED_TEXT)
    qtbot.addWidget(field)
    field.resize(300, 200)
    field.show()
    marks = MatchMarks(field)
    marks.show(MATCHES)
    backgrounds = [selection.format.background().color().name() for selection in field.extraSelections()]
    assert 1 < len(backgrounds) < 60
    assert backgrounds[0] == app_theme.color("accent").name()
    assert set(backgrounds[1:]) == {app_theme.color("mark").name()}
    field.close()


def test_steps_wrap_around_and_scroll_to_the_match(qtbot: QtBot) -> None:
    field = QPlainTextEdit(MARKED_TEXT)
    qtbot.addWidget(field)
    field.resize(300, 200)
    field.show()
    marks = MatchMarks(field)
    marks.show(MATCHES)
    marks.step(-1)
    assert marks.number == 400
    assert field.firstVisibleBlock().blockNumber() > 300
    marks.step(1)
    assert marks.number == 1
    marks.select()
    assert field.textCursor().selectedText() == "word"
    field.close()


def test_the_first_match_is_that_after_the_current_passage(qtbot: QtBot) -> None:
    field = QTextEdit()
    qtbot.addWidget(field)
    field.setPlainText(MARKED_TEXT)
    marks = MatchMarks(field)
    marks.passage_start = lambda: 70
    marks.show(MATCHES, go=False)
    assert marks.number == 11
    marks.clear()
    assert (marks.number, field.extraSelections()) == (0, [])


def test_the_chip_shows_the_match_number_and_is_hidden_without_matches(qtbot: QtBot) -> None:
    chip = MatchChip()
    qtbot.addWidget(chip)
    chip.show_count(2, 3)
    assert chip.count.text() == "2 of 3"
    assert chip.isVisible()
    chip.show_count(0, 0)
    assert not chip.isVisible()


def test_the_buttons_of_the_chip_step_and_close(qtbot: QtBot) -> None:
    chip = MatchChip()
    qtbot.addWidget(chip)
    emitted: list[object] = []
    chip.stepped.connect(emitted.append)
    chip.closed.connect(lambda: emitted.append("closed"))
    for button in (chip.previous, chip.next, chip.close_button):
        assert button.accessibleName()
        button.click()
    assert emitted == [-1, 1, "closed"]


def test_the_buttons_of_the_find_bar_set_the_search_pattern(qtbot: QtBot) -> None:
    bar = NoteFindBar()
    qtbot.addWidget(bar)
    emitted: list[int] = []
    bar.pattern_changed.connect(lambda: emitted.append(1))
    bar.begin("words", replace=False)
    bar.case.click()
    bar.regex.click()
    assert bar.search_pattern() == SearchPattern("words", case_sensitive=True, regex=True)
    assert len(emitted) == 3
    assert not bar.replacement_row.isVisible()


def test_enter_in_the_replacement_field_replaces_one_match_and_ctrl_enter_all(qtbot: QtBot) -> None:
    bar = NoteFindBar()
    qtbot.addWidget(bar)
    emitted: list[object] = []
    bar.replace_requested.connect(emitted.append)
    bar.finder.closed.connect(lambda: emitted.append("closed"))
    bar.begin("words", replace=True)
    bar.show_count(1, 2)
    QTest.keyClick(bar.edit, Qt.Key.Key_Return)
    QTest.keyClick(bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(bar.edit, Qt.Key.Key_Escape)
    assert emitted == [False, True, "closed"]


def test_without_matches_replacing_is_disabled_and_a_pattern_error_is_shown(qtbot: QtBot) -> None:
    bar = NoteFindBar()
    qtbot.addWidget(bar)
    bar.begin("(", replace=True)
    bar.show_count(0, 0)
    bar.show_problem("The pattern cannot be read.")
    assert not bar.replace_button.isEnabled()
    assert not bar.replace_all_button.isEnabled()
    assert bar.problem.isVisible()
    bar.show_problem("")
    assert not bar.problem.isVisible()


NOTE_TEXT = "The boiler 😀 and the Boiler.\nNo boilers.\n"


class Page(QWidget):
    """A page with an editor, a reading view and the find bar."""

    def __init__(self) -> None:
        super().__init__()
        self.editor, self.reader, self.bar, self.chip = NoteEditor(), QTextEdit(), NoteFindBar(), MatchChip()
        column = QVBoxLayout(self)
        for widget in (self.chip, self.bar, self.reader, self.editor):
            column.addWidget(widget)
        self.finding = FindReplace(self.bar, self.chip, self.editor, self.reader)
        self.editor.set_text(NOTE_TEXT)
        self.reader.setPlainText(NOTE_TEXT)
        self.resize(600, 500)
        self.show()

    @property
    def count(self) -> str:
        return self.bar.finder.count.text()


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[Page]:
    widget = Page()
    qtbot.addWidget(widget)
    widget.finding.set_editing(True)
    yield widget
    widget.close()


def test_matches_are_counted_and_stepped_through(page: Page) -> None:
    page.finding.begin()
    QTest.keyClicks(page.bar.finder.edit, "boiler")
    assert page.count == "1 of 3"
    page.finding.step(1)
    assert page.count == "2 of 3"
    page.bar.whole_words.click()
    assert page.count == "2 of 2"
    page.finding.close()
    assert page.editor.textCursor().selectedText() == "Boiler"
    assert page.editor.extraSelections() == []


def test_the_selected_text_is_searched_for(page: Page) -> None:
    page.editor.find("boilers")
    page.finding.begin()
    assert (page.bar.finder.text(), page.count) == ("boilers", "1 of 1")


def test_matches_are_replaced_one_after_another(page: Page) -> None:
    page.finding.begin(replace=True)
    page.bar.finder.edit.setText("boiler")
    page.bar.edit.setText("heat pump boiler")
    page.bar.replace_button.click()
    page.bar.replace_button.click()
    assert page.editor.text() == "The heat pump boiler 😀 and the heat pump boiler.\nNo boilers.\n"


def test_replacing_all_matches_is_one_undo_step(page: Page) -> None:
    page.finding.begin(replace=True)
    page.bar.regex.setChecked(True)
    page.bar.finder.edit.setText("(b)oiler")
    page.bar.edit.setText("$1urner")
    page.bar.replace_all_button.click()
    assert page.editor.text() == "The burner 😀 and the Burner.\nNo burners.\n"
    page.editor.undo()
    assert page.editor.text() == NOTE_TEXT


def test_an_invalid_pattern_is_reported(page: Page) -> None:
    page.finding.begin()
    page.bar.regex.setChecked(True)
    page.bar.finder.edit.setText("(")
    assert page.bar.problem.isVisible()
    assert page.count == "Not found"


def test_the_find_bar_of_the_reading_view_cannot_replace(page: Page) -> None:
    page.finding.set_editing(False)
    page.finding.begin(replace=True)
    page.bar.finder.edit.setText("boiler")
    assert not page.bar.replacement_row.isVisible()
    assert len(page.reader.extraSelections()) == 3
    page.finding.set_editing(True)
    assert page.reader.extraSelections() == []
    assert len(page.editor.extraSelections()) == 3


def test_words_of_a_search_are_counted_in_the_chip_until_it_is_closed(page: Page) -> None:
    page.finding.set_editing(False)
    page.finding.show_words(("boiler", "the"))
    assert page.chip.count.text() == "1 of 3"
    page.finding.step(1)
    assert page.chip.count.text() == "2 of 3"
    page.chip.close_button.click()
    assert not page.chip.isVisible()
    assert page.reader.extraSelections() == []


@on_qt_loop
async def test_typing_updates_the_count_and_a_very_long_note_is_searched_in_a_thread() -> None:
    page = Page()
    page.finding.set_editing(True)
    page.finding.begin()
    page.bar.finder.edit.setText("boiler")
    page.editor.insert_at_cursor("boiler ")
    await until(lambda: page.count.endswith("of 4"))
    line = "boiler " * 20 + "\n"
    page.editor.set_text(line * (find_replace.MAX_SEARCHED_PER_KEY // len(line) + 1))
    page.bar.finder.edit.setText("boile")
    await until(lambda: page.count.endswith("of 20000"))
    page.close()
    page.deleteLater()
