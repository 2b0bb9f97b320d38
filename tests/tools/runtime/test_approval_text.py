"""Tests of tools/runtime/approval_text.py."""

import pytest

from tests.support.requests import RESULTS, outgoing_request, results_request
from tests.support.tool_env import LOCAL, REMOTE
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import Destination
from vaultdesk.tools.runtime.approval_text import (
    calls_headline,
    change_headline,
    change_line,
    common_folder,
    privacy_notice,
    request_headline,
    results_headline,
    results_notice,
    ticked_files,
)
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.tool import FileChoice
from vaultdesk.vault.change_set import ChangeSet, Hunk, NoteChange, NoteChoice

# The headline of a change set.

LINE = Hunk("h1", 1, ("old",), 1, ("new", "er"))


def change(
    number: int, kind: str, path: str = "a.md", new_path: str = "", reason: str = "", unit: str = "", links: int = 0
) -> NoteChange:
    hunks = (LINE,) if kind in ("modify", "create", "delete") else ()
    return NoteChange(
        f"c{number}", kind, path, new_path, old_text="old", new_text="new\ner", hunks=hunks, unit=unit, reason=reason,
        repaired_links=links,  # type: ignore[arg-type]  # a table of words
    )  # fmt: skip


RENAME = change(1, "move", "Old.md", "New.md", unit="u")
REPAIR = change(2, "modify", "b.md", reason="repairs 3 links to the new name", unit="u", links=3)
ONE_REPAIR = change(3, "modify", "c.md", reason="repairs 1 link to the new name", unit="u", links=1)
CREATED = change(4, "create", "d.md")
CHANGED = change(5, "modify", "e.md")
DELETED = change(6, "delete", "f.md", reason="to the vault's .trash")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ((CREATED,), "Create 1 note"),
        ((RENAME, REPAIR, ONE_REPAIR), "Rename 1 note and repair 4 links"),
        ((RENAME, ONE_REPAIR), "Rename 1 note and repair 1 link"),
        ((RENAME, CHANGED, change(7, "modify", "g.md"), REPAIR, ONE_REPAIR),
         "Rename 1 note, change 2 notes and repair 4 links"),
        ((DELETED,), "Delete 1 note (to the vault's .trash)"),
        ((change(1, "move", "a/x.md", "b/x.md"),), "Move 1 note"),
        ((CREATED, DELETED), "Create 1 note and delete 1 note (to the vault's .trash)"),
        ((), "Change nothing"),
    ],
)  # fmt: skip
def test_the_headline_counts_the_changes_by_kind(changes: tuple[NoteChange, ...], sentence: str) -> None:
    assert change_headline(ChangeSet(changes)) == sentence


def test_the_headline_counts_selected_changes_and_complete_units_only() -> None:
    changes = ChangeSet((RENAME, REPAIR, CREATED, CHANGED))
    assert change_headline(changes, [NoteChoice("c4")]) == "Create 1 note"
    assert change_headline(changes, [NoteChoice("c1"), NoteChoice("c4")]) == "Create 1 note"
    assert change_headline(changes, [NoteChoice("c5", hunks=())]) == "Change nothing"
    assert change_headline(changes, ()) == "Change nothing"


@pytest.mark.parametrize(
    ("note_change", "line"),
    [
        (CREATED, "create d.md (2 lines)"),
        (RENAME, "rename Old.md to New.md"),
        (REPAIR, "change b.md (+2 −1; repairs 3 links to the new name)"),
        (DELETED, "delete f.md (1 line; to the vault's .trash)"),
        (change(1, "move", "a\u202e.md", "b.md", reason="new title"), "rename a<U+202E>.md to b.md (new title)"),
    ],
)
def test_each_change_is_described_on_one_line(note_change: NoteChange, line: str) -> None:
    assert change_line(note_change) == line


# The texts of an approval.

READ_REVIEW = CallReview(
    "c1", "file_read", "Read notes", "opens", "read", {},
    (FileChoice("a.md", 4000, "named"), FileChoice("b.md", 801, "named"), FileChoice("c.md", 5, "named", ticked=False)),
    action="Read",
)  # fmt: skip
SEARCH_REVIEW = CallReview("c2", "vault_search", "Search", "looks", "read", {}, action="Search your notes for “boiler”")
WRITE_REVIEW = CallReview("c3", "write_note", "Write a note", "changes", "write", {}, action="Write a note")


