"""Child process that renders one PDF page, SVG drawing or large image and writes its pixels. Imported by `__main__`."""

import json
import os
import re
import signal
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from vaultdesk.core.platform.limited_process import limit_this_process

if TYPE_CHECKING:
    # Qt is imported for images only: a PDF page is rendered without it.
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QImage

# The parent side is in drawing_process.py. The parent ends this process when it takes too long; the limits here also
# apply if the parent is gone.

MEMORY_LIMIT = 2_500_000_000
"""Bytes of address space; a scanned page takes a tenth of it."""

PDF_CPU_LIMIT = 30
"""Seconds of processor time for one page of a PDF."""

MAX_SVG_BYTES = 8_000_000
"""Maximum number of bytes of an SVG drawing."""

SHARP_SIDE = 2_000
"""Pixels of the longer side of a rendered SVG drawing, so that it is sharp when enlarged."""

SHARP_SCALE = 8
"""Maximum factor by which a small SVG drawing is enlarged."""

DEFAULT_SVG_SIDE = 600
"""Pixels of an SVG drawing without a size."""

_HREF = re.compile(r"""(\bhref\s*=\s*)(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_INNER = re.compile(r"\s*(?:#|data:image/(?:png|jpe?g|gif|webp|bmp)[;,])", re.IGNORECASE)
_URL = re.compile(r"url\(\s*(?!['\"]?\s*#)[^)]*\)", re.IGNORECASE)

Header = Mapping[str, object]


def run_drawing(kind: str, *arguments: str) -> int:
    """Render the file on standard input, write header and pixels, and return the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_this_process(MEMORY_LIMIT, PDF_CPU_LIMIT if kind == "pdf" else int(arguments[1]))
    data = sys.stdin.buffer.read()
    if kind == "pdf":
        header, pixels = draw_pdf_page(data, int(arguments[0]), int(arguments[1]))
    else:
        header, pixels = draw_picture(data, int(arguments[0]))
    sys.stdout.buffer.write(json.dumps(header).encode("utf-8") + b"\n" + pixels)
    sys.stdout.buffer.flush()
    return 0


def draw_pdf_page(data: bytes, number: int, side: int) -> tuple[Header, bytes]:
    """Return page *number* of the document *data*, its longer side *side* pixels."""
    try:
        import pypdfium2
    except ImportError:
        return {"problem": "no library"}, b""
    try:
        document = pypdfium2.PdfDocument(data)
        pages = len(document)
        number = max(0, min(number, pages - 1))
        page = document[number]
        longest = max(page.get_width(), page.get_height(), 1)
        bitmap = page.render(scale=side / longest, prefer_bgrx=True, draw_annots=True)
        header = {
            "number": number, "pages": pages, "width": bitmap.width, "height": bitmap.height, "line": bitmap.stride,
        }  # fmt: skip
        return header, bytes(bitmap.buffer)
    except pypdfium2.PdfiumError as error:
        return {"problem": "locked" if "password" in str(error).lower() else "broken"}, b""
    except (ValueError, IndexError, MemoryError, RuntimeError):
        return {"problem": "broken"}, b""


def draw_picture(data: bytes, side: int) -> tuple[Header, bytes]:
    """Return the image in *data*, its longer side at most *side* pixels."""
    # Text in a drawing needs fonts, which Qt loads with an application only. No window is created.
    if sys.platform.startswith("linux"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_MAC_DISABLE_FOREGROUND_APPLICATION_TRANSFORM"] = "1"
    from PySide6.QtGui import QGuiApplication, QImage

    from vaultdesk.ui.rendering.picture import is_svg

    application = QGuiApplication.instance() or QGuiApplication([])
    image, size = _svg(data, side) if is_svg(data) else _raster(data, side)
    del application
    if image is None or image.isNull():
        return {"problem": "broken"}, b""
    image = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    header = {
        "width": image.width(), "height": image.height(), "line": image.bytesPerLine(), "alpha": True,
        "file_width": size.width(), "file_height": size.height(),
    }  # fmt: skip
    return header, bytes(image.constBits())


def sanitize_svg(text: str) -> str:
    """Return *text*, an SVG drawing, without references to external resources."""

    def replacement(match: re.Match[str]) -> str:
        value = match[2] if match[2] is not None else match[3]
        return match[0] if _INNER.match(value) else f'{match[1]}"#"'

    return _URL.sub("none", _HREF.sub(replacement, text))


def _svg(data: bytes, side: int) -> "tuple[QImage | None, QSize]":
    from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    from vaultdesk.ui.rendering.picture import bounded_size

    nothing = None, QSize()
    if len(data) > MAX_SVG_BYTES:
        return nothing
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return nothing  # Another encoding could hide an address.
    if "<!ENTITY" in text.upper():
        return nothing  # As could this.
    renderer = QSvgRenderer(QByteArray(sanitize_svg(text).encode()))
    if not renderer.isValid():
        return nothing
    size = renderer.defaultSize()
    if size.isEmpty():
        size = QSize(DEFAULT_SVG_SIDE, DEFAULT_SVG_SIDE)
    max_side = min(side, SHARP_SIDE)
    longest = max(size.width(), size.height())
    image_size = (
        bounded_size(size, max_side) if longest > max_side else size * max(1, min(SHARP_SCALE, max_side // longest))
    )
    image = QImage(image_size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, image_size.width(), image_size.height()))
    painter.end()
    return image, size


def _raster(data: bytes, side: int) -> "tuple[QImage | None, QSize]":
    from PySide6.QtCore import QSize

    from vaultdesk.ui.rendering.picture import raster_format, read_raster

    kind = raster_format(data)
    read = read_raster(data, kind, side) if kind else None
    return (read.image, read.size) if read is not None else (None, QSize())
