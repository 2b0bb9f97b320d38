"""Tests of ui/notes/note_draft.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import NoteAreaEnv, open_note_area
from vaultdesk.core.errors import NoteConflict, NoteNotConfirmed, NoteNotWritten
from vaultdesk.ui import bridge
from vaultdesk.ui.notes.note_draft import BOTH, MINE, THEIRS, DraftSaver, MergeDialog, NoteDraft
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.page_states import PageBanner
from vaultdesk.vault.line_diff import merge
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault import Vault

PATH = NotePath("n.md")


async def draft_in(vault: Vault, text: str = "one\n") -> NoteDraft:
    (vault.root / "n.md").write_text(text)
    return NoteDraft(vault, PATH, await vault.read(PATH))


async def test_a_saved_draft_is_clean(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "two\n"
        assert draft.dirty
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "two\n"
        assert not draft.dirty


async def test_an_external_change_is_adopted_when_the_draft_is_clean(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        assert await draft.look() == "same"
        (tmp_path / "n.md").write_text("outside\n")
        assert await draft.look() == "taken over"
        assert draft.text == "outside\n"


async def test_a_conflict_overwrites_nothing_until_it_is_resolved(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "mine\n"
        (tmp_path / "n.md").write_text("outside\n")
        with pytest.raises(NoteConflict):
            await draft.save()
        assert await draft.look() == "changed"
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "outside\n"
        await draft.keep()
        assert (tmp_path / "n.md").read_text() == "mine\n"
        assert not draft.suspended


async def test_reload_discards_unsaved_text(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "mine\n"
        (tmp_path / "n.md").write_text("outside\n")
        await draft.look()
        await draft.reload()
        assert (draft.text, draft.dirty, draft.suspended) == ("outside\n", False, False)


async def test_a_deleted_note_can_be_saved_again(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        (tmp_path / "n.md").unlink()
        assert await draft.look() == "gone"
        await draft.keep()
        assert (tmp_path / "n.md").read_text() == "one\n"


class _UnconfirmedVault(Vault):
    """A vault on a disk that writes the bytes but does not confirm them."""

    async def write(self, path: NotePath, text: str, expected_digest: str | None) -> NoteText:
        await super().write(path, text, expected_digest)
        raise NoteNotConfirmed("Saved, not confirmed.")


class _FullDiskVault(Vault):
    """A vault on a full disk."""

    async def write(self, path: NotePath, text: str, expected_digest: str | None) -> NoteText:
        raise NoteNotWritten("The disk is full.", hint="Make room.")


async def test_an_unconfirmed_write_leaves_the_draft_clean(tmp_path: Path) -> None:
    async with _UnconfirmedVault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "two\n"
        with pytest.raises(NoteNotConfirmed):
            await draft.save()
        assert not draft.dirty


async def test_a_failed_write_leaves_the_draft_dirty(tmp_path: Path) -> None:
    async with _FullDiskVault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "two\n"
        with pytest.raises(NoteNotWritten):
            await draft.save()
        assert (draft.text, draft.dirty) == ("two\n", True)


async def test_the_editor_text_is_requested_only_when_it_is_needed(tmp_path: Path) -> None:
    requested: list[int] = []

    def editor_text() -> str:
        requested.append(1)
        return "typed\n"

    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.typed(editor_text)
        draft.typed(editor_text)
        assert not requested
        assert draft.dirty
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "typed\n"
        assert (len(requested), draft.dirty, draft.base) == (1, False, "typed\n")


async def test_a_merged_text_replaces_the_merged_version_and_never_a_newer_one(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "mine\n"
        (tmp_path / "n.md").write_text("outside\n")
        assert await draft.look() == "changed"
        await draft.settle("both\n", await draft.outside())
        (tmp_path / "n.md").write_text("newer\n")
        with pytest.raises(NoteConflict):
            await draft.save()
        await draft.settle("both\n", await draft.outside())
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "both\n"


async def saver_in(vault: Vault) -> tuple[DraftSaver, PageBanner]:
    (vault.root / "n.md").write_text("one\n")
    path = NotePath("n.md")
    banner = PageBanner()
    saver = DraftSaver(banner, banner)
    saver.take(NoteDraft(vault, path, await vault.read(path)))
    return saver, banner


def press(banner: PageBanner, text: str) -> None:
    next(button for button in banner.findChildren(QPushButton) if button.text() == text).click()


@on_qt_loop
async def test_a_failed_write_is_reported_retains_the_text_and_can_be_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Vault(tmp_path) as vault:
        saver, banner = await saver_in(vault)

        async def fail_to_write(*_: object) -> None:
            raise NoteNotWritten("The disk is full.", hint="Make room.")

        with monkeypatch.context() as patch:
            patch.setattr(vault, "write", fail_to_write)
            saver.edited("two\n")
            assert not await saver.save()
        assert "The disk is full. Make room." in banner.text()
        press(banner, "Copy text")
        assert QGuiApplication.clipboard().text() == "two\n"
        press(banner, "Try again")
        await until(lambda: banner.text() == "")
        assert (tmp_path / "n.md").read_text() == "two\n"
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_an_external_change_while_editing_asks_for_a_decision(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saver, banner = await saver_in(vault)
        saver.edited("mine\n")
        (tmp_path / "n.md").write_text("outside\n")
        assert not await saver.save()
        assert "changed by another program" in banner.text()
        assert (tmp_path / "n.md").read_text() == "outside\n"
        press(banner, "Keep mine")
        await until(lambda: banner.text() == "")
        assert (tmp_path / "n.md").read_text() == "mine\n"
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_without_edits_an_external_change_is_adopted_and_signalled(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saver, banner = await saver_in(vault)
        emitted: list[int] = []
        saver.replaced.connect(lambda: emitted.append(1))
        (tmp_path / "n.md").write_text("outside\n")
        await saver.look()
        assert emitted
        assert saver.draft is not None
        assert saver.draft.text == "outside\n"
        assert banner.text() == ""
        banner.deleteLater()


@on_qt_loop
async def test_saving_without_a_note_succeeds(tmp_path: Path) -> None:
    owner = QObject()
    assert await DraftSaver(PageBanner(), owner).save()


@on_qt_loop
async def test_the_reason_for_read_only_is_shown_until_the_note_is_writable(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saver, banner = await saver_in(vault)
        assert not saver.may_write("Another VaultDesk has this vault open.")
        assert banner.text() == "Another VaultDesk has this vault open."
        assert saver.may_write("")
        assert banner.text() == ""


@on_qt_loop
async def test_changes_of_different_lines_are_merged_without_asking(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saver, banner = await saver_in(vault)
        (tmp_path / "n.md").write_text("one\n\ntwo\n\nthree\n")
        await saver.look()
        saver.edited("my one\n\ntwo\n\nthree\n")
        (tmp_path / "n.md").write_text("one\n\ntwo\n\nits three\n")
        assert not await saver.save()
        press(banner, "Merge…")
        await until(lambda: banner.text() == "")
        assert saver.draft is not None
        await until(lambda: (tmp_path / "n.md").read_text() == "my one\n\ntwo\n\nits three\n")
        assert saver.draft.text == "my one\n\ntwo\n\nits three\n"
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_conflicting_lines_are_merged_only_after_a_choice(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saver, banner = await saver_in(vault)
        saver.edited("mine\n")
        (tmp_path / "n.md").write_text("outside\n")
        await saver.save()
        press(banner, "Merge…")
        await until(lambda: bool(banner.window().findChildren(MergeDialog)))
        (dialog,) = banner.window().findChildren(MergeDialog)
        assert (tmp_path / "n.md").read_text() == "outside\n"
        dialog.done_button.click()
        await until(lambda: (tmp_path / "n.md").read_text() == "mine\noutside\n")
        assert banner.text() == ""
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_cancelling_the_merge_dialog_leaves_the_conflict_open(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saver, banner = await saver_in(vault)
        saver.edited("mine\n")
        (tmp_path / "n.md").write_text("outside\n")
        await saver.save()
        press(banner, "Merge…")
        await until(lambda: bool(banner.window().findChildren(MergeDialog)))
        banner.window().findChildren(MergeDialog)[0].cancel.click()
        await until(lambda: not banner.window().findChildren(MergeDialog))
        assert "changed by another program" in banner.text()
        assert (tmp_path / "n.md").read_text() == "outside\n"
        assert saver.draft is not None
        assert saver.draft.text == "mine\n"
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_continuous_typing_is_saved_after_the_maximum_delay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.ui.notes.note_draft.SAVE_DELAY", 60_000)
    monkeypatch.setattr("vaultdesk.ui.notes.note_draft.MAX_SAVE_DELAY", 20)
    async with Vault(tmp_path) as vault:
        saver, banner = await saver_in(vault)
        saver.typed(lambda: "typed\n")
        await until(lambda: (tmp_path / "n.md").read_text() == "typed\n")
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_edits_of_a_temporarily_missing_note_are_saved_when_it_reappears(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        saver, banner = await saver_in(vault)
        aside = (tmp_path / "n.md").rename(tmp_path / "aside.txt")
        await saver.look()
        assert "deleted by another program" in banner.text()
        saver.edited("two\n")
        assert not await saver.save()
        aside.rename(tmp_path / "n.md")
        await saver.look()
        assert banner.text() == ""
        await until(lambda: (tmp_path / "n.md").read_text() == "two\n")
        await bridge.cancel_all()
        banner.deleteLater()


async def open_on_both_sides(env: NoteAreaEnv, path: str = "Boiler.md") -> tuple[NotePage, NotePage]:
    """Open a note on both sides."""
    first = await env.area.show_note(path)
    await env.area.commands.split(down=False)
    second = env.area.current_page
    assert second is not None
    assert second is not first
    return first, second


@on_qt_loop
async def test_text_typed_on_one_side_appears_on_the_other_and_is_saved_once(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        first, second = await open_on_both_sides(env)
        first.toggle_edit()
        second.toggle_edit()
        assert first.saving.draft is second.saving.draft
        QTest.keyClicks(first.editor, "mine ")
        await until(lambda: second.editor.text().startswith("mine "))
        QTest.keyClicks(second.editor, "yours ")
        await until(lambda: "yours" in first.editor.text())
        assert await env.area.save_now()
        assert "mine" in env.on_disk("Boiler.md")
        assert "yours" in env.on_disk("Boiler.md")
        assert (first.banner.text(), second.banner.text()) == ("", "")


@on_qt_loop
async def test_the_reading_view_of_the_other_side_follows_the_editor(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        first, second = await open_on_both_sides(env)
        first.toggle_edit()
        first.editor.insert_at_cursor("---\nnew: 1\n---\nmine ")
        await until(lambda: "mine" in second.reader.rendered_document.toPlainText())


@on_qt_loop
async def test_an_external_change_is_shown_on_both_sides(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        first, second = await open_on_both_sides(env)
        env.change_outside("Boiler.md", "from outside\n")
        for page in (first, second):
            await until(lambda page=page: "from outside" in page.reader.rendered_document.toPlainText())  # type: ignore[misc]  # mypy cannot name a lambda's default


@on_qt_loop
async def test_a_note_renamed_while_open_on_both_sides_is_saved_at_its_new_path(tmp_path: Path) -> None:
    from vaultdesk.vault.note_path import NotePath
    from vaultdesk.vault.vault_changes import FileChange, VaultChanged

    async with open_note_area(tmp_path) as env:
        first, second = await open_on_both_sides(env)
        (env.root / "Boiler.md").rename(env.root / "Heater.md")
        env.vault.changes.publish(VaultChanged((FileChange("moved", NotePath("Heater.md"), NotePath("Boiler.md")),)))
        await until(lambda: first.path == second.path == "Heater.md")
        second.toggle_edit()
        QTest.keyClicks(second.editor, "x")
        assert await env.area.save_now()
        assert env.on_disk("Heater.md").startswith("x---")
        assert not (env.root / "Boiler.md").exists()


@on_qt_loop
async def test_discarding_an_externally_deleted_note_clears_it_on_both_sides(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        first, second = await open_on_both_sides(env)
        env.change_outside("Boiler.md", None)
        await until(
            lambda: (
                "deleted by another program" in first.banner.text()
                and "deleted by another program" in second.banner.text()
            )
        )
        assert first.saving.draft is not None
        first.saving.drop(first.saving.draft)
        await until(lambda: second.text is None and first.text is None)
        assert not (env.root / "Boiler.md").exists()


@on_qt_loop
async def test_edits_of_both_sides_are_undone_step_by_step_from_either_side(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {"Boiler.md": "first\n\nlast\n"}) as env:
        left, right = await open_on_both_sides(env)
        left.toggle_edit()
        right.toggle_edit()

        async def both_show(text: str) -> None:
            await until(lambda: left.editor.text() == right.editor.text() == left.text == text)

        QTest.keyClicks(left.editor, "one ")
        await both_show("one first\n\nlast\n")
        right.editor.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClicks(right.editor, "two")
        await both_show("one first\n\nlast\ntwo")
        left.editor.undo()
        await both_show("one first\n\nlast\n")
        right.editor.undo()
        await both_show("first\n\nlast\n")
        left.editor.redo()
        await both_show("one first\n\nlast\n")
        right.editor.redo()
        await both_show("one first\n\nlast\ntwo")
        QTest.keyClicks(left.editor, "x")
        await until(lambda: "x" in right.editor.text())
        assert await env.area.save_now()
        assert env.on_disk("Boiler.md") == left.editor.text() == right.editor.text()


@on_qt_loop
async def test_recent_typing_on_one_side_is_retained_when_typing_on_the_other(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {"Boiler.md": "first\n\nlast\n"}) as env:
        env.area.resize(900, 500)
        env.area.show()
        left, right = await open_on_both_sides(env)
        left.toggle_edit()
        right.toggle_edit()
        left.editor.setFocus()
        QTest.keyClicks(left.editor, "one ")
        # The event loop does not run in between, as when the window is briefly blocked.
        QTest.mouseClick(right.editor.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
        assert right.editor.hasFocus()
        right.editor.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClicks(right.editor, "two")
        await until(lambda: left.editor.text() == right.editor.text() == "one first\n\nlast\ntwo")
        assert await env.area.save_now()
        assert env.on_disk("Boiler.md") == "one first\n\nlast\ntwo"


BASE = "head\none\nmiddle\ntwo\nend\n"
MERGED = merge(BASE, "head\nmy one\nmiddle\nmy two\nend\n", "new head\nits one\nmiddle\nits two\nend\n")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    widget.resize(900, 700)
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def dialog(qtbot: QtBot, window: QWidget) -> MergeDialog:
    widget = MergeDialog(MERGED, window)
    qtbot.addWidget(widget)
    return widget


def choose(dialog: MergeDialog, *choices: int) -> str:
    for card, choice in zip(dialog.conflict_cards, choices, strict=True):
        card.choice.set_current(choice)
    return dialog.text()


def test_without_a_choice_both_versions_are_retained(dialog: MergeDialog) -> None:
    for line in ("my one", "its one", "my two", "its two"):
        assert line in dialog.text().split("\n")


def test_each_conflict_has_the_chosen_version_and_other_lines_are_unchanged(dialog: MergeDialog) -> None:
    assert len(dialog.conflict_cards) == 2
    first, second = (card.conflict for card in dialog.conflict_cards)
    text = choose(dialog, MINE, THEIRS)
    lines = MERGED.text.split("\n")
    lines[second.line - 1 : second.line - 1 + len(second.mine)] = second.theirs
    assert text == "\n".join(lines)
    both = choose(dialog, BOTH, MINE)
    assert "\n".join((*first.mine, *first.theirs)) in both


def test_escape_rejects_the_dialog_and_cancel_is_the_default_button(dialog: MergeDialog) -> None:
    results: list[int] = []
    dialog.finished.connect(results.append)
    dialog.open()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert results == [QDialog.DialogCode.Rejected]
    assert dialog.cancel.isDefault()
