"""The tool that renames a note."""

from pathlib import Path

import pytest

from tests.support.drafting import scene
from vaultdesk.tools.renames import RenameNote, RenameNoteParameters
from vaultdesk.tools.tool import ToolFailure

NOTES = {"Projects/Boiler.md": "x\n", "Home.md": "[[Boiler]] [[Projects/Boiler]]\n", "a/Log.md": "", "b/Log.md": ""}


async def test_a_note_is_renamed_with_its_links(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
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
    async with scene(tmp_path, NOTES) as bench:
        await bench.plan(RenameNote(bench.searcher), path="Boiler.md", new_path="Done/")
        assert set(bench.texts()) == {"Done/Boiler.md", "Home.md"}


async def test_links_that_cannot_say_the_new_place_are_told(tmp_path: Path) -> None:
    notes = {"x#/Log.md": "", "Log.md": "", "Old.md": "", "Home.md": "[[Old]]\n"}
    async with scene(tmp_path, notes) as bench:
        with pytest.raises(Exception, match="break links"):
            await bench.plan(RenameNote(bench.searcher), path="Old", new_path="x#/Log 2")
        await bench.plan(RenameNote(bench.searcher), path="Old", new_path="y/Log")
        assert bench.texts()["Home.md"] == "[[y/Log]]\n"


@pytest.mark.parametrize(
    ("path", "new_path", "code"),
    [
        ("Boiler", "Projects/Boiler", "VALIDATION_FAILED"),
        ("Missing", "x", "NOTE_NOT_FOUND"),
        ("Log", "x", "AMBIGUOUS_NOTE"),
    ],
)
async def test_what_cannot_be_done_is_said(tmp_path: Path, path: str, new_path: str, code: str) -> None:
    async with scene(tmp_path, NOTES) as bench:
        with pytest.raises(ToolFailure) as refused:
            await bench.plan(RenameNote(bench.searcher), path=path, new_path=new_path)
        assert refused.value.code == code
        assert bench.texts() == {}


async def test_the_step_line_names_both(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = RenameNote(bench.searcher)
    arguments = RenameNoteParameters(path="Projects/Boiler.md", new_path="Done/")
    assert (tool.action(arguments), tool.summary(arguments)) == ("Rename", "Boiler → Done/")
