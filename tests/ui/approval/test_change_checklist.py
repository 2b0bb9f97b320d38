"""Change checklist: All, None, the tick of all, and how many there are."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from tests.support.reviews import BOILER, NEW_BOILER, house, rewritten
from vaultdesk.ui.approval.change_checklist import CARD_HEIGHT, ChangeChecklist
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.vault.diff.change_set import ChangeSet
from vaultdesk.vault.staging import build_change_set


def checklist(qtbot: QtBot, changes: ChangeSet, *, upright: bool = False) -> tuple[ChangeChecklist, ReviewChoices]:
    choices = ReviewChoices(changes)
    made = ChangeChecklist(choices, 24, upright=upright)
    qtbot.addWidget(made)
    made.ticked.connect(made.renew)
    made.resize(300, 500)
    made.show()
    return made, choices


def test_all_and_none_tick_everything_and_nothing(qtbot: QtBot) -> None:
    made, choices = checklist(qtbot, house())
    links = {link.text(): link for link in made.findChildren(LinkButton)}
    links["None"].click()
    assert choices.answer() == ()
    assert made.count_text() == "0 of 5 changes"
    links["All"].click()
    assert made.count_text() == "5 of 5 changes"


def test_the_tick_of_all_has_three_states(qtbot: QtBot) -> None:
    made, choices = checklist(qtbot, house())
    tick = made.findChildren(QCheckBox)[0]
    choices.tick_hunk("c1", "h1", False)
    made.renew()
    assert tick.checkState() == Qt.CheckState.PartiallyChecked
    tick.click()
    assert (tick.checkState(), choices.total_state()) == (Qt.CheckState.Checked, "all")
    tick.click()
    assert (tick.checkState(), choices.total_state()) == (Qt.CheckState.Unchecked, "none")


def test_the_row_under_the_cursor_is_told(qtbot: QtBot) -> None:
    made, _ = checklist(qtbot, house())
    told: list[str] = []
    made.current_changed.connect(told.append)
    made.show_first()
    QTest.keyClick(made.view(), Qt.Key.Key_Down)
    QTest.keyClick(made.view(), Qt.Key.Key_Down)
    assert told == ["c1", "c2", "c6"]


def test_three_hundred_rows_keep_the_cards_list_small(qtbot: QtBot) -> None:
    notes = [rewritten(f"n{number}.md", BOILER, NEW_BOILER) for number in range(300)]
    made, _ = checklist(qtbot, build_change_set(notes), upright=True)
    assert made.view().height() <= theme().step(CARD_HEIGHT)
    assert made.count_text() == "900 of 900 changes"


def test_every_part_has_a_name(qtbot: QtBot) -> None:
    made, _ = checklist(qtbot, house())
    names = [made.view().accessibleName(), *(tick.accessibleName() for tick in made.findChildren(QCheckBox))]
    names += [link.accessibleName() for link in made.findChildren(LinkButton)]
    assert all(names)
