"""Notes change outside: another program writes while ours is open; search, reading and writing tell the truth."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journeys.bench import Bench, failure_of, open_bench, results_of
from tests.support.desk import YES
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.run import RunFinished
from vaultdesk.core.errors import NoteConflict, NoteNotFound
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.vault.note_path import NotePath

# watchdog 7.1 warns in its own thread when folders are made inside new folders; as an error it would end that thread.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")

SEEN_WITHIN = 10.0
"""Seconds until a change is found; usually half a second, on a busy machine more."""


async def appears(bench: Bench, act: Callable[[], object], query: str, *paths: str) -> None:
    """Do *act* as another program would, and wait until a search for *query* finds exactly *paths*."""
    with bench.workspace.indexer.events.subscribe() as events:
        act()
        async with asyncio.timeout(SEEN_WITHIN):
            while await found(bench, query) != sorted(paths):
                await anext(events)


async def found(bench: Bench, query: str) -> list[str]:
    """Return what both searches find; they must agree."""
    by_letters = sorted(hit.path for hit in await bench.workspace.searcher.substring(query))
    by_words = sorted(hit.path for hit in await bench.workspace.searcher.search(query))
    return by_letters if by_letters == by_words else [*by_letters, "<>", *by_words]


async def test_a_life_of_a_note_written_by_another_program_is_followed(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        root = bench.workspace.vault.root
        note = root / "Quinces.md"
        await appears(bench, lambda: note.write_text("# Quinces\n\nMake membrillo.\n"), "membrillo", "Quinces.md")
        await appears(bench, lambda: note.write_text("# Quinces\n\nMake marmelada.\n"), "marmelada", "Quinces.md")
        assert await found(bench, "membrillo") == []

        def move() -> None:
            (root / "Kitchen").mkdir()
            note.rename(root / "Kitchen" / "Recipe.md")

        await appears(bench, move, "marmelada", "Kitchen/Recipe.md")
        await appears(bench, (root / "Kitchen" / "Recipe.md").unlink, "marmelada")
        assert [row.path for row in await bench.workspace.searcher.tree()] == [
            "Boiler.md", "Budget.md", "Garden/Apples.md",
        ]  # fmt: skip


async def test_an_editor_that_saves_by_replacing_is_followed(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        root = bench.workspace.vault.root

        def save() -> None:
            fresh = root / ".Budget.md.swp"
            fresh.write_text("# Budget\n\nIt costs 21,000 euros now.\n")
            fresh.replace(root / "Budget.md")

        await appears(bench, save, "21,000", "Budget.md")
        assert await found(bench, "18,400") == []


async def test_a_folder_that_is_moved_takes_its_notes_along(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        root = bench.workspace.vault.root
        await appears(bench, lambda: (root / "Garden").rename(root / "Orchard"), "Boskoop", "Orchard/Apples.md")


async def test_what_happened_while_nothing_ran_is_found_at_the_next_start(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        root = bench.workspace.vault.root
        assert await found(bench, "Boskoop") == ["Garden/Apples.md"]
    (root / "Garden" / "Apples.md").unlink()
    async with open_bench(tmp_path, notes={"Pears.md": "Pick the Boskoop pears.\n"}) as bench:
        assert await found(bench, "Boskoop") == ["Pears.md"]


async def test_a_note_that_vanishes_between_search_and_reading_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
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
        assert [(one["path"], one["size"], one["content"]) for one in reading.as_value()["data"]] == [
            ("Boiler.md", 0, "File not found: Boiler.md"),
            ("Budget.md", 44, "# Budget\n\nThe heat pump costs 18,400 euros.\n"),
        ]
        assert isinstance(events[-1], RunFinished)


async def test_a_note_that_changes_while_it_is_asked_about_is_asked_about_again(tmp_path: Path) -> None:
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


async def test_a_second_program_between_reading_and_writing_keeps_its_words(tmp_path: Path) -> None:
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


async def test_a_note_that_was_deleted_is_not_brought_back_by_a_save(tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        vault = bench.workspace.vault
        path = NotePath.parse("Budget.md")
        read = await vault.read(path)
        (vault.root / "Budget.md").unlink()
        with pytest.raises((NoteConflict, NoteNotFound)):
            await vault.write(path, "Ours.\n", read.digest)
        assert not (vault.root / "Budget.md").exists()


async def test_a_vault_that_is_unplugged_is_told_and_the_conversation_lives_on(
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
    caplog.clear()  # that indexing stopped for a while may have been noted