@pytest.mark.parametrize(
    ("calls", "destination", "ticked", "sentence"),
    [
        ([READ_REVIEW], REMOTE, None, "Read 2 notes and send them to Anthropic (api.anthropic.com)"),
        ([READ_REVIEW], REMOTE, ("a.md",), "Read 1 note and send it to Anthropic (api.anthropic.com)"),
        ([READ_REVIEW], LOCAL, None, "Read 2 notes; they stay on this computer"),
        ([READ_REVIEW], LOCAL, ("a.md",), "Read 1 note; it stays on this computer"),
        (
            [SEARCH_REVIEW], REMOTE, None,
            "Search your notes for “boiler” and send what is found to Anthropic (api.anthropic.com)",
        ),
        ([SEARCH_REVIEW], LOCAL, None, "Search your notes for “boiler”; what is found stays on this computer"),
        (
            [SEARCH_REVIEW, READ_REVIEW], REMOTE, None,
            "Search your notes for “boiler” and read 2 notes and send what is found to Anthropic (api.anthropic.com)",
        ),
        ([READ_REVIEW, READ_REVIEW], LOCAL, None, "Read 2 notes; they stay on this computer"),
        ([WRITE_REVIEW], REMOTE, None, "Write a note"),
    ],
)  # fmt: skip
def test_the_headline_describes_the_calls_and_the_destination(
    calls: list[CallReview], destination: Destination, ticked: tuple[str, ...] | None, sentence: str
) -> None:
    assert calls_headline(calls, destination, ticked) == sentence


def test_the_headline_counts_the_selected_files() -> None:
    request = ApprovalRequest("ask_1", "", (READ_REVIEW,), LOCAL)
    assert request_headline(request, ["a.md", "b.md", "c.md"]) == "Read 3 notes; they stay on this computer"
    assert [choice.path for choice in ticked_files([READ_REVIEW], None)] == ["a.md", "b.md"]


def test_the_notice_names_provider_host_and_amount_and_is_empty_for_a_local_model() -> None:
    assert privacy_notice([READ_REVIEW], REMOTE) == (
        "The text of these 2 notes, about 1,201 tokens, leaves this computer for Anthropic at api.anthropic.com. "
        "It is recorded in “What left this computer”."
    )
    assert privacy_notice([READ_REVIEW], REMOTE, ["a.md"]).startswith(
        "The text of this note, about 1,000 tokens, leaves"
    )
    assert privacy_notice([SEARCH_REVIEW], REMOTE).startswith("What is found leaves this computer for Anthropic")
    assert privacy_notice([READ_REVIEW], LOCAL) == ""


@pytest.mark.parametrize(
    ("paths", "folder"),
    [
        ([], None),
        (["P/House/a.md", "P/House/b.md"], "P/House"),
        (["P/House/Quotes/a.md", "P/House/b.md"], "P/House"),
        (["P/House/a.md", "P/Garden/b.md"], "P"),
        (["P/House/Q/a.md", "P/House/Q/b.md", "P/House/c.md", "Daily/d.md"], "P/House"),
        (["a.md", "b.md"], ""),
        (["a.md", "P/b.md"], "P"),
        (["P/a.md", "P-secret/b.md"], "P"),
    ],
)
def test_the_common_folder_is_the_deepest_shared_by_most_files(paths: list[str], folder: str | None) -> None:
    assert common_folder(paths) == folder


def test_the_headline_of_a_request_counts_the_selected_changes() -> None:
    changes = ChangeSet((NoteChange("c1", "create", "a.md"), NoteChange("c2", "delete", "b.md")))
    request = ApprovalRequest("ask_1", "", (WRITE_REVIEW,), REMOTE, changes=changes)
    assert request_headline(request, ()) == "Create 1 note and delete 1 note"
    assert request_headline(request, (), [NoteChoice("c2")]) == "Delete 1 note"


def test_several_searches_are_joined_in_one_headline() -> None:
    def search(query: str) -> CallReview:
        action = Phrase("Search your notes for “{0}”", query)
        return CallReview("c", "vault_search", "Search notes", "", "read", {"query": query}, action=action)

    destination = Destination("Offline assistant", "", local=True)
    first, second, third = search("boiler"), search("heating"), search("decide")
    suffix = "; what is found stays on this computer"
    assert calls_headline((first, second), destination) == f"Search your notes for “boiler” and “heating”{suffix}"
    assert (
        calls_headline((first, second, third), destination)
        == f"Search your notes for “boiler”, “heating” and “decide”{suffix}"
    )
    assert calls_headline((first, first), destination) == f"Search your notes for “boiler”{suffix}"


@pytest.mark.parametrize("destination", [LOCAL, REMOTE])
def test_the_notice_of_a_network_call_does_not_depend_on_the_destination_of_the_model(destination: Destination) -> None:
    request = outgoing_request(destination=destination)
    assert request.headline == "Search the web for “heat pump”"
    assert privacy_notice(request.calls, destination) == (
        "The words above leave this computer for Brave Search (api.search.brave.com). "
        "You see what comes back before the model does."
    )


def test_the_headline_of_results_names_their_receiver() -> None:
    request = results_request()
    assert request_headline(request, ("1", "3")) == "Let Anthropic (api.anthropic.com) read 2 results"
    assert results_headline(0, LOCAL) == "Let the model on this computer read nothing of what was found"
    tokens = text_tokens(RESULTS[0].text)
    assert results_notice(request, ("1",)) == (
        f"About {tokens} tokens go to Anthropic (api.anthropic.com). None of it is from your notes."
    )
    assert (results_notice(request, ()), results_notice(results_request(destination=LOCAL), ("1",))) == ("", "")
