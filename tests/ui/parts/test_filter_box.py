"""Filter box: what holds goes on holding, and the wheel changes nothing."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.filter_box import LONGEST, FilterBox

CHOICES = [("a", "Ada"), ("b", "Bob"), ("", "All")]


def test_the_first_choice_holds_at_the_beginning_and_later_what_held(qtbot: QtBot) -> None:
    box = FilterBox("Who", CHOICES)
    qtbot.addWidget(box)
    assert box.value() == "a"
    box.set_value("b")
    box.set_choices([("", "All"), ("b", "Bob")])
    assert box.value() == "b"
    box.set_choices([("", "All"), ("c", "Cy")])

    assert box.value() == ""


def test_a_choice_by_hand_is_told_and_one_by_the_program_is_not(qtbot: QtBot) -> None:
    box = FilterBox("Who", CHOICES)
    qtbot.addWidget(box)
    told: list[str] = []
    box.chosen.connect(lambda: told.append(box.value()))
    box.set_value("b")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)

    assert told == [""]


def test_the_wheel_is_the_page_s(qtbot: QtBot) -> None:
    box = FilterBox("Who", CHOICES)
    qtbot.addWidget(box)
    turned = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    box.wheelEvent(turned)

    assert box.value() == "a"
    assert not turned.isAccepted()


def test_hostile_words_are_cut_and_are_no_access_keys(qtbot: QtBot) -> None:
    box = FilterBox("Who", [("x", "R&D " + "x" * 500)])
    qtbot.addWidget(box)

    assert box.itemText(0).startswith("R&D xxx")
    assert len(box.itemText(0)) == LONGEST
