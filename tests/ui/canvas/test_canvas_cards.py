"""Tests of ui/canvas/canvas_cards.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.support.pictures import USE_BOMB, picture_file
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.canvas.scene import CANVAS, MISSING, NOTE, PICTURE, house
from vaultdesk.ui.canvas.canvas_cards import (
    IMAGE_SIDE,
    MAX_CACHED_TEXTS,
    TEXTS_PER_PAINT,
    CardContent,
    CardTexts,
    drawn_content,
    from_part,
    read_contents,
)
from vaultdesk.ui.canvas.canvas_file import parse_canvas
from vaultdesk.ui.rendering.drawing_process import DrawingProcesses

# CardTexts: a few are laid out at a time, and few are kept.


@on_qt_loop
async def test_what_is_put_off_is_told_and_laid_out_the_next_time() -> None:
    owner, later = QObject(), []
    texts = CardTexts(owner, lambda: later.append(1))
    texts.begin()
    made = [texts.document(place, "words", 200) for place in range(TEXTS_PER_PAINT + 1)]
    assert [document is not None for document in made] == [True] * TEXTS_PER_PAINT + [False]
    await until(lambda: later)
    texts.begin()
    assert texts.document(TEXTS_PER_PAINT, "words", 200) is not None
    assert texts.document(0, "words", 200) is made[0]


def test_texts_that_were_not_seen_for_long_are_forgotten() -> None:
    owner = QObject()
    texts = CardTexts(owner, list)
    for place in range(MAX_CACHED_TEXTS + 3):
        texts.begin()
        assert texts.document(place, "x", 200) is not None
    assert len(texts._documents) == MAX_CACHED_TEXTS


def test_text_is_cut_at_the_edges_of_its_card() -> None:
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
    inked = {(x >= 100 or y >= 50) for x in range(200) for y in range(200) if image.pixelColor(x, y) != QColor("white")}
    assert inked == {False}


# CardContents: what cards show of files, and what they say of those that are not there.


def test_notes_pictures_and_missing_files_are_told_apart(tmp_path: Path) -> None:
    found = {
        place: content
        for part in read_contents(house(tmp_path), parse_canvas(CANVAS))
        for place, content in part.items()
    }

    assert set(found) == {NOTE, PICTURE, MISSING}
    assert found[NOTE].text == "A pump.\n"
    assert found[PICTURE].picture
    assert found[PICTURE].image is None
    assert found[MISSING].missing


async def test_t9_a_picture_is_drawn_and_a_bomb_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    processes = DrawingProcesses(cpu_limit=1)
    monkeypatch.setattr("vaultdesk.ui.canvas.canvas_cards.drawing_processes", lambda: processes)
    picture = (await drawn_content(picture_file(2 * IMAGE_SIDE, 10))).image
    assert picture is not None
    assert picture.width() == IMAGE_SIDE

    assert await drawn_content(USE_BOMB) == CardContent("This picture takes too long to draw")


def test_no_path_leads_out_of_the_vault(tmp_path: Path) -> None:
    inside = tmp_path / "vault"
    inside.mkdir()
    (tmp_path / "Secret.md").write_text("secret", encoding="utf-8")
    canvas = CANVAS.replace("Boiler.md", "../Secret.md").replace("Gone.md", "/etc/passwd")

    found = {
        place: content for part in read_contents(house(inside), parse_canvas(canvas)) for place, content in part.items()
    }

    assert found[NOTE].missing
    assert found[NOTE].text == ""
    assert found[MISSING].missing


def test_a_part_is_shown_from_its_heading_or_block_on() -> None:
    body = "# A\n\none\n\n## B c\n\ntwo\n\nthree ^id\n"

    assert from_part(body, "#B c") == "two\n\nthree ^id\n"
    assert from_part(body, "#A#B c") == "two\n\nthree ^id\n"
    assert from_part(body, "#^id") == "three ^id\n"
    assert from_part(body, "#Gone") == from_part(body, "") == body
