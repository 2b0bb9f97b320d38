"""Mixed: between two colours."""

from PySide6.QtGui import QColor

from vaultdesk.ui.theme.mixed import mixed


def test_mixed_colours_lie_between_two() -> None:
    assert mixed(QColor("white"), QColor("black"), 0.5).name() == "#808080"
    assert mixed(QColor("red"), QColor("blue"), 1.0) == QColor("red")
    assert mixed(QColor("red"), QColor("blue"), 0.0) == QColor("blue")
