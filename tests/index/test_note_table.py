"""Tests of index/note_table.py."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.scene import at_work, entry, filled
from tests.support.vaults import write_vault
from vaultdesk.index.index_results import TagCount
from vaultdesk.index.indexing.entry_builder import link_key
from vaultdesk.index.note_table import (
    MAX_TUPLE_VALUES,
    LinkTable,
    Multimap,
    NoteFacts,
    NoteTable,
    created_of,
    date_ns,
    tag_counts,
)
from vaultdesk.index.store.index_entry import ScannedFile
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames

# Creation times: from the disk, from properties, or from the modification time.


def local_ns(*parts: int) -> int:
    return round(datetime(*parts).timestamp()) * 1_000_000_000  # noqa: DTZ001 - local


def test_the_birth_time_of_the_file_takes_precedence() -> None:
    assert created_of(5, 7, {"created": "2026-01-01"}) == 5


@pytest.mark.parametrize("name", ["created", "Created", "date created"])
def test_without_a_birth_time_a_date_property_is_used(name: str) -> None:
    assert created_of(0, 7, {name: "2026-01-02"}) == local_ns(2026, 1, 2)


@pytest.mark.parametrize("value", ["yesterday", 20260101, None, "2026-13-45", "20260101", ["2026-01-01"], "2026-W01-1"])
def test_without_a_valid_date_the_times_of_the_file_are_used(value: object) -> None:
    assert created_of(0, 7, {"created": value}) == 7  # type: ignore[dict-item] # any value a property can have


def test_times_are_parsed_with_and_without_a_zone() -> None:
    assert date_ns("2026-01-02T03:04:05") == local_ns(2026, 1, 2, 3, 4, 5)
    assert date_ns("1970-01-01T00:00:01Z") == 1_000_000_000


def test_the_folder_is_the_path_without_the_name() -> None:
    facts = NoteFacts("a/b/C.md", "C", "C", 1, 2, 3)
    assert (facts.folder, NoteFacts("C.md", "C", "C", 1, 2, 3).folder) == ("a/b", "")


# Multimaps behave like dictionaries of sets.

STEPS = st.lists(
    st.tuples(st.booleans(), st.sampled_from("ab"), st.integers(0, 2 * MAX_TUPLE_VALUES).map(str)), max_size=80
)


@given(STEPS)
def test_a_multimap_behaves_like_a_dictionary_of_sets(steps: list[tuple[bool, str, str]]) -> None:
    multimap, plain = Multimap(), dict[str, set[str]]()
    for is_addition, key, value in steps:
        if is_addition:
            multimap.add(key, value)
            plain.setdefault(key, set()).add(value)
        else:
            multimap.discard(key, value)
            plain.get(key, set()).discard(value)
        for name in "abc":
            assert sorted(multimap.under(name)) == sorted(plain.get(name, set()))


def test_many_values_can_be_added_and_removed() -> None:
    multimap = Multimap()
    for number in range(100):
        multimap.add("hub", str(number))
    for number in range(99):
        multimap.discard("hub", str(number))
    assert list(multimap.under("hub")) == ["99"]
    multimap.discard("hub", "99")
    assert list(multimap.under("hub")) == []


# Link tables: after any changes in any order they equal a complete resolution of all links.

NAMES = ["A.md", "b/A.md", "b/B.md", "c/B.md", "a.md.md", "c/d/A.md", "É.md", "b/e\u0301.md"]
TARGETS = ["A", "a", "b/A", "B", "A.md", "a.md", "../A", "./B", "/A", "d/A", "é", "Missing", "c/B.md"]


def put(table: LinkTable, path: str, targets: list[str]) -> None:
    table.put(path, [(target, link_key(target)) for target in targets])


def test_a_new_note_takes_over_links_and_its_removal_restores_them() -> None:
    table, names = LinkTable(), NoteNames(["x/From.md", "x/y/Boiler.md"])
    put(table, "x/From.md", ["Boiler"])
    table.resolve_pending(names)
    assert list(table.of("x/From.md")) == [("Boiler", "x/y/Boiler.md")]
    names.add("x/Boiler.md")
    table.renamed("x/Boiler.md")
    table.resolve_pending(names)
    assert list(table.of("x/From.md")) == [("Boiler", "x/Boiler.md")]
    assert table.incoming("x/y/Boiler.md") == frozenset()
    names.discard("x/Boiler.md")
    table.renamed("x/Boiler.md")
    table.resolve_pending(names)
    assert table.incoming("x/y/Boiler.md") == {"x/From.md"}


def test_after_any_changes_the_table_equals_a_complete_resolution() -> None:
    rng = random.Random(5)
    for _ in range(60):
        table, names = LinkTable(), NoteNames()
        notes: dict[str, list[str]] = {}
        for _ in range(40):
            path = rng.choice(NAMES)
            if path in notes and rng.random() < 0.4:
                del notes[path]
                names.discard(path)
                table.drop(path)
                table.renamed(path)
            else:
                if path not in notes:
                    names.add(path)
                    table.renamed(path)
                notes[path] = list(dict.fromkeys(rng.choices(TARGETS, k=3)))
                put(table, path, notes[path])
            if rng.random() < 0.5:
                table.resolve_pending(names)
        table.resolve_pending(names)
        expected = {
            path: [(t, link_resolution.resolve_link(t, path, names)) for t in targets]
            for path, targets in notes.items()
        }
        assert {path: list(table.of(path)) for path in notes} == expected
        for target in NAMES:
            assert table.incoming(target) == {
                path for path, links in expected.items() if target in [target_path for _, target_path in links]
            }


def test_links_can_be_resolved_in_steps() -> None:
    table, names = LinkTable(), NoteNames(["A.md", "B.md", "C.md"])
    for path in ("A.md", "B.md", "C.md"):
        put(table, path, ["A"])
    assert [table.resolve_pending(names, 1), table.resolve_pending(names, 1), table.resolve_pending(names, 1)] == [
        False,
        False,
        True,
    ]
    assert table.incoming("A.md") == {"A.md", "B.md", "C.md"}
    assert table.resolve_pending(names)


# Note tables: facts of notes, refreshed incrementally.

NOTE = """---
Status: draft
due: 2026-03-01
rating: 4
tags: [work/house, Zeta]
aliases: [Heating]
people: ["[[Anna]]", Bob]
---
# Boiler

