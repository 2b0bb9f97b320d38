"""Drop: a folder dragged over the window: what counts as one, and the sign that it may be dropped."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.theme import theme


def dropped_folder(data: QMimeData) -> Path | None:
    """Return the folder in *data* if it is exactly one folder of this computer.

    Text fields ask this too (`canInsertFromMimeData`), so that a folder falls through to the window.
    """
    if not data.hasUrls():
        return None
    urls = data.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.is_dir() else None


class DropVeil(QWidget):
    """Lies over the window while a folder is held above it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def cover(self) -> None:
        """Show over the whole window."""
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a tinted ground, a dashed edge and the words."""
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = look.color("accent_tint")
        ground.setAlphaF(0.92)
        painter.fillRect(self.rect(), ground)
        pen = QPen(look.color("accent"), 2)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        edge = look.step(16)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), look.step(8), look.step(8))
        side = look.step(26)
        middle = self.rect().center()
        picture = pixmap("folder", "accent", side, self.devicePixelRatioF())
        painter.drawPixmap(middle.x() - side // 2, middle.y() - side - look.step(8), picture)
        painter.setFont(look.font("title"))
        painter.setPen(look.color("text"))
        words = self.rect().adjusted(0, self.rect().height() // 2, 0, 0)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(words, int(flags), self.tr("Drop to open this folder as a vault"))
