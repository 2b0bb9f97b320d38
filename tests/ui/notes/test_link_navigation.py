"""Tests of ui/notes/link_navigation.py."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QPushButton

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import desk
from vaultdesk.ui.notes import link_navigation
from vaultdesk.ui.notes.link_navigation import (
    attachment_kind_of,
    find_attachment,
    is_attachment,
    linked_note_path,
    new_note_folder,
)
from vaultdesk.vault.obsidian.vault_config import VaultConfig
from vaultdesk.vault.vault import Vault


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("A/plan.PNG", True),
        ("sound.mp3", True),
        ("archive.zip", True),
        ("Note.md", False),
        ("Board.canvas", False),
        ("Gone", False),
        ("Meeting 2.1", False),
        (".hidden", False),
        ("Dr. Who and the others", False),
    ],
)
def test_attachments_are_known_by_their_ending(path: str, is_one: bool) -> None:
    assert is_attachment(path) is is_one


def test_kinds() -> None:
    assert [attachment_kind_of(f"a.{ending}") for ending in ("webp", "pdf", "ogg", "mkv", "docx")] == [
        "picture",
        "pdf",
        "sound",
        "video",
        "other",
    ]


def test_a_file_is_found_as_written_beside_the_note_in_its_folder_or_anywhere(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/app.json").write_text(json.dumps({"attachmentFolderPath": "./files"}))
    for place in ("a.png", "N/b.png", "N/files/c.png", "Deep/er/d.png", "Deep/d.png"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes(b"x")
    vault = Vault(tmp_path, watch=False)
    wanted = ("a.png", "b.png", "c.png", "d.png", "Deep/er/d.png", "e.png", "../a.png")
    assert [find_attachment(vault, "N/Note.md", name) for name in wanted] == [
        "a.png",
        "N/b.png",
        "N/files/c.png",
        "Deep/d.png",
        "Deep/er/d.png",
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("name", "settings", "path"),
    [
        ("X", VaultConfig(), "X.md"),
        ("X.md", VaultConfig(), "X.md"),
        ("P/X", VaultConfig(new_file_location="current"), "P/X.md"),
        ("X", VaultConfig(new_file_location="current"), "A/B/X.md"),
        ("X", VaultConfig(new_file_location="folder", new_file_folder="Inbox/"), "Inbox/X.md"),
    ],
)
def test_a_new_note_goes_where_the_vault_puts_it(name: str, settings: VaultConfig, path: str) -> None:
    assert linked_note_path(name, "A/B/source.md", settings) == path


def test_the_folder_of_a_new_note() -> None:
    assert new_note_folder("A/x.md", VaultConfig(new_file_location="current")) == "A"
    assert new_note_folder("A/x.md", VaultConfig()) == ""


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
        emitted: list[Found] = []
        page.links.found.disconnect()
        page.links.found.connect(lambda *one: emitted.append(one))
        await page.links.follow(target, "Boiler.md", False)
        assert emitted == found
        assert said in page.banner.text()


@on_qt_loop
async def test_a_link_to_obsidian_shows_the_note_here_or_asks_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    async def opening(address: str) -> str:
        opened.append(address)
        return "Obsidian is not installed."

    monkeypatch.setattr(link_navigation, "open_in_obsidian", opening)
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        emitted: list[Found] = []
        page.links.found.disconnect()
        page.links.found.connect(lambda *one: emitted.append(one))
        page.reader.program_requested.emit("obsidian://open?vault=vault&file=Budget%23Costs")
        await until(lambda: emitted == [("Budget.md", False, "Costs")])
        page.reader.program_requested.emit("obsidian://new?vault=vault&file=Budget&overwrite")
        await until(lambda: "obsidian://new?vault=vault&file=Budget&overwrite" in page.banner.text())
        assert opened == []
        page.banner.findChildren(QPushButton)[0].click()
        await until(lambda: page.banner.text() == "Obsidian is not installed.")
        assert opened == ["obsidian://new?vault=vault&file=Budget&overwrite"]
        page.editor.address_requested.emit("obsidian://new?content=" + "x" * 500)
        await until(lambda: "too long" in page.banner.text())


@on_qt_loop
async def test_v11_a_link_of_another_program_asks_before_it_starts_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    async def opening(address: str) -> str:
        opened.append(address)
        return ""

    monkeypatch.setattr(link_navigation, "open_address", opening)
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        page.reader.program_requested.emit("zotero://select/items/1")
        await until(lambda: "zotero://select/items/1" in page.banner.text())
        assert opened == []
        page.banner.findChildren(QPushButton)[0].click()
        await until(lambda: opened == ["zotero://select/items/1"])
        page.reader.program_requested.emit("javascript:alert(1)")
        await until(lambda: "does not open links of this kind" in page.banner.text())


@on_qt_loop
async def test_a_click_on_a_link_to_obsidian_reaches_nobody_else(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        clicked: list[str] = []
        page.reader.program_requested.disconnect()
        page.reader.program_requested.connect(clicked.append)
        page.reader.link_activated.connect(clicked.append)
        page.reader.anchorClicked.emit(QUrl("obsidian://show-plugin?id=dataview"))
        assert clicked == ["obsidian://show-plugin?id=dataview"]
