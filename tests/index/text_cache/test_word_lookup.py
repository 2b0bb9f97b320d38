"""Word lookup: it returns every note that may contain the substrings, or nothing, and is always current."""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.index import engines
from tests.index.common_vault import lower_limits, note
from tests.support.campaigns import campaign_count, examples
from vaultdesk.index.search import common_words
from vaultdesk.index.store.index_entry import IndexEntry
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache import word_statistics
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.index.text_cache.word_statistics import WordLookup
from vaultdesk.index.text_folding import fold_to_base

ALPHABET = "abAB1éÉßẞſKŉﬁøØİı\u0301\u0332ж数 .-_\n"
"""Letters derived from others, combining accents, separators, and characters that do not separate words."""


@pytest.fixture(autouse=True)
def low_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few notes count as many."""
    lower_limits(monkeypatch)
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 1)
    monkeypatch.setattr(common_words, "MIN_VAULT_NOTES", 1)


def _indexed_with_word_counts(file: Path, notes: Sequence[IndexEntry]) -> Index:
    index = Index(file)
    index.apply(notes)
    assert common_words.update_word_lists(index, lambda: False)
    return index


def _possible_paths(index: Index, *needles: str, lookup: WordLookup | None = None) -> set[str] | None:
    with index.reading() as connection:
        notes = (lookup or WordLookup()).possible_notes(connection, needles, 1_000)
        return None if notes is None else _paths(connection, notes)


def _paths(connection: sqlite3.Connection, notes: set[int]) -> set[str]:
    return {path for number, path in connection.execute("SELECT id, path FROM note") if number in notes}


def test_notes_are_found_by_substrings_of_their_words(tmp_path: Path) -> None:
    index = _indexed_with_word_counts(
        tmp_path / "index.sqlite", [note(1, "Heizkesselraum"), note(2, "Straße"), note(3, "Café, noir")]
    )
    assert _possible_paths(index, "kessel") == {"Note 1.md"}
    assert _possible_paths(index, "KESSEL") == {"Note 1.md"}
    assert _possible_paths(index, "strasse") == _possible_paths(index, "aß") == {"Note 2.md"}
    assert _possible_paths(index, "afé") == _possible_paths(index, "afe, n") == {"Note 3.md"}
    assert _possible_paths(index, "nowhere") == set()
    assert _possible_paths(index, "kessel", "nowhere") == set()
    assert _possible_paths(index, "kessel", "note") == {"Note 1.md"}
    assert _possible_paths(index, "note", "a") == {"Note 1.md", "Note 2.md", "Note 3.md"}
    index.close()


def test_substrings_that_cannot_be_looked_up_return_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = _indexed_with_word_counts(tmp_path / "index.sqlite", [note(1, "数据库 привет x1 x2 x3")])
    assert _possible_paths(index, "数据") is None
    assert _possible_paths(index, "прив") is None
    assert _possible_paths(index, "- [ ]") is None
    assert _possible_paths(index, "数据", "x1") == {"Note 1.md"}
    monkeypatch.setattr(word_statistics, "MAX_LOOKUP_WORDS", 2)
    assert _possible_paths(index, "x") is None, "too many words contain it"
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 1_001)
    assert _possible_paths(index, "nowhere") == set()
    assert _possible_paths(index, "x1") is None, "too many notes contain it"
    index.close()


def test_substrings_of_many_words_are_looked_up_if_those_of_few_words_are_not_selective(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = [note(number, f"boiler {'valve' if number == 3 else f'x{number}'}") for number in range(1, 9)]
    index = _indexed_with_word_counts(tmp_path / "index.sqlite", notes)
    monkeypatch.setattr(word_statistics, "MAX_QUICK_WORDS", 1)
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 250)
    assert _possible_paths(index, "boil", "x") is None, "seven of a thousand notes are more than four"
    assert _possible_paths(index, "boil", "alv") == {"Note 3.md"}
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 142)
    assert _possible_paths(index, "boil", "x") == {f"Note {number}.md" for number in (1, 2, 4, 5, 6, 7, 8)}
    index.close()


def test_notes_changed_since_the_count_are_always_included(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = _indexed_with_word_counts(tmp_path / "index.sqlite", [note(1, "boiler"), note(2, "pump")])
    lookup = WordLookup()
    assert _possible_paths(index, "oile", lookup=lookup) == {"Note 1.md"}
    index.apply([note(2, "subboilers")])
    assert _possible_paths(index, "oile", lookup=lookup) == {"Note 1.md", "Note 2.md"}
    # The highest revision disappears with its note; it is not assigned again before the words are counted.
    index.apply([], removed=["Note 2.md"])
    index.apply([note(3, "another toiler")])
    assert _possible_paths(index, "oile", lookup=lookup) == {"Note 1.md", "Note 3.md"}
    monkeypatch.setattr(word_statistics, "MAX_CHANGED_NOTES", 0)
    assert _possible_paths(index, "oile", lookup=lookup) is None
    monkeypatch.setattr(common_words, "RECOUNT_AFTER_CHANGES", 1)
    assert common_words.update_word_lists(index, lambda: False)
    assert _possible_paths(index, "oile", lookup=lookup) == {"Note 1.md", "Note 3.md"}
    index.close()


def test_a_note_added_after_the_newest_was_removed_is_included(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    index.apply([note(1, "boiler")])
    index.apply([note(2, "pump")])
    common_words.update_word_lists(index, lambda: False)
    index.apply([], removed=["Note 2.md"])
    index.apply([note(3, "toiler")])
    assert _possible_paths(index, "oile") == {"Note 1.md", "Note 3.md"}
    index.close()


def test_words_truncated_by_fts5_disable_the_lookup(tmp_path: Path) -> None:
    index = _indexed_with_word_counts(tmp_path / "index.sqlite", [note(1, "x" * 40_000 + "boiler"), note(2, "pump")])
    assert _possible_paths(index, "boiler") is None
    assert _possible_paths(index, "pump") is None
    index.close()


@pytest.mark.parametrize("letters", ["é" * 20_000, "数" * 12_000])
def test_a_truncated_word_may_end_inside_a_character(tmp_path: Path, letters: str) -> None:
    index = Index(tmp_path / "index.sqlite")
    index.apply([note(1, letters), note(2, "pump")])
    common_words.update_word_lists(index, lambda: False)
    assert _possible_paths(index, "pump") in (None, {"Note 2.md"})
    index.close()


def test_every_letter_with_a_plain_base_letter_is_part_of_a_word() -> None:
    plain = re.compile("[a-z0-9]+")
    codes = [code for code in range(0x80, campaign_count(0x110000, 0x20000)) if not 0xD800 <= code < 0xE000]
    indexed_codes = [code for code in codes if any(map(plain.fullmatch, map(fold_to_base, chr(code).casefold())))]
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE VIRTUAL TABLE fts USING fts5(body, tokenize='unicode61 remove_diacritics 2')")
        db.execute("CREATE VIRTUAL TABLE term USING fts5vocab(fts, instance)")
        db.executemany(
            "INSERT INTO fts (rowid, body) VALUES (?, ?)", [(code, f"q{chr(code)}q") for code in indexed_codes]
        )
        words: dict[int, list[str]] = {}
        for code, word in db.execute("SELECT doc, term FROM term"):
            words.setdefault(code, []).append(fold_to_base(word))
    assert len(indexed_codes) > 400
    assert words == {code: [fold_to_base(f"q{chr(code)}q")] for code in indexed_codes}


@pytest.mark.parametrize("engine", engines.ENGINES)
@examples(60, thin=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.text(ALPHABET, max_size=30), min_size=2, max_size=6),
    needles=st.lists(st.text(ALPHABET, min_size=1, max_size=4), min_size=1, max_size=3),
)
def test_a_search_finds_the_same_notes_with_and_without_the_lookup(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    texts: list[str],
    needles: list[str],
) -> None:
    engines.use(engine, monkeypatch)
    index = Index(tmp_path_factory.mktemp("vault") / "index.sqlite")
    index.apply([note(number, text) for number, text in enumerate(texts)])
    text_cache = TextCache()
    for fold_accents in (False, True):
        with index.reading() as connection:
            connection.execute("SELECT 1")
            expected = set(text_cache.notes_containing(connection, needles, fold_accents=fold_accents))
        common_words.update_word_lists(index, lambda: False)
        with index.reading() as connection:
            assert set(text_cache.notes_containing(connection, needles, fold_accents=fold_accents)) == expected
        with index.writing() as writer:
            writer.execute("DELETE FROM words_counted")
    index.close()
