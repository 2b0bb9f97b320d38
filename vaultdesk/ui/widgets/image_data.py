"""Image files decoded from memory, bounded in size; SVG is refused."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QImageReader

PICTURE_SIDE = 2_000
"""Pixels of the longer side a picture is read at; a file may promise far more than memory holds."""


def decode_image(data: bytes) -> QImage | None:
    """Return the picture *data* holds, none larger than is shown; None where it is none that may be shown."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    if bytes(reader.format().data()) in (b"svg", b"svgz") or not size.isValid():
        return None
    longest = max(size.width(), size.height())
    if longest > PICTURE_SIDE:
        share = PICTURE_SIDE / longest
        reader.setScaledSize(QSize(max(1, round(size.width() * share)), max(1, round(size.height() * share))))
    image = reader.read()
    return None if image.isNull() else image
