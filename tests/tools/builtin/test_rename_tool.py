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

# Notes moved on a draft together with every link that must follow them.

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


async def renamed(bench: Scene, old: str, new: str, view: Visibility = FULL_VISIBILITY) -> RenameOutcome:
    with bench.draft.planning(f"call {old}"):
        return await stage_rename(bench.draft, bench.searcher, NotePath(old), NotePath(new), view)


async def test_a_rename_and_the_links_it_repairs_are_one_unit(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        assert await renamed(bench, "a/Boiler.md", "c/Heat pump.md") == RenameOutcome(links=7, files=3)
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


async def test_what_was_planned_can_be_written_and_undone_together(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        await renamed(bench, "a/Boiler.md", "c/Heat pump.md")
        outcomes = await bench.vault.apply(edits_of(build_change_set(bench.draft.notes), None), Origin("run"))
        assert {outcome.result for outcome in outcomes} == {"done"}
        assert (bench.root / "b/Log.md").read_bytes() == b"[[Heat pump|it]] and [it](../c/Heat%20pump.md)\r\n"
        assert not (bench.root / "a/Boiler.md").exists()


async def test_the_moved_notes_own_links_and_those_it_would_capture_are_repaired(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        await renamed(bench, "a/Boiler.md", "a/deep/Plan.md")
        texts = bench.texts()
    assert texts["a/deep/Plan.md"] == "# Boiler\n\n[home](../../Home.md) [[#Boiler]]\n"
    assert texts["Other.md"] == "[[Log]] [[b/Plan]]\n"
    assert "b/Plan.md" not in texts, "beside its namesake nothing is unsure"
    assert texts["Home.md"].startswith('---\nup: "[[a/deep/Plan]]"\n')


async def test_what_the_index_does_not_know_is_looked_at_itself(tmp_path: Path) -> None:
    notes = {**NOTES, ".obsidian/app.json": '{"userIgnoreFilters": ["Archive/"]}', "Archive/x.md": "[[Boiler]]\n"}
    async with scene(tmp_path, notes) as bench:
        state = (bench.root / "Other.md").stat()
        (bench.root / "Other.md").write_text("[[Boiler]] now\n")
        os.utime(bench.root / "Other.md", ns=(state.st_atime_ns, state.st_mtime_ns + 1000))
        (bench.root / "New.md").write_text("[[Boiler]]\n")
        (bench.root / "Log.txt").write_text("[[Boiler]]\n")
        await renamed(bench, "a/Boiler.md", "a/Heat.md")
        assert {"Archive/x.md", "Other.md", "New.md"} <= set(bench.texts())
        assert bench.texts()["Other.md"] == "[[Heat]] now\n"


async def test_an_index_that_knows_nothing_yet_costs_no_link(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES, indexed=False) as bench:
        assert await renamed(bench, "a/Boiler.md", "c/Heat pump.md") == RenameOutcome(links=7, files=3)


async def test_calls_of_one_answer_see_each_other(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        await bench.draft.create(NotePath("Fresh.md"), "[[Boiler]]\n")
        await bench.draft.rewrite(NotePath("Other.md"), "[[a/Boiler]]\n", reason="edited")
        await renamed(bench, "a/Boiler.md", "c/Heat.md")
        await renamed(bench, "c/Heat.md", "c/Heat pump.md")
        texts = bench.texts()
        reasons = {note.path.text: note.reason for note in bench.draft.notes}
    assert texts["Fresh.md"] == "[[Heat pump]]\n"
    assert texts["Other.md"] == "[[c/Heat pump]]\n"
    assert texts["Home.md"].endswith("[[Heat pump]] `[[Boiler]]` ![[c/Heat pump#Boiler]]\n")
    assert reasons["Other.md"] == "edited"
    assert reasons["b/Log.md"] == "repairs 4 links to the new name"
    assert len({note.unit for note in bench.draft.notes}) == 1


async def test_renames_that_share_no_file_stay_apart_and_those_that_join_two_are_refused(tmp_path: Path) -> None:
    notes = {"A.md": "", "B.md": "", "C.md": "", "x.md": "[[A]] [[C]]", "y.md": "[[B]] [[C]]"}
    async with scene(tmp_path, notes) as bench:
        await renamed(bench, "A.md", "A2.md")
        await renamed(bench, "B.md", "B2.md")
        assert len({note.unit for note in bench.draft.notes}) == 2
        before = bench.texts()
        with pytest.raises(ToolFailure, match="next answer") as refused:
            await renamed(bench, "C.md", "C2.md")
        assert refused.value.code == "CONFLICT"
        assert bench.texts() == before


async def test_many_notes_move_in_one_go(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        moves = {NotePath("a/Boiler.md"): NotePath("z/Boiler.md"), NotePath("Home.md"): NotePath("z/Home.md")}
        made = await stage_renames(bench.draft, bench.searcher, moves, FULL_VISIBILITY)
        texts = bench.texts()
    assert made.lost == 0
    assert texts["z/Boiler.md"] == "# Boiler\n\n[home](Home.md) [[#Boiler]]\n"
    assert "![[z/Boiler#Boiler]]" in texts["z/Home.md"]


async def test_a_file_out_of_sight_is_never_changed_and_the_rename_is_refused(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        narrow = Visibility(sees=lambda path: not path.startswith("b/"))
        with pytest.raises(ToolFailure) as refused:
            await renamed(bench, "a/Boiler.md", "c/Heat pump.md", narrow)
        assert refused.value.code == "PERMISSION_DENIED"
        assert "b/" not in refused.value.message
        assert "Log" not in refused.value.message
        assert bench.texts() == {}
        # A file out of sight that has no link to repair keeps nobody back.
        await renamed(bench, "b/Log.md", "b/Diary.md", Visibility(sees=lambda path: path != "Home.md"))
        assert set(bench.texts()) == {"b/Diary.md", "Other.md"}


async def test_a_note_that_cannot_be_read_is_counted(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        (bench.root / "b/Log.md").write_bytes(b"\xff\xfe[[Boiler]]")
        made = await renamed(bench, "a/Boiler.md", "c/Heat pump.md")
        assert made.unread == 1
        assert "b/Log.md" not in bench.texts()


async def test_nothing_is_moved_over_another_note(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        with pytest.raises(Exception, match="already a note"):
            await renamed(bench, "a/Boiler.md", "b/log.md")
        assert bench.texts() == {}


# The tool that renames a note.

RENAMES_NOTES = {
    "Projects/Boiler.md": "x\n",
    "Home.md": "[[Boiler]] [[Projects/Boiler]]\n",
    "a/Log.md": "",
    "b/Log.md": "",
}


async def test_a_note_is_renamed_with_its_links(tmp_path: Path) -> None:
    async with scene(tmp_path, RENAMES_NOTES) as bench:
        data = await bench.plan(RenameNote(bench.searcher), path="Boiler", newPath="projects/Heating")
        assert data == {
            "path": "Projects/Heating.md",
            "old_path": "Projects/Boiler.md",
            "action": "renamed",
            "links_repaired": 2,
            "files_with_links": 1,
        }
        assert bench.texts() == {"Projects/Heating.md": "x\n", "Home.md": "[[Heating]] [[Projects/Heating]]\n"}


async def test_a_folder_keeps_the_notes_name(tmp_path: Path) -> None:
    async with scene(tmp_path, RENAMES_NOTES) as bench:
        await bench.plan(RenameNote(bench.searcher), path="Boiler.md", new_path="Done/")
        assert set(bench.texts()) == {"Done/Boiler.md", "Home.md"}


async def test_links_that_cannot_say_the_new_place_are_told(tmp_path: Path) -> None:
    notes = {"x#/Log.md": "", "Log.md": "", "Old.md": "", "Home.md": "[[Old]]\n"}
    async with scene(tmp_path, notes) as bench:
        with pytest.raises(Exception, match="break links"):
            await bench.plan(RenameNote(bench.searcher), path="Old", new_path="z#/Log 2")
        await bench.plan(RenameNote(bench.searcher), path="Old", new_path="y/Log")
        assert bench.texts()["Home.md"] == "[[y/Log]]\n"


async def test_v7_a_note_may_move_into_a_folder_whose_name_would_not_be_made(tmp_path: Path) -> None:
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
async def test_what_cannot_be_done_is_said(tmp_path: Path, path: str, new_path: str, code: str) -> None:
    async with scene(tmp_path, RENAMES_NOTES) as bench:
        with pytest.raises(ToolFailure) as refused:
            await bench.plan(RenameNote(bench.searcher), path=path, new_path=new_path)
        assert refused.value.code == code
        assert bench.texts() == {}


async def test_the_step_line_names_both(tmp_path: Path) -> None:
    async with scene(tmp_path, RENAMES_NOTES) as bench:
        tool = RenameNote(bench.searcher)
    arguments = RenameNoteParameters(path="Projects/Boiler.md", new_path="Done/")
    assert (tool.action(arguments), tool.summary(arguments)) == ("Rename", "Boiler → Done/")


@pytest.mark.parametrize(
    ("outcome", "told"),
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
def test_v12_only_what_was_left_is_told(outcome: RenameOutcome, told: str) -> None:
    assert " ".join(unrepaired_links(outcome)) == told