Rating:: 5
rating:: 6
[cost:: 18.5] See [[Budget]] and [[Budget#x]]. #alpha
"""


@contextmanager
def refreshed(index: Index, table: NoteTable) -> Iterator[sqlite3.Connection]:
    with index.reading() as connection:
        table.refresh(connection)
        yield connection


def test_the_facts_of_a_note_are_read_from_its_text(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"a/Boiler.md": NOTE, "Budget.md": ""})
    table = NoteTable(TextCache())
    with refreshed(index, table):
        facts = table.facts["a/Boiler.md"]
    stat = (root / "a/Boiler.md").stat()
    assert (facts.name, facts.folder, facts.size) == ("Boiler", "a", stat.st_size)
    assert facts.modified_ns == stat.st_mtime_ns
    assert facts.tags == ("work/house", "Zeta", "alpha")
    assert facts.tag_keys == ("work/house", "zeta", "alpha")
    assert list(facts.properties) == ["Status", "due", "rating", "tags", "aliases", "people"]
    assert facts.properties["rating"] == 4
    assert facts.inline == {"Rating": 5, "rating": 6, "cost": 18.5}
    assert facts.aliases == ("Heating",)
    assert facts.created_ns <= stat.st_mtime_ns
    assert list(table.links.of("a/Boiler.md")) == [("Anna", None), ("Budget", "Budget.md")]
    index.close()


def test_only_changed_notes_are_read_again(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "#one", "B.md": "[[C]]"})
    table = NoteTable(TextCache())
    with refreshed(index, table):
        before = dict(table.facts)
    write_vault(root, {"A.md": "#two", "C.md": ""})
    index.apply([entry(root, "A.md"), entry(root, "C.md")])
    with refreshed(index, table):
        assert table.facts["A.md"].tags == ("two",)
        assert table.facts["B.md"] is before["B.md"]
        assert table.links.incoming("C.md") == {"B.md"}
    index.record_files([], ["C.md"])
    with refreshed(index, table):
        assert "C.md" not in table.facts
        assert table.links.incoming("C.md") == frozenset()
    index.close()


def test_loading_in_steps_reads_each_note_once_and_includes_concurrent_changes(
    tmp_path: Path,
) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {f"{number}.md": "one" for number in range(5)})
    table, statements = NoteTable(TextCache()), list[str]()
    with index.reading() as connection:
        connection.set_trace_callback(statements.append)
        assert not table.refresh(connection, 2)
        assert not table.refresh(connection, 2)
        connection.set_trace_callback(None)
    assert len([sql for sql in statements if sql.startswith("SELECT id, revision FROM note")]) == 1
    write_vault(root, {"0.md": "changed, and longer"})
    index.apply([entry(root, "0.md")], removed=["4.md"])
    with index.reading() as connection:
        steps = 1
        while not table.refresh(connection, 2):
            steps += 1
    assert steps < 5
    assert sorted(table.facts) == ["0.md", "1.md", "2.md", "3.md"]
    assert table.facts["0.md"].size == len("changed, and longer")
    index.close()


def test_a_touched_note_has_its_new_time(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "x"})
    table = NoteTable(TextCache())
    with refreshed(index, table):
        pass
    index.apply([], [ScannedFile("A.md", 1, 77)])
    with refreshed(index, table):
        assert table.facts["A.md"].modified_ns == 77
    index.close()


def test_a_rebuilt_index_is_loaded_completely(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "#one", "Gone.md": ""})
    table = NoteTable(TextCache())
    with refreshed(index, table):
        pass
    index.rebuild()
    index.apply([entry(root, "A.md")])
    with refreshed(index, table):
        assert list(table.facts) == ["A.md"]
    index.close()


def test_property_names_are_found_in_any_case_and_in_dataview_spelling(tmp_path: Path) -> None:
    notes = {"A.md": "---\nDue Date: 1\n---\n", "B.md": "---\ndue date: 2\n---\n", "C.md": "Due date:: 3"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    table = NoteTable(TextCache())
    with refreshed(index, table):
        assert set(table.spellings("DUE DATE")) == {"DUE DATE", "Due Date", "due date", "Due date"}
        assert table.spellings("due-date") == ("due-date",)
        assert set(table.spellings("due-date", as_dataview=True)) == {"due-date", "Due Date", "due date", "Due date"}
    index.close()


async def test_the_searcher_returns_facts_and_excluded_notes_have_no_facts_of_their_text(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "#one", "Old/B.md": "---\nx: 1\n---\n#two"})
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Old/"]}')
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert set(await scene.searcher.read_note_table(NoteTable.all_facts)) == {"A.md", "Old/B.md"}
        excluded_facts = await scene.searcher.facts("Old/B.md")
        assert excluded_facts is not None
        assert (excluded_facts.excluded, excluded_facts.tags, dict(excluded_facts.properties)) == (True, (), {})
        assert await scene.searcher.facts("Nowhere.md") is None
        assert list(await scene.searcher.facts_of(["Nowhere.md", "A.md"])) == ["A.md"]


async def test_without_a_birth_time_the_created_property_is_used(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "---\ncreated: 2001-02-03T04:05:06Z\n---\n"})
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        facts = await scene.searcher.facts("A.md")
        assert facts is not None
        if not hasattr(root.stat(), "st_birthtime"):
            assert facts.created_ns == 981_173_106 * 10**9


# Tag counts include nested tags, each note once.

NOTES = {
    "A.md": "#House/heating and #house/roof and #house\n",
    "B.md": "#house/heating/pump\n",
    "C.md": "nothing\n",
    "D.md": "#house/heating/pump\n",
}


async def test_a_parent_tag_counts_each_note_with_a_nested_tag_once(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        counts = {row.tag.casefold(): row.notes for row in await scene.searcher.read_note_table(tag_counts)}
        assert counts == {"house": 3, "house/heating": 3, "house/heating/pump": 2, "house/roof": 1}


async def test_a_vault_without_tags_has_no_tag_counts(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", {"C.md": "x"}), tmp_path / "index.sqlite") as scene:
        no_counts: list[TagCount] = []
        assert await scene.searcher.read_note_table(tag_counts) == no_counts
