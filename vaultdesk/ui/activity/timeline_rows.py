"""Timeline rows: changes, tool calls and disclosures in one list by time. Draws nothing."""

from collections.abc import Sequence
from datetime import date, datetime
from itertools import groupby

from PySide6.QtCore import QCoreApplication

from vaultdesk.privacy.ledger_entry import AskedQuestion
from vaultdesk.ui.activity.call_rows import ToolNames, call_row, day_row
from vaultdesk.ui.activity.change_groups import ChangeGroup
from vaultdesk.ui.activity.change_rows import head_row
from vaultdesk.ui.activity.tool_calls import ToolCall
from vaultdesk.ui.dates import clock, full_time_text
from vaultdesk.ui.privacy.left_rows import amount_words, question_id, receiver_cell
from vaultdesk.ui.widgets.lists.card_list import CardCell, CardRow, CardSpan, RowAction

ROW = 36
"""Pixels of a row's height."""


def timeline_rows(
    groups: Sequence[ChangeGroup],
    calls: Sequence[ToolCall],
    questions: Sequence[AskedQuestion],
    names: ToolNames,
    today: date,
) -> list[CardRow]:
    """Return everything as one card, the newest first, under its days."""
    told: list[tuple[datetime, CardRow]] = [(group.time, _group_row(group, today)) for group in groups]
    told += [(call.time, call_row(call, names, today)) for call in calls]
    told += [(question.time, _question_row(question, today)) for question in questions]
    told.sort(key=lambda pair: pair[0], reverse=True)
    rows: list[CardRow] = []
    for day, members in groupby(told, key=lambda pair: pair[0].astimezone().date()):
        rows.append(day_row(day, today, ""))
        rows += [row for _, row in members]
    return rows


def _group_row(group: ChangeGroup, today: date) -> CardRow:
    head = head_row(group, today)
    return CardRow(
        head.id,
        (
            CardSpan(_tr("Changed notes"), "strong"),
            CardSpan(f"   {group.title}", "interface", "text2"),
            *head.spans[1:],
        ),
        height=ROW,
        time=clock(group.time),
        icon="pencil",
        actions=(RowAction("changes", _tr("Show"), "list"),),
        detail=head.detail,
        subject=group,
    )


def _question_row(question: AskedQuestion, today: date) -> CardRow:
    sent = bool(question.notes)
    kept_only = all(entry.kind == "kept" for entry in question.entries)
    words = _tr("Sent") if sent else _tr("Kept back") if kept_only else _tr("Read on this computer")
    return CardRow(
        question_id(question),
        (CardSpan(words, "strong"), CardSpan(f"   {question.question}", "interface", "text2")),
        height=ROW,
        time=clock(question.time),
        icon="arrow-up-right" if sent else "lock" if kept_only else "chip",
        icon_role="warning" if sent else "muted",
        cells=(receiver_cell(question), CardCell(amount_words(question), 190)),
        actions=(RowAction("left", _tr("Show"), "list"),),
        detail=full_time_text(question.time, today),
        subject=question,
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("TimelineRows", text)
