"""Activity page: changes, tool calls and disclosures of a vault in one timeline."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from itertools import groupby

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.privacy.ledger_entry import AskedQuestion
from vaultdesk.ui.activity.activity_record import ActivityRecord, HistoryPeriod, period_start
from vaultdesk.ui.activity.audit_list import (
    CallFilters,
    IntegrityLine,
    ToolCall,
    ToolNames,
    as_json_lines,
    as_table,
    call_row,
    call_rows,
    day_row,
    details_text,
)
from vaultdesk.ui.activity.change_history import (
    ChangeContext,
    ChangeGroup,
    ChangeItem,
    UndoAction,
    change_groups,
    change_rows,
    head_row,
)
from vaultdesk.ui.bridge import ask, start
from vaultdesk.ui.dates import clock, full_time_text
from vaultdesk.ui.formatting import plural_text
from vaultdesk.ui.privacy.disclosures_page import disclosed_amount_text, question_id, question_title, receiver_cell
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.buttons import PlainButton, SegmentedControl
from vaultdesk.ui.widgets.form_dialog import FormDialog
from vaultdesk.ui.widgets.lists.card_list import CardCell, CardRow, CardSpan, RowAction
from vaultdesk.ui.widgets.lists.list_page import FilterBox, ListPage, save_as
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.vault.undo import UndoOutcome

_tr = translator("ActivityPage")


def period_choices() -> tuple[tuple[HistoryPeriod, str], ...]:
    """Return the periods with their labels, in the order offered."""
    return (
        ("today", _tr("Today")),
        ("week", _tr("Last 7 days")),
        ("month", _tr("Last 30 days")),
        ("all", _tr("All time")),
    )


TIMELINE_ROW_HEIGHT = 36
"""Height of a row in pixels."""


def timeline_rows(
    groups: Sequence[ChangeGroup],
    calls: Sequence[ToolCall],
    questions: Sequence[AskedQuestion],
    names: ToolNames,
    today: date,
) -> list[CardRow]:
    """Return all entries as one card, newest first, grouped by day."""
    timed_rows: list[tuple[datetime, CardRow]] = [(group.time, _group_row(group, today)) for group in groups]
    timed_rows += [(call.time, call_row(call, names, today)) for call in calls]
    timed_rows += [(question.time, _question_row(question, today)) for question in questions]
    timed_rows.sort(key=lambda pair: pair[0], reverse=True)
    rows: list[CardRow] = []
    for day, members in groupby(timed_rows, key=lambda pair: pair[0].astimezone().date()):
        rows.append(day_row(day, today, ""))
        rows += [row for _, row in members]
    return rows


def _group_row(group: ChangeGroup, today: date) -> CardRow:
    head = head_row(group, today)
    return CardRow(
        head.key,
        (
            CardSpan(_tr("Changed notes"), "strong"),
            CardSpan(f"   {group.title}", "interface", "text2"),
            *head.spans[1:],
        ),
        height=TIMELINE_ROW_HEIGHT,
        time=clock(group.time),
        icon="pencil",
        actions=(RowAction("changes", _tr("Show"), "list"),),
        detail=head.detail,
        subject=group,
    )


def _question_row(question: AskedQuestion, today: date) -> CardRow:
    sent = bool(question.notes or question.sent)
    withheld = not question.transmissions and all(entry.kind == "kept" for entry in question.entries)
    title = _tr("Sent") if sent else _tr("Withheld") if withheld else _tr("Read on this computer")
    return CardRow(
        question_id(question),
        (CardSpan(title, "strong"), CardSpan(f"   {question_title(question)}", "interface", "text2")),
        height=TIMELINE_ROW_HEIGHT,
        time=clock(question.time),
        icon="arrow-up-right" if sent else "lock" if withheld else "chip",
        icon_role="warning" if sent else "muted",
        cells=(receiver_cell(question), CardCell(disclosed_amount_text(question), 190)),
        actions=(RowAction("left", _tr("Show"), "list"),),
        detail=full_time_text(question.time, today),
        subject=question,
    )


CHANGES_SEGMENT, CALLS_SEGMENT, EVERYTHING_SEGMENT = 0, 1, 2
"""Indexes of the three lists."""

MAX_ROWS_AT_ONCE = 300
"""Maximum number of groups, calls and questions whose rows are created synchronously; more are created in a thread:
20,000 changes take a second.
"""

SEARCH_WIDTH = 200
"""Width of the search field in design pixels."""


class ActivityPage(ListPage):
    """Loads its content when shown, and again after an event."""

    note_opened = Signal(str)
    disclosures_requested = Signal(str)
    """The list of disclosures is requested for this question."""
    message_requested = Signal(str, str, object)
    """Message for a notification, with the label and the callback of its action."""

    def __init__(
        self, record: ActivityRecord, undo_action: UndoAction, names: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        """*names* maps tool names to display names."""
        super().__init__(parent=parent, title="", lead="", name="")
        self._record, self._undo_action, self._names = record, undo_action, names
        self._groups: tuple[ChangeGroup, ...] = ()
        self._calls: tuple[ToolCall, ...] = ()
        self._questions: tuple[AskedQuestion, ...] = ()
        self._opened: frozenset[str] = frozenset()
        self._refused: dict[str, tuple[int | str, bool, UndoOutcome]] = {}
        self._request_id = self._rows_request = 0
        self.segments = SegmentedControl(
            [self.tr("Changes"), self.tr("Tool calls"), self.tr("Everything")], self.tr("Type of entry")
        )
        self.period = FilterBox(self.tr("Period"), period_choices())
        self.period.set_value("week")
        self.calls = CallFilters(names, self)
        self.search = SearchField(self.tr("Search by note or question"), self.tr("Note or question"))
        self.integrity = IntegrityLine()
        self.export = PlainButton(self.tr("Export…"), icon_name="download")
        self.clear = PlainButton(self.tr("Clear…"), icon_name="trash")
        self._build_layout()
        self._connect()
        self._show_segment()

    def show_segment(self, segment: int) -> None:
        """Show the changes, the tool calls, or everything."""
        self.segments.set_current(segment)
        self._show_segment()

    def reload(self) -> None:
        """Load everything again."""
        start(self._load(), self)

    def _build_layout(self) -> None:
        self.title.setText(self.tr("Activity"))
        self.setAccessibleName(self.tr("Activity"))
        self.list.setAccessibleName(self.tr("What happened"))
        self.search.setFixedWidth(max(theme().px(SEARCH_WIDTH), self.search.sizeHint().width()))
        self.head.addWidget(self.clear)
        self.head.addWidget(self.export)
        for widget in (self.segments, self.period, self.search, *self.calls.boxes):
            self.filters.addWidget(widget)
        self.above.addWidget(self.integrity)

    def _connect(self) -> None:
        self.segments.changed.connect(lambda _index: self._show_segment())
        self.period.chosen.connect(self.reload)
        self.calls.changed.connect(self._show)
        self.search.textChanged.connect(lambda _words: self._show())
        self.search.stepped.connect(lambda _direction: self.list.setFocus())
        self.export.clicked.connect(lambda: start(self._export(), self))
        self.clear.clicked.connect(lambda: start(self._clear(), self))
        self.list.acted.connect(self._act)
        self.list.folded.connect(self._fold)
        self._record.changed.connect(self.reload)
        self._undo_action.refused.connect(self._show_refusal)

    def _show_segment(self) -> None:
        segment = self.segments.current()
        calls = segment == CALLS_SEGMENT
        leads = (
            self.tr("Every change VaultDesk made to your notes, newest first. An undo can be undone."),
            self.tr("Every tool call of an assistant, who allowed it, and its result."),
            self.tr("Changes, tool calls and what left this computer, newest first."),
        )
        self.lead.setText(leads[segment])
        for widget in (*self.calls.boxes, self.integrity, self.export, self.clear):
            widget.setVisible(calls)
        if calls:
            self.integrity.wait()
            start(self._check(), self)
        self.reload()

    async def _load(self) -> None:
        self._request_id += 1
        request_id, segment = self._request_id, self.segments.current()
        since = period_start(self._selected_period(), datetime.now().astimezone())
        try:
            changes = await self._record.changes(since) if segment != CALLS_SEGMENT else ()
            groups = await asyncio.to_thread(change_groups, changes)
            calls = await self._record.calls(since) if segment != CHANGES_SEGMENT else ()
            questions = await self._record.questions(since) if segment == EVERYTHING_SEGMENT else ()
        except VaultDeskError as problem:
            if request_id == self._request_id:
                self.empty.set_text(translate(problem.title), translate(problem.hint))
                self.show_rows(())
            return
        if request_id == self._request_id:
            self._groups, self._calls, self._questions = groups, calls, questions
            applied = {group.id for group in groups if group.applied}
            self._refused = {
                group_id: refusal for group_id, refusal in self._refused.items() if refusal[1] or group_id in applied
            }
            if segment == CALLS_SEGMENT:
                self.calls.offer(calls)
            self._show()

    async def _check(self) -> None:
        try:
            self.integrity.show_check(await self._record.check())
        except VaultDeskError as problem:
            self.integrity.fail(translate_error(problem))

    def _selected_period(self) -> HistoryPeriod:
        value = self.period.value()
        return next((period for period, _ in period_choices() if period == value), "week")

    def _show(self) -> None:
        text, segment = self.search.text().strip(), self.segments.current()
        is_filtered = bool(text) or any(box.value() for box in self.calls.boxes if segment == CALLS_SEGMENT)
        title = self.tr("No matches") if is_filtered else self.tr("No activity in this period")
        hint = (
            self.tr("Try other words.")
            if is_filtered
            else self.tr("Actions of assistants are listed here and can be undone here.")
        )
        self.empty.set_text(title, hint)
        build = self._builder(text, segment)
        self._rows_request += 1
        if len(self._groups) + len(self._calls) + len(self._questions) <= MAX_ROWS_AT_ONCE:
            self.show_rows(build())
        else:
            start(self._show_later(build, self._rows_request), self)

    async def _show_later(self, build: Callable[[], list[CardRow]], drawing: int) -> None:
        rows = await asyncio.to_thread(build)
        if drawing == self._rows_request:
            self.show_rows(rows)

    def _builder(self, text: str, segment: int) -> Callable[[], list[CardRow]]:
        """Return a function that creates the rows, callable in any thread."""
        today = datetime.now().astimezone().date()
        groups = [group for group in self._groups if not text or group.matches(text)]
        if segment == CHANGES_SEGMENT:
            refused = {name: translate(outcome.refused[0].problem) for name, (_, _, outcome) in self._refused.items()}
            return partial(change_rows, groups, ChangeContext(today, self._opened, self._record.recovered, refused))
        if segment == CALLS_SEGMENT:
            return partial(call_rows, self.calls.matching(self._calls, text), self._names, today)
        calls = [call for call in self._calls if not text or call.matches(text)]
        questions = [question for question in self._questions if not text or _question_matches(question, text)]
        return partial(timeline_rows, groups, calls, questions, self._names, today)

    def _fold(self, row: CardRow) -> None:
        self._opened ^= {row.key}
        self._show()

    def _act(self, row: CardRow, action: str) -> None:
        match row.subject, action:
            case (ChangeGroup() as group, ChangeItem() as item), "undo" | "redo":
                self._refused.pop(group.id, None)
                self._undo_action.run(item.first.id, redo=action == "redo")
            case (ChangeGroup(), ChangeItem() as item), "open":
                self.note_opened.emit(item.current_path)
            case (ChangeGroup(), ChangeItem() as item), "copy":
                QGuiApplication.clipboard().setText(item.path)
            case ChangeGroup() as group, "undo" | "redo":
                self._refused.pop(group.id, None)
                self._undo_action.run(group.id, redo=action == "redo")
            case ChangeGroup() as group, "compare":
                self._undo_action.refused.emit(*self._refused[group.id])
            case ChangeGroup() as group, "changes":
                self.search.setText(group.title)
                self.show_segment(CHANGES_SEGMENT)
            case ToolCall() as call, "open":
                self.note_opened.emit(call.files[0])
            case ToolCall() as call, "copy":
                QGuiApplication.clipboard().setText(details_text(call))
            case AskedQuestion() as question, "left":
                self.disclosures_requested.emit(question.question)

    def _show_refusal(self, target: int | str, redo: bool, outcome: UndoOutcome) -> None:
        for group in self._groups:
            ids = {entry.id for item in group.items for entry in item.entries}
            if target == group.id or target in ids:
                self._refused[group.id] = (target, redo, outcome)
        self._show()

    async def _clear(self) -> None:
        """Ask for confirmation, and clear the audit log."""
        explanation = self.tr(
            "All entries in the audit log of this vault are deleted permanently: which tools were "
            "called, who allowed them, and their results. One entry remains, which says who cleared "
            "the log, when, and how many entries it had. The history of changes and the list of what "
            "left this computer are not affected."
        )
        dialog = FormDialog(self.tr("Clear the audit log of tool calls?"), explanation, self.tr("Clear Log"), self)
        dialog.done_button.clicked.connect(dialog.accept)
        dialog.cancel.setDefault(True)
        dialog.cancel.setFocus()
        try:
            if await ask(dialog) != FormDialog.DialogCode.Accepted:
                return
            removed = await self._record.clear()
        except VaultDeskError as problem:
            self.message_requested.emit(translate_error(problem), "", None)
            return
        finally:
            dialog.deleteLater()
        message = plural_text(removed, self.tr("1 entry was deleted."), self.tr("{n} entries were deleted."))
        self.message_requested.emit(message, "", None)
        self._show_segment()

    async def _export(self) -> None:
        calls = self.calls.matching(self._calls, self.search.text().strip())
        kinds = {
            "jsonl": (self.tr("JSON Lines"), lambda: as_json_lines(calls)),
            "csv": (self.tr("Spreadsheet table (CSV)"), lambda: as_table(calls)),
        }
        try:
            file = await save_as(self, self.tr("Export the tool calls"), self.tr("Tool calls"), kinds)
        except OSError as error:
            self.message_requested.emit(
                self.tr("The file could not be written: {why}.").format(why=error.strerror), "", None
            )
            return
        if file is not None:
            self.message_requested.emit(self.tr("Written to {file}.").format(file=file.name), "", None)


def _question_matches(question: AskedQuestion, text: str) -> bool:
    query = text.casefold()
    return query in question.question.casefold() or any(query in entry.path.casefold() for entry in question.entries)
