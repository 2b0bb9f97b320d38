"""Tests of ui/external_programs.py."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui import external_programs


class Opener(QObject):
    """Replaces the system: records the addresses opened with a scheme."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.opened.append(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))


def test_each_platform_has_its_reveal_command(tmp_path: Path) -> None:
    file = tmp_path / "A, b & c.md"
    assert external_programs.reveal_command(file, "win32") == f'explorer.exe /select,"{file}"'
    assert external_programs.reveal_command(file, "darwin") == ["open", "-R", str(file)]
    assert external_programs.reveal_command(file, "linux") == []


def test_the_obsidian_address_contains_the_full_path() -> None:
    file = Path("/notes/A & b?/50% [x] #1 ü.md")
    address = external_programs.obsidian_address(file)
    assert "&" not in address
    assert "#" not in address
    assert parse_qs(urlsplit(address).query) == {"path": [str(file)]}


@on_qt_loop
async def test_missing_files_and_programs_are_not_opened(tmp_path: Path) -> None:
    opener = Opener()
    QDesktopServices.setUrlHandler("file", opener, "take")  # type: ignore[arg-type] # the stub is wrong: it wants a text
    try:
        (tmp_path / "evil.desktop").write_text("[Desktop Entry]")
        (tmp_path / "x.pdf").write_text("")
        missing = tmp_path / "gone.md"
        messages = [
            await open_file(missing)
            for open_file in (external_programs.reveal, external_programs.open_default, external_programs.open_obsidian)
        ]
        assert all("no longer exists" in message for message in messages)
        assert "does not run programs" in await external_programs.open_default(tmp_path / "evil.desktop")
        assert opener.opened == []
        assert await external_programs.open_default(tmp_path / "x.pdf") == ""
        assert opener.opened == [QUrl.fromLocalFile(str(tmp_path / "x.pdf")).toString()]
    finally:
        QDesktopServices.unsetUrlHandler("file")


@on_qt_loop
async def test_a_missing_obsidian_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    note = tmp_path / "a.md"
    note.write_text("")
    assert "not installed" in await external_programs.open_obsidian(note)


@on_qt_loop
async def test_without_a_file_manager_on_the_bus_the_folder_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'none'}")
    opener = Opener()
    QDesktopServices.setUrlHandler("file", opener, "take")  # type: ignore[arg-type] # the stub is wrong: it wants a text
    try:
        (tmp_path / "a.md").write_text("")
        assert await external_programs.reveal(tmp_path / "a.md") == ""
        assert opener.opened == [QUrl.fromLocalFile(str(tmp_path)).toString()]
    finally:
        QDesktopServices.unsetUrlHandler("file")


@on_qt_loop
async def test_only_obsidian_addresses_are_passed_on_and_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "xdg-mime"
    script.write_text("#!/bin/sh\necho obsidian.desktop\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    opener = Opener()
    for scheme in ("obsidian", "https"):
        QDesktopServices.setUrlHandler(scheme, opener, "take")  # type: ignore[arg-type] # the stub is wrong
    try:
        address = "obsidian://open?vault=A%20%26b&file=C%23d"
        assert await external_programs.open_in_obsidian(address) == ""
        assert "not installed" in await external_programs.open_in_obsidian("https://a.b")
        assert opener.opened == [address]
    finally:
        for scheme in ("obsidian", "https"):
            QDesktopServices.unsetUrlHandler(scheme)


@on_qt_loop
async def test_a_missing_handler_of_obsidian_addresses_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "not installed" in await external_programs.open_in_obsidian("obsidian://open?vault=x")


@pytest.mark.parametrize(
    ("address", "opened"),
    [
        ("zotero://select/items/1", True),
        ("tel:+491234567", True),
        ("things:///show?id=1", True),
        ("file:///tmp/x.pdf", True),
        ("file://server/share/x.pdf", False),
        ("javascript:alert(1)", False),
        ("DATA:text/html,x", False),
        ("ms-msdt:/id", False),
        ("search-ms:query=x", False),
        ("C:/x", False),
        ("note", False),
    ],
)
def test_v11_only_links_that_execute_nothing_may_be_opened(address: str, opened: bool) -> None:
    assert external_programs.may_be_opened(address) is opened


@on_qt_loop
async def test_v11_a_program_in_a_file_link_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "x.desktop").touch()
    assert "is a program" in await external_programs.open_address((tmp_path / "x.desktop").as_uri())
