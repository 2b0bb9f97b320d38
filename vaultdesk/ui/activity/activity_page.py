"""ActivityPage: every change, tool call and disclosure of one vault, newest first, with the ways back."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.privacy.ledger_entry import AskedQuestion
from vaultdesk.ui.activity.audit_export import as_json_lines, as_table
from vaultdesk.ui.activity.call_filters import CallFilters
from vaultdesk.ui.activity.call_rows import call_rows, details_text
from vaultdesk.ui.activity.chain_line import ChainLine
from vaultdesk.ui.activity.change_groups import ChangeGroup, ChangeItem, change_groups
from vaultdesk.ui.activity.change_rows import ChangeNews, change_rows
from vaultdesk.ui.activity.periods import Period, period_choices, since
from vaultdesk.ui.activity.record import ActivityRecord
from vaultdesk.ui.activity.timeline_rows import timeline_rows
from vaultdesk.ui.activity.tool_calls import ToolCall
from vaultdesk.ui.activity.way_back import WayBack
from vaultdesk.ui.bridge import start
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton, SegmentedControl
from vaultdesk.ui.widgets.lists.card_list import CardRow
from vaultdesk.ui.widgets.lists.list_page import FilterBox, ListPage
from vaultdesk.ui.widgets.save_dialog import save_as
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.vault.undo import UndoOutcome

CHANGES, CALLS, EVERYTHING = 0, 1, 2
"""Places of the three lists."""

QUICK = 300
"""Groups, calls and questions whose rows are made at once; more are made in a thread: 20,000 changes take a second."""

SEARCH_WIDTH = 200
"""Pixels of the search field (mockup 12)."""


class ActivityPage(ListPage):
    """Reads what it shows when it is shown, and again when something happened."""

    note_opened = Signal(str)
    left_asked = Signal(str)
    """The list of what left this computer was asked for, about this question."""
    told = Signal(str, str, object)
    """A sentence for a notice, with the words and the deed of the way back."""

    def __init__(
        self, record: ActivityRecord, back: WayBack, names: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        """*names* are what tools are called, by their own names."""
        super().__init__(parent=parent, title="", lead="", name="")
        self._record, self._back, self._names = record, back, names
        self._groups: tuple[ChangeGroup, ...] = ()
        self._calls: tuple[ToolCall, ...] = ()
        self._questions: tuple[AskedQuestion, ...] = ()
        self._opened: frozenset[str] = frozenset()
        self._refused: dict[str, tuple[int | str, bool, UndoOutcome]] = {}
        self._turn = self._drawing = 0
        self.segments = SegmentedControl(
            [self.tr("Changes"), self.tr("Tool calls"), self.tr("Everything")], self.tr("What is listed")
        )
        self.period = FilterBox(self.tr("Period"), period_choices())
        self.period.set_value("week")
        self.calls = CallFilters(names, self)
        self.search = SearchField(self.tr("Search by note or question"), self.tr("Note or question"))
        self.chain = ChainLine()
        self.export = PlainButton(self.tr("Export…"), icon_name="download")
        self._lay_out()
        self._connect()
        self._show_segment()

    def show_segment(self, segment: int) -> None:
        """Show the changes, the tool calls, or everything."""
        self.segments.set_current(segment)
        self._show_segment()

    def reload(self) -> None:
        """Read everything anew."""
        start(self._load(), self)

    def _lay_out(self) -> None:
        self.title.setText(self.tr("Activity"))
        self.setAccessibleName(self.tr("Activity"))
        self.list.setAccessibleName(self.tr("What happened"))
        self.search.setFixedWidth(max(theme().step(SEARCH_WIDTH), self.search.sizeHint().width()))
        self.head.addWidget(self.export)
        for widget in (self.segments, self.period, self.search, *self.calls.boxes):
            self.filters.addWidget(widget)
        self.above.addWidget(self.chain)

    def _connect(self) -> None:
        self.segments.changed.connect(lambda _place: self._show_segment())
        self.period.chosen.connect(self.reload)
        self.calls.changed.connect(self._show)
        self.search.textChanged.connect(lambda _words: self._show())
        self.search.stepped.connect(lambda _way: self.list.setFocus())
        self.export.clicked.connect(lambda: start(self._export(), self))
        self.list.acted.connect(self._act)
        self.list.folded.connect(self._fold)
        self._record.changed.connect(self.reload)
        self._back.refused.connect(self._take_refusal)

    def _show_segment(self) -> None:
        place = self.segments.current()
        calls = place == CALLS
        leads = (
            self.tr("Every change VaultDesk made to your notes, newest first. An undo can be undone."),
            self.tr("Every tool an assistant asked for, who let it run, and what came of it."),
            self.tr("Changes, tool calls and what left this computer, newest first."),
        )
        self.lead.setText(leads[place])
        for widget in (*self.calls.boxes, self.chain, self.export):
            widget.setVisible(calls)
        if calls:
            self.chain.wait()
            start(self._check(), self)
        self.reload()

    async def _load(self) -> None:
        self._turn += 1
        turn, place = self._turn, self.segments.current()
        begin = since(self._wanted_period(), datetime.now().astimezone())
        try:
            changes = await self._record.changes(begin) if place != CALLS else ()
            groups = await asyncio.to_thread(change_groups, changes)
            calls = await self._record.calls(begin) if place != CHANGES else ()
            questions = await self._record.questions(begin) if place == EVERYTHING else ()
        except VaultDeskError as problem:
            if turn == self._turn:
                self.empty.set_text(problem.title, problem.hint)
                self.show_rows(())
            return
        if turn == self._turn:
            self._groups, self._calls, self._questions = groups, calls, questions
            waiting = {group.id for group in groups if group.standing}
            self._refused = {name: told for name, told in self._refused.items() if told[1] or name in waiting}
            if place == CALLS:
                self.calls.offer(calls)
            self._show()

    async def _check(self) -> None:
        try:
            self.chain.tell(await self._record.check())
        except VaultDeskError as problem:
            self.chain.fail(str(problem))

    def _wanted_period(self) -> Period:
        value = self.period.value()
        return next((period for period, _ in period_choices() if period == value), "week")

    def _show(self) -> None:
        words, place = self.search.text().strip(), self.segments.current()
        searched = bool(words) or any(box.value() for box in self.calls.boxes if place == CALLS)
        title = self.tr("Nothing fits") if searched else self.tr("Nothing happened in this time")
        hint = (
            self.tr("Try other words.") if searched else self.tr("What assistants do is listed here, and undone here.")
        )
        self.empty.set_text(title, hint)
        build = self._builder(words, place)
        self._drawing += 1
        if len(self._groups) + len(self._calls) + len(self._questions) <= QUICK:
            self.show_rows(build())
        else:
            start(self._show_later(build, self._drawing), self)

    async def _show_later(self, build: Callable[[], list[CardRow]], drawing: int) -> None:
        rows = await asyncio.to_thread(build)
        if drawing == self._drawing:
            self.show_rows(rows)

    def _builder(self, words: str, place: int) -> Callable[[], list[CardRow]]:
        """Return what makes the rows, in any thread."""
        today = datetime.now().astimezone().date()
        groups = [group for group in self._groups if not words or group.matches(words)]
        if place == CHANGES:
            refused = {name: outcome.refused[0].problem for name, (_, _, outcome) in self._refused.items()}
            return partial(change_rows, groups, ChangeNews(today, self._opened, self._record.recovered, refused))
        if place == CALLS:
            return partial(call_rows, self.calls.fitting(self._calls, words), self._names, today)
        calls = [call for call in self._calls if not words or call.matches(words)]
        questions = [one for one in self._questions if not words or _about(one, words)]
        return partial(timeline_rows, groups, calls, questions, self._names, today)

    def _fold(self, row: CardRow) -> None:
        self._opened ^= {row.id}
        self._show()

    def _act(self, row: CardRow, action: str) -> None:
        match row.subject, action:
            case (ChangeGroup() as group, ChangeItem() as item), "undo" | "redo":
                self._refused.pop(group.id, None)
                self._back.take(item.first.id, again=action == "redo")
            case (ChangeGroup(), ChangeItem() as item), "open":
                self.note_opened.emit(item.now_at)
            case (ChangeGroup(), ChangeItem() as item), "copy":
                QGuiApplication.clipboard().setText(item.path)
            case ChangeGroup() as group, "undo" | "redo":
                self._refused.pop(group.id, None)
                self._back.take(group.id, again=action == "redo")
            case ChangeGroup() as group, "compare":
                self._back.refused.emit(*self._refused[group.id])
            case ChangeGroup() as group, "changes":
                self.search.setText(group.title)
                self.show_segment(CHANGES)
            case ToolCall() as call, "open":
                self.note_opened.emit(call.files[0])
            case ToolCall() as call, "copy":
                QGuiApplication.clipboard().setText(details_text(call))
            case AskedQuestion() as question, "left":
                self.left_asked.emit(question.question)

    def _take_refusal(self, what: int | str, again: bool, outcome: UndoOutcome) -> None:
        for group in self._groups:
            ids = {entry.id for item in group.items for entry in item.entries}
            if what == group.id or what in ids:
                self._refused[group.id] = (what, again, outcome)
        self._show()

    async def _export(self) -> None:
        calls = self.calls.fitting(self._calls, self.search.text().strip())
        kinds = {
            "jsonl": (self.tr("Lines of JSON"), lambda: as_json_lines(calls)),
            "csv": (self.tr("Table for a spreadsheet"), lambda: as_table(calls)),
        }
        try:
            file = await save_as(self, self.tr("Export the tool calls"), self.tr("Tool calls"), kinds)
        except OSError as error:
            self.told.emit(self.tr("The file could not be written: {why}.").format(why=error.strerror), "", None)
            return
        if file is not None:
            self.told.emit(self.tr("Written to {file}.").format(file=file.name), "", None)


def _about(question: AskedQuestion, words: str) -> bool:
    wanted = words.casefold()
    return wanted in question.question.casefold() or any(wanted in one.path.casefold() for one in question.entries)
