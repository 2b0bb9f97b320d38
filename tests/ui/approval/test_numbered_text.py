"""Numbered text: a column of numbers that grows with them and follows the text."""

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
from vaultdesk.ui.approval.numbered_text import NumberedText
from vaultdesk.ui.theme.theme import theme


def text_of(qtbot: QtBot, lines: int) -> NumberedText:
    text = NumberedText(24, "Arguments")
    qtbot.addWidget(text)
    text.setPlainText("\n".join("text" for _ in range(lines)))
    text.resize(300, 200)
    text.show()
    return text


def test_the_column_is_as_wide_as_its_largest_number(qtbot: QtBot) -> None:
    few, many = text_of(qtbot, 9), text_of(qtbot, 12_345)
    digit = few.fontMetrics().horizontalAdvance("9")
    assert many.numbers_width() - few.numbers_width() == 3 * digit
    assert many.viewport().x() == many.numbers_width()


def numbers(text: NumberedText) -> QImage:
    return text.grab().toImage().copy(0, 0, text.numbers_width(), text.height())


def test_numbers_are_drawn_and_move_with_the_text(qtbot: QtBot) -> None:
    text = text_of(qtbot, 400)
    top = numbers(text)
    colours = {top.pixelColor(x, y).name() for x in range(top.width()) for y in range(60)}
    assert len(colours) > 1
    text.verticalScrollBar().setValue(137)
    assert numbers(text) != top


def test_a_number_stands_on_one_line_with_the_first_of_its_words(qtbot: QtBot) -> None:
    text = text_of(qtbot, 1)
    text.setPlainText("one\n" + "a line that goes on below " * 4 + "\nthree")
    column = next(one for one in text.findChildren(QWidget) if type(one).__name__ == "_Numbers")

    words = {piece.text.split()[0]: piece.ink.bottom() for piece in painted(text.viewport())}
    told = {piece.text: piece.ink.bottom() for piece in painted(column)}

    assert sorted(told) == ["1", "2", "3"]
    assert told["1"] == pytest.approx(words["one"], abs=1)
    assert told["3"] == pytest.approx(words["three"], abs=1)
    assert told["2"] - told["1"] == pytest.approx(theme().line_height("fixed"), abs=1)


def test_it_follows_the_theme(qtbot: QtBot) -> None:
    text = text_of(qtbot, 3)
    theme().set_choice("dark")
    assert text.palette().color(text.palette().ColorRole.Text) == theme().color("text")
