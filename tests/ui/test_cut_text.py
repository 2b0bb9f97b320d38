"""Cut text: the checker finds what is cut, and what has no name, and lets be what can be read."""

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

OWN = "What left this computer"
"""A text of the program."""

THEIRS = "Minutes of the meeting about the roof of the old barn"
"""A name somebody gave a note."""


def shown(qtbot: QtBot, widget: QWidget, width: int, height: int = 30) -> QWidget:
    """Return a window with *widget* in it, as large as is said."""
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


def hinted() -> QLineEdit:
    field = QLineEdit()
    field.setPlaceholderText(OWN)
    return field


CUT = {
    "a label": lambda: PlainLabel(OWN),
    "a label in lines": lambda: PlainLabel(f"{OWN}. {OWN}. {OWN}.", wrap=True),
    "a button": lambda: PlainButton(OWN),
    "tabs": tabs,
    "a hint": hinted,
    "words of the program with an ellipsis": lambda: ElidedLabel(OWN),
}


@pytest.mark.parametrize("kind", CUT)
def test_what_is_planted_is_found_and_gone_with_room(qtbot: QtBot, kind: str) -> None:
    window = shown(qtbot, CUT[kind](), 60)
    assert cut_texts(window, "en"), kind

    roomy = shown(qtbot, CUT[kind](), 580, 200)
    assert cut_texts(roomy, "en") == [], kind


def test_a_label_beyond_the_edge_of_what_it_is_in_is_found(qtbot: QtBot) -> None:
    box = QWidget()
    label = PlainLabel(OWN, parent=box)
    label.setGeometry(0, 0, 400, 30)
    window = shown(qtbot, box, 60)

    (cut,) = cut_texts(window, "en")

    assert cut.text == OWN
    assert "beyond what it is in" in cut.how


def test_what_can_be_scrolled_to_is_not_cut(qtbot: QtBot) -> None:
    inner = QWidget()
    column = QVBoxLayout(inner)
    for number in range(40):
        column.addWidget(PlainLabel(f"Line {number}"))
    area = QScrollArea()
    area.setWidget(inner)
    assert cut_texts(shown(qtbot, area, 300, 60), "en") == []

    rows = QListWidget()
    rows.addItems([f"Row {number}" for number in range(40)])
    assert cut_texts(shown(qtbot, rows, 300, 65), "en") == []


def test_a_label_without_any_room_is_found(qtbot: QtBot) -> None:
    window = shown(qtbot, PlainLabel(OWN), 60)
    window.findChildren(QLabel)[0].setGeometry(10, 10, 200, 0)
    assert len(cut_texts(window, "en")) == 1


def test_somebodys_own_words_may_be_shortened_where_a_tooltip_tells_them(qtbot: QtBot) -> None:
    window = shown(qtbot, ElidedLabel(THEIRS), 60)
    assert cut_texts(window, "en") == []

    window.findChildren(ElidedLabel)[0].setToolTip("")
    (cut,) = cut_texts(window, "en")
    assert "no tooltip" in cut.how

    window.findChildren(ElidedLabel)[0].setToolTip(as_tooltip("Something else"))
    assert len(cut_texts(window, "en")) == 1


class Drawn(QWidget):
    """Paints its words itself, and shortens them."""

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        cut = painter.fontMetrics().elidedText(OWN, Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), 0, cut)


def test_what_a_widget_paints_by_itself_is_seen(qtbot: QtBot) -> None:
    (cut,) = cut_texts(shown(qtbot, Drawn(), 60), "en")
    assert cut.text == OWN
    assert cut_texts(shown(qtbot, Drawn(), 400), "en") == []


def test_a_hint_of_ours_that_does_not_fit_is_in_the_tooltip_instead(qtbot: QtBot) -> None:
    window = shown(qtbot, SearchField("Search", OWN), 60)
    field = window.findChildren(SearchField)[0]

    assert cut_texts(window, "en") == []
    assert field.placeholderText() == OWN
    assert field.toolTip() == OWN
    field.resize(400, 30)
    assert field.toolTip() == ""


def test_what_takes_the_keyboard_without_a_name_is_found(qtbot: QtBot) -> None:
    window = shown(qtbot, QLineEdit(), 200)
    assert nameless(window) == ["QLineEdit"]

    window.findChildren(QLineEdit)[0].setAccessibleName("Search")
    assert nameless(window) == []


def test_the_program_knows_its_own_words() -> None:
    assert is_programs_own(OWN, "en")
    assert is_programs_own("Was diesen Computer verließ", "de")
    assert not is_programs_own(THEIRS, "en")
