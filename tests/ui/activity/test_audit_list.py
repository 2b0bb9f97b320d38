"""Tests of ui/activity/audit_list.py."""

import csv
import io
import json
from datetime import date

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.activity.entries import lines
from vaultdesk.tools.runtime.audit_log import AuditEvent, AuditSource, ChainCheck
from vaultdesk.ui.activity.audit_list import (
    CSV_COLUMNS,
    CallFilters,
    IntegrityLine,
    ToolCall,
    as_json_lines,
    as_table,
    call_outcome_text,
    call_rows,
    decider_text,
    details_text,
    reason_text,
    tool_calls,
)

# Tool calls: the entries of the audit log grouped by call.


def test_entries_of_a_call_are_grouped() -> None:
    (call,) = tool_calls(
        [
            *lines("requested", "asked"),
            *lines("allowed", "started", first=3, by="person", effect="read", files=("a.md",)),
            *lines("done", first=5, by="person", files=("a.md",), milliseconds=230),
        ]
    )

    assert (call.tool, call.by, call.outcome, call.files, call.effect, call.milliseconds) == (
        "file_read", "person", "done", ("a.md",), "read", 230,
    )  # fmt: skip
    assert [entry.seq for entry in call.lines] == [1, 2, 3, 4, 5]


def test_newest_call_is_first_and_agents_are_named_by_run() -> None:
    entries = [*lines("requested", "done"), *lines("requested", first=3, call="call_2", run_id="run_2")]

    calls = tool_calls(entries, {"run_1": "Librarian"})

    assert [(call.call_id, call.agent, call.outcome) for call in calls] == [
        ("call_2", "", "open"),
        ("call_1", "Librarian", "done"),
    ]


def test_reused_call_id_starts_a_new_call() -> None:
    calls = tool_calls([*lines("requested", "done"), *lines("requested", "refused", first=3, reason="RATE_LIMITED")])

    assert [(call.outcome, call.reason) for call in calls] == [("refused", "RATE_LIMITED"), ("done", "")]


def test_log_that_starts_within_a_call_is_read() -> None:
    (call,) = tool_calls(lines("allowed", "failed", reason="NOTE_NOT_FOUND"))

    assert (call.outcome, call.reason) == ("failed", "NOTE_NOT_FOUND")


def test_call_subject_is_taken_from_arguments_or_files() -> None:
    cases = [
        {"files": ("a.md", "b.md")},
        {"arguments": {"query": "heating"}, "files": ("a.md",)},
        {"arguments": {"paths": ["x.md", "y.md"]}},
        {"arguments": {"text": {"sha256": "…", "characters": 9}}},
    ]
    calls = [tool_calls(lines("requested", **fields))[0] for fields in cases]  # type: ignore[arg-type] # named fields

    assert [call.subject for call in calls] == ["a.md, b.md", "heating", "x.md, y.md", ""]
    assert calls[1].matches("HEAT")
    assert not calls[1].matches("budget")


# Audit export: every entry as JSON lines; one row per call as CSV, without formulas.

CALLS = tool_calls(
    [
        *lines("requested", "done", by="person", files=("=cmd|' /C calc'!A0.md",), host="api.anthropic.com"),
        *lines("requested", first=3, call="call_2", arguments={"query": "ä"}),
    ]
)


def test_json_lines_list_all_entries_oldest_first() -> None:
    entries = [json.loads(line) for line in as_json_lines(CALLS).splitlines()]

    assert [(line["seq"], line["happening"], line["call_id"]) for line in entries] == [
        (1, "requested", "call_1"),
        (2, "done", "call_1"),
        (3, "requested", "call_2"),
    ]
    assert entries[2]["arguments"] == {"query": "ä"}


def test_csv_has_a_row_per_call_and_no_formulas() -> None:
    head, newest, oldest = csv.reader(io.StringIO(as_table(CALLS)))

    assert tuple(head) == CSV_COLUMNS
    assert newest[CSV_COLUMNS.index("subject")] == "ä"
    assert oldest[CSV_COLUMNS.index("subject")].startswith("'=cmd")
    assert oldest[CSV_COLUMNS.index("outcome")] == "done"


# Call filters: existing values are offered, and all filters apply together.

FILTERED_CALLS = tool_calls(
    [
        *lines("requested", "done", files=("Boiler.md",)),
        *lines("requested", "refused", first=3, call="call_2", tool="vault_search", run_id="run_2"),
        *lines("requested", "done", first=5, call="call_3", tool="vault_search", files=("Budget.md",)),
    ],
    {"run_1": "Librarian"},
)


