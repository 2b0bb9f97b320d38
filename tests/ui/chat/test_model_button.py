"""Tests of model_button.py."""

from vaultdesk.ui.chat.model_button import ModelButton
from vaultdesk.workspace import ModelChoice

CHOICES = (ModelChoice("offline/offline", "Offline assistant", True), ModelChoice("a/b", "Anthropic · b", False))


def test_it_says_who_is_asked_and_offers_the_others() -> None:
    button = ModelButton()
    chosen: list[str] = []
    button.chosen.connect(chosen.append)
    button.set_choices(CHOICES, "a/b")
    assert (button.words(), button.accessibleName()) == ("Anthropic · b", "Model: Anthropic · b")
    menu = button.open()
    entries = [action for action in menu.actions() if not action.isSeparator()]
    assert [(action.text(), action.isChecked()) for action in entries[:2]] == [
        ("Offline assistant", False),
        ("Anthropic · b", True),
    ]
    entries[0].trigger()
    assert chosen == ["offline/offline"]
    menu.close()


def test_a_model_that_is_not_offered_any_more_is_still_named() -> None:
    button = ModelButton()
    button.set_choices(CHOICES, "gone/model")
    assert button.words() == "gone/model"
