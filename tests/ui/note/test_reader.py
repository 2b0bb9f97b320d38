from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.note.reader import Reader, open_web
from vaultdesk.vault.note_path import NotePath


@on_qt_loop
async def test_a_note_is_shown_with_its_words_counted(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        reader = Reader(at.vault, at.searcher)
        reader.resize(700, 400)
        reader.show()
        await reader.show_note(NotePath("Boiler.md"), at.on_disk("Boiler.md"))
        assert "The boiler leaks" in reader.toPlainText()
        assert reader.words == 7
        await reader.learn()
        reader.deleteLater()


@on_qt_loop
async def test_a_later_note_wins_over_an_earlier_slow_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        reader = Reader(at.vault, at.searcher)
        await reader.show_note(NotePath("a.md"), "word\n\n" * 2000)
        assert len(reader.document_shown.pieces) == 2000
        reader.go_to("", "", 5000)
        await reader.show_note(NotePath("b.md"), "# One\n\n" + "text\n\n" * 100 + "# Two\n\nquoted words here")
        reader.go_to("Two", "", 0)
        assert reader.passage() is not None
        reader.go_to("", "quoted words here", 0)
        found = reader.passage()
        assert found is not None
        assert reader.document_shown.pieces[found.start].text == "quoted words here"
        reader.deleteLater()


def test_only_web_addresses_reach_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    for address in ("https://a.b", "file:///etc/passwd", "note:x", "mailto:a@b.c", "vscode://x"):
        open_web(address)
    assert opened == ["https://a.b", "mailto:a@b.c"]
