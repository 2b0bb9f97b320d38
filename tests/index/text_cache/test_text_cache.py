"""Haystack: what it holds follows the index and what waits for it, also beyond the memory it may take."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.index import engines
from tests.index.common_vault import lower_limits
from tests.index.scene import entry, filled, lay
from tests.support.campaigns import examples
from vaultdesk.index.search import common_words
from vaultdesk.index.search_query import storable_text
from vaultdesk.index.store.index_entry import IndexEntry, ScannedFile
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.store.pending_texts import PendingTexts
from vaultdesk.index.text_cache import text_cache as text_cache_module
from vaultdesk.index.text_cache import word_statistics
from vaultdesk.index.text_cache.substring_search import stored_text
from vaultdesk.index.text_cache.text_cache import TextCache


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
