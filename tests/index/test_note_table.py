"""NoteTable: facts as the notes have them, refreshed by what changed alone."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.index.scene import at_work, entry, filled, lay
from vaultdesk.index.entry import Sighting
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.index import Index
from vaultdesk.index.note_table import NoteTable

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
def asked(index: Index, table: NoteTable) -> Iterator[sqlite3.Connection]:
    with index.reading() as connection:
        table.refresh(connection)
        yield connection


def test_a_notes_facts_are_those_it_states(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"a/Boiler.md": NOTE, "Budget.md": ""})
    table = NoteTable(Haystack())
    with asked(index, table):
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


def test_only_what_changed_is_read_again_and_the_rest_stays_the_same_value(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "#one", "B.md": "[[C]]"})
    table = NoteTable(Haystack())
    with asked(index, table):
        before = dict(table.facts)
    lay(root, {"A.md": "#two", "C.md": ""})
    index.apply([entry(root, "A.md"), entry(root, "C.md")])
    with asked(index, table):
        assert table.facts["A.md"].tags == ("two",)
        assert table.facts["B.md"] is before["B.md"]
        assert table.links.into("C.md") == {"B.md"}
    index.sight([], ["C.md"])
    with asked(index, table):
        assert "C.md" not in table.facts
        assert table.links.into("C.md") == frozenset()
    index.close()


def test_taken_in_by_steps_all_notes_are_gone_through_once_and_what_changes_meanwhile_is_not_missed(
    tmp_path: Path,
) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {f"{number}.md": "one" for number in range(5)})
    table, asked_for = NoteTable(Haystack()), list[str]()
    with index.reading() as connection:
        connection.set_trace_callback(asked_for.append)
        assert not table.refresh(connection, 2)
        assert not table.refresh(connection, 2)
        connection.set_trace_callback(None)
    assert len([sql for sql in asked_for if sql.startswith("SELECT id, revision FROM note")]) == 1
    lay(root, {"0.md": "changed, and longer"})
    index.apply([entry(root, "0.md")], gone=["4.md"])
    with index.reading() as connection:
        steps = 1
        while not table.refresh(connection, 2):
            steps += 1
    assert steps < 5
    assert sorted(table.facts) == ["0.md", "1.md", "2.md", "3.md"]
    assert table.facts["0.md"].size == len("changed, and longer")
    index.close()


def test_a_note_that_is_only_touched_has_its_new_time(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "x"})
    table = NoteTable(Haystack())
    with asked(index, table):
        pass
    index.apply([], [Sighting("A.md", 1, 77)])
    with asked(index, table):
        assert table.facts["A.md"].modified_ns == 77
    index.close()


def test_a_new_file_of_the_index_is_taken_in_whole(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "#one", "Gone.md": ""})
    table = NoteTable(Haystack())
    with asked(index, table):
        pass
    index.rebuild()
    index.apply([entry(root, "A.md")])
    with asked(index, table):
        assert list(table.facts) == ["A.md"]
    index.close()


def test_names_of_properties_are_found_in_any_case_and_as_dataview_spells_them(tmp_path: Path) -> None:
    notes = {"A.md": "---\nDue Date: 1\n---\n", "B.md": "---\ndue date: 2\n---\n", "C.md": "Due date:: 3"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    table = NoteTable(Haystack())
    with asked(index, table):
        assert set(table.spellings("DUE DATE")) == {"DUE DATE", "Due Date", "due date", "Due date"}
        assert table.spellings("due-date") == ("due-date",)
        assert set(table.spellings("due-date", twins=True)) == {"due-date", "Due Date", "due date", "Due date"}
    index.close()


async def test_the_searcher_gives_facts_and_excluded_notes_have_none_of_their_text(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": "#one", "Old/B.md": "---\nx: 1\n---\n#two"})
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Old/"]}')
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert set(await scene.searcher.all_facts()) == {"A.md", "Old/B.md"}
        old = await scene.searcher.facts("Old/B.md")
        assert old is not None
        assert (old.excluded, old.tags, dict(old.properties)) == (True, (), {})
        assert await scene.searcher.facts("Nowhere.md") is None
        assert list(await scene.searcher.facts_of(["Nowhere.md", "A.md"])) == ["A.md"]


async def test_created_follows_a_property_where_the_disk_gives_no_birth_time(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": "---\ncreated: 2001-02-03T04:05:06Z\n---\n"})
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        facts = await scene.searcher.facts("A.md")
        assert facts is not None
        if not hasattr(root.stat(), "st_birthtime"):
            assert facts.created_ns == 981_173_106 * 10**9
