"""Tests of tool_words.py."""

import pytest

from tests.ui.chat.scenes import begun, finish, start_call
from vaultdesk.agent.transcript_blocks import StepBlock, StepFile, StepHit, ToolStepState
from vaultdesk.tools.tool import ToolResult
from vaultdesk.ui.chat.tool_words import duration, note_name, step_words

FILES = (
    StepFile("A/Boiler.md", given=True, characters=1_054),
    StepFile("Budget.md", given=False, left_out=True),
    StepFile("Gone.md", given=False, trouble="missing"),
)


def searched(state: ToolStepState = "done", *, leaves: bool = False) -> StepBlock:
    hits, found = ((StepHit("A/Boiler.md", 2, 40),), 1) if state == "done" else ((), None)
    return StepBlock(
        "c1", "vault_search", "Search notes", state, leaves, "“boiler”", hits=hits, found=found, seconds=0.2
    )


def read(*files: StepFile, leaves: bool = False) -> StepBlock:
    return StepBlock("c1", "file_read", "Read notes", "done", leaves, "Boiler", files=files)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("preparing", ("spinner", "Search notes", "“boiler”", "")),
        ("waiting", ("clock", "Search notes", "“boiler”", "waiting for you")),
        ("running", ("spinner", "Searching notes", "“boiler”", "")),
        ("done", ("search", "Searched notes", "“boiler”", "1 found · 0.2 s")),
        ("refused", ("minus", "Search notes", "“boiler”", "you said no")),
        ("cancelled", ("minus", "Search notes", "“boiler”", "stopped")),
    ],
)
def test_a_search_is_told_in_each_state(state: ToolStepState, told: tuple[str, str, str, str]) -> None:
    words = step_words(searched(state))
    assert (words.icon, words.verb, words.object, words.result) == told


def test_each_note_of_a_read_is_told_by_what_became_of_it() -> None:
    words = step_words(read(*FILES, leaves=True))
    assert (words.verb, words.object, words.result) == ("Read 2 of 3 notes", "Boiler", "you left out 1")
    assert [(line.icon, line.name, line.result) for line in words.lines] == [
        ("check", "Boiler", "sent · 264 tokens"),
        ("minus", "Budget", "stayed here"),
        ("warning", "Gone", "not found"),
    ]


def test_nothing_is_called_sent_that_stays_on_this_computer() -> None:
    assert [line.result for line in step_words(read(*FILES[:2])).lines] == ["read · 264 tokens", "left out"]


def test_what_a_search_showed_a_model_elsewhere_is_told_as_sent() -> None:
    assert [line.result for line in step_words(searched(leaves=True)).lines] == ["2 matches · sent 10 tokens"]


def test_a_refused_read_names_the_notes_that_stayed() -> None:
    refused = StepBlock("c1", "file_read", "Read notes", "refused", leaves=True, files=FILES[:1])
    assert [(line.icon, line.result) for line in step_words(refused).lines] == [("minus", "stayed here")]


def test_a_failure_says_why() -> None:
    words = step_words(StepBlock("c1", "web_search", "Search the web", "failed", code="TIMEOUT", seconds=30))
    assert (words.icon, words.icon_role, words.verb, words.result) == (
        "warning",
        "danger",
        "Search the web",
        "no answer after 30 s",
    )


def test_an_unknown_tool_is_named_in_plain_words() -> None:
    assert step_words(StepBlock("c1", "make_coffee", "make_coffee")).verb == "Make coffee"


def test_a_result_of_any_shape_is_told_without_failing() -> None:
    for data in (None, "x", {"a": 1}, [1, None, {"path": 3}], [[]]):
        for name in ("vault_search", "file_read"):
            exchange = begun()
            finish(exchange, start_call(exchange, name), ToolResult(success=True, data=data))
            (block,) = exchange.blocks
            assert isinstance(block, StepBlock)
            step_words(block)


def test_durations_and_names_are_short() -> None:
    assert [duration(seconds) for seconds in (0.0, 0.24, 14.2, 125)] == ["0.1 s", "0.2 s", "14 s", "2 min 5 s"]
    assert [note_name(path) for path in ("A/B.md", "B", "A/x.MD")] == ["B", "B", "x"]


def test_a_write_is_told_by_what_it_changed_and_what_was_left() -> None:
    result = (
        '{"success":true,"data":{"path":"b.md","old_path":"a.md","action":"renamed","links_repaired":2},'
        '"metadata":{"operation_type":"write","files_affected":["a.md","b.md","A/c.md"]}}'
    )
    block = StepBlock("c", "rename_note", "Rename a note", "done", result=result, seconds=0.3)
    words = step_words(block, 1)
    assert (words.verb, words.object, words.result, words.state) == (
        "Renamed", "a → b", "1 left out by you · 2 links repaired · 0.3 s", "changed",
    )  # fmt: skip
    assert [(line.name, line.result) for line in words.lines] == [("b", "changed"), ("c", "changed")]


def test_a_write_the_disk_did_not_confirm_warns() -> None:
    result = (
        '{"success":true,"data":{},"metadata":{"operation_type":"write","files_affected":["a.md"],'
        '"note":"Written, not confirmed by the disk: a.md."}}'
    )
    words = step_words(StepBlock("c", "edit_note", "Edit a note", "done", result=result))
    assert (words.state, words.icon, words.icon_role) == ("unsure", "warning", "warning")
    assert words.lines[0].icon_role == "warning"


def test_a_write_at_work_has_its_sign_and_name() -> None:
    words = step_words(StepBlock("c", "edit_note", "Edit a note", "waiting"))
    assert (words.verb, words.icon, words.result, words.state) == ("Edit a note", "clock", "waiting for you", "")


@pytest.mark.parametrize(
    ("tool", "name"),
    [("web_search", "Search the web"), ("fetch_page", "Fetch a page"), ("youtube_transcription", "Transcript")],
)
def test_what_goes_out_is_told_with_the_words_it_takes_along(tool: str, name: str) -> None:
    words = step_words(StepBlock("c1", tool, name, "done", False, "“heat pump”", seconds=1.2))
    assert (words.icon, words.verb, words.object, words.result) == ("globe", name, "“heat pump”", "1.2 s")
