"""Wiring: the command that rewrites the selection, from the editor to the model and back. One at a time."""

import asyncio
from contextlib import aclosing

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.rewrite.panel import RewritePanel
from vaultdesk.ui.rewrite.word_diff import word_diff
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace.passage_rewriter import PassageRewriter, RewrittenPassage, fitted_answer

COMMANDS = ("rewrite",)
"""What can only be done while a vault is open."""

PARAGRAPH = "\u2029"
"""What Qt writes for a line break in a selection."""

SHOWN_EVERY = 0.1
"""Seconds between two drawings of what is being written: a difference is reckoned for each."""


class RewriteWiring(QObject):
    """Made with the views of a vault, closed with them."""

    def __init__(self, window: MainWindow, rewriting: PassageRewriter, views: tuple[ChatDock, NoteArea]) -> None:
        chat, notes = views
        super().__init__(notes)
        self._window = window
        self._rewriting = rewriting
        self._chat = chat
        self._notes = notes
        self.panel: RewritePanel | None = None
        """The panel, while it is open."""
        self._range: QTextCursor | None = None
        self._passage: RewrittenPassage | None = None
        self._written = ""
        self._asking: asyncio.Task[None] | None = None
        window.commands.bind("rewrite", self.open)

    def close(self) -> None:
        """Let go of the vault."""
        self._window.commands.unbind(*COMMANDS)
        self._leave()

    def open(self) -> None:
        """Open the panel at the selection; without one the paragraph at the cursor is meant."""
        page = self._notes.current_page
        if page is None or page.text is None:
            self._window.notify(self.tr("Open a note first, and select what should be written anew."))
            return
        if not page.editing:
            page.toggle_edit()
        if not page.editing or page.editor.isReadOnly():
            self._window.notify(self.tr("This note can only be read here."))
            return
        self._leave()
        self._begin(page)

    def _begin(self, page: NotePage) -> None:
        editor = page.editor
        cursor = editor.textCursor()
        if not cursor.hasSelection():
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            if cursor.selectedText().startswith(PARAGRAPH):
                # The break before the paragraph is no part of it.
                end = cursor.selectionEnd()
                cursor.setPosition(cursor.selectionStart() + 1)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            editor.setTextCursor(cursor)
        text = cursor.selectedText().replace(PARAGRAPH, "\n")
        if not text.strip():
            self._window.notify(self.tr("There is nothing here to write anew. Select some words."))
            return
        first, last = (
            editor.document().findBlock(place).blockNumber() + 1
            for place in (cursor.selectionStart(), cursor.selectionEnd())
        )
        self._range = cursor
        self._passage = RewrittenPassage(text, page.path, first, last)
        self.panel = panel = RewritePanel(editor)
        panel.asked.connect(self._ask)
        panel.taken.connect(lambda: self._take(below=False))
        panel.appended.connect(lambda: self._take(below=True))
        panel.left.connect(self._leave)
        panel.show_asking(self._chat.composer.model.words())
        panel.show()
        panel.wish.setFocus()

    def _ask(self, wish: str) -> None:
        if self._asking is not None:
            self._asking.cancel()
        self._asking = bridge.start(self._write(wish), owner=self)

    async def _write(self, wish: str) -> None:
        passage, panel = self._passage, self.panel
        if passage is None or panel is None:
            return
        model, answer, shown = self._chat.model_label, "", 0.0
        clock = asyncio.get_running_loop()
        panel.show_writing(())
        try:
            async with aclosing(self._rewriting.written(passage, wish, model)) as pieces:
                async for piece in pieces:
                    answer += piece
                    if clock.time() - shown > SHOWN_EVERY:
                        shown = clock.time()
                        # What is not written yet is no loss: only as much of the old is compared.
                        panel.show_writing(word_diff(passage.text[: len(answer)], answer))
        except VaultDeskError as problem:
            panel.show_asking("", str(problem))
            panel.wish.setFocus()
            return
        self._written = fitted_answer(passage.text, answer)
        if self._written.strip():
            panel.show_written(word_diff(passage.text, self._written))
        else:
            panel.show_asking("", self.tr("The model wrote nothing. Say it in other words, or choose another model."))

    def _take(self, *, below: bool) -> None:
        """Put the new words into the editor as one step that Ctrl+Z takes back."""
        cursor, passage = self._range, self._passage
        if cursor is None or passage is None:
            return
        if not below and cursor.selectedText().replace(PARAGRAPH, "\n") != passage.text:
            words = self.tr("The selection was changed meanwhile. Insert the new words below it, or try again.")
            if self.panel is not None:
                self.panel.said.setText(words)
            return
        cursor.beginEditBlock()
        if below:
            cursor.setPosition(cursor.selectionEnd())
            cursor.insertText(f"\n\n{self._written.strip()}")
        else:
            cursor.insertText(self._written)
        cursor.endEditBlock()
        self._leave()

    def _leave(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        self._asking = self._range = self._passage = None
        panel, self.panel = self.panel, None
        # The page it stood on may be closed already.
        if panel is not None and shiboken6.isValid(panel):
            editor = panel.parentWidget()
            panel.hide()
            panel.deleteLater()
            if isinstance(editor, QPlainTextEdit):
                editor.setFocus()
