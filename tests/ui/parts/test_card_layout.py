"""Card layout: columns line up below each other, and give way before the text does."""

from itertools import pairwise

from PySide6.QtCore import QRect

from vaultdesk.ui.parts.card_layout import ICON, ICON_GAP, laid
from vaultdesk.ui.parts.card_rows import MENU, CardRow, Cell, RowAction, Span
from vaultdesk.ui.theme.theme import theme

WIDE = QRect(0, 0, 1000, 36)


def row(*actions: RowAction, width: int = 0, cells: tuple[Cell, ...] = (Cell("where", 150), Cell("12", 90))) -> CardRow:
    return CardRow("a", (Span("Boiler"),), cells=cells, actions=actions, actions_width=width)


def test_columns_stand_below_each_other_whatever_can_be_done_with_a_row() -> None:
    with_link, without = laid(row(RowAction("undo", "Undo"), width=92), WIDE), laid(row(width=92), WIDE)

    assert [place for _, place in with_link.cells] == [place for _, place in without.cells]
    assert with_link.actions[0][1].right() < WIDE.right()
    assert with_link.actions[0][1].left() > with_link.cells[-1][1].right()


def test_nothing_lies_over_anything() -> None:
    places = laid(
        CardRow("a", (Span("x"),), time="09:41", icon="file", is_open=False, cells=(Cell("c", 90),), actions=(MENU,)),
        WIDE,
    )
    pieces = [places.chevron, places.time, places.icon, places.text, places.cells[0][1], places.actions[0][1]]

    for before, after in pairwise(pieces):
        assert before.right() < after.left()


def test_columns_give_way_where_there_is_no_room() -> None:
    narrow = QRect(0, 0, 320, 36)
    assert [cell.text for cell, _ in laid(row(), narrow).cells] == ["12"]
    assert [cell.text for cell, _ in laid(row(cells=(Cell("x", 90, least=900),)), QRect(0, 0, 500, 36)).cells] == []
    assert len(laid(row(), WIDE).cells) == 2


def test_a_column_is_as_wide_as_the_longest_words_that_stand_in_it() -> None:
    long = "what is said in it where words are very long"
    cells = (Cell("short", 60, known=("short", long)), Cell("done", 60, icon="check", known=(long,)))
    (_, plain), (_, pictured) = laid(row(cells=cells), WIDE).cells
    room = theme().metrics("small").horizontalAdvance(long)
    assert plain.width() >= room
    assert pictured.width() == plain.width() + theme().step(ICON + ICON_GAP)


def test_what_is_only_in_the_menu_has_no_place() -> None:
    places = laid(
        row(RowAction("open", "Open note", in_menu=True), RowAction("undo", "Undo all 8", "undo", boxed=True)), WIDE
    )

    assert [action.id for action, _ in places.actions] == ["undo"]


def test_a_long_word_for_a_time_pushes_the_text() -> None:
    short, long = (laid(CardRow("a", time=time), WIDE).text.left() for time in ("09:41", "The day before yesterday"))

    assert long > short
