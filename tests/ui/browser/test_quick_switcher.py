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

# Switcher popup: the newest text wins, Enter means what is typed, other keys say how.


def note(path: str) -> SwitcherRow:
    return SwitcherRow(ListRow(f"note {path}", path.removesuffix(".md")), SwitcherChoice("open", path))


OFFERED = [note("Boiler.md"), note("Budget.md"), create_choice("bo", "bo.md", has_rule=True)]


@pytest.fixture
def popup(qtbot: QtBot) -> Iterator[SwitcherPopup]:
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.show()
    made = SwitcherPopup(window, 50, side=True)
    made.open()
    yield made
    window.close()


def told(popup: SwitcherPopup) -> list[tuple[str, str]]:
    chosen: list[tuple[str, str]] = []
    popup.chosen.connect(lambda choice, open_mode: chosen.append((choice.path, open_mode)))
    return chosen


@pytest.mark.parametrize(
    ("held", "wanted"),
    [
        (Qt.KeyboardModifier.NoModifier, ("Boiler.md", "here")),
        (Qt.KeyboardModifier.ControlModifier, ("Boiler.md", "tab")),
        (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier, ("Boiler.md", "side")),
        (Qt.KeyboardModifier.ShiftModifier, ("bo.md", "create")),
    ],
)
def test_enter_with_other_keys_says_how(
    popup: SwitcherPopup, held: Qt.KeyboardModifier, wanted: tuple[str, str]
) -> None:
    chosen = told(popup)
    popup.show_offered("", OFFERED, "2 of 9")
    QTest.keyClick(popup.field, Qt.Key.Key_Return, held)
    assert chosen == [wanted]


def test_an_old_answer_is_not_shown_and_enter_waits_for_the_new_one(popup: SwitcherPopup) -> None:
    chosen = told(popup)
    popup.show_offered("", OFFERED[:1], "")
    QTest.keyClicks(popup.field, "bud")
    popup.show_offered("b", OFFERED[:1], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == []
    popup.show_offered("bud", [note("Budget.md")], "1 of 9")
    assert chosen == [("Budget.md", "here")]


def test_nothing_is_said_where_nothing_fits_and_esc_closes(popup: SwitcherPopup, qtbot: QtBot) -> None:
    popup.show_offered("", [], "")
    assert popup.field.accessibleDescription() == "There are no other notes yet. Type a name to create one."
    QTest.keyClicks(popup.field, "bud")
    popup.show_offered("bud", [], "")
    assert popup.field.accessibleDescription() == "No matches."
    chosen = told(popup)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == []
    QTest.keyClick(popup.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shiboken6.isValid(popup))


# Switcher wiring: what is chosen is opened, made or searched for; the notes opened last are kept.


def opened(views: VaultViews, typed: str) -> SwitcherPopup:
    popup = views.search_commands.switcher.open()
    QTest.keyClicks(popup.field, typed)
    return popup


def switcher_titles(popup: SwitcherPopup) -> list[str]:
    return [row.title for row in popup.list.row_model.rows]


async def enter(popup: SwitcherPopup, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(popup.field, Qt.Key.Key_Return, held)


@on_qt_loop
async def test_a_few_letters_and_enter_lead_to_the_note(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["jump"].trigger()
        popup = views.search_commands.switcher.popup
        assert popup is not None
        QTest.keyClicks(popup.field, "surv")
        await enter(popup)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        await until(lambda: views.search_commands.switcher.popup is None)
        await until(lambda: views.search_commands.history.visited[:1] == ("Projects/Heat-loss survey.md",))


@on_qt_loop
async def test_the_keys_that_open_it_close_it_again(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        popup = opened(views, "boil")
        QTest.keyClick(popup.field, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: views.search_commands.switcher.popup is None)


@on_qt_loop
async def test_where_nothing_fits_enter_makes_the_note(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await enter(opened(views, "Zinc roof"))
        await until(lambda: (vault / "Zinc roof.md").exists())
        await until(lambda: views.notes.current_path == "Zinc roof.md")


@on_qt_loop
async def test_a_tag_is_searched_for(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    (vault / "Log.md").write_text("warm #heating\n")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        popup = opened(views, "#hea")
        await until(lambda: switcher_titles(popup) == ["heating"])
        await enter(popup)
        assert views.browser.search_pane.field.text() == "tag:#heating"


@on_qt_loop
async def test_a_heading_of_another_note_is_gone_to(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        popup = opened(views, "survey@res")
        await until(lambda: switcher_titles(popup) == ["Result"])
        await enter(popup)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        page = views.notes.current_page
        assert page is not None
        await until(lambda: page.reader.passage() is not None)


@on_qt_loop
async def test_a_note_opens_in_a_tab_or_at_the_side(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        popup = opened(views, "2026")
        await enter(popup, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: len(views.notes.pages) == 2)
        popup = opened(views, "survey")
        await enter(popup, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        await until(lambda: views.notes.split_view.other is not None)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")


@on_qt_loop
async def test_it_opens_in_a_narrow_window_too(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.resize(600, 500)
        await until(lambda: desktop.window.panes.narrow)
        desktop.window.commands["jump"].trigger()
        popup = views.search_commands.switcher.popup
        assert popup is not None
        await until(lambda: "Boiler" in switcher_titles(popup))
        assert popup.width() <= 600
        popup.close()
