"""Change rows: a row is as high as its lines, and is ticked at its tick or by Space."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from tests.support.reviews import house
from vaultdesk.ui.approval.change_list import ChangeListModel
from vaultdesk.ui.approval.change_rows import ChangeRow
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.vault.diff.change_set import ChangeSet


@pytest.fixture
def rows(qtbot: QtBot) -> QListView:
    changes = house()
    loud = ChangeSet((replace(changes.changes[0], warnings=("Look.",)), *changes.changes[1:]))
    view = QListView()
    qtbot.addWidget(view)
    view.setModel(ChangeListModel(ReviewChoices(loud), view))
    view.setItemDelegate(ChangeRow(12, view))
    view.resize(280, 400)
    view.show()
    qtbot.waitExposed(view)
    return view


def states(view: QListView) -> list[Qt.CheckState]:
    model = view.model()
    return [Qt.CheckState(model.index(row, 0).data(Qt.ItemDataRole.CheckStateRole)) for row in range(model.rowCount())]


def test_a_row_with_more_lines_is_higher(rows: QListView) -> None:
    heights = [rows.sizeHintForRow(row) for row in range(3)]
    assert heights[1] > heights[0] == heights[2]


def test_a_click_at_the_tick_ticks_and_one_at_the_name_does_not(rows: QListView) -> None:
    top = rows.visualRect(rows.model().index(2, 0)).top()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(120, top + 14))
    assert states(rows)[2] == Qt.CheckState.Checked
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(18, top + 14))
    assert states(rows)[2] == Qt.CheckState.Unchecked


def test_space_ticks_the_row_under_the_cursor(rows: QListView) -> None:
    rows.setCurrentIndex(rows.model().index(1, 0))
    QTest.keyClick(rows, Qt.Key.Key_Space)
    assert states(rows) == [Qt.CheckState.Unchecked, Qt.CheckState.Unchecked, Qt.CheckState.Checked]


def test_selected_and_hovered_rows_are_drawn(rows: QListView) -> None:
    rows.setCurrentIndex(rows.model().index(0, 0))
    rows.setFocus()
    picture = rows.grab().toImage()
    assert len({picture.pixel(x, y) for x in range(0, 280, 3) for y in range(0, 60, 3)}) > 4
