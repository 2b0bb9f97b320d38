from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.properties.value_button import ValueButton


def test_words_are_never_markup_and_told_whole_where_they_are_cut(qtbot: QtBot) -> None:
    made = ValueButton("Status")
    qtbot.addWidget(made)
    made.set_words("<b>long</b> " * 20)
    made.resize(60, 26)
    made.show()
    assert made.words().startswith("<b>long</b>")
    assert "&lt;b&gt;" in made.toolTip()
    assert made.accessibleName().startswith("Status: <b>")
    assert not made.grab().isNull()


def test_enter_presses_and_other_keys_ask(qtbot: QtBot) -> None:
    made = ValueButton("Status")
    qtbot.addWidget(made)
    told: list[str] = []
    made.clicked.connect(lambda: told.append("pressed"))
    made.renaming_asked.connect(lambda: told.append("rename"))
    made.removal_asked.connect(lambda: told.append("remove"))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Delete):
        QTest.keyClick(made, key)
    assert told == ["pressed", "rename", "remove"]
