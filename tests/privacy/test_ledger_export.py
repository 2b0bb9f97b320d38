"""Ledger export: every line, in what a spreadsheet and a program read."""

import csv
import io
import json
from datetime import UTC, datetime

from vaultdesk.privacy.ledger_entry import Disclosed
from vaultdesk.privacy.ledger_export import COLUMNS, exported

LINES = (
    Disclosed(1, datetime(2026, 11, 20, tzinfo=UTC), "c", "A", "h", "m", "a,b.md", "", 40, 3, 9, False, 10, 'Say "x"'),
    Disclosed(2, datetime(2026, 11, 21, tzinfo=UTC), "c", "A", "h", "m", "=cmd()|x.md", "", 0, question="@SUM(A1)\nx"),
)


def test_a_spreadsheet_reads_every_line_and_runs_none() -> None:
    rows = list(csv.DictReader(io.StringIO(exported(LINES, "csv"), newline="")))
    assert list(rows[0]) == list(COLUMNS)
    assert (rows[0]["path"], rows[0]["question"], rows[0]["where"]) == ("a,b.md", 'Say "x"', "lines 3-9")
    assert (rows[1]["path"], rows[1]["question"]) == ("'=cmd()|x.md", "'@SUM(A1)\nx")


def test_a_program_reads_every_field() -> None:
    first, second = json.loads(exported(LINES, "json"))
    assert (first["id"], first["time"], first["first_line"]) == (1, "2026-11-20T00:00:00+00:00", 3)
    assert second["path"] == "=cmd()|x.md"
    assert json.loads(exported((), "json")) == []
