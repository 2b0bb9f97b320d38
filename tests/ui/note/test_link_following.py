from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QPushButton

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.note import link_following

Found = tuple[str, bool, str]


@pytest.mark.parametrize(
    ("target", "found", "said"),
    [
        ("Budget#Costs", [("Budget.md", False, "Costs")], ""),
        ("plan.png", [("Files/plan.png", False, "")], ""),
        ("data.zip", [("Files/data.zip", False, "")], ""),
        ("Gone.png", [], "There is no file"),
        ("Gone", [], "There is no note “Gone” yet."),
        ("Version 2.b", [], "There is no note “Version 2.b” yet."),
    ],
)
@on_qt_loop
async def test_a_link_leads_to_a_note_a_file_or_a_word_about_it(
    tmp_path: Path, target: str, found: list[Found], said: str
) -> None:
    async with desk(tmp_path) as at:
        (at.root / "Files").mkdir()
        (at.root / "Files/plan.png").write_bytes(b"x")
        (at.root / "Files/data.zip").write_bytes(b"x")
        page = await at.area.show_note("Boiler.md")
        told: list[Found] = []
        page.links.found.disconnect()
        page.links.found.connect(lambda *one: told.append(one))
        await page.links.follow(target, "Boiler.md", False)
        assert told == found
        assert said in page.banner.text()


@on_qt_loop
async def test_a_link_to_obsidian_shows_the_note_here_or_asks_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    async def opening(address: str) -> str:
        opened.append(address)
        return "Obsidian is not installed."

    monkeypatch.setattr(link_following, "open_in_obsidian", opening)
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        told: list[Found] = []
        page.links.found.disconnect()
        page.links.found.connect(lambda *one: told.append(one))
        page.reader.obsidian_requested.emit("obsidian://open?vault=vault&file=Budget%23Costs")
        await until(lambda: told == [("Budget.md", False, "Costs")])
        page.reader.obsidian_requested.emit("obsidian://new?vault=vault&file=Budget&overwrite")
        await until(lambda: "obsidian://new?vault=vault&file=Budget&overwrite" in page.banner.text())
        assert opened == []
        page.banner.findChildren(QPushButton)[0].click()
        await until(lambda: page.banner.text() == "Obsidian is not installed.")
        assert opened == ["obsidian://new?vault=vault&file=Budget&overwrite"]
        page.editor.address_requested.emit("obsidian://new?content=" + "x" * 500)
        await until(lambda: "too long" in page.banner.text())


@on_qt_loop
async def test_a_click_on_a_link_to_obsidian_reaches_nobody_else(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        clicked: list[str] = []
        page.reader.obsidian_requested.disconnect()
        page.reader.obsidian_requested.connect(clicked.append)
        page.reader.link_activated.connect(clicked.append)
        page.reader.anchorClicked.emit(QUrl("obsidian://show-plugin?id=dataview"))
        assert clicked == ["obsidian://show-plugin?id=dataview"]
