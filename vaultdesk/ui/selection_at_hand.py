"""Selection at hand: what is selected in the open note, under which heading, and the entry of its menu that adds it."""

import re
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QMenu

from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.rendering.render_plan import TextBlock, is_embedded_piece
from vaultdesk.ui.theme.icons import icon

LONGEST_SELECTION = 100_000
"""Characters of a selection that can be laid beside a question: more is a note, and is better named."""

MOST_LINES = 20_000
"""Lines above a selection in which its heading is looked for."""

_OF_QT = str.maketrans({"\u2029": "\n", "\u2028": "\n", "\ufffc": ""})

_HEADING = re.compile(r"#{1,6} +(.*?)(?: +#+)? *$")


def selected_in(page: NotePage | None) -> str:
    """Return what is selected in *page*; nothing where it is too long, or no note."""
    if page is None or not page.path:
        return ""
    cursor = (page.editor if page.editing else page.reader).textCursor()
    if cursor.selectionEnd() - cursor.selectionStart() > LONGEST_SELECTION:
        return ""
    # Qt parts paragraphs and lines by characters of its own, and has one for what is no text.
    return cursor.selectedText().translate(_OF_QT)


def heading_over(page: NotePage) -> str:
    """Return the heading the selection in *page* stands under; nothing above the first one."""
    if page.editing:
        block = page.editor.document().findBlock(page.editor.textCursor().selectionStart())
        return _written_over(block)
    shown, start = page.reader.document_shown, page.reader.textCursor().selectionStart()
    found = ""
    for begin, piece in zip(shown.starts, shown.pieces, strict=False):
        if begin > start:
            break
        if isinstance(piece, TextBlock) and re.fullmatch("h[1-6]", piece.kind) and not is_embedded_piece(piece):
            found = piece.text
    return found


def _written_over(block: QTextBlock) -> str:
    for _ in range(MOST_LINES):
        if not block.isValid():
            break
        heading = _HEADING.match(block.text())
        if heading is not None:
            return heading[1]
        block = block.previous()
    return ""


class SelectionMenu(QObject):
    """Puts "Add selection to the chat" into the menus of the pages that are opened."""

    def __init__(self, notes: NoteArea, add: Callable[[], object], keys: Callable[[], str]) -> None:
        super().__init__(notes)
        self._notes, self._add, self._keys = notes, add, keys
        notes.tabs_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        page = self._notes.current_page
        if page is not None and not page.property("selection menu"):
            page.setProperty("selection menu", True)
            page.reader.menu_opening.connect(lambda menu: self._put(menu, page))
            page.editor.menu_opening.connect(lambda menu: self._put(menu, page))

    def _put(self, menu: QMenu, page: NotePage) -> None:
        entry = menu.addAction(icon("chat"), self.tr("Add selection to the chat"), self._add)
        if keys := self._keys():
            entry.setText(f"{entry.text()}\t{keys}")
        entry.setEnabled(bool(selected_in(page).strip()))
