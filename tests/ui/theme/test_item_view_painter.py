"""Draw views: rows, tabs and scroll bars."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QListWidget,
    QScrollBar,
)
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn, has
from vaultdesk.ui.theme.theme import Theme


def test_selected_row_is_tinted_and_its_text_keeps_its_colour(qtbot: QtBot, look: Theme) -> None:
    rows = QListWidget()
    rows.addItems(["Plain", "Selected"])
    rows.setCurrentRow(1)
    qtbot.addWidget(rows)

    assert has(drawn(rows), look.color("accent_tint"))
    assert not has(drawn(rows), look.color("accent"))


def test_scroll_bar_is_a_thumb_without_arrows(qtbot: QtBot, look: Theme) -> None:
    bar = QScrollBar(Qt.Orientation.Vertical)
    bar.setRange(0, 100)
    bar.setPageStep(50)
    qtbot.addWidget(bar)
    bar.resize(bar.sizeHint().width(), 200)
    image = bar.grab().toImage()

    assert image.pixelColor(image.width() // 2, 40) == look.color("control")
    assert image.pixelColor(image.width() // 2, 190) == look.color("background")


def test_scroll_bar_can_be_dragged_over_its_whole_length(qtbot: QtBot) -> None:
    bar = QScrollBar(Qt.Orientation.Horizontal)
    bar.setRange(0, 1000)
    bar.setPageStep(10)
    qtbot.addWidget(bar)
    bar.resize(300, bar.sizeHint().height())
    bar.show()
    middle = bar.height() // 2

    qtbot.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(10, middle))
    qtbot.mouseMove(bar, QPoint(299, middle))
    qtbot.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(299, middle))

    assert bar.value() == 1000
