"""Newer records: told of a vault whose journal or ledger a newer program made, and of no other."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from vaultdesk.workspace.newer_records import made_by_newer


@pytest.mark.parametrize("name", ["journal.sqlite", "ledger.sqlite"])
def test_a_newer_version_is_seen(tmp_path: Path, name: str) -> None:
    assert not made_by_newer(tmp_path)
    for version, newer in ((1, False), (99, True)):
        with closing(sqlite3.connect(tmp_path / name)) as database:
            database.execute(f"PRAGMA user_version = {version}")
        assert made_by_newer(tmp_path) is newer
