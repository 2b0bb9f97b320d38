"""Chips: they say what they stand for, stay on one line, and can be taken away."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.chips import MAX_CHIP_WIDTH, MentionChip, SourceChip


def test_source_chip_is_named_by_number_note_and_heading(qtbot: QtBot) -> None:
    chip = SourceChip(2, "Heat-loss survey", "Result")
    qtbot.addWidget(chip)

    assert chip.accessibleName() == "2 Heat-loss survey Result"
    assert isinstance(chip, QToolButton)
    assert not chip.grab().isNull()


def test_lost_source_says_so(qtbot: QtBot) -> None:
    chip = SourceChip(1, "moved note", lost=True)
    qtbot.addWidget(chip)

    assert chip.accessibleName() == "moved note (no longer exists)"


def test_mention_is_removed_by_its_cross(qtbot: QtBot) -> None:
    chip = MentionChip("file", "Boiler", "open note")
    qtbot.addWidget(chip)
    removed: list[int] = []
    chip.removed.connect(lambda: removed.append(1))
    cross = chip.findChild(IconButton)
    assert cross is not None

    qtbot.mouseClick(cross, Qt.MouseButton.LeftButton)

    assert removed == [1]
    assert cross.accessibleName() == "Remove Boiler"


def test_a_long_name_is_bounded_and_told_whole(qtbot: QtBot, dressed: Theme) -> None:
    name = "A note with a very long name " * 10
    chip = SourceChip(1, name)
    qtbot.addWidget(chip)
    chip.resize(chip.sizeHint())
    chip.show()

    assert chip.width() <= dressed.px(MAX_CHIP_WIDTH)
    assert name.strip() in chip.toolTip()


def test_a_source_that_is_pulled_away_tells_so_once_and_is_not_pressed(qtbot: QtBot) -> None:
    chip = SourceChip(1, "Boiler")
    qtbot.addWidget(chip)
    chip.show()
    told: list[str] = []
    chip.drag_started.connect(lambda: told.append("pulled"))
    chip.clicked.connect(lambda: told.append("clicked"))
    left = Qt.MouseButton.LeftButton

    def move(x: int) -> None:
        at, none = QPointF(x, 5), Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(chip, QMouseEvent(QEvent.Type.MouseMove, at, chip.mapToGlobal(at), left, left, none))

    QTest.mousePress(chip, left, pos=QPoint(5, 5))
    for x in (7, 20, 40):
        move(x)
    assert not chip.isDown()
    QTest.mouseRelease(chip, left, pos=QPoint(5, 5))
    assert told == ["pulled"]
    QTest.mousePress(chip, left, pos=QPoint(5, 5))
    move(7)
    QTest.mouseRelease(chip, left, pos=QPoint(7, 5))
    assert told == ["pulled", "clicked"]
