"""Text field of the question, which grows with its text and accepts pasted and dropped files."""

import base64
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QImage, QImageWriter, QInputMethodEvent, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.ui.browser.file_tree_model import dragged_paths
from vaultdesk.ui.rendering.picture import copied_image
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.window.drop_target import NOTES_MIME_TYPE, SOURCE_MIME_TYPE, dropped_folder
from vaultdesk.vault.note_path import NOTE_SUFFIX

MAX_LINE_LENGTH = 2_000
"""Maximum number of characters of a line; laying out a longer one freezes the window (vaultdesk/ui/rendering/README.md,
"Long lines").
"""


def broken_lines(text: str) -> str:
    """Return *text* with lines over `MAX_LINE_LENGTH` broken, at a space if possible."""
    if len(text) <= MAX_LINE_LENGTH:
        return text
    return "\n".join(_broken_line(line) if len(line) > MAX_LINE_LENGTH else line for line in text.split("\n"))


def _broken_line(line: str) -> str:
    parts: list[str] = []
    start = 0
    while len(line) - start > MAX_LINE_LENGTH:
        space = line.rfind(" ", start + MAX_LINE_LENGTH // 2, start + MAX_LINE_LENGTH)
        end = space + 1 if space > 0 else start + MAX_LINE_LENGTH
        parts.append(line[start:end])
        start = end
    parts.append(line[start:])
    return "\n".join(parts)


MAX_IMAGE_SIDE = 1_568
"""Maximum length in pixels of a pasted image's longer side; vendors shrink larger images to about this size."""


def files_in(data: QMimeData) -> tuple[Path, ...]:
    """Return the local files in *data*; for items dragged from a list of this window, those that are not notes."""
    urls = data.urls() if data.hasUrls() else []
    files = tuple(Path(url.toLocalFile()) for url in urls if url.isLocalFile())
    others = tuple(f"/{path}" for path in dragged_paths(data) if not path.endswith(("/", NOTE_SUFFIX)))
    return tuple(file for file in files if file.as_posix().endswith(others)) if dragged_paths(data) else files


def dragged_items(data: QMimeData) -> tuple[ContextItem, ...]:
    """Return the notes and folders dragged from a list of this window, or a dragged source of an answer."""
    if data.hasFormat(SOURCE_MIME_TYPE):
        target = bytes(data.data(SOURCE_MIME_TYPE).data()).decode("utf-8", "replace")
        return (ContextItem(kind="note", target=target),) if target else ()
    return tuple(
        ContextItem(kind="folder", target=path.rstrip("/"))
        if path.endswith("/")
        else ContextItem(kind="note", target=path.removesuffix(NOTE_SUFFIX))
        for path in dragged_paths(data)
        if path.endswith(("/", NOTE_SUFFIX))
    )


def image_in(data: QMimeData) -> QImage | None:
    """Return the image in *data*; None if there is none or it only accompanies text."""
    # Text copied from an office program comes with an image of itself.
    if not data.hasImage() or data.hasText():
        return None
    return copied_image(data, MAX_IMAGE_SIDE)


def is_folder_for_the_window(data: QMimeData) -> bool:
    """Return whether *data* is a single local folder, to be opened as a vault."""
    return not data.hasFormat(NOTES_MIME_TYPE) and dropped_folder(data) is not None


def is_attachable(data: QMimeData) -> bool:
    """Return whether *data* should be attached to the question instead of inserted as text."""
    if data.hasFormat(SOURCE_MIME_TYPE):
        return True
    return bool(dragged_paths(data)) or bool(files_in(data)) or (data.hasImage() and not data.hasText())


def image_part(image: QImage, name: str) -> ImagePart:
    """Return *image*, named *name*, as a message part, scaled down if large. Slow: do not call it on the GUI thread."""
    if max(image.width(), image.height()) > MAX_IMAGE_SIDE:
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        image = image.scaled(MAX_IMAGE_SIDE, MAX_IMAGE_SIDE, keep, smooth)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return ImagePart(media_type="image/png", data=base64.b64encode(data.data()).decode("ascii"), name=name)


MAX_FIELD_LINES = 8
"""Lines shown before the field scrolls (vaultdesk/ui/chat/README.md, "Asking")."""

MAX_PASTE_LENGTH = 200_000
"""Maximum number of characters of one paste, about 50,000 tokens."""

ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PromptField(QPlainTextEdit):
    """Base of the fields for a question: grows with its lines up to a limit, and is pasted plain text only."""

    entered = Signal()
    escaped = Signal()
    paste_refused = Signal()

    def __init__(self, font: FontName, background: str, max_lines: int, parent: QWidget | None = None) -> None:
        """*max_lines* is the number of lines before the field scrolls."""
        super().__init__(parent)
        self._composing = False
        self._font: FontName = font
        self._background, self._max_lines = background, max_lines
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self.fit_height)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def composing(self) -> bool:
        """Whether an input method composition is in progress; its keys belong to the input method."""
        return self._composing

    def visible_lines(self, lines: int) -> int:
        """Return the number of lines that are shown if the text has *lines* lines."""
        return min(lines, self._max_lines)

    def fit_height(self) -> None:
        """Set the height to that of the visible lines."""
        # A QPlainTextEdit measures its document in lines, including wrapped ones.
        lines = max(1, round(self.document().size().height()))
        visible_lines = self.visible_lines(lines)
        policy = (
            Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > visible_lines else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        self.setVerticalScrollBarPolicy(policy)
        margins = self.contentsMargins()
        height = visible_lines * self.fontMetrics().lineSpacing() + margins.top() + margins.bottom() + 2
        if height != self.height():
            self.setFixedHeight(height)

    def insert_line_break(self) -> None:
        self.textCursor().insertBlock()
        self.ensureCursorVisible()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Count the lines again if the width changed."""
        super().resizeEvent(event)
        self.fit_height()

    def sizeHint(self) -> QSize:
        """Return the current height, so that a layout keeps it."""
        return QSize(super().sizeHint().width(), self.height())

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Track composition: during it Enter and Esc belong to the input method."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text: very long lines are broken, and a text that is too long is rejected."""
        if not source.hasText():
            return
        text = source.text()
        if len(text) > MAX_PASTE_LENGTH:
            self.paste_refused.emit()
            return
        self.textCursor().insertText(broken_lines(text.replace("\r\n", "\n").replace("\r", "\n")))
        self.ensureCursorVisible()

    def _apply_theme(self) -> None:
        font = QFont(theme().font(self._font))
        font.setWeight(QFont.Weight.Normal)
        self.setFont(font)
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color(self._background))
        palette.setColor(QPalette.ColorRole.Text, theme().color("text"))
        palette.setColor(QPalette.ColorRole.PlaceholderText, theme().color("muted"))
        self.setPalette(palette)
        self.fit_height()


