"""Lists of frequent words are read as stored, and not used after too many changes."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.index.common_vault import NOTES, common_index, lower_limits, note
from vaultdesk.index.search import common_words
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache import word_statistics


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    common_words.update_word_lists(index, lambda: False)
    yield index
    index.close()


@contextmanager
def _reading(index: Index) -> Iterator[sqlite3.Connection]:
    with index.reading() as connection:
        yield connection


def test_common_words_are_counted_and_rare_words_are_not(index: Index) -> None:
    with _reading(index) as connection:
        assert word_statistics.count_notes_with_word(connection, "common") == NOTES
        assert word_statistics.count_notes_with_word(connection, "third") == NOTES // 3
        assert word_statistics.count_notes_with_word(connection, "only7") == 0
        assert word_statistics.completions(connection, "co") == [("common", NOTES)]
        assert word_statistics.completions(connection, "zz") == []


def test_a_list_contains_the_notes_with_the_highest_frequency(index: Index) -> None:
    with _reading(index) as connection:
        best = word_statistics.best_notes(connection, "common")
        assert best is not None
        assert len(best.notes) == 50
        assert not best.changed
        top_path = connection.execute("SELECT path FROM note WHERE id = ?", (best.notes[0],)).fetchone()[0]
        assert int(top_path.removeprefix("Note ").removesuffix(".md")) % 12 == 11
        assert 0 < min(best.scores) <= max(best.scores) < 2.3
        assert word_statistics.best_notes(connection, "only7") is None


def test_notes_changed_since_the_list_was_created_are_included(index: Index) -> None:
    index.apply([note(3, "common again"), note(500, "common and new")])
    with _reading(index) as connection:
        best = word_statistics.best_notes(connection, "common")
        assert best is not None
        names = connection.execute(f"SELECT path FROM note WHERE id IN ({','.join(map(str, best.changed))})")
        assert {path for (path,) in names} == {"Note 3.md", "Note 500.md"}


def test_a_list_is_not_used_after_too_many_changes(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_statistics, "MAX_CHANGED_NOTES", 5)
    index.apply([note(number, "common") for number in range(600, 606)])
    with _reading(index) as connection:
        assert word_statistics.best_notes(connection, "common") is None


def test_the_rarity_of_a_word_in_half_of_the_notes_is_minimal() -> None:
    assert word_statistics.fts_rarity(60, 100) == word_statistics.MIN_RARITY
    assert word_statistics.fts_rarity(100, 100) == word_statistics.MIN_RARITY
    assert word_statistics.fts_rarity(1, 100) > word_statistics.fts_rarity(10, 100) > 1
