from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.nothing_open import NothingOpen
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.empty_state import NextStep


def test_it_offers_what_can_be_done_when_it_is_shown(qtbot: QtBot) -> None:
    steps = [NextStep("Open", lambda: None, keys="Ctrl+O")]
    made = NothingOpen(lambda: steps)
    qtbot.addWidget(made)
    made.show()
    steps.append(NextStep("Reopen Boiler", lambda: None, keys="Ctrl+Shift+T"))
    made.hide()
    made.show()
    shown = [button.text() for button in made.findChildren(LinkButton) if button.isVisibleTo(made)]
    assert shown == ["Open", "Reopen Boiler"]
