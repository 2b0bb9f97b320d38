"""Mixed: one colour laid over another, where a token at full strength would be too loud. Names no colour."""

from PySide6.QtGui import QColor


def mixed(color: QColor, ground: QColor, share: float) -> QColor:
    """Return *color* laid over *ground* with so large a share."""
    parts = ((color.red(), ground.red()), (color.green(), ground.green()), (color.blue(), ground.blue()))
    return QColor(*(round(over * share + under * (1 - share)) for over, under in parts))
