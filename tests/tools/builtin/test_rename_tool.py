"""Tests of tools/builtin/rename_tool.py."""

import os
from pathlib import Path

import pytest

from tests.support.drafting import Scene, scene
from vaultdesk.tools.builtin.rename_tool import (
    RenameNote,
    RenameNoteParameters,
    RenameOutcome,
    stage_rename,
    stage_renames,
    unrepaired_links,
)
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure, Visibility
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import build_change_set, edits_of
from vaultdesk.vault.transactions.file_edits import Origin

# Notes are moved in a staging area together with the links to them.

NOTES = {
    "a/Boiler.md": "# Boiler\n\n[home](../Home.md) [[#Boiler]]\n",
    "Home.md": '---\nup: "[[Boiler]]"\n---\n[[Boiler]] `[[Boiler]]` ![[a/Boiler#Boiler]]\n',
    "b/Log.md": "[[Boiler|it]] and [it](../a/Boiler.md)\r\n",
    "b/Plan.md": "[[Plan]]\n",
    "Other.md": "[[Log]] [[Plan]]\n",
    "map.canvas": '{"nodes":[{"type":"file","file":"a/Boiler.md"},{"type":"text","text":"[[Boiler]]"}]}',
    "empty.canvas": "",
}
OLD, NEW = NotePath("a/Boiler.md"), NotePath("c/Heat pump.md")


async def stage(bench: Scene, old: str, new: str, view: Visibility = FULL_VISIBILITY) -> RenameOutcome:
    with bench.draft.planning(f"call {old}"):
        return await stage_rename(bench.draft, bench.searcher, NotePath(old), NotePath(new), view)


