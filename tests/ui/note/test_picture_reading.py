from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageWriter
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.picture_reading import LONGEST_SIDE, harmless_svg, read_picture

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
    read = read_picture(png(30, 20), ".png")
    assert read is not None
    assert (read.image.size(), read.size) == (QSize(30, 20), QSize(30, 20))


def test_a_huge_picture_is_made_smaller_while_it_is_read() -> None:
    read = read_picture(png(LONGEST_SIDE * 2, 10), ".png")
    assert read is not None
    assert (read.image.width(), read.size.width()) == (LONGEST_SIDE, LONGEST_SIDE * 2)


@pytest.mark.parametrize("data", [b"", b"no picture", png(10, 10)[:40], b"<svg></svg>"])
def test_what_is_no_picture_is_none(data: bytes) -> None:
    assert read_picture(data, ".png") is None


def test_a_drawing_is_drawn_large_enough_to_be_looked_at(qtbot: QtBot) -> None:
    del qtbot
    read = read_picture(SVG.format("<rect width='20' height='10' fill='red'/>").encode(), ".svg")
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
            read = read_picture(drawn.encode(), ".svg")
            assert read is None or read.image.pixelColor(read.image.rect().center()).alpha() == 0


def test_addresses_inside_the_drawing_stay() -> None:
    kept = "<use href='#a'/><image href='data:image/png;base64,AAAA'/><g fill='url(#b)'/>"
    assert harmless_svg(kept) == kept
    gone = harmless_svg("<image href='data:image/svg+xml;base64,AA'/><g fill='url(http://x/y)'/><a href=\"http://x\"/>")
    assert "http" not in gone
    assert "svg+xml" not in gone


def test_a_drawing_with_entities_is_not_read() -> None:
    assert read_picture(("<!DOCTYPE x [<!ENTITY a 'b'>]>" + SVG.format("&a;")).encode(), ".svg") is None
    assert read_picture(SVG.format("").encode("utf-16"), ".svg") is None
