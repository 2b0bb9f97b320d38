"""Corners: cuts the corners off pop-ups on X11, where without a compositor a translucent one would be black."""

from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QGuiApplication, QRegion
from PySide6.QtWidgets import QMenu, QWidget

from vaultdesk.ui.theme.look import Look
from vaultdesk.ui.theme.strokes import rounded_path

MENU, TIP = 8, 6
"""Pixels of LOOK's radius of a menu and of a tooltip."""


SPARED = 1.5
"""Pixels by which less is cut: a mask has whole pixels, and must not bite off the border's curve."""


class Corners(QObject):
    """Watches the size of menus and tooltips. PySide cannot answer Qt's own question for their mask."""

    def __init__(self, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cut the corners off at each size."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            cut_corners(watched, self._look.step(MENU if isinstance(watched, QMenu) else TIP))
        return False


def cut_corners(popup: QWidget, radius: float) -> None:
    """Cut the corners off *popup* where that is needed."""
    if needed():
        path = rounded_path(QRectF(popup.rect()), radius - SPARED)
        popup.setMask(QRegion(path.toFillPolygon().toPolygon()))


def needed() -> bool:
    """Tell whether a translucent corner may be black here."""
    return QGuiApplication.platformName() == "xcb"
