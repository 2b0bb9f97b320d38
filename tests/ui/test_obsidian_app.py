from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui import obsidian_app


class Opener(QObject):
    """Stands for Obsidian."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.opened.append(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))


@on_qt_loop
async def test_an_address_reaches_obsidian_as_it_was_written_and_no_other_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "xdg-mime"
    asked.write_text("#!/bin/sh\necho obsidian.desktop\n")
    asked.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    opener = Opener()
    for scheme in ("obsidian", "https"):
        QDesktopServices.setUrlHandler(scheme, opener, "take")  # type: ignore[arg-type] # the stub is wrong
    try:
        address = "obsidian://open?vault=A%20%26b&file=C%23d"
        assert await obsidian_app.open_in_obsidian(address) == ""
        assert "not installed" in await obsidian_app.open_in_obsidian("https://a.b")
        assert opener.opened == [address]
    finally:
        for scheme in ("obsidian", "https"):
            QDesktopServices.unsetUrlHandler(scheme)


@on_qt_loop
async def test_where_nothing_opens_its_addresses_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "not installed" in await obsidian_app.open_in_obsidian("obsidian://open?vault=x")
