"""Tests of ui/settings/settings_page.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import until
from tests.support.words import words_of
from tests.ui.agents.agent_env import open_workspace
from tests.ui.settings.settings_env import SettingsEnv, on_settings_loop, settings_env
from vaultdesk.core.phrases import Phrase
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
from vaultdesk.workspace.toolbox import ToolsetReport

# SettingsNavigation: lists the pages, and finds a page by any text on it.

ENTRIES = (("sliders", "General"), ("contrast", "Appearance"), ("cloud", "Providers"))
PAGE_TEXTS = ("General\nChat folder\nTool rounds", "Appearance\nTheme", "Providers\nKeys\nKeyring of this computer")


@pytest.fixture
def nav(qtbot: QtBot) -> SettingsNavigation:
    created = SettingsNavigation(ENTRIES, lambda number: PAGE_TEXTS[number])
    qtbot.addWidget(created)
    created.resize(200, 400)
    created.show()
    created.show_row(0)
    return created


@pytest.mark.parametrize(
    ("typed", "found"),
    [("", [0, 1, 2]), ("key", [2]), ("THEME", [1]), ("rounds folder", [0]), ("e", [0, 1, 2]), ("zebra", [])],
)
def test_a_page_is_found_by_any_text_on_it(nav: SettingsNavigation, typed: str, found: list[int]) -> None:
    nav.search.setText(typed)
    assert nav.matches() == found


def test_the_first_match_is_shown_and_no_match_changes_nothing(nav: SettingsNavigation) -> None:
    shown: list[int] = []
    nav.chosen.connect(shown.append)
    nav.search.setText("key")
    assert shown == [2]
    nav.search.setText("zebra")
    assert shown == [2]


def test_a_search_without_result_shows_a_message(nav: SettingsNavigation) -> None:
    nav.search.setText("zebra")
    assert words_of(nav) == "No settings match."
    nav.search.setText("")
    assert words_of(nav) == ""


def test_arrow_keys_in_the_field_move_through_the_visible_pages(nav: SettingsNavigation) -> None:
    nav.search.setText("e")
    QTest.keyClick(nav.search, Qt.Key.Key_Down)
    assert nav.list.currentRow() == 1
    QTest.keyClick(nav.search, Qt.Key.Key_Down)
    QTest.keyClick(nav.search, Qt.Key.Key_Down)
    assert nav.list.currentRow() == 2
    QTest.keyClick(nav.search, Qt.Key.Key_Up)
    assert nav.list.currentRow() == 1


def test_esc_clears_the_field_and_then_leaves(nav: SettingsNavigation) -> None:
    left: list[bool] = []
    nav.left.connect(lambda: left.append(True))
    nav.search.setText("key")
    QTest.keyClick(nav.search, Qt.Key.Key_Escape)
    assert (nav.search.text(), nav.matches(), left) == ("", [0, 1, 2], [])
    QTest.keyClick(nav.search, Qt.Key.Key_Escape)
    assert left == [True]


def test_the_chosen_row_is_tinted_over_its_full_width_and_height(nav: SettingsNavigation) -> None:
    nav.search.setFocus()
    rect = nav.list.visualItemRect(nav.list.item(0))
    picture = nav.list.viewport().grab().toImage()
    assert rect.height() == theme().px(NAV_STYLE.row_height)
    for x in (rect.left() + 5, rect.center().x(), rect.right() - 5):
        assert picture.pixelColor(x, rect.top() + 3) == theme().color("accent_tint")


def test_the_focus_ring_includes_the_icon(nav: SettingsNavigation) -> None:
    nav.activateWindow()
    nav.list.setFocus()
    QTest.qWaitForWindowActive(nav, 2000)
    rect = nav.list.visualItemRect(nav.list.item(0))
    picture = nav.list.viewport().grab().toImage()
    assert picture.pixelColor(rect.left() + 1, rect.center().y()) == theme().color("accent")


# SettingsMatch: the best match is visible and marked while the search is active.


@pytest.fixture
def sheet(qtbot: QtBot) -> Sheet:
    created = Sheet("Search", "How notes are found.")
    for text in ("Whole words", *(f"Line {n}" for n in range(60)), "Accents of words", "Read notes anew"):
        created.content.addWidget(PlainLabel(text))
    created.content.addWidget(PlainButton("Build the index anew"))
    qtbot.addWidget(created)
    created.resize(800, 400)
    created.show()
    return created


def marked_text(match: SettingsMatch, qtbot: QtBot) -> str:
    qtbot.waitUntil(lambda: match.mark is not None, timeout=30_000)
    assert match.mark is not None
    return match.mark.target.text()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("words", "Whole words"),
        ("words ACC", "Accents of words"),
        ("notes anew", "Read notes anew"),
        ("index", "Build the index anew"),
    ],
)
def test_the_best_match_is_marked_and_visible(sheet: Sheet, qtbot: QtBot, typed: str, found: str) -> None:
    match = SettingsMatch(sheet)
    match.show(sheet, typed)
    assert marked_text(match, qtbot) == found
    assert match.mark is not None
    top = match.mark.target.mapTo(sheet.viewport(), QPoint(0, 0)).y()
    assert 0 <= top <= sheet.viewport().height() - match.mark.target.height()


def test_the_mark_is_removed_with_the_search_or_its_widget(sheet: Sheet, qtbot: QtBot) -> None:
    match = SettingsMatch(sheet)
    match.show(sheet, "whole")
    assert marked_text(match, qtbot) == "Whole words"
    match.show(sheet, "")
    assert match.mark is None
    match.show(sheet, "accents")
    assert marked_text(match, qtbot) == "Accents of words"
    next(label for label in sheet.findChildren(PlainLabel) if label.text() == "Accents of words").deleteLater()
    qtbot.waitUntil(lambda: match.mark is None, timeout=30_000)


def test_the_mark_is_behind_the_text_and_not_wider(sheet: Sheet, qtbot: QtBot) -> None:
    match = SettingsMatch(sheet)
    match.show(sheet, "whole")
    marked_text(match, qtbot)
    mark = match.mark
    assert mark is not None
    assert mark.width() < mark.target.width() / 2
    assert mark.geometry().left() >= 0
    parent = mark.parentWidget()
    assert parent is not None
    picture = parent.grab(mark.geometry()).toImage()
    assert picture.pixelColor(picture.width() // 2, 2) == theme().color("accent_tint")


def test_a_matching_list_row_becomes_the_current_row(qtbot: QtBot, tmp_path: Path) -> None:
    keys = ShortcutsSheet(SettingsStore(tmp_path / "settings.toml"))
    qtbot.addWidget(keys)
    keys.resize(800, 600)
    keys.show()
    match = SettingsMatch(keys)
    match.show(keys, "vocabulary")
    QApplication.processEvents()
    qtbot.waitUntil(
        lambda: (current := keys.list.current()) is not None and current.key == "vocabulary", timeout=30_000
    )


# SettingsPage: contains every sheet; Esc and Done close it; external changes are shown.

EVERY = ["General", "Appearance", "Keyboard", "Desktop", "Providers", "Search", "Web", "Assistant", "Limits"]
EVERY += ["This computer", "About"]
"""The sheets that exist without a vault."""


def open_page(env: SettingsEnv, workspace: Workspace | None = None, width: int = 1000) -> SettingsPage:
    page = SettingsPage(env.store, env.credentials, env.catalog, workspace)
    page.resize(width, 700)
    page.show()
    return page


@on_settings_loop
async def test_vault_sheets_are_listed_only_while_a_vault_is_open(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    assert open_page(env).titles() == EVERY
    async with open_workspace(tmp_path) as workspace:
        vault_sheets = ["Agents", "Instructions", "Permissions", "Private notes"]
        limits = EVERY.index("Limits")
        assert open_page(env, workspace).titles() == [*EVERY[:limits], *vault_sheets, *EVERY[limits:]]


@on_settings_loop
async def test_the_list_uses_the_title_of_each_sheet(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = open_page(settings_env(tmp_path), workspace)
        for title in page.titles():
            page.show_sheet(title)
            assert page.sheet().title == title


@on_settings_loop
async def test_the_page_opens_on_the_providers_and_shows_requested_sheets(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = open_page(settings_env(tmp_path), workspace)
        assert page.sheet().title == "Providers"
        page.show_sheet("Limits")
        assert page.sheet().title == "Limits"
        page.show_sheet("No such page")
        assert page.sheet().title == "Limits"
        page.show_part("private-notes")
        assert page.sheet().title == "Private notes"


@on_settings_loop
async def test_the_assistant_sheet_shows_the_problems_of_the_toolsets_of_the_open_vault(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    env.store.change(lambda settings: settings.model_copy(update={"toolsets": ("gone",)}))
    async with open_workspace(tmp_path) as workspace:
        problem = Phrase("{0}: no toolset of this name is installed.", "gone")
        workspace.toolsets = (ToolsetReport("gone", "", (), (problem,)),)
        page = open_page(env, workspace)
        page.show_sheet("Assistant")

        assert "gone: no toolset of this name is installed." in words_of(page.sheet())


@on_settings_loop
async def test_vault_sheets_link_to_each_other_and_to_the_reach(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = open_page(settings_env(tmp_path), workspace)
        reach_requests: list[str] = []
        page.reach_requested.connect(reach_requests.append)
        page.show_part("permissions")
        sheet = page.sheet()
        assert isinstance(sheet, PermissionSheet)
        sheet.private_requested.emit()
        assert page.sheet().title == "Private notes"
        page.show_part("agents")
        agents = page.sheet()
        assert isinstance(agents, AgentsSheet)
        agents.card.buttons["reach"].click()
        assert reach_requests == [""]


@on_settings_loop
async def test_the_diagnosis_sheet_starts_its_checks_and_links_to_other_sheets(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.diagnosis.provider_checks.find_local_servers", lambda: ())
    page = open_page(settings_env(tmp_path))
    index_requests: list[bool] = []
    page.index_requested.connect(lambda: index_requests.append(True))
    page.nav.search.setText("no such word")
    page.show_diagnosis()
    assert page.sheet() is page.diagnosis
    assert not page.diagnosis.bar.isHidden()
    for target, title in (("web", "Web"), ("desktop", "Desktop"), ("providers", "Providers")):
        page.diagnosis.page_requested.emit(target)
        assert page.sheet().title == title
    page.diagnosis.page_requested.emit("index")
    assert index_requests == [True]


@on_settings_loop
async def test_a_setting_is_found_by_its_description(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = open_page(settings_env(tmp_path), workspace)
        for query, title in (
            ("after that the assistant has to answer", "General"),
            ("card inside the chat", "Appearance"),
            ("your rules", "Permissions"),
            ("tagged #private", "Private notes"),
            ("earlier versions", "Limits"),
            ("license", "About"),
        ):
            page.nav.search.setText(query)
            assert page.sheet().title == title


@on_settings_loop
async def test_esc_and_done_close_the_page(tmp_path: Path) -> None:
    page = open_page(settings_env(tmp_path))
    left: list[bool] = []
    page.closed.connect(lambda: left.append(True))
    QTest.keyClick(page.nav.list, Qt.Key.Key_Escape)
    done = next(button for button in page.findChildren(PlainButton) if button.text() == "Done")
    done.click()
    QTest.keyClick(page.nav.search, Qt.Key.Key_Escape)
    assert left == [True, True, True]


@on_settings_loop
async def test_done_is_aligned_with_the_icons_of_the_list(tmp_path: Path) -> None:
    page = open_page(settings_env(tmp_path))
    done = next(button for button in page.findChildren(PlainButton) if button.text() == "Done")
    left = done.mapTo(page, done.rect().topLeft()).x()
    row = page.nav.list.mapTo(page, page.nav.list.rect().topLeft()).x()
    assert left == row + theme().px(NAV_STYLE.edge)


@on_settings_loop
async def test_an_external_change_of_a_setting_is_shown(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    page = open_page(env)
    page.show_sheet("Appearance")
    sheet = page.sheet()
    assert isinstance(sheet, AppearanceSheet)
    box = sheet.form.field("theme")
    assert isinstance(box, QComboBox)
    # Wait until its task reads the feed.
    await until(lambda: env.store.changes._readers)
    env.store.set("appearance.theme", "dark")
    await until(lambda: box.currentData() == "dark")


@on_settings_loop
async def test_every_sheet_fits_into_a_window_900_pixels_wide(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = open_page(settings_env(tmp_path), workspace, width=900)
        for title in page.titles():
            page.show_sheet(title)
            sheet = page.sheet()
            contents = sheet.widget()
            await until(lambda contents=contents, sheet=sheet: contents.width() == sheet.viewport().width())


@on_settings_loop
async def test_every_focusable_widget_has_a_name(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = open_page(settings_env(tmp_path), workspace)
        for title in page.titles():
            page.show_sheet(title)
            unnamed = [
                child
                for child in page.findChildren(QWidget)
                if child.isVisible()
                and child.focusPolicy() != Qt.FocusPolicy.NoFocus
                and not (child.accessibleName() or getattr(child, "text", str)())
            ]
            assert unnamed == [], title


@on_settings_loop
async def test_the_list_gets_the_focus_and_tab_reaches_the_search_field(tmp_path: Path) -> None:
    page = open_page(settings_env(tmp_path))
    page.show_sheet("About")
    page.activateWindow()
    await until(page.isActiveWindow)
    page.setFocus()
    assert page.nav.list.hasFocus()
    visited: list[QWidget] = []
    for _ in range(10):
        focused = QApplication.focusWidget()
        assert focused is not None
        visited.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert page.nav.search in visited
    assert page.nav.list in visited[1:]


@on_settings_loop
async def test_the_match_is_marked_and_esc_first_ends_the_search(tmp_path: Path) -> None:
    page = open_page(settings_env(tmp_path))
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
async def test_show_shortcuts_opens_the_sheet_ready_to_capture_keys(tmp_path: Path) -> None:
    page = open_page(settings_env(tmp_path))
    page.nav.search.setText("theme")
    page.show_shortcuts("theme")
    current = page.shortcuts.list.current()
    assert page.sheet() is page.shortcuts
    assert current is not None
    assert current.key == "theme"
    assert page.shortcuts.capture.isVisible()
    page.show_shortcuts()
    assert page.focusWidget() is page.shortcuts.search
