import asyncio
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.ui.note.note_page import NotePage
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault_changes import FileChange, VaultChanged


@on_qt_loop
async def test_a_link_opens_its_note_at_the_heading_and_back_returns(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        ways: list[tuple[bool, bool]] = []
        at.area.history_changed.connect(lambda back, forward: ways.append((back, forward)))
        page.reader.note_requested.emit("Budget#Costs", False)
        await until(lambda: at.area.current_path == "Budget.md" and page.reader.passage() is not None)
        at.area.back()
        await until(lambda: at.area.current_path == "Boiler.md")
        at.area.forward()
        await until(lambda: at.area.current_path == "Budget.md")
        assert (True, False) in ways
        assert (False, True) in ways
        assert at.area.tabs.count() == 1


@on_qt_loop
async def test_a_new_tab_is_made_only_when_asked_for_and_an_open_note_is_found(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first = await at.area.show_note("Boiler.md")
        await at.area.show_note("Budget.md", new_tab=True)
        assert await at.area.show_note("Boiler.md") is first
        assert at.area.open_notes() == ["Boiler.md", "Budget.md"]
        assert await at.area.close_all()
        assert at.area.current_path is None


@on_qt_loop
async def test_a_passage_is_lit(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        at.area.show_passage("Budget.md", "The pump costs 18,400 euros")
        await until(lambda: at.area.current_page is not None and at.area.current_page.reader.passage() is not None)
        at.area.show_passage("Budget.md", "#Costs")
        page = at.area.current_page
        assert page is not None
        await until(lambda: page.reader.passage() == range(1, 3))


@on_qt_loop
async def test_words_that_cannot_be_saved_are_never_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "precious ")

        async def full(*_: object) -> None:
            raise NoteNotWritten("The disk is full.")

        with monkeypatch.context() as broken:
            broken.setattr(at.vault, "write", full)
            other = await at.area.show_note("Budget.md")
            assert other is not page
            assert page.editor.text().startswith("precious ")
            assert not await at.area.close_all()
            assert not await at.area.save_now()
        assert await at.area.save_now()
        assert at.on_disk("Boiler.md").startswith("precious ")


@on_qt_loop
async def test_a_note_that_comes_late_does_not_take_the_keyboard_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as at:
        came, read = asyncio.Event(), at.vault.read

        async def late(path: NotePath) -> NoteText:
            if path.text == "Budget.md":
                await came.wait()
            return await read(path)

        monkeypatch.setattr(at.vault, "read", late)
        await at.area.show_note("Boiler.md")
        at.area.open("Budget.md", new_tab=True)
        await until(lambda: at.area.sides.group.tabs.count() == 2)
        first = at.area.sides.group
        first.take_keyboard()
        await at.area.show_note("Garden/Apples.md", side=True)
        came.set()
        await until(lambda: first.with_path("Budget.md") is not None)
        page = first.with_path("Budget.md")
        assert isinstance(page, NotePage)
        await until(page.reader.isVisible)
        assert at.area.current_path == "Garden/Apples.md"


@on_qt_loop
async def test_a_moved_note_is_followed(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        (at.root / "Boiler.md").rename(at.root / "Heater.md")
        at.vault.changes.publish(VaultChanged((FileChange("moved", NotePath("Heater.md"), NotePath("Boiler.md")),)))
        await until(lambda: at.area.current_path == "Heater.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "x")
        assert await at.area.save_now()
        assert at.on_disk("Heater.md").startswith("x---")


@on_qt_loop
async def test_new_notes_get_names_that_are_free(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        assert await at.area.create_note() == "Untitled.md"
        assert await at.area.create_note() == "Untitled 1.md"
        assert at.area.current_page is not None
        assert at.area.current_page.editing
        assert await at.area.create_note("../out.md") is None
        assert at.area.current_page.banner.text()


@on_qt_loop
async def test_open_notes_come_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        at.area.restore(["Boiler.md", "Gone.md", "Budget.md"], 2)
        await until(lambda: at.area.current_path == "Budget.md" and len(at.area.pages) == 3)