async def test_a_rename_and_the_links_it_repairs_are_one_unit(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        assert await stage(bench, "a/Boiler.md", "c/Heat pump.md") == RenameOutcome(links=7, files=3)
        notes = bench.draft.notes
        texts = bench.texts()
    assert texts == {
        "c/Heat pump.md": NOTES["a/Boiler.md"],
        "Home.md": '---\nup: "[[Heat pump]]"\n---\n[[Heat pump]] `[[Boiler]]` ![[c/Heat pump#Boiler]]\n',
        "b/Log.md": "[[Heat pump|it]] and [it](../c/Heat%20pump.md)\n",
        "map.canvas": '{"nodes":[{"type":"file","file":"c/Heat pump.md"},{"type":"text","text":"[[Heat pump]]"}]}',
    }
    assert len({note.unit for note in notes}) == 1
    assert all(note.unit for note in notes)
    assert {note.reason for note in notes} == {
        "", "repairs 3 links to the new name", "repairs 2 links to the new name",
    }  # fmt: skip


async def test_a_staged_rename_is_written_with_its_links(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        await stage(bench, "a/Boiler.md", "c/Heat pump.md")
        outcomes = await bench.vault.apply(edits_of(build_change_set(bench.draft.notes), None), Origin("run"))
        assert {outcome.result for outcome in outcomes} == {"done"}
        assert (bench.root / "b/Log.md").read_bytes() == b"[[Heat pump|it]] and [it](../c/Heat%20pump.md)\r\n"
        assert not (bench.root / "a/Boiler.md").exists()


async def test_links_in_the_moved_note_and_links_it_would_capture_are_repaired(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        await stage(bench, "a/Boiler.md", "a/deep/Plan.md")
        texts = bench.texts()
    assert texts["a/deep/Plan.md"] == "# Boiler\n\n[home](../../Home.md) [[#Boiler]]\n"
    assert texts["Other.md"] == "[[Log]] [[b/Plan]]\n"
    assert "b/Plan.md" not in texts, "the link is not ambiguous in the folder of its note"
    assert texts["Home.md"].startswith('---\nup: "[[a/deep/Plan]]"\n')


async def test_files_that_are_not_indexed_are_searched_for_links(tmp_path: Path) -> None:
    notes = {**NOTES, ".obsidian/app.json": '{"userIgnoreFilters": ["Archive/"]}', "Archive/x.md": "[[Boiler]]\n"}
    async with scene(tmp_path, notes) as bench:
        state = (bench.root / "Other.md").stat()
        (bench.root / "Other.md").write_text("[[Boiler]] now\n")
        os.utime(bench.root / "Other.md", ns=(state.st_atime_ns, state.st_mtime_ns + 1000))
        (bench.root / "New.md").write_text("[[Boiler]]\n")
        (bench.root / "Log.txt").write_text("[[Boiler]]\n")
        await stage(bench, "a/Boiler.md", "a/Heat.md")
        assert {"Archive/x.md", "Other.md", "New.md"} <= set(bench.texts())
        assert bench.texts()["Other.md"] == "[[Heat]] now\n"


async def test_an_empty_index_misses_no_link(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES, indexed=False) as bench:
        assert await stage(bench, "a/Boiler.md", "c/Heat pump.md") == RenameOutcome(links=7, files=3)


async def test_calls_of_one_answer_are_combined_in_the_staging_area(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        await bench.draft.create(NotePath("Fresh.md"), "[[Boiler]]\n")
        await bench.draft.rewrite(NotePath("Other.md"), "[[a/Boiler]]\n", reason="edited")
        await stage(bench, "a/Boiler.md", "c/Heat.md")
        await stage(bench, "c/Heat.md", "c/Heat pump.md")
        texts = bench.texts()
        reasons = {note.path.text: note.reason for note in bench.draft.notes}
    assert texts["Fresh.md"] == "[[Heat pump]]\n"
    assert texts["Other.md"] == "[[c/Heat pump]]\n"
    assert texts["Home.md"].endswith("[[Heat pump]] `[[Boiler]]` ![[c/Heat pump#Boiler]]\n")
    assert reasons["Other.md"] == "edited"
    assert reasons["b/Log.md"] == "repairs 4 links to the new name"
    assert len({note.unit for note in bench.draft.notes}) == 1


async def test_separate_renames_are_separate_units_and_a_rename_that_joins_two_is_rejected(tmp_path: Path) -> None:
    notes = {"A.md": "", "B.md": "", "C.md": "", "x.md": "[[A]] [[C]]", "y.md": "[[B]] [[C]]"}
    async with scene(tmp_path, notes) as bench:
        await stage(bench, "A.md", "A2.md")
        await stage(bench, "B.md", "B2.md")
        assert len({note.unit for note in bench.draft.notes}) == 2
        texts = bench.texts()
        with pytest.raises(ToolFailure, match="next answer") as error:
            await stage(bench, "C.md", "C2.md")
        assert error.value.code == "CONFLICT"
        assert bench.texts() == texts


async def test_several_notes_are_moved_together(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        moves = {NotePath("a/Boiler.md"): NotePath("z/Boiler.md"), NotePath("Home.md"): NotePath("z/Home.md")}
        outcome = await stage_renames(bench.draft, bench.searcher, moves, FULL_VISIBILITY)
        texts = bench.texts()
    assert outcome.lost == 0
    assert texts["z/Boiler.md"] == "# Boiler\n\n[home](Home.md) [[#Boiler]]\n"
    assert "![[z/Boiler#Boiler]]" in texts["z/Home.md"]


async def test_a_rename_that_would_change_a_hidden_file_is_rejected(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        visibility = Visibility(sees=lambda path: not path.startswith("b/"))
        with pytest.raises(ToolFailure) as error:
            await stage(bench, "a/Boiler.md", "c/Heat pump.md", visibility)
        assert error.value.code == "PERMISSION_DENIED"
        assert "b/" not in error.value.message
        assert "Log" not in error.value.message
        assert bench.texts() == {}
        # A hidden file without links to repair does not prevent the rename.
        await stage(bench, "b/Log.md", "b/Diary.md", Visibility(sees=lambda path: path != "Home.md"))
        assert set(bench.texts()) == {"b/Diary.md", "Other.md"}


async def test_a_note_that_cannot_be_read_is_counted(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        (bench.root / "b/Log.md").write_bytes(b"\xff\xfe[[Boiler]]")
        outcome = await stage(bench, "a/Boiler.md", "c/Heat pump.md")
        assert outcome.unread == 1
        assert "b/Log.md" not in bench.texts()


async def test_a_rename_does_not_overwrite_another_note(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        with pytest.raises(Exception, match="already a note"):
            await stage(bench, "a/Boiler.md", "b/log.md")
        assert bench.texts() == {}


# The tool `rename_note`.

RENAME_NOTES = {
    "Projects/Boiler.md": "x\n",
    "Home.md": "[[Boiler]] [[Projects/Boiler]]\n",
    "a/Log.md": "",
    "b/Log.md": "",
}


async def test_a_note_is_renamed_with_its_links(tmp_path: Path) -> None:
    async with scene(tmp_path, RENAME_NOTES) as bench:
        data = await bench.plan(RenameNote(bench.searcher), path="Boiler", newPath="projects/Heating")
        assert data == {
            "path": "Projects/Heating.md",
            "old_path": "Projects/Boiler.md",
            "action": "renamed",
            "links_repaired": 2,
            "files_with_links": 1,
        }
        assert bench.texts() == {"Projects/Heating.md": "x\n", "Home.md": "[[Heating]] [[Projects/Heating]]\n"}


async def test_a_rename_to_a_folder_preserves_the_file_name(tmp_path: Path) -> None:
    async with scene(tmp_path, RENAME_NOTES) as bench:
        await bench.plan(RenameNote(bench.searcher), path="Boiler.md", new_path="Done/")
        assert set(bench.texts()) == {"Done/Boiler.md", "Home.md"}


async def test_a_new_name_that_breaks_links_is_rejected(tmp_path: Path) -> None:
    notes = {"x#/Log.md": "", "Log.md": "", "Old.md": "", "Home.md": "[[Old]]\n"}
    async with scene(tmp_path, notes) as bench:
        with pytest.raises(Exception, match="break links"):
            await bench.plan(RenameNote(bench.searcher), path="Old", new_path="z#/Log 2")
        await bench.plan(RenameNote(bench.searcher), path="Old", new_path="y/Log")
        assert bench.texts()["Home.md"] == "[[y/Log]]\n"


async def test_v7_a_note_can_move_into_an_existing_folder_with_an_invalid_name(tmp_path: Path) -> None:
    async with scene(tmp_path, {"x#/Log.md": "", "Old.md": "", "Home.md": "[[Old]]\n"}) as bench:
        await bench.plan(RenameNote(bench.searcher), path="Old", new_path="x#/Log 2")
        assert bench.texts()["Home.md"] == "[[Log 2]]\n"


@pytest.mark.parametrize(
    ("path", "new_path", "code"),
    [
        ("Boiler", "Projects/Boiler", "VALIDATION_FAILED"),
        ("Missing", "x", "NOTE_NOT_FOUND"),
        ("Log", "x", "AMBIGUOUS_NOTE"),
    ],
)
async def test_an_impossible_rename_is_rejected_with_its_code(
    tmp_path: Path, path: str, new_path: str, code: str
) -> None:
    async with scene(tmp_path, RENAME_NOTES) as bench:
        with pytest.raises(ToolFailure) as error:
            await bench.plan(RenameNote(bench.searcher), path=path, new_path=new_path)
        assert error.value.code == code
        assert bench.texts() == {}


async def test_the_summary_names_both_paths(tmp_path: Path) -> None:
    async with scene(tmp_path, RENAME_NOTES) as bench:
        tool = RenameNote(bench.searcher)
    arguments = RenameNoteParameters(path="Projects/Boiler.md", new_path="Done/")
    assert (tool.action(arguments), tool.summary(arguments)) == ("Rename", "Boiler → Done/")


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (RenameOutcome(unread=2), "2 files could not be read, so links in them were not repaired."),
        (RenameOutcome(lost=1), "1 link cannot express the new name and stays as it is."),
        (
            RenameOutcome(lost=2, unread=1),
            "2 links cannot express the new name and stay as they are. "
            "1 file could not be read, so links in it were not repaired.",
        ),
    ],
)
def test_v12_only_unrepaired_links_are_reported(outcome: RenameOutcome, text: str) -> None:
    assert " ".join(unrepaired_links(outcome)) == text
