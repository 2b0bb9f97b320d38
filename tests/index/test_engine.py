"""Engine: the check says the truth about the interpreter's SQLite."""

import sqlite3

import pytest

from vaultdesk.index.engine import engine_name, engine_problem


def test_this_interpreter_can_search() -> None:
    assert engine_problem() == ""
    assert sqlite3.sqlite_version in engine_name()


def test_a_missing_extension_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare(sqlite3.Connection):
        def execute(self, *words: object) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("no such module: fts5")

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda place: real(place, factory=Bare))
    assert "no such module: fts5" in engine_problem()
