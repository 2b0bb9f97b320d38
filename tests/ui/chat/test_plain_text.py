"""Tests of plain_text.py."""

from vaultdesk.ui.chat.plain_text import MOST_LINES, PlainText


def test_hostile_text_is_shown_literally_and_stays_small() -> None:
    box = PlainText("Result")
    box.resize(300, 20)
    box.show()
    box.show_text("<b>x</b>\u202eevil\n" * 100)
    assert "<b>x</b>U+202Eevil" in box.toPlainText()
    assert box.height() < (MOST_LINES + 3) * box.fontMetrics().lineSpacing()


def test_an_endless_line_does_not_stop_the_window() -> None:
    box = PlainText("Result")
    box.resize(300, 20)
    box.show_text("x" * 1_000_000)
    assert max(map(len, box.toPlainText().split("\n"))) <= 2_000
