"""File list: each file with size, reason and warning, in letters that cannot lie."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QListView
from pytestqt.qtbot import QtBot

from vaultdesk.tools.tool import FileChoice
from vaultdesk.ui.approval.file_list import CARD_ROW_HEIGHT, ROW_HEIGHT, FileListModel, FileRow, size_in_words
from vaultdesk.ui.theme.theme import theme

FILES = (
    FileChoice("Projects/House/Boiler.md", 3100, "linked from House"),
    FileChoice("a\u202emd.md", 400, "named by the model", warning="It looks like another name."),
    FileChoice("Gone.md", None, "named by the model", ticked=False),
)


def view_of(qtbot: QtBot, *, compact: bool = False, width: int = 400) -> QListView:
    view = QListView()
    qtbot.addWidget(view)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setModel(FileListModel(FILES, view))
    view.setItemDelegate(FileRow(24, compact=compact, parent=view))
    view.resize(width, 200)
    view.show()
    return view


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (None, "no such note"),
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (3149, "3.1 kB"),
        (2_500_000, "2.5 MB"),
    ],
)
def test_sizes_are_told_as_file_managers_do(size: int | None, words: str) -> None:
    assert size_in_words(size) == words


def test_a_screen_reader_hears_path_size_reason_and_warning(qtbot: QtBot) -> None:
    view = view_of(qtbot)
    model = view.model()
    assert [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)] == [
        "Projects/House/Boiler.md, 3.1 kB, linked from House",
        "a<U+202E>md.md, 400 bytes, named by the model, It looks like another name.",
        "Gone.md, no such note, named by the model",
    ]


def test_tooltips_are_never_read_as_markup(qtbot: QtBot) -> None:
    model = FileListModel((FileChoice("<b>R&D</b>.md", 1, "why"),))
    tooltip = str(model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole))
    assert "&lt;b&gt;R&amp;D&lt;/b&gt;.md" in tooltip


def test_what_is_ticked_from_the_start_and_what_not(qtbot: QtBot) -> None:
    model = FileListModel(FILES)
    assert model.ticked() == ("Projects/House/Boiler.md", "a\u202emd.md")
    model.tick_all(True)
    assert len(model.ticked()) == 3
    model.tick_all(False)
    assert model.ticked() == ()


def test_ticked_paths_keep_the_order_shown_whatever_was_ticked_last(qtbot: QtBot) -> None:
    model = FileListModel(FILES)
    model.setData(model.index(0, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    model.setData(model.index(0, 0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert model.ticked()[0] == "Projects/House/Boiler.md"


def test_a_click_at_the_tick_ticks_and_a_click_at_the_name_only_points(qtbot: QtBot) -> None:
    view = view_of(qtbot)
    model = view.model()
    assert isinstance(model, FileListModel)
    row = view.visualRect(model.index(0, 0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, row.center().y()))
    assert "Projects/House/Boiler.md" not in model.ticked()
    row = view.visualRect(model.index(2, 0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, row.center().y()))
    assert "Gone.md" not in model.ticked()
    assert view.currentIndex().row() == 2


def test_space_ticks_the_row_under_the_cursor_and_enter_does_not(qtbot: QtBot) -> None:
    view = view_of(qtbot)
    model = view.model()
    assert isinstance(model, FileListModel)
    view.setCurrentIndex(model.index(2, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert "Gone.md" not in model.ticked()
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert "Gone.md" in model.ticked()


def pictured(view: QListView, row: int) -> QImage:
    return view.viewport().grab(view.visualRect(view.model().index(row, 0))).toImage()


def test_the_tick_is_seen(qtbot: QtBot) -> None:
    view = view_of(qtbot)
    place = (24 + theme().step(16) // 2, theme().step(8) + 2)
    assert pictured(view, 0).pixelColor(*place) == theme().color("accent")
    assert pictured(view, 2).pixelColor(*place) != theme().color("accent")


def test_rows_are_two_lines_high_and_lower_in_the_card(qtbot: QtBot) -> None:
    wide, narrow = view_of(qtbot), view_of(qtbot, compact=True)
    assert wide.visualRect(wide.model().index(0, 0)).height() == theme().step(ROW_HEIGHT)
    assert narrow.visualRect(narrow.model().index(0, 0)).height() == theme().step(CARD_ROW_HEIGHT)


def test_the_row_with_the_keyboard_wears_a_ring_inside(qtbot: QtBot) -> None:
    view = view_of(qtbot)
    view.setCurrentIndex(view.model().index(0, 0))
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus, timeout=5000)
    row = view.visualRect(view.model().index(0, 0))
    assert pictured(view, 0).pixelColor(1, row.height() // 2) == theme().color("accent")
