"""Tool calls of the audit log: list rows, filters, export and the result of the integrity check."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Literal

from msgspec import Struct
from pydantic import JsonValue
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.audit_log import AuditEntry, AuditSource, ChainCheck
from vaultdesk.ui.chat.tool_text import duration_text, note_name
from vaultdesk.ui.dates import clock, day_heading, full_time_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.ui.widgets.lists.card_list import CardCell, CardRow, CardSpan, RowAction
from vaultdesk.ui.widgets.lists.list_page import FilterBox

_tr = translator("AuditList")

CallOutcome = Literal["done", "failed", "refused", "cancelled", "open"]
"""Result of a call; `open`: its end is not recorded."""

CALL_OUTCOMES: tuple[CallOutcome, ...] = ("done", "failed", "refused", "cancelled", "open")

SUBJECT_ARGUMENTS = ("query", "path", "paths", "file_paths", "new_path", "folder", "name", "tags", "template", "date")
"""Arguments that describe a call in the list, the most informative first; others are shown only in the tooltip."""


class ToolCall(Struct, frozen=True):
    """One call of a tool."""

    call_id: str
    run_id: str
    conversation_id: str
    time: datetime
    """Time of the request."""
    tool: str
    effect: str = ""
    host: str = ""
    arguments: Mapping[str, JsonValue] | None = None
    files: tuple[str, ...] = ()
    by: AuditSource = ""
    """Origin of the decision."""
    outcome: CallOutcome = "open"
    reason: str = ""
    milliseconds: int = 0
    agent: str = ""
    lines: tuple[AuditEntry, ...] = ()

    @property
    def subject(self) -> str:
        """Short description of the call's subject: the query, or else the notes."""
        query = (self.arguments or {}).get("query")
        if isinstance(query, str) and query:
            return query
        if self.files:
            return ", ".join(self.files)
        for name in SUBJECT_ARGUMENTS:
            value = (self.arguments or {}).get(name)
            if isinstance(value, str) and value:
                return value
            if isinstance(value, list) and value:
                return ", ".join(str(item) for item in value)
        return ""

    def matches(self, query: str) -> bool:
        """Return whether *query* occurs, ignoring case, in its tool, subject, agent, host or reason."""
        needle = query.casefold()
        return any(needle in text.casefold() for text in (self.tool, self.subject, self.agent, self.host, self.reason))


def tool_calls(entries: Iterable[AuditEntry], agents: Mapping[str, str] | None = None) -> tuple[ToolCall, ...]:
    """Return the calls in *entries*, newest first; *agents* names the agent of each run, if known."""
    calls: dict[tuple[str, str], ToolCall] = {}
    for entry in entries:
        record = entry.record
        key = (record.run_id, record.call_id)
        known_call = calls.get(key)
        if known_call is None or record.event == "requested":
            # A model may reuse an id: each request starts a new call.
            calls.pop(key, None)
            if known_call is not None:
                calls[record.run_id, f"{record.call_id} {known_call.lines[0].seq}"] = known_call
            agent = record.agent or (agents or {}).get(record.run_id, "")
            known_call = ToolCall(
                record.call_id, record.run_id, record.conversation_id, entry.time, record.tool, agent=agent
            )
        calls[key] = _with_entry(known_call, entry)
    return tuple(sorted(calls.values(), key=lambda call: call.lines[0].seq, reverse=True))


def _with_entry(call: ToolCall, entry: AuditEntry) -> ToolCall:
    record = entry.record
    call = replace(
        call,
        lines=(*call.lines, entry),
        effect=record.effect or call.effect,
        host=record.host or call.host,
        arguments=record.arguments if record.arguments is not None else call.arguments,
        files=record.files or call.files,
        by=record.by or call.by,
        milliseconds=record.milliseconds or call.milliseconds,
    )
    match record.event:
        case "done" | "failed" | "refused" | "cancelled":
            return replace(call, outcome=record.event, reason=record.reason)
        case "cleared":
            return replace(call, outcome="done")
        case _:
            return call


CSV_COLUMNS = (
    "time", "agent", "tool", "subject", "effect", "by", "outcome", "why", "host", "milliseconds", "conversation_id",
    "run_id", "call_id",
)  # fmt: skip


_CSV_FIELDS = {"why": "reason"}
"""CSV columns whose field has another name."""


