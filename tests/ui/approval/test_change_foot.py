"""Change foot: Apply says how many, and stays dead until what must be seen was seen."""

import pytest
from pytestqt.qtbot import QtBot

from tests.support.reviews import BOILER, BUDGET, created, deleted, house
from vaultdesk.ui.approval.change_foot import ChangeFoot
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.diff.change_set import ChangeSet
from vaultdesk.vault.staging import build_change_set


def foot(qtbot: QtBot, changes: ChangeSet, *, compact: bool = False) -> tuple[ChangeFoot, ReviewChoices]:
    choices = ReviewChoices(changes)
    made = ChangeFoot(choices, compact=compact)
    qtbot.addWidget(made)
    made.show_choices(0, editing=False)
    made.resize(900, 160)
    made.show()
    return made, choices


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (house(), "Apply 5 changes"),
        (build_change_set([created("a.md", BOILER)]), "Apply 1 change"),
        (build_change_set([deleted("a.md", BUDGET)]), "Delete 1 note"),
        (build_change_set([deleted("a.md", BUDGET), deleted("b.md", BUDGET)]), "Delete 2 notes"),
        (build_change_set([deleted("a.md", BUDGET), created("b.md", BUDGET)]), "Apply 2 changes"),
    ],
)
def test_apply_says_what_it_does(qtbot: QtBot, changes: ChangeSet, words: str) -> None:
    assert foot(qtbot, changes)[0].approve_button.text() == words


def test_the_number_follows_the_ticks_and_nothing_ticked_applies_nothing(qtbot: QtBot) -> None:
    made, choices = foot(qtbot, house())
    qtbot.waitUntil(lambda: made.arming.armed, timeout=5000)
    width = made.approve_button.width()
    choices.tick("c1", False)
    made.show_choices(0, editing=False)
    assert made.approve_button.text() == "Apply 1 change"
    assert made.arming.armed
    choices.tick_all(False)
    made.show_choices(0, editing=False)
    assert (made.approve_button.text(), made.arming.armed) == ("Apply nothing", False)
    assert made.approve_button.toolTip() == "Nothing is ticked."
    assert made.approve_button.width() == width


def test_folds_that_must_be_seen_and_an_open_edit_keep_it_dead(qtbot: QtBot) -> None:
    made, _ = foot(qtbot, house())
    made.show_choices(2, editing=False)
    made.arming.start()
    qtbot.wait(made.arming._wait + 100)
    assert not made.arming.armed
    assert made.look_words() == "2 folded parts remove or hide text. Look at them before you apply."
    asked: list[bool] = []
    made.look_asked.connect(lambda: asked.append(True))
    made._look.links[0].click()
    assert asked == [True]
    made.show_choices(0, editing=True)
    assert (made.look_words(), made.arming.armed) == ("", False)
    made.show_choices(0, editing=False)
    assert made.arming.armed


@pytest.mark.parametrize("compact", [False, True])
def test_undo_is_promised_and_remembering_is_not_offered(qtbot: QtBot, compact: bool) -> None:
    made, _ = foot(qtbot, house(), compact=compact)
    words = " ".join(label.text() for label in made.findChildren(PlainLabel))
    assert "All of it can be undone in one step" in words
    assert "Changes are asked every time; this cannot be remembered." in words
