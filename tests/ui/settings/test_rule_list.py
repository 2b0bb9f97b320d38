"""Rule list: sentences with what can be done; the keyboard stays where it was."""

from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.ui.settings.rule_list import RuleList, RuleRow

ROWS = [RuleRow("check", "First."), RuleRow("info", "Second.", "A remark."), RuleRow("warning", "Lost.", broken=True)]


def list_of(qtbot: QtBot) -> RuleList:
    made = RuleList("None at all.", "Forget")
    qtbot.addWidget(made)
    made.show_rows(ROWS)
    made.resize(600, 300)
    made.show()
    return made


def test_each_rule_can_be_edited_and_forgotten_and_a_lost_one_only_removed(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    told: list[tuple[str, int]] = []
    made.edit_requested.connect(lambda place: told.append(("edit", place)))
    made.forget_requested.connect(lambda place: told.append(("forget", place)))
    assert [button.accessibleName() for button in made.buttons] == [
        "Forget: First.",
        "Forget: Second.",
        "Remove: Lost.",
    ]
    assert [button.accessibleName() for button in made.edit_buttons] == ["Edit: First.", "Edit: Second."]
    made.edit_buttons[1].click()
    made.buttons[2].click()
    assert told == [("edit", 1), ("forget", 2)]


def test_without_rules_it_says_what_that_comes_to(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    made.show_rows([])
    qtbot.waitUntil(lambda: words_of(made) == "None at all.", timeout=5000)
    assert made.texts() == []


def test_the_keyboard_stays_at_the_place_of_a_row_that_went(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5000)
    made.buttons[1].setFocus()
    made.show_rows([ROWS[0], ROWS[2]])
    assert made.buttons[1].hasFocus()
    assert made.texts() == ["First.", "Lost."]


def test_the_same_rows_are_not_made_anew(qtbot: QtBot) -> None:
    made = list_of(qtbot)
    before = made.buttons[0]
    made.show_rows(list(ROWS))
    assert made.buttons[0] is before
