"""Rows of an import plan."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from vaultdesk.ui.importing.planned_rows import PlannedModel, PlannedRow
from vaultdesk.workspace.import_plan import PlannedChat

TODAY = date(2026, 11, 20)
NEW = PlannedChat(
    1, "copilot", "copilot:1", "a.md", "Which pump?", datetime(2026, 8, 22, 9, tzinfo=UTC), 4, "Chats/Which pump.md"
)
KNOWN = replace(NEW, number=2, known="Chats/Old.md", messages=1, remarks=("A picture was left.",))
TWICE = replace(NEW, number=3, twice=True)
BRANCH = replace(NEW, number=4, branch_of="copilot:1", title="Evil\u202e \x1b[31m")


def model() -> PlannedModel:
    return PlannedModel((NEW, KNOWN, TWICE, BRANCH), TODAY)


def test_a_row_says_what_it_is_and_whether_it_is_there_already() -> None:
    shown = model()

    assert [shown.words(chat)[1] for chat in (NEW, KNOWN, TWICE, BRANCH)] == [
        ("Obsidian Copilot · 4 messages", ""),
        ("Obsidian Copilot · 1 message · A picture was left.", "There already"),
        ("Obsidian Copilot · 4 messages", "Twice in this import"),
        ("Obsidian Copilot · 4 messages", "Branch"),
    ]
    assert shown.words(NEW)[0] == ("Which pump?", "22 Aug")
    assert "\x1b" not in str(shown.index(3).data(Qt.ItemDataRole.AccessibleTextRole))
    assert "Chats/Old.md" in str(shown.index(1).data(Qt.ItemDataRole.ToolTipRole))


def test_what_is_new_is_ticked_and_the_rest_only_one_by_one() -> None:
    shown = model()
    heard: list[frozenset[int]] = []
    shown.ticks_changed.connect(lambda: heard.append(shown.ticked()))
    shown.tick_all(False)
    shown.tick_all(True)
    shown.setData(shown.index(1), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    shown.setData(shown.index(0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)

    assert heard == [frozenset(), frozenset({1, 4}), frozenset({1, 2, 4}), frozenset({2, 4})]


@pytest.mark.parametrize(
    "state",
    [
        QStyle.StateFlag.State_Enabled,
        QStyle.StateFlag.State_MouseOver,
        QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus,
    ],
)
def test_each_state_of_a_row_is_drawn(state: QStyle.StateFlag) -> None:
    view, shown = QListView(), model()
    row = PlannedRow(shown, 16, view)
    picture = QImage(400, 46, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    option = QStyleOptionViewItem()
    option.rect = QRect(QPoint(0, 0), picture.size())
    option.state = state
    painter = QPainter(picture)
    row.paint(painter, option, shown.index(1))
    painter.end()

    assert len({picture.pixel(x, y) for x in range(0, 400, 2) for y in range(0, 46, 2)}) > 5
