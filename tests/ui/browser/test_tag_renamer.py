"""Tests of ui/browser/tag_renamer.py: all notes are changed after one confirmation, and one undo reverts it."""

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.review.approval_view import ApprovalDialog
from vaultdesk.ui.widgets.form_dialog import RenameDialog


def create_tagged_vault(folder: Path) -> Path:
    vault = small_vault(folder)
    (vault / "A.md").write_text("---\ntags: [heating]\n---\nwarm #heating/pump\n")
    (vault / "B.md").write_text("cold #heating\n")
    return vault


async def enter_name(desktop: WindowManager, name: str) -> None:
    await until(lambda: desktop.window.findChildren(RenameDialog))
    (dialog,) = desktop.window.findChildren(RenameDialog)
    dialog.name.set_text("two words")
    assert dialog.name.problem()
    dialog.name.set_text(name)
    QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)


@on_qt_loop
async def test_renaming_a_tag_changes_all_notes_after_one_confirmation_and_is_undone_as_one(
    home: Path, tmp_path: Path
) -> None:
    vault = create_tagged_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        task = asyncio.ensure_future(views.searches.tag_renamer.rename("heating", 2))
        await enter_name(desktop, "warmth")
        await until(lambda: desktop.window.findChildren(ApprovalDialog))
        (dialog,) = desktop.window.findChildren(ApprovalDialog)
        await until(dialog.isVisible)
        await until(lambda: dialog.view.footer.approve_delay.armed)
        dialog.view.footer.approve_button.click()
        await task
        assert (vault / "A.md").read_text() == "---\ntags: [warmth]\n---\nwarm #warmth/pump\n"
        assert (vault / "B.md").read_text() == "cold #warmth\n"
        desktop.window.commands["undo-change"].trigger()
        await until(lambda: (vault / "B.md").read_text() == "cold #heating\n")
        await until(lambda: "heating/pump" in (vault / "A.md").read_text())


@on_qt_loop
async def test_a_declined_or_too_large_tag_rename_changes_nothing(home: Path, tmp_path: Path) -> None:
    vault = create_tagged_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.searches.tag_renamer.rename("heating", 5_000)
        assert not desktop.window.findChildren(RenameDialog)
        task = asyncio.ensure_future(views.searches.tag_renamer.rename("heating", 2))
        await enter_name(desktop, "warmth")
        await until(lambda: desktop.window.findChildren(ApprovalDialog))
        desktop.window.findChildren(ApprovalDialog)[0].reject()
        await task
        assert (vault / "B.md").read_text() == "cold #heating\n"
