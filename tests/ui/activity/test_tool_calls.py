"""Tool calls: the lines of the record folded to calls."""

from tests.ui.activity.entries import lines
from vaultdesk.ui.activity.tool_calls import tool_calls


def test_the_lines_of_a_call_are_one_call() -> None:
    (call,) = tool_calls(
        [
            *lines("requested", "asked"),
            *lines("allowed", "started", first=3, by="person", effect="read", files=("a.md",)),
            *lines("done", first=5, by="person", files=("a.md",), milliseconds=230),
        ]
    )

    assert (call.tool, call.by, call.outcome, call.files, call.effect, call.milliseconds) == (
        "file_read", "person", "done", ("a.md",), "read", 230,
    )  # fmt: skip
    assert [entry.seq for entry in call.lines] == [1, 2, 3, 4, 5]


def test_the_newest_call_is_first_and_agents_are_named_by_their_run() -> None:
    entries = [*lines("requested", "done"), *lines("requested", first=3, call="call_2", run_id="run_2")]

    calls = tool_calls(entries, {"run_1": "Librarian"})

    assert [(call.call_id, call.agent, call.outcome) for call in calls] == [
        ("call_2", "", "open"),
        ("call_1", "Librarian", "done"),
    ]


def test_an_id_that_a_model_uses_again_is_another_call() -> None:
    calls = tool_calls([*lines("requested", "done"), *lines("requested", "refused", first=3, why="RATE_LIMITED")])

    assert [(call.outcome, call.why) for call in calls] == [("refused", "RATE_LIMITED"), ("done", "")]


def test_a_record_that_begins_in_the_middle_is_read() -> None:
    (call,) = tool_calls(lines("allowed", "failed", why="NOTE_NOT_FOUND"))

    assert (call.outcome, call.why) == ("failed", "NOTE_NOT_FOUND")


def test_what_a_call_is_about() -> None:
    about = [
        {"files": ("a.md", "b.md")},
        {"arguments": {"query": "heating"}, "files": ("a.md",)},
        {"arguments": {"paths": ["x.md", "y.md"]}},
        {"arguments": {"text": {"sha256": "…", "characters": 9}}},
    ]
    calls = [tool_calls(lines("requested", **facts))[0] for facts in about]  # type: ignore[arg-type] # named facts

    assert [call.subject for call in calls] == ["a.md, b.md", "heating", "x.md, y.md", ""]
    assert calls[1].matches("HEAT")
    assert not calls[1].matches("budget")
