"""Legend: each colour has its folder's name beside it."""

from PySide6.QtWidgets import QWidget

from vaultdesk.ui.graph.crowd import crowd_colors
from vaultdesk.ui.graph.legend import Legend


def test_folders_are_named_beside_their_colours() -> None:
    held = QWidget()
    held.resize(400, 300)
    legend = Legend(held)
    legend.show_names(["Projects", "Daily", "x" * 100])
    assert legend.accessibleName() == f"Projects, Daily, {'x' * 23}…"
    assert legend.geometry().right() < 400
    picture = legend.grab().toImage()
    row = picture.height() // 3
    assert [picture.pixelColor(5, row * line + row // 2) for line in range(3)] == list(crowd_colors()[2:5])
    legend.show_names([])
    assert not legend.isVisibleTo(held)
