"""Tests of index/text_cache/text_cache.py."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.index import engines
from tests.index.common_vault import lower_limits, note
from tests.index.scene import entry, filled, lay
from tests.support.campaigns import examples
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

# Haystack: what it holds follows the index and what waits for it, also beyond the memory it may take.


def _texts(text_cache: TextCache, index: Index) -> dict[str, str]:
    with index.reading() as connection:
        text_cache.fill(connection)
        shown = [entry for entry in text_cache.entries(connection) if not entry.excluded]
        held = {entry.path: text_cache.text(entry.note) for entry in shown}
        kept = {entry.path: stored_text(connection, entry.note).casefold() for entry in shown}
        return {path: kept[path] if text is None else text.decode() for path, text in held.items()}


def _holding(text_cache: TextCache, index: Index, needles: Sequence[str], *, fold_accents: bool = False) -> set[str]:
    with index.reading() as connection:
        found = text_cache.notes_containing(connection, needles, fold_accents=fold_accents)
        assert len(found) == len(set(found))
        return {text_cache.get(note).path for note in found}


def test_it_follows_changes_and_removals(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "ONE", "B.md": "TWO"})
    text_cache = TextCache()
    assert _texts(text_cache, index) == {"A.md": "one", "B.md": "two"}
    lay(root, {"A.md": "Three", "C.md": "FOUR"})
    index.apply([entry(root, "A.md"), entry(root, "C.md")], removed=["B.md"])
    assert _texts(text_cache, index) == {"A.md": "three", "C.md": "four"}
    assert _holding(text_cache, index, ["one"]) == set()
    assert _holding(text_cache, index, ["two"]) == set()
    with index.reading() as connection:
        names = text_cache.names(connection)
        assert "C.md" in names
        assert "B.md" not in names
    index.close()


def test_beyond_its_memory_it_reads_from_the_index(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "x" * 60, "B.md": "y" * 60, "C.md": "z"})
    text_cache = TextCache(max_bytes=100)
    for _ in range(2):
        assert _texts(text_cache, index) == {"A.md": "x" * 60, "B.md": "y" * 60, "C.md": "z"}
        with index.reading() as connection:
            entries = text_cache.entries(connection)
            held = [entry.path for entry in entries if text_cache.first_position(entry.note, b"") is not None]
            numbers = {entry.path: entry.note for entry in entries}
            counts = text_cache.counts(connection, [b"y", b"z"])
        assert held == ["A.md", "C.md"]
        assert counts == [{numbers["B.md"]: 60}, {numbers["C.md"]: 1}]
        assert _holding(text_cache, index, ["Y"]) == {"B.md"}
    root = lay(tmp_path / "vault", {"B.md": "short"})
    index.apply([entry(root, "B.md")])
    assert _holding(text_cache, index, ["y"]) == set()
    assert _holding(text_cache, index, ["short"]) == {"B.md"}
    index.close()


def test_after_a_rebuild_it_starts_over(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one", "B.md": "two"})
    text_cache = TextCache()
    assert len(_texts(text_cache, index)) == 2
    index.rebuild()
    index.apply([entry(root, "B.md")])
    assert _texts(text_cache, index) == {"B.md": "two"}
    assert _holding(text_cache, index, ["one"]) == set()
    index.close()


def test_after_a_rebuild_the_words_of_the_old_file_count_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower_limits(monkeypatch)
    monkeypatch.setattr(word_statistics, "SCAN_SHARE", 1)
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {f"{number}.md": "pump" for number in range(20)})
    common_words.update_word_lists(index, lambda: False)
    text_cache = TextCache()
    assert _holding(text_cache, index, ["boiler"]) == set()
    with index.reading() as connection:
        before = connection.execute("SELECT revision FROM words_counted").fetchone()
    index.rebuild()
    filled(tmp_path / "index.sqlite", root, {f"{number}.md": "subboilers" for number in range(20)}).close()
    common_words.update_word_lists(index, lambda: False)
    with index.reading() as connection:
        assert connection.execute("SELECT revision FROM words_counted").fetchone() == before
    assert len(_holding(text_cache, index, ["boiler"])) == 20
    index.close()


def test_it_is_filled_a_little_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert _holding(text_cache, index, ["boiler"]) == set(notes)
    index.close()


def test_a_note_that_waits_for_its_commit_is_found_at_once_and_after_it_as_it_was_committed(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": "old boiler", "B.md": "pump", "Hidden.md": "boiler"})
    index = Index(tmp_path / "index.sqlite")
    visible = [ScannedFile("A.md", 1, 1), ScannedFile("B.md", 1, 1)]
    index.record_files([*visible, ScannedFile("Hidden.md", 1, 1, excluded=True)])
    text_cache = TextCache(pending=index.pending_texts)
    assert _holding(text_cache, index, ["boiler"]) == set()
    index.pending_texts.put({"A.md": b"early BOILER", "Nowhere.md": b"boiler", "Hidden.md": b"boiler"})
    assert _holding(text_cache, index, ["boiler"]) == {"A.md"}
    assert _holding(text_cache, index, ["early"]) == {"A.md"}
    index.apply([entry(root, "A.md")])
    assert _holding(text_cache, index, ["early"]) == {"A.md"}, "it counts before what is committed"
    index.pending_texts.drop(["A.md"])
    assert _holding(text_cache, index, ["early"]) == set()
    assert _holding(text_cache, index, ["old boiler"]) == {"A.md"}
    index.pending_texts.put({"B.md": b"early pump"})
    index.pending_texts.clear()
    assert _holding(text_cache, index, ["early"]) == set()
    lay(root, {"Nowhere.md": "boiler"})
    index.pending_texts.put({"Nowhere.md": b"waits for its name"})
    index.record_files([ScannedFile("Nowhere.md", 1, 1)])
    assert _holding(text_cache, index, ["waits for"]) == {"Nowhere.md"}
    index.close()


def test_a_note_gone_and_another_one_come_in_one_commit_are_told_apart(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one", "B.md": "two"})
    text_cache = TextCache()
    assert len(_texts(text_cache, index)) == 2
    lay(root, {"A.md": "three", "C.md": "four"})
    # The highest revision goes with the note that had it, and is given again.
    index.apply([entry(root, "A.md")])
    assert _texts(text_cache, index) == {"A.md": "three", "B.md": "two"}
    index.apply([], removed=["A.md"])
    index.apply([entry(root, "C.md")])
    lay(root, {"B.md": "five"})
    index.apply([entry(root, "B.md")])
    assert _texts(text_cache, index) == {"B.md": "five", "C.md": "four"}
    index.close()


def test_every_needle_is_held_in_name_alias_or_text(tmp_path: Path) -> None:
    notes = {
        "Heizung.md": "---\naliases: [Wärmepumpe, Ofen]\n---\nwarm",
        "Bad.md": "Die Fußbodenheizung wird warm",
        "漢字.md": "日本語のメモ",
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    text_cache = TextCache()
    assert _holding(text_cache, index, ["heizung"]) == {"Heizung.md", "Bad.md"}
    assert _holding(text_cache, index, ["FUSSBODEN", "warm"]) == {"Bad.md"}
    assert _holding(text_cache, index, ["wärmepumpe", "warm"]) == {"Heizung.md"}
    assert _holding(text_cache, index, ["wa\u0308rmepumpe"]) == {"Heizung.md"}
    assert _holding(text_cache, index, ["本語"]) == {"漢字.md"}
    assert _holding(text_cache, index, ["字", "メモ"]) == {"漢字.md"}
    assert _holding(text_cache, index, [""]) == _holding(text_cache, index, []) == set(notes)
    assert _holding(text_cache, index, ["\ud800"]) == set()
    index.close()


@pytest.mark.parametrize("held", [10**6, 0])
def test_accents_are_left_out_on_both_sides_where_asked(tmp_path: Path, held: int) -> None:
    notes = {"A.md": "mon résumé", "B.md": "my RESUME", "Résumé.md": "", "C.md": "re\u0301sumer", "D.md": "reste"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    text_cache = TextCache(max_bytes=held)
    for typed in ("resume", "Résumé", "resumé"):
        found = _holding(text_cache, index, [typed], fold_accents=True)
        assert found == {"A.md", "B.md", "Résumé.md", "C.md"}
    assert _holding(text_cache, index, ["résumé"]) == {"A.md", "Résumé.md"}
    assert _holding(text_cache, index, ["resume"]) == {"B.md"}
    index.close()


def test_an_empty_index_has_nothing(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    text_cache = TextCache()
    assert _texts(text_cache, index) == {}
    assert _holding(text_cache, index, ["a"]) == _holding(text_cache, index, []) == set()
    index.close()


PIECES = st.text("aßsSſΣςσİıﬁIé\u0301\u0308u日👩\0\n ", max_size=8)


@pytest.mark.parametrize("engine", engines.ENGINES)
@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(PIECES, max_size=5), needle=PIECES, held=st.sampled_from([0, 8, 10**6]))
def test_it_holds_what_casefolded_text_holds(
    tmp_path_factory: pytest.TempPathFactory,
    engine: str,
    monkeypatch: pytest.MonkeyPatch,
    texts: list[str],
    needle: str,
    held: int,
) -> None:
    engines.use(engine, monkeypatch)
    index = Index(tmp_path_factory.mktemp("held") / "index.sqlite")
    kept = {f"{number}.md": storable_text(text) for number, text in enumerate(texts)}
    index.apply([IndexEntry(path, path[:-3], path[:-3], 1, 1, "digest", body=text) for path, text in kept.items()])
    sought = storable_text(needle).casefold()
    expected = {path for path, text in kept.items() if sought in text.casefold() or sought in path[:-3]}
    assert _holding(TextCache(held, PendingTexts()), index, [needle]) == expected
    index.close()


# Stored texts: what is looked for in the file is what the text cache finds, with and without the vault's words.

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
        assert stored.notes_with_name(connection, folded) == cached.notes_with_name(connection, folded)


@pytest.mark.parametrize("query", ["kessel", "sel", "kess -raum", "esse stra", "path:k esse", "qqxz kessel", "accents"])
def test_an_answer_is_the_same(connection: sqlite3.Connection, query: str) -> None:
    plainly = search(SearchContext(TextCache(), connection), parse_query(query), 10)
    stored = search(SearchContext(TextCache(0), connection, SearchOptions(), StoredTexts()), parse_query(query), 10)
    assert [(hit.path, hit.snippet, hit.marks) for hit in stored.hits] == [
        (hit.path, hit.snippet, hit.marks) for hit in plainly.hits
    ]
    assert (stored.total, stored.exact, stored.problem) == (plainly.total, plainly.exact, plainly.problem)


# Letters: occurrences, previews and offsets when casefolding changes a text's length.


@pytest.mark.parametrize(
    ("text", "sought", "found"),
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
def test_spans_are_offsets_of_the_text_as_written(text: str, sought: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_spans(text, fold_query(sought), 9)] == found


def test_a_preview_is_100_characters_each_side_and_says_where_it_was_cut(tmp_path: Path) -> None:
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


def test_decomposed_letters_are_found_by_composed_ones(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"Menu.md": "cre\u0300me bru\u0302le\u0301e"})
    with index.reading() as connection:
        assert [hit.path for hit in search_substring(TextCache(), connection, "CRÈME BRÛLÉE", 10)] == ["Menu.md"]
        assert [hit.path for hit in search_substring(TextCache(), connection, "cre\u0300me", 10)] == ["Menu.md"]
    index.close()


def test_every_needle_must_stand_in_name_or_text(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"Red.md": "roses", "Blue.md": "roses and red"})
    with index.reading() as connection:
        found = find_containing(TextCache(), connection, ("red", "rose"), 10)
    assert [one.entry.path for one in found] == ["Blue.md", "Red.md"]
    index.close()


def test_what_may_not_be_seen_takes_no_place(tmp_path: Path) -> None:
    notes = {f"Boiler {number}.md": "boiler " * number for number in range(1, 9)} | {"Pump.md": "boiler"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    text_cache = TextCache()

    def found(query: str, limit: int, *hidden: str) -> list[str]:
        with index.reading() as connection:
            return [
                hit.path
                for hit in search_substring(text_cache, connection, query, limit, lambda path: path not in hidden)
            ]

    assert found("boiler", 2) == ["Boiler 8.md", "Boiler 7.md"]
    assert found("boiler", 2, "Boiler 8.md") == ["Boiler 7.md", "Boiler 6.md"]
    assert found("boiler", 2, *[path for path in notes if path != "Pump.md"]) == ["Pump.md"]
    assert found("boiler", 2, *notes) == []
    index.close()


def test_a_note_that_waits_for_its_commit_has_its_preview(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    index.record_files([ScannedFile("A.md", 1, 1)])
    index.pending_texts.put({"A.md": b"x" * 300 + b"NEEDLE"})
    with index.reading() as connection:
        (hit,) = search_substring(TextCache(pending=index.pending_texts), connection, "needle", 9)
    assert hit == SubstringHit("A.md", "A", 1, "..." + "x" * 100 + "NEEDLE")
    index.close()


def test_the_largest_note_and_what_its_folding_shortens_have_their_preview(tmp_path: Path) -> None:
    # The large sharp s is one letter of three bytes and folded to two; the long s has two bytes and is folded to one.
    far = "ẞſ" * 400 + "Needle" + "z" * 300
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": far, "B.md": "y" * 4_900_000 + " end"})
    text_cache = TextCache()
    with index.reading() as connection:
        (hit,) = search_substring(text_cache, connection, "needle", 9)
        assert hit.preview == "..." + "ẞſ" * 50 + "Needle" + "z" * 100 + "..."
        (large,) = search_substring(text_cache, connection, "END", 9)
        assert large == SubstringHit("B.md", "B", 1, "..." + "y" * 99 + " end")
    index.close()


def test_conflict_copies_and_excluded_notes_are_never_found(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": "needle", "Needle.md": "needle"})
    index = Index(tmp_path / "index.sqlite")
    text_cache = TextCache()

    def found() -> list[str]:
        with index.reading() as connection:
            return [hit.path for hit in search_substring(text_cache, connection, "needle", 9)]

    index.apply([entry(root, "A.md"), entry(root, "Needle.md")])
    assert found() == ["Needle.md", "A.md"]
    index.record_files([ScannedFile("Needle.md", 1, 1, excluded=True)])
    assert found() == ["A.md"]
    index.apply([entry(root, "Needle.md")])
    assert found() == ["Needle.md", "A.md"]
    index.close()


FOLDED_TEXTS = st.text("abßsſΣσİıﬁé\u0301日👩\0\n", max_size=9)
NAMES = st.text("abßsΣéİ", min_size=1, max_size=4)


@pytest.mark.parametrize("engine", engines.ENGINES)
@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    notes=st.dictionaries(NAMES.map(storable_text), FOLDED_TEXTS, max_size=7),
    query=st.text("abßsſΣİıﬁé\u0301日👩\0 ", min_size=1, max_size=3),
    limit=st.integers(-1, 60),
    held=st.sampled_from([0, 8, 10**6]),
)
def test_it_is_the_same_as_looking_at_each_note(
    tmp_path_factory: pytest.TempPathFactory, engine: str, monkeypatch: pytest.MonkeyPatch,
    notes: dict[str, str], query: str, limit: int, held: int,
) -> None:  # fmt: skip
    engines.use(engine, monkeypatch)
    kept = {name: storable_text(text) for name, text in notes.items()}
    index = Index(tmp_path_factory.mktemp("letters") / "index.sqlite")
    index.apply([IndexEntry(f"{name}.md", name, name, 1, 1, "digest", body=text) for name, text in kept.items()])
    with index.reading() as connection:
        hits = search_substring(TextCache(held, PendingTexts()), connection, query, limit)
    assert hits == _looked_at(kept, storable_text(query).strip(), max(1, min(limit, MAX_SUBSTRING_HITS)))
    index.close()


def _looked_at(notes: dict[str, str], query: str, limit: int) -> list[SubstringHit]:
    """The contract, in as few words as it can be said."""
    found: list[tuple[bool, int, str, SubstringHit]] = []
    for name, text in notes.items():
        low, key = query.casefold(), same_name_key(name)
        in_name, count = low in key, text.casefold().count(low)
        if not query or not (in_name or count):
            continue
        places = find_spans(text, low)
        if places:
            start, end = max(0, places[0][0] - PREVIEW_SIDE), min(len(text), places[0][1] + PREVIEW_SIDE)
            preview = ("..." if start else "") + text[start:end] + ("..." if end < len(text) else "")
        else:
            preview = text[:PREVIEW_START]
        number = count or key.count(low)
        hit = SubstringHit(f"{name}.md", name, number, preview)
        found.append((not in_name, -number, same_name_key(f"{name}.md"), hit))
    return [hit for *_, hit in sorted(found, key=lambda one: one[:3])][:limit]
