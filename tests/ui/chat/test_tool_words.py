"""Tests of tool_words.py."""

import pytest

from vaultdesk.chat.messages import Source
from vaultdesk.tools.tool import FileChoice, ToolErrorBody, ToolResult
from vaultdesk.ui.chat.tool_words import CallFacts, CallState, duration, note_name, step_words

HITS = ToolResult(success=True, data=[{"path": "A/Boiler.md", "basename": "Boiler", "matches": 2, "preview": "x"}])
FILES = tuple(FileChoice(path, 10, "") for path in ("A/Boiler.md", "Budget.md", "Gone.md"))
READ = ToolResult(
    success=True,
    data=[
        {"path": "A/Boiler.md", "content": "text", "size": 4},
        {"path": "Gone.md", "content": "File not found: Gone.md", "size": 0},
    ],
)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("asking", ("spinner", "Search notes", "“boiler”", "")),
        ("waiting", ("clock", "Search notes", "“boiler”", "waiting for you")),
        ("running", ("spinner", "Searching notes", "“boiler”", "")),
        ("done", ("search", "Searched notes", "“boiler”", "1 found · 0.2 s")),
        ("refused", ("minus", "Search notes", "“boiler”", "you said no")),
        ("stopped", ("minus", "Search notes", "“boiler”", "stopped")),
    ],
)
def test_a_search_is_told_in_each_state(state: CallState, told: tuple[str, str, str, str]) -> None:
    result = HITS if state == "done" else None
    words = step_words(CallFacts("vault_search", state, "", {"query": " boiler\n"}, result=result, seconds=0.2))
    assert (words.icon, words.verb, words.object, words.result) == told


def test_each_note_of_a_read_is_told_by_what_became_of_it() -> None:
    sources = (Source(path="A/Boiler.md", characters=1_054),)
    facts = CallFacts(
        "file_read", "done", files=FILES, chosen=("A/Boiler.md", "Gone.md"), result=READ, sources=sources, local=False
    )
    words = step_words(facts)
    assert (words.verb, words.result) == ("Read 2 of 3 notes", "you left out 1")
    assert [(line.icon, line.name, line.result) for line in words.lines] == [
        ("check", "Boiler", "sent · 264 tokens"),
        ("minus", "Budget", "stayed here"),
        ("warning", "Gone", "not found"),
    ]


def test_nothing_is_called_sent_that_stays_on_this_computer() -> None:
    facts = CallFacts("file_read", "done", files=FILES[:2], chosen=("A/Boiler.md",), result=READ, local=True)
    assert [line.result for line in step_words(facts).lines] == ["read · 0 tokens", "left out"]


def test_what_a_search_showed_a_model_elsewhere_is_told_as_sent() -> None:
    sources = (Source(path="A/Boiler.md", characters=40),)
    facts = CallFacts("vault_search", "done", result=HITS, sources=sources, local=False)
    assert [line.result for line in step_words(facts).lines] == ["2 matches · sent 10 tokens"]


def test_a_failure_says_why() -> None:
    error = ToolErrorBody(code="TIMEOUT", message="late")
    facts = CallFacts(
        "web_search", "failed", "Search the web", result=ToolResult(success=False, error=error), seconds=30
    )
    words = step_words(facts)
    assert (words.icon, words.icon_role, words.verb, words.result) == (
        "warning",
        "danger",
        "Search the web",
        "no answer after 30 s",
    )


def test_an_unknown_tool_is_named_in_plain_words() -> None:
    assert step_words(CallFacts("make_coffee", "asking")).verb == "Make coffee"


def test_a_result_of_any_shape_is_told_without_failing() -> None:
    for data in (None, "x", {"a": 1}, [1, None, {"path": 3}], [[]]):
        for name in ("vault_search", "file_read"):
            step_words(CallFacts(name, "done", result=ToolResult(success=True, data=data)))


def test_durations_and_names_are_short() -> None:
    assert [duration(seconds) for seconds in (0.0, 0.24, 14.2, 125)] == ["0.1 s", "0.2 s", "14 s", "2 min 5 s"]
    assert [note_name(path) for path in ("A/B.md", "B", "A/x.MD")] == ["B", "B", "x"]
