"""Tag renaming: a tag gets another name in all notes after one question, and one undo takes it back."""

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.approval.hosts import ApprovalDialog
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.rename_dialog import RenameDialog


def tagged(folder: Path) -> Path:
    vault = small_vault(folder)
    (vault / "A.md").write_text("---\ntags: [heating]\n---\nwarm #heating/pump\n")
    (vault / "B.md").write_text("cold #heating\n")
    return vault


async def named(desktop: Desktop, name: str) -> None:
    await until(lambda: desktop.window.findChildren(RenameDialog))
    (dialog,) = desktop.window.findChildren(RenameDialog)
    dialog.name.set_text("two words")
    assert dialog.name.problem()
    dialog.name.set_text(name)
    QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)


@on_qt_loop
async def test_all_notes_are_changed_after_one_question_and_undone_at_once(home: Path, tmp_path: Path) -> None:
    vault = tagged(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        task = asyncio.ensure_future(views.finding.renaming.rename("heating", 2))
        await named(desktop, "warmth")
        await until(lambda: desktop.window.findChildren(ApprovalDialog))
        (dialog,) = desktop.window.findChildren(ApprovalDialog)
        await until(dialog.isVisible)
        await until(lambda: dialog.view.foot.arming.armed)
        dialog.view.foot.approve_button.click()
        await task
        assert (vault / "A.md").read_text() == "---\ntags: [warmth]\n---\nwarm #warmth/pump\n"
        assert (vault / "B.md").read_text() == "cold #warmth\n"
        desktop.window.commands["undo-change"].trigger()
        await until(lambda: (vault / "B.md").read_text() == "cold #heating\n")
        await until(lambda: "heating/pump" in (vault / "A.md").read_text())


@on_qt_loop
async def test_nothing_is_changed_where_it_is_refused_or_too_much(home: Path, tmp_path: Path) -> None:
    vault = tagged(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.finding.renaming.rename("heating", 5_000)
        assert not desktop.window.findChildren(RenameDialog)
        task = asyncio.ensure_future(views.finding.renaming.rename("heating", 2))
        await named(desktop, "warmth")
        await until(lambda: desktop.window.findChildren(ApprovalDialog))
        desktop.window.findChildren(ApprovalDialog)[0].reject()
        await task
        assert (vault / "B.md").read_text() == "cold #heating\n"
