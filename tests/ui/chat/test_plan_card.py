"""Tests of plan_card.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from vaultdesk.ui.chat.plan_card import PlanCard

LEFT = Qt.MouseButton.LeftButton


def shown_card() -> tuple[PlanCard, list[str]]:
    card, told = PlanCard("1. Look for the boiler"), list[str]()
    card.carried_out.connect(told.append)
    card.discarded.connect(lambda: told.append("discarded"))
    card.resize(320, 200)
    card.show()
    return card, told


def test_it_is_carried_out_as_it_stands_or_left() -> None:
    card, told = shown_card()
    QTest.mouseClick(card.carry_out, LEFT)
    QTest.keyClick(card.discard, Qt.Key.Key_Space)
    assert told == ["1. Look for the boiler", "discarded"]


def test_it_is_changed_and_then_carried_out_and_an_empty_one_cannot_be() -> None:
    card, told = shown_card()
    QTest.mouseClick(card.edit, LEFT)
    assert card.area is not None
    QTest.keyClicks(card.area.edit, " and the roof")
    QTest.mouseClick(card.carry_out, LEFT)
    assert told == ["1. Look for the boiler and the roof"]
    card.area.edit.setPlainText(" ")
    assert not card.carry_out.isEnabled()


def test_esc_ends_the_changing_with_the_plan_as_it_was() -> None:
    card, told = shown_card()
    QTest.mouseClick(card.edit, LEFT)
    assert card.area is not None
    QTest.keyClicks(card.area.edit, "!")
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert (card.area, card.edit.isVisible()) == (None, True)
    QTest.mouseClick(card.carry_out, LEFT)
    assert told == ["1. Look for the boiler"]
