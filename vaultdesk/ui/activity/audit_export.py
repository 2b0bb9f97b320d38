"""Audit export: tool calls as a file for other programs: each line of their record, or a table. Writes no file."""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict

from vaultdesk.tools.runtime.audit_log import AuditEntry
from vaultdesk.ui.activity.tool_calls import ToolCall

COLUMNS = (
    "time", "agent", "tool", "subject", "effect", "by", "outcome", "why", "host", "milliseconds", "conversation_id",
    "run_id", "call_id",
)  # fmt: skip


def as_json_lines(calls: Iterable[ToolCall]) -> str:
    """Return every line of the record of *calls*, oldest first, one JSON object a line."""
    entries = sorted((entry for call in calls for entry in call.lines), key=lambda entry: entry.seq)
    return "".join(json.dumps(_value(entry), ensure_ascii=False) + "\n" for entry in entries)


def as_table(calls: Iterable[ToolCall]) -> str:
    """Return *calls* as CSV, one row each, in their order."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for call in calls:
        table.writerow([_cell(call.time.isoformat() if name == "time" else getattr(call, name)) for name in COLUMNS])
    return written.getvalue()


def _value(entry: AuditEntry) -> dict[str, object]:
    said = {name: value for name, value in asdict(entry.record).items() if value not in ("", None, (), 0)}
    return {"seq": entry.seq, "time": entry.time.isoformat(), **said}


def _cell(value: object) -> object:
    # A spreadsheet runs a cell that begins so as a formula; a note's name may.
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
