"""A canvas with every kind of card, and the files that its cards show."""

import json
from pathlib import Path

from PySide6.QtGui import QColor, QImage

from vaultdesk.vault.disk.vault_files import VaultFiles

CARDS: list[dict[str, object]] = [
    {"id": "g", "type": "group", "x": -40, "y": -60, "width": 720, "height": 420, "label": "House", "color": "5"},
    {"id": "a", "type": "text", "x": 0, "y": 0, "width": 280, "height": 200, "text": "# Decision\n\n[[Boiler]] first"},
    {
        "id": "b",
        "type": "file",
        "x": 360,
        "y": 0,
        "width": 280,
        "height": 320,
        "file": "Boiler.md",
        "subpath": "#Result",
    },
    {"id": "c", "type": "link", "x": 0, "y": 230, "width": 280, "height": 90, "url": "https://example.org"},
    {"id": "d", "type": "file", "x": 760, "y": -40, "width": 260, "height": 200, "file": "pic.png"},
    {"id": "e", "type": "file", "x": 760, "y": 220, "width": 260, "height": 80, "file": "Gone.md"},
]
ARROWS = [
    {"id": "1", "fromNode": "a", "toNode": "b", "label": "follows from"},
    {"id": "2", "fromNode": "a", "toNode": "a"},
    {"id": "3", "fromNode": "b", "toNode": "e", "fromEnd": "arrow", "toEnd": "none"},
]
CANVAS = json.dumps({"nodes": CARDS, "edges": ARROWS})
GROUP, TEXT, NOTE, LINK, PICTURE, MISSING = range(6)


def write_canvas_vault(folder: Path, canvas: str = CANVAS) -> VaultFiles:
    """Write the canvas and the files that its cards show into *folder*."""
    (folder / "House.canvas").write_text(canvas, encoding="utf-8")
    (folder / "Boiler.md").write_text("---\na: 1\n---\n# Boiler\n\nLeaks.\n\n## Result\n\nA pump.\n", encoding="utf-8")
    picture = QImage(30, 20, QImage.Format.Format_RGB32)
    picture.fill(QColor("teal"))
    assert picture.save(str(folder / "pic.png"))
    return VaultFiles(folder)
