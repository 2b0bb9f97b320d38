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
    tool_calls,
)

# Tool calls: the lines of the record folded to calls.


def test_the_lines_of_a_call_are_one_call() -> None:
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


def test_the_newest_call_is_first_and_agents_are_named_by_their_run() -> None:
    entries = [*lines("requested", "done"), *lines("requested", first=3, call="call_2", run_id="run_2")]

    calls = tool_calls(entries, {"run_1": "Librarian"})

    assert [(call.call_id, call.agent, call.outcome) for call in calls] == [
        ("call_2", "", "open"),
        ("call_1", "Librarian", "done"),
    ]


def test_an_id_that_a_model_uses_again_is_another_call() -> None:
    calls = tool_calls([*lines("requested", "done"), *lines("requested", "refused", first=3, reason="RATE_LIMITED")])

    assert [(call.outcome, call.reason) for call in calls] == [("refused", "RATE_LIMITED"), ("done", "")]


def test_a_record_that_begins_in_the_middle_is_read() -> None:
    (call,) = tool_calls(lines("allowed", "failed", reason="NOTE_NOT_FOUND"))

    assert (call.outcome, call.reason) == ("failed", "NOTE_NOT_FOUND")


def test_what_a_call_is_about() -> None:
    about = [
        {"files": ("a.md", "b.md")},
        {"arguments": {"query": "heating"}, "files": ("a.md",)},
        {"arguments": {"paths": ["x.md", "y.md"]}},
        {"arguments": {"text": {"sha256": "…", "characters": 9}}},
    ]
    calls = [tool_calls(lines("requested", **facts))[0] for facts in about]  # type: ignore[arg-type] # named facts

    assert [call.subject for call in calls] == ["a.md, b.md", "heating", "x.md, y.md", ""]
    assert calls[1].matches("HEAT")
    assert not calls[1].matches("budget")


# Audit export: every line for a program, a row each for a spreadsheet, and no formula in it.

CALLS = tool_calls(
    [
        *lines("requested", "done", by="person", files=("=cmd|' /C calc'!A0.md",), host="api.anthropic.com"),
        *lines("requested", first=3, call="call_2", arguments={"query": "ä"}),
    ]
)


def test_lines_are_those_of_the_record_oldest_first() -> None:
    read = [json.loads(line) for line in as_json_lines(CALLS).splitlines()]

    assert [(line["seq"], line["happening"], line["call_id"]) for line in read] == [
        (1, "requested", "call_1"),
        (2, "done", "call_1"),
        (3, "requested", "call_2"),
    ]
    assert read[2]["arguments"] == {"query": "ä"}


def test_a_table_has_a_row_for_each_call_and_runs_nothing() -> None:
    head, newest, oldest = csv.reader(io.StringIO(as_table(CALLS)))

    assert tuple(head) == CSV_COLUMNS
    assert newest[CSV_COLUMNS.index("subject")] == "ä"
    assert oldest[CSV_COLUMNS.index("subject")].startswith("'=cmd")
    assert oldest[CSV_COLUMNS.index("outcome")] == "done"


# Call filters: what is offered is what there is, and all of it narrows down together.

FILTERED_CALLS = tool_calls(
    [
        *lines("requested", "done", files=("Boiler.md",)),
        *lines("requested", "refused", first=3, call="call_2", tool="vault_search", run_id="run_2"),
        *lines("requested", "done", first=5, call="call_3", tool="vault_search", files=("Budget.md",)),
    ],
    {"run_1": "Librarian"},
)


def test_calls_are_narrowed_down_by_all_that_is_chosen(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = CallFilters({"file_read": "Read notes", "vault_search": "Search notes"}, host)
    for box in filters.boxes:
        box.setParent(host)
    filters.offer(FILTERED_CALLS)

    def found(words: str = "") -> list[str]:
        return [call.call_id for call in filters.matching(FILTERED_CALLS, words)]

    assert [filters.tool.itemText(index) for index in range(filters.tool.count())] == [
        "All tools", "Read notes", "Search notes",
    ]  # fmt: skip
    assert found() == ["call_3", "call_2", "call_1"]
    assert found("budget") == ["call_3"]
    filters.tool.set_value("vault_search")
    assert found() == ["call_3", "call_2"]
    filters.outcome.set_value("refused")
    assert found() == ["call_2"]
    filters.agent.set_value("Librarian")
    assert found() == []


def test_where_no_agent_is_known_none_can_be_chosen(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = CallFilters({}, host)
    filters.offer(tool_calls(lines("requested")))

    assert not filters.agent.isEnabled()


# Call rows: when, which tool, about what, by whose word, with what result, where it went.

TODAY = date(2026, 11, 20)


def call(*happenings: AuditEvent, **facts: object) -> ToolCall:
    return tool_calls(lines(*happenings, **facts))[0]


def test_a_day_is_a_heading_and_a_call_a_row() -> None:
    one = call("requested", "done", by="person", files=("Boiler.md",), host="api.anthropic.com", milliseconds=230)
    day, row = call_rows([one], {"file_read": "Read notes"}, TODAY)

    assert day.text == "Today, 20 November, 1 call"
    assert "".join(span.text for span in row.spans) == "Read notes   Boiler"
    assert [cell.text for cell in row.cells] == ["", "allowed by you", "done · 0.2 s", "api.anthropic.com"]


def test_what_stayed_here_says_so_and_an_unknown_tool_has_its_own_name() -> None:
    _, row = call_rows([call("requested", tool="rm_rf")], {}, TODAY)

    assert row.spans[0].text == "rm_rf"
    assert [cell.text for cell in row.cells] == ["", "", "no result recorded", "this computer"]


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
def test_who_decided(by: AuditSource, allowed: str, refused: str) -> None:
    assert decider_text(call("requested", "done", by=by)) == allowed
    assert decider_text(call("requested", "refused", by=by)) == refused


def test_what_came_of_it_is_said_in_words_and_by_an_icon() -> None:
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
        ("failed: note not found", "warning"),
        ("not allowed", "minus"),
        ("not allowed: rate limited", "minus"),
        ("stopped", "minus"),
        ("no result recorded", "clock"),
    ]


def test_the_details_have_every_line() -> None:
    text = details_text(call("requested", "done", by="person", files=("a.md",), arguments={"query": "x"}))

    assert text.splitlines()[0] == "file_read call_1"
    assert [line.split(" ", 1)[1] for line in text.splitlines()[1:3]] == ["requested person", "done person"]
    assert text.splitlines()[3:] == ["query: x", "a.md"]


# Chain line: whole, cut by a crash, or changed from outside: each in a sentence.


def test_each_finding_is_a_sentence(qtbot: QtBot) -> None:
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
