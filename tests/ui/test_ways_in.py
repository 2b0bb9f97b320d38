"""Ways in: a note leads to the vault around it, and a folder of very many files is asked about first."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui import ways_in
from vaultdesk.ui.agents.form_dialog import FormDialog
from vaultdesk.ui.ways_in import WayIn, holds_many, note_within, way_in


def test_a_note_leads_to_the_vault_around_it(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    survey = vault / "Projects" / "Heat-loss survey.md"

    assert way_in(survey) == WayIn(survey.parent, "Heat-loss survey.md")
    (vault / ".obsidian").mkdir()
    assert way_in(survey) == WayIn(vault, "Projects/Heat-loss survey.md")
    assert way_in(vault) == WayIn(vault)
    assert way_in(vault / "gone.md") == WayIn(vault / "gone.md")


def test_a_note_is_told_from_one_that_lies_elsewhere(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    outside = tmp_path / "outside.md"
    outside.write_text("x")
    (vault / "link.md").symlink_to(outside)

    assert note_within(vault / "Projects" / "Heat-loss survey.md", vault) == "Projects/Heat-loss survey.md"
    assert note_within(outside, vault) == ""
    assert note_within(vault / "link.md", vault) == ""


def test_counting_ends_at_the_limit_or_in_time(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")

    assert not holds_many(vault, limit=3)
    assert holds_many(vault, limit=2)
    assert holds_many(vault, limit=1_000, within=-1)
    (vault / ".git").mkdir()
    (vault / ".git" / "object").write_text("x")
    assert not holds_many(vault, limit=3)


async def question(window: QWidget) -> FormDialog:
    await until(lambda: window.findChildren(FormDialog))
    return window.findChildren(FormDialog)[0]


@on_qt_loop
async def test_a_folder_of_very_many_files_is_asked_about_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways_in, "holds_many", lambda _root: True)
    vault = small_vault(tmp_path / "Everything")
    async with running_desktop() as desktop:
        desktop.open_vault(vault)
        asked = await question(desktop.window)
        await until(asked.cancel.hasFocus)
        QTest.keyClick(asked, Qt.Key.Key_Escape)
        await until(lambda: not desktop.window.findChildren(FormDialog))
        assert desktop.views is None

        desktop.open_vault(vault)
        (await question(desktop.window)).done_button.click()
        await open_views(desktop)
        desktop.close_vault()
        await until(lambda: desktop.views is None)
        desktop.open_vault(vault)
        await open_views(desktop)


@on_qt_loop
async def test_an_obsidian_vault_is_never_asked_about(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways_in, "holds_many", lambda _root: True)
    vault = small_vault(tmp_path / "Large")
    (vault / ".obsidian").mkdir()
    async with running_desktop() as desktop:
        desktop.open_vault(vault)

        await open_views(desktop)
