"""Tests of ui/notes/canvas_cards.py."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.support.pictures import USE_BOMB, picture_file
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.notes.canvas_scene import CANVAS, MISSING, NOTE, PICTURE, write_canvas_vault
from vaultdesk.ui.notes.canvas_cards import (
    IMAGE_SIDE,
    MAX_CACHED_TEXTS,
    MAX_CARD_SIDE,
    MAX_CARDS,
    MAX_COORDINATE,
    TEXTS_PER_PAINT,
    CardContent,
    CardTexts,
    drawn_content,
    from_part,
    parse_canvas,
    read_contents,
    role_of,
)
from vaultdesk.ui.rendering.drawing_process import DrawingProcesses

# Parsing of canvases: hostile ones are bounded or marked as broken.


def canvas_json(nodes: list[object], edges: list[object] | None = None) -> str:
    return json.dumps({"nodes": nodes, "edges": edges or []})


def test_cards_arrows_colors_and_sides_are_parsed() -> None:
    board = parse_canvas(
        canvas_json(
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
    assert (first.kind, first.text, first.role, first.center) == ("text", "# Hi", "danger", (50, 25))
    assert (second.kind, second.text, second.subpath) == ("file", "A.md", "#B")
    (arrow,) = board.arrows
    assert (arrow.start, arrow.end, arrow.start_side, arrow.end_side) == (0, 1, "right", "top")
    assert (arrow.label, arrow.start_arrow, arrow.end_arrow) == ("so", False, False)


def test_an_empty_file_is_an_empty_canvas_and_invalid_json_a_broken_one() -> None:
    assert parse_canvas("\ufeff \n") == parse_canvas("")
    assert not parse_canvas("").broken
    for text in ("{", "[]", "null", '{"nodes": 7}', "[" * 100_000):
        assert parse_canvas(text).broken


@pytest.mark.parametrize("value", [1e300, -1e300, 10**400, True, "7", None, [1], {"a": 1}, float("nan"), float("inf")])
def test_extreme_and_invalid_numbers_are_clamped(value: object) -> None:
    text = '{"nodes": [{"type": "text", "x": %s, "y": %s, "width": %s, "height": %s}]}'
    (card,) = parse_canvas(text % ((json.dumps(value),) * 4)).cards
    assert -MAX_COORDINATE <= card.x <= MAX_COORDINATE
    assert -MAX_COORDINATE <= card.y <= MAX_COORDINATE
    assert 20 <= card.width <= MAX_CARD_SIDE
    assert 20 <= card.height <= MAX_CARD_SIDE


def test_surplus_cards_are_counted_and_dangling_arrows_are_dropped() -> None:
    nodes: list[object] = [{"id": str(number), "type": "text", "text": "x"} for number in range(MAX_CARDS + 7)]
    board = parse_canvas(
        canvas_json([*nodes, 3, None], [{"fromNode": "0", "toNode": "gone"}, 5, {"fromNode": "1", "toNode": "1"}])
    )
    assert (len(board.cards), board.left_out, len(board.arrows)) == (MAX_CARDS, 7, 1)


def test_the_reading_order_of_cards_is_by_rows() -> None:
    board = parse_canvas(canvas_json([{"x": 300, "y": 10}, {"x": 0, "y": 500}, {"x": 0, "y": 0}]))
    assert board.reading_order() == [2, 0, 1]


@pytest.mark.parametrize(
    ("color", "role"),
    [("1", "danger"), ("6", "code_word"), ("", ""), ("#ff0000", "danger"), ("#ff8800", "orange"),
     ("#00ff00", "success"), ("#888888", "outline"), ("#zzzzzz", ""), ("red", ""), ("#fff", "")],
)  # fmt: skip
def test_colors_of_the_file_are_mapped_to_theme_roles(color: str, role: str) -> None:
    assert role_of(color) == role


# CardTexts: few documents are laid out in one paint, and a limited number is cached.


@on_qt_loop
async def test_deferred_texts_are_signalled_and_laid_out_in_the_next_paint() -> None:
    owner, repaints = QObject(), []
    texts = CardTexts(owner, lambda: repaints.append(1))
    texts.begin()
    documents = [texts.document(index, "words", 200) for index in range(TEXTS_PER_PAINT + 1)]
    assert [document is not None for document in documents] == [True] * TEXTS_PER_PAINT + [False]
    await until(lambda: repaints)
    texts.begin()
    assert texts.document(TEXTS_PER_PAINT, "words", 200) is not None
    assert texts.document(0, "words", 200) is documents[0]


def test_texts_that_were_not_painted_recently_are_evicted() -> None:
    owner = QObject()
    texts = CardTexts(owner, list)
    for index in range(MAX_CACHED_TEXTS + 3):
        texts.begin()
        assert texts.document(index, "x", 200) is not None
    assert len(texts._documents) == MAX_CACHED_TEXTS


def test_text_is_clipped_to_its_card() -> None:
    owner = QObject()
    texts = CardTexts(owner, list)
    texts.begin()
    document = texts.document(0, "long words " * 200, 100)
    assert document is not None
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    texts.draw(painter, document, QRectF(0, 0, 100, 50))
    painter.end()
    painted_outside = {
        (x >= 100 or y >= 50) for x in range(200) for y in range(200) if image.pixelColor(x, y) != QColor("white")
    }
    assert painted_outside == {False}


# Contents of file cards, also of missing files.


def test_contents_of_notes_pictures_and_missing_files_differ(tmp_path: Path) -> None:
    found = {
        index: content
        for batch in read_contents(write_canvas_vault(tmp_path), parse_canvas(CANVAS))
        for index, content in batch.items()
    }

    assert set(found) == {NOTE, PICTURE, MISSING}
    assert found[NOTE].text == "A pump.\n"
    assert found[PICTURE].picture
    assert found[PICTURE].image is None
    assert found[MISSING].missing


async def test_t9_a_picture_is_scaled_down_and_an_svg_bomb_becomes_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = DrawingProcesses(cpu_limit=1)
    monkeypatch.setattr("vaultdesk.ui.notes.canvas_cards.drawing_processes", lambda: processes)
    picture = (await drawn_content(picture_file(2 * IMAGE_SIDE, 10))).image
    assert picture is not None
    assert picture.width() == IMAGE_SIDE

    assert await drawn_content(USE_BOMB) == CardContent("This picture takes too long to display")


def test_paths_outside_the_vault_are_shown_as_missing(tmp_path: Path) -> None:
    inside = tmp_path / "vault"
    inside.mkdir()
    (tmp_path / "Secret.md").write_text("secret", encoding="utf-8")
    canvas = CANVAS.replace("Boiler.md", "../Secret.md").replace("Gone.md", "/etc/passwd")

    found = {
        index: content
        for batch in read_contents(write_canvas_vault(inside), parse_canvas(canvas))
        for index, content in batch.items()
    }

    assert found[NOTE].missing
    assert found[NOTE].text == ""
    assert found[MISSING].missing


def test_a_subpath_shows_the_text_from_its_heading_or_block() -> None:
    body = "# A\n\none\n\n## B c\n\ntwo\n\nthree ^id\n"

    assert from_part(body, "#B c") == "two\n\nthree ^id\n"
    assert from_part(body, "#A#B c") == "two\n\nthree ^id\n"
    assert from_part(body, "#^id") == "three ^id\n"
    assert from_part(body, "#Gone") == from_part(body, "") == body
