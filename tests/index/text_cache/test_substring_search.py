"""Letters: occurrences, previews and offsets when casefolding changes a text's length."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.index import engines
from tests.index.scene import entry, filled, lay
from tests.support.campaigns import examples
from vaultdesk.index.index_results import SubstringHit
from vaultdesk.index.search_query import fold_query, storable_text
from vaultdesk.index.store.index_entry import IndexEntry, ScannedFile
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.store.pending_texts import PendingTexts
from vaultdesk.index.text_cache.substring_search import (
    MAX_SUBSTRING_HITS,
    PREVIEW_SIDE,
    PREVIEW_START,
    find_containing,
    find_spans,
    search_substring,
)
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.vault.note_path import same_name_key


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


PIECES = st.text("abßsſΣσİıﬁé\u0301日👩\0\n", max_size=9)
NAMES = st.text("abßsΣéİ", min_size=1, max_size=4)


@pytest.mark.parametrize("engine", engines.ENGINES)
@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    notes=st.dictionaries(NAMES.map(storable_text), PIECES, max_size=7),
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


def _looked_at(notes: dict[str, str], wanted: str, limit: int) -> list[SubstringHit]:
    """The contract, in as few words as it can be said."""
    found: list[tuple[bool, int, str, SubstringHit]] = []
    for name, text in notes.items():
        low, key = wanted.casefold(), same_name_key(name)
        in_name, count = low in key, text.casefold().count(low)
        if not wanted or not (in_name or count):
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
