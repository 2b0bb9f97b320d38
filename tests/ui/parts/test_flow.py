"""Flow layout: widgets fill a line, then begin the next."""

from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.flow import FlowLayout


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
