"""Tests of index/text_cache/text_cache.py."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.index import engines
from tests.index.common_vault import lower_limits, note
from tests.index.scene import entry, filled
from tests.support.campaigns import examples
from tests.support.vaults import write_vault
from vaultdesk.index.index_results import SubstringHit
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import common_words
from vaultdesk.index.search.ranked_search import SearchContext, SearchOptions, search
from vaultdesk.index.search_query import fold_query, storable_text
from vaultdesk.index.store.index_entry import IndexEntry, ScannedFile
from vaultdesk.index.store.index_file import Index, PendingTexts
from vaultdesk.index.text_cache import text_cache as text_cache_module
from vaultdesk.index.text_cache import word_statistics
from vaultdesk.index.text_cache.text_cache import (
    MAX_SUBSTRING_HITS,
    PREVIEW_SIDE,
    PREVIEW_START,
    StoredTexts,
    TextCache,
    find_containing,
    find_spans,
    search_substring,
    stored_text,
)
from vaultdesk.vault.note_path import same_name_key

# Texts in memory follow the index and pending texts; beyond the memory limit they are read from the index.


def _texts(text_cache: TextCache, index: Index) -> dict[str, str]:
    with index.reading() as connection:
        text_cache.fill(connection)
        visible = [entry for entry in text_cache.entries(connection) if not entry.excluded]
        in_memory = {entry.path: text_cache.text(entry.note) for entry in visible}
        stored = {entry.path: stored_text(connection, entry.note).casefold() for entry in visible}
        return {path: stored[path] if text is None else text.decode() for path, text in in_memory.items()}


def _paths_containing(
    text_cache: TextCache, index: Index, needles: Sequence[str], *, fold_accents: bool = False
) -> set[str]:
    with index.reading() as connection:
        notes = text_cache.notes_containing(connection, needles, fold_accents=fold_accents)
        assert len(notes) == len(set(notes))
        return {text_cache.get(note).path for note in notes}


def test_the_cache_follows_changes_and_removals(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "ONE", "B.md": "TWO"})
    text_cache = TextCache()
    assert _texts(text_cache, index) == {"A.md": "one", "B.md": "two"}
    write_vault(root, {"A.md": "Three", "C.md": "FOUR"})
    index.apply([entry(root, "A.md"), entry(root, "C.md")], removed=["B.md"])
    assert _texts(text_cache, index) == {"A.md": "three", "C.md": "four"}
    assert _paths_containing(text_cache, index, ["one"]) == set()
    assert _paths_containing(text_cache, index, ["two"]) == set()
    with index.reading() as connection:
        names = text_cache.names(connection)
        assert "C.md" in names
        assert "B.md" not in names
    index.close()


def test_beyond_the_memory_limit_texts_are_read_from_the_index(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "x" * 60, "B.md": "y" * 60, "C.md": "z"})
    text_cache = TextCache(max_bytes=100)
    for _ in range(2):
        assert _texts(text_cache, index) == {"A.md": "x" * 60, "B.md": "y" * 60, "C.md": "z"}
        with index.reading() as connection:
            entries = text_cache.entries(connection)
            in_memory = [entry.path for entry in entries if text_cache.first_position(entry.note, b"") is not None]
            numbers = {entry.path: entry.note for entry in entries}
            counts = text_cache.counts(connection, [b"y", b"z"])
        assert in_memory == ["A.md", "C.md"]
        assert counts == [{numbers["B.md"]: 60}, {numbers["C.md"]: 1}]
        assert _paths_containing(text_cache, index, ["Y"]) == {"B.md"}
    root = write_vault(tmp_path / "vault", {"B.md": "short"})
    index.apply([entry(root, "B.md")])
    assert _paths_containing(text_cache, index, ["y"]) == set()
    assert _paths_containing(text_cache, index, ["short"]) == {"B.md"}
    index.close()


def test_a_rebuilt_index_is_loaded_again(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one", "B.md": "two"})
    text_cache = TextCache()
    assert len(_texts(text_cache, index)) == 2
    index.rebuild()
    index.apply([entry(root, "B.md")])
    assert _texts(text_cache, index) == {"B.md": "two"}
    assert _paths_containing(text_cache, index, ["one"]) == set()
    index.close()


def test_after_a_rebuild_words_of_the_old_file_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 1)
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {f"{number}.md": "pump" for number in range(20)})
    common_words.update_word_lists(index, lambda: False)
    text_cache = TextCache()
    assert _paths_containing(text_cache, index, ["boiler"]) == set()
    with index.reading() as connection:
        before = connection.execute("SELECT revision FROM words_counted").fetchone()
    index.rebuild()
    filled(tmp_path / "index.sqlite", root, {f"{number}.md": "subboilers" for number in range(20)}).close()
    common_words.update_word_lists(index, lambda: False)
    with index.reading() as connection:
        assert connection.execute("SELECT revision FROM words_counted").fetchone() == before
    assert len(_paths_containing(text_cache, index, ["boiler"])) == 20
    index.close()


def test_the_cache_can_be_filled_in_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_cache_module, "FILL_STEP_BYTES", 1)
    notes = {f"{number}.md": f"boiler {number}" for number in range(7)}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    text_cache, steps = TextCache(), 0
    while True:
        with index.reading() as connection:
            if text_cache.fill(connection, 10):
                break
        steps += 1
    assert 3 <= steps <= 7
    assert _paths_containing(text_cache, index, ["boiler"]) == set(notes)
    index.close()


def test_a_pending_text_is_found_immediately_and_replaced_by_its_commit(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "old boiler", "B.md": "pump", "Hidden.md": "boiler"})
    index = Index(tmp_path / "index.sqlite")
    visible = [ScannedFile("A.md", 1, 1), ScannedFile("B.md", 1, 1)]
    index.record_files([*visible, ScannedFile("Hidden.md", 1, 1, excluded=True)])
    text_cache = TextCache(pending=index.pending_texts)
    assert _paths_containing(text_cache, index, ["boiler"]) == set()
    index.pending_texts.put({"A.md": b"early BOILER", "Nowhere.md": b"boiler", "Hidden.md": b"boiler"})
    assert _paths_containing(text_cache, index, ["boiler"]) == {"A.md"}
    assert _paths_containing(text_cache, index, ["early"]) == {"A.md"}
    index.apply([entry(root, "A.md")])
    assert _paths_containing(text_cache, index, ["early"]) == {"A.md"}, "the pending text takes precedence"
    index.pending_texts.drop(["A.md"])
    assert _paths_containing(text_cache, index, ["early"]) == set()
    assert _paths_containing(text_cache, index, ["old boiler"]) == {"A.md"}
    index.pending_texts.put({"B.md": b"early pump"})
    index.pending_texts.clear()
    assert _paths_containing(text_cache, index, ["early"]) == set()
    write_vault(root, {"Nowhere.md": "boiler"})
    index.pending_texts.put({"Nowhere.md": b"waits for its name"})
    index.record_files([ScannedFile("Nowhere.md", 1, 1)])
    assert _paths_containing(text_cache, index, ["waits for"]) == {"Nowhere.md"}
    index.close()


def test_removing_and_adding_notes_in_one_commit_are_distinguished(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one", "B.md": "two"})
    text_cache = TextCache()
    assert len(_texts(text_cache, index)) == 2
    write_vault(root, {"A.md": "three", "C.md": "four"})
    # The highest revision disappears with its note and is assigned again.
    index.apply([entry(root, "A.md")])
    assert _texts(text_cache, index) == {"A.md": "three", "B.md": "two"}
    index.apply([], removed=["A.md"])
    index.apply([entry(root, "C.md")])
    write_vault(root, {"B.md": "five"})
    index.apply([entry(root, "B.md")])
    assert _texts(text_cache, index) == {"B.md": "five", "C.md": "four"}
    index.close()


def test_every_needle_is_contained_in_name_alias_or_text(tmp_path: Path) -> None:
    notes = {
        "Heizung.md": "---\naliases: [Wärmepumpe, Ofen]\n---\nwarm",
        "Bad.md": "Die Fußbodenheizung wird warm",
        "漢字.md": "日本語のメモ",
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    text_cache = TextCache()
    assert _paths_containing(text_cache, index, ["heizung"]) == {"Heizung.md", "Bad.md"}
    assert _paths_containing(text_cache, index, ["FUSSBODEN", "warm"]) == {"Bad.md"}
    assert _paths_containing(text_cache, index, ["wärmepumpe", "warm"]) == {"Heizung.md"}
    assert _paths_containing(text_cache, index, ["wa\u0308rmepumpe"]) == {"Heizung.md"}
    assert _paths_containing(text_cache, index, ["本語"]) == {"漢字.md"}
    assert _paths_containing(text_cache, index, ["字", "メモ"]) == {"漢字.md"}
    assert _paths_containing(text_cache, index, [""]) == _paths_containing(text_cache, index, []) == set(notes)
    assert _paths_containing(text_cache, index, ["\ud800"]) == set()
    index.close()


@pytest.mark.parametrize("memory_limit", [10**6, 0])
def test_accents_are_ignored_in_texts_and_needles_on_request(tmp_path: Path, memory_limit: int) -> None:
    notes = {"A.md": "mon résumé", "B.md": "my RESUME", "Résumé.md": "", "C.md": "re\u0301sumer", "D.md": "reste"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    text_cache = TextCache(max_bytes=memory_limit)
    for query in ("resume", "Résumé", "resumé"):
        paths = _paths_containing(text_cache, index, [query], fold_accents=True)
        assert paths == {"A.md", "B.md", "Résumé.md", "C.md"}
    assert _paths_containing(text_cache, index, ["résumé"]) == {"A.md", "Résumé.md"}
    assert _paths_containing(text_cache, index, ["resume"]) == {"B.md"}
    index.close()


def test_an_empty_index_contains_nothing(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    text_cache = TextCache()
    assert _texts(text_cache, index) == {}
    assert _paths_containing(text_cache, index, ["a"]) == _paths_containing(text_cache, index, []) == set()
    index.close()


PIECES = st.text("aßsSſΣςσİıﬁIé\u0301\u0308u日👩\0\n ", max_size=8)


@pytest.mark.parametrize("engine", engines.ENGINES)
@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(PIECES, max_size=5), needle=PIECES, memory_limit=st.sampled_from([0, 8, 10**6]))
def test_notes_containing_equals_a_search_in_casefolded_text(
    tmp_path_factory: pytest.TempPathFactory,
    engine: str,
    monkeypatch: pytest.MonkeyPatch,
    texts: list[str],
    needle: str,
    memory_limit: int,
) -> None:
    engines.use(engine, monkeypatch)
    index = Index(tmp_path_factory.mktemp("held") / "index.sqlite")
    stored = {f"{number}.md": storable_text(text) for number, text in enumerate(texts)}
    index.apply([IndexEntry(path, path[:-3], path[:-3], 1, 1, "digest", body=text) for path, text in stored.items()])
    folded_needle = storable_text(needle).casefold()
    expected = {path for path, text in stored.items() if folded_needle in text.casefold() or folded_needle in path[:-3]}
    assert _paths_containing(TextCache(memory_limit, PendingTexts()), index, [needle]) == expected
    index.close()


# Searching stored texts gives the results of the cache, with and without counted words.

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
def test_substrings_are_found_as_in_the_cache(connection: sqlite3.Connection, needles: list[str]) -> None:
    stored, cached = StoredTexts(), TextCache()
    notes = set(stored.notes_containing(connection, needles))
    assert notes == set(cached.notes_containing(connection, needles))
    assert notes == set(TextCache(max_bytes=0).notes_containing(connection, needles))
    visible = stored.visible_entries(connection, notes)
    assert sorted(visible) == sorted(cached.visible_entries(connection, notes))
    for needle in needles:
        folded = needle.encode()
        assert stored.notes_with_name(connection, folded) == cached.notes_with_name(connection, folded)


@pytest.mark.parametrize("query", ["kessel", "sel", "kess -raum", "esse stra", "path:k esse", "qqxz kessel", "accents"])
def test_answers_equal_those_of_the_cache(connection: sqlite3.Connection, query: str) -> None:
    cached = search(SearchContext(TextCache(), connection), parse_query(query), 10)
    stored = search(SearchContext(TextCache(0), connection, SearchOptions(), StoredTexts()), parse_query(query), 10)
    assert [(hit.path, hit.snippet, hit.marks) for hit in stored.hits] == [
        (hit.path, hit.snippet, hit.marks) for hit in cached.hits
    ]
    assert (stored.total, stored.exact, stored.problem) == (cached.total, cached.exact, cached.problem)


# Substring search: occurrences, previews and offsets where case folding changes the length of a text.


@pytest.mark.parametrize(
    ("text", "needle", "expected"),
    [
        ("one Two two", "TWO", ["Two", "two"]),
        ("Die Straße lang", "strasse", ["Straße"]),
        ("ﬁsh and ﬁnd", "fi", ["ﬁ", "ﬁ"]),
        ("ΣΊΣΥΦΟΣ", "σίσυφος", ["ΣΊΣΥΦΟΣ"]),
        ("İstanbul", "stanbul", ["stanbul"]),
        ("aaa", "aa", ["aa"]),
        ("abc", "x", []),
        ("abc", "", []),
    ],
)
def test_spans_are_offsets_in_the_original_text(text: str, needle: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in find_spans(text, fold_query(needle), 9)] == expected


def test_a_preview_has_100_characters_on_each_side_and_shows_truncation(tmp_path: Path) -> None:
    notes = {
        "Long.md": "a" * 150 + "NEEDLE" + "b" * 150,
        "Short.md": "a needle",
        "Needle.md": "only its name fits " * 20,
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert search_substring(TextCache(), connection, "needle", 10) == [
            SubstringHit("Needle.md", "Needle", 1, notes["Needle.md"][:200]),
            SubstringHit("Long.md", "Long", 1, "..." + "a" * 100 + "NEEDLE" + "b" * 100 + "..."),
            SubstringHit("Short.md", "Short", 1, "a needle"),
        ]
    index.close()


def test_decomposed_and_composed_letters_match(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"Menu.md": "cre\u0300me bru\u0302le\u0301e"})
    with index.reading() as connection:
        assert [hit.path for hit in search_substring(TextCache(), connection, "CRÈME BRÛLÉE", 10)] == ["Menu.md"]
        assert [hit.path for hit in search_substring(TextCache(), connection, "cre\u0300me", 10)] == ["Menu.md"]
    index.close()


def test_every_needle_must_occur_in_name_or_text(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"Red.md": "roses", "Blue.md": "roses and red"})
    with index.reading() as connection:
        matches = find_containing(TextCache(), connection, ("red", "rose"), 10)
    assert [match.entry.path for match in matches] == ["Blue.md", "Red.md"]
    index.close()


def test_invisible_notes_do_not_count_towards_the_limit(tmp_path: Path) -> None:
    notes = {f"Boiler {number}.md": "boiler " * number for number in range(1, 9)} | {"Pump.md": "boiler"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    text_cache = TextCache()

    def search_paths(query: str, limit: int, *hidden: str) -> list[str]:
        with index.reading() as connection:
            return [
                hit.path
                for hit in search_substring(text_cache, connection, query, limit, lambda path: path not in hidden)
            ]

    assert search_paths("boiler", 2) == ["Boiler 8.md", "Boiler 7.md"]
    assert search_paths("boiler", 2, "Boiler 8.md") == ["Boiler 7.md", "Boiler 6.md"]
    assert search_paths("boiler", 2, *[path for path in notes if path != "Pump.md"]) == ["Pump.md"]
    assert search_paths("boiler", 2, *notes) == []
    index.close()


def test_a_pending_text_has_a_preview(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    index.record_files([ScannedFile("A.md", 1, 1)])
    index.pending_texts.put({"A.md": b"x" * 300 + b"NEEDLE"})
    with index.reading() as connection:
        (hit,) = search_substring(TextCache(pending=index.pending_texts), connection, "needle", 9)
    assert hit == SubstringHit("A.md", "A", 1, "..." + "x" * 100 + "NEEDLE")
    index.close()


def test_previews_are_correct_in_large_texts_and_where_folding_shortens_the_text(tmp_path: Path) -> None:
    # The capital sharp s has three bytes and is folded to two; the long s has two bytes and is folded to one.
    text = "ẞſ" * 400 + "Needle" + "z" * 300
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": text, "B.md": "y" * 4_900_000 + " end"})
    text_cache = TextCache()
    with index.reading() as connection:
        (hit,) = search_substring(text_cache, connection, "needle", 9)
        assert hit.preview == "..." + "ẞſ" * 50 + "Needle" + "z" * 100 + "..."
        (large,) = search_substring(text_cache, connection, "END", 9)
        assert large == SubstringHit("B.md", "B", 1, "..." + "y" * 99 + " end")
    index.close()


def test_conflict_copies_and_excluded_notes_are_not_found(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "needle", "Needle.md": "needle"})
    index = Index(tmp_path / "index.sqlite")
    text_cache = TextCache()

    def search_paths() -> list[str]:
        with index.reading() as connection:
            return [hit.path for hit in search_substring(text_cache, connection, "needle", 9)]

    index.apply([entry(root, "A.md"), entry(root, "Needle.md")])
    assert search_paths() == ["Needle.md", "A.md"]
    index.record_files([ScannedFile("Needle.md", 1, 1, excluded=True)])
    assert search_paths() == ["A.md"]
    index.apply([entry(root, "Needle.md")])
    assert search_paths() == ["Needle.md", "A.md"]
    index.close()


FOLDED_TEXTS = st.text("abßsſΣσİıﬁé\u0301日👩\0\n", max_size=9)
NAMES = st.text("abßsΣéİ", min_size=1, max_size=4)


@pytest.mark.parametrize("engine", engines.ENGINES)
@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    notes=st.dictionaries(NAMES.map(storable_text), FOLDED_TEXTS, max_size=7),
    query=st.text("abßsſΣİıﬁé\u0301日👩\0 ", min_size=1, max_size=3),
    limit=st.integers(-1, 60),
    memory_limit=st.sampled_from([0, 8, 10**6]),
)
def test_results_equal_those_of_the_reference_implementation(
    tmp_path_factory: pytest.TempPathFactory, engine: str, monkeypatch: pytest.MonkeyPatch,
    notes: dict[str, str], query: str, limit: int, memory_limit: int,
) -> None:  # fmt: skip
    engines.use(engine, monkeypatch)
    stored = {name: storable_text(text) for name, text in notes.items()}
    index = Index(tmp_path_factory.mktemp("letters") / "index.sqlite")
    index.apply([IndexEntry(f"{name}.md", name, name, 1, 1, "digest", body=text) for name, text in stored.items()])
    with index.reading() as connection:
        hits = search_substring(TextCache(memory_limit, PendingTexts()), connection, query, limit)
    assert hits == _reference_search(stored, storable_text(query).strip(), max(1, min(limit, MAX_SUBSTRING_HITS)))
    index.close()


def _reference_search(notes: dict[str, str], query: str, limit: int) -> list[SubstringHit]:
    """Reference implementation of `search_substring`."""
    hits: list[tuple[bool, int, str, SubstringHit]] = []
    for name, text in notes.items():
        folded_query, key = query.casefold(), same_name_key(name)
        in_name, count = folded_query in key, text.casefold().count(folded_query)
        if not query or not (in_name or count):
            continue
        spans = find_spans(text, folded_query)
        if spans:
            start, end = max(0, spans[0][0] - PREVIEW_SIDE), min(len(text), spans[0][1] + PREVIEW_SIDE)
            preview = ("..." if start else "") + text[start:end] + ("..." if end < len(text) else "")
        else:
            preview = text[:PREVIEW_START]
        number = count or key.count(folded_query)
        hit = SubstringHit(f"{name}.md", name, number, preview)
        hits.append((not in_name, -number, same_name_key(f"{name}.md"), hit))
    return [hit for *_, hit in sorted(hits, key=lambda row: row[:3])][:limit]
