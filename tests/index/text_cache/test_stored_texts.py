"""Stored texts: what is looked for in the file is what the text cache finds, with and without the vault's words."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.index.common_vault import lower_limits, note
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import common_words
from vaultdesk.index.search.ranked_search import SearchContext, SearchOptions, search
from vaultdesk.index.store.index_entry import ScannedFile
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache import word_statistics
from vaultdesk.index.text_cache.stored_texts import StoredTexts
from vaultdesk.index.text_cache.text_cache import TextCache

NOTES = [
    note(1, "Heizkesselraum und Straße", name="Kessel"),
    note(2, "Café, noir", name="Straßenbau")._replace(aliases=("Der KESSEL", "Ümlaut")),
    note(3, "漢字かな交じり文 and words"),
    note(4, "split key", name="Ends in spli"),
    note(5, "---\nkessel: no\n---", name="Head")._replace(head="", problem=""),
    note(6, "", name="Unreadable kessel")._replace(problem="It is no text."),
    note(7, "ſtraſſe \u0301 accents", name="Accents"),
]

NEEDLES = [
    ["kessel"], ["KESSEL"], ["strasse"], ["aß"], ["afé"], ["afe, n"], ["漢字"], ["かな"], ["kessel", "raum"],
    ["li\0sp"], ["spli\nsp"], ["ümlaut"], ["nowhere"], ["kessel", "nowhere"], ["e"], ["."], ["\u0301"], ["no text"],
]  # fmt: skip


@pytest.fixture(params=[False, True], ids=["words not counted", "words counted"])
def connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[sqlite3.Connection]:
    index = Index(tmp_path / "index.sqlite")
    index.apply(NOTES)
    index.record_files([ScannedFile("Hidden kessel.md", 1, 1, excluded=True), ScannedFile("Unread kessel.md", 1, 1)])
    if request.param:
        lower_limits(monkeypatch)
        monkeypatch.setattr(word_statistics, "SCAN_SHARE", 1)
        monkeypatch.setattr(common_words, "MIN_VAULT_NOTES", 1)
        assert common_words.update_word_lists(index, lambda: False)
    with index.reading() as reader:
        yield reader
    index.close()


@pytest.mark.parametrize("needles", NEEDLES, ids=repr)
def test_letters_are_found_where_the_cache_finds_them(connection: sqlite3.Connection, needles: list[str]) -> None:
    stored, cached = StoredTexts(), TextCache()
    found = set(stored.notes_containing(connection, needles))
    assert found == set(cached.notes_containing(connection, needles))
    assert found == set(TextCache(max_bytes=0).notes_containing(connection, needles))
    shown = stored.visible_entries(connection, found)
    assert sorted(shown) == sorted(cached.visible_entries(connection, found))
    for needle in needles:
        folded = needle.encode()
        assert stored.notes_named(connection, folded) == cached.notes_named(connection, folded)


@pytest.mark.parametrize("query", ["kessel", "sel", "kess -raum", "esse stra", "path:k esse", "qqxz kessel", "accents"])
def test_an_answer_is_the_same(connection: sqlite3.Connection, query: str) -> None:
    plainly = search(SearchContext(TextCache(), connection), parse_query(query), 10)
    stored = search(SearchContext(TextCache(0), connection, SearchOptions(), StoredTexts()), parse_query(query), 10)
    assert [(hit.path, hit.snippet, hit.marks) for hit in stored.hits] == [
        (hit.path, hit.snippet, hit.marks) for hit in plainly.hits
    ]
    assert (stored.total, stored.exact, stored.problem) == (plainly.total, plainly.exact, plainly.problem)
