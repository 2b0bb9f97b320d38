"""External changes: another program writes notes while the vault is open; search, reads and writes stay correct."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journeys.bench import Bench, failure_of, open_bench, results_of
from tests.support.tool_env import YES
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.run import RunFinished
from vaultdesk.core.errors import NoteConflict, NoteNotFound
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.vault.note_path import NotePath

# watchdog 7.1 warns in its own thread when folders are made in new folders; an error would end the thread.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")

SEEN_WITHIN = 10.0
"""Timeout in seconds until a change is found; usually it takes half a second."""


async def wait_until_found(bench: Bench, act: Callable[[], object], query: str, *paths: str) -> None:
    """Call *act*, which changes files as another program would, and wait until a search for *query* finds *paths*."""
    with bench.workspace.indexer.events.subscribe() as events:
        act()
        async with asyncio.timeout(SEEN_WITHIN):
            while await found(bench, query) != sorted(paths):
                await anext(events)


async def found(bench: Bench, query: str) -> list[str]:
    """Return the paths found by both searches, which must agree."""
    by_letters = sorted(hit.path for hit in await bench.workspace.searcher.substring(query))
    by_words = sorted(hit.path for hit in await bench.workspace.searcher.search(query))
    return by_letters if by_letters == by_words else [*by_letters, "<>", *by_words]


async def test_a_note_that_another_program_creates_edits_moves_and_deletes_is_indexed(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        root = bench.workspace.vault.root
        note = root / "Quinces.md"
        await wait_until_found(
            bench, lambda: note.write_text("# Quinces\n\nMake membrillo.\n"), "membrillo", "Quinces.md"
        )
        await wait_until_found(
            bench, lambda: note.write_text("# Quinces\n\nMake marmelada.\n"), "marmelada", "Quinces.md"
        )
        assert await found(bench, "membrillo") == []

        def move() -> None:
            (root / "Kitchen").mkdir()
            note.rename(root / "Kitchen" / "Recipe.md")

        await wait_until_found(bench, move, "marmelada", "Kitchen/Recipe.md")
        await wait_until_found(bench, (root / "Kitchen" / "Recipe.md").unlink, "marmelada")
        assert [row.path for row in await bench.workspace.searcher.tree()] == [
            "Boiler.md", "Budget.md", "Garden/Apples.md",
        ]  # fmt: skip


async def test_a_save_that_replaces_the_file_is_indexed(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        root = bench.workspace.vault.root

        def save() -> None:
            fresh = root / ".Budget.md.swp"
            fresh.write_text("# Budget\n\nIt costs 21,000 euros now.\n")
            fresh.replace(root / "Budget.md")

        await wait_until_found(bench, save, "21,000", "Budget.md")
        assert await found(bench, "18,400") == []


async def test_the_notes_of_a_moved_folder_are_found_at_their_new_paths(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        root = bench.workspace.vault.root
        await wait_until_found(
            bench, lambda: (root / "Garden").rename(root / "Orchard"), "Boskoop", "Orchard/Apples.md"
        )


async def test_changes_made_while_the_program_was_closed_are_indexed_at_the_next_start(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        root = bench.workspace.vault.root
        assert await found(bench, "Boskoop") == ["Garden/Apples.md"]
    (root / "Garden" / "Apples.md").unlink()
    async with open_bench(tmp_path, notes={"Pears.md": "Pick the Boskoop pears.\n"}) as bench:
        assert await found(bench, "Boskoop") == ["Pears.md"]


async def test_a_note_deleted_between_search_and_read_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    turns = [
        Turn(calls=[Call("vault_search", {"query": "heat pump"})]),
        Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})]),
        Turn("Only [[Budget]] is left."),
    ]

    def before_reading(request: ApprovalRequest) -> ApprovalDecision:
        if request.calls[0].tool == "vault_search":
            return YES
        (tmp_path / "vault" / "Boiler.md").unlink(missing_ok=True)
        return YES

    async with WireServer(openai=turns) as server, open_bench(tmp_path, server, before_reading) as bench:
        events = await bench.ask("What about the heat pump?")

        _, reading = results_of(events)
        assert reading.success
        assert [(entry["path"], entry["size"], entry["content"]) for entry in reading.as_value()["data"]] == [
            ("Boiler.md", 0, "File not found: Boiler.md"),
            ("Budget.md", 44, "# Budget\n\nThe heat pump costs 18,400 euros.\n"),
        ]
        assert isinstance(events[-1], RunFinished)


async def test_a_note_that_changes_during_the_approval_is_asked_about_again(tmp_path: Path) -> None:
    turns = [Turn(calls=[Call("file_read", {"file_paths": ["Budget.md"]})]), Turn("Done.")]
    budget = tmp_path / "vault" / "Budget.md"

    def while_asking(request: ApprovalRequest) -> ApprovalDecision:
        if "18,400" in budget.read_text():
            budget.write_text("# Budget\n\nMy PIN is 4711.\n")
            return YES
        assert any("changed since you were asked" in warning for warning in request.calls[0].warnings)
        return ApprovalDecision(approved=False)

    async with WireServer(openai=turns) as server, open_bench(tmp_path, server, while_asking) as bench:
        (result,) = results_of(await bench.ask("What does it cost?"))

        assert not result.success
        assert len(bench.answers.requests) == 2
        assert all("4711" not in str(request.json) for request in server.posts)


async def test_a_change_by_another_program_between_read_and_write_is_not_overwritten(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        vault = bench.workspace.vault
        path = NotePath.parse("Budget.md")
        read = await vault.read(path)
        (vault.root / "Budget.md").write_text("# Budget\n\nTheirs.\n")
        with pytest.raises(NoteConflict) as conflict:
            await vault.write(path, "# Budget\n\nOurs.\n", read.digest)

        assert str(conflict.value) == (
            "“Budget.md” changed since it was read. Nothing was written. Read the new text, then decide."
        )
        assert (vault.root / "Budget.md").read_text() == "# Budget\n\nTheirs.\n"
        theirs = await vault.read(path)
        await vault.write(path, theirs.text + "Ours too.\n", theirs.digest)
        assert (vault.root / "Budget.md").read_text() == "# Budget\n\nTheirs.\nOurs too.\n"


async def test_saving_does_not_recreate_a_deleted_note(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        vault = bench.workspace.vault
        path = NotePath.parse("Budget.md")
        read = await vault.read(path)
        (vault.root / "Budget.md").unlink()
        with pytest.raises((NoteConflict, NoteNotFound)):
            await vault.write(path, "Ours.\n", read.digest)
        assert not (vault.root / "Budget.md").exists()


async def test_an_unplugged_vault_is_reported_and_the_conversation_continues(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    turns = [
        Turn(calls=[Call("file_read", {"file_paths": ["Budget.md"]})]),
        Turn("I cannot read it now."),
    ]
    async with WireServer(openai=turns) as server, open_bench(tmp_path, server, YES) as bench:
        (tmp_path / "vault").rename(tmp_path / "elsewhere")
        events = await bench.ask("What does it cost?")

        (result,) = results_of(events)
        assert "no longer exists" in str(result.as_value()) or "not found" in str(result.as_value())
        assert isinstance(events[-1], RunFinished), failure_of(events)
        (tmp_path / "elsewhere").rename(tmp_path / "vault")
        assert (await bench.workspace.vault.read(NotePath.parse("Budget.md"))).text.startswith("# Budget")
    caplog.clear()  # a warning about interrupted indexing is possible
