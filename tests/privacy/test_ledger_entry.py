"""Tests of privacy/ledger_entry.py."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta, timezone

from vaultdesk.chat.conversation import private_conversation
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.privacy.ledger_entry import (
    EXPORT_COLUMNS,
    LedgerEntry,
    SendContext,
    TextAmount,
    Transmission,
    TransmittedNote,
    by_question,
    export_entries,
    month_of,
    stored_time,
)

# Ledger entries are grouped by question and by month.

NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


def ledger_entry(
    number: int, path: str, question: str = "Q", conversation_id: str = "c", **more: object
) -> LedgerEntry:
    values = {"tokens": 10, "question": question, **more}
    return LedgerEntry(number, NOW, conversation_id, "Anthropic", "h", "m", path, "", 40, **values)  # type: ignore[arg-type]  # its fields


def test_entries_are_grouped_by_question_with_the_newest_first() -> None:
    entries = [
        ledger_entry(1, "a.md"),
        ledger_entry(2, "x.md", "R", "d"),
        ledger_entry(3, "b.md"),
        ledger_entry(4, "c.md", "S"),
        ledger_entry(5, "a.md", "Q"),
        ledger_entry(6, "s.md", "Q", kind="kept"),
    ]
    questions = by_question(entries[::-1])
    assert [
        (question.question, question.notes, question.tokens, [entry.id for entry in question.entries])
        for question in questions
    ] == [
        ("Q", 1, 10, [5, 6]),
        ("S", 1, 10, [4]),
        ("R", 1, 10, [2]),
        ("Q", 2, 20, [1, 3]),
    ]


def test_entries_without_a_conversation_are_not_grouped() -> None:
    assert (
        len(by_question([ledger_entry(1, "a.md", conversation_id=""), ledger_entry(2, "b.md", conversation_id="")]))
        == 2
    )


def test_a_month_starts_and_ends_in_the_users_time_zone() -> None:
    east = timezone(timedelta(hours=9))
    first, last = month_of(datetime(2026, 12, 31, 23, tzinfo=east))
    assert (first, last) == (datetime(2026, 12, 1, tzinfo=east), datetime(2027, 1, 1, tzinfo=east))
    assert stored_time(first) == "2026-11-30T15:00:00.000000+00:00"


def test_the_place_of_a_passage_is_described_in_words() -> None:
    values = [
        {"whole": True, "first_line": 1},
        {"first_line": 3, "last_line": 9},
        {"first_line": 3, "last_line": 3},
        {},
    ]
    assert [ledger_entry(1, "a.md", **more).where for more in values] == ["whole note", "lines 3-9", "line 3", ""]
    assert LedgerEntry(1, NOW, "c", "A", "h", "m", "a.md", "Result", 4, 3, 9).where == "Result"


# Ledger export: every entry, as CSV for a spreadsheet and as JSON for a program.

ENTRIES = (
    LedgerEntry(
        1, datetime(2026, 11, 20, tzinfo=UTC), "c", "A", "h", "m", "a,b.md", "", 40, 3, 9, False, 10, 'Say "x"'
    ),
    LedgerEntry(
        2, datetime(2026, 11, 21, tzinfo=UTC), "c", "A", "h", "m", "=cmd()|x.md", "", 0, question="@SUM(A1)\nx"
    ),
)


def test_the_csv_export_has_every_entry_and_escapes_formulas() -> None:
    rows = list(csv.DictReader(io.StringIO(export_entries(ENTRIES, "csv"), newline="")))
    assert list(rows[0]) == list(EXPORT_COLUMNS)
    assert (rows[0]["path"], rows[0]["question"], rows[0]["where"]) == ("a,b.md", 'Say "x"', "lines 3-9")
    assert (rows[1]["path"], rows[1]["question"]) == ("'=cmd()|x.md", "'@SUM(A1)\nx")


def test_the_json_export_has_every_field() -> None:
    first, second = json.loads(export_entries(ENTRIES, "json"))
    assert (first["id"], first["time"], first["first_line"]) == (1, "2026-11-20T00:00:00+00:00", 3)
    assert second["path"] == "=cmd()|x.md"
    assert json.loads(export_entries((), "json")) == []


REQUEST = Transmission(
    7, NOW, "c", "Anthropic", "h", "m", "question", "Q", note_count=1, passages=2, note_text=TextAmount(30, 120),
    words=TextAmount(4, 16), instructions=TextAmount(100, 400), requests=2, wire_bytes=1_200,
    notes=(TransmittedNote("a.md", TextAmount(30, 120), 2),),
)  # fmt: skip


def test_t1_requests_are_exported_after_the_notes_with_their_columns_at_the_end() -> None:
    rows = list(csv.DictReader(io.StringIO(export_entries(ENTRIES, "csv", (REQUEST,)), newline="")))
    assert [row["kind"] for row in rows] == ["sent", "sent", "request"]
    values = {column: rows[2][column] for column in EXPORT_COLUMNS[13:]}
    assert values == {
        "transmission": "7", "purpose": "question", "program": "", "stayed": "False", "note_count": "1",
        "note_tokens": "30", "word_tokens": "4", "instruction_tokens": "100", "earlier_tokens": "0", "requests": "2",
        "wire_bytes": "1200",
    }  # fmt: skip
    assert EXPORT_COLUMNS[:13] == (
        "time", "kind", "path", "where", "characters", "tokens", "provider", "host", "model", "question", "decision",
        "why", "conversation_id",
    )  # fmt: skip
    assert json.loads(export_entries((), "json", (REQUEST,)))[0]["tokens"] == 134


def test_t1_a_question_includes_its_requests_and_what_was_sent_again() -> None:
    later = replace(REQUEST, id=9, time=NOW + timedelta(minutes=1), question="R")
    title = replace(REQUEST, id=10, time=NOW + timedelta(minutes=2), purpose="title", question="Q", notes=())
    web_search = replace(title, id=11, time=NOW + timedelta(minutes=3), purpose="web_search", host="duckduckgo.com")
    questions = by_question([ledger_entry(1, "a.md", transmission=7)], [later, REQUEST, title, web_search])
    assert [(question.question, question.notes, question.tokens) for question in questions] == [
        ("R", 1, 3 * 134),
        ("Q", 1, 134),
    ]
    assert [[request.id for request in question.transmissions] for question in questions] == [[9, 10, 11], [7]]


def test_t1_connections_contain_no_user_data() -> None:
    models = Transmission(1, NOW, "", "OpenAI", "h", "", "models", requests=1, wire_bytes=300)
    assert models.is_connection
    assert not replace(models, purpose="page").is_connection
    assert [item.is_connection for item in by_question((), [models, REQUEST])] == [False, True]


def test_the_question_of_a_private_chat_is_not_recorded() -> None:
    conversation, destination = private_conversation(), Destination("Work", "api.example.com", local=False)
    assert SendContext(destination, "m", conversation.id, "What about CANARY?").question == ""
    assert SendContext(destination, "m", "chat_1", "What about the pump?").question == "What about the pump?"
