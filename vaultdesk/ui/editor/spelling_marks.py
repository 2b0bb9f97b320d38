"""Misspelled words in a text field: found in prose, underlined, and corrected from a menu."""

import asyncio
import re
import unicodedata
from collections.abc import Callable, Coroutine, Iterator, Sequence, Set
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QTimer
from PySide6.QtGui import QContextMenuEvent, QTextBlock, QTextCharFormat, QTextCursor, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.ui import bridge
from vaultdesk.ui.editor.plain_text_edit import SpacedTextEdit
from vaultdesk.ui.editor.spell_checker import SpellChecker
from vaultdesk.ui.editor.syntax_highlighter import MAX_LINE_LENGTH, StyledSpan
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.widgets.text_fields import python_length, utf16_length

# Code, links, tags, properties, formulas, addresses and HTML are skipped, as are words with digits, in capitals or with
# an inner capital, most of which are names.

MAX_WORD_LENGTH = 60
"""Maximum number of characters of a word that is checked: dictionaries are slow with longer ones."""

UNCHECKED_KINDS = frozenset((
    "mark", "code", "codemark", "codeblock", "fence", "language", "comment", "math", "url", "address", "tag",
    "footnote", "block", "key", "value", "item",
))  # fmt: skip
"""Kinds of spans that are not prose. Of a Markdown link the text is checked, the address is not."""

_NOT_PROSE = re.compile(
    r"[^\s@]{1,200}@[^\s@]{1,200}"  # A mail address or similar.
    r"|\b[A-Za-z][A-Za-z0-9+.\-]{1,30}:[^\s]*[^\s:.,;]/[^\s]*|\bwww\.\S{1,600}"
    r"|[A-Za-z][A-Za-z0-9+.\-]{1,30}://\S{0,600}"
    r"|(?<!\S)(?:~|\.{1,2}|[A-Za-z]:)?[/\\]\S{1,600}"  # A path; "and/or" is not one.
    r"|</?[A-Za-z][^<>]{0,600}/?>|&#?\w{1,30};"
    r"|\[![\w-]{1,40}\][+-]?"  # The type of a callout.
)
_MAY_NOT_BE_PROSE = re.compile(r"[@/\\<&]|www\.|\[!")

_MARKS = "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
_INDIC = "\u0900-\u0963\u0966-\u0df3"
# Accents and vowel signs belong to their letters (UAX 29), but are not matched by Python's \w.
_LETTER = rf"[\w{_MARKS}{_INDIC}\u00ad\u200c\u200d]"
_WORD = re.compile(rf"{_LETTER}+(?:['’·.]{_LETTER}+)*")
_NOT_A_WORD = re.compile(r"[\d_.]")
_APOSTROPHE = re.compile("['’]")


class ProseWord(NamedTuple):
    """A word and its position in its line, in Python's characters."""

    start: int
    end: int
    text: str
    """Normalized for dictionaries: with a plain apostrophe, without invisible characters."""


def checked_words(text: str, spans: Sequence[StyledSpan]) -> Iterator[ProseWord]:
    """Return the words of the line *text* to be checked; *spans* are its highlighting spans."""
    line = text[:MAX_LINE_LENGTH]
    for span in spans:
        if span.kind in UNCHECKED_KINDS or (span.kind == "link" and text[: span.start].endswith("[[")):
            line = _blanked(line, span.start, span.end)
    if _MAY_NOT_BE_PROSE.search(line):
        for found in list(_NOT_PROSE.finditer(line)):
            line = _blanked(line, *found.span())
    for found in _WORD.finditer(line):
        word = _dictionary_word(found[0])
        if word is not None:
            offset, length, dictionary_form = word
            start = found.start() + offset
            yield ProseWord(start, start + length, dictionary_form)


def _blanked(line: str, start: int, end: int) -> str:
    end = min(end, len(line))
    return f"{line[:start]}{chr(0) * (end - start)}{line[end:]}"


@lru_cache(maxsize=20_000)
def _dictionary_word(raw_word: str) -> tuple[int, int, str] | None:
    """Return start, length and dictionary form of the word in *raw_word*; None if there is none.

    Cached, because the same words are parsed on each key press.
    """
    bare = raw_word.strip("_")
    if not 1 < len(bare) <= MAX_WORD_LENGTH or _NOT_A_WORD.search(bare) or _has_capital_inside(bare):
        return None
    dictionary_form = (
        bare if bare.isascii() else unicodedata.normalize("NFC", bare.replace("’", "'").replace("\u00ad", ""))
    )
    return raw_word.index(bare), len(bare), dictionary_form


def _has_capital_inside(word: str) -> bool:
    rest = word[1:]
    return rest != rest.lower() and any(part[1:] != part[1:].lower() for part in _APOSTROPHE.split(word))


# Highlighting requests the marks of each line that becomes visible or changes. Words without a verdict are collected
# and checked a moment later, and lines with errors are highlighted again. The word being typed is not marked until the
# cursor leaves it.

