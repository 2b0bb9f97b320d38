"""Folders and notes dragged over the window: which are accepted, and the overlay that says so."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.theme import theme

NOTE_ENDINGS = (".md", ".canvas", ".base")
"""Files that are opened in the vault they lie in."""

OWN_NOTES = "application/x-vaultdesk-notes"
"""What is dragged out of the list of files; it has other places to go."""

OWN_SOURCE = "application/x-vaultdesk-source"
"""A link's target, dragged out of an answer: to be written or asked about; nothing is moved by it."""


def dropped_folder(data: QMimeData) -> Path | None:
    """Return the folder in *data* if it is exactly one folder of this computer.

    Text fields ask this too (`canInsertFromMimeData`), so that a folder falls through to the window.
    """
    path = _one_path(data)
    return path if path is not None and path.is_dir() else None


def dropped_path(data: QMimeData) -> Path | None:
    """Return the folder or the note in *data* if it is exactly one, and not one that is moved within the window."""
    path = None if data.hasFormat(OWN_NOTES) else _one_path(data)
    if path is None or path.is_dir():
        return path
    return path if path.suffix.lower() in NOTE_ENDINGS and path.is_file() else None


def _one_path(data: QMimeData) -> Path | None:
    urls = data.urls() if data.hasUrls() else []
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None


class DropOverlay(QWidget):
    """Lies over the window while a folder is held above it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._words = ""
        self._icon = "folder"
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_for(self, path: Path) -> None:
        """Show over the whole window what dropping *path* does."""
        folder = path.is_dir()
        self._icon = "folder" if folder else "file"
        self._words = self.tr("Drop to open this folder as a vault") if folder else self.tr("Drop to open this note")
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = values.color("accent_tint")
        ground.setAlphaF(0.92)
        painter.fillRect(self.rect(), ground)
        pen = QPen(values.color("accent"), 2)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        edge = values.px(16)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), values.px(8), values.px(8))
        side = values.px(26)
        middle = self.rect().center()
        picture = pixmap(self._icon, "accent", side, self.devicePixelRatioF())
        painter.drawPixmap(middle.x() - side // 2, middle.y() - side - values.px(8), picture)
        painter.setFont(values.font("title"))
        painter.setPen(values.color("text"))
        words = self.rect().adjusted(2 * edge, self.rect().height() // 2, -2 * edge, 0)
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        said = painter.boundingRect(words, flags, self._words)
        painter.drawText(words, flags, self._words)
        painter.setFont(values.font("interface"))
        painter.setPen(values.color("text2"))
        words.setTop(said.bottom() + values.px(8))
        painter.drawText(words, flags, self.tr("With Ctrl it opens in a new window"))
