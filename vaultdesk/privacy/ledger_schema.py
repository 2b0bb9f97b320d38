"""Tables of the ledger file and the migration from earlier versions."""

import sqlite3
from pathlib import Path

from vaultdesk.core.platform.backups import back_up_database

VERSION = 3
"""Raised with every change below. Version 1 had only the first nine columns of `disclosed`, and no version number."""

FIRST_SCHEMA = """
CREATE TABLE IF NOT EXISTS disclosed (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, conversation TEXT NOT NULL, provider TEXT NOT NULL,
    host TEXT NOT NULL, model TEXT NOT NULL, path TEXT NOT NULL, heading TEXT NOT NULL, characters INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS disclosed_conversation ON disclosed (conversation, host);
CREATE INDEX IF NOT EXISTS disclosed_path ON disclosed (path);
"""

SECOND_SCHEMA = (
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
"""Migration from version 1 to 2; existing entries are not changed."""

THIRD_SCHEMA = (
    """CREATE TABLE transmissions (
        id INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, conversation TEXT NOT NULL, provider TEXT NOT NULL,
        host TEXT NOT NULL, model TEXT NOT NULL, purpose TEXT NOT NULL, question TEXT NOT NULL, kind TEXT NOT NULL,
        decision TEXT NOT NULL, program TEXT NOT NULL, note_count INTEGER NOT NULL, passages INTEGER NOT NULL,
        note_tokens INTEGER NOT NULL, note_bytes INTEGER NOT NULL, word_tokens INTEGER NOT NULL,
        word_bytes INTEGER NOT NULL, instruction_tokens INTEGER NOT NULL, instruction_bytes INTEGER NOT NULL,
        earlier_tokens INTEGER NOT NULL, earlier_bytes INTEGER NOT NULL, found TEXT NOT NULL)""",
    # The notes of each request, including those sent before in its conversation.
    """CREATE TABLE transmitted_notes (
        transmission INTEGER NOT NULL, path TEXT NOT NULL, tokens INTEGER NOT NULL, bytes INTEGER NOT NULL,
        passages INTEGER NOT NULL, PRIMARY KEY (transmission, path)) WITHOUT ROWID""",
    # The network requests of each transmission, including retries.
    """CREATE TABLE network_requests (
        id INTEGER PRIMARY KEY AUTOINCREMENT, transmission INTEGER NOT NULL, time TEXT NOT NULL,
        bytes INTEGER NOT NULL)""",
    "ALTER TABLE disclosed ADD COLUMN transmission INTEGER NOT NULL DEFAULT 0",
    """INSERT INTO transmissions (time, conversation, provider, host, model, purpose, question, kind, decision, program,
        note_count, passages, note_tokens, note_bytes, word_tokens, word_bytes, instruction_tokens, instruction_bytes,
        earlier_tokens, earlier_bytes, found)
    SELECT time, conversation, provider, host, model,
        CASE WHEN conversation LIKE 'rewrite\\_%' ESCAPE '\\' THEN 'rewrite'
             WHEN conversation = '' AND question = 'Search by meaning' THEN 'embedding' ELSE 'question' END,
        question, kind,
        CASE WHEN min(decision) = max(decision) THEN min(decision) ELSE '' END,
        '', count(DISTINCT path), count(*), sum(tokens), sum(characters),
        0, 0, 0, 0, 0, 0, max(found)
    FROM disclosed WHERE kind IN ('sent', 'stayed') GROUP BY time, conversation, host, kind ORDER BY min(id)""",
    "CREATE INDEX transmissions_time ON transmissions (time)",
    "CREATE INDEX transmissions_conversation ON transmissions (conversation)",
    """UPDATE disclosed SET transmission = coalesce((SELECT t.id FROM transmissions AS t WHERE t.time = disclosed.time
        AND t.conversation = disclosed.conversation AND t.host = disclosed.host AND t.kind = disclosed.kind), 0)
    WHERE kind IN ('sent', 'stayed')""",
    """INSERT INTO transmitted_notes SELECT transmission, path, sum(tokens), sum(characters), count(*)
    FROM disclosed WHERE transmission > 0 GROUP BY transmission, path""",
    "CREATE INDEX disclosed_transmission ON disclosed (transmission)",
    "CREATE INDEX disclosed_kept ON disclosed (time, path) WHERE kind = 'kept'",
    "CREATE INDEX network_requests_transmission ON network_requests (transmission, bytes)",
    "CREATE INDEX network_requests_time ON network_requests (time, bytes)",
)
"""Migration from version 2 to 3: entries written together become one transmission, whose other content is not known."""


def grow(database: sqlite3.Connection, file: Path) -> None:
    """Migrate the tables in *file*, open as *database*, to the current version in one transaction, after a copy."""
    if database.execute("PRAGMA user_version").fetchone()[0] >= VERSION:
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        (current,) = database.execute("PRAGMA user_version").fetchone()  # Another process may have migrated first.
        is_new = not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if current < VERSION and not is_new:
            back_up_database(file, max(current, 1))
        if current < 1 or is_new:
            current = 1
            for statement in FIRST_SCHEMA.split(";")[:-1]:
                database.execute(statement)
        steps = {1: SECOND_SCHEMA, 2: THIRD_SCHEMA}
        for step in range(current, VERSION):
            for statement in steps[step]:
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
