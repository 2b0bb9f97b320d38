"""Changes, undo and redo in a terminal."""

import argparse
import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from vaultdesk.cli.changes import run_changes, run_redo, run_undo
from vaultdesk.core.errors import UsageError, VaultReadOnly
from vaultdesk.core.logs import stop_logging
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Create, Move, Origin, Rewrite
from vaultdesk.vault.vault import Vault

Command = Callable[..., Ran]


@pytest.fixture
def run(home: Path, vault: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run one of the three functions with the options its parser gives it."""

    def call(function: Callable[[argparse.Namespace], int], **options: object) -> Ran:
        capsys.readouterr()
        words = {"vault": vault, "json": False, "limit": 50, "id": None, "merge": False, **options}
        try:
            code = function(argparse.Namespace(**words))
        finally:
            stop_logging()
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return call


@pytest.fixture
def changed(home: Path, vault: Path) -> Path:
    """A vault with a run of three changes."""

    async def change() -> None:
        async with Vault(vault, watch=False, data_folder=vault_data_folder(app_folders(), vault)) as opened:
            budget = NotePath("Budget.md")
            digest = (await opened.read(budget)).digest
            await opened.apply(
                (
                    Create(NotePath("Plans/Spring.md"), "Prune.\n"),
                    Rewrite(budget, "# Budget\n\nThe heat pump costs 17,900 euros.\n", digest),
                    Move(
                        NotePath("Boiler.md"), NotePath("Heating.md"), (await opened.read(NotePath("Boiler.md"))).digest
                    ),
                ),
                Origin("run-1", "Put that into the budget", "Librarian"),
            )

    asyncio.run(change())
    return vault


def test_changes_are_listed_by_run_with_the_ids_undo_takes(run: Command, changed: Path) -> None:
    told = run(run_changes).out.splitlines()
    assert told[0].endswith(" Put that into the budget Librarian [run-1]")
    assert told[1:] == [
        "       1  created Plans/Spring.md +1 -0",
        "       2  changed Budget.md +1 -1",
        "       3  moved Boiler.md to Heating.md",
    ]


def test_json_is_one_change_a_line(run: Command, changed: Path) -> None:
    found = [json.loads(line) for line in run(run_changes, json=True, limit=2).out.splitlines()]
    assert [(one["id"], one["kind"], one["path"]) for one in found] == [
        (2, "modify", "Budget.md"), (3, "move", "Boiler.md"),
    ]  # fmt: skip


def test_a_vault_without_changes_says_so(run: Command) -> None:
    assert run(run_changes).out == "VaultDesk has changed nothing in this vault yet.\n"
    assert run(run_undo).out == "There is nothing to undo.\n"
    assert run(run_redo).out == "There is nothing to redo.\n"


def test_undo_takes_the_last_run_back_and_redo_does_it_again(run: Command, changed: Path) -> None:
    told = run(run_undo)
    assert (told.code, told.out) == (0, "Undo of “Put that into the budget”: Boiler.md, Budget.md, Plans/Spring.md\n")
    assert (changed / "Boiler.md").exists()
    assert not (changed / "Plans").exists()
    assert "created Plans/Spring.md +1 -0 (undone)" in run(run_changes).out
    assert run(run_redo).out.startswith("Redo of “Put that into the budget”")
    assert (changed / "Plans" / "Spring.md").read_text(encoding="utf-8") == "Prune.\n"


def test_undo_of_one_change_leaves_the_others(run: Command, changed: Path) -> None:
    assert run(run_undo, id="2").code == 0
    assert "18,400" in (changed / "Budget.md").read_text(encoding="utf-8")
    assert (changed / "Heating.md").exists()
    assert run(run_undo, id="run-1").code == 0
    assert not (changed / "Heating.md").exists()


def test_a_note_that_changed_since_is_shown_and_merged_on_demand(run: Command, changed: Path) -> None:
    note = changed / "Budget.md"
    note.write_text(note.read_text(encoding="utf-8") + "\nPaid.\x1b[2J\n", encoding="utf-8", newline="")
    told = run(run_undo)
    assert told.code == 1
    assert "+Paid.<U+001B>[2J" in told.out
    assert "has since changed" in told.err
    assert "--merge" in told.err
    assert not (changed / "Boiler.md").exists()
    told = run(run_undo, merge=True)
    assert told.code == 0
    assert "Budget.md: later changes are kept" in told.out
    assert note.read_text(encoding="utf-8").endswith("18,400 euros.\n\nPaid.\x1b[2J\n")


def test_what_cannot_be_undone_is_told_in_a_sentence(run: Command, changed: Path) -> None:
    told = run(run_undo, id="99")
    assert (told.code, told.err) == (
        1, "Change 99 is not in the list of changes. It may have expired.\n"
    )  # fmt: skip
    with pytest.raises(UsageError):
        run(run_changes, limit=0)


async def test_undo_waits_for_the_program_that_has_the_vault_open(changed: Path, home: Path) -> None:
    async with Vault(changed, watch=False, data_folder=vault_data_folder(app_folders(), changed)) as opened:
        assert await opened.claim_write_access()
        options = argparse.Namespace(vault=changed, id=None, merge=False)
        with pytest.raises(VaultReadOnly):
            await asyncio.to_thread(run_undo, options)
    stop_logging()
