"""Tests of ui/notes/block_list_page.py."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui import bridge
from vaultdesk.ui.notes.block_list_page import (
    MAX_BLOCKS,
    BlockCard,
    BlockList,
    BlockListPage,
    ListedBlock,
    block_list_of,
    is_canvas_or_base,
)
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.vault import Vault


def canvas(*nodes: object) -> str:
    return json.dumps({"nodes": nodes, "edges": []})


def test_cards_are_listed_in_reading_order() -> None:
    text = canvas(
        {"type": "text", "text": "below", "x": 0, "y": 900},
        {"type": "link", "url": "https://example.org", "x": 500, "y": 20},
        {"type": "file", "file": "Boiler.md", "x": 0, "y": 40},
        {"type": "group", "label": "House", "x": -10, "y": -200},
        {"type": "text", "text": "  "},
    )
    assert block_list_of("a.canvas", text) == BlockList(
        (
            ListedBlock("group", "House"),
            ListedBlock("file", "Boiler.md"),
            ListedBlock("link", "https://example.org"),
            ListedBlock("text", "below"),
        ),
        4,
    )


@pytest.mark.parametrize("text", ["[", "[]", "3", '{"nodes": 3}', "[" * 100_000])
def test_a_broken_canvas_is_shown_as_its_source_text(text: str) -> None:
    board = block_list_of("a.canvas", text)
    assert board.broken
    assert text.startswith(board.blocks[0].text)


@pytest.mark.parametrize(
    "node", [None, 3, [], {}, {"text": 3}, {"text": "a", "x": "b", "y": None}, {"text": "a", "y": 10**400}, {"y": []}]
)
def test_an_invalid_node_does_not_break_the_canvas(node: object) -> None:
    assert not block_list_of("a.canvas", canvas(node)).broken


def test_nan_and_infinite_coordinates_are_accepted() -> None:
    assert len(block_list_of("a.canvas", '{"nodes": [{"text": "a", "x": NaN, "y": Infinity}]}').blocks) == 1


def test_a_huge_canvas_is_truncated_and_its_cards_are_counted() -> None:
    board = block_list_of("a.canvas", canvas(*({"text": f"card {n}"} for n in range(MAX_BLOCKS + 50))))
    assert (len(board.blocks), board.total) == (MAX_BLOCKS, MAX_BLOCKS + 50)
    long = block_list_of("a.canvas", canvas(*({"text": "x" * 9_000} for _ in range(100))))
    assert len(long.blocks) < 30


def test_an_empty_canvas_or_base_has_no_blocks() -> None:
    assert block_list_of("a.canvas", "") == BlockList((), 0)
    assert block_list_of("a.base", " ") == BlockList((), 1)


def test_a_base_is_shown_as_its_source_text() -> None:
    assert block_list_of("a.BASE", "views:\n") == BlockList((ListedBlock("code", "views:"),), 1)
    assert [path for path in ("a.canvas", "b/C.Base", "a.md", "canvas") if is_canvas_or_base(path)] == [
        "a.canvas",
        "b/C.Base",
    ]


CANVAS = (
    '{"nodes": [{"type": "text", "text": "Ask <b>Nordwärme</b> about the noise", "x": 0, "y": 0},'
    ' {"type": "file", "file": "Projects/Boiler.md", "x": 0, "y": 300}]}'
)


def open_page(tmp_path: Path, name: str = "House.canvas", text: str | None = CANVAS) -> BlockListPage:
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    page = BlockListPage(Vault(tmp_path, watch=False), name)
    page.resize(700, 500)
    page.show()
    return page


def visible_texts(page: BlockListPage) -> list[str]:
    return [label.text() for label in page.findChildren(PlainLabel) if label.isVisible()]


@on_qt_loop
async def test_cards_are_blocks_of_plain_text_and_note_cards_open_their_note(tmp_path: Path) -> None:
    page = open_page(tmp_path)
    await until(lambda: page.findChildren(BlockCard))
    assert "Ask <b>Nordwärme</b> about the noise" in visible_texts(page)
    requested: list[str] = []
    page.open_requested.connect(requested.append)
    next(button for button in page.findChildren(LinkButton) if "Boiler" in button.text()).click()
    assert requested == ["Projects/Boiler.md"]
    page.deleteLater()


@on_qt_loop
async def test_the_block_of_a_passage_is_highlighted(tmp_path: Path, app_theme: Theme) -> None:
    page = open_page(tmp_path)
    page.show_passage("about the noise Projects/Boiler.md Another card …")
    await until(lambda: page.findChildren(BlockCard))
    highlight = app_theme.color("accent_soft").name()
    cards = [card.grab().toImage() for card in page.findChildren(BlockCard)]
    backgrounds = [card.pixelColor(card.width() - 9, card.height() // 2).name() for card in cards]
    assert [background == highlight for background in backgrounds] == [True, False]
    page.deleteLater()


@on_qt_loop
async def test_a_changed_file_is_reloaded_when_the_page_is_shown_again(tmp_path: Path) -> None:
    page = open_page(tmp_path)
    await until(lambda: page.findChildren(BlockCard))
    page.hide()
    (tmp_path / "House.canvas").write_text("{", encoding="utf-8")
    page.show()
    await until(lambda: any("is not valid" in text for text in visible_texts(page)))
    page.deleteLater()


@pytest.mark.parametrize("name", ["Gone.canvas", "../out.canvas", "nul\0.base"])
@on_qt_loop
async def test_an_unreadable_file_shows_the_error_state(tmp_path: Path, name: str) -> None:
    page = open_page(tmp_path, name, None)
    await until(lambda: page.error_state.isVisible())
    page.deleteLater()


@on_qt_loop
async def test_the_external_program_is_opened_only_by_a_click(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    requested: list[QUrl] = []

    def open_url(url: QUrl) -> bool:
        requested.append(url)
        return False

    monkeypatch.setattr("vaultdesk.ui.external_programs.QDesktopServices.openUrl", open_url)
    page = open_page(tmp_path, "Plugins.base", "views:\n  - type: table\n")
    await until(lambda: page.findChildren(BlockCard))
    assert not requested
    page.outside.click()
    await until(lambda: "No program" in page.banner.text())
    assert [Path(url.toLocalFile()) for url in requested] == [tmp_path / "Plugins.base"]
    await bridge.cancel_all()
    page.deleteLater()
