"""Audit export: every line for a program, a row each for a spreadsheet, and no formula in it."""

import csv
import io
import json

from tests.ui.activity.entries import lines
from vaultdesk.ui.activity.audit_export import COLUMNS, as_json_lines, as_table
from vaultdesk.ui.activity.tool_calls import tool_calls

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

    assert tuple(head) == COLUMNS
    assert newest[COLUMNS.index("subject")] == "ä"
    assert oldest[COLUMNS.index("subject")].startswith("'=cmd")
    assert oldest[COLUMNS.index("outcome")] == "done"