def as_json_lines(calls: Iterable[ToolCall]) -> str:
    """Return all log lines of *calls*, oldest first, one JSON object per line."""
    entries = sorted((entry for call in calls for entry in call.lines), key=lambda entry: entry.seq)
    return "".join(json.dumps(_entry_value(entry), ensure_ascii=False) + "\n" for entry in entries)


def as_table(calls: Iterable[ToolCall]) -> str:
    """Return *calls* as CSV, one row each, in the given order."""
    output = io.StringIO()
    table = csv.writer(output, lineterminator="\r\n")
    table.writerow(CSV_COLUMNS)
    for call in calls:
        table.writerow(
            [
                _csv_cell(call.time.isoformat() if name == "time" else getattr(call, _CSV_FIELDS.get(name, name)))
                for name in CSV_COLUMNS
            ]
        )
    return output.getvalue()


def _entry_value(entry: AuditEntry) -> dict[str, object]:
    values = {name: value for name, value in entry.record.as_value().items() if value not in ("", None, (), 0)}
    return {"seq": entry.seq, "time": entry.time.isoformat(), **values}


def _csv_cell(value: object) -> object:
    # A spreadsheet would evaluate a cell with such a prefix as a formula, and a note's name may start with one.
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


class CallFilters(QObject):
    """Three filter boxes; add `boxes` to a layout."""

    changed = Signal()

    def __init__(self, names: Mapping[str, str], parent: QObject) -> None:
        """*names* maps tool names to display names."""
        super().__init__(parent)
        self._names = names
        self.tool = FilterBox(self.tr("Tool"), [("", self.tr("All tools"))])
        outcomes = [("", self.tr("Any result")), *((outcome, call_outcome_name(outcome)) for outcome in CALL_OUTCOMES)]
        self.outcome = FilterBox(self.tr("Result"), outcomes)
        self.agent = FilterBox(self.tr("Agent"), [("", self.tr("All agents"))])
        self.boxes = (self.tool, self.outcome, self.agent)
        for box in self.boxes:
            box.chosen.connect(self.changed)

    def offer(self, calls: Sequence[ToolCall]) -> None:
        """Offer the tools and agents in *calls*."""
        tools = sorted({call.tool for call in calls}, key=lambda tool: self._names.get(tool, tool))
        self.tool.set_choices([("", self.tr("All tools")), *((tool, self._names.get(tool, tool)) for tool in tools)])
        agents = sorted({call.agent for call in calls if call.agent})
        self.agent.set_choices([("", self.tr("All agents")), *((agent, agent) for agent in agents)])
        self.agent.setEnabled(bool(agents))

    def matching(self, calls: Sequence[ToolCall], text: str) -> list[ToolCall]:
        """Return the *calls* that match the boxes and *text*."""
        tool, outcome, agent = (box.value() for box in self.boxes)
        return [
            call
            for call in calls
            if tool in ("", call.tool)
            and outcome in ("", call.outcome)
            and agent in ("", call.agent)
            and (not text or call.matches(text))
        ]


def call_outcome_name(outcome: CallOutcome) -> str:
    """Return the name of an outcome in the filter."""
    match outcome:
        case "done":
            return _tr("Done")
        case "failed":
            return _tr("Failed")
        case "refused":
            return _tr("Not allowed")
        case "cancelled":
            return _tr("Stopped")
        case "open":
            return _tr("No result recorded")


EFFECT_CALL_ICONS: Mapping[str, str] = {"read": "file", "write": "pencil", "delete": "minus", "network": "globe"}
"""Icons by effect of a tool; others get a general one."""

CALL_DAY_HEIGHT, CALL_ROW_HEIGHT = 34, 34
"""Heights of the rows in pixels."""

SELF_EXPLAINING_CODES = ("", "PERMISSION_DENIED", "CANCELLED")
"""Error codes that add nothing to the column with the origin of the decision."""

ToolNames = Mapping[str, str]
"""Display names by tool name."""


def call_rows(calls: Sequence[ToolCall], names: ToolNames, today: date) -> list[CardRow]:
    """Return *calls*, newest first, as one card."""
    rows: list[CardRow] = []
    for day, members in groupby(calls, key=lambda call: call.time.astimezone().date()):
        day_calls = list(members)
        rows.append(day_row(day, today, plural_text(len(day_calls), _tr("1 call"), _tr("{n} calls"))))
        rows += [call_row(call, names, today) for call in day_calls]
    return rows


