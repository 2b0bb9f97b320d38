"""Tests of `changes`, `undo` and `redo`."""

import argparse
import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import CommandResult
from vaultdesk.cli.changes import run_changes, run_redo, run_undo
from vaultdesk.core.errors import UsageError, VaultReadOnly
from vaultdesk.core.logs import stop_logging
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Create, Move, Origin, Rewrite
from vaultdesk.vault.vault import Vault

Command = Callable[..., CommandResult]


@pytest.fixture
def run(home: Path, vault: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run one of the three functions with the options of its parser."""

    def call(function: Callable[[argparse.Namespace], int], **options: object) -> CommandResult:
        capsys.readouterr()
        arguments = {"vault": vault, "json": False, "limit": 50, "id": None, "merge": False, **options}
        try:
            code = function(argparse.Namespace(**arguments))
        finally:
            stop_logging()
        printed = capsys.readouterr()
        return CommandResult(code, printed.out, printed.err)

    return call


@pytest.fixture
def changed_vault(home: Path, vault: Path) -> Path:
    """A vault with three changes of one run."""

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


def test_changes_are_listed_by_run_with_their_ids(run: Command, changed_vault: Path) -> None:
    lines = run(run_changes).out.splitlines()
    assert lines[0].endswith(" Put that into the budget Librarian [run-1]")
    assert lines[1:] == [
        "       1  created Plans/Spring.md +1 -0",
        "       2  changed Budget.md +1 -1",
        "       3  moved Boiler.md to Heating.md",
    ]


def test_json_output_has_one_change_per_line(run: Command, changed_vault: Path) -> None:
    found = [json.loads(line) for line in run(run_changes, json=True, limit=2).out.splitlines()]
    assert [(change["id"], change["kind"], change["path"]) for change in found] == [
        (2, "modify", "Budget.md"), (3, "move", "Boiler.md"),
    ]  # fmt: skip


def test_a_vault_without_changes_says_so(run: Command) -> None:
    assert run(run_changes).out == "VaultDesk has changed nothing in this vault yet.\n"
    assert run(run_undo).out == "There is nothing to undo.\n"
    assert run(run_redo).out == "There is nothing to redo.\n"


def test_undo_reverts_the_last_run_and_redo_restores_it(run: Command, changed_vault: Path) -> None:
    result = run(run_undo)
    assert (result.code, result.out) == (
        0,
        "Undo of “Put that into the budget”: Boiler.md, Budget.md, Plans/Spring.md\n",
    )
    assert (changed_vault / "Boiler.md").exists()
    assert not (changed_vault / "Plans").exists()
    assert "created Plans/Spring.md +1 -0 (undone)" in run(run_changes).out
    assert run(run_redo).out.startswith("Redo of “Put that into the budget”")
    assert (changed_vault / "Plans" / "Spring.md").read_text(encoding="utf-8") == "Prune.\n"


def test_undo_of_one_change_leaves_the_others(run: Command, changed_vault: Path) -> None:
    assert run(run_undo, id="2").code == 0
    assert "18,400" in (changed_vault / "Budget.md").read_text(encoding="utf-8")
    assert (changed_vault / "Heating.md").exists()
    assert run(run_undo, id="run-1").code == 0
    assert not (changed_vault / "Heating.md").exists()


def test_a_note_changed_since_is_shown_and_merged_on_request(run: Command, changed_vault: Path) -> None:
    note = changed_vault / "Budget.md"
    note.write_text(note.read_text(encoding="utf-8") + "\nPaid.\x1b[2J\n", encoding="utf-8", newline="")
    result = run(run_undo)
    assert result.code == 1
    assert "+Paid.<U+001B>[2J" in result.out
    assert "has since changed" in result.err
    assert "--merge" in result.err
    assert not (changed_vault / "Boiler.md").exists()
    result = run(run_undo, merge=True)
    assert result.code == 0
    assert "Budget.md: later changes are kept" in result.out
    assert note.read_text(encoding="utf-8").endswith("18,400 euros.\n\nPaid.\x1b[2J\n")


def test_an_impossible_undo_is_reported(run: Command, changed_vault: Path) -> None:
    result = run(run_undo, id="99")
    assert (result.code, result.err) == (
        1, "Change 99 is not in the list of changes. It may have expired.\n"
    )  # fmt: skip
    with pytest.raises(UsageError):
        run(run_changes, limit=0)


async def test_undo_is_refused_while_another_program_has_the_vault_open(changed_vault: Path, home: Path) -> None:
    async with Vault(changed_vault, watch=False, data_folder=vault_data_folder(app_folders(), changed_vault)) as opened:
        assert await opened.claim_write_access()
        options = argparse.Namespace(vault=changed_vault, id=None, merge=False)
        with pytest.raises(VaultReadOnly):
            await asyncio.to_thread(run_undo, options)
    stop_logging()
