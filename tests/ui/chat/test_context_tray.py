"""Tests of context_tray.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.chat.names_at_hand import sized
from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.ui.chat.context_tray import ContextTray

BOILER, BUDGET = (ContextItem(kind="note", target=name) for name in ("House/Boiler.md", "Budget.md"))
OPEN = ContextItem(kind="active", target="House/Boiler.md")
PICTURE = ImagePart(media_type="image/png", data="", name="Plan.png")


def shown_tray(*things: ContextItem | ImagePart) -> tuple[ContextTray, list[str]]:
    tray, told = ContextTray(), []
    tray.changed.connect(lambda: told.append("changed"))
    tray.left.connect(lambda: told.append("left"))
    tray.added.connect(lambda item: told.append(item.target))
    tray.resize(400, 100)
    tray.set_things(things)
    tray.show()
    tray.activateWindow()
    return tray, told


def test_each_thing_lies_there_once_and_is_told_when_it_is_new() -> None:
    tray, told = shown_tray()
    for thing in (BOILER, BOILER, PICTURE, BUDGET):
        tray.add(thing)
    assert (tray.items, tray.images) == ((BOILER, BUDGET), (PICTURE,))
    assert told == ["House/Boiler.md", "changed", "changed", "Budget.md", "changed"]


def test_empty_and_without_an_offer_it_takes_no_room() -> None:
    tray = ContextTray()
    assert tray.isHidden()
    tray.set_offered((OPEN,))
    assert not tray.isHidden()
    tray.set_offered(())
    tray.add(BOILER)
    tray.set_things(())
    assert tray.isHidden()


def test_what_is_offered_is_added_by_a_press_and_then_offered_no_more() -> None:
    tray, told = shown_tray()
    tray.set_offered((OPEN,), "Ctrl+J")
    assert tray.items == ()
    QTest.mouseClick(tray.offered[0], Qt.MouseButton.LeftButton)
    assert (tray.items, tray.offered) == ((OPEN,), ())
    assert told[-1] == "left"
    assert not tray.take_offered()


def test_the_open_note_is_not_offered_where_it_lies_there_by_its_name() -> None:
    tray, _ = shown_tray(BOILER)
    tray.set_offered((OPEN,))
    assert tray.offered == ()
    tray.set_things(())
    assert tray.take_offered()
    assert tray.items == (OPEN,)


def test_chips_are_gone_through_and_removed_by_keys(qtbot: QtBot) -> None:
    tray, told = shown_tray(BOILER, BUDGET, PICTURE)
    qtbot.waitUntil(tray.isActiveWindow)
    tray.select_last()
    assert tray.chips[2].hasFocus()
    QTest.keyClick(tray.chips[2], Qt.Key.Key_Left)
    assert tray.chips[1].hasFocus()
    QTest.keyClick(tray.chips[1], Qt.Key.Key_Backspace)
    assert (tray.items, tray.chips[1].hasFocus()) == ((BOILER,), True)
    QTest.keyClick(tray.chips[1], Qt.Key.Key_Right)
    assert told[-1] == "left"
    tray.chips[0].removed.emit()
    assert (tray.items, tray.images) == ((), (PICTURE,))


def test_sizes_and_problems_are_told_to_the_chip_they_are_about() -> None:
    tray, _ = shown_tray(BOILER, BUDGET, PICTURE)
    tray.show_size(BUDGET, sized(5_400, 12))
    tray.show_problem(PICTURE, "This model cannot see pictures.")
    tray.show_size(OPEN, sized(1))
    assert [chip.size_said for chip in tray.chips] == ["…", "12 notes · 5.4k", "not sent"]


def test_another_questions_things_take_their_place_and_chips_that_stay_keep_their_size() -> None:
    tray, _ = shown_tray(BOILER, BUDGET)
    tray.show_size(BUDGET, sized(7))
    tray.set_things((BUDGET, PICTURE))
    assert [chip.thing for chip in tray.chips] == [BUDGET, PICTURE]
    assert tray.chips[0].size_said == "7 tokens"
