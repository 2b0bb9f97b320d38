"""Journal rows: changes and intents as the journal's tables hold them, and back. Opens no database; see journal.py."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import cast

from vaultdesk.vault.attributes import Attributes
from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.edits import Origin
from vaultdesk.vault.journal_entry import Intent, JournalEntry, JournalState, OpenChange

TABLES = """
CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, "group" TEXT NOT NULL, time REAL NOT NULL, title TEXT NOT NULL,
    agent TEXT NOT NULL, conversation_id TEXT NOT NULL, tool TEXT NOT NULL, kind TEXT NOT NULL, path TEXT NOT NULL,
    new_path TEXT NOT NULL, old_digest TEXT NOT NULL, new_digest TEXT NOT NULL, added INTEGER NOT NULL,
    removed INTEGER NOT NULL, state TEXT NOT NULL, undoes INTEGER NOT NULL, undone_by INTEGER NOT NULL,
    unit TEXT NOT NULL, folders TEXT NOT NULL, attributes TEXT NOT NULL, kept_bytes INTEGER NOT NULL);
CREATE INDEX changes_by_group ON changes ("group", id);
CREATE INDEX changes_by_path ON changes (path, id);
CREATE INDEX changes_by_new_path ON changes (new_path, id);
CREATE INDEX changes_by_old ON changes (old_digest);
CREATE INDEX changes_by_new ON changes (new_digest);
CREATE INDEX changes_open ON changes (id) WHERE state IN ('intended', 'unconfirmed');
CREATE TABLE intents (
    change_id INTEGER PRIMARY KEY, data BLOB, temporary TEXT NOT NULL, folds_into INTEGER NOT NULL);
"""

COLUMNS = (
    'id, "group", time, title, agent, conversation_id, tool, kind, path, new_path, old_digest, new_digest, added, '
    "removed, state, undoes, undone_by, unit, folders, attributes"
)
"""What `entry_of` reads, in its order."""

INTENT_COLUMNS = f"{COLUMNS}, kept_bytes, data, temporary, folds_into"
"""What `open_change_of` reads, in its order."""

INSERT = (
    'INSERT INTO changes ("group", time, title, agent, conversation_id, tool, kind, path, new_path, old_digest, '
    "new_digest, added, removed, state, undoes, undone_by, unit, folders, attributes, kept_bytes) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
"""Takes what `values_of` returns."""


def values_of(intent: Intent, origin: Origin, now: float) -> tuple[object, ...]:
    """Return the row of a change that begins at *now*."""
    who = (origin.group, now, origin.title, origin.agent, origin.conversation_id, origin.tool)
    what = (intent.kind, intent.path, intent.new_path, intent.old_digest, intent.new_digest)
    state: JournalState = "intended"
    rest = (intent.added, intent.removed, state, intent.undoes, 0, intent.unit)
    attributes = intent.attributes.to_text() if intent.attributes is not None else ""
    return (*who, *what, *rest, json.dumps(intent.folders), attributes, intent.kept_bytes)


def entry_of(row: Sequence[object]) -> JournalEntry:
    """Return the change in *row*."""
    number, group, time, title, agent, conversation_id, tool, kind, path, new_path = row[:10]
    old_digest, new_digest, added, removed, state, undoes, undone_by, unit, folders, attributes = row[10:20]
    return JournalEntry(
        id=cast("int", number),
        group=str(group),
        time=datetime.fromtimestamp(cast("float", time), UTC),
        title=str(title),
        agent=str(agent),
        conversation_id=str(conversation_id),
        tool=str(tool),
        kind=cast("NoteChangeKind", kind),
        path=str(path),
        new_path=str(new_path),
        old_digest=str(old_digest),
        new_digest=str(new_digest),
        added=cast("int", added),
        removed=cast("int", removed),
        state=cast("JournalState", state),
        undoes=cast("int", undoes),
        undone_by=cast("int", undone_by),
        unit=str(unit),
        folders=tuple(json.loads(str(folders))),
        attributes=Attributes.from_text(str(attributes)) if attributes else None,
    )


def open_change_of(row: Sequence[object]) -> OpenChange:
    """Return the open change in *row*."""
    entry = entry_of(row)
    kept_bytes, data, temporary, folds_into = row[20:]
    intent = Intent(
        kind=entry.kind,
        path=entry.path,
        new_path=entry.new_path,
        old_digest=entry.old_digest,
        new_digest=entry.new_digest,
        data=cast("bytes | None", data),
        temporary=str(temporary or ""),
        folders=entry.folders,
        attributes=entry.attributes,
        added=entry.added,
        removed=entry.removed,
        kept_bytes=cast("int", kept_bytes),
        unit=entry.unit,
        undoes=entry.undoes,
        folds_into=cast("int", folds_into or 0),
    )
    return OpenChange(entry.id, entry.group, entry.state, intent)
