"""Tests of ui/settings/private_notes_sheet.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from tests.ui.agents.agent_env import is_open, open_workspace, shown
from tests.ui.settings.test_permission_rules import choose
from vaultdesk.core.settings.settings_schema import DEFAULT_PRIVACY, PrivacyRule, VaultSettings
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.rule_matcher import NoteMarks
from vaultdesk.ui.settings.private_notes_sheet import (
    PrivacyRuleDialog,
    PrivateNotesSheet,
    count_private_notes,
    count_private_notes_now,
    is_readable_rule,
    note_count_text,
    privacy_sentence,
)
from vaultdesk.ui.settings.rule_list import raw_rule_text
from vaultdesk.workspace import Workspace

# Privacy sentences: every privacy rule is described by a sentence.


@pytest.mark.parametrize(
    ("kind", "value", "answer", "sentence"),
    [
        ("tag", "private", "local", "Notes tagged #private are sent to no model outside this computer."),
        ("tag", "#private", "local", "Notes tagged #private are sent to no model outside this computer."),
        ("folder", "Personal/", "never", "Notes in Personal are sent to no model at all."),
        ("folder", "", "ask", "All notes are sent to a model outside this computer only if I allow it each time."),
        ("property", "private: true", "local", "Notes with private: true are sent to no model outside this computer."),
        ("note", "A.md", "ask", "The note A.md is sent to a model outside this computer only if I allow it each time."),
        ("tag", "a b", "local", "This rule is not valid, so no note is sent to any model."),
        ("note", "a\u202eb.md", "never", "The note a<U+202E>b.md is sent to no model at all."),
    ],
)
def test_a_privacy_rule_is_described_by_a_sentence(kind: str, value: str, answer: str, sentence: str) -> None:
    rule = PrivacyRule.model_validate({"kind": kind, "value": value, "answer": answer})
    assert privacy_sentence(rule) == sentence


def test_an_unreadable_rule_is_shown_as_written() -> None:
    rule = PrivacyRule.model_validate({"kind": "tag", "value": "x", "answer": "local", "until": "2027"})
    assert not is_readable_rule(rule)
    assert raw_rule_text(rule) == "kind = tag, value = x, answer = local, until = 2027"


def test_the_note_count_has_singular_and_plural_forms() -> None:
    assert [note_count_text(count) for count in (0, 1, 1_204)] == ["0 notes today", "1 note today", "1,204 notes today"]


# Private note counts: equal to those of the vault's privacy rules.

MARKS: dict[str, NoteMarks | None] = {
    "Personal/Diary 2.md": NoteMarks(("private",)),
    "Personal/Diary 10.md": NoteMarks(),
    "Projects/Boiler.md": NoteMarks((), {"private": True}),
    "Unread.md": None,
}
RULES = (*DEFAULT_PRIVACY, PrivacyRule(kind="folder", value="personal", answer="never"))


class FakeKnownNotes:
    """The known notes of a vault, in memory."""

    def marks(self, path: str) -> NoteMarks | None:
        return MARKS.get(path)

    def is_unread(self, path: str) -> bool:
        return path not in MARKS

    def paths(self) -> list[str]:
        return list(MARKS)

    def spelling(self, name: str) -> str | None:
        return name if name in MARKS else None

    def candidates(self, name: str) -> tuple[str, ...]:
        return (name,) if name in MARKS else ()


def test_each_rule_is_counted_separately_and_as_the_privacy_rules_do() -> None:
    found = count_private_notes(RULES, MARKS)
    privacy_rules = PrivacyRules(lambda: VaultSettings(privacy=RULES), FakeKnownNotes(), None)  # type: ignore[arg-type]  # reads no note here
    assert found.counts == (2, 2, 2)
    assert len(found.notes) == sum(privacy_rules.strictest_rule(path) is not None for path in MARKS)


def test_notes_are_listed_with_their_strictest_rule_in_natural_order() -> None:
    found = count_private_notes(RULES, MARKS)
    assert [(note.path, note.rule.answer) for note in found.notes] == [
        ("Personal/Diary 2.md", "never"),
        ("Personal/Diary 10.md", "never"),
        ("Projects/Boiler.md", "local"),
        ("Unread.md", "local"),
    ]
    assert (found.total, found.unreadable) == (4, 1)


async def test_counts_are_computed_from_the_notes_known_now() -> None:
    assert await count_private_notes_now(RULES, FakeKnownNotes()) == count_private_notes(RULES, MARKS)


# PrivacyRuleDialog: the sentence and the note count of a rule are updated while it is edited.


class Scene:
    """A dialog over a window."""

    def __init__(self, workspace: Workspace, rule: PrivacyRule | None = None) -> None:
        self.window = QWidget()
        self.window.resize(900, 700)
        self.window.show()
        self.dialog = PrivacyRuleDialog(workspace.known_notes, ("Projects",), rule, self.window)
        self.dialog.open()


@on_qt_loop
async def test_the_notes_of_a_folder_are_counted(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        scene = Scene(workspace)
        scene.dialog.folder.field.set_text("Projects")
        await until(lambda: "2 notes today" in scene.dialog.sentence())
        assert scene.dialog.sentence() == "Notes in Projects are sent to no model outside this computer. 2 notes today."
        assert scene.dialog.rule() == PrivacyRule(kind="folder", value="Projects", answer="local")


@on_qt_loop
async def test_each_kind_has_its_field_and_an_empty_one_says_what_is_missing(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        scene = Scene(workspace)
        choose(scene.dialog.kind, "tag")
        assert scene.dialog.sentence() == "Specify which notes."
        assert not scene.dialog.done_button.isEnabled()
        scene.dialog.value.set_text("private")
        choose(scene.dialog.answer, "never")
        await until(lambda: "1 note today" in scene.dialog.sentence())
        assert scene.dialog.rule() == PrivacyRule(kind="tag", value="private", answer="never")
        scene.dialog.value.set_text("two words")
        assert scene.dialog.value.problem() == "This cannot match any note."


@on_qt_loop
async def test_editing_a_rule_preserves_all_its_fields(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        rule = PrivacyRule(kind="property", value="status: secret", answer="ask")
        scene = Scene(workspace, rule)
        assert scene.dialog.rule() == rule
        scene.dialog.done_button.click()
        assert scene.dialog.result() == PrivacyRuleDialog.DialogCode.Accepted


# PrivateNotesSheet: rules with their current counts, comments, and every private note with its rule.


async def open_sheet(workspace: Workspace) -> PrivateNotesSheet:
    sheet = PrivateNotesSheet(workspace)
    sheet.resize(800, 900)
    sheet.show()
    await until(lambda: "Private today" in words_of(sheet))
    return sheet


def vault_settings(workspace: Workspace) -> VaultSettings:
    return workspace.store.settings.vault_settings(workspace.vault.root)


def listed_notes(sheet: PrivateNotesSheet) -> list[tuple[str, str]]:
    return [(row.key, row.right) for row in sheet.notes.rows()]


@on_qt_loop
async def test_rules_are_sentences_with_their_note_counts(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await open_sheet(workspace)
        assert sheet.rules.list.texts() == [
            "Notes tagged #private are sent to no model outside this computer.",
            "Notes with private: true are sent to no model outside this computer.",
        ]
        assert words_of(sheet).count("1 note today") == 2
        assert "Private today: 2 of 7 notes" in words_of(sheet)
        assert listed_notes(sheet) == [
            ("Daily/2026-11-20.md", "tagged #private"),
            ("Personal/Diary.md", "with private: true"),
        ]


@on_qt_loop
async def test_a_rule_is_added_and_counted_immediately(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await open_sheet(workspace)
        adding = asyncio.ensure_future(sheet.rules.edit(None))
        await until(lambda: is_open(PrivacyRuleDialog))
        dialog = shown(PrivacyRuleDialog)
        dialog.folder.field.set_text("Projects")
        dialog.done_button.click()
        await adding
        assert vault_settings(workspace).privacy[-1] == PrivacyRule(kind="folder", value="Projects", answer="local")
        await until(lambda: len(listed_notes(sheet)) == 4)
        assert sum(workspace.privacy.strictest_rule(path) is not None for path in workspace.known_notes.paths()) == 4


@on_qt_loop
async def test_removing_a_rule_can_be_undone(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await open_sheet(workspace)
        sheet.rules.list.buttons[0].click()
        assert vault_settings(workspace).privacy == DEFAULT_PRIVACY[1:]
        await until(lambda: len(listed_notes(sheet)) == 1)
        assert sheet.rules.undo.text() == "Removed: Notes tagged #private are sent to no model outside this computer."
        sheet.rules.undo.links[0].click()
        assert vault_settings(workspace).privacy == DEFAULT_PRIVACY


@on_qt_loop
async def test_comments_stay_on_this_computer_by_default(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await open_sheet(workspace)
        assert sheet.comments is not None
        assert sheet.comments.shown_text() == "stays on this computer"
        sheet.comments.chosen.emit("send")
        assert vault_settings(workspace).comments == "send"
        assert sheet.comments.shown_text() == "is sent with its note"


@on_qt_loop
async def test_an_unreadable_rule_can_only_be_removed(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        root = workspace.vault.root
        broken = PrivacyRule(kind="tag", value="", answer="ask")
        workspace.store.change(lambda settings: settings.with_vault(root, privacy=(broken,)))
        sheet = await open_sheet(workspace)
        assert sheet.rules.list.texts() == ["This rule is not valid, so no note is sent to any model."]
        assert sheet.rules.list.edit_buttons == []
        sheet.rules.list.buttons[0].click()
        assert vault_settings(workspace).privacy == ()


@on_qt_loop
async def test_private_notes_can_be_filtered_and_opened(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await open_sheet(workspace)
        opened: list[str] = []
        sheet.note_opened.connect(opened.append)
        QTest.keyClicks(sheet.search, "tagged")
        assert [path for path, _ in listed_notes(sheet)] == ["Daily/2026-11-20.md"]
        QTest.keyClick(sheet.search, Qt.Key.Key_Down)
        QTest.keyClick(sheet.notes, Qt.Key.Key_Return)
        assert opened == ["Daily/2026-11-20.md"]


@on_qt_loop
async def test_a_note_that_becomes_private_is_listed(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        sheet = await open_sheet(workspace)
        (workspace.vault.root / "New.md").write_text("#private\n", encoding="utf-8")
        await workspace.indexer.rescan()
        await until(lambda: "New.md" in dict(listed_notes(sheet)))
