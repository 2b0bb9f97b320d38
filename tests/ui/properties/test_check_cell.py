from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.ui.properties.check_cell import CheckCell


def test_a_click_changes_it_and_no_value_is_neither(qtbot: QtBot) -> None:
    made = CheckCell("done")
    qtbot.addWidget(made)
    told: list[object] = []
    made.committed.connect(told.append)
    made.set_value(None)
    assert made.box.checkState() == Qt.CheckState.PartiallyChecked
    made.box.click()
    made.box.click()
    assert told == [True, False]
