"""Vocabulary: it names every note that holds the letters, tells nothing where it cannot, and is never out of date."""

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
"""Letters that come of others, accents that stand alone, signs that part words and such that do not."""


@pytest.fixture(autouse=True)
def every_note_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have few notes treated as many."""
    lower_limits(monkeypatch)
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 1)
    monkeypatch.setattr(common_words, "MIN_VAULT_NOTES", 1)


def _counted(file: Path, notes: Sequence[IndexEntry]) -> Index:
    index = Index(file)
    index.apply(notes)
    assert common_words.update_word_lists(index, lambda: False)
    return index


def _told(index: Index, *needles: str, known: WordLookup | None = None) -> set[str] | None:
    with index.reading() as connection:
        found = (known or WordLookup()).possible_notes(connection, needles, 1_000)
        return None if found is None else _paths(connection, found)


def _paths(connection: sqlite3.Connection, notes: set[int]) -> set[str]:
    return {path for number, path in connection.execute("SELECT id, path FROM note") if number in notes}


def test_notes_are_told_by_letters_inside_their_words(tmp_path: Path) -> None:
    index = _counted(tmp_path / "index.sqlite", [note(1, "Heizkesselraum"), note(2, "Straße"), note(3, "Café, noir")])
    assert _told(index, "kessel") == {"Note 1.md"}
    assert _told(index, "KESSEL") == {"Note 1.md"}
    assert _told(index, "strasse") == _told(index, "aß") == {"Note 2.md"}
    assert _told(index, "afé") == _told(index, "afe, n") == {"Note 3.md"}
    assert _told(index, "nowhere") == set()
    assert _told(index, "kessel", "nowhere") == set()
    assert _told(index, "kessel", "note") == {"Note 1.md"}
    assert _told(index, "note", "a") == {"Note 1.md", "Note 2.md", "Note 3.md"}
    index.close()


def test_nothing_is_told_of_what_cannot_be_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = _counted(tmp_path / "index.sqlite", [note(1, "数据库 привет x1 x2 x3")])
    assert _told(index, "数据") is None
    assert _told(index, "прив") is None
    assert _told(index, "- [ ]") is None
    assert _told(index, "数据", "x1") == {"Note 1.md"}
    monkeypatch.setattr(word_statistics, "MAX_LOOKUP_WORDS", 2)
    assert _told(index, "x") is None, "too many words have it"
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 1_001)
    assert _told(index, "nowhere") == set()
    assert _told(index, "x1") is None, "too many notes have it"
    index.close()


def test_letters_in_many_words_are_asked_for_where_those_in_few_tell_too_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = [note(number, f"boiler {'valve' if number == 3 else f'x{number}'}") for number in range(1, 9)]
    index = _counted(tmp_path / "index.sqlite", notes)
    monkeypatch.setattr(word_statistics, "MAX_QUICK_WORDS", 1)
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 250)
    assert _told(index, "boil", "x") is None, "seven of a thousand notes are more than four"
    assert _told(index, "boil", "alv") == {"Note 3.md"}
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 142)
    assert _told(index, "boil", "x") == {f"Note {number}.md" for number in (1, 2, 4, 5, 6, 7, 8)}
    index.close()


def test_what_changed_since_is_always_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = _counted(tmp_path / "index.sqlite", [note(1, "boiler"), note(2, "pump")])
    known = WordLookup()
    assert _told(index, "oile", known=known) == {"Note 1.md"}
    index.apply([note(2, "subboilers")])
    assert _told(index, "oile", known=known) == {"Note 1.md", "Note 2.md"}
    # The newest number goes with its note; it is not given again before the words are counted anew.
    index.apply([], removed=["Note 2.md"])
    index.apply([note(3, "another toiler")])
    assert _told(index, "oile", known=known) == {"Note 1.md", "Note 3.md"}
    monkeypatch.setattr(word_statistics, "MAX_CHANGED_NOTES", 0)
    assert _told(index, "oile", known=known) is None
    monkeypatch.setattr(common_words, "RECOUNT_AFTER_CHANGES", 1)
    assert common_words.update_word_lists(index, lambda: False)
    assert _told(index, "oile", known=known) == {"Note 1.md", "Note 3.md"}
    index.close()


def test_the_newest_note_gone_before_any_change_its_number_is_not_given_again(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    index.apply([note(1, "boiler")])
    index.apply([note(2, "pump")])
    common_words.update_word_lists(index, lambda: False)
    index.apply([], removed=["Note 2.md"])
    index.apply([note(3, "toiler")])
    assert _told(index, "oile") == {"Note 1.md", "Note 3.md"}
    index.close()


def test_words_that_the_full_text_cuts_leave_nothing_to_be_told(tmp_path: Path) -> None:
    index = _counted(tmp_path / "index.sqlite", [note(1, "x" * 40_000 + "boiler"), note(2, "pump")])
    assert _told(index, "boiler") is None
    assert _told(index, "pump") is None
    index.close()


@pytest.mark.parametrize("letters", ["é" * 20_000, "数" * 12_000])
def test_a_cut_word_may_end_within_a_letter(tmp_path: Path, letters: str) -> None:
    index = Index(tmp_path / "index.sqlite")
    index.apply([note(1, letters), note(2, "pump")])
    common_words.update_word_lists(index, lambda: False)
    assert _told(index, "pump") in (None, {"Note 2.md"})
    index.close()


def test_every_letter_that_a_plain_one_comes_of_stands_in_a_word() -> None:
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
def test_a_search_finds_the_same_with_and_without_it(
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
            without = set(text_cache.notes_containing(connection, needles, fold_accents=fold_accents))
        common_words.update_word_lists(index, lambda: False)
        with index.reading() as connection:
            assert set(text_cache.notes_containing(connection, needles, fold_accents=fold_accents)) == without
        with index.writing() as writer:
            writer.execute("DELETE FROM words_counted")
    index.close()
