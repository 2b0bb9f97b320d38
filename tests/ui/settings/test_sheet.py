"""Sheet: a page's frame: one column that scrolls down and never sideways, and all its words for the search."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.ui.settings.sheet import NARROW, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel


def test_title_and_sentence_stand_on_top_and_no_problem_is_shown(qtbot: QtBot) -> None:
    sheet = Sheet("General", "How conversations are led.")
    qtbot.addWidget(sheet)
    assert words_of(sheet) == "General\nHow conversations are led."


def test_the_column_keeps_its_width_in_a_wide_window_and_shrinks_in_a_narrow_one(qtbot: QtBot) -> None:
    sheet = Sheet("General", "words " * 40)
    qtbot.addWidget(sheet)
    field = QWidget()
    sheet.content.addWidget(field)
    sheet.resize(1600, 600)
    sheet.show()
    assert field.width() == theme().step(NARROW)
    sheet.resize(500, 600)
    assert field.width() == sheet.viewport().width() - 2 * theme().step(24)


def test_it_takes_no_keyboard_itself_and_never_scrolls_sideways(qtbot: QtBot) -> None:
    sheet = Sheet("General", "")
    qtbot.addWidget(sheet)
    assert sheet.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert sheet.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def test_its_words_are_those_of_labels_and_buttons_on_it(qtbot: QtBot) -> None:
    sheet = Sheet("Providers", "Where questions may be answered.")
    qtbot.addWidget(sheet)
    sheet.content.addWidget(PlainButton("Add Server…"))
    sheet.add_remark(PlainLabel("Keys are kept in memory."))
    words = sheet.words()
    for wanted in ("Providers", "Where questions", "Add Server…", "kept in memory"):
        assert wanted in words
