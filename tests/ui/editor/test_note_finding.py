from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.editor import note_finding
from vaultdesk.ui.editor.found_chip import FoundChip
from vaultdesk.ui.editor.note_find_bar import NoteFindBar
from vaultdesk.ui.editor.note_finding import NoteFinding
from vaultdesk.ui.note.editor import NoteEditor

TEXT = "The boiler 😀 and the Boiler.\nNo boilers.\n"


class Page(QWidget):
    """A page with both views."""

    def __init__(self) -> None:
        super().__init__()
        self.editor, self.reader, self.bar, self.chip = NoteEditor(), QTextEdit(), NoteFindBar(), FoundChip()
        column = QVBoxLayout(self)
        for widget in (self.chip, self.bar, self.reader, self.editor):
            column.addWidget(widget)
        self.finding = NoteFinding(self.bar, self.chip, self.editor, self.reader)
        self.editor.set_text(TEXT)
        self.reader.setPlainText(TEXT)
        self.resize(600, 500)
        self.show()

    @property
    def count(self) -> str:
        return self.bar.finder.count.text()


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[Page]:
    made = Page()
    qtbot.addWidget(made)
    made.finding.set_editing(True)
    yield made
    made.close()


def test_places_are_counted_and_gone_through(page: Page) -> None:
    page.finding.begin()
    QTest.keyClicks(page.bar.finder.edit, "boiler")
    assert page.count == "1 of 3"
    page.finding.step(1)
    assert page.count == "2 of 3"
    page.bar.whole.click()
    assert page.count == "2 of 2"
    page.finding.close()
    assert page.editor.textCursor().selectedText() == "Boiler"
    assert page.editor.extraSelections() == []


def test_what_is_selected_is_looked_for(page: Page) -> None:
    page.editor.find("boilers")
    page.finding.begin()
    assert (page.bar.finder.text(), page.count) == ("boilers", "1 of 1")


def test_one_is_replaced_and_then_the_next(page: Page) -> None:
    page.finding.begin(replace=True)
    page.bar.finder.edit.setText("boiler")
    page.bar.edit.setText("heat pump boiler")
    page.bar.one.click()
    page.bar.one.click()
    assert page.editor.text() == "The heat pump boiler 😀 and the heat pump boiler.\nNo boilers.\n"


def test_all_are_replaced_as_one_step_of_undo(page: Page) -> None:
    page.finding.begin(replace=True)
    page.bar.pattern.setChecked(True)
    page.bar.finder.edit.setText("(b)oiler")
    page.bar.edit.setText("$1urner")
    page.bar.all.click()
    assert page.editor.text() == "The burner 😀 and the Burner.\nNo burners.\n"
    page.editor.undo()
    assert page.editor.text() == TEXT


def test_a_pattern_that_cannot_be_is_said(page: Page) -> None:
    page.finding.begin()
    page.bar.pattern.setChecked(True)
    page.bar.finder.edit.setText("(")
    assert page.bar.problem.isVisible()
    assert page.count == "Not found"


def test_the_reading_view_has_the_bar_without_replacing(page: Page) -> None:
    page.finding.set_editing(False)
    page.finding.begin(replace=True)
    page.bar.finder.edit.setText("boiler")
    assert not page.bar.replacing.isVisible()
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
async def test_typing_counts_anew_and_a_book_is_searched_in_a_thread() -> None:
    page = Page()
    page.finding.set_editing(True)
    page.finding.begin()
    page.bar.finder.edit.setText("boiler")
    page.editor.insert_at_cursor("boiler ")
    await until(lambda: page.count.endswith("of 4"))
    page.editor.set_text("boiler " * note_finding.AT_ONCE)
    page.bar.finder.edit.setText("boile")
    await until(lambda: page.count.endswith("of 20000"))
    page.close()
    page.deleteLater()
