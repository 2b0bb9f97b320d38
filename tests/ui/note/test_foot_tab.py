from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.foot_tab import FootTab


def test_arrows_lead_on_and_space_presses(qtbot: QtBot) -> None:
    tab = FootTab()
    qtbot.addWidget(tab)
    tab.show()
    steps: list[int] = []
    tab.stepped.connect(steps.append)
    QTest.keyClick(tab, Qt.Key.Key_Left)
    QTest.keyClick(tab, Qt.Key.Key_Right)
    assert steps == [-1, 1]
    with qtbot.waitSignal(tab.entered):
        QTest.keyClick(tab, Qt.Key.Key_Down)
    with qtbot.waitSignal(tab.clicked):
        QTest.keyClick(tab, Qt.Key.Key_Space)
