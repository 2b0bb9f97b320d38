"""Laid beside: what of a paste or a drop goes beside a question: files of this computer, pictures. Reads no file."""

import base64
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, Qt
from PySide6.QtGui import QImage, QImageWriter

from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.ui.browser.file_tree_model import dragged_paths
from vaultdesk.ui.drop import OWN_NOTES, OWN_SOURCE, dropped_folder
from vaultdesk.vault.note_path import NOTE_SUFFIX

LONGEST_SIDE = 1_568
"""Pixels of a pasted picture's longer side; vendors shrink a larger one to about this, so more is sent in vain."""


def files_in(data: QMimeData) -> tuple[Path, ...]:
    """Return the files of this computer that *data* names; those of a list of this window that are no notes."""
    urls = data.urls() if data.hasUrls() else []
    files = tuple(Path(url.toLocalFile()) for url in urls if url.isLocalFile())
    others = tuple(f"/{path}" for path in dragged_paths(data) if not path.endswith(("/", NOTE_SUFFIX)))
    return tuple(file for file in files if file.as_posix().endswith(others)) if dragged_paths(data) else files


def things_in(data: QMimeData) -> tuple[ContextItem, ...]:
    """Return the notes and folders that were dragged out of a list of this window, or a source of an answer."""
    if data.hasFormat(OWN_SOURCE):
        target = bytes(data.data(OWN_SOURCE).data()).decode("utf-8", "replace")
        return (ContextItem(kind="note", target=target),) if target else ()
    return tuple(
        ContextItem(kind="folder", target=path.rstrip("/"))
        if path.endswith("/")
        else ContextItem(kind="note", target=path.removesuffix(NOTE_SUFFIX))
        for path in dragged_paths(data)
        if path.endswith(("/", NOTE_SUFFIX))
    )


def picture_in(data: QMimeData) -> QImage | None:
    """Return the picture in *data*; None where there is none, or where it only goes with words."""
    # Words copied from an office program come with a picture of themselves.
    if not data.hasImage() or data.hasText():
        return None
    image = data.imageData()
    return image if isinstance(image, QImage) and not image.isNull() else None


def is_folder_for_the_window(data: QMimeData) -> bool:
    """Tell whether *data* is one folder of this computer that is to be opened as a vault."""
    return not data.hasFormat(OWN_NOTES) and dropped_folder(data) is not None


def goes_beside(data: QMimeData) -> bool:
    """Tell whether *data* is something to lay beside the question and not words for it."""
    if data.hasFormat(OWN_SOURCE):
        return True
    return bool(dragged_paths(data)) or bool(files_in(data)) or (data.hasImage() and not data.hasText())


def picture_part(image: QImage, name: str) -> ImagePart:
    """Return *image*, called *name*, for a message; a large one is made smaller. Takes a moment: not for the window."""
    if max(image.width(), image.height()) > LONGEST_SIDE:
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        image = image.scaled(LONGEST_SIDE, LONGEST_SIDE, keep, smooth)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return ImagePart(media_type="image/png", data=base64.b64encode(data.data()).decode("ascii"), name=name)