TYPING_DELAY = 400
"""Milliseconds without a key press before words are checked."""

SCROLL_DELAY = 60
"""Milliseconds before words are checked after lines became visible."""


class LineHighlighter(Protocol):
    """The highlighter of the field."""

    def refresh(self) -> None:
        """Highlight the visible lines again."""

    def color_line(self, block: QTextBlock) -> None:
        """Highlight one line again."""

    def spans_of(self, block: QTextBlock) -> Sequence[StyledSpan]: ...


class MarkedWord(NamedTuple):
    """A word in the text."""

    text: str
    cursor: QTextCursor
    """Selects the word, and follows it through later changes."""


class SpellingMarks(QObject):
    """Spelling marks of one field; `close` detaches them."""

    def __init__(
        self,
        editor: QPlainTextEdit,
        colors: LineHighlighter,
        spelling: SpellChecker,
        ignored: Callable[[], Set[str]] = frozenset,
    ) -> None:
        """*ignored* returns the words ignored in the note shown in the field."""
        super().__init__(editor)
        self._editor = editor
        self._colors = colors
        self._spelling = spelling
        self._ignored = ignored
        self._pending: dict[str, None] = {}
        self._typing = self._ignore_next_move = False
        """Whether a word may be being typed, and whether the cursor's next move belongs to that."""
        self._typed_word: tuple[QTextBlock, int, int] | None = None
        """The word being typed: its line, start and end."""
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._check_pending)
        spelling.changed.connect(colors.refresh)
        editor.cursorPositionChanged.connect(self._moved)
        editor.installEventFilter(self)

    def close(self) -> None:
        """Stop marking; the highlighter was detached before."""
        self._timer.stop()
        self._spelling.changed.disconnect(self._colors.refresh)
        self._editor.cursorPositionChanged.disconnect(self._moved)
        self._editor.removeEventFilter(self)
        self.deleteLater()

    def text_changed(self) -> None:
        """Handle a text change: words are checked once typing pauses."""
        # Not if the same note is edited in another view, or changed by a command.
        self._typing = self._ignore_next_move = self._editor.hasFocus()
        if self._timer.isActive():
            self._timer.start(TYPING_DELAY)

    def ranges(self, block: QTextBlock, spans: Sequence[StyledSpan]) -> list[QTextLayout.FormatRange]:
        """Return an underline for each misspelled word of the line, and collect the words to check."""
        text, typing_position = block.text(), -1
        if self._typing:
            typing_position = self._typed_at(block, text)
        ignored, verdict = self._ignored(), self._spelling.verdict
        misspelled = []
        for word in checked_words(text, spans):
            is_correct = verdict(word.text)
            if word.start < typing_position <= word.end:
                self._typed_word = (block, word.start, word.end)
            elif is_correct is None:
                self._pending[word.text] = None
            elif not is_correct and word.text not in ignored:
                misspelled.append(word)
        if self._pending and not self._timer.isActive():
            self._timer.start(TYPING_DELAY if self._typing else SCROLL_DELAY)
        if not misspelled:
            return []
        underline = _underline()
        return [_range(word, text, underline) for word in misspelled]

    def word_at(self, cursor: QTextCursor) -> MarkedWord | None:
        """Return the word at *cursor* to be checked, unless it is ignored in this note."""
        block = cursor.block()
        text = block.text()
        position = python_length(text, cursor.positionInBlock())
        spans = self._colors.spans_of(block)
        word = next(
            (checked for checked in checked_words(text, spans) if checked.start <= position <= checked.end), None
        )
        if word is None or word.text in self._ignored():
            return None
        selection = QTextCursor(block)
        selection.setPosition(block.position() + utf16_length(text[: word.start]))
        selection.setPosition(block.position() + utf16_length(text[: word.end]), QTextCursor.MoveMode.KeepAnchor)
        return MarkedWord(word.text, selection)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Mark the typed word when the field loses the focus."""
        if event.type() == QEvent.Type.FocusOut:
            self._leave_word()
        return super().eventFilter(watched, event)

    def _typed_at(self, block: QTextBlock, text: str) -> int:
        """Return the position of typing in this line; -1 if it is another line."""
        cursor = self._editor.textCursor()
        if cursor.block() != block:
            return -1
        self._typed_word = None
        return python_length(text, cursor.positionInBlock())

    def _moved(self) -> None:
        if self._ignore_next_move:
            self._ignore_next_move = False
            return
        if self._typed_word is not None:
            block, start, end = self._typed_word
            cursor = self._editor.textCursor()
            if cursor.block() == block and start < python_length(block.text(), cursor.positionInBlock()) <= end:
                return
        self._leave_word()

    def _leave_word(self) -> None:
        typed_word, self._typed_word = self._typed_word, None
        self._typing = self._ignore_next_move = False
        if typed_word is not None:
            self._colors.color_line(typed_word[0])

    def _check_pending(self) -> None:
        words, self._pending = list(self._pending), {}
        if words:
            bridge.start(self._ask(words), owner=self)

    async def _ask(self, words: list[str]) -> None:
        await self._spelling.ask(words)
        if any(self._spelling.verdict(word) is False for word in words):
            self._colors.refresh()


def _underline() -> QTextCharFormat:
    char_format = QTextCharFormat()
    char_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    char_format.setUnderlineColor(theme().color("danger"))
    return char_format


def _range(word: ProseWord, text: str, char_format: QTextCharFormat) -> QTextLayout.FormatRange:
    start, end = word.start, word.end
    if not text.isascii():
        start, end = utf16_length(text[:start]), utf16_length(text[:end])
    format_range = QTextLayout.FormatRange()
    format_range.start, format_range.length, format_range.format = start, end - start, char_format
    return format_range


SUGGESTIONS_TIMEOUT = 0.8
"""Seconds the menu waits for suggestions; nearly all arrive within 0.1 s."""

MAX_SUGGESTIONS = 6
"""Maximum number of suggestions."""


class SpellingMenu(QObject):
    """Context menu with suggestions, for one field with its marks. Needs a running event loop."""

    def __init__(
        self,
        editor: SpacedTextEdit,
        marks: SpellingMarks,
        spelling: SpellChecker,
        ignore: Callable[[str], object],
        menu: Callable[[], Menu],
    ) -> None:
        """*ignore* ignores a word in the note, *menu* creates the general menu."""
        super().__init__(marks)
        self._editor = editor
        self.marks = marks
        self._spelling = spelling
        self._ignore = ignore
        self._menu = menu

    def take(self, event: QContextMenuEvent) -> bool:
        """Open the menu for the word under the pointer, or at the cursor; return False if there is nothing to offer."""
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        cursor = self._editor.textCursor() if keyboard else self._cursor_under(event.pos())
        word = self.marks.word_at(cursor)
        if word is None:
            return False
        if not self._spelling.verdict(word.text):  # A word that was just typed may not have been checked.
            bridge.start(self._open(word, event.globalPos(), keyboard=keyboard), owner=self)
            return True
        own = self._spelling.own_words
        if own is None or word.text not in own:
            return False
        menu = self._menu()
        first = menu.actions()[0]
        remove = menu.add(self.tr("Remove from dictionary"), partial(self._start, self._spelling.remove, word.text))
        menu.insertAction(first, remove)
        menu.insertSeparator(first)
        self._popup(menu, event.globalPos(), keyboard=keyboard)
        return True

    async def _open(self, word: MarkedWord, at: QPoint, *, keyboard: bool) -> None:
        try:
            async with asyncio.timeout(SUGGESTIONS_TIMEOUT):
                await self._spelling.ask([word.text])
                words = await self._spelling.suggestions(word.text, MAX_SUGGESTIONS)
        except TimeoutError:
            words = []
        menu = self._menu()
        if self._spelling.verdict(word.text) is False:
            self._fill(menu, word, words)
        self._popup(menu, at, keyboard=keyboard)

    def _fill(self, menu: Menu, word: MarkedWord, suggestions: list[str]) -> None:
        """Insert the entries for *word* before all others."""
        first = menu.actions()[0]
        read_only = self.tr("This note is read-only here.") if self._editor.isReadOnly() else ""
        typed = word.cursor.selectedText()
        for suggestion in suggestions:
            # With the kind of apostrophe the user typed.
            replacement = suggestion.replace("'", "’") if "’" in typed else suggestion
            action = menu.add(replacement, partial(self._replace, word, typed, replacement), disabled_reason=read_only)
            menu.insertAction(first, action)
        if not suggestions:
            menu.add_heading(self.tr("No suggestions"))
            menu.insertAction(first, menu.actions()[-1])
        menu.insertSeparator(first)
        entries: tuple[tuple[str, Callable[[], object]], ...] = (
            (self.tr("Add to dictionary"), partial(self._start, self._spelling.add, word.text)),
            (self.tr("Ignore in this note"), partial(self._ignore, word.text)),
        )
        for label, action_function in entries:
            menu.insertAction(first, menu.add(label, action_function))
        menu.insertSeparator(first)

    def _popup(self, menu: Menu, at: QPoint, *, keyboard: bool) -> None:
        menu.popup(at)
        if keyboard:
            menu.setActiveAction(next(action for action in menu.actions() if action.isEnabled()))

    def _replace(self, word: MarkedWord, typed: str, replacement: str) -> None:
        """Replace the word by the choice as one undo step, if the word is still there."""
        if word.cursor.selectedText() == typed:
            word.cursor.insertText(replacement)

    def _start(self, action: Callable[[str], Coroutine[Any, Any, None]], word: str) -> None:  # Any: a coroutine's type
        bridge.start(action(word), owner=self)

    def _cursor_under(self, position: QPoint) -> QTextCursor:
        """Return the cursor for a click at *position*."""
        return self._editor.cursorForPosition(self._editor.nearest_line_point(QPointF(position)).toPoint())
