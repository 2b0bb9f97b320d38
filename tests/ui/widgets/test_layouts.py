"""Tests of ui/widgets/layouts.py."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.layouts import GRAB_WIDTH, FlowLayout, PaneSplitter

# Flow layout: widgets fill a line, then begin the next.


def filled(qtbot: QtBot, count: int) -> tuple[QWidget, FlowLayout]:
    holder = QWidget()
    qtbot.addWidget(holder)
    layout = FlowLayout(holder, spacing=4)
    for number in range(count):
        label = QLabel(str(number))
        label.setFixedSize(50, 20)
        layout.addWidget(label)
    return holder, layout


def test_widgets_wrap_at_the_edge(qtbot: QtBot) -> None:
    holder, layout = filled(qtbot, 5)
    holder.resize(110, 200)
    holder.show()
    QApplication.processEvents()

    places = [(item.geometry().x(), item.geometry().y()) for item in map(layout.itemAt, range(5)) if item is not None]

    assert places == [(0, 0), (54, 0), (0, 24), (54, 24), (0, 48)]


def test_height_follows_width(qtbot: QtBot) -> None:
    _, layout = filled(qtbot, 5)

    assert [layout.heightForWidth(width) for width in (270, 110, 50)] == [20, 68, 116]


def test_clear_leaves_nothing(qtbot: QtBot) -> None:
    holder, layout = filled(qtbot, 3)

    layout.clear()
    QApplication.sendPostedEvents(None, 52)

    assert layout.count() == 0
    assert holder.findChildren(QLabel) == []


# Pane splitter: one pixel to see, seven to take.


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

    assert handle.height() == GRAB_WIDTH
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
