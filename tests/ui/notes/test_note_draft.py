"""Tests of ui/notes/note_draft.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import Desk, desk
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


async def test_a_draft_is_saved_once_and_is_clean_then(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "two\n"
        assert draft.dirty
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "two\n"
        assert not draft.dirty


async def test_a_change_outside_is_taken_over_where_nothing_is_unsaved(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        assert await draft.look() == "same"
        (tmp_path / "n.md").write_text("outside\n")
        assert await draft.look() == "taken over"
        assert draft.text == "outside\n"


async def test_a_contradiction_overwrites_nothing_until_it_is_decided(tmp_path: Path) -> None:
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


async def test_reload_forgets_what_was_typed(tmp_path: Path) -> None:
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


class _Unsure(Vault):
    """A vault on a disk that takes the bytes and then does not confirm them."""

    async def write(self, path: NotePath, text: str, expected_digest: str | None) -> NoteText:
        await super().write(path, text, expected_digest)
        raise NoteNotConfirmed("Saved, not confirmed.")


class _Full(Vault):
    """A vault on a full disk."""

    async def write(self, path: NotePath, text: str, expected_digest: str | None) -> NoteText:
        raise NoteNotWritten("The disk is full.", hint="Make room.")


async def test_written_but_not_confirmed_is_saved_all_the_same(tmp_path: Path) -> None:
    async with _Unsure(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "two\n"
        with pytest.raises(NoteNotConfirmed):
            await draft.save()
        assert not draft.dirty


async def test_a_full_disk_keeps_the_draft(tmp_path: Path) -> None:
    async with _Full(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "two\n"
        with pytest.raises(NoteNotWritten):
            await draft.save()
        assert (draft.text, draft.dirty) == ("two\n", True)


async def test_what_is_typed_is_asked_for_only_when_it_is_needed(tmp_path: Path) -> None:
    requested: list[int] = []

    def typed() -> str:
        requested.append(1)
        return "typed\n"

    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.typed(typed)
        draft.typed(typed)
        assert not requested
        assert draft.dirty
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "typed\n"
        assert (len(requested), draft.dirty, draft.base) == (1, False, "typed\n")


async def test_a_merged_text_is_written_over_what_was_looked_at_and_over_nothing_newer(tmp_path: Path) -> None:
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


async def saving_in(vault: Vault) -> tuple[DraftSaver, PageBanner]:
    (vault.root / "n.md").write_text("one\n")
    path = NotePath("n.md")
    banner = PageBanner()
    saving = DraftSaver(banner, banner)
    saving.take(NoteDraft(vault, path, await vault.read(path)))
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
        assert "changed by another program" in banner.text()
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
        emitted: list[int] = []
        saving.replaced.connect(lambda: emitted.append(1))
        (tmp_path / "n.md").write_text("outside\n")
        await saving.look()
        assert emitted
        assert saving.draft is not None
        assert saving.draft.text == "outside\n"
        assert banner.text() == ""
        banner.deleteLater()


@on_qt_loop
async def test_saving_without_a_note_is_nothing(tmp_path: Path) -> None:
    owner = QObject()
    assert await DraftSaver(PageBanner(), owner).save()


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
        dialog.done_button.click()
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
        banner.window().findChildren(MergeDialog)[0].cancel.click()
        await until(lambda: not banner.window().findChildren(MergeDialog))
        assert "changed by another program" in banner.text()
        assert (tmp_path / "n.md").read_text() == "outside\n"
        assert saving.draft is not None
        assert saving.draft.text == "mine\n"
        await bridge.cancel_all()
        banner.deleteLater()


@on_qt_loop
async def test_typing_without_a_pause_is_saved_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.ui.notes.note_draft.SAVE_DELAY", 60_000)
    monkeypatch.setattr("vaultdesk.ui.notes.note_draft.MAX_SAVE_DELAY", 20)
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
        assert "deleted by another program" in banner.text()
        saving.edited("two\n")
        assert not await saving.save()
        aside.rename(tmp_path / "n.md")
        await saving.look()
        assert banner.text() == ""
        await until(lambda: (tmp_path / "n.md").read_text() == "two\n")
        await bridge.cancel_all()
        banner.deleteLater()


async def twice(at: Desk, path: str = "Boiler.md") -> tuple[NotePage, NotePage]:
    """Open a note on both sides."""
    first = await at.area.show_note(path)
    await at.area.commands.split(down=False)
    second = at.area.current_page
    assert second is not None
    assert second is not first
    return first, second


@on_qt_loop
async def test_what_is_typed_on_one_side_shows_on_the_other_and_is_saved_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first, second = await twice(at)
        first.toggle_edit()
        second.toggle_edit()
        assert first.saving.draft is second.saving.draft
        QTest.keyClicks(first.editor, "mine ")
        await until(lambda: second.editor.text().startswith("mine "))
        QTest.keyClicks(second.editor, "yours ")
        await until(lambda: "yours" in first.editor.text())
        assert await at.area.save_now()
        assert "mine" in at.on_disk("Boiler.md")
        assert "yours" in at.on_disk("Boiler.md")
        assert (first.banner.text(), second.banner.text()) == ("", "")


@on_qt_loop
async def test_the_reading_view_of_the_other_side_follows(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first, second = await twice(at)
        first.toggle_edit()
        first.editor.insert_at_cursor("---\nnew: 1\n---\nmine ")
        await until(lambda: "mine" in second.reader.rendered_document.toPlainText())


@on_qt_loop
async def test_a_change_outside_reaches_both_sides(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first, second = await twice(at)
        at.change_outside("Boiler.md", "from outside\n")
        for page in (first, second):
            await until(lambda page=page: "from outside" in page.reader.rendered_document.toPlainText())  # type: ignore[misc]  # mypy cannot name a lambda's default


@on_qt_loop
async def test_a_note_that_is_renamed_while_open_twice_is_saved_at_its_new_place(tmp_path: Path) -> None:
    from vaultdesk.vault.note_path import NotePath
    from vaultdesk.vault.vault_changes import FileChange, VaultChanged

    async with desk(tmp_path) as at:
        first, second = await twice(at)
        (at.root / "Boiler.md").rename(at.root / "Heater.md")
        at.vault.changes.publish(VaultChanged((FileChange("moved", NotePath("Heater.md"), NotePath("Boiler.md")),)))
        await until(lambda: first.path == second.path == "Heater.md")
        second.toggle_edit()
        QTest.keyClicks(second.editor, "x")
        assert await at.area.save_now()
        assert at.on_disk("Heater.md").startswith("x---")
        assert not (at.root / "Boiler.md").exists()


@on_qt_loop
async def test_a_note_that_was_deleted_outside_is_let_go_of_on_both_sides(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first, second = await twice(at)
        at.change_outside("Boiler.md", None)
        await until(
            lambda: (
                "deleted by another program" in first.banner.text()
                and "deleted by another program" in second.banner.text()
            )
        )
        assert first.saving.draft is not None
        first.saving.drop(first.saving.draft)
        await until(lambda: second.text is None and first.text is None)
        assert not (at.root / "Boiler.md").exists()


@on_qt_loop
async def test_what_was_typed_on_both_sides_is_undone_step_by_step_from_either(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Boiler.md": "first\n\nlast\n"}) as at:
        left, right = await twice(at)
        left.toggle_edit()
        right.toggle_edit()

        async def both(text: str) -> None:
            await until(lambda: left.editor.text() == right.editor.text() == left.text == text)

        QTest.keyClicks(left.editor, "one ")
        await both("one first\n\nlast\n")
        right.editor.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClicks(right.editor, "two")
        await both("one first\n\nlast\ntwo")
        left.editor.undo()
        await both("one first\n\nlast\n")
        right.editor.undo()
        await both("first\n\nlast\n")
        left.editor.redo()
        await both("one first\n\nlast\n")
        right.editor.redo()
        await both("one first\n\nlast\ntwo")
        QTest.keyClicks(left.editor, "x")
        await until(lambda: "x" in right.editor.text())
        assert await at.area.save_now()
        assert at.on_disk("Boiler.md") == left.editor.text() == right.editor.text()


@on_qt_loop
async def test_what_was_typed_a_moment_ago_on_one_side_is_kept_when_the_other_is_typed_on(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Boiler.md": "first\n\nlast\n"}) as at:
        at.area.resize(900, 500)
        at.area.show()
        left, right = await twice(at)
        left.toggle_edit()
        right.toggle_edit()
        left.editor.setFocus()
        QTest.keyClicks(left.editor, "one ")
        # No turn of the loop between them, as where the window stood still for a moment.
        QTest.mouseClick(right.editor.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
        assert right.editor.hasFocus()
        right.editor.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClicks(right.editor, "two")
        await until(lambda: left.editor.text() == right.editor.text() == "one first\n\nlast\ntwo")
        assert await at.area.save_now()
        assert at.on_disk("Boiler.md") == "one first\n\nlast\ntwo"


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
    for place, choice in zip(dialog.conflict_cards, choices, strict=True):
        place.choice.set_current(choice)
    return dialog.text()


def test_nothing_is_lost_where_nobody_chooses(dialog: MergeDialog) -> None:
    for line in ("my one", "its one", "my two", "its two"):
        assert line in dialog.text().split("\n")


def test_each_place_has_what_was_chosen_and_all_else_stays(dialog: MergeDialog) -> None:
    assert len(dialog.conflict_cards) == 2
    first, second = (place.conflict for place in dialog.conflict_cards)
    text = choose(dialog, MINE, THEIRS)
    lines = MERGED.text.split("\n")
    lines[second.line - 1 : second.line - 1 + len(second.mine)] = second.theirs
    assert text == "\n".join(lines)
    both = choose(dialog, BOTH, MINE)
    assert "\n".join((*first.mine, *first.theirs)) in both


def test_esc_and_enter_leave_everything_as_it_was(dialog: MergeDialog) -> None:
    ended: list[int] = []
    dialog.finished.connect(ended.append)
    dialog.open()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert ended == [QDialog.DialogCode.Rejected]
    assert dialog.cancel.isDefault()
