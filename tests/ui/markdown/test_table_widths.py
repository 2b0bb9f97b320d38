import pytest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.markdown.plan import Run, Table
from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.markdown.table_widths import CELL_GAP, LONGEST_WORD, column_widths
from vaultdesk.ui.markdown.view import MarkdownView
from vaultdesk.ui.theme.theme import Theme

QUOTES = """| Supplier | Price | Remark |
| --- | ---: | --- |
| Nordwärme | €18,400 | comes in six weeks and takes the old boiler with them when they go |
| Halm & Sohn | €21,150 | four weeks |
"""


def table_of(text: str) -> Table:
    (made,) = [piece for piece in plan_of(text) if isinstance(piece, Table)]
    return made


@pytest.fixture
def style(dressed: Theme) -> Style:
    return Style(dressed, "note")


def word(style: Style, text: str) -> float:
    return column_widths(table_of(f"| {text} x |\n| --- |\n| y |"), style, 1)[0]


def test_where_all_fits_nothing_is_told(style: Style) -> None:
    assert column_widths(table_of(QUOTES), style, 5_000) == []


def test_the_longest_text_gives_way_and_short_ones_stay_on_one_line(style: Style) -> None:
    room = 3 * style.step(150)
    names, prices, remarks = column_widths(table_of(QUOTES), style, room)
    assert names >= word(style, "Halm&Sohn")
    assert prices >= word(style, "€21,150")
    assert room - 3 <= names + prices + remarks <= room


def test_no_word_is_broken_even_where_the_table_becomes_wider_than_the_view(style: Style) -> None:
    widths = column_widths(table_of(QUOTES), style, 40)
    assert widths[0] >= word(style, "Nordwärme")
    assert widths[1] >= word(style, "€18,400")


def test_an_endless_word_may_be_broken(style: Style) -> None:
    (first, _) = column_widths(table_of(f"| {'z' * 500} | a |\n| --- | --- |\n| b | c |"), style, 100)
    assert first <= style.step(LONGEST_WORD) + style.step(CELL_GAP) + 1


def test_a_word_in_two_looks_is_one_word(style: Style) -> None:
    assert abs(word(style, "€18,`400`") - word(style, "`€18,400`")) < word(style, "`400`")
    assert word(style, "Nord**wärme**") >= word(style, "Nordwärme")


def test_tables_with_pictures_are_left_to_qt(style: Style) -> None:
    table = Table(("left",), (((Run("x" * 400, image="a.png"),),),))
    assert column_widths(table, style, 10) == []


def told(view: MarkdownView) -> list[float]:
    table = view.document_shown.first_block(0)
    frame = view.document_shown.rootFrame().childFrames()[0]
    assert frame.firstPosition() == table.position()
    made = frame.frameFormat().toTableFormat()
    return [length.rawValue() for length in made.columnWidthConstraints()]


def test_a_table_follows_the_width_of_its_view(qtbot: QtBot, dressed: Theme) -> None:
    view = MarkdownView("note")
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show()
    view.document_shown.show_plan(plan_of(QUOTES))
    narrow = told(view)
    assert len(narrow) == 3
    assert sum(narrow) <= view.viewport().width()
    view.resize(2_000, 400)
    view.document_shown.fit(1_900)
    assert told(view) == []
    view.document_shown.fit(300)
    assert told(view) != narrow
