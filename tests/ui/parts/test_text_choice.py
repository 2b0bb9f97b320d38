"""Text choice: words of a label that wraps are chosen with the mouse, copied by key, and painted as chosen."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import Theme

WORDS = "The old boiler leaks, 😀 and a heat pump would need less than half of it."
LEFT = Qt.MouseButton.LeftButton


def test_dragging_chooses_from_the_first_place_to_the_last_in_either_direction(qtbot: QtBot, dressed: Theme) -> None:
    label = _label(qtbot)
    near = QPoint(0, 1)
    far = QPoint(label.width() - 1, label.height() - 1)

    QTest.mousePress(label, LEFT, pos=near)
    QTest.mouseMove(label, far)
    assert label.selectedText() == WORDS
    QTest.mouseRelease(label, LEFT, pos=far)
    QTest.mousePress(label, LEFT, pos=far)
    assert label.selectedText() == ""
    QTest.mouseMove(label, near)
    assert label.selectedText() == WORDS
    QTest.mouseRelease(label, LEFT, pos=near)
    QTest.mouseMove(label, far)
    assert label.selectedText() == WORDS


def test_what_is_chosen_is_copied_by_key_and_seen(qtbot: QtBot, dressed: Theme) -> None:
    label = _label(qtbot)
    before = label.grab().toImage()

    QTest.mouseDClick(label, LEFT, pos=QPoint(2, 4))

    assert label.selectedText() == "The"
    assert label.grab().toImage() != before
    QTest.keyClick(label, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "The"


def test_letters_beyond_the_first_plane_count_as_qt_counts(qtbot: QtBot, dressed: Theme) -> None:
    label = _label(qtbot)
    choice = label._choice
    assert choice is not None

    label.setSelection(0, len(WORDS) + 1)

    assert choice.chosen() == (0, len(WORDS) + 1)


def _label(qtbot: QtBot) -> PlainLabel:
    label = PlainLabel(WORDS, wrap=True, selectable=True)
    qtbot.addWidget(label)
    label.resize(180, label.heightForWidth(180))
    label.show()
    return label
