"""Tests of ui/settings/permission_rules.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_env import is_open, open_workspace, shown
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.policy import first_use_rule
from vaultdesk.ui.settings.permission_rules import (
    PermissionRuleDialog,
    PermissionRulesSection,
    is_unreadable,
    represents_unreadable,
    rule_caveat,
    rule_sentence,
)
from vaultdesk.ui.settings.provider_list import RemoteProvider
from vaultdesk.ui.settings.rule_list import raw_rule_text
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox
from vaultdesk.workspace import Workspace

# Rule sentences: each rule is one accurate sentence, with a caveat for what no rule can allow.

TOOLS = {"read_note": "Read a note"}


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            PermissionRule(effect="read", folder="Projects", answer="allow"),
            "Searching and reading notes in Projects is allowed without asking.",
        ),
        (
            PermissionRule(tool="read_note", destination="api.anthropic.com", answer="ask"),
            "“Read a note” in the whole vault for api.anthropic.com asks me each time.",
        ),
        (
            PermissionRule(tool="read_note", effect="read", destination="this-computer", answer="deny"),
            "“Read a note” (Searching and reading notes) in the whole vault for a model on this computer is never"
            " allowed.",
        ),
        (PermissionRule(answer="deny"), "Every tool in the whole vault is never allowed."),
        (PermissionRule(tool="gone", answer="ask"), "“gone” in the whole vault asks me each time."),
        (
            PermissionRule(tool="cod\u202e", answer="deny"),
            "“cod<U+202E>” in the whole vault is never allowed.",
        ),
    ],
)
def test_a_rule_is_described_by_a_sentence(rule: PermissionRule, sentence: str) -> None:
    assert rule_sentence(rule, TOOLS) == sentence


@pytest.mark.parametrize(
    ("host", "providers", "sentence"),
    [
        ("", {}, "Search and read without asking · models on this computer"),
        ("api.anthropic.com", {}, "Search and read without asking · api.anthropic.com"),
        (
            "api.anthropic.com",
            {"api.anthropic.com": "Anthropic"},
            "Search and read without asking · Anthropic (api.anthropic.com)",
        ),
    ],
)
def test_u1_the_first_use_rule_is_described_in_plain_language(
    host: str, providers: dict[str, str], sentence: str
) -> None:
    assert rule_sentence(first_use_rule(host), TOOLS, providers) == sentence


def test_an_unreadable_rule_is_described_as_denying() -> None:
    outside = PermissionRule(folder="../out", answer="allow")
    newer = PermissionRule.model_validate({"answer": "allow", "weekdays": "mon"})
    for rule in (outside, newer):
        assert is_unreadable(rule)
        assert rule_sentence(rule, TOOLS) == "This rule is not valid, so it denies everything it might cover."
    assert raw_rule_text(newer) == "answer = allow, weekdays = mon"
    # A deny rule with an unknown field still denies.
    assert not is_unreadable(PermissionRule.model_validate({"answer": "deny", "weekdays": "mon"}))


def test_only_a_bare_deny_rule_can_represent_an_unreadable_one() -> None:
    assert represents_unreadable(PermissionRule(answer="deny"))
    assert not represents_unreadable(PermissionRule(tool="*", answer="deny"))
    assert not represents_unreadable(PermissionRule(answer="ask"))


def test_the_caveat_names_the_actions_that_still_ask() -> None:
    assert rule_caveat(PermissionRule(effect="read", answer="allow")) == ""
    assert rule_caveat(PermissionRule(effect="delete", answer="deny")) == ""
    assert "before deleting notes." in rule_caveat(PermissionRule(effect="delete", answer="allow"))
    assert "before changing many notes at once." in rule_caveat(PermissionRule(effect="write", answer="allow"))
    everything = rule_caveat(PermissionRule(answer="allow", folder="Projects"))
    assert "changing notes, deleting notes, changing many notes at once and using the network" in everything


# PermissionRuleDialog: four fields define a rule, whose sentence is shown while it is edited.

RULE_DIALOG_TOOLS = {"read_note": "Read a note", "edit_note": "Edit a note"}
PROVIDERS = (RemoteProvider("Anthropic", "api.anthropic.com"),)


class Scene:
    """A dialog over a window."""

    def __init__(self, rule: PermissionRule | None = None) -> None:
        self.window = QWidget()
        self.window.resize(900, 700)
        self.window.show()
        self.dialog = PermissionRuleDialog(RULE_DIALOG_TOOLS, ("Projects", "Daily"), PROVIDERS, rule, self.window)
        self.dialog.open()


def choose(box: ExplainedComboBox, value: str) -> None:
    """Choose *value* as a user does."""
    box.box.setCurrentIndex(box.box.findData(value))
    box.box.activated.emit(box.box.currentIndex())


def test_a_new_rule_starts_with_the_most_common_values() -> None:
    scene = Scene()
    dialog = scene.dialog
    assert dialog.sentence() == "Searching and reading notes in the whole vault is allowed without asking."
    assert dialog.remark() == ""
    assert dialog.done_button.text() == "Add Rule"


def test_each_field_changes_the_sentence_and_the_rule() -> None:
    scene = Scene()
    dialog = scene.dialog
    choose(dialog.what, "effect:write")
    dialog.folder.field.set_text("Projects")
    choose(dialog.destination, "api.anthropic.com")
    choose(dialog.answer, "ask")
    assert dialog.sentence() == (
        "Creating, changing and renaming notes in Projects for api.anthropic.com asks me each time."
    )
    assert dialog.rule() == PermissionRule(
        tool="*", effect="write", folder="Projects", destination="api.anthropic.com", answer="ask"
    )


def test_the_caveat_is_shown_immediately() -> None:
    scene = Scene()
    dialog = scene.dialog
    choose(dialog.what, "effect:delete")
    assert dialog.remark() == "You are still asked before deleting notes. A rule cannot change that."


def test_editing_a_rule_preserves_all_its_fields() -> None:
    rule = PermissionRule(tool="edit_note", effect="write", folder="Daily", destination="llm.example", answer="deny")
    scene = Scene(rule)
    assert scene.dialog.rule() == rule
    unknown_tool = PermissionRule(tool="gone_tool", answer="ask")
    scene = Scene(unknown_tool)
    assert scene.dialog.rule() == unknown_tool


def test_an_invalid_folder_cannot_be_saved() -> None:
    scene = Scene()
    dialog = scene.dialog
    dialog.folder.field.set_text("../out")
    assert not dialog.done_button.isEnabled()
    assert dialog.folder.field.problem() == "This is not a folder in the vault."
    dialog.folder.field.set_text("Daily")
    dialog.done_button.click()
    assert dialog.result() == PermissionRuleDialog.DialogCode.Accepted


# PermissionRulesSection: rules are added, edited and removed, with undo; unreadable rules are described.

RULE = PermissionRule(tool="read_note", effect="read", folder="Projects", answer="allow")


class RulesSectionScene:
    """The section of the page in a window."""

    def __init__(self, workspace: Workspace) -> None:
        self.window = QWidget()
        self.window.resize(900, 700)
        self.workspace = workspace
        self.problem = Banner("danger", "")
        self.section = PermissionRulesSection(workspace, SettingsWriter(workspace.store, self.problem))
        column = QVBoxLayout(self.window)
        column.addWidget(self.problem)
        column.addWidget(self.section)
        self.window.show()
        self.refresh()

    def refresh(self) -> None:
        self.section.show_rules()

    @property
    def rules(self) -> tuple[PermissionRule, ...]:
        return self.workspace.store.settings.vault_settings(self.workspace.vault.root).rules


def with_rules(workspace: Workspace, *rules: PermissionRule) -> None:
    root = workspace.vault.root
    workspace.store.change(lambda settings: settings.with_vault(root, rules=rules))


@on_qt_loop
async def test_a_rule_is_added_in_the_dialog(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        scene = RulesSectionScene(workspace)
        scene.section.add.click()
        await until(lambda: is_open(PermissionRuleDialog))
        dialog = shown(PermissionRuleDialog)
        assert dialog.folder.open().list.count() == 4
        dialog.folder.field.set_text("Projects")
        dialog.done_button.click()
        await until(lambda: bool(scene.rules))
        await until(lambda: len(scene.section.list.texts()) == 1)
        assert scene.section.list.texts() == ["Searching and reading notes in Projects is allowed without asking."]


@on_qt_loop
async def test_a_rule_is_edited_and_cancel_leaves_it_unchanged(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        with_rules(workspace, RULE)
        scene = RulesSectionScene(workspace)
        for accept in (False, True):
            editing = asyncio.ensure_future(scene.section.edit(0))
            await until(lambda: is_open(PermissionRuleDialog))
            dialog = shown(PermissionRuleDialog)
            dialog.folder.field.set_text("Daily")
            (dialog.done_button if accept else dialog.cancel).click()
            await editing
            assert [rule.folder for rule in scene.rules] == ["Daily" if accept else "Projects"]


@on_qt_loop
async def test_removing_a_rule_can_be_undone(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        with_rules(workspace, RULE)
        scene = RulesSectionScene(workspace)
        scene.section.list.buttons[0].click()
        assert scene.rules == ()
        assert (
            scene.section.undo.text()
            == "Removed: “Read a note” (Searching and reading notes) in Projects is allowed without "
            "asking."
        )
        scene.section.undo.links[0].click()
        scene.refresh()
        assert scene.rules == (RULE,)
        assert len(scene.section.list.texts()) == 1


@on_qt_loop
async def test_an_unreadable_rule_is_described_as_denying_and_can_be_removed(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        with_rules(workspace, RULE, PermissionRule(folder="a\\b", answer="allow"))
        scene = RulesSectionScene(workspace)
        assert scene.section.list.texts()[1] == "This rule is not valid, so it denies everything it might cover."
        assert len(scene.section.list.edit_buttons) == 1
        scene.section.list.buttons[1].click()
        assert scene.rules == (RULE,)


@on_qt_loop
async def test_an_invalid_rule_of_the_settings_file_is_listed_and_can_be_removed(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        with_rules(workspace, RULE)
        file = workspace.store.file
        file.write_text(file.read_text(encoding="utf-8").replace('"allow"', '"perhaps"'), encoding="utf-8")
        workspace.store.load()
        scene = RulesSectionScene(workspace)
        assert scene.section.list.texts() == ["This rule is not valid, so it denies everything it might cover."]
        assert scene.section.list.buttons[0].text() == "Remove"
