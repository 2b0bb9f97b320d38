"""NothingFound: says which part of a search has no note, and offers the part that has some. Counts nothing itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.index.index_results import Hit
from vaultdesk.index.query_syntax.expression import SearchWord, Within
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.ui.browser.query_parts import QueryPart
from vaultdesk.ui.facts import number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.ui.widgets.menu import literal_menu_text
from vaultdesk.vault.note_path import printable

MOST_COUNTED = 4
"""Parts of a search of which is told how many notes have each."""

LONGEST = 40
"""Characters of a part that are shown."""

LONGEST_QUERY = 80
"""Characters of a search that are shown where nothing was found."""

NAME = 30
"""Characters of a note's name that are shown."""

_LONG_WORD = re.compile(r"(\S{24})\S+")
"""A word that would not fit into a line; a label breaks no word."""


@dataclass(frozen=True, slots=True)
class CountedPart:
    """A part of a search and how many notes fit it."""

    part: QueryPart
    notes: int


class NothingFound(QWidget):
    """Stands where the results would."""

    search_asked = Signal(str)
    """This is to be searched for instead."""
    meaning_asked = Signal()
    note_asked = Signal(object)
    """The `Hit` of a note that is called something like it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._instead = ""
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(step(20), step(48), step(20), step(24))
        column.setSpacing(step(8))
        centre = Qt.AlignmentFlag.AlignHCenter
        self._title = PlainLabel("", "text", "title", wrap=True)
        self._text = PlainLabel("", "muted", wrap=True)
        self.only = PlainButton("")
        self.meaning = LinkButton(self.tr("Search by meaning"))
        self._alike = PlainLabel(self.tr("Notes called something like it"), "muted", "small", wrap=True)
        self.names: list[LinkButton] = []
        """Of the notes that are offered."""
        self._names = QVBoxLayout()
        self._names.setSpacing(step(4))
        self._names.setContentsMargins(0, 0, 0, step(12))
        column.addWidget(Glyph("search", "muted", 26), 0, centre)
        for label in (self._title, self._text, self._alike):
            label.setAlignment(centre)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(step(8))
        column.addWidget(self._alike)
        column.addLayout(self._names)
        column.addWidget(self.only, 0, centre)
        column.addWidget(self.meaning, 0, centre)
        column.addStretch(1)
        self.only.clicked.connect(lambda: self.search_asked.emit(self._instead))
        self.meaning.clicked.connect(self.meaning_asked)

    def title(self) -> str:
        """Return what is said first."""
        return self._title.text()

    def words(self) -> str:
        """Return the sentence below."""
        return self._text.text()

    def say(self, title: str, text: str, *, meaning: bool = False) -> None:
        """Say this alone; with *meaning* a search by meaning is offered."""
        self._title.setText(title)
        self._text.setText(text)
        self.only.hide()
        self.meaning.setVisible(meaning)
        self.offer(())

    def offer(self, notes: Sequence[Hit]) -> None:
        """Offer to open these notes, whose names somebody may have meant."""
        while self.names:
            self.names.pop().deleteLater()
        self._alike.setVisible(bool(notes))
        for note in notes:
            button = LinkButton(literal_menu_text(_short(note.title, NAME)))
            button.setToolTip(as_tooltip(note.path))
            button.clicked.connect(lambda _=False, note=note: self.note_asked.emit(note))
            self._names.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            self.names.append(button)

    def lack(self, query: str) -> None:
        """Say that no note fits *query*."""
        words = self.tr("No note has “{words}”. Try fewer words, or press the question mark for what can be asked.")
        asked = printable(_short(query.strip(), LONGEST_QUERY))
        self.say(self.tr("Nothing found"), words.format(words=asked), meaning=True)

    def explain(self, counted: Sequence[CountedPart]) -> None:
        """Say how many notes each part of the search has, and offer to search for one that has some.

        Nothing is said of a search that has no parts.
        """
        if not counted:
            return
        lacking = [one for one in counted if not one.notes]
        if lacking:
            title = self.tr("Nothing found")
        elif len(counted) == 2:
            title = self.tr("No note has both")
        else:
            title = self.tr("No note has all of it")
        sentences = [self._sentence(one) for one in counted]
        if not lacking:
            sentences.append(self.tr("None does both.") if len(counted) == 2 else self.tr("None does all of it."))
        self.say(title, " ".join(sentences), meaning=True)
        having = [one for one in counted if one.notes]
        if having:
            # Words say more of what is looked for than a folder or a tag; the rarer the more.
            best = min(having, key=lambda one: (not _is_text(one.part), one.notes))
            self._instead = best.part.text
            self.only.setText(
                literal_menu_text(self.tr("Search “{words}” only").format(words=_short(_name(best.part))))
            )
            self.only.show()

    def _sentence(self, one: CountedPart) -> str:
        words, n = _short(_name(one.part)), one.notes
        scope = _scope(one.part)
        if scope == "tag":
            some = self.tr("1 note is tagged {words}.") if n == 1 else self.tr("{n} notes are tagged {words}.")
            return (some if n else self.tr("No note is tagged {words}.")).format(n=number(n), words=words)
        if scope == "path":
            some = self.tr("1 note is in {words}.") if n == 1 else self.tr("{n} notes are in {words}.")
            return (some if n else self.tr("No note is in {words}.")).format(n=number(n), words=words)
        if _is_text(one.part):
            some = self.tr("1 note says “{words}”.") if n == 1 else self.tr("{n} notes say “{words}”.")
            return (some if n else self.tr("No note says “{words}”.")).format(n=number(n), words=words)
        some = self.tr("1 note fits {words}.") if n == 1 else self.tr("{n} notes fit {words}.")
        return (some if n else self.tr("No note fits {words}.")).format(n=number(n), words=_short(one.part.text))


def _scope(part: QueryPart) -> str:
    root = parse_query(part.text).root
    return root.scope if isinstance(root, Within) and isinstance(root.part, SearchWord) else ""


def _is_text(part: QueryPart) -> bool:
    return isinstance(parse_query(part.text).root, SearchWord)


def _name(part: QueryPart) -> str:
    return part.words if _is_text(part) or _scope(part) in ("tag", "path") else part.text


def _short(text: str, most: int = LONGEST) -> str:
    shown = _LONG_WORD.sub(r"\1…", text)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"
