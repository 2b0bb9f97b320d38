"""Picture reading: a picture file of the vault as an image, scaled while it is decoded. For threads; shows nothing.

What a file says of itself may be a lie or an attack: its size is looked at before its pixels are, and a drawing in SVG
loses every address in it, because Qt would open files of the computer for them (THREATS 0.3).
"""

import re
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter
from PySide6.QtSvg import QSvgRenderer

MOST_BYTES = 60_000_000
"""Bytes of a picture file that are read: photographs of the largest cameras stay under it."""

MOST_SVG_BYTES = 4_000_000
"""Bytes of a drawing; each element costs time on every paint."""

LONGEST_SIDE = 6_000
"""Pixels of the longer side a picture is decoded at: 144 MB at most, and more than screens show."""

_HREF = re.compile(r"""(\bhref\s*=\s*)(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_INNER = re.compile(r"\s*(?:#|data:image/(?:png|jpe?g|gif|webp|bmp)[;,])", re.IGNORECASE)
_URL = re.compile(r"url\(\s*(?!['\"]?\s*#)[^)]*\)", re.IGNORECASE)


@dataclass(frozen=True)
class ReadPicture:
    """A picture, and how large the file says it is."""

    image: QImage
    size: QSize


def read_picture(data: bytes, suffix: str) -> ReadPicture | None:
    """Return the picture in *data*; None where there is none that can be shown."""
    if suffix.lower() == ".svg":
        return _drawing(data)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or bytes(reader.format().data()) in (b"svg", b"svgz"):
        return None
    longest = max(size.width(), size.height())
    if longest > LONGEST_SIDE:
        reader.setScaledSize(_bounded(size, LONGEST_SIDE))
    image = reader.read()
    if image.isNull():
        return None
    turned = (image.width() > image.height()) != (size.width() > size.height())
    return ReadPicture(image, size.transposed() if turned else size)


def harmless_svg(text: str) -> str:
    """Return *text*, a drawing, with every address taken out that leads outside of it."""

    def inner(found: re.Match[str]) -> str:
        value = found[2] if found[2] is not None else found[3]
        return found[0] if _INNER.match(value) else f'{found[1]}"#"'

    return _URL.sub("none", _HREF.sub(inner, text))


def _drawing(data: bytes) -> ReadPicture | None:
    if len(data) > MOST_SVG_BYTES:
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None  # Another encoding could hide an address.
    if "<!ENTITY" in text.upper():
        return None  # As could this.
    renderer = QSvgRenderer(QByteArray(harmless_svg(text).encode()))
    if not renderer.isValid():
        return None
    size = renderer.defaultSize()
    if size.isEmpty():
        size = QSize(600, 600)
    drawn = _bounded(size, 2_000) if max(size.width(), size.height()) > 2_000 else size * _scale(size)
    image = QImage(drawn, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, drawn.width(), drawn.height()))
    painter.end()
    return ReadPicture(image, size)


def _scale(size: QSize) -> int:
    """Return how much larger a small drawing is drawn, so that it stays sharp when it is looked at closely."""
    return max(1, min(8, 2_000 // max(1, size.width(), size.height())))


def _bounded(size: QSize, side: int) -> QSize:
    return size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
