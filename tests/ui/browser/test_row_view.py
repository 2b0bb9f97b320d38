from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from pytestqt.qtbot import QtBot

from vaultdesk.ui.browser.row_view import RowView


def test_the_row_under_the_pointer_and_the_chosen_one_have_a_ground(qtbot: QtBot) -> None:
    view = RowView("Rows")
    qtbot.addWidget(view)
    model = QStandardItemModel(view)
    top = QStandardItem("top")
    top.appendRow(QStandardItem("below"))
    model.appendRow(top)
    model.appendRow(QStandardItem("last"))
    view.setModel(model)
    view.resize(200, 120)
    view.show()
    assert view.accessibleName() == "Rows"
    assert view.opens(model.index(0, 0))
    assert not view.opens(model.index(1, 0))
    plain = view.grab().toImage()
    qtbot.mouseMove(view.viewport(), view.visualRect(model.index(1, 0)).center())
    view._hover(model.index(1, 0))
    lit = view.grab().toImage()
    view._hover(view.indexAt(QPoint(5, 110)))
    view.setCurrentIndex(model.index(0, 0))
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert len({plain.pixel(150, 40), lit.pixel(150, 40)}) == 2 or plain != lit
    assert view.grab().toImage() != plain
