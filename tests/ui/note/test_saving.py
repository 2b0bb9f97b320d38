from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import until
from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.merge_dialog import MergeDialog
from vaultdesk.ui.note.draft import Draft
from vaultdesk.ui.note.page_banner import PageBanner
from vaultdesk.ui.note.saving import Saving
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault


async def saving_in(vault: Vault) -> tuple[Saving, PageBanner]:
    (vault.root / "n.md").write_text("one\n")
    path = NotePath("n.md")
    banner = PageBanner()
    saving = Saving(banner, banner)
    saving.take(Draft(vault, path, await vault.read(path)))
    return saving, banner


def press(banner: PageBanner, words: str) -> None:
    next(button for button in banner.findChildren(QPushButton) if button.text() == words).click()


@on_qt_loop
async def test_a_failed_write_is_told_keeps_the_text_and_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Vault(tmp_path) as vault:
        saving, banner = await saving_in(vault)

        async def full(*_: object) -> None:
            raise NoteNotWritten("The disk is full.", hint="Make room.")

        with monkeypatch.context() as broken:
            broken.setattr(vault, "write", full)
            saving.edited("two\n")
            assert not await saving.save()
        assert "The disk is full. Make room." in banner.text()
        press(banner, "Copy text")
        assert QGuiApplication.clipboard().text() == "two\n"
        press(banner, "Try again")
        await until(lambda: banner.text() == "")
        assert (tmp_path / "n.md").read_text() == "two\n"
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_a_change_outside_while_editing_is_asked_about(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saving, banner = await saving_in(vault)
        saving.edited("mine\n")
        (tmp_path / "n.md").write_text("outside\n")
        assert not await saving.save()
        assert "changed outside" in banner.text()
        assert (tmp_path / "n.md").read_text() == "outside\n"
        press(banner, "Keep mine")
        await until(lambda: banner.text() == "")
        assert (tmp_path / "n.md").read_text() == "mine\n"
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_without_edits_the_new_text_is_taken_and_told(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saving, banner = await saving_in(vault)
        told: list[int] = []
        saving.replaced.connect(lambda: told.append(1))
        (tmp_path / "n.md").write_text("outside\n")
        await saving.look()
        assert told
        assert saving.draft is not None
        assert saving.draft.text == "outside\n"
        assert banner.text() == ""
        banner.deleteLater()


@on_qt_loop
async def test_saving_without_a_note_is_nothing(tmp_path: Path) -> None:
    owner = QObject()
    assert await Saving(PageBanner(), owner).save()


@on_qt_loop
async def test_why_a_note_can_only_be_read_is_said_until_it_can_be_written(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saving, banner = await saving_in(vault)
        assert not saving.may_write("Another VaultDesk has this vault open.")
        assert banner.text() == "Another VaultDesk has this vault open."
        assert saving.may_write("")
        assert banner.text() == ""


@on_qt_loop
async def test_changes_of_other_lines_are_put_together_without_a_question(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saving, banner = await saving_in(vault)
        (tmp_path / "n.md").write_text("one\n\ntwo\n\nthree\n")
        await saving.look()
        saving.edited("my one\n\ntwo\n\nthree\n")
        (tmp_path / "n.md").write_text("one\n\ntwo\n\nits three\n")
        assert not await saving.save()
        press(banner, "Merge…")
        await until(lambda: banner.text() == "")
        assert saving.draft is not None
        await until(lambda: (tmp_path / "n.md").read_text() == "my one\n\ntwo\n\nits three\n")
        assert saving.draft.text == "my one\n\ntwo\n\nits three\n"
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_where_both_changed_a_line_nothing_is_done_before_the_choice(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saving, banner = await saving_in(vault)
        saving.edited("mine\n")
        (tmp_path / "n.md").write_text("outside\n")
        await saving.save()
        press(banner, "Merge…")
        await until(lambda: bool(banner.window().findChildren(MergeDialog)))
        (dialog,) = banner.window().findChildren(MergeDialog)
        assert (tmp_path / "n.md").read_text() == "outside\n"
        dialog.merge_button.click()
        await until(lambda: (tmp_path / "n.md").read_text() == "mine\noutside\n")
        assert banner.text() == ""
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_cancelling_the_choice_leaves_the_question(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saving, banner = await saving_in(vault)
        saving.edited("mine\n")
        (tmp_path / "n.md").write_text("outside\n")
        await saving.save()
        press(banner, "Merge…")
        await until(lambda: bool(banner.window().findChildren(MergeDialog)))
        banner.window().findChildren(MergeDialog)[0].cancel_button.click()
        await until(lambda: not banner.window().findChildren(MergeDialog))
        assert "changed outside" in banner.text()
        assert (tmp_path / "n.md").read_text() == "outside\n"
        assert saving.draft is not None
        assert saving.draft.text == "mine\n"
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_typing_without_a_pause_is_saved_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.ui.note.saving.SILENCE", 60_000)
    monkeypatch.setattr("vaultdesk.ui.note.saving.AT_MOST", 20)
    async with Vault(tmp_path) as vault:
        saving, banner = await saving_in(vault)
        saving.typed(lambda: "typed\n")
        await until(lambda: (tmp_path / "n.md").read_text() == "typed\n")
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_what_was_typed_while_the_note_was_away_is_saved_when_it_is_back(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saving, banner = await saving_in(vault)
        aside = (tmp_path / "n.md").rename(tmp_path / "aside.txt")
        await saving.look()
        assert "deleted outside" in banner.text()
        saving.edited("two\n")
        assert not await saving.save()
        aside.rename(tmp_path / "n.md")
        await saving.look()
        assert banner.text() == ""
        await until(lambda: (tmp_path / "n.md").read_text() == "two\n")
        await bridge.cancel_all()
        banner.deleteLater()
