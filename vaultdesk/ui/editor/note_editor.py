"""Text editor of one note in a centered column, with its context menu and the link at the cursor; it preserves every
character of the file."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple, Protocol
from urllib.parse import unquote

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QKeyCombination,
    QMimeData,
    QObject,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QWidget

from vaultdesk.core.errors import IndexFailed
from vaultdesk.ui import bridge
from vaultdesk.ui.editor import editor_keys, list_items
from vaultdesk.ui.editor.editor_keys import EditorKeys
from vaultdesk.ui.editor.paste_handler import PasteHandler
from vaultdesk.ui.editor.plain_text_edit import SpacedTextEdit
from vaultdesk.ui.editor.spelling_marks import SpellingMenu
from vaultdesk.ui.editor.syntax_highlighter import SyntaxHighlighter, line_spans
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.widgets.text_fields import python_length, utf16_length
from vaultdesk.ui.window.actions import bound_keys
from vaultdesk.ui.window.drop_target import dropped_folder
from vaultdesk.vault.line_diff import common_ends
from vaultdesk.vault.markdown.link_resolution import heading_at
from vaultdesk.vault.markdown.markdown_scanner import scan


class LinkAtCursor(NamedTuple):
    """Target of a link."""

    target: str
    """A note with heading or block, as `Note#Heading`, or a web address."""
    web: bool


def link_at(line: str, position: int) -> LinkAtCursor | None:
    """Return the link in *line* at the character index *position*; None if there is none."""
    spans = line_spans(line, 0).spans
    for number, span in enumerate(spans):
        if span.kind == "url" and span.start <= position <= span.end:
            return LinkAtCursor(line[span.start : span.end].strip("<>"), web=True)
        if span.kind != "link" or number == 0 or number + 1 >= len(spans):
            continue
        opening, closing = spans[number - 1], spans[number + 1]
        if not opening.start <= position <= closing.end:
            continue
        if closing.kind != "address":
            return LinkAtCursor(line[span.start : span.end].replace("\\|", "|").partition("|")[0].strip(), web=False)
        address = line[closing.start + 2 : closing.end - 1].strip().partition(' "')[0].strip("<>")
        web = not span.target and not address.startswith("#")
        return LinkAtCursor(address if web else unquote(address), web=web)
    return None


def line_of_target(text: str, subpath: str) -> int | None:
    """Return the line, from 0, of the heading or block *subpath* (`Heading#Sub`, `^id`) in *text*."""
    found = scan(text)
    if subpath.startswith("^"):
        return next((block.line - 1 for block in found.blocks if block.id == subpath[1:]), None)
    heading = heading_at(found.headings, subpath)
    return heading.line - 1 if heading is not None else None


Resolve = Callable[[str, str], Awaitable[str | None]]
"""Returns the path of the note to which a name refers in the note at a path; None if there is none."""

MAX_CACHED_NAMES = 5_000
"""Maximum number of names cached; for a note with more links they are queried again."""


class KnownLinks(QObject):
    """Predicate on link targets that answers from cached results; a name not yet queried counts as valid."""

    changed = Signal()
    """The result for some link changed."""

    def __init__(self, resolve: Resolve, parent: QObject) -> None:
        super().__init__(parent)
        self._resolve = resolve
        self._source = ""
        self._known: dict[str, bool] = {}
        self._unresolved: set[str] = set()
        self._querying = False

    def set_source(self, path: str) -> None:
        """Resolve links from the note at *path* from now on."""
        if path != self._source:
            self._source = path
            self._known.clear()

    def forget(self) -> None:
        """Query all names again after an index change; until then the previous results are used."""
        self._unresolved |= self._known.keys()
        self._start_query()

    def __call__(self, name: str) -> bool:
        """Return whether a link to *name* can be resolved."""
        found = self._known.get(name)
        if found is None:
            self._unresolved.add(name)
            self._start_query()
        return found is not False

    def _start_query(self) -> None:
        if self._unresolved and not self._querying:
            self._querying = True
            bridge.start(self._query_all(), owner=self)

    async def _query_all(self) -> None:
        try:
            # Highlighting queries names one at a time; they are batched into one query.
            await asyncio.sleep(0)
            while self._unresolved:
                if await self._query(self._source, frozenset(self._unresolved)):
                    self.changed.emit()
        finally:
            self._querying = False

    async def _query(self, source: str, names: frozenset[str]) -> bool:
        """Query *names*; return whether a result changed."""
        try:
            results = {name: await self._resolve(name, source) is not None for name in sorted(names)}
        except IndexFailed:
            self._unresolved -= names  # The status bar shows the error; all links count as valid.
            return False
        if source != self._source:
            return False
        self._unresolved -= names
        if len(self._known) > MAX_CACHED_NAMES:
            self._known.clear()
        has_changed = any(self._known.get(name, True) != exists for name, exists in results.items())
        self._known |= results
        return has_changed


_tr = translator("EditorMenu")

Standard = QKeySequence.StandardKey
Key, Modifier = Qt.Key, Qt.KeyboardModifier


class MenuTarget(Protocol):
    """The parts of the editor that the menu uses."""

    def isReadOnly(self) -> bool: ...

    def document(self) -> QTextDocument: ...

    def textCursor(self) -> QTextCursor: ...

    def setTextCursor(self, cursor: QTextCursor) -> None: ...

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def cut(self) -> None: ...

    def copy(self) -> None: ...

    def paste(self) -> None: ...

    def paste_plain(self) -> None: ...

    def selectAll(self) -> None: ...

    def follow_link(self) -> bool:
        """Open the target of the link at the cursor."""


def make_editor_menu(field: MenuTarget, parent: QWidget) -> Menu:
    """Return the menu of *field*; the caller deletes it when it closes."""
    menu = Menu(_tr("Text"), parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    read_only = _tr("This note is read-only here.") if field.isReadOnly() else ""
    document, cursor = field.document(), field.textCursor()
    no_selection = "" if cursor.hasSelection() else _tr("Nothing is selected.")
    no_undo = "" if document.isUndoAvailable() else _tr("There is nothing to undo.")
    no_redo = "" if document.isRedoAvailable() else _tr("There is nothing to redo.")
    menu.add(_tr("Undo"), field.undo, keys=_keys(Standard.Undo), disabled_reason=no_undo)
    menu.add(_tr("Redo"), field.redo, keys=_keys(Standard.Redo), disabled_reason=no_redo)
    menu.addSeparator()
    menu.add(_tr("Cut"), field.cut, keys=_keys(Standard.Cut), disabled_reason=read_only or no_selection)
    menu.add(_tr("Copy"), field.copy, keys=_keys(Standard.Copy), disabled_reason=no_selection)
    clipboard_data = QGuiApplication.clipboard().mimeData()
    # Qt returns None if the clipboard has never been used.
    no_clipboard = "" if clipboard_data is not None and clipboard_data.formats() else _tr("The clipboard is empty.")
    menu.add(_tr("Paste"), field.paste, keys=_keys(Standard.Paste), disabled_reason=read_only or no_clipboard)
    menu.add(
        _tr("Paste as plain text"),
        field.paste_plain,
        keys=_keys(QKeyCombination(Modifier.ControlModifier | Modifier.ShiftModifier, Key.Key_V)),
        disabled_reason=read_only or no_clipboard,
    )
    menu.add(_tr("Select all"), field.selectAll, keys=_keys(Standard.SelectAll))
    menu.addSeparator()
    _add_edits(menu, field, read_only)
    menu.add(_tr("Follow the link"), field.follow_link, keys=bound_keys(parent, "follow-link"))
    return menu


def _add_edits(menu: Menu, field: MenuTarget, read_only: str) -> None:
    """Add the entries that change the text at the cursor."""
    control, shift = Modifier.ControlModifier, Modifier.ShiftModifier
    edits = (
        (_tr("Bold"), QKeyCombination(control, Key.Key_B), lambda cursor: editor_keys.toggle_wrapping(cursor, "**")),
        (_tr("Italic"), QKeyCombination(control, Key.Key_I), lambda cursor: editor_keys.toggle_wrapping(cursor, "*")),
        (_tr("Link"), QKeyCombination(control | shift, Key.Key_K), editor_keys.wrap_link),
        (_tr("Toggle task"), QKeyCombination(control, Key.Key_Return), list_items.toggle_tasks),
    )
    for label, keys, edit in edits:
        menu.add(
            label,
            partial(_apply_edit, field, edit),
            keys=_keys(keys),
            disabled_reason=read_only,
        )


def _apply_edit(field: MenuTarget, edit: Callable[[QTextCursor], QTextCursor]) -> None:
    field.setTextCursor(edit(field.textCursor()))


def _keys(keys: Standard | QKeyCombination) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


_UNSAFE_CHARACTERS = "\r\u2029\ufdd0\ufdd1\x00"
"""Characters that Qt treats as line or frame separators, or at which it truncates."""

_FIRST_PLACEHOLDER, _LAST_PLACEHOLDER = 0xF700, 0xF8FF
"""Private-use characters, some of which are unused in every text; they replace those above in the field."""


class LosslessText:
    """Text with placeholders for the characters that Qt changes. `shown` is the field's text; `original` converts the
    field's raw text back to the text for the disk.
    """

    def __init__(self, text: str) -> None:
        present = [character for character in _UNSAFE_CHARACTERS if character in text]
        unused = (
            (chr(code) for code in range(_FIRST_PLACEHOLDER, _LAST_PLACEHOLDER) if chr(code) not in text)
            if present
            else ()
        )
        self._placeholders = dict(zip(present, unused, strict=False))
        self.shown = text
        for character, placeholder in self._placeholders.items():
            self.shown = self.shown.replace(character, placeholder)

    def original(self, raw: str) -> str:
        """Return the text for *raw* (`QTextDocument.toRawText`, which separates lines by U+2029)."""
        text = raw.replace("\u2029", "\n")
        for character, placeholder in self._placeholders.items():
            text = text.replace(placeholder, character)
        return text


MAX_EDITABLE_LINE = 20_000
"""Maximum number of characters of a line that can be edited without blocking the window
(vaultdesk/ui/rendering/README.md, "Long lines").
"""

TAB_COLUMNS = 4
"""Width of a tab in characters."""


FIRST_CHUNK = 200_000
"""Characters loaded at once, about a hundred pages. Qt needs over half a second for five megabytes in one go."""

NEXT_CHUNK = 60_000
"""Characters loaded per event loop turn after that, about ten milliseconds. Smaller chunks cost more in all."""


class NoteEditor(SpacedTextEdit):
    """Plain text with syntax highlighting. `text()` is exactly the loaded text with the edits.

    A long text is loaded in chunks. Meanwhile it can be read and scrolled, but not changed.
    """

    edited = Signal()
    left = Signal()
    note_requested = Signal(str, bool)
    address_requested = Signal(str)
    link_menu_opening = Signal(object, str)
    """The `Menu` of a link to a note is about to be shown, with the link's target."""
    menu_opening = Signal(object)
    """This `Menu` is about to open; entries may be added."""

    paste_refused = Signal()
    """Pasted text contains a line that is too long to be edited."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lossless_text = LosslessText("")
        self._composing = False
        self.applying_undo = False
        """Whether undo or redo steps are being applied to match a text from elsewhere; intermediate texts must be
        ignored.
        """
        self._layout_width = -1
        """Width in pixels for which the text is laid out."""
        self.keys = EditorKeys(self)
        self.colors = SyntaxHighlighter(self)
        self.setting_text = False
        """Whether the text changes being signalled do not come from typing."""
        self._loading_text = ""
        self._loaded = 0
        """Number of characters of `_loading_text` in the document."""
        self._on_loaded: tuple[Callable[[], bool], Callable[[], None]] | None = None
        self._locked = False
        self._queued_keys: list[QKeyEvent] = []
        self._load_timer = QTimer(self, interval=0)
        self._load_timer.timeout.connect(self._load_chunk)
        self.paste_handler: PasteHandler | None = None
        self.spelling_menu: SpellingMenu | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Note text"))
        self.setAccessibleDescription(self.tr("Tab indents; Esc, then Tab leaves the text."))
        self.setTabChangesFocus(False)
        self.textChanged.connect(self._changed)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def set_text(self, text: str) -> None:
        """Show *text*, keeping cursor and scroll position if possible; a long text is loaded in chunks."""
        self._lossless_text = LosslessText(text)
        position, bar = self.textCursor().position(), self.verticalScrollBar()
        scroll = bar.value()
        with self.colors.replacing_text():
            self.load(self._lossless_text.shown)

        def go_back() -> None:
            cursor = self.textCursor()
            cursor.setPosition(min(position, max(0, self.document().characterCount() - 1)))
            self.setTextCursor(cursor)
            bar.setValue(scroll)

        self.when_loaded(lambda: self.document().characterCount() > position and bar.maximum() >= scroll, go_back)

    def text(self) -> str:
        """Return the exact text."""
        self.finish_loading()
        return self._lossless_text.original(self.document().toRawText())

    @property
    def loading(self) -> bool:
        """Whether part of the text is not in the document yet."""
        return self._load_timer.isActive()

    def load(self, text: str) -> None:
        """Replace the whole document by *text*: its first chunk now, the rest from the event loop. Cannot be undone."""
        self._load_timer.stop()
        self._queued_keys.clear()
        self._on_loaded = None
        self.setting_text = True
        self.document().setUndoRedoEnabled(True)
        self._loading_text, self._loaded = text, _chunk_end(text, 0, FIRST_CHUNK)
        self.setPlainText(text[: self._loaded])
        self.setting_text = False
        if self._loaded < len(text):
            # The later chunks cannot be undone either.
            self.document().setUndoRedoEnabled(False)
            self._load_timer.start()
        self.setReadOnly(self._locked)

    def when_loaded(self, is_enough: Callable[[], bool], callback: Callable[[], None]) -> None:
        """Call *callback* once *is_enough* returns True or all is loaded; a later call replaces this one."""
        self._on_loaded = (is_enough, callback)
        self._check_loaded()

    def finish_loading(self) -> None:
        while self.loading:
            self._load_chunk()

    def setReadOnly(self, locked: bool) -> None:
        """Set read-only; while loading the text is always read-only."""
        self._locked = locked
        super().setReadOnly(locked or self.loading)

    def insert_at_cursor(self, text: str) -> None:
        """Insert *text* at the cursor as one undo step."""
        self.finish_loading()
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.insertText(text)
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    def show_line(self, line: int) -> None:
        """Put the cursor at the start of *line*, counted from 0, and make it visible."""

        def go() -> None:
            block = self.document().findBlockByNumber(min(line, self.blockCount() - 1))
            self.setTextCursor(QTextCursor(block))
            self.centerCursor()

        self.when_loaded(lambda: self.blockCount() > line + 1, go)

    def show_subpath(self, subpath: str) -> None:
        """Go to the heading or block *subpath* of a link, if it exists."""
        line = line_of_target(self.text(), subpath)
        if line is not None:
            self.show_line(line)

    def follow_link(self, cursor: QTextCursor | None = None) -> bool:
        """Open the target of the link at the cursor; return False if there is none."""
        found = _link_under(cursor or self.textCursor())
        if found is not None and found.web:
            self.address_requested.emit(found.target)
        elif found is not None:
            self.note_requested.emit(found.target, False)
        return found is not None

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Leave a folder to the window, which opens it; accept images, files and notes besides text."""
        is_handled = self.paste_handler is not None and self.paste_handler.wants(source)
        return dropped_folder(source) is None and (is_handled or super().canInsertFromMimeData(source))

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert pasted or dropped data."""
        if source.hasText() and not can_be_edited(source.text()):
            self.paste_refused.emit()
        elif self.isReadOnly() or self.paste_handler is None or not self.paste_handler.take(source):
            super().insertFromMimeData(source)

    def paste_plain(self) -> None:
        text = QGuiApplication.clipboard().text()
        if not can_be_edited(text):
            self.paste_refused.emit()
        elif text and not self.isReadOnly():
            self.insertPlainText(text)
            self.ensureCursorVisible()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Track composition: during it Enter, Tab and Esc belong to the input method."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def event(self, event: QEvent) -> bool:
        """Handle the editor's keys before the window's shortcuts, and block writing keys while text is loading."""
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self.keys.is_editor_key(event):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and self.loading and not self._locked and _is_writing_key(event):
                self._queued_keys.append(event.clone())
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the editing keys; others are ordinary input."""
        if not self._composing and self.keys.handle(event):
            event.accept()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Report that the editor lost the focus, which triggers saving."""
        super().focusOutEvent(event)
        self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        del event
        style = TextFormats(theme(), "note")
        available_width = self.width() - self.verticalScrollBar().sizeHint().width()
        margin = max(style.px(24), (available_width - style.column) // 2)
        # The text begins where it does in the reading view, which has no margin in the document.
        left = margin - round(self.document().documentMargin())
        margins = self.viewportMargins()
        if margins.left() != left:
            self.setViewportMargins(left, style.px(16), max(0, margin - style.px(8)), 0)
        # The base class lays out again only if the width changed, and does not know about the new margins.
        size = self.viewport().size()
        super().resizeEvent(QResizeEvent(size, QSize(self._layout_width, size.height())))
        self._layout_width = size.width()
        self.colors.color_visible()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow the link under the pointer on Ctrl+click."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier and not self.textCursor().hasSelection()
        if not control or not self.follow_link(self.cursorForPosition(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.spelling_menu is None or not self.spelling_menu.take(event):
            menu = make_editor_menu(self, self)
            link = _link_under(self.cursorForPosition(event.pos()))
            if link is not None and not link.web:
                self.link_menu_opening.emit(menu, link.target)
            self.menu_opening.emit(menu)
            menu.popup(event.globalPos())

    def _load_chunk(self) -> None:
        end = _chunk_end(self._loading_text, self._loaded, NEXT_CHUNK)
        with QSignalBlocker(self), self.colors.appending_text():
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(self._loading_text[self._loaded : end])
        self._loaded = end
        if end >= len(self._loading_text):
            self._end_loading()
        self._check_loaded()
        if not self.loading:
            events, self._queued_keys = self._queued_keys, []
            for event in events:
                QCoreApplication.sendEvent(self, event)

    def _end_loading(self) -> None:
        self._load_timer.stop()
        self._loading_text = ""
        self.document().setUndoRedoEnabled(True)
        self.setReadOnly(self._locked)
        self.setting_text = True
        self.textChanged.emit()
        self.setting_text = False

    def _check_loaded(self) -> None:
        if self._on_loaded is not None and (not self.loading or self._on_loaded[0]()):
            callback, self._on_loaded = self._on_loaded[1], None
            callback()

    def _changed(self) -> None:
        if not self.setting_text:
            self.edited.emit()

    def _apply_theme(self) -> None:
        self.spaced_layout.set_pitch(TextFormats(theme(), "note").line_height("paragraph"))
        self.setFont(theme().font("note"))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * TAB_COLUMNS)
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        palette.setColor(QPalette.ColorRole.Window, theme().color("surface"))
        self.setPalette(palette)


def _link_under(cursor: QTextCursor) -> LinkAtCursor | None:
    line = cursor.block().text()
    return link_at(line, python_length(line, cursor.positionInBlock()))


def _chunk_end(text: str, start: int, size: int) -> int:
    """Return the end of a chunk of about *size* characters from *start*, after a whole line if possible."""
    if len(text) - start <= size:
        return len(text)
    return text.rfind("\n", start, start + size) + 1 or start + size


def _is_writing_key(event: QKeyEvent) -> bool:
    """Return whether a key would change the text."""
    control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return bool(event.text()) and not control and event.key() != Qt.Key.Key_Escape


def can_be_edited(text: str) -> bool:
    """Return whether no line of *text* is too long for the field."""
    half = MAX_EDITABLE_LINE // 2
    # If each stretch of half the length contains a line break, no line is too long; this is fast for long texts.
    if all(text.find("\n", start, start + half) >= 0 for start in range(0, len(text) - half, half)):
        return True
    return max(map(len, text.split("\n"))) <= MAX_EDITABLE_LINE


MAX_UNDO_STEPS = 8
"""Maximum number of undo steps tried to match another editor: a held key produces several before they are shown
here.
"""


def update_editor_text(editor: NoteEditor, text: str, *, may_be_undo: bool = False) -> None:
    """Make *editor* show *text*, changing only what differs.

    *may_be_undo* means that the other editor may have undone or redone steps: they are undone or redone here too if
    that results in *text*. If they were inserted as new steps, undoing here would restore what was undone there.
    """
    shown = editor.text()
    if shown == text:
        return
    if may_be_undo:
        editor.applying_undo = True
        try:
            if _step_to(editor, text):
                return
        finally:
            editor.applying_undo = False
    if any(character in shown or character in text for character in _UNSAFE_CHARACTERS):
        editor.set_text(text)
        return
    start, end = common_ends(shown, text)
    cursor = QTextCursor(editor.document())
    cursor.setPosition(utf16_length(shown[:start]))
    cursor.setPosition(utf16_length(shown[: len(shown) - end]), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text[start : len(text) - end])


def _step_to(editor: NoteEditor, text: str) -> bool:
    """Undo or redo until *editor* shows *text*; if that is not possible, restore the state and return False."""
    document = editor.document()
    directions = (
        (document.isUndoAvailable, document.undo, document.redo),
        (document.isRedoAvailable, document.redo, document.undo),
    )
    for is_possible, step, step_back in directions:
        steps = 0
        while steps < MAX_UNDO_STEPS and is_possible():
            step()
            steps += 1
            if editor.text() == text:
                return True
        for _ in range(steps):
            step_back()
    return False
