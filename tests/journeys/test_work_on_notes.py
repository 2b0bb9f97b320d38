"""Work on notes: complete tasks in which a model reads, changes, renames and tags notes, and their undo."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.journeys.bench import open_bench, results_of
from tests.support.tool_env import YES, ListAsker
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.run import RunFinished
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.vault.change_set import NoteChoice
from vaultdesk.vault.undo import undo

RENAME = {"path": "Boiler", "new_path": "Projects/Heating system.md"}

MEETINGS: Mapping[str, str] = {
    "Meetings/2026-11-13.md": "---\ntype: meeting-notes\nstatus: done\n---\n# 13 November\n",
    "Projects/Heating.md": "---\nstatus: open\n---\n# Heating\n\nMachine learning of a thermostat.\n",
    "Projects/Garden.md": "# Garden\n\nApples.\n",
    "Projects/Deep/Roof.md": "---\nstatus:\n---\n# Roof\n",
    "Reading/Machine learning.md": "# Machine learning\n\nNets learn by descent.\n",
    "Reading/Statistics.md": "# Statistics\n\nThe older name of machine learning.\n",
}


def files(root: Path) -> dict[str, bytes]:
    """Return every file of the vault with its bytes."""
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in sorted(root.rglob("*")) if file.is_file()}


def sent_text(server: WireServer) -> str:
    """Return the text of all requests to the server."""
    return "\n".join(json.dumps(request.json, ensure_ascii=False) for request in server.requests)


async def test_a_meeting_note_is_created_with_its_properties(tmp_path: Path) -> None:
    arguments = {
        "path": "Meetings/2026-11-20 Action items.md",
        "content": "# Action Items\n\n- [ ] Review the proposal\n",
        "frontmatter": {"date": "2026-11-20", "type": "meeting-notes", "tags": ["action-items"]},
    }
    server = WireServer(openai=[Turn("I write it.", [Call("write_note", arguments)]), Turn("Done.")])
    async with server, open_bench(tmp_path, server, YES, notes=MEETINGS) as bench:
        events = await bench.ask("Create a note in my meetings folder with today's action items")
        (request,) = bench.answers.requests
        (change,) = request.changes.changes
        (result,) = results_of(events)
    assert (change.kind, change.path) == ("create", "Meetings/2026-11-20 Action items.md")
    assert result.data == {"path": "Meetings/2026-11-20 Action items.md", "action": "created"}
    written = (tmp_path / "vault/Meetings/2026-11-20 Action items.md").read_text(encoding="utf-8")
    assert written == (
        "---\ndate: 2026-11-20\ntype: meeting-notes\ntags:\n  - action-items\n---\n"
        "# Action Items\n\n- [ ] Review the proposal\n"
    )
    assert written == change.new_text


async def test_a_topic_is_researched_by_search_and_reads(tmp_path: Path) -> None:
    script = [
        Turn("", [Call("search_notes", {"query": "machine learning", "limit": 10})]),
        Turn("", [Call("read_note", {"path": "Reading/Machine learning"}, "a"),
                  Call("read_note", {"path": "Reading/Statistics.md"}, "b")]),
        Turn("You learned that nets learn by descent [[Reading/Machine learning]]."),
    ]  # fmt: skip
    server = WireServer(openai=script)
    async with server, open_bench(tmp_path, server, YES, notes=MEETINGS) as bench:
        events = await bench.ask("Find all notes mentioning machine learning and summarise them")
        found, first, second = results_of(events)
    paths = [item["path"] for item in found.data["results"]]  # type: ignore[index, call-overload]  # JSON of a shape the test asserts
    assert set(paths) == {"Reading/Machine learning.md", "Reading/Statistics.md", "Projects/Heating.md"}
    assert found.data["total_found"] == 3  # type: ignore[index, call-overload]  # as above
    assert "Nets learn by descent." in json.dumps(first.data)
    assert "The older name" in json.dumps(second.data)
    # Two independent reads of one answer need one approval.
    assert len(bench.answers.requests) == 2
    assert isinstance(events[-1], RunFinished)


async def test_notes_without_a_status_are_listed_exactly(tmp_path: Path) -> None:
    missing_filter = {"all": [{"folder": "Projects"}, {"property": "status", "op": "missing"}]}
    empty_filter = {"all": [{"folder": "Projects"}, {"property": "status", "op": "empty"}]}
    server = WireServer(
        openai=[Turn("", [Call("query_notes", {"filter": missing_filter}, "a"),
                          Call("query_notes", {"filter": empty_filter}, "b")]),
                Turn("Garden has none.")]
    )  # fmt: skip
    async with server, open_bench(tmp_path, server, YES, notes=MEETINGS) as bench:
        missing, without = results_of(await bench.ask("List all notes in my projects folder without a status"))
    assert "Projects/Garden.md" in json.dumps(missing.data)
    assert "Projects/Deep/Roof.md" not in json.dumps(missing.data)
    assert "Projects/Deep/Roof.md" in json.dumps(without.data)
    assert "Projects/Heating.md" not in json.dumps([missing.data, without.data])


async def test_a_rename_repairs_fifty_links_and_is_undone_as_one(tmp_path: Path) -> None:
    notes = {"Projects/Boiler.md": "# Boiler\n\nSee [[#Boiler]].\n"}
    styles = ("[[Boiler]]", "![[Boiler#Boiler|it]]", "[the boiler](Projects/Boiler.md)", "[[Projects/Boiler]]")
    for number in range(10):
        lines = "\n".join(f"- {style}" for style in styles)
        notes[f"Log/{number:02}.md"] = f'---\nabout: "[[Boiler]]"\n---\n{lines}\n\n`[[Boiler]]` is code\n'
    server = WireServer(
        openai=[Turn("I rename it.", [Call("rename_note", RENAME)]),
                Turn("Renamed.")]
    )  # fmt: skip
    async with server, open_bench(tmp_path, server, YES, notes=notes) as bench:
        before = files(tmp_path / "vault")
        (result,) = results_of(await bench.ask("Rename the boiler note"))
        (request,) = bench.answers.requests
        after = files(tmp_path / "vault")
        outcome = await undo(bench.workspace.vault, 1)
        again = files(tmp_path / "vault")
    assert result.success, result
    assert "epair 50 links" in request.headline
    assert len({change.unit for change in request.changes.changes}) == 1
    assert "Projects/Boiler.md" not in after
    page = after["Log/03.md"].decode()
    assert page == (
        '---\nabout: "[[Heating system]]"\n---\n- [[Heating system]]\n- ![[Heating system#Boiler|it]]\n'
        "- [the boiler](Projects/Heating%20system.md)\n- [[Projects/Heating system]]\n\n`[[Boiler]]` is code\n"
    )
    assert outcome.done
    assert again == before


async def test_a_bulk_tag_with_one_refused_file(tmp_path: Path) -> None:
    def all_but_one(request: ApprovalRequest) -> ApprovalDecision:
        included = tuple(
            NoteChoice(change.id) for change in request.changes.changes if change.path != "Reading/Statistics.md"
        )
        return ApprovalDecision(approved=True, changes=included)

    arguments = {"filter": {"folder": "Reading"}, "change": {"kind": "add_tag", "tag": "century/20"}}
    server = WireServer(openai=[Turn("", [Call("bulk_update", arguments)]), Turn("Tagged.")])
    async with server, open_bench(tmp_path, server, all_but_one, notes=MEETINGS) as bench:
        before = files(tmp_path / "vault")
        (result,) = results_of(await bench.ask("Tag the reading notes by century"))
        after = files(tmp_path / "vault")
    changed = {path for path in after if after[path] != before[path]}
    assert changed == {"Reading/Machine learning.md"}
    assert b"century/20" in after["Reading/Machine learning.md"]
    assert "Reading/Statistics.md" in result.metadata.note
    assert "Statistics" in sent_text(server), "the model is told which note the user excluded"


async def test_a_run_of_twelve_changes_is_undone_after_a_restart(tmp_path: Path) -> None:
    notes = {f"Notes/{number:02}.md": f"# Note {number}\n\nold\n" for number in range(10)}
    edits = [
        Call("edit_note", {"path": f"Notes/{number:02}.md", "old": "old", "new": "new"}, f"e{number}")
        for number in range(9)
    ]
    more = [
        Call("rename_note", {"path": "Notes/09.md", "new_path": "Notes/Last.md"}, "r"),
        Call("write_note", {"path": "Notes/Index.md", "content": "- [[Last]]\n"}, "w"),
        Call("delete_note", {"path": "Notes/00.md"}, "d"),
    ]
    server = WireServer(openai=[Turn("", edits), Turn("", more), Turn("All done.")])
    async with server:
        async with open_bench(tmp_path, server, YES, notes=notes) as bench:
            before = files(tmp_path / "vault")
            results = results_of(await bench.ask("Bring the notes in order"))
            assert [result.success for result in results] == [True] * 12, results
            assert len(bench.answers.requests) == 2
            group = bench.workspace.vault.journal.changes()[0].group
            after = files(tmp_path / "vault")
        async with open_bench(tmp_path, server, YES, notes={}) as bench:
            outcome = await undo(bench.workspace.vault, group)
            assert outcome.done, outcome
            assert {path: text for path, text in files(tmp_path / "vault").items() if ".trash" not in path} == before
            redone = await undo(bench.workspace.vault, outcome.group)
            assert redone.done
    assert {path: text for path, text in files(tmp_path / "vault").items() if ".trash" not in path} == {
        path: text for path, text in after.items() if ".trash" not in path
    }


async def test_a_note_changed_between_read_and_write_is_not_overwritten(tmp_path: Path) -> None:
    note = tmp_path / "vault/Budget.md"

    def changed_meanwhile(request: ApprovalRequest) -> ApprovalDecision:
        if request.calls[0].tool == "read_note":
            return YES
        raise AssertionError("a change to a note that differs from what the model read must not ask")

    class Writer(ListAsker):
        """Approves reads only."""

        async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
            return changed_meanwhile(request)

    script = [
        Turn("", [Call("read_note", {"path": "Budget"})]),
        Turn("", [Call("edit_note", {"path": "Budget", "old": "18,400", "new": "20,000"})]),
        Turn("It changed."),
    ]
    server = WireServer(openai=script)
    async with server, open_bench(tmp_path, server) as bench:
        agent = bench.workspace.agent(Writer(), consent=True)
        results = []
        async with agent.run(bench.conversation, "Raise the budget") as run:
            async for event in run:
                if type(event).__name__ == "ToolFinished":
                    results.append(event.result)
                    if len(results) == 1:
                        note.write_text("# Budget\n\nThe heat pump costs 18,400 francs.\n", encoding="utf-8")
    assert [result.error.code if result.error else "" for result in results] == ["", "CONFLICT"]
    assert note.read_text(encoding="utf-8") == "# Budget\n\nThe heat pump costs 18,400 francs.\n"


async def test_a_note_changed_while_the_dialog_is_open_is_asked_about_again(tmp_path: Path) -> None:
    note = tmp_path / "vault/Budget.md"
    seen: list[str] = []

    def slow(request: ApprovalRequest) -> ApprovalDecision:
        seen.append(request.changes.changes[0].new_text)
        if len(seen) == 1:
            note.write_text("# Budget\n\nThe heat pump costs 18,400 euros and more.\n", encoding="utf-8")
        return YES

    server = WireServer(
        openai=[Turn("", [Call("edit_note", {"path": "Budget.md", "old": "18,400", "new": "20,000"})]), Turn("Done.")]
    )
    async with server, open_bench(tmp_path, server, slow) as bench:
        (result,) = results_of(await bench.ask("Raise the budget"))
    assert result.success, result
    assert len(seen) == 2
    assert note.read_text(encoding="utf-8") == "# Budget\n\nThe heat pump costs 20,000 euros and more.\n" == seen[1]


async def test_a_private_note_requested_by_a_remote_model_is_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host of the provider is remote; a proxy on this computer receives its requests."""
    notes = {
        "Personal/Mortgage.md": "---\nprivate: true\n---\n# Mortgage\n\nCANARY-FRONT of the bank.\n",
        "House.md": "# House\n\nSee [[Mortgage]]. %% CANARY-COMMENT %% The bank is old.\n",
        "Diary.md": "#private\n\nCANARY-TAG about the bank.\n",
    }
    script = [
        Turn("", [Call("vault_search", {"query": "bank"}, "a"), Call("search_notes", {"query": "bank"}, "b"),
                  Call("file_read", {"file_paths": ["Personal/Mortgage.md", "Diary.md", "House.md"]}, "c"),
                  Call("read_note", {"path": "Mortgage"}, "d"), Call("get_file_tree", {}, "e"),
                  Call("get_links", {"path": "House"}, "f"), Call("graph", {"kind": "orphans"}, "g"),
                  Call("query_notes", {"filter": {"tag": "private"}}, "h"),
                  Call("list_notes", {"folder": "Personal"}, "i"),
                  ]),
        Turn("I cannot see it."),
    ]  # fmt: skip
    server = WireServer(openai=script)
    async with server:
        monkeypatch.setenv("HTTP_PROXY", server.url)
        async with open_bench(tmp_path, "http://models.example.com", YES, notes=notes) as bench:
            results = results_of(await bench.ask("What does the mortgage cost?"))
    sent = sent_text(server)
    assert "The bank is old." in sent, "the public note is read"
    for canary in ("CANARY-FRONT", "CANARY-TAG", "CANARY-COMMENT"):
        assert canary not in sent
    assert "Personal/" not in sent.replace("Personal/Mortgage.md", "", 3), (
        "the name of a private note is not sent either"
    )
    assert len(results) == 9
