from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui import bridge
from vaultdesk.ui.note.board_page import BlockCard, BoardPage
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.vault import ReadingVault

CANVAS = (
    '{"nodes": [{"type": "text", "text": "Ask <b>Nordwärme</b> about the noise", "x": 0, "y": 0},'
    ' {"type": "file", "file": "Projects/Boiler.md", "x": 0, "y": 300}]}'
)


def opened(tmp_path: Path, name: str = "House.canvas", text: str | None = CANVAS) -> BoardPage:
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    page = BoardPage(ReadingVault(tmp_path, watch=False), name)
    page.resize(700, 500)
    page.show()
    return page


def words_in(page: BoardPage) -> list[str]:
    return [label.text() for label in page.findChildren(PlainLabel) if label.isVisible()]


@on_qt_loop
async def test_cards_are_blocks_of_plain_text_and_notes_are_opened(tmp_path: Path) -> None:
    page = opened(tmp_path)
    await until(lambda: page.findChildren(BlockCard))
    assert "Ask <b>Nordwärme</b> about the noise" in words_in(page)
    wanted: list[str] = []
    page.open_requested.connect(wanted.append)
    next(one for one in page.findChildren(LinkButton) if "Boiler" in one.text()).click()
    assert wanted == ["Projects/Boiler.md"]
    page.deleteLater()


@on_qt_loop
async def test_the_block_of_a_passage_stands_out(tmp_path: Path, dressed: Theme) -> None:
    page = opened(tmp_path)
    page.show_words("about the noise Projects/Boiler.md Another card …")
    await until(lambda: page.findChildren(BlockCard))
    sought = dressed.color("accent_soft").name()
    cards = [card.grab().toImage() for card in page.findChildren(BlockCard)]
    grounds = [card.pixelColor(card.width() - 9, card.height() // 2).name() for card in cards]
    assert [ground == sought for ground in grounds] == [True, False]
    page.deleteLater()


@on_qt_loop
async def test_a_changed_file_is_shown_when_the_page_is_seen_again(tmp_path: Path) -> None:
    page = opened(tmp_path)
    await until(lambda: page.findChildren(BlockCard))
    page.hide()
    (tmp_path / "House.canvas").write_text("{", encoding="utf-8")
    page.show()
    await until(lambda: any("cannot be read" in words for words in words_in(page)))
    page.deleteLater()


@pytest.mark.parametrize("name", ["Gone.canvas", "../out.canvas", "nul\0.base"])
@on_qt_loop
async def test_what_cannot_be_read_is_said(tmp_path: Path, name: str) -> None:
    page = opened(tmp_path, name, None)
    await until(lambda: page.trouble.isVisible())
    page.deleteLater()


@on_qt_loop
async def test_the_other_program_is_asked_for_by_a_press_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[QUrl] = []

    def open_url(url: QUrl) -> bool:
        asked.append(url)
        return False

    monkeypatch.setattr("vaultdesk.ui.note.board_page.QDesktopServices.openUrl", open_url)
    page = opened(tmp_path, "Plugins.base", "views:\n  - type: table\n")
    await until(lambda: page.findChildren(BlockCard))
    assert not asked
    page.outside.click()
    assert [Path(url.toLocalFile()) for url in asked] == [tmp_path / "Plugins.base"]
    assert "No program" in page.banner.text()
    await bridge.cancel_all()
    page.deleteLater()
