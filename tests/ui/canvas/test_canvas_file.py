"""BoardFile: canvases as values; hostile ones are bounded or said to be broken."""

import json

import pytest

from vaultdesk.ui.canvas.canvas_file import MAX_CARD_SIDE, MAX_CARDS, MAX_COORDINATE, parse_canvas, role_of


def written(nodes: list[object], edges: list[object] | None = None) -> str:
    return json.dumps({"nodes": nodes, "edges": edges or []})


def test_cards_arrows_colours_and_sides_are_read() -> None:
    board = parse_canvas(
        written(
            [
                {"id": "a", "type": "text", "x": 0, "y": 0, "width": 100, "height": 50, "text": "# Hi", "color": "1"},
                {
                    "id": "b",
                    "type": "file",
                    "x": 300,
                    "y": 0,
                    "width": 100,
                    "height": 50,
                    "file": "A.md",
                    "subpath": "#B",
                },
            ],
            [{"id": "e", "fromNode": "a", "toNode": "b", "toSide": "top", "label": "so", "toEnd": "none"}],
        )
    )
    first, second = board.cards
    assert (first.kind, first.text, first.role, first.centre) == ("text", "# Hi", "danger", (50, 25))
    assert (second.kind, second.text, second.subpath) == ("file", "A.md", "#B")
    (arrow,) = board.arrows
    assert (arrow.start, arrow.end, arrow.start_side, arrow.end_side) == (0, 1, "right", "top")
    assert (arrow.label, arrow.start_arrow, arrow.end_arrow) == ("so", False, False)


def test_an_empty_file_is_an_empty_canvas_and_no_json_is_a_broken_one() -> None:
    assert parse_canvas("\ufeff \n") == parse_canvas("")
    assert not parse_canvas("").broken
    for text in ("{", "[]", "null", '{"nodes": 7}', "[" * 100_000):
        assert parse_canvas(text).broken


@pytest.mark.parametrize("value", [1e300, -1e300, 10**400, True, "7", None, [1], {"a": 1}, float("nan"), float("inf")])
def test_no_number_leads_out_of_the_picture(value: object) -> None:
    text = '{"nodes": [{"type": "text", "x": %s, "y": %s, "width": %s, "height": %s}]}'
    (card,) = parse_canvas(text % ((json.dumps(value),) * 4)).cards
    assert -MAX_COORDINATE <= card.x <= MAX_COORDINATE
    assert -MAX_COORDINATE <= card.y <= MAX_COORDINATE
    assert 20 <= card.width <= MAX_CARD_SIDE
    assert 20 <= card.height <= MAX_CARD_SIDE


def test_what_is_too_much_is_counted_and_arrows_to_nowhere_are_left_out() -> None:
    nodes: list[object] = [{"id": str(number), "type": "text", "text": "x"} for number in range(MAX_CARDS + 7)]
    board = parse_canvas(
        written([*nodes, 3, None], [{"fromNode": "0", "toNode": "gone"}, 5, {"fromNode": "1", "toNode": "1"}])
    )
    assert (len(board.cards), board.left_out, len(board.arrows)) == (MAX_CARDS, 7, 1)


def test_cards_are_read_in_rows() -> None:
    board = parse_canvas(written([{"x": 300, "y": 10}, {"x": 0, "y": 500}, {"x": 0, "y": 0}]))
    assert board.reading_order() == [2, 0, 1]


@pytest.mark.parametrize(
    ("color", "role"),
    [("1", "danger"), ("6", "code_word"), ("", ""), ("#ff0000", "danger"), ("#ff8800", "orange"),
     ("#00ff00", "success"), ("#888888", "outline"), ("#zzzzzz", ""), ("red", ""), ("#fff", "")],
)  # fmt: skip
def test_colours_of_the_file_are_those_of_the_window(color: str, role: str) -> None:
    assert role_of(color) == role
