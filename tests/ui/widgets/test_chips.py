"""Tests of ui/widgets/chips.py."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.chips import MAX_CHIP_WIDTH, MentionChip, SourceChip


def test_source_chip_name_has_number_note_and_heading(qtbot: QtBot) -> None:
    chip = SourceChip(2, "Heat-loss survey", "Result")
    qtbot.addWidget(chip)

    assert chip.accessibleName() == "2 Heat-loss survey Result"
    assert isinstance(chip, QToolButton)
    assert not chip.grab().isNull()


def test_missing_source_is_named_as_such(qtbot: QtBot) -> None:
    chip = SourceChip(1, "moved note", lost=True)
    qtbot.addWidget(chip)

    assert chip.accessibleName() == "moved note (no longer exists)"


def test_mention_is_removed_by_its_button(qtbot: QtBot) -> None:
    chip = MentionChip("file", "Boiler", "open note")
    qtbot.addWidget(chip)
    removed: list[int] = []
    chip.removed.connect(lambda: removed.append(1))
    remove_button = chip.findChild(IconButton)
    assert remove_button is not None

    qtbot.mouseClick(remove_button, Qt.MouseButton.LeftButton)

    assert removed == [1]
    assert remove_button.accessibleName() == "Remove Boiler"


def test_long_name_is_elided_and_complete_in_the_tooltip(qtbot: QtBot, app_theme: Theme) -> None:
    name = "A note with a very long name " * 10
    chip = SourceChip(1, name)
    qtbot.addWidget(chip)
    chip.resize(chip.sizeHint())
    chip.show()

    assert chip.width() <= app_theme.px(MAX_CHIP_WIDTH)
    assert name.strip() in chip.toolTip()


def test_dragging_a_source_emits_once_and_does_not_click(qtbot: QtBot) -> None:
    chip = SourceChip(1, "Boiler")
    qtbot.addWidget(chip)
    chip.show()
    events: list[str] = []
    chip.drag_started.connect(lambda: events.append("dragged"))
    chip.clicked.connect(lambda: events.append("clicked"))
    left = Qt.MouseButton.LeftButton

    def move(x: int) -> None:
        position, none = QPointF(x, 5), Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(
            chip, QMouseEvent(QEvent.Type.MouseMove, position, chip.mapToGlobal(position), left, left, none)
        )

    QTest.mousePress(chip, left, pos=QPoint(5, 5))
    for x in (7, 20, 40):
        move(x)
    assert not chip.isDown()
    QTest.mouseRelease(chip, left, pos=QPoint(5, 5))
    assert events == ["dragged"]
    QTest.mousePress(chip, left, pos=QPoint(5, 5))
    move(7)
    QTest.mouseRelease(chip, left, pos=QPoint(7, 5))
    assert events == ["dragged", "clicked"]
