"""Switcher wiring: what is chosen is opened, made or searched for; the notes opened last are kept."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.switcher.popup import SwitcherPopup
from vaultdesk.ui.vault_views import VaultViews


def opened(views: VaultViews, typed: str) -> SwitcherPopup:
    popup = views.finding.switcher.open()
    QTest.keyClicks(popup.field, typed)
    return popup


def titles(popup: SwitcherPopup) -> list[str]:
    return [row.title for row in popup.list.shown.rows]


async def enter(popup: SwitcherPopup, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(popup.field, Qt.Key.Key_Return, held)


@on_qt_loop
async def test_a_few_letters_and_enter_lead_to_the_note(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["jump"].trigger()
        popup = views.finding.switcher.popup
        assert popup is not None
        QTest.keyClicks(popup.field, "surv")
        await enter(popup)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        await until(lambda: views.finding.switcher.popup is None)
        await until(lambda: views.finding.kept.visited[:1] == ("Projects/Heat-loss survey.md",))


@on_qt_loop
async def test_the_keys_that_open_it_close_it_again(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        popup = opened(views, "boil")
        QTest.keyClick(popup.field, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: views.finding.switcher.popup is None)


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
        await until(lambda: titles(popup) == ["heating"])
        await enter(popup)
        assert views.browser.search_pane.field.text() == "tag:#heating"


@on_qt_loop
async def test_a_heading_of_another_note_is_gone_to(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        popup = opened(views, "survey@res")
        await until(lambda: titles(popup) == ["Result"])
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
        await until(lambda: views.notes.sides.other is not None)
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")


@on_qt_loop
async def test_it_opens_in_a_narrow_window_too(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.resize(600, 500)
        await until(lambda: desktop.window.panes.narrow)
        desktop.window.commands["jump"].trigger()
        popup = views.finding.switcher.popup
        assert popup is not None
        await until(lambda: "Boiler" in titles(popup))
        assert popup.width() <= 600
        popup.close()
