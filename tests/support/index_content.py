"""Index content: all that an index's file says of a vault, by path, so that two files can be held side by side."""

import hashlib
import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from vaultdesk.index import Index, Indexer
from vaultdesk.vault.vault import Vault

TABLES = {"note": "id", "text": "id", "tag": "note", "link": "note", "heading": "note", "alias": "note",
          "property": "note", "inline": "note"}  # fmt: skip

BY_CHANCE = {"id", "note", "revision", "indexed_at"}
"""Columns that differ between two indexes of the same vault."""

Content = dict[str, list[tuple[object, ...]]]


def content(file: Path) -> Content:
    """Every row with its note's path, and every word with its place."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        found: Content = {}
        for table, column in TABLES.items():
            names = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] not in BY_CHANCE]
            listed = ", ".join(f"rows.{name}" for name in names)
            # Rows that belong to no note are content, too.
            sql = f"SELECT home.path, {listed} FROM {table} AS rows LEFT JOIN note AS home ON home.id = rows.{column}"
            found[table] = sorted(db.execute(sql), key=repr)
        db.execute("CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, fts, instance)")
        sql = "SELECT note.path, term, col, offset FROM temp.word LEFT JOIN note ON note.id = word.doc"
        found["word"] = sorted(db.execute(sql), key=repr)
    return found


def difference(one: Content, other: Content) -> str:
    """Say where the two differ first; empty where they do not."""
    for table, rows in one.items():
        if rows != other[table]:
            missing = sorted(set(map(repr, rows)) ^ set(map(repr, other[table])))
            return f"{table}: {len(missing)} rows differ, as {missing[:2]}"
    return ""


async def fresh_content(root: Path, file: Path) -> Content:
    """What a new index of the vault at *root*, laid at *file*, says."""
    async with Vault(root, watch=False) as vault, Indexer(vault, Index(file)) as indexer:
        state = await indexer.settled()
        assert state.phase == "ready", state
    return content(file)


def digests(root: Path) -> Mapping[str, str]:
    """Every note that the disk has, with the digest of its bytes, found without our own walk."""
    found: dict[str, str] = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name[0] != "."]
        for file in (Path(folder, name) for name in names if name.endswith(".md") and name[0] != "."):
            if not file.is_symlink():
                found[str(file.relative_to(root))] = hashlib.sha256(file.read_bytes()).hexdigest()
    return found


def known_digests(file: Path) -> Mapping[str, str]:
    """Every note that the index knows, with its digest, by another connection."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        return dict(db.execute("SELECT path, digest FROM note"))