def day_row(day: date, today: date, amount: str) -> CardRow:
    """Return the heading of a day."""
    spans = (CardSpan(day_heading(day, today), "heading"),)
    cells = (CardCell(amount, 240),) if amount else ()
    return CardRow(f"day {day.isoformat()}", spans, height=CALL_DAY_HEIGHT, cells=cells, background="background")


def call_row(call: ToolCall, names: ToolNames, today: date) -> CardRow:
    """Return the row of one call: time, tool, subject, decision, result, and destination."""
    outcome_text, icon, role = call_outcome_text(call)
    name = names.get(call.tool, call.tool)
    subject = call.subject
    clear_record = call.lines[0].record if call.lines[0].record.event == "cleared" else None
    if clear_record is not None:
        name = _tr("Log cleared")
        subject = plural_text(clear_record.cleared_lines, _tr("1 entry was deleted"), _tr("{n} entries were deleted"))
    spans = [CardSpan(name, "strong")]
    if subject == ", ".join(call.files):
        # The row has little space: folders are shown in its tooltip.
        subject = ", ".join(map(note_name, call.files))
    if subject:
        spans.append(CardSpan(f"   {subject}", "interface", "text2"))
    outcome_texts = tuple(text for text, *_ in _outcome_texts().values())
    cells = (
        CardCell(call.agent, 130, right=False, minimum_width=980),
        CardCell(decider_text(call), 150, right=False, minimum_width=700, known_texts=tuple(_decider_texts().values())),
        CardCell(outcome_text, 130, "text2", icon=icon, icon_role=role, right=False, known_texts=outcome_texts),
        CardCell(reason_text(call), 150, right=False, minimum_width=800, known_texts=tuple(_reason_texts().values())),
        CardCell(call.host or _tr("this computer"), 140, right=False, minimum_width=880),
    )
    open_action = (RowAction("open", _tr("Open note"), "file", in_menu=True),) if len(call.files) == 1 else ()
    copy_action = (RowAction("copy", _tr("Copy details"), "copy", in_menu=True),)
    return CardRow(
        f"call {call.lines[0].seq}",
        tuple(spans),
        height=CALL_ROW_HEIGHT,
        time=clock(call.time),
        icon="trash" if clear_record is not None else EFFECT_CALL_ICONS.get(call.effect, "bolt"),
        cells=cells,
        actions=(*open_action, *copy_action),
        detail=_detail(call, today),
        subject=call,
    )


def decider_text(call: ToolCall) -> str:
    """Return the origin of the decision about the call; for a clearing, the user who did it."""
    if call.lines[0].record.event == "cleared":
        user = call.lines[0].record.user
        return _tr("by {user}").format(user=user) if user else _tr("by you")
    if call.by == "program" and call.outcome == "done":
        return ""
    refused = call.outcome == "refused" and call.by in ("person", "rule")
    return _decider_texts().get((call.by, refused), "")


def _decider_texts() -> Mapping[tuple[str, bool], str]:
    """Return the texts for the origin of a decision, by origin and whether it was a denial."""
    return {
        ("person", False): _tr("allowed by you"),
        ("person", True): _tr("refused by you"),
        ("rule", False): _tr("allowed by a rule"),
        ("rule", True): _tr("refused by a rule"),
        ("grant", False): _tr("allowed earlier"),
        ("default", False): _tr("needs no approval"),
        ("program", False): _tr("stopped by a check"),
    }


def call_outcome_text(call: ToolCall) -> tuple[str, str, str]:
    """Return the text, icon and color of the result."""
    text, icon, role = _outcome_texts()[call.outcome]
    if call.outcome == "done" and call.milliseconds >= 100:
        text = f"{text} · {duration_text(call.milliseconds / 1000)}"
    return text, icon, role


def reason_text(call: ToolCall) -> str:
    """Return why the call failed or was refused, where the result and the origin of the decision do not say it."""
    if call.outcome not in ("failed", "refused") or call.reason in SELF_EXPLAINING_CODES:
        return ""
    return _reason_texts().get(call.reason) or call.reason.replace("_", " ").lower()


