"""Operator foot: a press puts an operator in; what there is no room for is left out."""

from pytestqt.qtbot import QtBot

from vaultdesk.ui.browser.operator_foot import SHOWN, OperatorFoot


def test_a_press_puts_the_operator_in(qtbot: QtBot) -> None:
    foot = OperatorFoot()
    qtbot.addWidget(foot)
    assert [button.text() for button in foot.buttons] == list(SHOWN.values())
    with qtbot.waitSignal(foot.inserted) as told:
        foot.buttons[1].click()
    assert told.args[0].insert == "tag:#|"


def test_a_narrow_pane_shows_whole_operators_or_none(qtbot: QtBot) -> None:
    foot = OperatorFoot()
    qtbot.addWidget(foot)
    foot.resize(900, 40)
    foot.show()
    qtbot.waitUntil(lambda: all(button.isVisible() for button in foot.buttons))
    foot.resize(120, 40)
    qtbot.waitUntil(lambda: not foot.buttons[-1].isVisible())
    seen = [button for button in foot.buttons if button.isVisible()]
    assert 0 < len(seen) < len(foot.buttons)
    assert all(button.geometry().right() < foot.width() for button in seen)
