"""Rows: times that no calendar has, tags in the spelling met first, folders, and when each note was indexed."""

import os
from datetime import UTC, datetime
from pathlib import Path

from tests.index.scene import at_work, filled, lay
from vaultdesk.index.index_results import TagCount
from vaultdesk.index.search import lookups

HIDING = '{"userIgnoreFilters": ["Hidden/"]}'


def test_a_time_that_no_calendar_has_is_the_earliest() -> None:
    assert lookups.local_time(10**30) == datetime.fromtimestamp(0, tz=UTC)
    assert lookups.local_time(1_000_000_000) == datetime.fromtimestamp(1, tz=UTC)


def test_tags_ignore_case_and_keep_the_first_spelling(tmp_path: Path) -> None:
    notes = {"A.md": "#Home/Garden", "B.md": "#home/garden #zoo"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert lookups.list_tags(connection) == [TagCount("Home/Garden", 2), TagCount("zoo", 1)]
    index.close()


async def test_t8_the_notes_changed_last_are_those_that_can_be_read_and_are_no_chats(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    lay(root, dict.fromkeys(("Old.md", "New.md", "Chats/Talk.md", "Chats of mine.md", "Hidden/A.md"), "x"))
    lay(root, {"Empty.md": "", ".obsidian/app.json": HIDING})
    lay(root, {"Chats/Talk.md": "---\nvaultdesk-chat: 1\n---\n## You\n\nx\n"})
    for age, name in enumerate(("Empty.md", "Hidden/A.md", "Chats/Talk.md", "New.md", "Chats of mine.md", "Old.md")):
        os.utime(root / name, (1_000_000 - age, 1_000_000 - age))
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        count, found = await scene.searcher.read_index(lambda _, db: lookups.newest_notes(db, 2))
    assert count == 5
    assert [row.path for row in found] == ["New.md", "Chats of mine.md"]


async def test_canvases_and_bases_are_told_by_their_names_unless_they_are_excluded(tmp_path: Path) -> None:
    files = {"A.md": "x", "House/Plan.canvas": "{}", "Tasks.base": "a: 1", "Hidden/Old.canvas": "{}"}
    root = lay(tmp_path / "vault", {**files, ".obsidian/app.json": HIDING})
    os.utime(root / "Tasks.base", (1_000_000, 1_000_000))
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        found = await scene.searcher.read_index(lambda _, db: lookups.list_other_files(db))
    assert [(one.path, one.name) for one in found] == [
        ("House/Plan.canvas", "Plan.canvas"),
        ("Tasks.base", "Tasks.base"),
    ]


async def test_each_note_knows_when_it_was_indexed(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": "one", "Hidden/B.md": "two", ".obsidian/app.json": HIDING})
    before = datetime.now(tz=UTC)
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        read, hidden = [await scene.searcher.note(path) for path in ("A.md", "Hidden/B.md")]
        assert read is not None
        assert read.indexed is not None
        assert before <= read.indexed <= datetime.now(tz=UTC)
        assert hidden is not None
        assert hidden.indexed is None


def test_notes_are_found_by_the_value_of_a_property(tmp_path: Path) -> None:
    notes = {"A.md": "---\nkind: chat\n---\nA", "B.md": "---\nkind:\n---\nB", "C.md": "kind: chat"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert lookups.paths_with_value(connection, "kind", "chat") == {"A.md"}
        assert lookups.paths_with_value(connection, "kind", "") == frozenset()
    index.close()


def test_folders_are_asked_once_whether_they_hold_templates(tmp_path: Path) -> None:
    notes = dict.fromkeys(("Note.md", "A/B/Two.md", "A/B/One.md", "A/Templates/Day.md", "A/Templates.md"), "x")
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    asked: list[str] = []

    def has_templates(folder: str) -> bool:
        asked.append(folder)
        return folder == "A/Templates/"

    with index.reading() as connection:
        names = lookups.vault_names(connection, lambda name: False, (), has_templates)
    index.close()
    assert names.templates == ("A/Templates/Day.md",)
    assert sorted(names.folders) == ["A", "A/B", "A/Templates"]
    assert sorted(asked) == ["", "A/", "A/B/", "A/Templates/"]
