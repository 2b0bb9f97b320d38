import json

import pytest

from vaultdesk.ui.note.board import MOST_BLOCKS, Block, Board, board_of, is_board


def canvas(*nodes: object) -> str:
    return json.dumps({"nodes": nodes, "edges": []})


def test_cards_come_in_the_order_they_are_read() -> None:
    text = canvas(
        {"type": "text", "text": "below", "x": 0, "y": 900},
        {"type": "link", "url": "https://example.org", "x": 500, "y": 20},
        {"type": "file", "file": "Boiler.md", "x": 0, "y": 40},
        {"type": "group", "label": "House", "x": -10, "y": -200},
        {"type": "text", "text": "  "},
    )
    assert board_of("a.canvas", text) == Board(
        (
            Block("group", "House"),
            Block("file", "Boiler.md"),
            Block("link", "https://example.org"),
            Block("text", "below"),
        ),
        4,
    )


@pytest.mark.parametrize("text", ["[", "[]", "3", '{"nodes": 3}', "[" * 100_000])
def test_a_broken_canvas_is_shown_as_written(text: str) -> None:
    board = board_of("a.canvas", text)
    assert board.broken
    assert text.startswith(board.blocks[0].text)


@pytest.mark.parametrize(
    "node", [None, 3, [], {}, {"text": 3}, {"text": "a", "x": "b", "y": None}, {"text": "a", "y": 10**400}, {"y": []}]
)
def test_no_node_stops_it(node: object) -> None:
    assert not board_of("a.canvas", canvas(node)).broken


def test_numbers_that_are_none_stop_nothing() -> None:
    assert len(board_of("a.canvas", '{"nodes": [{"text": "a", "x": NaN, "y": Infinity}]}').blocks) == 1


def test_a_huge_canvas_is_cut_and_counted() -> None:
    board = board_of("a.canvas", canvas(*({"text": f"card {n}"} for n in range(MOST_BLOCKS + 50))))
    assert (len(board.blocks), board.total) == (MOST_BLOCKS, MOST_BLOCKS + 50)
    long = board_of("a.canvas", canvas(*({"text": "x" * 9_000} for _ in range(100))))
    assert len(long.blocks) < 30


def test_an_empty_canvas_is_no_trouble() -> None:
    assert board_of("a.canvas", "") == Board((), 0)
    assert board_of("a.base", " ") == Board((), 1)


def test_a_base_is_shown_as_written() -> None:
    assert board_of("a.BASE", "views:\n") == Board((Block("code", "views:"),), 1)
    assert [path for path in ("a.canvas", "b/C.Base", "a.md", "canvas") if is_board(path)] == ["a.canvas", "b/C.Base"]
