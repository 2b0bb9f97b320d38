"""Cut text: the checker finds truncated texts and unnamed controls, and accepts readable ones."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QScrollArea, QTabBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.cut_text import cut_texts, nameless
from tests.support.program_words import is_programs_own
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, as_tooltip
from vaultdesk.ui.widgets.text_fields import SearchField

PROGRAM_TEXT = "What left this computer"
"""A text of the program."""

NOTE_NAME = "Minutes of the meeting about the roof of the old barn"
"""A name that a user gave a note."""


def open_widget(qtbot: QtBot, widget: QWidget, width: int, height: int = 30) -> QWidget:
    """Return a window that contains *widget* in the given size."""
    window = QWidget()
    window.resize(600, 300)
    widget.setParent(window)
    widget.setGeometry(10, 10, width, height)
    qtbot.addWidget(window)
    window.show()
    return window


def tabs() -> QTabBar:
    bar = QTabBar()
    bar.setUsesScrollButtons(False)
    bar.addTab("Minutes of the meeting")
    bar.addTab("The old barn")
    return bar


def field_with_placeholder() -> QLineEdit:
    field = QLineEdit()
    field.setPlaceholderText(PROGRAM_TEXT)
    return field


TRUNCATED = {
    "a label": lambda: PlainLabel(PROGRAM_TEXT),
    "a label in lines": lambda: PlainLabel(f"{PROGRAM_TEXT}. {PROGRAM_TEXT}. {PROGRAM_TEXT}.", wrap=True),
    "a button": lambda: PlainButton(PROGRAM_TEXT),
    "tabs": tabs,
    "a hint": field_with_placeholder,
    "words of the program with an ellipsis": lambda: ElidedLabel(PROGRAM_TEXT),
}


@pytest.mark.parametrize("kind", TRUNCATED)
def test_a_truncated_text_is_found_and_a_fitting_one_is_not(qtbot: QtBot, kind: str) -> None:
    window = open_widget(qtbot, TRUNCATED[kind](), 60)
    assert cut_texts(window, "en"), kind

    wide = open_widget(qtbot, TRUNCATED[kind](), 580, 200)
    assert cut_texts(wide, "en") == [], kind


def test_a_label_beyond_the_edge_of_its_parent_is_found(qtbot: QtBot) -> None:
    box = QWidget()
    label = PlainLabel(PROGRAM_TEXT, parent=box)
    label.setGeometry(0, 0, 400, 30)
    window = open_widget(qtbot, box, 60)

    (cut,) = cut_texts(window, "en")

    assert cut.text == PROGRAM_TEXT
    assert "beyond what it is in" in cut.how


def test_scrollable_content_is_not_truncated(qtbot: QtBot) -> None:
    inner = QWidget()
    column = QVBoxLayout(inner)
    for number in range(40):
        column.addWidget(PlainLabel(f"Line {number}"))
    area = QScrollArea()
    area.setWidget(inner)
    assert cut_texts(open_widget(qtbot, area, 300, 60), "en") == []

    rows = QListWidget()
    rows.addItems([f"Row {number}" for number in range(40)])
    assert cut_texts(open_widget(qtbot, rows, 300, 65), "en") == []


def test_a_label_without_height_is_found(qtbot: QtBot) -> None:
    window = open_widget(qtbot, PlainLabel(PROGRAM_TEXT), 60)
    window.findChildren(QLabel)[0].setGeometry(10, 10, 200, 0)
    assert len(cut_texts(window, "en")) == 1


def test_user_text_may_be_elided_if_a_tooltip_shows_it(qtbot: QtBot) -> None:
    window = open_widget(qtbot, ElidedLabel(NOTE_NAME), 60)
    assert cut_texts(window, "en") == []

    window.findChildren(ElidedLabel)[0].setToolTip("")
    (cut,) = cut_texts(window, "en")
    assert "no tooltip" in cut.how

    window.findChildren(ElidedLabel)[0].setToolTip(as_tooltip("Something else"))
    assert len(cut_texts(window, "en")) == 1


class SelfPainted(QWidget):
    """Paints its own text, elided."""

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        elided = painter.fontMetrics().elidedText(PROGRAM_TEXT, Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), 0, elided)


def test_text_painted_by_a_widget_is_checked(qtbot: QtBot) -> None:
    (cut,) = cut_texts(open_widget(qtbot, SelfPainted(), 60), "en")
    assert cut.text == PROGRAM_TEXT
    assert cut_texts(open_widget(qtbot, SelfPainted(), 400), "en") == []


def test_a_placeholder_that_does_not_fit_is_shown_in_the_tooltip(qtbot: QtBot) -> None:
    window = open_widget(qtbot, SearchField("Search", PROGRAM_TEXT), 60)
    field = window.findChildren(SearchField)[0]

    assert cut_texts(window, "en") == []
    assert field.placeholderText() == PROGRAM_TEXT
    assert field.toolTip() == PROGRAM_TEXT
    field.resize(400, 30)
    assert field.toolTip() == ""


def test_a_focusable_widget_without_a_name_is_found(qtbot: QtBot) -> None:
    window = open_widget(qtbot, QLineEdit(), 200)
    assert nameless(window) == ["QLineEdit"]

    window.findChildren(QLineEdit)[0].setAccessibleName("Search")
    assert nameless(window) == []


def test_texts_of_the_program_are_recognized() -> None:
    assert is_programs_own(PROGRAM_TEXT, "en")
    assert is_programs_own("Was diesen Computer verließ", "de")
    assert not is_programs_own(NOTE_NAME, "en")
