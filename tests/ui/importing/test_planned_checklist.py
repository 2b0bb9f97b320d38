"""The checklist of an import."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.ui.importing.test_planned_rows import KNOWN, NEW, TODAY
from vaultdesk.ui.importing.planned_checklist import PlannedChecklist
from vaultdesk.ui.widgets.buttons import LinkButton


def checklist() -> PlannedChecklist:
    shown = PlannedChecklist((NEW, KNOWN, replace(NEW, number=3)), TODAY)
    shown.resize(500, 300)
    shown.show()
    return shown


def test_the_count_and_the_tick_over_all_follow_the_ticks() -> None:
    shown = checklist()
    told = [(shown.count.text(), shown.tick.checkState())]
    shown.model.setData(shown.model.index(0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    told.append((shown.count.text(), shown.tick.checkState()))
    shown.tick.click()
    told.append((shown.count.text(), shown.tick.checkState()))
    shown.tick.click()
    told.append((shown.count.text(), shown.tick.checkState()))

    assert told == [
        ("2 of 3 chats", Qt.CheckState.Checked),
        ("1 of 3 chats", Qt.CheckState.PartiallyChecked),
        ("2 of 3 chats", Qt.CheckState.Checked),
        ("0 of 3 chats", Qt.CheckState.Unchecked),
    ]


def test_select_all_and_deselect_all_do_what_they_say() -> None:
    shown = checklist()
    everything, nothing = shown.findChildren(LinkButton)
    nothing.click()
    assert shown.ticked() == frozenset()
    everything.click()
    assert shown.ticked() == {1, 3}


def test_space_ticks_the_row_under_the_cursor() -> None:
    shown = checklist()
    shown.list.setFocus()
    shown.list.setCurrentIndex(shown.model.index(1))
    QTest.keyClick(shown.list, Qt.Key.Key_Space)

    assert shown.ticked() == {1, 2, 3}


def test_everything_in_it_has_a_name_for_a_screen_reader() -> None:
    shown = checklist()

    assert all(widget.accessibleName() for widget in (shown.tick, shown.list))
    assert all(isinstance(widget, QWidget) and widget.text() for widget in shown.findChildren(LinkButton))
