"""Tests of ui/widgets/layouts.py."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.layouts import GRAB_WIDTH, FlowLayout, PaneSplitter

# Flow layout: widgets fill a line, then continue on the next.


def filled_layout(qtbot: QtBot, count: int) -> tuple[QWidget, FlowLayout]:
    container = QWidget()
    qtbot.addWidget(container)
    layout = FlowLayout(container, spacing=4)
    for number in range(count):
        label = QLabel(str(number))
        label.setFixedSize(50, 20)
        layout.addWidget(label)
    return container, layout


def test_widgets_wrap_at_the_edge(qtbot: QtBot) -> None:
    container, layout = filled_layout(qtbot, 5)
    container.resize(110, 200)
    container.show()
    QApplication.processEvents()

    positions = [
        (item.geometry().x(), item.geometry().y()) for item in map(layout.itemAt, range(5)) if item is not None
    ]

    assert positions == [(0, 0), (54, 0), (0, 24), (54, 24), (0, 48)]


def test_height_follows_width(qtbot: QtBot) -> None:
    _, layout = filled_layout(qtbot, 5)

    assert [layout.heightForWidth(width) for width in (270, 110, 50)] == [20, 68, 116]


def test_clear_removes_all_widgets(qtbot: QtBot) -> None:
    container, layout = filled_layout(qtbot, 3)

    layout.clear()
    QApplication.sendPostedEvents(None, 52)

    assert layout.count() == 0
    assert container.findChildren(QLabel) == []


# Pane splitter: a line of one pixel with a wider grab area.


def test_line_between_the_panes_is_one_pixel_wide(qtbot: QtBot, app_theme: Theme) -> None:
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
    assert [image.pixelColor(x, 25) == app_theme.color("border") for x in (edge - 1, edge, edge + 1)] == [
        False,
        True,
        False,
    ]


def test_grab_area_is_wider_than_the_line(qtbot: QtBot) -> None:
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


def test_children_are_in_the_order_of_the_panes_for_screen_readers(qtbot: QtBot) -> None:
    splitter = PaneSplitter()
    qtbot.addWidget(splitter)
    for name in ("files", "chat"):
        pane = QWidget()
        pane.setObjectName(name)
        splitter.addWidget(pane)
    note = QWidget()
    note.setObjectName("note")
    splitter.insertWidget(1, note)

    names = [child.objectName() for child in splitter.children() if isinstance(child, QWidget)]

    assert [name for name in names if name in ("files", "note", "chat")] == ["files", "note", "chat"]
