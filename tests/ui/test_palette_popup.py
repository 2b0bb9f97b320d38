"""Palette popup: Enter and a click run, Tab changes keys; nothing happens where nothing fits."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.palette_popup import PalettePopup
from vaultdesk.ui.widgets.lists.fold_list import FoldRow


@pytest.fixture
def popup(qtbot: QtBot) -> Iterator[PalettePopup]:
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.show()
    made = PalettePopup(window, 50)
    made.open()
    yield made
    window.close()


def test_enter_runs_the_current_row_and_closes(popup: PalettePopup, qtbot: QtBot) -> None:
    chosen: list[str] = []
    popup.chosen.connect(chosen.append)
    popup.show_rows("", [FoldRow("a", "Used last", heading=True), FoldRow("theme", "Light or dark")], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == ["theme"]
    qtbot.waitUntil(lambda: not shiboken6.isValid(popup))


def test_tab_asks_for_other_keys_of_the_current_row_and_leaves_the_field_its_keyboard(popup: PalettePopup) -> None:
    wanted: list[str] = []
    popup.keys_wanted.connect(wanted.append)
    popup.show_rows("", [], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Tab)
    assert wanted == []
    popup.show_rows("", [FoldRow("theme", "Light or dark"), FoldRow("quit", "Quit")], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Down)
    QTest.keyClick(popup.field, Qt.Key.Key_Tab)
    assert wanted == ["quit"]
    assert popup.focusWidget() is popup.field
