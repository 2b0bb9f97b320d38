"""Model button: says who is asked, and how it is given tools where that is not by its own means."""

from tests.ui.chat.models import GEMMA, MODELS, SONNET, TINY
from vaultdesk.ui.chat.model_button import ModelButton


def test_it_says_who_is_asked_and_offers_the_others() -> None:
    button = ModelButton()
    told: list[str] = []
    button.chosen.connect(told.append)
    button.opened.connect(lambda: told.append("opened"))
    button.set_choices(MODELS, SONNET.label)
    assert (button.words(), button.remark(), button.accessibleName()) == ("sonnet", "", "Model: sonnet")
    popup = button.open()
    popup.list.step(1)
    popup.list.choose_current()
    assert told == ["opened", GEMMA.label]


def test_a_downgrade_is_marked_with_words_and_its_reason_told() -> None:
    button = ModelButton()
    button.set_choices(MODELS, GEMMA.label)
    assert (button.words(), button.remark()) == ("gemma3:4b", "tools by text")
    assert button.accessibleName() == "Model: gemma3:4b, tools by text"
    assert button.accessibleDescription() == GEMMA.why
    assert GEMMA.why in button.toolTip()
    button.set_choices(MODELS, TINY.label)
    assert button.remark() == "no tools"


def test_a_model_that_is_not_offered_any_more_is_still_named() -> None:
    button = ModelButton()
    button.set_choices(MODELS, "gone/model")
    assert (button.words(), button.remark(), button.accessibleDescription()) == ("gone/model", "", "")


def test_what_becomes_known_while_it_is_open_is_shown_there() -> None:
    button = ModelButton()
    button.set_choices(MODELS[:2], SONNET.label)
    popup = button.open()
    assert popup.list.count() == 2
    button.set_choices(MODELS, SONNET.label)
    assert popup.list.count() == 4
    popup.close()
    button.set_choices(MODELS, GEMMA.label)


def test_a_model_the_agent_asks_of_its_own_accord_is_marked_and_told() -> None:
    button = ModelButton()
    button.set_choices(MODELS, GEMMA.label, whose="Librarian")
    assert button.remark().startswith("agent’s · ")
    assert button.accessibleDescription().startswith("Librarian asks this model.")
    button.set_choices(MODELS, SONNET.label)
    assert button.remark() == ""
