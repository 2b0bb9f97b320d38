"""Folders and files dragged over the window: which are accepted, and the overlay that describes the effect of
dropping."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from vaultdesk.core.platform.launch_request import is_note_file
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.glyphs import control_key

NOTES_MIME_TYPE = "application/x-vaultdesk-notes"
"""Data format of items dragged from the file list, which the window does not accept."""

SOURCE_MIME_TYPE = "application/x-vaultdesk-source"
"""Data format of a source dragged from an answer, to be inserted or attached; dropping it moves nothing."""


def dropped_folder(data: QMimeData) -> Path | None:
    """Return the folder in *data* if it contains exactly one local folder.

    Text fields call this too (`canInsertFromMimeData`), so that the window handles a folder.
    """
    paths = dropped_paths(data)
    return paths[0] if paths and paths[0].is_dir() else None


def dropped_paths(data: QMimeData) -> tuple[Path, ...]:
    """Return the one folder or the files in *data*; empty for other data and for items dragged from this window."""
    if data.hasFormat(NOTES_MIME_TYPE) or data.hasFormat(SOURCE_MIME_TYPE) or not data.hasUrls():
        return ()
    urls = data.urls()
    paths = tuple(Path(url.toLocalFile()) for url in urls if url.isLocalFile())
    if len(paths) != len(urls):
        return ()
    return paths if (len(paths) == 1 and paths[0].is_dir()) or all(path.is_file() for path in paths) else ()


class DropOverlay(QWidget):
    """Covers the window while a folder or files are dragged over it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._text = self._hint = ""
        self._icon = "folder"
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_for(self, paths: Sequence[Path], *, has_vault: bool) -> None:
        """Cover the whole window and describe the effect of dropping *paths*; *has_vault* if a vault is open, which
        stays open.
        """
        folder = paths[0].is_dir()
        self._icon = "folder" if folder else "file"
        self._hint = "" if has_vault else self.tr("With {0} it opens in a new window").format(control_key())
        if folder and has_vault:
            self._text = self.tr("Drop to open this folder in a new window")
        elif folder:
            self._text = self.tr("Drop to open this folder as a vault")
        elif len(paths) == 1 and is_note_file(paths[0]):
            self._text = self.tr("Drop to open this note")
        else:
            self._text = self.tr("Drop to open %n files, or to add them to the vault", "", len(paths))
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        background = values.color("accent_tint")
        background.setAlphaF(0.97)
        painter.fillRect(self.rect(), background)
        pen = QPen(values.color("accent"), 2)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        margin = values.px(16)
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(margin, margin, -margin, -margin), values.px(8), values.px(8)
        )
        side = values.px(26)
        middle = self.rect().center()
        picture = pixmap(self._icon, "accent", side, self.devicePixelRatioF())
        painter.drawPixmap(middle.x() - side // 2, middle.y() - side - values.px(8), picture)
        painter.setFont(values.font("title"))
        painter.setPen(values.color("text"))
        text_area = self.rect().adjusted(2 * margin, self.rect().height() // 2, -2 * margin, 0)
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
        text_rect = painter.boundingRect(text_area, flags, self._text)
        painter.drawText(text_area, flags, self._text)
        painter.setFont(values.font("interface"))
        painter.setPen(values.color("text2"))
        text_area.setTop(text_rect.bottom() + values.px(8))
        painter.drawText(text_area, flags, self._hint)
