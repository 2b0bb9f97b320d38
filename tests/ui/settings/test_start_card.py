"""Start card: the switches show the entry as it is, and what fails is told beside them."""

import pytest
from pytestqt.qtbot import QtBot

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.platform.autostart import AutostartBarrier, AutostartState, AutostartStatus
from vaultdesk.ui.settings.start_card import StartCard


class Entry:
    """An entry in memory."""

    def __init__(self, standing: AutostartStatus = AutostartStatus()) -> None:  # noqa: B008 - a frozen value
        self.now = standing
        self.locked = False

    def standing(self) -> AutostartStatus:
        return self.now

    def switch(self, on: bool, hidden: bool) -> None:
        if self.locked:
            raise SettingsError("The start with the system could not be changed", hint="Read-only.")
        self.now = AutostartStatus("on", hidden) if on else AutostartStatus()


@pytest.fixture
def entry() -> Entry:
    return Entry()


def card_of(qtbot: QtBot, entry: Entry) -> StartCard:
    card = StartCard(entry)
    qtbot.addWidget(card)
    return card


def test_it_is_off_by_itself_and_follows_the_switches(qtbot: QtBot, entry: Entry) -> None:
    card = card_of(qtbot, entry)
    assert not card.switch.isChecked()
    assert not card.hidden.isEnabled()

    card.switch.click()
    assert entry.now == AutostartStatus("on")
    card.hidden.click()
    assert entry.now == AutostartStatus("on", hidden=True)
    card.switch.click()
    assert entry.now == AutostartStatus()
    assert not card.hidden.isChecked()


def test_what_others_changed_is_seen_when_it_is_shown(qtbot: QtBot, entry: Entry) -> None:
    card = card_of(qtbot, entry)
    entry.now = AutostartStatus("on", hidden=True)
    card.show()
    assert card.switch.isChecked()
    assert card.hidden.isChecked()


def test_a_failure_stands_beside_the_switch_which_shows_what_is(qtbot: QtBot, entry: Entry) -> None:
    card = card_of(qtbot, entry)
    card.show()
    entry.locked = True
    card.switch.click()
    assert not card.switch.isChecked()
    assert card.problem.isVisible()

    entry.locked = False
    card.switch.click()
    assert not card.problem.isVisible()


@pytest.mark.parametrize(
    ("barrier", "state", "words"),
    [
        ("flatpak", "off", "Flatpak"),
        ("home", "off", "VAULTDESK_HOME"),
        ("moved", "off", "Move VaultDesk"),
        ("", "gone", "/old/vaultdesk"),
        ("", "other", "/old/vaultdesk"),
    ],
)
def test_why_it_is_not_this_program_s_is_said(
    qtbot: QtBot, entry: Entry, barrier: AutostartBarrier, state: AutostartState, words: str
) -> None:
    entry.now = AutostartStatus(state, False, "/old/vaultdesk" if state != "off" else "", barrier)
    card = card_of(qtbot, entry)
    assert words in card.words.text()
    assert card.switch.isEnabled() is not bool(barrier)
    assert not card.switch.isChecked()


def test_where_it_waits_is_said(qtbot: QtBot, entry: Entry) -> None:
    card = card_of(qtbot, entry)
    card.refresh(in_tray=True)
    assert "tray" in card.hidden_words.text()
    card.refresh(in_tray=False)
    assert "minimised" in card.hidden_words.text()
