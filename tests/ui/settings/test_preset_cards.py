"""Preset cards: one of four, by pointer and by arrows; each says what it comes to."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.settings.preset_cards import PresetCards


def cards_of(qtbot: QtBot, width: int = 700) -> tuple[PresetCards, list[str]]:
    cards = PresetCards()
    qtbot.addWidget(cards)
    cards.resize(width, 300)
    cards.show()
    chosen: list[str] = []
    cards.chosen.connect(chosen.append)
    return cards, chosen


def test_the_one_that_holds_is_marked_without_being_chosen(qtbot: QtBot) -> None:
    cards, chosen = cards_of(qtbot)
    cards.set_current("trusted")
    assert (cards.current(), chosen) == ("trusted", [])
    assert [card.isChecked() for card in cards.cards] == [False, False, False, True]


def test_a_click_and_the_arrows_choose(qtbot: QtBot) -> None:
    cards, chosen = cards_of(qtbot)
    cards.set_current("ask")
    QTest.mouseClick(cards.cards[0], Qt.MouseButton.LeftButton)
    assert chosen == ["read-only"]
    cards.activateWindow()
    qtbot.waitUntil(cards.isActiveWindow, timeout=5000)
    cards.cards[0].setFocus()
    QTest.keyClick(cards.cards[0], Qt.Key.Key_Right)
    assert chosen == ["read-only", "ask"]


def test_every_card_tells_its_sentence_to_a_voice(qtbot: QtBot) -> None:
    cards, _ = cards_of(qtbot)
    assert [card.accessibleName() for card in cards.cards] == ["Read only", "Ask", "Edit in scope", "Trusted"]
    assert all(card.accessibleDescription() == card.description() for card in cards.cards)


def test_narrow_cards_are_higher_and_wide_ones_stand_in_a_row(qtbot: QtBot) -> None:
    cards, _ = cards_of(qtbot)
    assert cards.cards[3].heightForWidth(180) > cards.cards[3].heightForWidth(500)
    assert cards.cards[0].grab().toImage() != cards.cards[1].grab().toImage()
    cards.resize(1_200, 300)
    qtbot.waitUntil(lambda: len({card.y() for card in cards.cards}) == 1, timeout=5000)
