"""Rule dialog: a rule is chosen in four fields and read aloud as it is made."""

from PySide6.QtWidgets import QWidget

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.ui.settings.elsewhere import Elsewhere
from vaultdesk.ui.settings.rule_dialog import RuleDialog
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox

TOOLS = {"read_note": "Read a note", "edit_note": "Edit a note"}
THERE = (Elsewhere("Anthropic", "api.anthropic.com"),)


class Scene:
    """A dialog over a window."""

    def __init__(self, rule: PermissionRule | None = None) -> None:
        self.window = QWidget()
        self.window.resize(900, 700)
        self.window.show()
        self.dialog = RuleDialog(TOOLS, ("Projects", "Daily"), THERE, rule, self.window)
        self.dialog.open()


def choose(box: ExplainedComboBox, value: str) -> None:
    """Choose *value* as a person does."""
    box.box.setCurrentIndex(box.box.findData(value))
    box.box.activated.emit(box.box.currentIndex())


def test_a_new_rule_begins_as_the_most_usual_one() -> None:
    scene = Scene()
    dialog = scene.dialog
    assert dialog.sentence() == "Searching and reading notes in the whole vault needs no question."
    assert dialog.remark() == ""
    assert dialog.done_button.text() == "Add Rule"


def test_each_field_changes_the_sentence_and_the_rule() -> None:
    scene = Scene()
    dialog = scene.dialog
    choose(dialog.what, "effect:write")
    dialog.folder.field.set_text("Projects")
    choose(dialog.whom, "api.anthropic.com")
    choose(dialog.answer, "ask")
    assert dialog.sentence() == (
        "Creating, changing and renaming notes in Projects for api.anthropic.com asks me each time."
    )
    assert dialog.rule() == PermissionRule(
        tool="*", effect="write", folder="Projects", destination="api.anthropic.com", answer="ask"
    )


def test_what_no_rule_can_allow_is_said_at_once() -> None:
    scene = Scene()
    dialog = scene.dialog
    choose(dialog.what, "effect:delete")
    assert dialog.remark() == "It still asks before deleting notes: no such rule can change that."


def test_a_rule_is_edited_with_all_it_says() -> None:
    rule = PermissionRule(tool="edit_note", effect="write", folder="Daily", destination="llm.example", answer="deny")
    scene = Scene(rule)
    assert scene.dialog.rule() == rule
    gone = PermissionRule(tool="gone_tool", answer="ask")
    scene = Scene(gone)
    assert scene.dialog.rule() == gone


def test_what_is_no_folder_cannot_be_saved() -> None:
    scene = Scene()
    dialog = scene.dialog
    dialog.folder.field.set_text("../out")
    assert not dialog.done_button.isEnabled()
    assert dialog.folder.field.problem() == "This is not a folder inside a vault."
    dialog.folder.field.set_text("Daily")
    dialog.done_button.click()
    assert dialog.result() == RuleDialog.DialogCode.Accepted