class QuestionField(PromptField):
    """Enter sends and Shift+Enter breaks the line; Esc and the paging keys are emitted as signals."""

    focus_changed = Signal()
    page_requested = Signal(int)
    """Page Up (-1) or Page Down (+1): scroll the messages above."""
    jump_requested = Signal(int)
    """Alt+Up (-1) or Alt+Down (+1): move between questions."""
    edge_requested = Signal(int)
    """Home (-1) or End (+1) in the empty field: go to the first question or to the end."""
    expanded_changed = Signal(bool)
    """Whether the field is now expanded."""
    recall_requested = Signal()
    """Up in the empty field: the last question should be edited."""
    attachments_dropped = Signal(object)
    """A `QMimeData` with pasted or dropped files or an image, to be attached to the question."""
    left_at_start = Signal()
    """Backspace or Left at the start of the text: focus what precedes the text."""

    expanded = False
    """Whether the field takes the maximum height regardless of its text."""
    _max_height = 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("chat", "surface", MAX_FIELD_LINES, parent)
        self.setPlaceholderText(self.tr("Ask about your notes…"))
        self.setAccessibleName(self.tr("Question"))
        keys = self.tr("Enter sends, Shift+Enter starts a new line, Esc stops an answer.")
        self.setAccessibleDescription(keys + " " + self.tr("@ and [[ find notes, / at the beginning quick commands."))

    def visible_lines(self, lines: int) -> int:
        if self.expanded:
            return max(MAX_FIELD_LINES, self._max_height // self.fontMetrics().lineSpacing())
        return super().visible_lines(lines)

    def set_expanded(self, expanded: bool) -> None:
        """Expand the field, or fit it to its text again."""
        if expanded != self.expanded:
            self.expanded = expanded
            self.fit_height()
            self.ensureCursorVisible()
            self.expanded_changed.emit(expanded)

    def set_max_height(self, height: int) -> None:
        """Set the height in pixels of the expanded field."""
        self._max_height = height
        self.fit_height()

    def event(self, event: QEvent) -> bool:
        """Keep Esc from triggering the command that stops the answer; the field handles it first."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            unmodified = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if event.key() == Qt.Key.Key_Escape and unmodified:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send, break the line, leave, or scroll the messages; other keys edit the text."""
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        match event.key():
            case key if key in ENTER_KEYS and not self._composing:
                if shift:
                    self.insert_line_break()
                else:
                    self.entered.emit()
            case Qt.Key.Key_Escape if not self._composing:
                self.escaped.emit()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key if not shift:
                self.page_requested.emit(-1 if key == Qt.Key.Key_PageUp else 1)
            case Qt.Key.Key_Up if not alt and not self.toPlainText():
                self.recall_requested.emit()
            case Qt.Key.Key_Home | Qt.Key.Key_End as key if not self.toPlainText():
                self.edge_requested.emit(-1 if key == Qt.Key.Key_Home else 1)
            case Qt.Key.Key_Backspace | Qt.Key.Key_Left if not (shift or alt or self._composing) and self._at_start():
                self.left_at_start.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down as key if alt:
                self.jump_requested.emit(-1 if key == Qt.Key.Key_Up else 1)
            case _:
                super().keyPressEvent(event)
                return
        event.accept()

    def _at_start(self) -> bool:
        cursor = self.textCursor()
        return cursor.atStart() and not cursor.hasSelection()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Leave a folder to the window, which opens it; accept text, files and images."""
        return not is_folder_for_the_window(source) and (is_attachable(source) or super().canInsertFromMimeData(source))

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text; files and images are emitted as attachments."""
        if is_attachable(source):
            self.attachments_dropped.emit(source)
        else:
            super().insertFromMimeData(source)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Update the frame, which shows the focus."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Update the frame, which shows the focus."""
        super().focusOutEvent(event)
        self.focus_changed.emit()


EXPANDABLE_FROM_LINES = 4
"""Number of lines from which the larger field is offered."""


class ExpandButton(IconButton):
    """Hidden until the question is long enough; the shortcut always works."""

    def __init__(self, field: QuestionField) -> None:
        super().__init__("expand", "", side=28)
        self._field = field
        self._keys = ""
        self.hide()
        self.clicked.connect(self.toggle)
        field.expanded_changed.connect(lambda _expanded: self._refresh())
        field.document().documentLayout().documentSizeChanged.connect(lambda _size: self._refresh())
        self._refresh()

    def set_keys(self, keys: str) -> None:
        """Show the shortcut in the tooltip."""
        self._keys = keys
        self._refresh()

    def toggle(self) -> None:
        """Expand the field, or fit it to its text again."""
        self._field.set_expanded(not self._field.expanded)
        self._field.setFocus()

    def _refresh(self) -> None:
        expanded = self._field.expanded
        self.set_icon("collapse" if expanded else "expand")
        self.set_name(self.tr("Smaller box") if expanded else self.tr("Larger box"), self._keys)
        self.setHidden(not expanded and self._field.document().size().height() < EXPANDABLE_FROM_LINES)
