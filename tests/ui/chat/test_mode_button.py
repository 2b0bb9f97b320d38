"""Tests of mode_button.py."""

from PySide6.QtWidgets import QWidget

from vaultdesk.ui.chat.mode_button import ModeButton
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

ENTRIES = [
    ListEntry("agent", "Agent", "Works step by step.", icon="bolt"),
    ListEntry("chat", "Chat", "The model alone."),
]


def test_it_says_which_way_is_asked_in_and_that_a_plan_comes_first() -> None:
    button, told = ModeButton(), []
    button.plan_changed.connect(told.append)
    button.set_choices(ENTRIES, "agent", projects=True)
    assert (button.words(), button.toolTip()) == ("Agent", "Works step by step.")
    button.set_plan_first(True)
    button.set_plan_first(True)
    assert (button.words(), button.remark(), told) == ("Agent", "plan", [True])
    assert button.accessibleName() == "Way of asking: Agent, plan"
    button.set_choices(ENTRIES, "gone", projects=True)
    assert (button.words(), button.remark()) == ("gone", "plan")


def test_without_a_choice_it_is_not_there() -> None:
    button = ModeButton()
    button.set_choices([], "", projects=False)
    assert button.isHidden()


def test_what_is_chosen_in_its_popup_is_told() -> None:
    window, told = QWidget(), []
    window.resize(400, 500)
    button = ModeButton()
    button.setParent(window)
    button.move(0, 460)
    button.chosen.connect(told.append)
    button.set_choices(ENTRIES, "agent", projects=False)
    window.show()
    popup = button.open()
    assert not popup.plan.isChecked()
    popup.plan.click()
    popup.list.chosen.emit("chat")
    assert (told, button.plan_first, popup.isVisible()) == (["chat"], True, False)
