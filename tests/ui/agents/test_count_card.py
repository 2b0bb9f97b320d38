"""Count card: a number with its words, also for a voice."""

from vaultdesk.ui.agents.count_card import CountCard


def test_what_asks_first_is_said_beside_the_number() -> None:
    card = CountCard("readable")
    card.show_count(1_204, 1_000)
    assert card.accessibleName() == "Readable: 1,204 notes, 1,000 ask first"
    card.show_count(1, 1)
    assert card.words() == "1 note, all ask first"
    card.show_count(7, 0)
    assert card.words() == "7 notes"


def test_invisible_notes_ask_nothing() -> None:
    card = CountCard("invisible")
    card.show_count(3, 3)
    assert card.words() == "3 notes"


def test_the_chosen_one_is_drawn_otherwise() -> None:
    card = CountCard("leaving")
    card.resize(160, 82)
    before = card.grab().toImage()
    card.setChecked(True)
    assert card.grab().toImage() != before
