"""Tests of privacy/ledger_entry.py."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta, timezone

from vaultdesk.privacy.ledger_entry import (
    EXPORT_COLUMNS,
    LedgerEntry,
    by_question,
    export_entries,
    month_of,
    stored_time,
    summary_of,
)

# Ledger entry: lines as people read them: question by question, month by month.

NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


def line(number: int, path: str, question: str = "Q", chat: str = "c", **more: object) -> LedgerEntry:
    told = {"tokens": 10, "question": question, **more}
    return LedgerEntry(number, NOW, chat, "Anthropic", "h", "m", path, "", 40, **told)  # type: ignore[arg-type]  # its fields


def test_lines_are_told_question_by_question_the_newest_first() -> None:
    lines = [
        line(1, "a.md"),
        line(2, "x.md", "R", "d"),
        line(3, "b.md"),
        line(4, "c.md", "S"),
        line(5, "a.md", "Q"),
        line(6, "s.md", "Q", kind="kept"),
    ]
    asked = by_question(lines[::-1])
    assert [(one.question, one.notes, one.tokens, [entry.id for entry in one.entries]) for one in asked] == [
        ("Q", 1, 10, [5, 6]),
        ("S", 1, 10, [4]),
        ("R", 1, 10, [2]),
        ("Q", 2, 20, [1, 3]),
    ]


def test_lines_of_no_conversation_stand_alone() -> None:
    assert len(by_question([line(1, "a.md", chat=""), line(2, "b.md", chat="")])) == 2


def test_a_month_in_numbers() -> None:
    lines = [line(1, "a.md"), line(2, "a.md", "R"), line(3, "b.md", "R"), line(4, "s.md", "R", kind="kept")]
    found = summary_of(lines)
    assert (found.notes, found.questions, found.tokens, found.withheld) == (2, 2, 30, 1)


def test_a_month_is_that_of_the_persons_own_clock() -> None:
    east = timezone(timedelta(hours=9))
    first, last = month_of(datetime(2026, 12, 31, 23, tzinfo=east))
    assert (first, last) == (datetime(2026, 12, 1, tzinfo=east), datetime(2027, 1, 1, tzinfo=east))
    assert stored_time(first) == "2026-11-30T15:00:00.000000+00:00"


def test_the_place_is_told_in_words() -> None:
    told = [{"whole": True, "first_line": 1}, {"first_line": 3, "last_line": 9}, {"first_line": 3, "last_line": 3}, {}]
    assert [line(1, "a.md", **more).where for more in told] == ["whole note", "lines 3-9", "line 3", ""]
    assert LedgerEntry(1, NOW, "c", "A", "h", "m", "a.md", "Result", 4, 3, 9).where == "Result"


# Ledger export: every line, in what a spreadsheet and a program read.

LINES = (
    LedgerEntry(
        1, datetime(2026, 11, 20, tzinfo=UTC), "c", "A", "h", "m", "a,b.md", "", 40, 3, 9, False, 10, 'Say "x"'
    ),
    LedgerEntry(
        2, datetime(2026, 11, 21, tzinfo=UTC), "c", "A", "h", "m", "=cmd()|x.md", "", 0, question="@SUM(A1)\nx"
    ),
)


def test_a_spreadsheet_reads_every_line_and_runs_none() -> None:
    rows = list(csv.DictReader(io.StringIO(export_entries(LINES, "csv"), newline="")))
    assert list(rows[0]) == list(EXPORT_COLUMNS)
    assert (rows[0]["path"], rows[0]["question"], rows[0]["where"]) == ("a,b.md", 'Say "x"', "lines 3-9")
    assert (rows[1]["path"], rows[1]["question"]) == ("'=cmd()|x.md", "'@SUM(A1)\nx")


def test_a_program_reads_every_field() -> None:
    first, second = json.loads(export_entries(LINES, "json"))
    assert (first["id"], first["time"], first["first_line"]) == (1, "2026-11-20T00:00:00+00:00", 3)
    assert second["path"] == "=cmd()|x.md"
    assert json.loads(export_entries((), "json")) == []
