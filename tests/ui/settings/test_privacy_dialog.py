"""Privacy dialog: a rule is read aloud and counted over the real notes as it is made."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import open_workspace
from tests.ui.settings.test_rule_dialog import choose
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.settings.privacy_dialog import PrivacyDialog
from vaultdesk.workspace import Workspace


class Scene:
    """A dialog over a window."""

    def __init__(self, workspace: Workspace, rule: PrivacyRule | None = None) -> None:
        self.window = QWidget()
        self.window.resize(900, 700)
        self.window.show()
        self.dialog = PrivacyDialog(workspace.known, ("Projects",), rule, self.window)
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
        assert scene.dialog.result() == PrivacyDialog.DialogCode.Accepted
