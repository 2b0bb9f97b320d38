"""Ledger rows: the ledger's one table as SQL text, its earlier shape, and entries to rows and back. Opens no file."""

from collections.abc import Sequence
from datetime import datetime

from vaultdesk.privacy.ledger_entry import Disclosed, LedgerQuery, Piece, Sending, stored_time

VERSION = 2
"""Raised with every change below. Version 1 had the first nine columns only, and no number in its file."""

FIRST_SHAPE = """
CREATE TABLE IF NOT EXISTS disclosed (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, conversation TEXT NOT NULL, provider TEXT NOT NULL,
    host TEXT NOT NULL, model TEXT NOT NULL, path TEXT NOT NULL, heading TEXT NOT NULL, characters INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS disclosed_conversation ON disclosed (conversation, host);
CREATE INDEX IF NOT EXISTS disclosed_path ON disclosed (path);
"""

SECOND_SHAPE = (
    "ALTER TABLE disclosed ADD COLUMN first_line INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE disclosed ADD COLUMN last_line INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE disclosed ADD COLUMN whole INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE disclosed ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE disclosed ADD COLUMN question TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE disclosed ADD COLUMN decision TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE disclosed ADD COLUMN kind TEXT NOT NULL DEFAULT 'sent'",
    "ALTER TABLE disclosed ADD COLUMN why TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE disclosed ADD COLUMN found TEXT NOT NULL DEFAULT ''",  # path and question, casefolded, for searches
    "UPDATE disclosed SET tokens = (characters + 3) / 4, found = lower(path)",
    "CREATE INDEX disclosed_time ON disclosed (time)",
)
"""What makes the second shape of the first; lines written before keep what they said."""

COLUMNS = (
    "id, time, conversation, provider, host, model, path, heading, characters, first_line, last_line, whole, tokens,"
    " question, decision, kind, why"
)

KNOWN = (
    "SELECT 1 FROM disclosed WHERE conversation = ? AND host = ? AND kind = ? AND path = ? AND heading = ?"
    " AND characters = ? AND first_line = ? AND last_line = ? LIMIT 1"
)

INSERT = (
    f"INSERT INTO disclosed ({COLUMNS.removeprefix('id, ')}, found)"  # noqa: S608 - the columns are ours
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def key_of(sending: Sending, piece: Piece) -> tuple[object, ...]:
    """Return the values of `KNOWN` for *piece*."""
    source = piece.source
    place = (source.path, source.heading, source.characters, source.first_line, source.last_line)
    return (sending.conversation_id, sending.destination.host, piece.kind, *place)


def row_of(time: datetime, sending: Sending, piece: Piece) -> tuple[object, ...]:
    """Return the values of `INSERT` for *piece*."""
    source = piece.source
    return (
        stored_time(time), sending.conversation_id, sending.destination.name, sending.destination.host, sending.model,
        source.path, source.heading, source.characters, source.first_line, source.last_line, int(piece.whole),
        piece.tokens, sending.question, piece.decision, piece.kind, piece.why,
        f"{source.path}\n{sending.question}".casefold(),
    )  # fmt: skip


def entry_of(number: int, time: datetime, sending: Sending, piece: Piece) -> Disclosed:
    """Return the line that was written for *piece*."""
    source, to = piece.source, sending.destination
    return Disclosed(
        number, time, sending.conversation_id, to.name, to.host, sending.model, source.path, source.heading,
        source.characters, source.first_line, source.last_line, piece.whole, piece.tokens, sending.question,
        piece.decision, piece.kind, piece.why,
    )  # fmt: skip


def clauses(query: LedgerQuery) -> tuple[str, list[object]]:
    """Return *query* as the conditions of a `WHERE`, and their values; an empty text where everything is wanted."""
    texts: list[str] = []
    values: list[object] = []

    def add(text: str, *given: object) -> None:
        texts.append(text)
        values.extend(given)

    if query.text.strip():
        add("instr(found, ?) > 0", query.text.strip().casefold())
    for column, value in (
        ("path", query.note), ("host", query.host), ("provider", query.provider),
        ("conversation", query.conversation_id),
    ):  # fmt: skip
        if value:
            add(f"{column} = ?", value)
    for column, wanted in (("decision", query.decisions), ("kind", query.kinds)):
        if wanted:
            add(f"{column} IN ({_marks(wanted)})", *wanted)
    if query.since is not None:
        add("time >= ?", stored_time(query.since))
    if query.until is not None:
        add("time < ?", stored_time(query.until))
    return " AND ".join(texts), values


def _marks(wanted: Sequence[str]) -> str:
    return ", ".join("?" for _ in wanted)


def read_row(row: tuple[object, ...]) -> Disclosed:
    """Return one row of `COLUMNS` as the line it is."""
    values = list(row)
    values[1] = datetime.fromisoformat(str(values[1]))
    values[11] = bool(values[11])
    return Disclosed(*values)  # type: ignore[arg-type]  # the columns stand in the order of its fields
