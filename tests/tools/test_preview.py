"""The words of an approval."""

import pytest

from tests.support.desk import LOCAL, REMOTE
from tests.support.requests import RESULTS, outgoing_request, results_request
from vaultdesk.core.destination import Destination
from vaultdesk.tools.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.preview import (
    headline,
    longer_folder,
    notice,
    request_headline,
    results_headline,
    results_notice,
    ticked_files,
    tokens,
)
from vaultdesk.tools.tool import FileChoice
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChange, NoteChoice

TWO = CallReview(
    "c1", "file_read", "Read notes", "opens", "read", {},
    (FileChoice("a.md", 4000, "named"), FileChoice("b.md", 801, "named"), FileChoice("c.md", 5, "named", ticked=False)),
    action="Read",
)  # fmt: skip
SEARCH = CallReview("c2", "vault_search", "Search", "looks", "read", {}, action="Search your notes for “boiler”")
WRITE = CallReview("c3", "write_note", "Write a note", "changes", "write", {}, action="Write a note")


@pytest.mark.parametrize(
    ("calls", "destination", "ticked", "sentence"),
    [
        ([TWO], REMOTE, None, "Read 2 notes and send them to Anthropic (api.anthropic.com)"),
        ([TWO], REMOTE, ("a.md",), "Read 1 note and send it to Anthropic (api.anthropic.com)"),
        ([TWO], LOCAL, None, "Read 2 notes; they stay on this computer"),
        ([TWO], LOCAL, ("a.md",), "Read 1 note; it stays on this computer"),
        (
            [SEARCH], REMOTE, None,
            "Search your notes for “boiler” and send what is found to Anthropic (api.anthropic.com)",
        ),
        ([SEARCH], LOCAL, None, "Search your notes for “boiler”; what is found stays on this computer"),
        (
            [SEARCH, TWO], REMOTE, None,
            "Search your notes for “boiler” and read 2 notes and send what is found to Anthropic (api.anthropic.com)",
        ),
        ([TWO, TWO], LOCAL, None, "Read 2 notes; they stay on this computer"),
        ([WRITE], REMOTE, None, "Write a note"),
    ],
)  # fmt: skip
def test_the_headline_says_what_will_happen(
    calls: list[CallReview], destination: Destination, ticked: tuple[str, ...] | None, sentence: str
) -> None:
    assert headline(calls, destination, ticked) == sentence


def test_the_headline_follows_the_ticks() -> None:
    request = ApprovalRequest("ask_1", "", (TWO,), LOCAL)
    assert request_headline(request, ["a.md", "b.md", "c.md"]) == "Read 3 notes; they stay on this computer"
    assert [choice.path for choice in ticked_files([TWO], None)] == ["a.md", "b.md"]


def test_the_notice_names_provider_host_and_amount_and_is_silent_where_nothing_leaves() -> None:
    assert notice([TWO], REMOTE) == (
        "The text of these 2 notes, about 1,201 tokens, leaves this computer for Anthropic at api.anthropic.com. "
        "It is written down in “What left this computer”."
    )
    assert notice([TWO], REMOTE, ["a.md"]).startswith("The text of this note, about 1,000 tokens, leaves")
    assert notice([SEARCH], REMOTE).startswith("What is found leaves this computer for Anthropic")
    assert notice([TWO], LOCAL) == ""
    assert tokens(5) == 2


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
def test_the_folder_of_a_longer_answer_is_the_deepest_most_files_share(paths: list[str], folder: str | None) -> None:
    assert longer_folder(paths) == folder


def test_the_headline_of_a_change_set_follows_its_ticks() -> None:
    changes = ChangeSet((NoteChange("c1", "create", "a.md"), NoteChange("c2", "delete", "b.md")))
    request = ApprovalRequest("ask_1", "", (WRITE,), REMOTE, changes=changes)
    assert request_headline(request, ()) == "Create 1 note and delete 1 note"
    assert request_headline(request, (), [NoteChoice("c2")]) == "Delete 1 note"


def test_several_searches_read_as_one_sentence() -> None:
    def search(query: str) -> CallReview:
        action = f"Search your notes for “{query}”"
        return CallReview("c", "vault_search", "Search notes", "", "read", {"query": query}, action=action)

    here = Destination("Offline assistant", "", local=True)
    one, two, three = search("boiler"), search("heating"), search("decide")
    stays = "; what is found stays on this computer"
    assert headline((one, two), here) == f"Search your notes for “boiler” and “heating”{stays}"
    assert headline((one, two, three), here) == f"Search your notes for “boiler”, “heating” and “decide”{stays}"
    assert headline((one, one), here) == f"Search your notes for “boiler”{stays}"


@pytest.mark.parametrize("destination", [LOCAL, REMOTE])
def test_what_goes_out_is_told_wherever_the_model_runs(destination: Destination) -> None:
    request = outgoing_request(destination=destination)
    assert request.headline == "Search the web for “heat pump”"
    assert notice(request.calls, destination) == (
        "The words above leave this computer for Brave Search (api.search.brave.com). "
        "You see what comes back before the model does."
    )


def test_results_are_counted_with_who_reads_them() -> None:
    request = results_request()
    assert request_headline(request, ("1", "3")) == "Let Anthropic (api.anthropic.com) read 2 results"
    assert results_headline(0, LOCAL) == "Let the model on this computer read nothing of what was found"
    size = len(RESULTS[0].text.encode())
    assert results_notice(request, ("1",)) == (
        f"About {tokens(size)} tokens go to Anthropic (api.anthropic.com). None of it is from your notes."
    )
    assert (results_notice(request, ()), results_notice(results_request(destination=LOCAL), ("1",))) == ("", "")