def _reason_texts() -> Mapping[str, str]:
    """Return the text of each error code; the log may contain codes of other versions."""
    return {
        "VALIDATION_FAILED": _tr("invalid arguments"),
        "UNKNOWN_TOOL": _tr("no such tool"),
        "NOTE_NOT_FOUND": _tr("note not found"),
        "FOLDER_NOT_FOUND": _tr("folder not found"),
        "AMBIGUOUS_NOTE": _tr("several notes match"),
        "DANGEROUS_OPERATION": _tr("too dangerous"),
        "RATE_LIMITED": _tr("too many calls"),
        "TIMEOUT": _tr("no answer in time"),
        "NOT_RUN": _tr("not run"),
        "CONFLICT": _tr("changed by another program"),
        "TOO_LARGE": _tr("too large"),
        "READ_FAILED": _tr("not readable"),
        "WRITE_FAILED": _tr("not written"),
        "SEARCH_FAILED": _tr("search failed"),
        "LIST_FAILED": _tr("list failed"),
        "NETWORK_FAILED": _tr("network error"),
    }


def _outcome_texts() -> Mapping[CallOutcome, tuple[str, str, str]]:
    """Return the text, icon and color of each result."""
    return {
        "done": (_tr("done"), "check", "success"),
        "failed": (_tr("failed"), "warning", "danger"),
        "refused": (_tr("not allowed"), "minus", "muted"),
        "cancelled": (_tr("stopped"), "minus", "muted"),
        "open": (_tr("no result recorded"), "clock", "warning"),
    }


def details_text(call: ToolCall) -> str:
    """Return everything the log contains about a call, for the clipboard."""
    lines = [f"{entry.time.isoformat()} {entry.record.event} {entry.record.by}".rstrip() for entry in call.lines]
    facts = [f"{call.tool} {call.call_id}", *lines]
    facts += [f"{name}: {value}" for name, value in (call.arguments or {}).items()]
    return "\n".join([*facts, *call.files])


def _detail(call: ToolCall, today: date) -> str:
    arguments = ", ".join(f"{name}: {value}" for name, value in (call.arguments or {}).items())
    subject = arguments or ", ".join(call.files)
    return ", ".join(part for part in (full_time_text(call.time, today), subject[:300]) if part)


MAX_SHOWN_BREAKS = 3
"""Number of places named; further ones are counted."""


class IntegrityLine(QWidget):
    """An icon and a sentence about the integrity check."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = Glyph("clock", "muted", 14)
        self._label = PlainLabel("", "muted", "small", wrap=True)
        row = row_layout(self, 6, margins=(0, 0, 0, 2))
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._label, 1)

    def text(self) -> str:
        """Return the sentence."""
        return self._label.text()

    def wait(self) -> None:
        """Show that the check is running."""
        self._show_text("clock", "muted", self.tr("Checking the audit log…"))

    def show_check(self, check: ChainCheck) -> None:
        """Show the result."""
        if check.is_intact:
            lines = plural_text(check.lines, self.tr("1 entry"), self.tr("{n} entries"))
            message = self.tr("The audit log is intact: {lines}, each verified against the one before.").format(
                lines=lines
            )
            if check.incomplete_lines:
                message += " " + plural_text(
                    len(check.incomplete_lines),
                    self.tr("1 entry was cut off by a crash."),
                    self.tr("{n} entries were cut off by a crash."),
                )
            self._show_text(
                "shield-check", "success", message if check.lines else self.tr("No tool calls recorded yet.")
            )
            return
        places = "; ".join(check.breaks[:MAX_SHOWN_BREAKS])
        hidden_count = len(check.breaks) - MAX_SHOWN_BREAKS
        if hidden_count > 0:
            places += self.tr("; and {n} more").format(n=format_number(hidden_count))
        message = self.tr("The audit log was changed outside VaultDesk: {places}. Its entries may not be correct.")
        self._show_text("warning", "danger", message.format(places=places), "text")

    def fail(self, reason: str) -> None:
        """Show why the check failed."""
        self._show_text("warning", "danger", reason, "text")

    def _show_text(self, icon: str, icon_role: str, text: str, role: str = "muted") -> None:
        self._icon.show_icon(icon, icon_role)
        self._label.set_role(role)
        self._label.setText(text)
        self.setAccessibleName(text)
