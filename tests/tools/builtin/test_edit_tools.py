"""Tests of tools/builtin/edit_tools.py."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.support.drafting import scene
from vaultdesk.core.errors import OutsideVault
from vaultdesk.tools.builtin.edit_tools import DeleteNote, EditNote, EditNoteParameters, WriteNote, WriteNoteParameters
from vaultdesk.tools.tool import ToolFailure, Visibility
from vaultdesk.vault.markdown.markdown_scanner import without_comments

BOILER = "---\ntags: [heating] # kept\n---\n# Boiler\n\n- [ ] one\n\n## Costs\n\nIt costs 100 euros. ^price\n"
NOTES = {"Projects/Boiler.md": BOILER, "Home.md": "[[Boiler]]\n", "a/Log.md": "x", "b/Log.md": "y"}


async def test_a_note_is_created_with_its_properties(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        data = await bench.plan(WriteNote(), path="Ideas/Pump", content="# Pump\n", frontmatter={"tags": ["a"]})
        assert data == {"path": "Ideas/Pump.md", "action": "created"}
        assert bench.texts() == {"Ideas/Pump.md": "---\ntags:\n  - a\n---\n# Pump\n"}


async def test_a_note_is_replaced_and_keeps_its_properties(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        data = await bench.plan(WriteNote(), path="projects/boiler", content="new\n", frontmatter={"status": "open"})
        assert data == {"path": "Projects/Boiler.md", "action": "updated"}
        assert bench.texts() == {"Projects/Boiler.md": "---\ntags: [heating] # kept\nstatus: open\n---\nnew\n"}


async def test_a_note_is_appended_to(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        data = await bench.plan(WriteNote(), path="Home.md", content="- more", append=True)
        assert data == {"path": "Home.md", "action": "appended"}
        await bench.plan(WriteNote(), path="Home.md", content="- and more", append=True)
        assert bench.texts() == {"Home.md": "[[Boiler]]\n\n- more\n- and more\n"}
        data = await bench.plan(WriteNote(), path="New.md", content="first", append=True)
        assert data == {"path": "New.md", "action": "created"}


async def test_write_note_does_not_resolve_a_short_name_to_another_note(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        data = await bench.plan(WriteNote(), path="Boiler", content="new\n")
        assert data == {"path": "Boiler.md", "action": "created"}


async def test_a_hidden_note_is_neither_overwritten_nor_edited(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        visibility = Visibility(sees=lambda path: path != "Home.md")
        with pytest.raises(ToolFailure) as error:
            await bench.plan(WriteNote(), visibility, path="Home.md", content="x")
        assert error.value.code == "PERMISSION_DENIED"
        with pytest.raises(OutsideVault):
            await bench.plan(WriteNote(), path="../x", content="x")
        with pytest.raises(ToolFailure):
            await bench.plan(EditNote(bench.searcher), visibility, path="Home", old="Boiler", new="x")
        assert bench.texts() == {}


async def test_a_unique_text_is_replaced_and_the_diff_is_returned(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        data = await bench.plan(EditNote(bench.searcher), path="Boiler", old="100 euros", new="90 euros")
        assert isinstance(data, dict)
        assert (data["path"], data["action"]) == ("Projects/Boiler.md", "edited")
        assert "-It costs 100 euros. ^price\n+It costs 90 euros. ^price\n" in str(data["diff"])
        assert bench.texts() == {"Projects/Boiler.md": BOILER.replace("100", "90")}


async def test_text_is_inserted_at_a_heading_or_replaces_a_block(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = EditNote(bench.searcher)
        await bench.plan(tool, path="Boiler", heading="Boiler", content="- [ ] two")
        await bench.plan(tool, path="Boiler", block="^price", content="Free.")
        await bench.plan(tool, path="Boiler", heading="Costs", content="New.", place="before")
        assert bench.texts()["Projects/Boiler.md"] == (
            "---\ntags: [heating] # kept\n---\n# Boiler\n\n- [ ] one\n- [ ] two\n\nNew.\n\n## Costs\n\nFree. ^price\n"
        )


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"old": "a"},
        {"new": "a"},
        {"old": "a", "new": "b", "content": "c"},
        {"old": "a", "new": "b", "heading": "c", "content": "d"},
        {"heading": "a"},
        {"block": "a"},
        {"heading": "a", "block": "b", "content": "c"},
        {"block": "a", "content": "b", "place": "after"},
        {"heading": "a", "content": "b", "place": "inside"},
        {"content": "a"},
    ],
)
def test_exactly_one_kind_of_edit_is_accepted(arguments: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        EditNoteParameters.model_validate({"path": "x", **arguments})


async def test_an_edit_without_a_match_reports_what_the_note_contains(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = EditNote(bench.searcher)
        for arguments, message in (
            ({"old": "It costs 120 euros.", "new": "x"}, "nearest is line 10: “It costs 100 euros. ^price”"),
            ({"heading": "Tasks", "content": "x"}, "# Boiler; ## Costs"),
            ({"block": "none", "content": "x"}, "It has ^price"),
            ({"old": "o", "new": "x"}, "times, in lines"),
        ):
            with pytest.raises(ToolFailure) as error:
                await bench.plan(tool, path="Boiler", **arguments)
            assert error.value.code == "VALIDATION_FAILED"
            assert message in error.value.message
        assert bench.texts() == {}


async def test_withheld_text_cannot_be_guessed_by_edits(tmp_path: Path) -> None:
    text = "Open words.\n\n%% the code is 1234 %%\n\nOpen words again, 1234 in sight.\n"

    def without_secret(path: str, content: str) -> str:
        return content.replace("%% the code is 1234 %%", "")

    async with scene(tmp_path, {"Note.md": text}) as bench:
        tool, visibility = EditNote(), Visibility(redact=without_secret)
        messages = set()
        for guess in ("the code is 1234", "the code is 9999"):
            with pytest.raises(ToolFailure) as error:
                await bench.plan(tool, visibility, path="Note.md", old=guess, new="x")
            messages.add(error.value.message)
        assert messages == {"The old text is not in the note."}
        data = await bench.plan(tool, visibility, path="Note.md", old="1234", new="5678")
        assert "code" not in str(data)
        assert bench.texts() == {"Note.md": text.replace("1234 in", "5678 in")}
        with pytest.raises(ToolFailure, match="withheld from you"):
            await bench.plan(tool, visibility, path="Note.md", old="words.\n\n\n\nOpen", new="x")


async def test_an_unclosed_comment_is_not_edited(tmp_path: Path) -> None:
    text = "It costs 1234.\n\n%% the code is 1234\n"
    async with scene(tmp_path, {"Note.md": text}) as bench:
        visibility = Visibility(redact=lambda path, content: without_comments(content))
        await bench.plan(EditNote(), visibility, path="Note.md", old="1234", new="5678")
        assert bench.texts() == {"Note.md": text.replace("costs 1234", "costs 5678")}


async def test_a_note_is_deleted_unless_its_name_is_ambiguous(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        tool = DeleteNote(bench.searcher)
        assert (tool.dangerous, tool.effect) == (True, "delete")
        assert await bench.plan(tool, path="Boiler") == {"path": "Projects/Boiler.md", "action": "deleted"}
        with pytest.raises(ToolFailure) as error:
            await bench.plan(tool, path="Log")
        assert error.value.code == "AMBIGUOUS_NOTE"
        assert bench.texts() == {"Projects/Boiler.md": "gone"}
        with pytest.raises(ToolFailure):
            await bench.plan(EditNote(bench.searcher), path="Projects/Boiler", old="one", new="x")


async def test_a_path_that_differs_only_in_case_updates_the_existing_note(tmp_path: Path) -> None:
    async with scene(tmp_path, {"x/README.md": "a"}) as bench:
        assert await bench.plan(WriteNote(), path="X/Readme", content="c") == {
            "path": "x/README.md",
            "action": "updated",
        }
        assert bench.texts() == {"x/README.md": "c"}


def test_action_and_summary_name_the_note() -> None:
    write = WriteNoteParameters(path="a/Boiler.md", content="", append=True)
    edit = EditNoteParameters(path="a/Boiler", heading="Costs", content="")
    assert (WriteNote().action(write), WriteNote().summary(write)) == ("Append to", "Boiler")
    assert (EditNote().action(edit), EditNote().summary(edit)) == ("Edit", "Boiler: Costs")


@pytest.mark.parametrize("tool", [WriteNote, EditNote, DeleteNote])
def test_the_examples_are_valid_calls(tool: type[WriteNote | EditNote | DeleteNote]) -> None:
    assert tool.examples
    for example in tool.examples:
        tool.parameters.model_validate(example)
