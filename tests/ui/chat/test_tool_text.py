"""Tests of ui/chat/tool_text.py."""

import json

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.reviews import house, write_request
from tests.ui.chat.scenes import begun, finish, start_call
from vaultdesk.agent.transcript_blocks import StepBlock, StepFile, StepHit, ToolStepState
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.tool import ToolResult
from vaultdesk.ui.chat.tool_text import (
    MAX_ANSWER_TEXT,
    WrittenNotes,
    duration_text,
    elicitation_answer_text,
    left_out,
    note_name,
    step_text,
    write_remarks,
    write_summary,
    written_by,
)
from vaultdesk.ui.translation import install_language
from vaultdesk.vault.change_set import NoteChoice

# Elicitation answers.


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"chosen": ["House"]}, "House"),
        ({"chosen": ["Costs", "Tasks"], "words": "and the roof"}, "Costs, Tasks, “and the roof”"),
        ({"chosen": [], "words": "neither"}, "“neither”"),
        ({"dismissed": True, "message": "The user chose not to answer."}, "you skipped it"),
        ({}, ""),
    ],
)
def test_elicitation_answer_is_shown_as_chosen_and_typed(data: dict[str, object], expected: str) -> None:
    assert (
        elicitation_answer_text(json.dumps(data))
        == elicitation_answer_text(json.dumps({"success": True, "data": data}))
        == expected
    )


@pytest.mark.parametrize("result", ["", "no json", "[1]", '{"data": 3}'])
def test_invalid_result_has_no_answer_text(result: str) -> None:
    assert elicitation_answer_text(result) == ""


def test_long_answer_is_truncated() -> None:
    assert len(elicitation_answer_text(json.dumps({"words": "x" * 500}))) == MAX_ANSWER_TEXT


@pytest.mark.parametrize(("state", "verb"), [("waiting", "Notizen lesen"), ("done", "2 Notizen gelesen")])
def test_t4_waiting_step_is_not_described_as_done(qapp: QApplication, state: ToolStepState, verb: str) -> None:
    install_language(qapp, "de", [resource_path("translations")])
    files = tuple(StepFile(f"{name}.md") for name in "ab")
    try:
        text = step_text(StepBlock("c", "file_read", Phrase("Read notes"), state, files=files))
    finally:
        install_language(qapp, "en", [])

    assert text.verb == verb


def test_t4_search_query_uses_the_quotation_marks_of_the_language(qapp: QApplication) -> None:
    install_language(qapp, "de", [resource_path("translations")])
    summary = Phrase("“{0}”", "boiler")
    try:
        text = step_text(StepBlock("c", "vault_search", Phrase("Search notes"), "done", summary=summary))
    finally:
        install_language(qapp, "en", [])

    assert text.object == "„boiler“"


def test_step_shows_question_and_answer() -> None:
    result = json.dumps({"success": True, "data": {"chosen": ["House"]}})
    text = step_text(StepBlock("c", "ask_user", "Ask you", "done", summary="Which project?", result=result))
    assert (text.verb, text.object, text.result) == ("Asked you", "Which project?", "House")


# Written notes.


def write_step(
    data: object, files: list[str], note: str = "", state: ToolStepState = "done", kind: str = "write"
) -> StepBlock:
    metadata = {"operation_type": kind, "files_affected": files, **({"note": note} if note else {})}
    result = json.dumps({"success": True, "data": data, "metadata": metadata})
    return StepBlock("c", "edit_note", "Edit a note", state, result=result)


RENAMED = {"path": "B/new.md", "old_path": "A/old.md", "action": "renamed", "links_repaired": 4}


