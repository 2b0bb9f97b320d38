"""Lookups in the index: times, tags, recent notes, other files, properties and folders."""

import os
from datetime import UTC, datetime
from pathlib import Path

from tests.index.scene import at_work, filled
from tests.support.vaults import write_vault
from vaultdesk.index.index_results import TagCount
from vaultdesk.index.search import lookups

EXCLUDE_HIDDEN = '{"userIgnoreFilters": ["Hidden/"]}'


def test_a_time_outside_the_calendar_is_the_epoch() -> None:
    assert lookups.local_time(10**30) == datetime.fromtimestamp(0, tz=UTC)
    assert lookups.local_time(1_000_000_000) == datetime.fromtimestamp(1, tz=UTC)


def test_tags_ignore_case_and_keep_the_first_spelling(tmp_path: Path) -> None:
    notes = {"A.md": "#Home/Garden", "B.md": "#home/garden #zoo"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert lookups.list_tags(connection) == [TagCount("Home/Garden", 2), TagCount("zoo", 1)]
    index.close()


async def test_t8_newest_notes_exclude_chats_and_unreadable_notes(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    write_vault(root, dict.fromkeys(("Old.md", "New.md", "Chats/Talk.md", "Chats of mine.md", "Hidden/A.md"), "x"))
    write_vault(root, {"Empty.md": "", ".obsidian/app.json": EXCLUDE_HIDDEN})
    write_vault(root, {"Chats/Talk.md": "---\nvaultdesk-chat: 1\n---\n## You\n\nx\n"})
    for age, name in enumerate(("Empty.md", "Hidden/A.md", "Chats/Talk.md", "New.md", "Chats of mine.md", "Old.md")):
        os.utime(root / name, (1_000_000 - age, 1_000_000 - age))
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        count, rows = await scene.searcher.read_index(lambda _, db: lookups.newest_notes(db, 2))
    assert count == 5
    assert [row.path for row in rows] == ["New.md", "Chats of mine.md"]


async def test_canvases_and_bases_are_listed_by_name_unless_they_are_excluded(tmp_path: Path) -> None:
    files = {"A.md": "x", "House/Plan.canvas": "{}", "Tasks.base": "a: 1", "Hidden/Old.canvas": "{}"}
    root = write_vault(tmp_path / "vault", {**files, ".obsidian/app.json": EXCLUDE_HIDDEN})
    os.utime(root / "Tasks.base", (1_000_000, 1_000_000))
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        files_listed = await scene.searcher.read_index(lambda _, db: lookups.list_other_files(db))
    assert [(item.path, item.name) for item in files_listed] == [
        ("House/Plan.canvas", "Plan.canvas"),
        ("Tasks.base", "Tasks.base"),
    ]


async def test_each_note_has_the_time_when_it_was_indexed(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "one", "Hidden/B.md": "two", ".obsidian/app.json": EXCLUDE_HIDDEN})
    before = datetime.now(tz=UTC)
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        note, excluded = [await scene.searcher.note(path) for path in ("A.md", "Hidden/B.md")]
        assert note is not None
        assert note.indexed is not None
        assert before <= note.indexed <= datetime.now(tz=UTC)
        assert excluded is not None
        assert excluded.indexed is None


def test_notes_are_found_by_the_value_of_a_property(tmp_path: Path) -> None:
    notes = {"A.md": "---\nkind: chat\n---\nA", "B.md": "---\nkind:\n---\nB", "C.md": "kind: chat"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert lookups.paths_with_value(connection, "kind", "chat") == {"A.md"}
        assert lookups.paths_with_value(connection, "kind", "") == frozenset()
    index.close()


def test_each_folder_is_checked_once_for_templates(tmp_path: Path) -> None:
    notes = dict.fromkeys(("Note.md", "A/B/Two.md", "A/B/One.md", "A/Templates/Day.md", "A/Templates.md"), "x")
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    checked: list[str] = []

    def has_templates(folder: str) -> bool:
        checked.append(folder)
        return folder == "A/Templates/"

    with index.reading() as connection:
        names = lookups.vault_names(connection, lambda name: False, (), has_templates)
    index.close()
    assert names.templates == ("A/Templates/Day.md",)
    assert sorted(names.folders) == ["A", "A/B", "A/Templates"]
    assert sorted(checked) == ["", "A/", "A/B/", "A/Templates/"]
