"""Icons: renders the program's icon from SVG in the formats of all systems.

    python packaging/icons.py FOLDER     # PNGs from 16 to 1024 pixels, vaultdesk.ico, vaultdesk.icns

The containers .ico and .icns are written by this module: both are a list of PNGs after a small header.
"""

import os
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "resources" / "app" / "vaultdesk.svg"

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512, 1024)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_KINDS = {
    b"icp4": 16, b"icp5": 32, b"icp6": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024,
    b"ic11": 32, b"ic12": 64, b"ic13": 256, b"ic14": 512,
}  # fmt: skip
"""The type of the entry for each PNG and its size; the last four are for 16, 32, 128 and 256 points with two pixels
each."""


def rendered(source: Path, size: int) -> bytes:
    """Return *source* as a PNG of *size* pixels. Needs a QGuiApplication."""
    from PySide6.QtCore import QBuffer, QIODevice, QRectF
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(source)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):
        raise SystemExit(f"{source} could not be drawn at {size} pixels")
    return bytes(buffer.data().data())


def ico(images: dict[int, bytes]) -> bytes:
    """Return a Windows icon of *images*, PNGs by their size (Microsoft, ICO file format)."""
    head = struct.pack("<HHH", 0, 1, len(images))
    entries, data = b"", b""
    data_start = len(head) + 16 * len(images)
    for size, png in sorted(images.items()):
        size_byte = size % 256  # 256 is written as 0
        entries += struct.pack("<BBBBHHII", size_byte, size_byte, 0, 0, 1, 32, len(png), data_start + len(data))
        data += png
    return head + entries + data


def icns(images: dict[int, bytes]) -> bytes:
    """Return a macOS icon of *images*, PNGs by their size (Apple Icon Image format)."""
    parts = b"".join(
        kind + struct.pack(">I", 8 + len(images[size])) + images[size]
        for kind, size in ICNS_KINDS.items()
        if size in images
    )
    return b"icns" + struct.pack(">I", 8 + len(parts)) + parts


def write_icons(folder: Path) -> list[Path]:
    """Write all formats into *folder* and return the files."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication.instance() or QGuiApplication([])
    folder.mkdir(parents=True, exist_ok=True)
    images = {size: rendered(SOURCE, size) for size in SIZES}
    files = {f"vaultdesk-{size}.png": png for size, png in images.items()}
    files["vaultdesk.ico"] = ico({size: images[size] for size in ICO_SIZES})
    files["vaultdesk.icns"] = icns(images)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    del application
    return [folder / name for name in files]


if __name__ == "__main__":
    for file in write_icons(Path(sys.argv[1])):
        print(file)