@pytest.mark.parametrize(
    ("data", "files", "omitted", "expected"),
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
def test_write_summary_names_action_and_object(
    data: object, files: list[str], omitted: int, expected: tuple[str, str]
) -> None:
    written = written_by(write_step(data, files))
    assert written is not None
    assert write_summary(written, omitted) == expected


def test_remarks_list_omitted_parts_edits_and_repaired_links() -> None:
    note = "Of the change to a.md the user took 1 of 2 parts. The user edited the change to a.md before it was applied."
    written = written_by(write_step(RENAMED, ["A/old.md", "B/new.md", "x.md"], note))
    assert written is not None
    assert write_remarks(written, 0) == ["partly left out by you", "edited by you", "4 links repaired"]
    assert write_remarks(written, 2) == ["2 left out by you", "edited by you", "4 links repaired"]
    assert written.paths == ("B/new.md", "x.md")


def test_unconfirmed_write_is_a_warning() -> None:
    written = written_by(write_step({}, ["a.md"], "Written, not confirmed by the disk: a.md."))
    assert written is not None
    assert written.unsure
    assert write_remarks(written, 0) == ["written, not confirmed"]


def test_external_change_and_write_error_are_remarked() -> None:
    assert write_remarks(WrittenNotes(note="Changed by another program in the meantime and not written: a.md."), 0) == [
        "changed by another program"
    ]
    assert write_remarks(WrittenNotes(note="Not written: a.md (the disk is full)."), 0) == ["not all written"]


@pytest.mark.parametrize(
    "block",
    [
        write_step({}, ["a.md"], kind="read"),
        write_step({}, ["a.md"], state="failed"),
        StepBlock("c", "x", "X", "done", result="no json"),
        StepBlock("c", "x", "X", "done", result="[" * 5_000),
        StepBlock("c", "x", "X", "done", result='{"data": 1, "metadata": {"operation_type": "write"}}'),
        StepBlock("c", "x", "X", "done"),
    ],
)
def test_step_without_a_write_has_no_written_notes(block: StepBlock) -> None:
    assert written_by(block) is None


def test_write_data_of_any_shape_does_not_fail() -> None:
    for data in (None, 1, "x", [1], {"path": 1, "old_path": [], "links_repaired": True, "action": {}}):
        written = written_by(write_step(data, ["a.md", 7]))  # type: ignore[list-item] # hostile on purpose
        assert written == WrittenNotes("", ("a.md",))


def test_omitted_notes_are_counted_per_call() -> None:
    request = write_request(house())
    assert left_out(request, ApprovalDecision(approved=True)) == {}
    assert left_out(request, ApprovalDecision(approved=True, changes=(NoteChoice("c6"),))) == {"call_1": 5}
    partly = (*(NoteChoice(f"c{number}") for number in range(1, 6)), NoteChoice("c6", ()))
    assert left_out(request, ApprovalDecision(approved=True, changes=partly)) == {"call_1": 1}


# Tool steps.

FILES = (
    StepFile("A/Boiler.md", characters=1_054),
    StepFile("Budget.md", left_out=True),
    StepFile("Gone.md", problem="missing"),
)


def search_step(state: ToolStepState = "done", *, leaves: bool = False) -> StepBlock:
    hits, result_count = ((StepHit("A/Boiler.md", 2, 40),), 1) if state == "done" else ((), None)
    return StepBlock(
        "c1",
        "vault_search",
        "Search notes",
        state,
        leaves,
        "“boiler”",
        hits=hits,
        result_count=result_count,
        seconds=0.2,
    )


def read_step(*files: StepFile, leaves: bool = False) -> StepBlock:
    return StepBlock("c1", "file_read", "Read notes", "done", leaves, "Boiler", files=files)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("preparing", ("spinner", "Search notes", "“boiler”", "")),
        ("waiting", ("clock", "Search notes", "“boiler”", "waiting for you")),
        ("running", ("spinner", "Searching notes", "“boiler”", "")),
        ("done", ("search", "Searched notes", "“boiler”", "1 found · 0.2 s")),
        ("refused", ("minus", "Search notes", "“boiler”", "refused by you")),
        ("cancelled", ("minus", "Search notes", "“boiler”", "stopped")),
    ],
)
def test_search_step_text_depends_on_the_state(state: ToolStepState, expected: tuple[str, str, str, str]) -> None:
    text = step_text(search_step(state))
    assert (text.icon, text.verb, text.object, text.result) == expected


def test_each_note_of_a_read_step_shows_its_outcome() -> None:
    text = step_text(read_step(*FILES, leaves=True))
    assert (text.verb, text.object, text.result) == ("Read 2 of 3 notes", "Boiler", "you left out 1")
    assert [(line.icon, line.name, line.result) for line in text.lines] == [
        ("check", "Boiler", "sent · 264 tokens"),
        ("minus", "Budget", "stayed here"),
        ("warning", "Gone", "not found"),
    ]


