"""Tests of ui/notes/image_page.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QSize, Qt
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.notes.image_page import MAX_IMAGE_SIDE, ZOOM_STEP, ImagePage, ImageView, decode_image, sanitize_svg

SPACES = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
SVG = f"<svg {SPACES} width='20' height='10'>{{}}</svg>"


def png(width: int, height: int) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(buffer.data().data())


def test_a_picture_is_read_with_its_size() -> None:
    read = decode_image(png(30, 20), ".png")
    assert read is not None
    assert (read.image.size(), read.size) == (QSize(30, 20), QSize(30, 20))


def test_a_huge_picture_is_made_smaller_while_it_is_read() -> None:
    read = decode_image(png(MAX_IMAGE_SIDE * 2, 10), ".png")
    assert read is not None
    assert (read.image.width(), read.size.width()) == (MAX_IMAGE_SIDE, MAX_IMAGE_SIDE * 2)


@pytest.mark.parametrize("data", [b"", b"no picture", png(10, 10)[:40], b"<svg></svg>"])
def test_what_is_no_picture_is_none(data: bytes) -> None:
    assert decode_image(data, ".png") is None


def test_a_drawing_is_drawn_large_enough_to_be_looked_at(qtbot: QtBot) -> None:
    del qtbot
    read = decode_image(SVG.format("<rect width='20' height='10' fill='red'/>").encode(), ".svg")
    assert read is not None
    assert read.size == QSize(20, 10)
    assert read.image.pixelColor(read.image.rect().center()).red() == 255


def test_a_drawing_opens_no_file_of_the_computer(qtbot: QtBot, tmp_path: Path) -> None:
    del qtbot
    secret = tmp_path / "secret.png"
    secret.write_bytes(png(20, 10))
    for address in (secret.as_uri(), str(secret), f"&#x66;ile://{secret}"):
        for attribute in ("href", "xlink:href", "XLINK:HREF = "):
            drawn = SVG.format(f"<image width='20' height='10' {attribute}='{address}'/>").replace("= =", "=")
            read = decode_image(drawn.encode(), ".svg")
            assert read is None or read.image.pixelColor(read.image.rect().center()).alpha() == 0


def test_addresses_inside_the_drawing_stay() -> None:
    kept = "<use href='#a'/><image href='data:image/png;base64,AAAA'/><g fill='url(#b)'/>"
    assert sanitize_svg(kept) == kept
    gone = sanitize_svg("<image href='data:image/svg+xml;base64,AA'/><g fill='url(http://x/y)'/><a href=\"http://x\"/>")
    assert "http" not in gone
    assert "svg+xml" not in gone


def test_a_drawing_with_entities_is_not_read() -> None:
    assert decode_image(("<!DOCTYPE x [<!ENTITY a 'b'>]>" + SVG.format("&a;")).encode(), ".svg") is None
    assert decode_image(SVG.format("").encode("utf-16"), ".svg") is None


def view(qtbot: QtBot, width: int, height: int) -> ImageView:
    made = ImageView("Plan")
    qtbot.addWidget(made)
    made.resize(400, 400)
    made.show()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    made.show_image(image, QSize(width, height))
    return made


def test_a_large_picture_is_fitted_and_a_small_one_is_shown_as_it_is(qtbot: QtBot) -> None:
    large = view(qtbot, 1000, 2000)
    assert large.fitted
    assert large.zoom * 2000 <= 400
    assert view(qtbot, 50, 50).zoom == 1.0


def test_keys_make_it_larger_smaller_and_fit_it_again(qtbot: QtBot) -> None:
    made = view(qtbot, 1000, 1000)
    before = made.zoom
    QTest.keyClick(made, Qt.Key.Key_Plus)
    assert abs(made.zoom - before * ZOOM_STEP) < 1e-9
    QTest.keyClick(made, Qt.Key.Key_Minus)
    QTest.keyClick(made, Qt.Key.Key_1)
    assert (made.zoom, made.fitted) == (1.0, False)
    assert made.verticalScrollBar().maximum() > 0
    QTest.keyClick(made, Qt.Key.Key_0)
    assert made.fitted


def test_the_point_under_the_mouse_stays_where_it_is(qtbot: QtBot) -> None:
    made = view(qtbot, 1000, 1000)
    made.set_zoom(1.0, QPointF(200, 200))
    seen = made.horizontalScrollBar().value() + 200
    made.set_zoom(2.0, QPointF(200, 200))
    assert abs(made.horizontalScrollBar().value() + 200 - 2 * seen) <= 2


def test_pages_are_turned_by_keys(qtbot: QtBot) -> None:
    made = view(qtbot, 10, 10)
    turned: list[int] = []
    made.page_requested.connect(turned.append)
    QTest.keyClick(made, Qt.Key.Key_PageDown)
    QTest.keyClick(made, Qt.Key.Key_PageUp)
    assert turned == [1, -1]


@on_qt_loop
async def test_a_picture_is_shown_and_a_broken_one_told(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "plan.png").write_bytes(png(30, 20))
        page = ImagePage(at.vault, "plan.png")
        page.show()
        await until(lambda: page.body.currentWidget() is page.view)
        assert page.facts.text().startswith("30 × 20")
        (at.root / "plan.png").write_bytes(b"broken")
        page.check_file()
        await until(lambda: page.body.currentWidget() is page.error_state)
        page.close()
        page.deleteLater()
