"""Pane splitter: one pixel to see, seven to take."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.splitter import GRAB, PaneSplitter
from vaultdesk.ui.theme.theme import Theme


def test_line_is_one_pixel_between_the_panes(qtbot: QtBot, dressed: Theme) -> None:
    splitter = PaneSplitter(Qt.Orientation.Horizontal)
    qtbot.addWidget(splitter)
    left, right = QWidget(), QWidget()
    for pane in (left, right):
        splitter.addWidget(pane)
    splitter.resize(401, 50)
    splitter.setSizes([200, 200])
    splitter.show()
    QApplication.processEvents()
    image = splitter.grab().toImage()
    edge = left.geometry().right() + 1

    assert right.geometry().left() == edge + 1
    assert [image.pixelColor(x, 25) == dressed.color("border") for x in (edge - 1, edge, edge + 1)] == [
        False,
        True,
        False,
    ]


def test_line_can_be_taken_beside_itself(qtbot: QtBot) -> None:
    splitter = PaneSplitter(Qt.Orientation.Vertical)
    qtbot.addWidget(splitter)
    for _ in range(2):
        splitter.addWidget(QWidget())
    splitter.resize(50, 401)
    splitter.setSizes([200, 200])
    splitter.show()
    QApplication.processEvents()
    handle = splitter.handle(1)

    assert handle.height() == GRAB
    assert splitter.childAt(QPoint(25, handle.geometry().top())) is handle


def test_a_screen_reader_meets_the_panes_in_their_order(qtbot: QtBot) -> None:
    splitter = PaneSplitter()
    qtbot.addWidget(splitter)
    for name in ("files", "chat"):
        pane = QWidget()
        pane.setObjectName(name)
        splitter.addWidget(pane)
    note = QWidget()
    note.setObjectName("note")
    splitter.insertWidget(1, note)

    read = [child.objectName() for child in splitter.children() if isinstance(child, QWidget)]

    assert [name for name in read if name in ("files", "note", "chat")] == ["files", "note", "chat"]
