"""PictureData: bytes of pictures, none too large, none that could refer elsewhere."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

from vaultdesk.ui.widgets.image_data import PICTURE_SIDE, decode_image


def png(width: int, height: int) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def test_a_picture_is_read_and_a_huge_one_made_smaller() -> None:
    small, large = decode_image(png(30, 20)), decode_image(png(4_000, 10))
    assert small is not None
    assert small.size().toTuple() == (30, 20)
    assert large is not None
    assert large.width() == PICTURE_SIDE


def test_what_is_no_picture_and_svg_is_none() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    assert [decode_image(data) for data in (b"", b"GIF89a", b"no picture", png(30, 20)[:40], svg)] == [None] * 5
