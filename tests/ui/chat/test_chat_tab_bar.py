"""Tests of chat_tab_bar.py."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from vaultdesk.ui.chat.chat_tab_bar import LEFT, RIGHT, ChatTabBar, TabFace, TabMark
from vaultdesk.ui.theme.theme import theme

THREE = (TabFace("Heating & cellar"), TabFace("Trip", "running"), TabFace("", "unread"))


def shown_bar() -> ChatTabBar:
    bar = ChatTabBar()
    bar.resize(360, 30)
    bar.show_tabs(THREE, 0)
    return bar


def test_the_row_says_names_and_states_and_tells_of_no_choice_that_was_not_made() -> None:
    bar = shown_bar()
    told: list[int] = []
    bar.chosen.connect(told.append)
    bar.show_tabs(THREE, 2)
    assert [bar.accessibleTabName(number) for number in range(3)] == [
        "Heating & cellar", "Trip, being answered", "New chat, answered, not read yet",
    ]  # fmt: skip
    assert told == []
    bar.setCurrentIndex(1)
    assert told == [1]


def test_only_the_current_and_the_hovered_tab_can_be_closed_and_say_which_they_are() -> None:
    bar = shown_bar()
    told: list[int] = []
    bar.close_requested.connect(told.append)
    assert [bar.tabButton(number, RIGHT) is not None for number in range(3)] == [True, False, False]
    bar._hover(1)
    cross = bar.tabButton(1, RIGHT)
    assert cross is not None
    QTest.mouseClick(cross, Qt.MouseButton.LeftButton)
    QTest.mouseClick(bar, Qt.MouseButton.MiddleButton, pos=bar.tabRect(2).center() + QPoint(0, 0))
    assert told == [1, 2]


def test_a_mark_goes_with_its_state() -> None:
    bar = shown_bar()
    bar.show_tabs((TabFace("One", "waiting"), TabFace("Two")), 0)
    mark = bar.tabButton(0, LEFT)
    assert isinstance(mark, TabMark)
    assert mark.state == "waiting"
    assert not bar.tabButton(1, LEFT)


def test_nothing_turns_where_nothing_may_move() -> None:
    theme().set_motion("none")
    try:
        assert not TabMark("running")._clock.isActive()
        theme().set_motion("full")
        assert TabMark("running")._clock.isActive()
    finally:
        theme().set_motion("system")
