"""Tests of ui/browser/quick_switcher.py."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.browser.quick_switcher import SwitcherPopup
from vaultdesk.ui.browser.switcher_rows import SwitcherChoice, SwitcherRow, create_choice
from vaultdesk.ui.widgets.lists.list_row import ListRow

# Switcher popup: the latest query wins, Enter uses the typed query, modifiers determine how the note opens.


def note(path: str) -> SwitcherRow:
    return SwitcherRow(ListRow(f"note {path}", path.removesuffix(".md")), SwitcherChoice("open", path))


OFFERED = [note("Boiler.md"), note("Budget.md"), create_choice("bo", "bo.md", has_rule=True)]


@pytest.fixture
def popup(qtbot: QtBot) -> Iterator[SwitcherPopup]:
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.show()
    switcher_popup = SwitcherPopup(window, 50, side=True)
    switcher_popup.open()
    yield switcher_popup
    window.close()


def record_choices(popup: SwitcherPopup) -> list[tuple[str, str]]:
    chosen: list[tuple[str, str]] = []
    popup.chosen.connect(lambda choice, open_mode: chosen.append((choice.path, open_mode)))
    return chosen


@pytest.mark.parametrize(
    ("modifiers", "expected"),
    [
        (Qt.KeyboardModifier.NoModifier, ("Boiler.md", "here")),
        (Qt.KeyboardModifier.ControlModifier, ("Boiler.md", "tab")),
        (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier, ("Boiler.md", "side")),
        (Qt.KeyboardModifier.ShiftModifier, ("bo.md", "create")),
    ],
)
def test_enter_with_modifiers_determines_how_the_note_opens(
    popup: SwitcherPopup, modifiers: Qt.KeyboardModifier, expected: tuple[str, str]
) -> None:
    chosen = record_choices(popup)
    popup.show_offered("", OFFERED, "2 of 9")
    QTest.keyClick(popup.field, Qt.Key.Key_Return, modifiers)
    assert chosen == [expected]


def test_outdated_results_are_not_shown_and_enter_waits_for_current_ones(popup: SwitcherPopup) -> None:
    chosen = record_choices(popup)
    popup.show_offered("", OFFERED[:1], "")
    QTest.keyClicks(popup.field, "bud")
    popup.show_offered("b", OFFERED[:1], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == []
    popup.show_offered("bud", [note("Budget.md")], "1 of 9")
    assert chosen == [("Budget.md", "here")]


def test_empty_result_is_announced_and_escape_closes(popup: SwitcherPopup, qtbot: QtBot) -> None:
    popup.show_offered("", [], "")
    assert popup.field.accessibleDescription() == "There are no other notes yet. Type a name to create one."
    QTest.keyClicks(popup.field, "bud")
    popup.show_offered("bud", [], "")
    assert popup.field.accessibleDescription() == "No matches."
    chosen = record_choices(popup)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == []
    QTest.keyClick(popup.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shiboken6.isValid(popup), timeout=30_000)


# Switcher in the window: the selection is opened, created or searched; recently opened notes are recorded.


def open_switcher(views: VaultViews, query: str) -> SwitcherPopup:
    popup = views.searches.switcher.open()
    QTest.keyClicks(popup.field, query)
    return popup


def switcher_titles(popup: SwitcherPopup) -> list[str]:
    return [row.title for row in popup.list.row_model.rows]


async def enter(popup: SwitcherPopup, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(popup.field, Qt.Key.Key_Return, modifiers)


@on_qt_loop
async def test_typing_letters_and_enter_opens_the_note(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["jump"].trigger()
        popup = views.searches.switcher.popup
        assert popup is not None
        QTest.keyClicks(popup.field, "surv")
        await enter(popup)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        await until(lambda: views.searches.switcher.popup is None)
        await until(lambda: views.searches.history.visited[:1] == ("Projects/Heat-loss survey.md",))


@on_qt_loop
async def test_shortcut_that_opened_the_switcher_closes_it(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        popup = open_switcher(views, "boil")
        QTest.keyClick(popup.field, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: views.searches.switcher.popup is None)


@on_qt_loop
async def test_enter_creates_the_note_when_nothing_matches(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await enter(open_switcher(views, "Zinc roof"))
        await until(lambda: (vault / "Zinc roof.md").exists())
        await until(lambda: views.notes.current_path == "Zinc roof.md")


@on_qt_loop
async def test_selected_tag_is_searched(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    (vault / "Log.md").write_text("warm #heating\n")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        popup = open_switcher(views, "#hea")
        await until(lambda: switcher_titles(popup) == ["heating"])
        await enter(popup)
        assert views.browser.search_pane.field.text() == "tag:#heating"


@on_qt_loop
async def test_heading_of_another_note_is_shown(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        popup = open_switcher(views, "survey@res")
        await until(lambda: switcher_titles(popup) == ["Result"])
        await enter(popup)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        page = views.notes.current_page
        assert page is not None
        await until(lambda: page.reader.passage() is not None)


@on_qt_loop
async def test_note_opens_in_a_new_tab_or_in_a_split_view(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        popup = open_switcher(views, "2026")
        await enter(popup, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(views.notes.pages) == 2)
        popup = open_switcher(views, "survey")
        await enter(popup, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        await until(lambda: views.notes.split_view.other is not None)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")


@on_qt_loop
async def test_switcher_opens_in_a_narrow_window(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.resize(600, 500)
        await until(lambda: desktop.window.panes.narrow)
        desktop.window.commands["jump"].trigger()
        popup = views.searches.switcher.popup
        assert popup is not None
        await until(lambda: "Boiler" in switcher_titles(popup))
        assert popup.width() <= 600
        popup.close()
