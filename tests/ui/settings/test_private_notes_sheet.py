"""Tests of ui/settings/private_notes_sheet.py."""

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from tests.ui.agents.agent_desk import is_open, open_workspace, shown
from tests.ui.settings.test_permission_rules import choose
from vaultdesk.core.settings.settings_schema import DEFAULT_PRIVACY, PrivacyRule, VaultSettings
from vaultdesk.ui.settings.private_notes_sheet import PrivacyRuleDialog, PrivateNotesSheet
from vaultdesk.workspace import Workspace

# Privacy dialog: a rule is read aloud and counted over the real notes as it is made.


class Scene:
    """A dialog over a window."""

    def __init__(self, workspace: Workspace, rule: PrivacyRule | None = None) -> None:
        self.window = QWidget()
        self.window.resize(900, 700)
        self.window.show()
        self.dialog = PrivacyRuleDialog(workspace.known_notes, ("Projects",), rule, self.window)
        self.dialog.open()


@on_qt_loop
async def test_a_folder_is_counted(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        scene = Scene(workspace)
        scene.dialog.folder.field.set_text("Projects")
        await until(lambda: "2 notes today" in scene.dialog.sentence())
        assert scene.dialog.sentence() == "Notes in Projects go to no model elsewhere. 2 notes today."
        assert scene.dialog.rule() == PrivacyRule(kind="folder", value="Projects", answer="local")


@on_qt_loop
async def test_each_kind_has_its_field_and_an_empty_one_says_what_is_missing(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        scene = Scene(workspace)
        choose(scene.dialog.kind, "tag")
        assert scene.dialog.sentence() == "Say which notes are meant."
        assert not scene.dialog.done_button.isEnabled()
        scene.dialog.value.set_text("private")
        choose(scene.dialog.answer, "never")
        await until(lambda: "1 note today" in scene.dialog.sentence())
        assert scene.dialog.rule() == PrivacyRule(kind="tag", value="private", answer="never")
        scene.dialog.value.set_text("two words")
        assert scene.dialog.value.problem() == "No note can be meant by this."


@on_qt_loop
async def test_a_rule_is_edited_with_all_it_says(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        rule = PrivacyRule(kind="property", value="status: secret", answer="ask")
        scene = Scene(workspace, rule)
        assert scene.dialog.rule() == rule
        scene.dialog.done_button.click()
        assert scene.dialog.result() == PrivacyRuleDialog.DialogCode.Accepted


# Private sheet: rules with what they come to today, comments, and every private note with its rule.


async def sheet_of(workspace: Workspace) -> PrivateNotesSheet:
    sheet = PrivateNotesSheet(workspace)
    sheet.resize(800, 900)
    sheet.show()
    await until(lambda: "Private today" in words_of(sheet))
    return sheet


def kept(workspace: Workspace) -> VaultSettings:
    return workspace.store.settings.vault_settings(workspace.vault.root)


def listed(sheet: PrivateNotesSheet) -> list[tuple[str, str]]:
    return [sheet.notes.rows.line(row) for row in range(sheet.notes.rows.rowCount())]


@on_qt_loop
async def test_rules_are_sentences_with_what_they_come_to(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await sheet_of(workspace)
        assert sheet.list.texts() == [
            "Notes tagged #private go to no model elsewhere.",
            "Notes with private: true go to no model elsewhere.",
        ]
        assert words_of(sheet).count("1 note today") == 2
        assert "Private today: 2 of 7 notes" in words_of(sheet)
        assert listed(sheet) == [
            ("Daily/2026-11-20.md", "tagged #private"),
            ("Personal/Diary.md", "with private: true"),
        ]


@on_qt_loop
async def test_a_rule_is_added_and_counted_at_once(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await sheet_of(workspace)
        adding = asyncio.ensure_future(sheet.edit(None))
        await until(lambda: is_open(PrivacyRuleDialog))
        dialog = shown(PrivacyRuleDialog)
        dialog.folder.field.set_text("Projects")
        dialog.done_button.click()
        await adding
        assert kept(workspace).privacy[-1] == PrivacyRule(kind="folder", value="Projects", answer="local")
        await until(lambda: len(listed(sheet)) == 4)
        assert sum(workspace.privacy.strictest_rule(path) is not None for path in workspace.known_notes.paths()) == 4


@on_qt_loop
async def test_a_rule_is_removed_and_undo_brings_it_back(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await sheet_of(workspace)
        sheet.list.buttons[0].click()
        assert kept(workspace).privacy == DEFAULT_PRIVACY[1:]
        await until(lambda: len(listed(sheet)) == 1)
        assert sheet.undo.text() == "Removed: Notes tagged #private go to no model elsewhere."
        sheet.undo.links[0].click()
        assert kept(workspace).privacy == DEFAULT_PRIVACY


@on_qt_loop
async def test_comments_stay_here_until_the_person_says_otherwise(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await sheet_of(workspace)
        assert sheet.comments is not None
        assert sheet.comments.shown_text() == "stays on this computer"
        sheet.comments.chosen.emit("send")
        assert kept(workspace).comments == "send"
        assert sheet.comments.shown_text() == "goes with its note"


@on_qt_loop
async def test_a_rule_nobody_can_read_is_shown_and_can_only_be_removed(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        root = workspace.vault.root
        broken = PrivacyRule(kind="tag", value="", answer="ask")
        workspace.store.change(lambda settings: settings.with_vault(root, privacy=(broken,)))
        sheet = await sheet_of(workspace)
        assert sheet.list.texts() == ["This rule cannot be read, so no note goes to any model."]
        assert sheet.list.edit_buttons == []
        sheet.list.buttons[0].click()
        assert kept(workspace).privacy == ()


@on_qt_loop
async def test_private_notes_are_filtered_and_opened(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await sheet_of(workspace)
        opened: list[str] = []
        sheet.note_opened.connect(opened.append)
        QTest.keyClicks(sheet.search, "tagged")
        assert [path for path, _ in listed(sheet)] == ["Daily/2026-11-20.md"]
        QTest.keyClick(sheet.search, Qt.Key.Key_Down)
        QTest.keyClick(sheet.notes, Qt.Key.Key_Return)
        assert opened == ["Daily/2026-11-20.md"]


@on_qt_loop
async def test_a_note_that_becomes_private_appears(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await sheet_of(workspace)
        (workspace.vault.root / "New.md").write_text("#private\n", encoding="utf-8")
        await workspace.indexer.rescan()
        await until(lambda: "New.md" in dict(listed(sheet)))
