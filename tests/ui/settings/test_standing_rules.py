"""Standing rules: added, edited and forgotten, with the way back; one nobody can read says what it does."""

import asyncio
from pathlib import Path

from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import is_open, open_workspace, shown
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.rule_dialog import RuleDialog
from vaultdesk.ui.settings.standing_rules import StandingRules
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.workspace import Workspace

RULE = PermissionRule(tool="read_note", effect="read", folder="Projects", answer="allow")


class Scene:
    """The part of the page in a window."""

    def __init__(self, workspace: Workspace) -> None:
        self.window = QWidget()
        self.window.resize(900, 700)
        self.workspace = workspace
        self.problem = Banner("danger", "")
        self.part = StandingRules(workspace, Keeper(workspace.store, self.problem))
        column = QVBoxLayout(self.window)
        column.addWidget(self.problem)
        column.addWidget(self.part)
        self.window.show()
        self.refresh()

    def refresh(self) -> None:
        self.part.refresh(self.workspace.store.settings)

    @property
    def rules(self) -> tuple[PermissionRule, ...]:
        return self.workspace.store.settings.vault_settings(self.workspace.vault.root).rules


def with_rules(workspace: Workspace, *rules: PermissionRule) -> None:
    root = workspace.vault.root
    workspace.store.change(lambda settings: settings.with_vault(root, rules=rules))


@on_qt_loop
async def test_a_rule_is_added_in_the_dialog(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        scene = Scene(workspace)
        scene.part.add.click()
        await until(lambda: is_open(RuleDialog))
        dialog = shown(RuleDialog)
        assert dialog.folder.open().list.count() == 4
        dialog.folder.field.set_text("Projects")
        dialog.done_button.click()
        await until(lambda: bool(scene.rules))
        await until(lambda: len(scene.part.list.texts()) == 1)
        assert scene.part.list.texts() == ["Searching and reading notes in Projects needs no question."]


@on_qt_loop
async def test_a_rule_is_edited_and_cancel_leaves_it(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        with_rules(workspace, RULE)
        scene = Scene(workspace)
        for accept in (False, True):
            editing = asyncio.ensure_future(scene.part.edit(0))
            await until(lambda: is_open(RuleDialog))
            dialog = shown(RuleDialog)
            dialog.folder.field.set_text("Daily")
            (dialog.done_button if accept else dialog.cancel).click()
            await editing
            assert [rule.folder for rule in scene.rules] == ["Daily" if accept else "Projects"]


@on_qt_loop
async def test_forget_takes_a_rule_back_and_undo_gives_it_again(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        with_rules(workspace, RULE)
        scene = Scene(workspace)
        scene.part.list.buttons[0].click()
        assert scene.rules == ()
        assert (
            scene.part.undo.text() == "Forgotten: “Read a note” (searching and reading notes) in Projects needs no"
            " question."
        )
        scene.part.undo.links[0].click()
        scene.refresh()
        assert scene.rules == (RULE,)
        assert len(scene.part.list.texts()) == 1


@on_qt_loop
async def test_a_rule_nobody_can_read_says_that_it_denies_and_can_be_removed(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        with_rules(workspace, RULE, PermissionRule(folder="a\\b", answer="allow"))
        scene = Scene(workspace)
        assert scene.part.list.texts()[1] == "This rule cannot be read, so it denies everything it may mean."
        assert len(scene.part.list.edit_buttons) == 1
        scene.part.list.buttons[1].click()
        assert scene.rules == (RULE,)


@on_qt_loop
async def test_a_rule_of_the_file_that_is_no_rule_is_shown_with_its_line(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        with_rules(workspace, RULE)
        file = workspace.store.file
        file.write_text(file.read_text(encoding="utf-8").replace('"allow"', '"perhaps"'), encoding="utf-8")
        workspace.store.load()
        scene = Scene(workspace)
        assert scene.part.list.texts() == ["This rule cannot be read, so it denies everything it may mean."]
        assert scene.part.list.buttons[0].text() == "Remove"
