"""Way back: an undo says what it did and offers its own way back; a refused one says who stands in the way."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.scene import open_vault, rewrite
from vaultdesk.ui.activity.undo_action import UndoAction
from vaultdesk.vault.undo import UndoOutcome

Told = tuple[str, str, Callable[[], None] | None]


def heard(back: UndoAction) -> list[Told]:
    told: list[Told] = []
    back.told.connect(lambda words, action, do: told.append((words, action, do)))
    return told


@on_qt_loop
async def test_undo_and_redo_lead_back_and_forth(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with open_vault(home, root) as workspace:
        await rewrite(workspace, "run_1", "Tag", "Boiler.md", "Budget.md")
        back = UndoAction(workspace.undo, workspace.redo, owner := QObject())
        told = heard(back)

        back.take("run_1")
        await until(lambda: told)
        words, action, again = told.pop()
        assert (words, action) == ("Undone: 2 notes.", "Redo")
        assert (root / "Boiler.md").read_text() == "The boiler leaks.\n"
        assert again is not None
        again()
        await until(lambda: told)
        assert told[0][:2] == ("Done again: 2 notes.", "Undo")
        assert (root / "Boiler.md").read_text() == "The boiler leaks.\nTag\n"
        del owner


@on_qt_loop
async def test_a_note_that_changed_since_refuses(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with open_vault(home, root) as workspace:
        await rewrite(workspace, "run_1", "Tag", "Boiler.md")
        (root / "Boiler.md").write_text("Written by hand.\n")
        back = UndoAction(workspace.undo, workspace.redo, owner := QObject())
        refusals: list[tuple[object, bool, UndoOutcome]] = []
        back.refused.connect(lambda *refusal: refusals.append(refusal))

        back.take("run_1")
        await until(lambda: refusals)
        what, again, outcome = refusals[0]
        assert (what, again, [one.path for one in outcome.refused]) == ("run_1", False, ["Boiler.md"])
        assert (root / "Boiler.md").read_text() == "Written by hand.\n"
        del owner


@on_qt_loop
async def test_what_cannot_be_undone_is_told(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        back = UndoAction(workspace.undo, workspace.redo, owner := QObject())
        told = heard(back)

        back.take("no such run")
        await until(lambda: told)
        assert told[0][:2] == (
            "There is no “no such run” in the list of changes. It may be older than what is kept.", "",
        )  # fmt: skip
        del owner
