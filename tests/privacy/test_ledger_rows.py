"""Ledger rows: what is asked becomes bound values, never words of SQL."""

from datetime import UTC, datetime

from tests.support.desk import REMOTE
from vaultdesk.chat.messages import Source
from vaultdesk.privacy.ledger_entry import LedgerQuery, Piece, Sending
from vaultdesk.privacy.ledger_rows import clauses, entry_of, read_row, row_of

PIECE = Piece(Source(path="A.md", heading="H", characters=7, first_line=1, last_line=2), "kept", "privacy", True, "x")
SENDING = Sending(REMOTE, "m", "c", "Why?")


def test_a_query_is_bound() -> None:
    query = LedgerQuery(text=" '; DROP", note="n", kinds=("sent", "kept"), since=datetime(2026, 1, 1, tzinfo=UTC))
    words, values = clauses(query)
    assert words == "instr(found, ?) > 0 AND path = ? AND kind IN (?, ?) AND time >= ?"
    assert values == ["'; drop", "n", "sent", "kept", "2026-01-01T00:00:00.000000+00:00"]
    assert clauses(LedgerQuery()) == ("", [])


def test_a_row_reads_back_as_the_line_that_was_written() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    row = row_of(now, SENDING, PIECE)
    assert read_row((5, *row[:-1])) == entry_of(5, now, SENDING, PIECE)
    assert row[-1] == "a.md\nwhy?"
