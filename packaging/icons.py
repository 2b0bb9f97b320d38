"""Icons: the program's icon, drawn once as SVG, in every form the systems ask for.

    python packaging/icons.py FOLDER     # PNGs from 16 to 1024 pixels, vaultdesk.ico, vaultdesk.icns

Containers are written here: both are a list of PNGs behind a small head, and no library of ours writes them.
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
"""What macOS calls a PNG of each size; the last four are for screens with two pixels a point (16, 32, 128 and 256)."""


def rendered(source: Path, side: int) -> bytes:
    """Return *source* as a PNG of *side* pixels. Needs a QGuiApplication."""
    from PySide6.QtCore import QBuffer, QIODevice, QRectF
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    picture = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    QSvgRenderer(str(source)).render(painter, QRectF(0, 0, side, side))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not picture.save(buffer, "PNG"):
        raise SystemExit(f"{source} could not be drawn at {side} pixels")
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon of *pictures*, PNGs by their side (Microsoft, ICO file format)."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    entries, data = b"", b""
    place = len(head) + 16 * len(pictures)
    for side, png in sorted(pictures.items()):
        small = side % 256  # 256 is written as 0
        entries += struct.pack("<BBBBHHII", small, small, 0, 0, 1, 32, len(png), place + len(data))
        data += png
    return head + entries + data


def icns(pictures: dict[int, bytes]) -> bytes:
    """Return a macOS icon of *pictures*, PNGs by their side (Apple Icon Image format)."""
    parts = b"".join(
        kind + struct.pack(">I", 8 + len(pictures[side])) + pictures[side]
        for kind, side in ICNS_KINDS.items()
        if side in pictures
    )
    return b"icns" + struct.pack(">I", 8 + len(parts)) + parts


def write_icons(folder: Path) -> list[Path]:
    """Write every form into *folder* and return the files."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication.instance() or QGuiApplication([])
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {side: rendered(SOURCE, side) for side in SIZES}
    files = {f"vaultdesk-{side}.png": png for side, png in pictures.items()}
    files["vaultdesk.ico"] = ico({side: pictures[side] for side in ICO_SIZES})
    files["vaultdesk.icns"] = icns(pictures)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    del application
    return [folder / name for name in files]


if __name__ == "__main__":
    for made in write_icons(Path(sys.argv[1])):
        print(made)
