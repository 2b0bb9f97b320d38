from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.properties.item_chip import ItemChip


def test_it_is_removed_while_the_list_is_changed_only(qtbot: QtBot) -> None:
    for removable in (True, False):
        made = ItemChip("house", removable, "Remove house")
        qtbot.addWidget(made)
        made.show()
        removed: list[int] = []
        made.removed.connect(lambda removed=removed: removed.append(1))
        QTest.keyClick(made, Qt.Key.Key_Delete)
        assert removed == [1] * removable
        assert not made.grab().isNull()
