"""Picture files for tests: plain images, and SVG drawings that are extremely slow to render."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageWriter

SPACES = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
SVG = f"<svg {SPACES} width='20' height='10'>{{}}</svg>"
"""Template of a drawing; the placeholder is its content."""

USE_BOMB = SVG.format(
    "<defs><g id='a0'><rect width='9' height='9'/></g>"
    + "".join(f"<g id='a{level}'>" + f"<use xlink:href='#a{level - 1}'/>" * 10 + "</g>" for level in range(1, 10))
    + "</defs><use xlink:href='#a9'/>"
).encode()
"""Two kilobytes that draw a billion rectangles."""


def picture_file(width: int, height: int, kind: bytes = b"PNG") -> bytes:
    """Return a red image as the bytes of a file."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(kind)).write(image)
    return bytes(buffer.data().data())
