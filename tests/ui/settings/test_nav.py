"""Nav: names the pages, and finds one by anything that stands on it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.ui.settings.nav import ROW, Nav
from vaultdesk.ui.theme.theme import theme

ENTRIES = (("sliders", "General"), ("contrast", "Appearance"), ("cloud", "Providers"))
WORDS = ("General\nChat folder\nRounds of tools", "Appearance\nTheme", "Providers\nKeys\nKeyring of this computer")


@pytest.fixture
def nav(qtbot: QtBot) -> Nav:
    made = Nav(ENTRIES, lambda number: WORDS[number])
    qtbot.addWidget(made)
    made.resize(200, 400)
    made.show()
    made.show_row(0)
    return made


@pytest.mark.parametrize(
    ("typed", "found"),
    [("", [0, 1, 2]), ("key", [2]), ("THEME", [1]), ("tools folder", [0]), ("e", [0, 1, 2]), ("zebra", [])],
)
def test_words_anywhere_on_a_page_find_it(nav: Nav, typed: str, found: list[int]) -> None:
    nav.search.setText(typed)
    assert nav.found() == found


def test_the_first_page_found_is_shown_and_nothing_found_changes_nothing(nav: Nav) -> None:
    shown: list[int] = []
    nav.chosen.connect(shown.append)
    nav.search.setText("key")
    assert shown == [2]
    nav.search.setText("zebra")
    assert shown == [2]


def test_a_search_without_result_says_so(nav: Nav) -> None:
    nav.search.setText("zebra")
    assert words_of(nav) == "No setting is called that."
    nav.search.setText("")
    assert words_of(nav) == ""


def test_arrows_in_the_field_walk_the_pages_in_sight(nav: Nav) -> None:
    nav.search.setText("e")
    QTest.keyClick(nav.search, Qt.Key.Key_Down)
    assert nav.list.currentRow() == 1
    QTest.keyClick(nav.search, Qt.Key.Key_Down)
    QTest.keyClick(nav.search, Qt.Key.Key_Down)
    assert nav.list.currentRow() == 2
    QTest.keyClick(nav.search, Qt.Key.Key_Up)
    assert nav.list.currentRow() == 1


def test_esc_empties_the_field_and_then_leaves(nav: Nav) -> None:
    left: list[bool] = []
    nav.left.connect(lambda: left.append(True))
    nav.search.setText("key")
    QTest.keyClick(nav.search, Qt.Key.Key_Escape)
    assert (nav.search.text(), nav.found(), left) == ("", [0, 1, 2], [])
    QTest.keyClick(nav.search, Qt.Key.Key_Escape)
    assert left == [True]


def test_the_chosen_row_is_tinted_over_its_whole_width_and_height(nav: Nav) -> None:
    nav.search.setFocus()
    rect = nav.list.visualItemRect(nav.list.item(0))
    picture = nav.list.viewport().grab().toImage()
    assert rect.height() == theme().step(ROW)
    for x in (rect.left() + 5, rect.center().x(), rect.right() - 5):
        assert picture.pixelColor(x, rect.top() + 3) == theme().color("accent_tint")


def test_the_ring_goes_around_the_icon_too(nav: Nav) -> None:
    nav.activateWindow()
    nav.list.setFocus()
    QTest.qWaitForWindowActive(nav, 2000)
    rect = nav.list.visualItemRect(nav.list.item(0))
    picture = nav.list.viewport().grab().toImage()
    assert picture.pixelColor(rect.left() + 1, rect.center().y()) == theme().color("accent")
