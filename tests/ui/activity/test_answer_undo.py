"""Tests of ui/activity/answer_undo.py."""

from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import HangStep
from tests.ui.undo.scene import LEAK, RENAME, running_scene
from vaultdesk.core.errors import VaultReadOnly
from vaultdesk.providers.provider import TextArrived
from vaultdesk.ui import bridge
from vaultdesk.ui.activity.answer_undo import AnswerChanges, applied_changes_text, read_changes, undo_button_text
from vaultdesk.ui.chat.transcript.answer_steps import ToolLine
from vaultdesk.ui.review.approval_view import RequestView
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Create, FileEdit, Move, Origin, Rewrite
from vaultdesk.vault.undo import undo
from vaultdesk.vault.vault import Vault

# Answer changes: a rename with its repaired links counts as one change.

RUN = Origin("run_1", "Tidy up")


@pytest.mark.parametrize(
    ("changes", "button", "notice"),
    [
        (AnswerChanges("g", 1), "Undo 1 change", "1 change applied."),
        (AnswerChanges("g", 4), "Undo 4 changes", "4 changes applied."),
        (AnswerChanges("g", 3, 1), "Undo 3 changes", "3 changes applied, links repaired in 1 note."),
        (AnswerChanges("g", 3, 4), "Undo 3 changes", "3 changes applied, links repaired in 4 notes."),
        (AnswerChanges("g", 2, undone=2), "Undo 2 changes", "2 changes applied."),
        (AnswerChanges("g", undone=3), "Redo", "0 changes applied."),
    ],
)
def test_texts_follow_the_counts(changes: AnswerChanges, button: str, notice: str) -> None:
    assert (undo_button_text(changes), applied_changes_text(changes)) == (button, notice)


