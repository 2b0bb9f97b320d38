"""Tests of placing.py."""

from PySide6.QtCore import QRect, QSize

from vaultdesk.ui.quick_ask.placing import can_be_translucent, place_of, screen_at_pointer


def test_it_stands_in_the_middle_near_the_top_of_its_screen(qapp: object) -> None:
    second = QRect(1920, 40, 1440, 860)
    place = place_of(QSize(640, 300), second)
    assert place == QRect(1920 + 400, 40 + 112, 640, 300)


def test_it_stays_on_a_screen_that_is_too_small(qapp: object) -> None:
    small = QRect(0, 0, 500, 300)
    assert small.contains(place_of(QSize(640, 290), small))


def test_there_is_a_screen_and_without_x11_windows_can_be_translucent(qapp: object) -> None:
    assert screen_at_pointer().availableGeometry().isValid()
    assert can_be_translucent()
