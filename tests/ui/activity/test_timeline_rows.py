"""Timeline rows: everything in one list, in the order it happened."""

from datetime import UTC, date, datetime

from tests.ui.activity.entries import change, lines
from vaultdesk.privacy.ledger_entry import LedgerEntry, by_question
from vaultdesk.ui.activity.change_groups import change_groups
from vaultdesk.ui.activity.timeline_rows import timeline_rows
from vaultdesk.ui.activity.tool_calls import tool_calls


def line(number: int, kind: str, day: int = 20, **more: object) -> LedgerEntry:
    host, who = ("", "Ollama") if kind == "stayed" else ("api.anthropic.com", "Anthropic")
    time = datetime.fromisoformat(f"2026-11-{day}T12:{number:02}").astimezone(UTC)
    return LedgerEntry(number, time, f"c{number}", who, host, "m", "a.md", "", 40,
                     question=f"Question {number}", tokens=10, kind=kind, **more)  # type: ignore[arg-type] # fmt: skip


def test_everything_is_told_by_time_under_its_day() -> None:
    rows = timeline_rows(
        change_groups([change(1)]),
        tool_calls(lines("requested", "done", files=("Boiler.md",))),
        by_question([line(2, "sent"), line(3, "stayed"), line(4, "kept"), line(5, "sent", day=19)]),
        {"file_read": "Read notes"},
        date(2026, 11, 20),
    )

    assert ["".join(span.text for span in row.spans) for row in rows] == [
        "Today, 20 November",
        "Kept back   Question 4",
        "Read on this computer   Question 3",
        "Sent   Question 2",
        "Changed notes   Tag the notes   Librarian · 1 change",
        "Read notes   Boiler",
        "Yesterday, 19 November",
        "Sent   Question 5",
    ]
    assert [action.id for row in rows for action in row.actions if not action.in_menu] == [
        "left", "left", "left", "changes", "left",
    ]  # fmt: skip
