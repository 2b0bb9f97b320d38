"""Tests of ui/widgets/lists/matched_text.py."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from tests.support.growth import check_linear
from vaultdesk.ui.theme.theme import Theme, theme
from vaultdesk.ui.widgets.lists.matched_text import LaidOutText, best_matches, lay_out_text

# Fuzzy match.

TITLES = ("Preheating the oven", "Heating", "What about the heat pump?", "Holiday in Graz", "The great tiling")


def matches(query: str, titles: tuple[str, ...] = TITLES, limit: int = 9) -> list[str]:
    return best_matches(query, titles, str, limit)


def test_matches_at_word_starts_precede_matches_inside_words() -> None:
    assert matches("heat")[:3] == ["Heating", "What about the heat pump?", "Preheating the oven"]


def test_letters_may_be_omitted() -> None:
    assert matches("htng") == ["Heating", "Preheating the oven"]
    assert matches("hldy") == ["Holiday in Graz"]


def test_every_word_of_the_query_must_match_in_any_order() -> None:
    assert matches("pump heat") == ["What about the heat pump?"]
    assert matches("heat graz") == []


def test_letters_scattered_over_the_title_do_not_match() -> None:
    assert matches("wmp") == []


def test_empty_query_retains_the_order() -> None:
    assert matches("  ") == list(TITLES)
    assert matches("", limit=2) == list(TITLES[:2])


def test_punctuation_is_matched_literally() -> None:
    assert matches("a.c", ("abc", "a.c", "x (a.c")) == ["a.c", "x (a.c"]


def test_titles_are_matched_in_linear_time() -> None:
    def titles(count: int) -> tuple[str, ...]:
        return tuple(
            f"Chat {number} about the {'boiler' if number % 3 else 'garden'} of the house" for number in range(count)
        )

    def find(titles: tuple[str, ...]) -> None:
        assert len(matches("boilr hous", titles, 100)) == 100

    check_linear(find, titles, 8_000)


def painted_colors(laid_out: LaidOutText) -> set[str]:
    image = QImage(200, 80, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    laid_out.draw(painter, QPointF(0, 0), "text")
    painter.end()
    return {image.pixelColor(x, y).name() for x in range(200) for y in range(0, 80, 2)}


def test_overflowing_text_ends_in_an_ellipsis(qtbot: QtBot) -> None:
    font = theme().font("small")
    laid_out = lay_out_text("word " * 60, (), font, 200, 2)
    assert laid_out.layout.lineCount() == 2
    assert laid_out.layout.text().endswith("…")
    assert laid_out.layout.lineAt(1).naturalTextWidth() <= 200
    short = lay_out_text("two words", (), font, 200, 2)
    assert short.layout.text() == "two words"
    assert short.height < laid_out.height


def test_very_long_word_is_elided(qtbot: QtBot) -> None:
    laid_out = lay_out_text("x" * 5_000, (), theme().font(), 120, 1)
    assert laid_out.layout.text().endswith("…")
    assert laid_out.layout.lineAt(0).naturalTextWidth() <= 120


def test_marks_are_painted_unless_they_are_cut_off(qtbot: QtBot, app_theme: Theme) -> None:
    mark = app_theme.color("mark").name()
    assert mark in painted_colors(lay_out_text("the flow temperature", [(4, 8)], theme().font(), 200, 1))
    assert mark not in painted_colors(lay_out_text("word " * 60 + "flow", [(300, 304)], theme().font(), 200, 2))


def test_empty_text_has_no_marks(qtbot: QtBot) -> None:
    assert lay_out_text("", (), theme().font(), 100, 2).marks == ()


def test_emoji_shift_marks_by_utf_16_units_and_do_not_break_the_ellipsis(qtbot: QtBot) -> None:
    font = theme().font()
    laid_out = lay_out_text("👏🎉 the flow", [(7, 11)], font, 300, 1)
    assert laid_out.marks == ((9, 13),)
    long = lay_out_text("thanks 👏 to all " * 40, (), font, 180, 3)
    last = long.layout.lineAt(2)
    assert long.layout.text().endswith("…")
    assert len(long.layout.text().encode("utf-16-le")) // 2 == last.textStart() + last.textLength()


def test_stacked_diacritics_stay_in_their_line(qtbot: QtBot) -> None:
    laid_out = lay_out_text("Z" + "\u0301\u0323" * 60, (), theme().font(), 200, 1)
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    laid_out.draw(painter, QPointF(0, 90), "text")
    painter.end()
    ink_rows = [y for y in range(200) if any(image.pixelColor(x, y).lightness() < 250 for x in range(40))]
    assert 90 <= min(ink_rows) <= max(ink_rows) <= 90 + laid_out.height + 1
