"""Tests of tools/builtin/metadata_tools.py."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.support.tool_env import NO, YES, ToolEnv, call, open_tool_env
from tests.support.vaults import write_vault
from vaultdesk.core.errors import NoteNotText, NoteNotWritten
from vaultdesk.tools.argument_schema import InvalidArguments, validate_arguments
from vaultdesk.tools.builtin.metadata_tools import (
    MAX_INLINE_CHARACTERS,
    AddTags,
    AddTagsParameters,
    RemoveTags,
    RemoveTagsParameters,
    UpdateFrontmatter,
    UpdateFrontmatterParameters,
    checked_name,
    checked_properties,
    checked_tag,
    hashed_tags,
    listed_names,
    property_types,
    rewrite_text,
)
from vaultdesk.tools.builtin.name_resolver import note_name
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure, Visibility
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault

# Metadata arguments: the errors of names and tags let the model correct the call.


def test_property_names_are_short_and_on_one_line() -> None:
    assert checked_name(" status ") == "status"
    for name in ("", "  ", "a\nb", "x" * 201, "\x07"):
        with pytest.raises(ValueError, match="short and on one line"):
            checked_name(name)


def test_a_tag_is_checked() -> None:
    assert checked_tag("#a/b") == "a/b"
    with pytest.raises(ValueError, match="“1984” is not one"):
        checked_tag("1984")


def test_existing_invalid_tags_are_accepted() -> None:
    text = "---\ntags: ['#x', two words]\n---\n"
    assert checked_properties(text, {"Tags": ["#x", "two words", "#y"]}) == {"Tags": ["#x", "two words", "y"]}
    with pytest.raises(ToolFailure):
        checked_properties(text, {"tags": ["other words"]})
    with pytest.raises(ToolFailure):
        checked_properties(text, {"tags": [["x"]]})


def test_a_deprecated_property_can_be_changed_but_not_added() -> None:
    assert checked_properties("---\ntag: a\n---\n", {"tag": "b"}) == {"tag": "b"}
    with pytest.raises(ToolFailure, match="set tags, a list"):
        checked_properties("", {"tag": "b"})


async def test_property_types_are_read_on_each_call(tmp_path: Path) -> None:
    async with Vault(write_vault(tmp_path, {".obsidian/types.json": '{"types": {"a": "date"}}'}), watch=False) as vault:
        assert await property_types(StagingArea(vault)) == {"a": "date"}
        (tmp_path / ".obsidian/types.json").unlink()
        assert await property_types(StagingArea(vault)) == {}


async def test_long_and_short_texts_are_rewritten_equally() -> None:
    assert await rewrite_text("a", str.upper) == "A"
    assert await rewrite_text("a" * MAX_INLINE_CHARACTERS, str.upper) == "A" * MAX_INLINE_CHARACTERS


def test_names_and_tags_are_formatted_for_display() -> None:
    assert note_name("a/b\n.md") == "b"
    assert hashed_tags(["#a", "b"]) == "#a, #b"
    assert listed_names([str(number) for number in range(6)]) == "0, 1, 2, 3 and 2 more"


# update_frontmatter, add_tags, remove_tags: planned on a staging area and applied by the real executor.

BOILER = "---\ntitle: Boiler # kept\nstatus: open\ntags: [heating]\nsecret: 42\n---\n# Boiler\n\nIt leaks. #urgent\n"
NOTES = {
    "Projects/Boiler.md": BOILER,
    "Plain.md": "No head.\n",
    "Broken.md": "---\na: &x 1\n---\n",
    ".obsidian/types.json": '{"types": {"due": "datetime"}}',
}
TOOLS = (UpdateFrontmatter(), AddTags(), RemoveTags())


def update_parameters(**arguments: JsonValue) -> UpdateFrontmatterParameters:
    validated = validate_arguments(UpdateFrontmatterParameters, arguments)
    assert isinstance(validated, UpdateFrontmatterParameters)
    return validated


async def plan_update(folder: Path, **arguments: JsonValue) -> tuple[JsonValue, StagingArea]:
    async with Vault(write_vault(folder, NOTES), watch=False) as vault:
        draft = StagingArea(vault)
        return await UpdateFrontmatter().plan(update_parameters(**arguments), draft, FULL_VISIBILITY), draft


def text_of(env: ToolEnv, path: str = "Projects/Boiler.md") -> str:
    return (env.vault.root / path).read_text("utf-8")


async def test_properties_are_set_and_removed_and_only_these_are_returned(tmp_path: Path) -> None:
    arguments: dict[str, JsonValue] = {"set": {"STATUS": "done", "new": None}, "remove": ["Title", "nothing"]}
    data, draft = await plan_update(tmp_path, path="Projects/Boiler", **arguments)
    assert data == {
        "path": "Projects/Boiler.md",
        "action": "updated",
        "properties": {"status": "done", "new": None},
        "removed": ["title"],
    }
    (note,) = draft.notes
    assert note.text == "---\nstatus: done\ntags: [heating]\nsecret: 42\nnew:\n---\n# Boiler\n\nIt leaks. #urgent\n"
    assert note.reason == "sets STATUS, new and removes Title, nothing"


async def test_setting_an_equal_value_changes_nothing(tmp_path: Path) -> None:
    data, draft = await plan_update(tmp_path, path="Projects/Boiler", set={"status": "open"})
    assert isinstance(data, dict)
    assert (data["action"], draft.notes) == ("unchanged", ())


async def test_values_are_written_in_the_property_type_of_the_vault(tmp_path: Path) -> None:
    _, draft = await plan_update(tmp_path, path="Plain", set={"due": "2026-11-21 14:30"})
    assert draft.notes[0].text == "---\ndue: 2026-11-21T14:30:00\n---\nNo head.\n"


@pytest.mark.parametrize("name", ["tag", "Alias", "cssclass"])
async def test_deprecated_properties_are_not_added(tmp_path: Path, name: str) -> None:
    with pytest.raises(ToolFailure, match="no longer reads") as error:
        await plan_update(tmp_path, path="Plain", set={name: "x"})
    assert error.value.code == "VALIDATION_FAILED"


async def test_tags_in_frontmatter_are_checked(tmp_path: Path) -> None:
    with pytest.raises(ToolFailure, match="“two words” is not one"):
        await plan_update(tmp_path, path="Plain", set={"tags": ["two words"]})
    _, draft = await plan_update(tmp_path, path="Plain", set={"tags": ["#a", "b"]})
    assert draft.notes[0].text.startswith("---\ntags:\n  - a\n  - b\n---\n")


async def test_invalid_frontmatter_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(NoteNotWritten, match="anchor"):
        await plan_update(tmp_path, path="Broken", set={"b": 1})


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "a"},
        {"path": "a", "set": {}},
        {"path": "a", "set": {"x": 1}, "remove": ["X"]},
        {"path": "a", "set": {"x": 1, "X": 2}},
        {"path": "a", "set": {"x\ny": 1}},
        {"path": "a", "set": {" ": 1}},
        {"path": "a", "remove": [""]},
        {"path": "", "remove": ["x"]},
        {"path": "a", "set": [1]},
    ],
)
def test_contradictory_calls_are_rejected(arguments: Mapping[str, JsonValue]) -> None:
    with pytest.raises(InvalidArguments):
        validate_arguments(UpdateFrontmatterParameters, arguments)


async def test_only_the_changed_lines_are_written(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes=NOTES) as env:
        results = await env.results(
            call("update_frontmatter", "c1", path="Projects/Boiler.md", set={"status": "done"}),
            call("add_tags", "c2", path="Projects/Boiler.md", tags=["#House", "HEATING", "urgent"]),
            call("remove_tags", "c3", path="Projects/Boiler.md", tags=["Urgent", "nothing"]),
        )
        assert [result.data for result in results] == [
            {"path": "Projects/Boiler.md", "action": "updated", "properties": {"status": "done"}, "removed": []},
            {
                "path": "Projects/Boiler.md",
                "action": "updated",
                "added": ["House"],
                "already_there": ["HEATING", "urgent"],
            },
            {"path": "Projects/Boiler.md", "action": "updated", "removed": ["urgent"], "not_there": ["nothing"]},
        ]
        expected = BOILER.replace("status: open", "status: done").replace("[heating]", "[heating, House]")
        assert text_of(env) == expected.replace(" #urgent", "")
        assert len(env.answers.requests) == 1


async def test_a_declined_change_leaves_the_note_unchanged(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO, tools=TOOLS, notes=NOTES) as env:
        (result,) = await env.results(call("add_tags", path="Projects/Boiler.md", tags=["x"]))
        assert result.error is not None
        assert (result.error.code, text_of(env)) == ("CANCELLED", BOILER)


async def test_line_endings_and_the_byte_order_mark_are_preserved(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes=NOTES) as env:
        file = env.vault.root / "Windows.md"
        file.write_bytes(b"\xef\xbb\xbf---\r\na: 1\r\nb: 2\r\n---\r\nbody #x\r\n")
        await env.results(call("update_frontmatter", path="Windows.md", set={"a": 5, "c": ["d"]}))
        await env.results(call("remove_tags", path="Windows.md", tags=["x"]))
        expected = b"\xef\xbb\xbf---\r\na: 5\r\nb: 2\r\nc:\r\n  - d\r\n---\r\nbody\r\n"
        assert file.read_bytes() == expected


async def test_a_hidden_note_is_not_found(tmp_path: Path) -> None:
    visibility = Visibility(sees=lambda path: not path.startswith("Projects/"))
    async with Vault(write_vault(tmp_path, NOTES), watch=False) as vault:
        for tool, arguments in (
            (UpdateFrontmatter(), update_parameters(path="Projects/Boiler", set={"a": 1})),
            (AddTags(), AddTagsParameters(path="Projects/Boiler", tags=("a",))),
            (RemoveTags(), RemoveTagsParameters(path="Projects/Boiler", tags=("a",))),
        ):
            draft = StagingArea(vault)
            with pytest.raises(ToolFailure) as error:
                await tool.plan(arguments, draft, visibility)  # type: ignore[arg-type] # the parameters of each tool
            assert (error.value.code, draft.notes) == ("NOTE_NOT_FOUND", ())


async def test_a_binary_file_is_rejected(tmp_path: Path) -> None:
    root = write_vault(tmp_path, NOTES)
    (root / "Image.md").write_bytes(b"\x89PNG\x00\x00")
    async with Vault(root, watch=False) as vault:
        with pytest.raises(NoteNotText):
            await AddTags().plan(AddTagsParameters(path="Image", tags=("a",)), StagingArea(vault), FULL_VISIBILITY)


def test_tags_are_checked_only_when_they_are_added() -> None:
    with pytest.raises(InvalidArguments, match="“a b” is not one"):
        validate_arguments(AddTagsParameters, {"path": "x", "tags": ["a b"]})
    assert validate_arguments(RemoveTagsParameters, {"path": "x", "tags": ["a b"]})
    for parameters in (AddTagsParameters, RemoveTagsParameters):
        with pytest.raises(InvalidArguments):
            validate_arguments(parameters, {"path": "x", "tags": []})


def test_action_and_summary_are_readable() -> None:
    update = update_parameters(path="Projects/Boiler.md", set={"a": 1}, remove=["b"])
    assert (UpdateFrontmatter().action(update), UpdateFrontmatter().summary(update)) == (
        "Change properties of",
        "Boiler: a, b",
    )
    add_tags = AddTagsParameters(path="x\u202ey.md", tags=("a", "b", "c", "d", "e", "f"))
    assert (AddTags().action(add_tags), AddTags().summary(add_tags)) == ("Tag", "x<U+202E>y: #a, #b, #c, #d and 2 more")
    remove_tags = RemoveTagsParameters(path="x", tags=("#a",))
    assert (RemoveTags().action(remove_tags), RemoveTags().summary(remove_tags)) == ("Remove tags from", "x: #a")


@pytest.mark.parametrize("tool", TOOLS)
def test_the_examples_are_valid_calls(tool: UpdateFrontmatter | AddTags | RemoveTags) -> None:
    assert tool.examples
    for example in tool.examples:
        validate_arguments(tool.parameters, example)
