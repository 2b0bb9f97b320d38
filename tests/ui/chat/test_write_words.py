"""Tests of write_words.py."""

import json

import pytest

from tests.support.reviews import house, write_request
from vaultdesk.agent.transcript_blocks import StepBlock, ToolStepState
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.ui.chat.write_words import Written, left_out, remarks, told, written_by
from vaultdesk.vault.diff.change_set import NoteChoice


def step(
    data: object, files: list[str], note: str = "", state: ToolStepState = "done", kind: str = "write"
) -> StepBlock:
    metadata = {"operation_type": kind, "files_affected": files, **({"note": note} if note else {})}
    result = json.dumps({"success": True, "data": data, "metadata": metadata})
    return StepBlock("c", "edit_note", "Edit a note", state, result=result)


RENAMED = {"path": "B/new.md", "old_path": "A/old.md", "action": "renamed", "links_repaired": 4}


@pytest.mark.parametrize(
    ("data", "files", "left", "said"),
    [
        (RENAMED, ["A/old.md", "B/new.md", "x.md"], 0, ("Renamed", "old → new")),
        ({"path": "a.md", "action": "created"}, ["a.md"], 0, ("Created", "a")),
        ({"path": "a.md", "action": "deleted"}, ["a.md"], 0, ("Deleted", "a")),
        ({"path": "a.md", "action": "updated"}, ["a.md"], 0, ("Changed", "a")),
        ([], ["a.md", "b.md"], 0, ("Changed 2 notes", "")),
        ([], ["a.md", "b.md"], 1, ("Changed 2 of 3 notes", "")),
        ([], [], 0, ("Changed nothing", "")),
    ],
)
def test_what_was_done_is_told_with_its_object(
    data: object, files: list[str], left: int, said: tuple[str, str]
) -> None:
    written = written_by(step(data, files))
    assert written is not None
    assert told(written, left) == said


def test_repaired_links_left_out_parts_and_own_words_are_remarked() -> None:
    note = "Of the change to a.md the user took 1 of 2 parts. The user edited the change to a.md before it was applied."
    written = written_by(step(RENAMED, ["A/old.md", "B/new.md", "x.md"], note))
    assert written is not None
    assert remarks(written, 0) == ["partly left out by you", "edited by you", "4 links repaired"]
    assert remarks(written, 2) == ["2 left out by you", "edited by you", "4 links repaired"]
    assert written.paths == ("B/new.md", "x.md")


def test_what_the_disk_did_not_confirm_is_a_warning() -> None:
    written = written_by(step({}, ["a.md"], "Written, not confirmed by the disk: a.md."))
    assert written is not None
    assert written.unsure
    assert remarks(written, 0) == ["written, not confirmed"]


def test_what_others_changed_meanwhile_and_what_failed_is_said() -> None:
    assert remarks(Written(note="Changed by somebody else meanwhile and not written: a.md."), 0) == [
        "changed meanwhile by somebody else"
    ]
    assert remarks(Written(note="Not written: a.md (the disk is full)."), 0) == ["not all written"]


@pytest.mark.parametrize(
    "block",
    [
        step({}, ["a.md"], kind="read"),
        step({}, ["a.md"], state="failed"),
        StepBlock("c", "x", "X", "done", result="no json"),
        StepBlock("c", "x", "X", "done", result="[" * 5_000),
        StepBlock("c", "x", "X", "done", result='{"data": 1, "metadata": {"operation_type": "write"}}'),
        StepBlock("c", "x", "X", "done"),
    ],
)
def test_what_wrote_nothing_is_not_told_as_written(block: StepBlock) -> None:
    assert written_by(block) is None


def test_data_of_any_shape_is_told_without_failing() -> None:
    for data in (None, 1, "x", [1], {"path": 1, "old_path": [], "links_repaired": True, "action": {}}):
        written = written_by(step(data, ["a.md", 7]))  # type: ignore[list-item] # hostile on purpose
        assert written == Written("", ("a.md",))


def test_notes_that_were_left_out_are_counted_for_their_call() -> None:
    request = write_request(house())
    assert left_out(request, ApprovalDecision(approved=True)) == {}
    assert left_out(request, ApprovalDecision(approved=True, changes=(NoteChoice("c6"),))) == {"call_1": 5}
    partly = (*(NoteChoice(f"c{number}") for number in range(1, 6)), NoteChoice("c6", ()))
    assert left_out(request, ApprovalDecision(approved=True, changes=partly)) == {"call_1": 1}
