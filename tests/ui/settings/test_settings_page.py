"""Tests of ui/settings/settings_page.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import until
from tests.support.words import words_of
from tests.ui.agents.agent_desk import open_workspace
from tests.ui.settings.settings_desk import SettingsDesk, on_settings_loop, settings_desk
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.agents_sheet import AgentsSheet
from vaultdesk.ui.settings.general_sheets import AppearanceSheet
from vaultdesk.ui.settings.permission_sheet import PermissionSheet
from vaultdesk.ui.settings.settings_page import (
    NAV_STYLE,
    SettingsMatch,
    SettingsNavigation,
    SettingsPage,
)
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.shortcuts_sheet import ShortcutsSheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.workspace import Workspace

# Nav: names the pages, and finds one by anything that stands on it.

ENTRIES = (("sliders", "General"), ("contrast", "Appearance"), ("cloud", "Providers"))
WORDS = ("General\nChat folder\nTool rounds", "Appearance\nTheme", "Providers\nKeys\nKeyring of this computer")


@pytest.fixture
def nav(qtbot: QtBot) -> SettingsNavigation:
    created = SettingsNavigation(ENTRIES, lambda number: WORDS[number])
    qtbot.addWidget(created)
    created.resize(200, 400)
    created.show()
    created.show_row(0)
    return created


@pytest.mark.parametrize(
    ("typed", "found"),
    [("", [0, 1, 2]), ("key", [2]), ("THEME", [1]), ("rounds folder", [0]), ("e", [0, 1, 2]), ("zebra", [])],
)
def test_words_anywhere_on_a_page_find_it(nav: SettingsNavigation, typed: str, found: list[int]) -> None:
    nav.search.setText(typed)
    assert nav.matches() == found


def test_the_first_page_found_is_shown_and_nothing_found_changes_nothing(nav: SettingsNavigation) -> None:
    shown: list[int] = []
    nav.chosen.connect(shown.append)
    nav.search.setText("key")
    assert shown == [2]
    nav.search.setText("zebra")
    assert shown == [2]


def test_a_search_without_result_says_so(nav: SettingsNavigation) -> None:
    nav.search.setText("zebra")
    assert words_of(nav) == "No settings match."
    nav.search.setText("")
    assert words_of(nav) == ""


def test_arrows_in_the_field_walk_the_pages_in_sight(nav: SettingsNavigation) -> None:
    nav.search.setText("e")
    QTest.keyClick(nav.search, Qt.Key.Key_Down)
    assert nav.list.currentRow() == 1
    QTest.keyClick(nav.search, Qt.Key.Key_Down)
    QTest.keyClick(nav.search, Qt.Key.Key_Down)
    assert nav.list.currentRow() == 2
    QTest.keyClick(nav.search, Qt.Key.Key_Up)
    assert nav.list.currentRow() == 1


def test_esc_empties_the_field_and_then_leaves(nav: SettingsNavigation) -> None:
    left: list[bool] = []
    nav.left.connect(lambda: left.append(True))
    nav.search.setText("key")
    QTest.keyClick(nav.search, Qt.Key.Key_Escape)
    assert (nav.search.text(), nav.matches(), left) == ("", [0, 1, 2], [])
    QTest.keyClick(nav.search, Qt.Key.Key_Escape)
    assert left == [True]


def test_the_chosen_row_is_tinted_over_its_whole_width_and_height(nav: SettingsNavigation) -> None:
    nav.search.setFocus()
    rect = nav.list.visualItemRect(nav.list.item(0))
    picture = nav.list.viewport().grab().toImage()
    assert rect.height() == theme().px(NAV_STYLE.row_height)
    for x in (rect.left() + 5, rect.center().x(), rect.right() - 5):
        assert picture.pixelColor(x, rect.top() + 3) == theme().color("accent_tint")


def test_the_ring_goes_around_the_icon_too(nav: SettingsNavigation) -> None:
    nav.activateWindow()
    nav.list.setFocus()
    QTest.qWaitForWindowActive(nav, 2000)
    rect = nav.list.visualItemRect(nav.list.item(0))
    picture = nav.list.viewport().grab().toImage()
    assert picture.pixelColor(rect.left() + 1, rect.center().y()) == theme().color("accent")


# Found place: the words searched for are in sight and marked, only for as long as the search stands.


@pytest.fixture
def sheet(qtbot: QtBot) -> Sheet:
    created = Sheet("Search", "How notes are found.")
    for words in ("Whole words", *(f"Line {n}" for n in range(60)), "Accents of words", "Read notes anew"):
        created.content.addWidget(PlainLabel(words))
    created.content.addWidget(PlainButton("Build the index anew"))
    qtbot.addWidget(created)
    created.resize(800, 400)
    created.show()
    return created


def marked(place: SettingsMatch, qtbot: QtBot) -> str:
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
    place = SettingsMatch(sheet)
    place.show(sheet, typed)
    assert marked(place, qtbot) == found
    assert place.mark is not None
    top = place.mark.target.mapTo(sheet.viewport(), QPoint(0, 0)).y()
    assert 0 <= top <= sheet.viewport().height() - place.mark.target.height()


def test_the_mark_goes_with_the_search_and_with_what_it_marks(sheet: Sheet, qtbot: QtBot) -> None:
    place = SettingsMatch(sheet)
    place.show(sheet, "whole")
    assert marked(place, qtbot) == "Whole words"
    place.show(sheet, "")
    assert place.mark is None
    place.show(sheet, "accents")
    assert marked(place, qtbot) == "Accents of words"
    next(label for label in sheet.findChildren(PlainLabel) if label.text() == "Accents of words").deleteLater()
    qtbot.waitUntil(lambda: place.mark is None)


def test_the_mark_lies_behind_the_words_and_is_no_wider(sheet: Sheet, qtbot: QtBot) -> None:
    place = SettingsMatch(sheet)
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
    keys = ShortcutsSheet(SettingsStore(tmp_path / "settings.toml"))
    qtbot.addWidget(keys)
    keys.resize(800, 600)
    keys.show()
    place = SettingsMatch(keys)
    place.show(keys, "vocabulary")
    QApplication.processEvents()
    qtbot.waitUntil(lambda: (current := keys.list.current()) is not None and current.key == "vocabulary")


# Page: every sheet in one place; Esc and Done leave; a change made elsewhere shows up.

EVERY = ["General", "Appearance", "Keyboard", "Desktop", "Providers", "Search", "Web", "Assistant", "Limits"]
EVERY += ["This computer", "About"]
"""What is there without a vault."""


def page_of(desk: SettingsDesk, workspace: Workspace | None = None, width: int = 1000) -> SettingsPage:
    page = SettingsPage(desk.store, desk.credentials, desk.catalog, workspace)
    page.resize(width, 700)
    page.show()
    return page


@on_settings_loop
async def test_the_vault_has_pages_only_while_one_is_open(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    assert page_of(desk).titles() == EVERY
    async with open_workspace(tmp_path) as workspace:
        of_vault = ["Agents", "Instructions", "Permissions", "Private notes"]
        limits = EVERY.index("Limits")
        assert page_of(desk, workspace).titles() == [*EVERY[:limits], *of_vault, *EVERY[limits:]]


@on_settings_loop
async def test_the_list_calls_each_sheet_as_it_calls_itself(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = page_of(settings_desk(tmp_path), workspace)
        for title in page.titles():
            page.show_sheet(title)
            assert page.sheet().title == title


@on_settings_loop
async def test_it_opens_on_the_providers_and_shows_what_is_asked_for(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = page_of(settings_desk(tmp_path), workspace)
        assert page.sheet().title == "Providers"
        page.show_sheet("Limits")
        assert page.sheet().title == "Limits"
        page.show_sheet("No such page")
        assert page.sheet().title == "Limits"
        page.show_part("private-notes")
        assert page.sheet().title == "Private notes"


@on_settings_loop
async def test_one_page_of_the_vault_leads_to_another_and_out(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = page_of(settings_desk(tmp_path), workspace)
        reached: list[str] = []
        page.reach_requested.connect(reached.append)
        page.show_part("permissions")
        sheet = page.sheet()
        assert isinstance(sheet, PermissionSheet)
        sheet.private_requested.emit()
        assert page.sheet().title == "Private notes"
        page.show_part("agents")
        agents = page.sheet()
        assert isinstance(agents, AgentsSheet)
        agents.card.buttons["reach"].click()
        assert reached == [""]


@on_settings_loop
async def test_the_page_of_this_computer_is_shown_at_work_and_leads_to_the_others(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.diagnosis.provider_checks.find_local_servers", lambda: ())
    page = page_of(settings_desk(tmp_path))
    asked: list[bool] = []
    page.index_requested.connect(lambda: asked.append(True))
    page.nav.search.setText("no such word")
    page.show_diagnosis()
    assert page.sheet() is page.diagnosis
    assert not page.diagnosis.bar.isHidden()
    for act, title in (("web", "Web"), ("desktop", "Desktop"), ("providers", "Providers")):
        page.diagnosis.page_requested.emit(act)
        assert page.sheet().title == title
    page.diagnosis.page_requested.emit("index")
    assert asked == [True]


@on_settings_loop
async def test_a_setting_is_found_by_its_description(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = page_of(settings_desk(tmp_path), workspace)
        for words, title in (
            ("after that the assistant has to answer", "General"),
            ("card inside the chat", "Appearance"),
            ("your rules", "Permissions"),
            ("tagged #private", "Private notes"),
            ("earlier versions", "Limits"),
            ("license", "About"),
        ):
            page.nav.search.setText(words)
            assert page.sheet().title == title


@on_settings_loop
async def test_esc_and_done_leave(tmp_path: Path) -> None:
    page = page_of(settings_desk(tmp_path))
    left: list[bool] = []
    page.closed.connect(lambda: left.append(True))
    QTest.keyClick(page.nav.list, Qt.Key.Key_Escape)
    done = next(button for button in page.findChildren(PlainButton) if button.text() == "Done")
    done.click()
    QTest.keyClick(page.nav.search, Qt.Key.Key_Escape)
    assert left == [True, True, True]


@on_settings_loop
async def test_done_stands_under_the_icons_of_the_list(tmp_path: Path) -> None:
    page = page_of(settings_desk(tmp_path))
    done = next(button for button in page.findChildren(PlainButton) if button.text() == "Done")
    left = done.mapTo(page, done.rect().topLeft()).x()
    row = page.nav.list.mapTo(page, page.nav.list.rect().topLeft()).x()
    assert left == row + theme().px(NAV_STYLE.edge)


@on_settings_loop
async def test_a_setting_changed_elsewhere_shows_up(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    page = page_of(desk)
    page.show_sheet("Appearance")
    sheet = page.sheet()
    assert isinstance(sheet, AppearanceSheet)
    box = sheet.form.field("theme")
    assert isinstance(box, QComboBox)
    # Once its task reads the feed.
    await until(lambda: desk.store.changes._readers)
    desk.store.set("appearance.theme", "dark")
    await until(lambda: box.currentData() == "dark")


@on_settings_loop
async def test_no_page_is_cut_at_the_right_in_a_window_of_900_pixels(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = page_of(settings_desk(tmp_path), workspace, width=900)
        for title in page.titles():
            page.show_sheet(title)
            sheet = page.sheet()
            contents = sheet.widget()
            await until(lambda contents=contents, sheet=sheet: contents.width() == sheet.viewport().width())


@on_settings_loop
async def test_everything_that_takes_the_keyboard_has_a_name(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = page_of(settings_desk(tmp_path), workspace)
        for title in page.titles():
            page.show_sheet(title)
            nameless = [
                child
                for child in page.findChildren(QWidget)
                if child.isVisible()
                and child.focusPolicy() != Qt.FocusPolicy.NoFocus
                and not (child.accessibleName() or getattr(child, "text", str)())
            ]
            assert nameless == [], title


@on_settings_loop
async def test_focus_goes_to_the_list_and_a_round_of_tab_passes_the_search_field(tmp_path: Path) -> None:
    page = page_of(settings_desk(tmp_path))
    page.show_sheet("About")
    page.activateWindow()
    await until(page.isActiveWindow)
    page.setFocus()
    assert page.nav.list.hasFocus()
    passed: list[QWidget] = []
    for _ in range(10):
        focused = QApplication.focusWidget()
        assert focused is not None
        passed.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert page.nav.search in passed
    assert page.nav.list in passed[1:]


@on_settings_loop
async def test_what_is_searched_for_is_marked_and_esc_ends_the_search_first(tmp_path: Path) -> None:
    page = page_of(settings_desk(tmp_path))
    closed: list[bool] = []
    page.closed.connect(lambda: closed.append(True))
    page.nav.search.setText("theme")
    await until(lambda: page.match.mark is not None)
    assert page.sheet().title == "Appearance"
    assert page.match.mark is not None
    assert "theme" in page.match.mark.target.text().lower()
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert (page.nav.search.text(), closed) == ("", [])
    await until(lambda: page.match.mark is None)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert closed == [True]


@on_settings_loop
async def test_the_page_of_keys_opens_ready_for_other_keys(tmp_path: Path) -> None:
    page = page_of(settings_desk(tmp_path))
    page.nav.search.setText("theme")
    page.show_shortcuts("theme")
    current = page.shortcuts.list.current()
    assert page.sheet() is page.shortcuts
    assert current is not None
    assert current.key == "theme"
    assert page.shortcuts.capture.isVisible()
    page.show_shortcuts()
    assert page.focusWidget() is page.shortcuts.search
