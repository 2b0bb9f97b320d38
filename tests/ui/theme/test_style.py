"""Style: every widget is painted by the program's own painters, at the sizes of the design."""

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


def test_other_widgets_can_be_painted_in_both_themes(qtbot: QtBot, each_theme: Theme) -> None:
    """Each of these uses painters that no other test covers; painting them must not raise."""
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


def test_normal_and_small_buttons_have_their_heights(qtbot: QtBot, each_theme: Theme) -> None:
    normal, small = PlainButton("Open"), PlainButton("Open", small=True)
    for button in (normal, small):
        qtbot.addWidget(button)

    assert normal.sizeHint().height() == each_theme.px(30)
    assert small.sizeHint().height() == each_theme.px(26)
