"""Found place: the words searched for are in sight and marked, only for as long as the search stands."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.found_place import FoundPlace
from vaultdesk.ui.settings.keys_sheet import KeysSheet
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel


@pytest.fixture
def sheet(qtbot: QtBot) -> Sheet:
    made = Sheet("Search", "How notes are found.")
    for words in ("Whole words", *(f"Line {n}" for n in range(60)), "Accents of words", "Read notes anew"):
        made.content.addWidget(PlainLabel(words))
    made.content.addWidget(PlainButton("Build the index anew"))
    qtbot.addWidget(made)
    made.resize(800, 400)
    made.show()
    return made


def marked(place: FoundPlace, qtbot: QtBot) -> str:
    qtbot.waitUntil(lambda: place.mark is not None)
    assert place.mark is not None
    return place.mark.target.text()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("words", "Whole words"),
        ("words ACC", "Accents of words"),
        ("notes anew", "Read notes anew"),
        ("index", "Build the index anew"),
    ],
)
def test_the_first_place_with_most_of_the_words_is_marked_and_in_sight(
    sheet: Sheet, qtbot: QtBot, typed: str, found: str
) -> None:
    place = FoundPlace(sheet)
    place.show(sheet, typed)
    assert marked(place, qtbot) == found
    assert place.mark is not None
    top = place.mark.target.mapTo(sheet.viewport(), QPoint(0, 0)).y()
    assert 0 <= top <= sheet.viewport().height() - place.mark.target.height()


def test_the_mark_goes_with_the_search_and_with_what_it_marks(sheet: Sheet, qtbot: QtBot) -> None:
    place = FoundPlace(sheet)
    place.show(sheet, "whole")
    assert marked(place, qtbot) == "Whole words"
    place.show(sheet, "")
    assert place.mark is None
    place.show(sheet, "accents")
    assert marked(place, qtbot) == "Accents of words"
    next(label for label in sheet.findChildren(PlainLabel) if label.text() == "Accents of words").deleteLater()
    qtbot.waitUntil(lambda: place.mark is None)


def test_the_mark_lies_behind_the_words_and_is_no_wider(sheet: Sheet, qtbot: QtBot) -> None:
    place = FoundPlace(sheet)
    place.show(sheet, "whole")
    marked(place, qtbot)
    mark = place.mark
    assert mark is not None
    assert mark.width() < mark.target.width() / 2
    assert mark.geometry().left() >= 0
    parent = mark.parentWidget()
    assert parent is not None
    picture = parent.grab(mark.geometry()).toImage()
    assert picture.pixelColor(picture.width() // 2, 2) == theme().color("accent_tint")


def test_a_row_of_a_list_becomes_the_current_one(qtbot: QtBot, tmp_path: Path) -> None:
    keys = KeysSheet(SettingsStore(tmp_path / "settings.toml"))
    qtbot.addWidget(keys)
    keys.resize(800, 600)
    keys.show()
    place = FoundPlace(keys)
    place.show(keys, "vocabulary")
    QApplication.processEvents()
    qtbot.waitUntil(lambda: (current := keys.list.current()) is not None and current.key == "vocabulary")
