"""Labels: hostile text is shown literally, and lines stand as far apart as LOOK asks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QPalette
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.cut_text import cut_texts
from tests.support.painted_text import painted
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import Theme


def test_markup_is_shown_as_text(qtbot: QtBot) -> None:
    label = PlainLabel("<b>bold</b> &amp; <img src=x>")
    qtbot.addWidget(label)

    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == "<b>bold</b> &amp; <img src=x>"


def test_label_has_its_colour_on_any_ground_and_in_any_theme(qtbot: QtBot, dressed: Theme) -> None:
    holder = QWidget()
    holder.setBackgroundRole(QPalette.ColorRole.Base)
    label = PlainLabel("muted", "muted", parent=holder)
    qtbot.addWidget(holder)
    assert label.palette().color(label.foregroundRole()).name() == dressed.tokens.muted.lower()

    dressed.set_choice("dark")

    assert label.palette().color(label.foregroundRole()).name() == dressed.tokens.muted.lower()


def test_lines_of_a_label_that_wraps_stand_as_far_apart_as_asked(qtbot: QtBot, dressed: Theme) -> None:
    label = PlainLabel("first\nsecond\nthird", font="small", wrap=True)
    qtbot.addWidget(label)
    label.setContentsMargins(3, 4, 5, 6)
    height = dressed.metrics("small").height()

    label.resize(200, label.heightForWidth(200))
    lines = [(piece.text, piece.ink.top()) for piece in painted(label)]

    assert label.height() == 4 + height + 2 * dressed.line_height("small") + 6
    assert [text for text, _ in lines] == ["first", "second", "third"]
    assert lines[2][1] - lines[0][1] == pytest.approx(2 * dressed.line_height("small"), abs=1)
    assert label.minimumSizeHint().height() == label.sizeHint().height() == label.height()


def test_one_line_that_may_wrap_is_as_high_as_one_that_may_not(qtbot: QtBot, dressed: Theme) -> None:
    wrapping, single = PlainLabel("Words", wrap=True), PlainLabel("Words")
    for label in (wrapping, single):
        qtbot.addWidget(label)

    assert wrapping.sizeHint() == single.sizeHint()
    assert wrapping.heightForWidth(200) == single.sizeHint().height()


def test_a_label_that_wraps_follows_its_words_and_its_font(qtbot: QtBot, dressed: Theme) -> None:
    label = PlainLabel("Words", wrap=True)
    qtbot.addWidget(label)
    one = label.heightForWidth(120)

    label.setText("Many words that go on and on and on, and on again")
    more = label.heightForWidth(120)
    label.set_font_name("page")

    assert one < more < label.heightForWidth(120)


def test_a_label_that_wraps_is_greyed_where_it_is_disabled_and_loses_no_words(qtbot: QtBot, dressed: Theme) -> None:
    label = PlainLabel("Words that are greyed", wrap=True)
    qtbot.addWidget(label)
    label.resize(60, label.heightForWidth(60))
    before = label.grab().toImage()

    label.setEnabled(False)

    assert label.grab().toImage() != before
    assert " ".join(piece.text for piece in painted(label)).split() == label.text().split()
    told = QAccessible.queryAccessibleInterface(label)
    assert told is not None
    assert told.text(QAccessible.Text.Name) == "Words that are greyed"


def test_a_label_that_wraps_and_has_too_little_room_is_found_to_be_cut(qtbot: QtBot, dressed: Theme) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    label = PlainLabel("several words that need several lines", wrap=True, parent=host)
    host.resize(90, 300)
    label.setGeometry(0, 0, 90, label.heightForWidth(90))
    host.show()
    assert not cut_texts(host, "en")

    label.setGeometry(0, 0, 90, label.heightForWidth(90) // 2)

    assert cut_texts(host, "en")
