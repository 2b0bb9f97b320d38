"""WhatLeftPage: what of the notes left this computer, to whom, by whose word; and what was kept from leaving."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import AskedQuestion, LedgerEntry, LedgerSummary, by_question, export_entries
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.privacy.ledger_words import counted, notes_words, tokens_words
from vaultdesk.ui.privacy.left_filters import LeftFilters
from vaultdesk.ui.privacy.left_rows import LeftNews, kept_words, left_rows
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.lists.card_list import CardRow
from vaultdesk.ui.widgets.lists.list_page import ListPage
from vaultdesk.ui.widgets.save_dialog import save_as
from vaultdesk.ui.widgets.text_fields import SearchField

SILENCE = 150
"""Milliseconds after a key or a disclosure before the ledger is asked again."""

MOST = 20_000
"""Lines that are listed; the export has them too, and the file has all."""

SEARCH_WIDTH = 238
"""Pixels of the search field (mockup 11)."""

IsPrivate = Callable[[str], bool]
"""Whether a note is kept here by a rule now."""


class WhatLeftPage(ListPage):
    """Follows the ledger until it is destroyed."""

    note_opened = Signal(str)
    never_asked = Signal(str)
    """A note shall stay on this computer from now on."""
    told = Signal(str, str, object)
    """A sentence for a notice, with the words and the deed of the way back."""

    def __init__(self, ledger: Ledger, private: IsPrivate, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, title="", lead="", name="")
        self._ledger = ledger
        self._private = private
        self._note = ""
        self._entries: tuple[LedgerEntry, ...] = ()
        self._questions: tuple[AskedQuestion, ...] = ()
        self._turned: frozenset[str] = frozenset()
        self._turn = 0
        self.search = SearchField(self.tr("Search by note or question"), self.tr("Note or question"))
        self.narrowing = LeftFilters(datetime.now().astimezone().date(), self)
        self.export = PlainButton(self.tr("Export…"), icon_name="download")
        self.only = Banner("info", "", [(self.tr("Show all notes"), lambda: self.show_note(""))])
        self._silence = QTimer(self, singleShot=True, interval=SILENCE)
        self._lay_out()
        self._connect()
        self.show_note("")

    @property
    def note(self) -> str:
        """The note whose lines alone are shown; empty for all."""
        return self._note

    def show_note(self, path: str) -> None:
        """Show where the note at *path* went, whenever that was; with no path, everything of this month."""
        self._note = path
        if path:
            self.narrowing.month.set_value("")
            self.search.clear()
        self.only.set_text(self.tr("Only what left of “{note}” is shown.").format(note=path))
        self.only.setVisible(bool(path))
        titles = self.tr("What left this computer"), self.tr("Where “{note}” went").format(note=note_name(path))
        self.title.setText(titles[1] if path else titles[0])
        self.reload()

    def show_question(self, question: str) -> None:
        """Show what left for *question*, whenever that was."""
        self._note = ""
        self.only.hide()
        self.narrowing.month.set_value("")
        self.search.setText(question)
        self.reload()

    def reload(self) -> None:
        """Ask the ledger again."""
        start(self._load(), self)

    def redraw(self) -> None:
        """Make the rows anew: rules have changed."""
        news = LeftNews(datetime.now().astimezone().date(), self._turned, self._private, all_open=bool(self._note))
        self.show_rows(left_rows(self._questions, news))

    def _lay_out(self) -> None:
        self.setAccessibleName(self.tr("What left this computer"))
        self.list.setAccessibleName(self.tr("Notes that left, by question"))
        self.search.setFixedWidth(max(theme().step(SEARCH_WIDTH), self.search.sizeHint().width()))
        for widget in (self.search, *self.narrowing.boxes):
            self.filters.addWidget(widget)
        self.tail.addWidget(self.export)
        self.above.addWidget(self.only)

    def _connect(self) -> None:
        self._silence.timeout.connect(self.reload)
        self.search.textChanged.connect(lambda _words: self._silence.start())
        self.search.stepped.connect(lambda _way: self.list.setFocus())
        self.narrowing.changed.connect(self.reload)
        self.export.clicked.connect(lambda: start(self._export(), self))
        self.list.acted.connect(self._act)
        self.list.folded.connect(self._fold)
        follow(self._ledger.feed, lambda _disclosed: self._silence.start(), self)

    async def _load(self) -> None:
        self._turn += 1
        turn, words = self._turn, self.search.text().strip()
        try:
            self.narrowing.offer(await self._ledger.providers())
            entries = await self._ledger.find(self.narrowing.query(words, self._note), MOST)
            questions = await asyncio.to_thread(by_question, entries)
            month = await self._ledger.month(datetime.now().astimezone())
        except VaultDeskError as problem:
            self.empty.set_text(problem.title, problem.hint)
            self.show_rows(())
            return
        if turn != self._turn:
            return
        self._entries, self._questions = entries, questions
        self.lead.setText(self._summary(month))
        narrowed = bool(words or self._note) or self.narrowing.narrowed()
        nothing = self.tr("Nothing fits") if narrowed else self.tr("Nothing has left this computer")
        usual = self.tr("When a note is sent to a model elsewhere, it is written down here first.")
        self.empty.set_text(nothing, self.tr("Try other words, or all months.") if narrowed else usual)
        self.redraw()

    def _summary(self, month: LedgerSummary) -> str:
        if not month.notes:
            words = self.tr("This month nothing has left this computer.")
        else:
            words = self.tr("This month: {notes} in {questions}, {tokens}.").format(
                notes=notes_words(month.notes),
                questions=counted(month.questions, self.tr("1 question"), self.tr("{n} questions")),
                tokens=tokens_words(month.tokens),
            )
        private = sum(1 for path in month.paths if self._private(path))
        if private:
            words += " " + self.tr("{n} of them would stay here by today’s rules.").format(n=format_number(private))
        elif month.notes:
            words += " " + self.tr("No private note.")
        return f"{words} {kept_words(month.kept)}." if month.kept else words

    def _fold(self, row: CardRow) -> None:
        self._turned ^= {row.id}
        self.redraw()

    def _act(self, row: CardRow, action: str) -> None:
        entry = row.subject
        if not isinstance(entry, LedgerEntry):
            return
        match action:
            case "open":
                self.note_opened.emit(entry.path)
            case "never":
                self.never_asked.emit(entry.path)
            case "history":
                self.show_note(entry.path)
            case "copy":
                QGuiApplication.clipboard().setText(entry.path)

    async def _export(self) -> None:
        entries = self._entries
        kinds = {
            "csv": (self.tr("Table for a spreadsheet"), lambda: export_entries(entries, "csv")),
            "json": (self.tr("JSON"), lambda: export_entries(entries, "json")),
        }
        name = self.tr("What left this computer")
        try:
            file = await save_as(self, self.tr("Export what left this computer"), name, kinds)
        except OSError as error:
            self.told.emit(self.tr("The file could not be written: {why}.").format(why=error.strerror), "", None)
            return
        if file is not None:
            self.told.emit(self.tr("Written to {file}.").format(file=file.name), "", None)
