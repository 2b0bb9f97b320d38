"""Ledger export: lines of the ledger as a file for other programs. Writes no file itself."""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Literal

from vaultdesk.privacy.ledger_entry import Disclosed

ExportFormat = Literal["csv", "json"]
"""What a spreadsheet reads, and what a program reads."""

COLUMNS = (
    "time", "kind", "path", "where", "characters", "tokens", "provider", "host", "model", "question", "decision", "why",
    "conversation_id",
)  # fmt: skip


def exported(entries: Iterable[Disclosed], kind: ExportFormat) -> str:
    """Return *entries* in their order as the text of a file."""
    if kind == "json":
        return json.dumps([as_value(one) for one in entries], ensure_ascii=False, indent=1) + "\n"
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for one in entries:
        value = as_value(one)
        table.writerow([_cell(value[column]) for column in COLUMNS])
    return written.getvalue()


def as_value(entry: Disclosed) -> dict[str, object]:
    """Return *entry* as plain values under the names of its fields."""
    return {**asdict(entry), "time": entry.time.isoformat(), "where": entry.where}


def _cell(value: object) -> object:
    # A spreadsheet runs a cell that begins so as a formula; a note's name or a question may.
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