def test_notes_read_by_a_local_model_are_not_described_as_sent() -> None:
    assert [line.result for line in step_text(read_step(*FILES[:2])).lines] == ["read", "left out"]


def test_search_results_shown_to_a_remote_model_are_described_as_sent() -> None:
    assert [line.result for line in step_text(search_step(leaves=True)).lines] == ["2 matches · sent 10 tokens"]


def test_refused_read_step_names_the_notes_that_were_not_sent() -> None:
    refused = StepBlock("c1", "file_read", "Read notes", "refused", is_remote=True, files=FILES[:1])
    assert [(line.icon, line.result) for line in step_text(refused).lines] == [("minus", "stayed here")]


def test_failed_step_states_the_reason() -> None:
    text = step_text(StepBlock("c1", "web_search", "Search the web", "failed", code="TIMEOUT", seconds=30))
    assert (text.icon, text.icon_role, text.verb, text.result) == (
        "warning",
        "danger",
        "Search the web",
        "no answer after 30 s",
    )


def test_unknown_tool_name_is_made_readable() -> None:
    assert step_text(StepBlock("c1", "make_coffee", "make_coffee")).verb == "Make coffee"


def test_tool_result_of_any_shape_does_not_fail() -> None:
    for data in (None, "x", {"a": 1}, [1, None, {"path": 3}], [[]]):
        for name in ("vault_search", "file_read"):
            exchange = begun()
            finish(exchange, start_call(exchange, name), ToolResult(success=True, data=data))
            (block,) = exchange.blocks
            assert isinstance(block, StepBlock)
            step_text(block)


def test_durations_and_names_are_short() -> None:
    assert [duration_text(seconds) for seconds in (0.0, 0.24, 14.2, 125)] == ["0.1 s", "0.2 s", "14 s", "2 min 5 s"]
    assert [note_name(path) for path in ("A/B.md", "B", "A/x.MD")] == ["B", "B", "x"]


def test_write_step_lists_changed_notes_and_remarks() -> None:
    result = (
        '{"success":true,"data":{"path":"b.md","old_path":"a.md","action":"renamed","links_repaired":2},'
        '"metadata":{"operation_type":"write","files_affected":["a.md","b.md","A/c.md"]}}'
    )
    block = StepBlock("c", "rename_note", "Rename a note", "done", result=result, seconds=0.3)
    text = step_text(block, 1)
    assert (text.verb, text.object, text.result, text.state) == (
        "Renamed", "a → b", "1 left out by you · 2 links repaired · 0.3 s", "changed",
    )  # fmt: skip
    assert [(line.name, line.result) for line in text.lines] == [("b", "changed"), ("c", "changed")]


def test_unconfirmed_write_step_is_a_warning() -> None:
    result = (
        '{"success":true,"data":{},"metadata":{"operation_type":"write","files_affected":["a.md"],'
        '"note":"Written, not confirmed by the disk: a.md."}}'
    )
    text = step_text(StepBlock("c", "edit_note", "Edit a note", "done", result=result))
    assert (text.state, text.icon, text.icon_role) == ("unsure", "warning", "warning")
    assert text.lines[0].icon_role == "warning"


def test_waiting_write_step_has_an_icon_and_a_title() -> None:
    text = step_text(StepBlock("c", "edit_note", "Edit a note", "waiting"))
    assert (text.verb, text.icon, text.result, text.state) == ("Edit a note", "clock", "waiting for you", "")


@pytest.mark.parametrize(
    ("tool", "name"),
    [("web_search", "Search the web"), ("fetch_page", "Fetch a page"), ("youtube_transcription", "Transcript")],
)
def test_web_step_shows_its_query(tool: str, name: str) -> None:
    text = step_text(StepBlock("c1", tool, name, "done", False, "“heat pump”", seconds=1.2))
    assert (text.icon, text.verb, text.object, text.result) == ("globe", name, "“heat pump”", "1.2 s")
