"""Tests of tools/builtin/bulk_tool.py."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.support.tool_env import call, open_tool_env
from tests.support.vaults import write_vault
from vaultdesk.core.errors import OutsideVault
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.argument_schema import InvalidArguments, canonical_arguments, json_schema, validate_arguments
from vaultdesk.tools.builtin.bulk_tool import BulkChange, BulkUpdate, BulkUpdateParameters
from vaultdesk.tools.builtin.read_tools import MAX_FILES
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure, Visibility
from vaultdesk.vault.change_set import NoteChoice
from vaultdesk.vault.markdown.tag_edit import with_tags
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault

# BulkChange: validation of one change, its description and its effect on a text.

TEXT = "---\nstatus: open\ntags: [todo]\n---\nbody #todo/now\n"


def change(**arguments: JsonValue) -> BulkChange:
    validated = validate_arguments(BulkChange, arguments)
    assert isinstance(validated, BulkChange)
    return validated


@pytest.mark.parametrize(
    ("arguments", "expected", "description", "question"),
    [
        (
            {"kind": "set_property", "property": "Status", "value": "done"},
            TEXT.replace("open", "done"),
            "sets Status",
            "Set Status in",
        ),
        (
            {"kind": "set_property", "property": "status", "value": ""},
            TEXT.replace(" open", ""),
            "sets status",
            "Set status in",
        ),
        (
            {"kind": "remove_property", "property": "status"},
            TEXT.replace("status: open\n", ""),
            "removes status",
            "Remove status from",
        ),
        ({"kind": "add_tag", "tag": "#x"}, TEXT.replace("[todo]", "[todo, x]"), "adds #x", "Add #x to"),
        ({"kind": "remove_tag", "tag": "TODO"}, TEXT.replace("[todo]", "[]"), "removes #TODO", "Remove #TODO from"),
        (
            {"kind": "rename_tag", "tag": "todo", "newTag": "task"},
            TEXT.replace("todo", "task"),
            "renames #todo to #task",
            "Rename #todo to #task in",
        ),
    ],
)
def test_each_kind_of_change_edits_the_text_and_is_described(
    arguments: Mapping[str, JsonValue], expected: str, description: str, question: str
) -> None:
    bulk_change = change(**arguments)
    assert bulk_change.editor({})(TEXT) == expected
    assert (bulk_change.description_text(), bulk_change.question_text()) == (description, question)


def test_a_move_is_described() -> None:
    assert change(kind="move", folder="Archive").description_text() == "moves to Archive"
    assert change(kind="move", folder="").question_text() == "Move to the vault root:"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "set_property", "property": "a"}, "have value"),
        ({"kind": "set_property", "value": 1}, "have property"),
        ({"kind": "remove_property", "property": ""}, "on one line"),
        ({"kind": "set_property", "property": "a", "value": None}, "have value"),
        ({"kind": "remove_tag", "tag": "#"}, "not empty"),
        ({"kind": "rename_tag", "tag": "a"}, "have new_tag"),
        ({"kind": "rename_tag", "tag": "a", "new_tag": "b c"}, "is not one"),
        ({"kind": "add_tag", "tag": "1984"}, "is not one"),
        ({"kind": "add_tag", "tag": "a", "folder": "x"}, "nothing but tag"),
        ({"kind": "move"}, "have folder"),
        ({"kind": "set_property", "property": "a\nb", "value": 1}, "on one line"),
        ({"kind": "delete"}, "kind"),
    ],
)
def test_an_incomplete_or_invalid_change_is_rejected(arguments: Mapping[str, JsonValue], message: str) -> None:
    with pytest.raises(InvalidArguments, match=message):
        validate_arguments(BulkChange, arguments)


@pytest.mark.parametrize("kind", ["set_property", "remove_property", "move"])
def test_canonical_arguments_give_an_equal_change(kind: str) -> None:
    arguments: dict[str, JsonValue] = {"property": "a"} if kind != "move" else {"folder": ""}
    bulk_change = change(kind=kind, **arguments, **({"value": False} if kind == "set_property" else {}))
    assert change(**canonical_arguments(bulk_change)) == bulk_change


def test_a_value_is_written_in_the_type_of_its_property() -> None:
    assert change(kind="set_property", property="n", value="42").editor({"n": "number"})("") == '---\n"n": 42\n---\n'


def test_empty_fields_are_ignored() -> None:
    assert change(kind="add_tag", tag="x", property="", folder="", value=None).editor({})("") == with_tags("", ["x"])


def test_the_schema_is_flat() -> None:
    schema = json_schema(BulkChange)
    assert schema["required"] == ["kind"]
    assert isinstance(schema["properties"], dict)
    assert [*schema["properties"]] == ["kind", "property", "value", "tag", "new_tag", "folder"]


# bulk_update: one approval for all notes and a result for each; a note that cannot be changed does not stop the others.

NOTES = {
    "Inbox/A.md": "---\ntags: [meeting]\nstatus: open\n---\nSee [[B]].\n",
    "Inbox/B.md": "---\ntags: [meeting]\n---\nSee [[Inbox/A|the first]].\n",
    "Inbox/C.md": "---\ntags: [meeting]\nstatus: done\n---\n",
    "Broken.md": "---\nx: &a 1\n---\n#meeting\n",
    "Other.md": "![[A]] and [[Inbox/C]]\n",
    "House/C.md": "another C\n",
}
SET_DONE: dict[str, JsonValue] = {"kind": "set_property", "property": "status", "value": "done"}
MEETINGS: dict[str, JsonValue] = {"tag": "meeting"}


class Scene:
    """A staging area over an indexed vault, and the tool."""

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self.vault, self.searcher, self.draft = vault, searcher, StagingArea(vault)

    async def plan(self, view: Visibility = FULL_VISIBILITY, **arguments: JsonValue) -> dict[str, JsonValue]:
        with self.draft.planning("call_1"):
            data = await BulkUpdate(self.searcher).plan(parameters_of(**arguments), self.draft, view)
        assert isinstance(data, dict)
        return data

    def staged(self) -> dict[str, str]:
        return {(note.old_path or note.path).text: note.path.text for note in self.draft.notes}


def parameters_of(**arguments: JsonValue) -> BulkUpdateParameters:
    validated = validate_arguments(BulkUpdateParameters, arguments)
    assert isinstance(validated, BulkUpdateParameters)
    return validated


@asynccontextmanager
async def scene(folder: Path, notes: Mapping[str, str] = NOTES) -> AsyncIterator[Scene]:
    root = write_vault(folder / "vault", notes)
    index = Index(folder / "index.sqlite")
    async with Vault(root) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        yield Scene(vault, searcher)


async def test_a_filter_selects_the_notes_and_failures_are_listed(tmp_path: Path) -> None:
    async with scene(tmp_path) as bench:
        data = await bench.plan(filter=MEETINGS, change=SET_DONE)
        files = data.pop("files")
        assert data == {"updated": 2, "moved": 0, "unchanged": 1, "failed": 1}
        assert isinstance(files, list)
        # C has the value already and needs no approval, so it is counted but not listed.
        assert [(file["path"], file["result"]) for file in files if isinstance(file, dict)] == [
            ("Broken.md", "failed"),
            ("Inbox/A.md", "updated"),
            ("Inbox/B.md", "updated"),
        ]
        assert isinstance(files[0], dict)
        assert "anchor" in str(files[0]["problem"])
        assert {note.path.text: note.reason for note in bench.draft.notes} == {
            "Inbox/A.md": "sets status",
            "Inbox/B.md": "sets status",
        }
        assert all(note.calls == ("call_1",) for note in bench.draft.notes)


async def test_names_are_accepted_as_paths_and_each_has_a_result(tmp_path: Path) -> None:
    async with scene(tmp_path) as bench:
        paths: list[JsonValue] = ["A", "Inbox/A.md", "C", "Inbox/C", "Missing", "../x", "B"]
        data = await bench.plan(paths=paths, change=SET_DONE)
        files = data["files"]
        assert isinstance(files, list)
        assert [(file["path"], file["result"]) for file in files if isinstance(file, dict)] == [
            ("C", "failed"),
            ("Missing", "failed"),
            ("../x", "failed"),
            ("Inbox/A.md", "updated"),
            ("Inbox/C.md", "unchanged"),
            ("Inbox/B.md", "updated"),
        ]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"kind": "add_tag", "tag": "x"}, "---\ntags: [meeting, x]\nstatus: open\n---\nSee [[B]].\n"),
        ({"kind": "remove_tag", "tag": "meeting"}, "---\ntags: []\nstatus: open\n---\nSee [[B]].\n"),
        (
            {"kind": "rename_tag", "tag": "meeting", "new_tag": "met"},
            "---\ntags: [met]\nstatus: open\n---\nSee [[B]].\n",
        ),
        ({"kind": "remove_property", "property": "STATUS"}, "---\ntags: [meeting]\n---\nSee [[B]].\n"),
    ],
)
async def test_every_kind_of_change_is_staged(tmp_path: Path, change: JsonValue, text: str) -> None:
    async with scene(tmp_path) as bench:
        await bench.plan(paths=["Inbox/A"], change=change)
        assert [note.text for note in bench.draft.notes] == [text]


async def test_notes_move_together_with_the_links_to_them(tmp_path: Path) -> None:
    async with scene(tmp_path) as bench:
        data = await bench.plan(filter={"folder": "Inbox"}, change={"kind": "move", "folder": "House/"})
        assert data["files"] == [
            {"path": "Inbox/C.md", "result": "failed", "problem": "There is another note of this name in that folder."},
            {"path": "Inbox/A.md", "result": "moved", "new_path": "House/A.md"},
            {"path": "Inbox/B.md", "result": "moved", "new_path": "House/B.md"},
        ]
        assert bench.staged() == {"Inbox/A.md": "House/A.md", "Inbox/B.md": "House/B.md"}
        texts = {note.path.text: note.text for note in bench.draft.notes}
        assert "[[House/A|the first]]" in texts["House/B.md"]
        assert len({note.unit for note in bench.draft.notes}) == 1


async def test_a_move_to_the_current_folder_changes_nothing(tmp_path: Path) -> None:
    async with scene(tmp_path) as bench:
        data = await bench.plan(paths=["Inbox/A"], change={"kind": "move", "folder": "inbox"})
        assert (data["unchanged"], bench.draft.notes) == (1, ())
        with pytest.raises(OutsideVault):
            await bench.plan(paths=["Inbox/A"], change={"kind": "move", "folder": "../out"})


async def test_only_one_of_two_notes_with_the_same_name_is_moved(tmp_path: Path) -> None:
    async with scene(tmp_path) as bench:
        paths: list[JsonValue] = ["Inbox/C", "House/C"]
        data = await bench.plan(paths=paths, change={"kind": "move", "folder": "New"})
        assert (data["moved"], data["failed"], bench.staged()["Inbox/C.md"]) == (1, 1, "New/C.md")


async def test_a_note_that_cannot_be_moved_does_not_stop_the_others(tmp_path: Path) -> None:
    # Other.md, which is not visible, links to A and C; so only B can move.
    view = Visibility(sees=lambda path: path != "Other.md")
    notes = {**NOTES, "Other.md": "[[Inbox/A]] [[Inbox/C]]\n"}
    async with scene(tmp_path, notes) as bench:
        data = await bench.plan(view, filter={"folder": "Inbox"}, change={"kind": "move", "folder": "New"})
        assert (data["moved"], data["failed"]) == (1, 2)
        assert bench.staged().get("Inbox/B.md") == "New/B.md"
        assert "Inbox/C.md" not in bench.staged()


async def test_notes_that_are_not_visible_are_not_found(tmp_path: Path) -> None:
    view = Visibility(sees=lambda path: not path.startswith("Inbox/"))
    async with scene(tmp_path) as bench:
        data = await bench.plan(view, filter=MEETINGS, change={"kind": "add_tag", "tag": "x"})
        assert (data["updated"], data["failed"]) == (0, 1)
        with pytest.raises(ToolFailure, match="Inbox/A") as error:
            await bench.plan(view, paths=["Inbox/A"], change=SET_DONE)
        assert error.value.code == "NOTE_NOT_FOUND"
        assert bench.draft.notes == ()


async def test_a_selection_above_the_limit_is_rejected(tmp_path: Path) -> None:
    notes = {f"n{number}.md": "#x\n" for number in range(MAX_FILES + 1)}
    async with scene(tmp_path, notes) as bench:
        for selection in ({"filter": {"tag": "x"}}, {"paths": [*notes]}):
            with pytest.raises(ToolFailure, match="301 notes") as error:
                await bench.plan(**selection, change=SET_DONE)  # type: ignore[arg-type] # filter or paths
            assert (error.value.code, error.value.details) == ("TOO_LARGE", {"notes": 301, "most": MAX_FILES})
        data = await bench.plan(paths=[*notes][:MAX_FILES], change=SET_DONE)
        assert data["updated"] == MAX_FILES


async def test_a_note_moved_by_an_earlier_call_is_reported_as_failed(tmp_path: Path) -> None:
    async with scene(tmp_path) as bench:
        await bench.draft.move(NotePath("Inbox/A.md"), NotePath("Elsewhere.md"))
        data = await bench.plan(filter=MEETINGS, change=SET_DONE)
        assert isinstance(data["files"], list)
        assert {"path": "Inbox/A.md", "result": "failed", "problem": "There is no note “Inbox/A.md”."} in data["files"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"change": SET_DONE},
        {"filter": {}, "change": SET_DONE},
        {"filter": {"tag": "a"}, "paths": ["b"], "change": SET_DONE},
        {"paths": ["a"]},
        {"paths": [], "change": SET_DONE},
        {"paths": ["a"], "change": [SET_DONE]},
    ],
)
def test_contradictory_calls_are_rejected(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(InvalidArguments):
        validate_arguments(BulkUpdateParameters, arguments)


async def test_one_approval_has_every_note_and_excluded_notes_are_unchanged(tmp_path: Path) -> None:
    def without_b(request: ApprovalRequest) -> ApprovalDecision:
        remaining = [change for change in request.changes.changes if change.path != "Inbox/B.md"]
        return ApprovalDecision(approved=True, changes=tuple(NoteChoice(change.id) for change in remaining))

    index = Index(tmp_path / "names.sqlite")
    async with (
        Searcher(index) as searcher,
        open_tool_env(tmp_path, without_b, tools=(BulkUpdate(searcher),), notes=NOTES) as env,
        Indexer(env.vault, index) as indexer,
    ):
        await indexer.settled()
        (result,) = await env.results(call("bulk_update", filter=MEETINGS, change=SET_DONE))
        assert [change.path for change in env.answers.requests[0].changes.changes] == ["Inbox/A.md", "Inbox/B.md"]
        assert result.success
        assert "Inbox/B.md" in result.metadata.note
        root = env.vault.root
        assert "status: done" in (root / "Inbox/A.md").read_text("utf-8")
        assert (root / "Inbox/B.md").read_text("utf-8") == NOTES["Inbox/B.md"]
        assert (root / "Broken.md").read_text("utf-8") == NOTES["Broken.md"]


def test_the_tool_is_dangerous_and_describes_its_action(tmp_path: Path) -> None:
    assert BulkUpdate.dangerous
    parameters = parameters_of(paths=["a", "b"], change={"kind": "add_tag", "tag": "x"})
    tool = BulkUpdate.__new__(BulkUpdate)
    assert (tool.action(parameters), tool.summary(parameters)) == ("Add #x to", "adds #x, 2 notes")
    for example in BulkUpdate.examples:
        validate_arguments(BulkUpdateParameters, example)
    assert "$ref" not in str(json_schema(BulkUpdateParameters))


async def test_excluded_and_failed_files_are_reported_individually(tmp_path: Path) -> None:
    async with scene(tmp_path) as bench:
        data = await bench.plan(filter=MEETINGS, change=SET_DONE)
        tool = BulkUpdate(bench.searcher)
        rows = data["files"]
        assert isinstance(rows, list)
        broken = [row for row in rows if isinstance(row, dict) and row["path"] == "Broken.md"]

        applied = tool.applied(data, {"Inbox/A.md": "done", "Inbox/B.md": "left out"})
        updated, left_out = {"path": "Inbox/A.md", "result": "updated"}, {"path": "Inbox/B.md", "result": "left out"}
        counts = {"updated": 1, "moved": 0, "unchanged": 1, "failed": 1, "left_out": 1}
        assert applied == {"files": [*broken, updated, left_out], **counts}

        applied = tool.applied(data, {"Inbox/A.md": "conflict", "Inbox/B.md": "unknown"})
        counts = {"updated": 0, "moved": 0, "unchanged": 1, "failed": 2}
        assert applied == {"files": [*broken, {"path": "Inbox/A.md", "result": "failed"}], **counts}
