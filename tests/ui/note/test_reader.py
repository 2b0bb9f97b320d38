import asyncio
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


@on_qt_loop
async def test_what_is_embedded_is_shown_as_it_is_now(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Home.md": "x", "Part.md": "first"}) as at:
        reader = Reader(at.vault, at.searcher)
        await reader.show_note(NotePath("Home.md"), "own\n\n![[Part]]\n\nend")
        assert reader.toPlainText().split("\n") == ["own", "Part", "first", "end"]
        (at.root / "Part.md").write_text("second", encoding="utf-8")
        await reader.learn()
        assert reader.toPlainText().split("\n") == ["own", "Part", "second", "end"]
        (at.root / "Part.md").unlink()
        await reader.learn()
        assert reader.toPlainText().split("\n") == ["own", "Part", "end"]
        reader.deleteLater()


@on_qt_loop
async def test_much_that_changed_elsewhere_is_written_bit_by_bit_where_it_is_read(tmp_path: Path) -> None:
    many = "".join(f"line {number}\n\n" for number in range(2_000))
    async with desk(tmp_path, {"Home.md": "x", "Part.md": "first"}) as at:
        reader = Reader(at.vault, at.searcher)
        reader.resize(700, 400)
        reader.show()
        await reader.show_note(NotePath("Home.md"), f"![[Part]]\n\n{many}")
        reader.go_to("", "", 3_000)
        (at.root / "Part.md").write_text("second", encoding="utf-8")
        learning = asyncio.ensure_future(reader.learn())
        seen: set[int] = set()
        while not learning.done():
            seen.add(len(reader.document_shown.pieces))
            await asyncio.sleep(0)
        assert "second" in reader.toPlainText()
        assert min(seen) < 2_002, "the loop had turns while it was written"
        assert (len(reader.document_shown.pieces), reader.scrolled()) == (2_002, 3_000)
        assert "second" in reader.toPlainText()
        assert reader.viewport().updatesEnabled()
        reader.deleteLater()


@on_qt_loop
async def test_a_file_that_came_later_is_shown_when_the_note_is(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Home.md": "x"}) as at:
        reader = Reader(at.vault, at.searcher)
        for shown in ("late.pdf", "late.pdf\nPDF · 1 byte · Open"):
            await reader.show_note(NotePath("Home.md"), "![[late.pdf]]")
            assert reader.toPlainText().lstrip("\n") == shown
            (at.root / "late.pdf").write_bytes(b"x")
        (at.root / "late.pdf").unlink()
        await reader.learn()
        assert reader.toPlainText() == "late.pdf"
        reader.deleteLater()
