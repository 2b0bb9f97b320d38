"""Tests of ui/notes/link_navigation.py."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QPushButton

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import open_note_area
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
    ("path", "expected"),
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
def test_attachments_are_recognized_by_their_extension(path: str, expected: bool) -> None:
    assert is_attachment(path) is expected


def test_the_kind_of_an_attachment_depends_on_its_extension() -> None:
    assert [attachment_kind_of(f"a.{extension}") for extension in ("webp", "pdf", "ogg", "mkv", "docx")] == [
        "picture",
        "pdf",
        "sound",
        "video",
        "other",
    ]


def test_an_attachment_is_found_by_path_beside_the_note_in_the_attachment_folder_or_anywhere(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/app.json").write_text(json.dumps({"attachmentFolderPath": "./files"}))
    for path in ("a.png", "N/b.png", "N/files/c.png", "Deep/er/d.png", "Deep/d.png"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(b"x")
    vault = Vault(tmp_path, watch=False)
    names = ("a.png", "b.png", "c.png", "d.png", "Deep/er/d.png", "e.png", "../a.png")
    assert [find_attachment(vault, "N/Note.md", name) for name in names] == [
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
def test_the_path_of_a_new_linked_note_follows_the_vault_settings(name: str, settings: VaultConfig, path: str) -> None:
    assert linked_note_path(name, "A/B/source.md", settings) == path


def test_the_folder_of_a_new_note_follows_the_vault_settings() -> None:
    assert new_note_folder("A/x.md", VaultConfig(new_file_location="current")) == "A"
    assert new_note_folder("A/x.md", VaultConfig()) == ""


LinkTarget = tuple[str, bool, str]


@pytest.mark.parametrize(
    ("target", "found", "message"),
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
async def test_following_a_link_opens_a_note_or_file_or_shows_a_message(
    tmp_path: Path, target: str, found: list[LinkTarget], message: str
) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "Files").mkdir()
        (env.root / "Files/plan.png").write_bytes(b"x")
        (env.root / "Files/data.zip").write_bytes(b"x")
        page = await env.area.show_note("Boiler.md")
        emitted: list[LinkTarget] = []
        page.links.found.disconnect()
        page.links.found.connect(lambda *link: emitted.append(link))
        await page.links.follow(target, "Boiler.md", False)
        assert emitted == found
        assert message in page.banner.text()


@on_qt_loop
async def test_an_obsidian_link_opens_the_note_here_or_asks_before_starting_obsidian(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    async def record_address(address: str) -> str:
        opened.append(address)
        return "Obsidian is not installed."

    monkeypatch.setattr(link_navigation, "open_in_obsidian", record_address)
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Boiler.md")
        emitted: list[LinkTarget] = []
        page.links.found.disconnect()
        page.links.found.connect(lambda *link: emitted.append(link))
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
async def test_v11_a_link_to_another_program_asks_before_starting_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    async def record_address(address: str) -> str:
        opened.append(address)
        return ""

    monkeypatch.setattr(link_navigation, "open_address", record_address)
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Boiler.md")
        page.reader.program_requested.emit("zotero://select/items/1")
        await until(lambda: "zotero://select/items/1" in page.banner.text())
        assert opened == []
        page.banner.findChildren(QPushButton)[0].click()
        await until(lambda: opened == ["zotero://select/items/1"])
        page.reader.program_requested.emit("javascript:alert(1)")
        await until(lambda: "does not open links of this kind" in page.banner.text())


@on_qt_loop
async def test_a_click_on_an_obsidian_link_emits_only_the_program_request(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Boiler.md")
        clicked: list[str] = []
        page.reader.program_requested.disconnect()
        page.reader.program_requested.connect(clicked.append)
        page.reader.link_activated.connect(clicked.append)
        page.reader.anchorClicked.emit(QUrl("obsidian://show-plugin?id=dataview"))
        assert clicked == ["obsidian://show-plugin?id=dataview"]
