"""Tests of tools/builtin/bulk_tool.py."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.support.desk import call, open_desk
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

# BulkChange: one change, whole or wrong; its words, and what it makes of a text.

TEXT = "---\nstatus: open\ntags: [todo]\n---\nbody #todo/now\n"


def change(**arguments: JsonValue) -> BulkChange:
    found = validate_arguments(BulkChange, arguments)
    assert isinstance(found, BulkChange)
    return found


@pytest.mark.parametrize(
    ("arguments", "after", "words", "question"),
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
def test_each_kind_of_change(arguments: Mapping[str, JsonValue], after: str, words: str, question: str) -> None:
    one = change(**arguments)
    assert one.editor({})(TEXT) == after
    assert (one.description_text(), one.question_text()) == (words, question)


def test_a_move_is_put_in_words() -> None:
    assert change(kind="move", folder="Archive").description_text() == "moves to Archive"
    assert change(kind="move", folder="").question_text() == "Move to the vault root:"


@pytest.mark.parametrize(
    ("arguments", "why"),
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
def test_half_a_change_is_wrong(arguments: Mapping[str, JsonValue], why: str) -> None:
    with pytest.raises(InvalidArguments, match=why):
        validate_arguments(BulkChange, arguments)


@pytest.mark.parametrize("kind", ["set_property", "remove_property", "move"])
def test_a_call_that_was_frozen_is_the_same_call(kind: str) -> None:
    given: dict[str, JsonValue] = {"property": "a"} if kind != "move" else {"folder": ""}
    one = change(kind=kind, **given, **({"value": False} if kind == "set_property" else {}))
    assert change(**canonical_arguments(one)) == one


def test_kinds_of_properties_count() -> None:
    assert change(kind="set_property", property="n", value="42").editor({"n": "number"})("") == '---\n"n": 42\n---\n'


def test_fields_filled_with_nothing_are_not_asked_for() -> None:
    assert change(kind="add_tag", tag="x", property="", folder="", value=None).editor({})("") == with_tags("", ["x"])


def test_the_schema_is_flat() -> None:
    schema = json_schema(BulkChange)
    assert schema["required"] == ["kind"]
    assert isinstance(schema["properties"], dict)
    assert [*schema["properties"]] == ["kind", "property", "value", "tag", "new_tag", "folder"]


# bulk_update: one question for every note, each with what came of it; what cannot be changed holds up no other.

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
    """A draft over an indexed vault, and the tool."""

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self.vault, self.searcher, self.draft = vault, searcher, StagingArea(vault)

    async def plan(self, view: Visibility = FULL_VISIBILITY, **arguments: JsonValue) -> dict[str, JsonValue]:
        with self.draft.planning("call_1"):
            data = await BulkUpdate(self.searcher).plan(asked(**arguments), self.draft, view)
        assert isinstance(data, dict)
        return data

    def staged(self) -> dict[str, str]:
        return {(note.old_path or note.path).text: note.path.text for note in self.draft.notes}


def asked(**arguments: JsonValue) -> BulkUpdateParameters:
    found = validate_arguments(BulkUpdateParameters, arguments)
    assert isinstance(found, BulkUpdateParameters)
    return found


@asynccontextmanager
async def scene(folder: Path, notes: Mapping[str, str] = NOTES) -> AsyncIterator[Scene]:
    root = write_vault(folder / "vault", notes)
    index = Index(folder / "index.sqlite")
    async with Vault(root) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        yield Scene(vault, searcher)


async def test_a_filter_names_the_notes_and_those_that_cannot_be_changed_are_listed(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        data = await here.plan(filter=MEETINGS, change=SET_DONE)
        files = data.pop("files")
        assert data == {"updated": 2, "moved": 0, "unchanged": 1, "failed": 1}
        assert isinstance(files, list)
        # C is so already: nobody is asked about it, so it is counted and not named.
        assert [(one["path"], one["result"]) for one in files if isinstance(one, dict)] == [
            ("Broken.md", "failed"),
            ("Inbox/A.md", "updated"),
            ("Inbox/B.md", "updated"),
        ]
        assert isinstance(files[0], dict)
        assert "anchor" in str(files[0]["problem"])
        assert {note.path.text: note.reason for note in here.draft.notes} == {
            "Inbox/A.md": "sets status",
            "Inbox/B.md": "sets status",
        }
        assert all(note.calls == ("call_1",) for note in here.draft.notes)


async def test_paths_are_names_too_and_each_has_its_result(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        paths: list[JsonValue] = ["A", "Inbox/A.md", "C", "Inbox/C", "Missing", "../x", "B"]
        data = await here.plan(paths=paths, change=SET_DONE)
        files = data["files"]
        assert isinstance(files, list)
        assert [(one["path"], one["result"]) for one in files if isinstance(one, dict)] == [
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
async def test_every_kind_of_change(tmp_path: Path, change: JsonValue, text: str) -> None:
    async with scene(tmp_path) as here:
        await here.plan(paths=["Inbox/A"], change=change)
        assert [note.text for note in here.draft.notes] == [text]


async def test_notes_move_together_with_the_links_to_them(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        data = await here.plan(filter={"folder": "Inbox"}, change={"kind": "move", "folder": "House/"})
        assert data["files"] == [
            {"path": "Inbox/C.md", "result": "failed", "problem": "There is another note of this name in that folder."},
            {"path": "Inbox/A.md", "result": "moved", "new_path": "House/A.md"},
            {"path": "Inbox/B.md", "result": "moved", "new_path": "House/B.md"},
        ]
        assert here.staged() == {"Inbox/A.md": "House/A.md", "Inbox/B.md": "House/B.md"}
        texts = {note.path.text: note.text for note in here.draft.notes}
        assert "[[House/A|the first]]" in texts["House/B.md"]
        assert len({note.unit for note in here.draft.notes}) == 1


async def test_a_move_to_where_it_is_changes_nothing(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        data = await here.plan(paths=["Inbox/A"], change={"kind": "move", "folder": "inbox"})
        assert (data["unchanged"], here.draft.notes) == (1, ())
        with pytest.raises(OutsideVault):
            await here.plan(paths=["Inbox/A"], change={"kind": "move", "folder": "../out"})


async def test_two_notes_of_one_name_do_not_both_move(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        paths: list[JsonValue] = ["Inbox/C", "House/C"]
        data = await here.plan(paths=paths, change={"kind": "move", "folder": "New"})
        assert (data["moved"], data["failed"], here.staged()["Inbox/C.md"]) == (1, 1, "New/C.md")


async def test_a_note_that_cannot_move_keeps_no_other_back(tmp_path: Path) -> None:
    # Other.md, which is out of sight, links to A and C; so only B can move.
    view = Visibility(sees=lambda path: path != "Other.md")
    notes = {**NOTES, "Other.md": "[[Inbox/A]] [[Inbox/C]]\n"}
    async with scene(tmp_path, notes) as here:
        data = await here.plan(view, filter={"folder": "Inbox"}, change={"kind": "move", "folder": "New"})
        assert (data["moved"], data["failed"]) == (1, 2)
        assert here.staged().get("Inbox/B.md") == "New/B.md"
        assert "Inbox/C.md" not in here.staged()


async def test_what_is_out_of_sight_is_not_found(tmp_path: Path) -> None:
    view = Visibility(sees=lambda path: not path.startswith("Inbox/"))
    async with scene(tmp_path) as here:
        data = await here.plan(view, filter=MEETINGS, change={"kind": "add_tag", "tag": "x"})
        assert (data["updated"], data["failed"]) == (0, 1)
        with pytest.raises(ToolFailure, match="Inbox/A") as refused:
            await here.plan(view, paths=["Inbox/A"], change=SET_DONE)
        assert refused.value.code == "NOTE_NOT_FOUND"
        assert here.draft.notes == ()


async def test_more_notes_than_a_person_can_look_through_are_too_many(tmp_path: Path) -> None:
    notes = {f"n{number}.md": "#x\n" for number in range(MAX_FILES + 1)}
    async with scene(tmp_path, notes) as here:
        for which in ({"filter": {"tag": "x"}}, {"paths": [*notes]}):
            with pytest.raises(ToolFailure, match="301 notes") as refused:
                await here.plan(**which, change=SET_DONE)  # type: ignore[arg-type] # either
            assert (refused.value.code, refused.value.details) == ("TOO_LARGE", {"notes": 301, "most": MAX_FILES})
        data = await here.plan(paths=[*notes][:MAX_FILES], change=SET_DONE)
        assert data["updated"] == MAX_FILES


async def test_a_note_moved_by_an_earlier_call_is_changed_or_told(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await here.draft.move(NotePath("Inbox/A.md"), NotePath("Elsewhere.md"))
        data = await here.plan(filter=MEETINGS, change=SET_DONE)
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
def test_calls_that_make_no_sense_are_wrong(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(InvalidArguments):
        validate_arguments(BulkUpdateParameters, arguments)


async def test_one_question_has_every_note_and_what_is_left_out_stays(tmp_path: Path) -> None:
    def without_b(request: ApprovalRequest) -> ApprovalDecision:
        kept = [change for change in request.changes.changes if change.path != "Inbox/B.md"]
        return ApprovalDecision(approved=True, changes=tuple(NoteChoice(change.id) for change in kept))

    index = Index(tmp_path / "names.sqlite")
    async with (
        Searcher(index) as searcher,
        open_desk(tmp_path, without_b, tools=(BulkUpdate(searcher),), notes=NOTES) as desk,
        Indexer(desk.vault, index) as indexer,
    ):
        await indexer.settled()
        (result,) = await desk.results(call("bulk_update", filter=MEETINGS, change=SET_DONE))
        assert [change.path for change in desk.answers.requests[0].changes.changes] == ["Inbox/A.md", "Inbox/B.md"]
        assert result.success
        assert "Inbox/B.md" in result.metadata.note
        root = desk.vault.root
        assert "status: done" in (root / "Inbox/A.md").read_text("utf-8")
        assert (root / "Inbox/B.md").read_text("utf-8") == NOTES["Inbox/B.md"]
        assert (root / "Broken.md").read_text("utf-8") == NOTES["Broken.md"]


def test_it_is_dangerous_and_says_what_it_does(tmp_path: Path) -> None:
    assert BulkUpdate.dangerous
    one = asked(paths=["a", "b"], change={"kind": "add_tag", "tag": "x"})
    tool = BulkUpdate.__new__(BulkUpdate)
    assert (tool.action(one), tool.summary(one)) == ("Add #x to", "adds #x, 2 notes")
    for example in BulkUpdate.examples:
        validate_arguments(BulkUpdateParameters, example)
    assert "$ref" not in str(json_schema(BulkUpdateParameters))


async def test_what_was_left_out_or_not_written_is_told_so_file_by_file(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        data = await here.plan(filter=MEETINGS, change=SET_DONE)
        tool = BulkUpdate(here.searcher)
        rows = data["files"]
        assert isinstance(rows, list)
        broken = [row for row in rows if isinstance(row, dict) and row["path"] == "Broken.md"]

        told = tool.applied(data, {"Inbox/A.md": "done", "Inbox/B.md": "left out"})
        done, left = {"path": "Inbox/A.md", "result": "updated"}, {"path": "Inbox/B.md", "result": "left out"}
        counts = {"updated": 1, "moved": 0, "unchanged": 1, "failed": 1, "left_out": 1}
        assert told == {"files": [*broken, done, left], **counts}

        told = tool.applied(data, {"Inbox/A.md": "conflict", "Inbox/B.md": "unknown"})
        counts = {"updated": 0, "moved": 0, "unchanged": 1, "failed": 2}
        assert told == {"files": [*broken, {"path": "Inbox/A.md", "result": "failed"}], **counts}
