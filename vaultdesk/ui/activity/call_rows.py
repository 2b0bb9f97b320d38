"""Call rows: tool calls as rows of a card list, under the days they were made on. Draws nothing."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.activity.tool_calls import Outcome, ToolCall
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.dates import clock, day_heading, full_time_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.widgets.lists.card_list import CardCell, CardRow, CardSpan, RowAction

ICONS: Mapping[str, str] = {"read": "file", "write": "pencil", "delete": "minus", "network": "globe"}
"""By what a tool does; others get a general one."""

DAY, ROW = 34, 34
"""Pixels of the rows' heights."""

SAID_BESIDE = ("", "PERMISSION_DENIED", "CANCELLED")
"""Error codes that say no more than the column of who decided."""

ToolNames = Mapping[str, str]
"""What tools are called, by their own names."""


def call_rows(calls: Sequence[ToolCall], names: ToolNames, today: date) -> list[CardRow]:
    """Return *calls*, newest first, as one card."""
    rows: list[CardRow] = []
    for day, members in groupby(calls, key=lambda call: call.time.astimezone().date()):
        mine = list(members)
        rows.append(day_row(day, today, _count(len(mine), _tr("1 call"), _tr("{n} calls"))))
        rows += [call_row(call, names, today) for call in mine]
    return rows


def day_row(day: date, today: date, amount: str) -> CardRow:
    """Return the heading of a day."""
    words = (CardSpan(day_heading(day, today), "heading"),)
    cells = (CardCell(amount, 240),) if amount else ()
    return CardRow(f"day {day.isoformat()}", words, height=DAY, cells=cells, ground="background")


def call_row(call: ToolCall, names: ToolNames, today: date) -> CardRow:
    """Return one call: when, which tool, about what, by whose word, what came of it, and where it went."""
    words, icon, role = outcome_words(call)
    name = names.get(call.tool, call.tool)
    spans = [CardSpan(name, "strong")]
    about = call.subject
    if about == ", ".join(call.files):
        # The row has little room: the folders are told in its tooltip.
        about = ", ".join(map(note_name, call.files))
    if about:
        spans.append(CardSpan(f"   {about}", "interface", "text2"))
    ends = tuple(said for said, *_ in _ends().values())
    cells = (
        CardCell(call.agent, 130, right=False, least=980),
        CardCell(by_words(call), 150, right=False, least=700, known=tuple(_deciders().values())),
        CardCell(words, 180, "text2", icon=icon, icon_role=role, right=False, known=ends),
        CardCell(call.host or _tr("this computer"), 140, right=False, least=880),
    )
    opened = (RowAction("open", _tr("Open note"), "file", in_menu=True),) if len(call.files) == 1 else ()
    copy = (RowAction("copy", _tr("Copy details"), "copy", in_menu=True),)
    return CardRow(
        f"call {call.lines[0].seq}",
        tuple(spans),
        height=ROW,
        time=clock(call.time),
        icon=ICONS.get(call.effect, "bolt"),
        cells=cells,
        actions=(*opened, *copy),
        detail=_detail(call, today),
        subject=call,
    )


def by_words(call: ToolCall) -> str:
    """Return who let it run, or who did not."""
    if call.by == "program" and call.outcome == "done":
        return ""
    refused = call.outcome == "refused" and call.by in ("person", "rule")
    return _deciders().get((call.by, refused), "")


def _deciders() -> Mapping[tuple[str, bool], str]:
    """Return what is said of who decided: by who it was, and whether a refusal is told."""
    return {
        ("person", False): _tr("allowed by you"),
        ("person", True): _tr("refused by you"),
        ("rule", False): _tr("allowed by a rule"),
        ("rule", True): _tr("refused by a rule"),
        ("grant", False): _tr("allowed earlier"),
        ("default", False): _tr("needs no question"),
        ("program", False): _tr("stopped by a check"),
    }


def outcome_words(call: ToolCall) -> tuple[str, str, str]:
    """Return what came of it, and the icon that says the same."""
    told, icon, role = _ends()[call.outcome]
    if call.outcome == "done" and call.milliseconds >= 100:
        told = f"{told} · {call.milliseconds / 1000:.1f} s"
    if call.outcome in ("failed", "refused") and call.why not in SAID_BESIDE:
        told = f"{told}: {call.why.replace('_', ' ').lower()}"
    return told, icon, role


def _ends() -> Mapping[Outcome, tuple[str, str, str]]:
    """Return what is said of each end, and the icon that says the same."""
    return {
        "done": (_tr("done"), "check", "success"),
        "failed": (_tr("failed"), "warning", "danger"),
        "refused": (_tr("not allowed"), "minus", "muted"),
        "cancelled": (_tr("stopped"), "minus", "muted"),
        "open": (_tr("no end is written"), "clock", "warning"),
    }


def details_text(call: ToolCall) -> str:
    """Return everything the record says of a call, for the clipboard."""
    lines = [f"{entry.time.isoformat()} {entry.record.happening} {entry.record.by}".rstrip() for entry in call.lines]
    facts = [f"{call.tool} {call.call_id}", *lines]
    facts += [f"{name}: {value}" for name, value in (call.arguments or {}).items()]
    return "\n".join([*facts, *call.files])


def _detail(call: ToolCall, today: date) -> str:
    arguments = ", ".join(f"{name}: {value}" for name, value in (call.arguments or {}).items())
    told = arguments or ", ".join(call.files)
    return ", ".join(part for part in (full_time_text(call.time, today), told[:300]) if part)


def _count(value: int, one: str, many: str) -> str:
    return (one if value == 1 else many).format(n=format_number(value))


def _tr(text: str) -> str:
    return QCoreApplication.translate("CallRows", text)
