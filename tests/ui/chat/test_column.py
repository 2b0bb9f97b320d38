"""Tests of column.py."""

from PySide6.QtWidgets import QLabel, QVBoxLayout
from pytestqt.qtbot import QtBot

from vaultdesk.ui.chat.column import MessageColumn


def test_it_tells_when_what_is_in_it_stands_elsewhere(qtbot: QtBot) -> None:
    column = MessageColumn()
    qtbot.addWidget(column)
    rows = QVBoxLayout(column)
    above, below = QLabel("One"), QLabel("Two")
    rows.addWidget(above)
    rows.addWidget(below)
    column.show()
    seen: list[int] = []
    column.laid_out.connect(lambda: seen.append(below.y()))
    before = below.y()
    above.setFixedHeight(300)
    qtbot.waitUntil(lambda: bool(seen) and seen[-1] >= before + 200)
