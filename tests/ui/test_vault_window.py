"""Vault window: one vault after the other in one window, each saved before it is left."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.vault_window import place_of


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


def test_two_ways_to_a_folder_are_one_place(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(vault)

    assert place_of(tmp_path / "link") == place_of(vault) == place_of(vault / ".." / "Lindenweg")


@on_qt_loop
async def test_a_note_that_cannot_be_saved_keeps_its_vault_open_until_the_person_decides(
    home: Path, vault: Path, tmp_path: Path
) -> None:
    other = small_vault(tmp_path / "Reading")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        (vault / "Boiler.md").write_text("outside\n")
        desktop.open_vault(other)
        await until(lambda: "unsaved" in desktop.window.problems.texts())
        assert desktop.views is views
        assert desktop.front.claimed == ""

        buttons = desktop.window.problems.findChildren(QAbstractButton)
        next(one for one in buttons if one.text() == "Go on without saving").click()
        await until(lambda: desktop.views is not None and desktop.views is not views)
        assert desktop.window.windowTitle() == "Reading – VaultDesk"
        assert (vault / "Boiler.md").read_text() == "outside\n"


@on_qt_loop
async def test_a_vault_that_did_not_open_can_be_asked_for_again(home: Path, tmp_path: Path) -> None:
    async with running_desktop(tmp_path / "gone") as desktop:
        assert desktop.views is None
        small_vault(tmp_path / "gone")
        desktop.open_vault(tmp_path / "gone")

        await open_views(desktop)
