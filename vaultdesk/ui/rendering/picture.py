"""Raster images decoded in this process, limited in size; recognized by their first bytes, never by file name."""

from msgspec import Struct
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

# Qt asks each of its plugins whether it supports the data: the one for SVG parses a whole drawing to determine its
# size, which a nested `<use>` makes endless, and the one for PDF renders a page. So the format is determined here and
# passed to Qt.

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", b"png"),
    (b"\xff\xd8\xff", b"jpeg"),
    (b"GIF87a", b"gif"),
    (b"GIF89a", b"gif"),
    (b"BM", b"bmp"),
    (b"\x00\x00\x01\x00", b"ico"),
    (b"icns", b"icns"),
    (b"II*\x00", b"tiff"),
    (b"MM\x00*", b"tiff"),
)

IN_PROCESS_FORMATS = (b"png", b"jpeg", b"gif", b"bmp", b"webp")
"""The formats decoded in this process: those usual in notes, with decoders used by every browser."""

MAX_PIXELS_IN_PROCESS = 100_000_000
"""Maximum number of pixels of a file decoded in this process: the largest cameras. It takes two seconds of a thread."""

MAX_JPEG_SCANS = 40
"""Maximum number of scans in a JPEG file. Progressive ones have about ten; each costs as much as the whole image."""


class DecodedPicture(Struct, frozen=True):
    """An image, and its size according to the file."""

    image: QImage
    size: QSize


def raster_format(data: bytes) -> bytes:
    """Return Qt's name of the raster format of *data*; empty if it is unknown."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return b"webp"
    return next((name for magic, name in _MAGIC if data.startswith(magic)), b"")


def is_svg(data: bytes) -> bool:
    """Whether *data* appears to be an SVG drawing: markup with its element near the start."""
    head = data[:100_000].removeprefix(b"\xef\xbb\xbf").lstrip()
    return head.startswith(b"<") and b"<svg" in head.lower()


def is_drawable(data: bytes) -> bool:
    """Whether *data* appears to be an image that this program can show."""
    return bool(raster_format(data)) or is_svg(data)


def is_cheap_raster(data: bytes) -> bool:
    """Whether *data* is a raster image that is decoded in this process: a usual format, not too many pixels."""
    kind = raster_format(data)
    if kind not in IN_PROCESS_FORMATS or (kind == b"jpeg" and data.count(b"\xff\xda") > MAX_JPEG_SCANS):
        return False
    size = _FormatReader(data, kind).size()
    return size.width() * size.height() <= MAX_PIXELS_IN_PROCESS


def read_raster(data: bytes, kind: bytes, side: int) -> DecodedPicture | None:
    """Return the image in *data*, of Qt's format *kind*, its longer side at most *side* pixels.

    None if it is damaged. Takes up to seconds: call it in a thread.
    """
    reader = _FormatReader(data, kind)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid():
        return None
    if max(size.width(), size.height()) > side:
        reader.setScaledSize(bounded_size(size, side))
    image = reader.read()
    if image.isNull():
        return None
    is_rotated = (image.width() > image.height()) != (size.width() > size.height())
    return DecodedPicture(image, size.transposed() if is_rotated else size)


def bounded_size(size: QSize, side: int) -> QSize:
    """Return *size* scaled so that its longer side is *side* pixels and neither side is empty."""
    return size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))


def copied_image(data: QMimeData, side: int) -> QImage | None:
    """Return the image in the clipboard's *data*, its longer side at most *side* pixels; None if there is none."""
    # Read as encoded files if the system provides them: Qt would guess the format from the content.
    names = sorted((name for name in data.formats() if name.startswith("image/")), key=lambda name: name != "image/png")
    for name in names:
        content = bytes(data.data(name).data())
        kind = raster_format(content)
        read = read_raster(content, kind, side) if kind else None
        if read is not None:
            return read.image
    image = data.imageData() if not names else None
    return image if isinstance(image, QImage) and not image.isNull() else None


class _FormatReader(QImageReader):
    """Reads one format from memory, without asking other plugins."""

    def __init__(self, data: bytes, kind: bytes) -> None:
        buffer = QBuffer()
        buffer.setData(QByteArray(data))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        super().__init__(buffer, QByteArray(kind))
        self._buffer = buffer  # The reader does not own it.
        self.setAutoDetectImageFormat(False)