def test_selected_filters_apply_together(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = CallFilters({"file_read": "Read notes", "vault_search": "Search notes"}, host)
    for box in filters.boxes:
        box.setParent(host)
    filters.offer(FILTERED_CALLS)

    def matching_ids(words: str = "") -> list[str]:
        return [call.call_id for call in filters.matching(FILTERED_CALLS, words)]

    assert [filters.tool.itemText(index) for index in range(filters.tool.count())] == [
        "All tools", "Read notes", "Search notes",
    ]  # fmt: skip
    assert matching_ids() == ["call_3", "call_2", "call_1"]
    assert matching_ids("budget") == ["call_3"]
    filters.tool.set_value("vault_search")
    assert matching_ids() == ["call_3", "call_2"]
    filters.outcome.set_value("refused")
    assert matching_ids() == ["call_2"]
    filters.agent.set_value("Librarian")
    assert matching_ids() == []


def test_agent_filter_is_disabled_without_known_agents(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = CallFilters({}, host)
    filters.offer(tool_calls(lines("requested")))

    assert not filters.agent.isEnabled()


# Call rows: time, tool, subject, decision, outcome and destination.

TODAY = date(2026, 11, 20)


def call(*events: AuditEvent, **fields: object) -> ToolCall:
    return tool_calls(lines(*events, **fields))[0]


def test_rows_are_day_headings_and_calls() -> None:
    tool_call = call("requested", "done", by="person", files=("Boiler.md",), host="api.anthropic.com", milliseconds=230)
    day, row = call_rows([tool_call], {"file_read": "Read notes"}, TODAY)

    assert day.text == "Today, 20 November, 1 call"
    assert "".join(span.text for span in row.spans) == "Read notes   Boiler"
    assert [cell.text for cell in row.cells] == ["", "allowed by you", "done · 0.2 s", "", "api.anthropic.com"]


def test_local_call_says_so_and_unknown_tool_shows_its_id() -> None:
    _, row = call_rows([call("requested", tool="rm_rf")], {}, TODAY)

    assert row.spans[0].text == "rm_rf"
    assert [cell.text for cell in row.cells] == ["", "", "no result recorded", "", "this computer"]


@pytest.mark.parametrize(
    ("by", "allowed", "refused"),
    [
        ("person", "allowed by you", "refused by you"),
        ("rule", "allowed by a rule", "refused by a rule"),
        ("grant", "allowed earlier", "allowed earlier"),
        ("default", "needs no approval", "needs no approval"),
        ("program", "", "stopped by a check"),
        ("", "", ""),
    ],
)
def test_decider_text_names_who_decided(by: AuditSource, allowed: str, refused: str) -> None:
    assert decider_text(call("requested", "done", by=by)) == allowed
    assert decider_text(call("requested", "refused", by=by)) == refused


@pytest.mark.parametrize(
    ("outcome", "code", "text"),
    [
        ("failed", "NOTE_NOT_FOUND", "note not found"),
        ("refused", "RATE_LIMITED", "too many calls"),
        ("refused", "PERMISSION_DENIED", ""),
        ("failed", "NEW_CODE", "new code"),
        ("cancelled", "CANCELLED", ""),
    ],
)
def test_reason_text_says_why_a_call_failed(outcome: AuditEvent, code: str, text: str) -> None:
    assert reason_text(call("requested", outcome, reason=code)) == text


def test_outcome_has_a_text_and_an_icon() -> None:
    texts = [
        call_outcome_text(call("requested", "done")),
        call_outcome_text(call("requested", "failed", reason="NOTE_NOT_FOUND")),
        call_outcome_text(call("requested", "refused", reason="PERMISSION_DENIED")),
        call_outcome_text(call("requested", "refused", reason="RATE_LIMITED")),
        call_outcome_text(call("requested", "cancelled")),
        call_outcome_text(call("requested", "started")),
    ]

    assert [(text, icon) for text, icon, _ in texts] == [
        ("done", "check"),
        ("failed", "warning"),
        ("not allowed", "minus"),
        ("not allowed", "minus"),
        ("stopped", "minus"),
        ("no result recorded", "clock"),
    ]


def test_details_contain_every_entry() -> None:
    text = details_text(call("requested", "done", by="person", files=("a.md",), arguments={"query": "x"}))

    assert text.splitlines()[0] == "file_read call_1"
    assert [line.split(" ", 1)[1] for line in text.splitlines()[1:3]] == ["requested person", "done person"]
    assert text.splitlines()[3:] == ["query: x", "a.md"]


# Integrity line: intact, truncated by a crash, or changed externally, each as a sentence.


def test_each_check_result_is_a_sentence(qtbot: QtBot) -> None:
    line = IntegrityLine()
    qtbot.addWidget(line)
    texts: list[str] = []
    for check in (
        ChainCheck(0, (), ()),
        ChainCheck(1204, (), ()),
        ChainCheck(3, (2,), ()),
        ChainCheck(9, (), tuple(f"line {number} does not follow the line before it" for number in range(2, 7))),
    ):
        line.show_check(check)
        texts.append(line.text())
    line.fail("The record cannot be read.")

    assert texts == [
        "No tool calls recorded yet.",
        "The audit log is intact: 1,204 entries, each verified against the one before.",
        "The audit log is intact: 3 entries, each verified against the one before. 1 entry was cut off by a crash.",
        "The audit log was changed outside VaultDesk: line 2 does not follow the line before it; "
        "line 3 does not follow the line before it; line 4 does not follow the line before it; "
        "and 2 more. Its entries may not be correct.",
    ]
    assert line.accessibleName() == line.text() == "The record cannot be read."