async def test_rename_counts_once_and_its_links_separately(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("A\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("[[a]]\n", encoding="utf-8")
    async with Vault(tmp_path, watch=False) as vault:
        assert not await read_changes(vault, "run_1")
        first, linking = await vault.read(NotePath("a.md")), await vault.read(NotePath("b.md"))
        edits: list[FileEdit] = [
            Move(NotePath("a.md"), NotePath("c.md"), first.digest, "rename"),
            Rewrite(NotePath("b.md"), "[[c]]\n", linking.digest, "rename"),
            Create(NotePath("d.md"), "new\n"),
        ]
        await vault.apply(edits, RUN)
        assert await read_changes(vault, "run_1") == AnswerChanges("run_1", 2, 1)

        await undo(vault, "run_1")
        changes = await read_changes(vault, "run_1")
        assert (changes.applied, changes.undone, changes.offers_redo) == (0, 2, True)


# Undo of an answer from its footer, the notification and the commands; later changes are not overwritten.

BEFORE = "Brandt rang about the boiler.\n"
AFTER = "Brandt called about the boiler.\n"


@on_qt_loop
async def test_footer_undoes_and_redoes_a_rename_with_its_links(home: Path, tmp_path: Path) -> None:
    async with running_scene(tmp_path, RENAME, LEAK) as scene:
        await scene.changed()
        assert (scene.text("Linking.md"), scene.text("Boiler.md")) == ("See [[Heating system]].\n", "")
        assert scene.foot_words() == "Undo 2 changes"

        scene.press_undo()
        await until(lambda: scene.foot_words() == "Redo")
        assert scene.text("Linking.md") == "See [[Boiler]].\n"
        assert scene.text("Boiler.md").startswith("# Boiler")
        assert scene.text("Daily/2026-11-20.md") == BEFORE

        scene.press_undo()
        await until(lambda: scene.foot_words() == "Undo 2 changes")
        assert scene.text("Heating system.md").startswith("# Boiler")
        assert scene.text("Daily/2026-11-20.md") == AFTER


@on_qt_loop
async def test_stopped_answer_keeps_its_text_and_offers_undo(home: Path, tmp_path: Path) -> None:
    hang = HangStep()
    async with running_scene(tmp_path, LEAK, then=[TextArrived("I changed it, and"), hang]) as scene:
        bridge.start(scene.changed(), owner=scene.views)
        await hang.reached.wait()
        assert scene.text("Daily/2026-11-20.md") == AFTER
        scene.views.chat.composer.stop_requested.emit()
        await until(lambda: scene.foot_words() == "Undo 1 change")
        exchange = scene.views.chat.transcript.views[-1].exchange
        assert (exchange.stopped, exchange.text) == (True, "I changed it, and")
        scene.press_undo()
        await until(lambda: scene.text("Daily/2026-11-20.md") == BEFORE)


@on_qt_loop
async def test_notification_after_applying_counts_the_changes_and_undoes_them(home: Path, tmp_path: Path) -> None:
    async with running_scene(tmp_path, RENAME, LEAK) as scene:
        notifications: list[tuple[str, str]] = []
        notify = scene.desktop.window.notify

        def listen(text: str, action: str = "", do: object = None) -> object:
            notifications.append((text, action))
            if action == "Undo" and callable(do) and len(notifications) == 1:
                do()
            return notify(text, action, None)

        scene.desktop.window.notify = listen  # type: ignore[method-assign, assignment] # intercepts the notifications
        await scene.changed()
        await until(lambda: scene.foot_words() == "Redo")

        assert notifications[0] == ("2 changes applied, links repaired in 1 note.", "Undo")
        assert scene.text("Daily/2026-11-20.md") == BEFORE
        assert len(notifications) == 2, notifications


@on_qt_loop
async def test_commands_undo_and_redo_the_last_change(home: Path, tmp_path: Path) -> None:
    async with running_scene(tmp_path, LEAK) as scene:
        commands = scene.desktop.window.commands
        assert commands["undo-change"].isEnabled()
        commands["undo-change"].trigger()
        await until(lambda: scene.notices() == ["There is no change to undo."])
        commands["redo-change"].trigger()
        await until(lambda: "There is no change to redo." in scene.notices())

        await scene.changed()
        commands["undo-change"].trigger()
        # The journal entry is completed after the file is written.
        await until(lambda: "Undone: 2026-11-20." in scene.notices())
        assert scene.text("Daily/2026-11-20.md") == BEFORE
        commands["redo-change"].trigger()
        await until(lambda: scene.text("Daily/2026-11-20.md") == AFTER)


@on_qt_loop
async def test_note_changed_since_is_shown_and_merged(home: Path, tmp_path: Path) -> None:
    async with running_scene(tmp_path, LEAK) as scene:
        file = tmp_path / "Lindenweg/Daily/2026-11-20.md"
        file.write_text(f"{BEFORE}\nOne.\n\nTwo.\n", encoding="utf-8")
        await scene.changed()
        file.write_text(f"{AFTER}\nOne.\n\nTwo, and mine.\n", encoding="utf-8")

        scene.press_undo()
        await until(scene.refusals)
        (dialog,) = scene.refusals()
        assert scene.text("Daily/2026-11-20.md").startswith(AFTER)
        assert dialog.cancel.isDefault()
        dialog.done_button.click()
        await until(lambda: scene.text("Daily/2026-11-20.md") == f"{BEFORE}\nOne.\n\nTwo, and mine.\n")
        await until(lambda: "Merged. Later changes are kept." in scene.notices())


@on_qt_loop
async def test_conflict_offers_no_merge_and_opens_the_note(home: Path, tmp_path: Path) -> None:
    async with running_scene(tmp_path, LEAK) as scene:
        await scene.changed()
        edited = "Brandt wrote about the boiler.\n"
        (tmp_path / "Lindenweg/Daily/2026-11-20.md").write_text(edited, encoding="utf-8")

        scene.desktop.window.commands["undo-change"].trigger()
        await until(scene.refusals)
        (dialog,) = scene.refusals()
        assert dialog.done_button.isHidden()
        dialog.links[0].click()
        await until(lambda: scene.views.notes.current_path == "Daily/2026-11-20.md")

        assert scene.text("Daily/2026-11-20.md") == edited
        assert not scene.refusals()


@on_qt_loop
async def test_unticked_changes_are_omitted_and_edited_hunks_are_written(home: Path, tmp_path: Path) -> None:
    def review(view: RequestView) -> None:
        assert view.review is not None
        renamed, *_ = view.request.changes.changes
        view.review.diff.note_ticked.emit(renamed.id, False)
        view.review.diff.hunk_edited.emit(view.request.changes.changes[-1].id, "h1", ("In my words.",))

    async with running_scene(tmp_path, RENAME, LEAK) as scene:
        view = await scene.changed(review)
        steps = [text for text in (line.shown_step for line in view.findChildren(ToolLine)) if text.verb]

        assert scene.text("Boiler.md").startswith("# Boiler")
        assert scene.text("Linking.md") == "See [[Boiler]].\n"
        assert scene.text("Daily/2026-11-20.md") == "In my words.\n"
        assert [(step.verb, step.object) for step in steps] == [("Rename a note", ""), ("Changed", "2026-11-20")]
        assert steps[1].result.startswith("edited by you · ")
        assert scene.foot_words() == "Undo 1 change"


@on_qt_loop
async def test_undo_in_a_read_only_vault_is_reported(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_scene(tmp_path, LEAK) as scene:
        await scene.changed()

        async def refuse(*_args: object) -> object:
            raise VaultReadOnly("Another VaultDesk has this vault open", hint="Close it.")

        monkeypatch.setattr(scene.views.activity.undo_action, "_undo", refuse)
        scene.press_undo()
        await until(lambda: any("Another VaultDesk" in text for text in scene.notices()))
