"""Call rows: when, which tool, about what, by whose word, with what result, where it went."""

from datetime import date

import pytest

from tests.ui.activity.entries import lines
from vaultdesk.tools.runtime.audit_log import AuditEvent, AuditSource
from vaultdesk.ui.activity.call_rows import by_words, call_rows, details_text, outcome_words
from vaultdesk.ui.activity.tool_calls import ToolCall, tool_calls

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
    assert [cell.text for cell in row.cells] == ["", "", "no end is written", "this computer"]


@pytest.mark.parametrize(
    ("by", "allowed", "refused"),
    [
        ("person", "allowed by you", "refused by you"),
        ("rule", "allowed by a rule", "refused by a rule"),
        ("grant", "allowed earlier", "allowed earlier"),
        ("default", "needs no question", "needs no question"),
        ("program", "", "stopped by a check"),
        ("", "", ""),
    ],
)
def test_who_decided(by: AuditSource, allowed: str, refused: str) -> None:
    assert by_words(call("requested", "done", by=by)) == allowed
    assert by_words(call("requested", "refused", by=by)) == refused


def test_what_came_of_it_is_said_in_words_and_by_an_icon() -> None:
    told = [
        outcome_words(call("requested", "done")),
        outcome_words(call("requested", "failed", why="NOTE_NOT_FOUND")),
        outcome_words(call("requested", "refused", why="PERMISSION_DENIED")),
        outcome_words(call("requested", "refused", why="RATE_LIMITED")),
        outcome_words(call("requested", "cancelled")),
        outcome_words(call("requested", "started")),
    ]

    assert [(words, icon) for words, icon, _ in told] == [
        ("done", "check"),
        ("failed: note not found", "warning"),
        ("not allowed", "minus"),
        ("not allowed: rate limited", "minus"),
        ("stopped", "minus"),
        ("no end is written", "clock"),
    ]


def test_the_details_have_every_line() -> None:
    text = details_text(call("requested", "done", by="person", files=("a.md",), arguments={"query": "x"}))

    assert text.splitlines()[0] == "file_read call_1"
    assert [line.split(" ", 1)[1] for line in text.splitlines()[1:3]] == ["requested person", "done person"]
    assert text.splitlines()[3:] == ["query: x", "a.md"]
