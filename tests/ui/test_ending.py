"""Ending: nothing is lost, whichever window is closed and however the program ends."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.notes.note_page import NotePage


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Reading")


async def typed(desktop: Desktop) -> NotePage:
    """Type into a note of the window in front; nothing is saved yet."""
    views = await open_views(desktop)
    page = await views.notes.show_note("Boiler.md")
    if not page.editing:
        page.toggle_edit()
    QTest.keyClicks(page.editor, "mine ")
    return page


async def two_windows(desktop: Desktop, other: Path) -> None:
    await open_views(desktop)
    desktop.open_in_new_window(other)
    await until(lambda: len(desktop.windows) == 2 and desktop.views is not None)


@on_qt_loop
async def test_closing_the_last_window_ends_the_program_with_all_saved(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await typed(desktop)
        desktop.window.close()
        await until(desktop.ending.over.is_set)

    assert "mine " in (vault / "Boiler.md").read_text()


@on_qt_loop
async def test_quitting_saves_in_every_window(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await typed(desktop)
        await two_windows(desktop, other)
        await typed(desktop)
        desktop.window.commands["quit"].trigger()
        await until(desktop.ending.over.is_set)

    assert all("mine " in (root / "Boiler.md").read_text() for root in (vault, other))


@on_qt_loop
async def test_a_closed_window_saves_its_notes(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await two_windows(desktop, other)
        await typed(desktop)
        desktop.window.close()
        await until(lambda: len(desktop.windows) == 1)

        assert "mine " in (other / "Boiler.md").read_text()


@on_qt_loop
async def test_a_note_that_cannot_be_saved_keeps_its_window_until_the_person_decides(
    home: Path, vault: Path, other: Path
) -> None:
    async with running_desktop(vault) as desktop:
        await two_windows(desktop, other)
        await typed(desktop)
        (other / "Boiler.md").write_text("outside\n")
        closed = desktop.front
        closed.window.close()
        await until(lambda: "unsaved" in closed.window.problems.texts())
        assert len(desktop.windows) == 2

        buttons = closed.window.problems.findChildren(QAbstractButton)
        next(one for one in buttons if one.text() == "Close without saving").click()
        await until(lambda: len(desktop.windows) == 1)
        assert (other / "Boiler.md").read_text() == "outside\n"


@on_qt_loop
async def test_one_window_that_cannot_be_saved_keeps_all_of_them(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await typed(desktop)
        first = desktop.front
        (vault / "Boiler.md").write_text("outside\n")
        await two_windows(desktop, other)
        desktop.quit()
        await until(lambda: "unsaved" in first.window.problems.texts() and desktop.front is first)

        assert not desktop.ending.over.is_set()
        next(
            one for one in first.window.problems.findChildren(QAbstractButton) if one.text() == "Quit without saving"
        ).click()
        await until(desktop.ending.over.is_set)


@on_qt_loop
async def test_what_saving_came_to_can_be_asked_meanwhile(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await typed(desktop)
        went = desktop.ending.begin_saving()
        assert went() is None
        await until(lambda: went() is not None)

        assert went() is True
        assert "mine " in (vault / "Boiler.md").read_text()
