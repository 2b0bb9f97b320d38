"""Style: everything is drawn by a painter of ours, at the sizes of the design."""

from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QProgressBar,
    QTabBar,
    QTableWidget,
    QTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
)
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import PlainButton


def test_everything_else_draws_in_both_themes(qtbot: QtBot, look: Theme) -> None:
    """Each of these reaches painters no other test asks for; drawing them must not raise."""
    combo, editable = QComboBox(), QComboBox()
    combo.addItems(["One", "Two"])
    editable.setEditable(True)
    bar = QProgressBar()
    bar.setValue(40)
    tabs = QTabBar()
    tabs.addTab("Boiler")
    tabs.addTab("2026-11-20")
    tree = QTreeWidget()
    QTreeWidgetItem(QTreeWidgetItem(tree, ["Projects"]), ["Boiler"])
    menu = QMenu()
    menu.addAction("Copy").setCheckable(True)
    menu.addSeparator()
    menu.addMenu("More")
    for widget in (combo, editable, bar, tabs, tree, menu, QTextEdit("text"), QTableWidget(2, 2)):
        qtbot.addWidget(widget)
        assert not drawn(widget).isNull()


def test_buttons_have_their_two_heights(qtbot: QtBot, look: Theme) -> None:
    normal, small = PlainButton("Open"), PlainButton("Open", small=True)
    for button in (normal, small):
        qtbot.addWidget(button)

    assert normal.sizeHint().height() == look.px(30)
    assert small.sizeHint().height() == look.px(26)
