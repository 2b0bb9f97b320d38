"""Index content: all data about a vault in an index file, by path, for comparison with another index."""

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

UNSTABLE_COLUMNS = {"id", "note", "revision", "indexed_at"}
"""Columns that differ between two indexes of the same vault."""

Content = dict[str, list[tuple[object, ...]]]


def content(file: Path) -> Content:
    """Return every row with the path of its note, and every word with its position."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        tables: Content = {}
        for table, column in TABLES.items():
            names = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] not in UNSTABLE_COLUMNS]
            columns = ", ".join(f"rows.{name}" for name in names)
            # Rows without a note are part of the content.
            sql = f"SELECT home.path, {columns} FROM {table} AS rows LEFT JOIN note AS home ON home.id = rows.{column}"
            tables[table] = sorted(db.execute(sql), key=repr)
        db.execute("CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, fts, instance)")
        sql = "SELECT note.path, term, col, offset FROM temp.word LEFT JOIN note ON note.id = word.doc"
        tables["word"] = sorted(db.execute(sql), key=repr)
    return tables


def difference(first: Content, second: Content) -> str:
    """Describe the first difference; empty if there is none."""
    for table, rows in first.items():
        if rows != second[table]:
            missing = sorted(set(map(repr, rows)) ^ set(map(repr, second[table])))
            return f"{table}: {len(missing)} rows differ, as {missing[:2]}"
    return ""


async def fresh_content(root: Path, file: Path) -> Content:
    """Return the content of a new index of the vault at *root*, written to *file*."""
    async with Vault(root, watch=False) as vault, Indexer(vault, Index(file)) as indexer:
        state = await indexer.settled()
        assert state.phase == "ready", state
    return content(file)


def digests(root: Path) -> Mapping[str, str]:
    """Return every note on disk with the digest of its bytes, found with `os.walk` and not with product code."""
    digest_by_path: dict[str, str] = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name[0] != "."]
        for file in (Path(folder, name) for name in names if name.endswith(".md") and name[0] != "."):
            if not file.is_symlink():
                digest_by_path[str(file.relative_to(root))] = hashlib.sha256(file.read_bytes()).hexdigest()
    return digest_by_path


def known_digests(file: Path) -> Mapping[str, str]:
    """Return every note in the index with its digest, read through a separate connection."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        return dict(db.execute("SELECT path, digest FROM note"))
