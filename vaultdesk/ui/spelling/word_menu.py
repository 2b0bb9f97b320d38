"""Word menu: what the editor's menu says first where it is opened at a word that is wrong, or is the person's own."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, QPointF
from PySide6.QtGui import QContextMenuEvent, QTextCursor

from vaultdesk.ui import bridge
from vaultdesk.ui.editor.airy_field import AiryField
from vaultdesk.ui.spelling.spelling import Spelling
from vaultdesk.ui.spelling.spelling_marks import MarkedWord, SpellingMarks
from vaultdesk.ui.widgets.menu import Menu

LONGEST_WAIT = 0.8
"""Seconds the menu waits for suggestions: nearly all are there in a tenth, none is worth more."""

MOST = 6
"""Suggestions offered."""


class WordMenu(QObject):
    """Made for one field with its marks. Needs a running loop."""

    def __init__(
        self,
        editor: AiryField,
        marks: SpellingMarks,
        spelling: Spelling,
        ignore: Callable[[str], object],
        menu: Callable[[], Menu],
    ) -> None:
        """*ignore* lets a word be right in the note, *menu* makes what is offered everywhere."""
        super().__init__(marks)
        self._editor = editor
        self.marks = marks
        self._spelling = spelling
        self._ignore = ignore
        self._menu = menu

    def take(self, event: QContextMenuEvent) -> bool:
        """Open the menu for the word under the pointer, or at the cursor; False where it has nothing to say of it."""
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        cursor = self._editor.textCursor() if keyboard else self._under(event.pos())
        word = self.marks.word_at(cursor)
        if word is None:
            return False
        if not self._spelling.verdict(word.text):  # One that was just typed may not have been asked for.
            bridge.start(self._open(word, event.globalPos(), keyboard=keyboard), owner=self)
            return True
        own = self._spelling.own_words
        if own is None or word.text not in own:
            return False
        menu = self._menu()
        first = menu.actions()[0]
        remove = menu.add(self.tr("Remove from my words"), partial(self._start, self._spelling.remove, word.text))
        menu.insertAction(first, remove)
        menu.insertSeparator(first)
        self._popup(menu, event.globalPos(), keyboard=keyboard)
        return True

    async def _open(self, word: MarkedWord, at: QPoint, *, keyboard: bool) -> None:
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await self._spelling.ask([word.text])
                words = await self._spelling.suggestions(word.text, MOST)
        except TimeoutError:
            words = []
        menu = self._menu()
        if self._spelling.verdict(word.text) is False:
            self._fill(menu, word, words)
        self._popup(menu, at, keyboard=keyboard)

    def _fill(self, menu: Menu, word: MarkedWord, suggestions: list[str]) -> None:
        """Put what is offered for *word* before all else."""
        first = menu.actions()[0]
        read_only = self.tr("This note can only be read here.") if self._editor.isReadOnly() else ""
        typed = word.cursor.selectedText()
        for one in suggestions:
            # As the person writes apostrophes.
            written = one.replace("'", "’") if "’" in typed else one
            action = menu.add(written, partial(self._replace, word, typed, written), why_disabled=read_only)
            menu.insertAction(first, action)
        if not suggestions:
            menu.add_heading(self.tr("No suggestions"))
            menu.insertAction(first, menu.actions()[-1])
        menu.insertSeparator(first)
        deeds: tuple[tuple[str, Callable[[], object]], ...] = (
            (self.tr("Add to my words"), partial(self._start, self._spelling.add, word.text)),
            (self.tr("Ignore in this note"), partial(self._ignore, word.text)),
        )
        for words, do in deeds:
            menu.insertAction(first, menu.add(words, do))
        menu.insertSeparator(first)

    def _popup(self, menu: Menu, at: QPoint, *, keyboard: bool) -> None:
        menu.popup(at)
        if keyboard:
            menu.setActiveAction(next(action for action in menu.actions() if action.isEnabled()))

    def _replace(self, word: MarkedWord, typed: str, written: str) -> None:
        """Put in what was chosen, as one step of undo, where the word still stands."""
        if word.cursor.selectedText() == typed:
            word.cursor.insertText(written)

    def _start(self, do: Callable[[str], Coroutine[Any, Any, None]], word: str) -> None:  # Any: as of any coroutine
        bridge.start(do(word), owner=self)

    def _under(self, place: QPoint) -> QTextCursor:
        """Return where a press at *place* would put the cursor."""
        return self._editor.cursorForPosition(self._editor.line_meant(QPointF(place)).toPoint())
