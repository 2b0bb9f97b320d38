"""Tests of ui/widgets/lists/list_page.py."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.card_list import CardRow, CardSpan
from vaultdesk.ui.widgets.lists.list_page import LONGEST, FilterBox, ListPage

# Filter box: what holds goes on holding, and the wheel changes nothing.

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


# List page: the list, or what is said where it is empty; less air where there is less room.


def test_an_empty_list_says_why(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.resize(800, 500)
    page.show()
    page.empty.set_text("Nothing happened", "Ask something.")
    page.show_rows([])
    assert page.empty.isVisible()
    assert "Nothing happened" in [label.text() for label in page.empty.findChildren(PlainLabel)]
    page.show_rows([CardRow("a", (CardSpan("x"),))])

    assert page.list.isVisible()
    assert not page.empty.isVisible()


def test_the_sides_shrink_with_the_page(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.show()
    page.resize(1000, 500)
    QApplication.processEvents()
    wide = page.list.mapTo(page, page.list.rect().topLeft()).x()
    page.resize(420, 500)
    QApplication.processEvents()

    assert page.list.mapTo(page, page.list.rect().topLeft()).x() < wide


def test_the_keyboard_goes_to_the_list(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.show_rows([CardRow("a", (CardSpan("x"),))])
    page.setFocus()

    assert page.list.hasFocus()
