"""Tests of ui/widgets/lists/card_list.py."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.drawing import has
from vaultdesk.ui.theme.color_tokens import DARK, LIGHT, LIGHT_CONTRAST, Tokens
from vaultdesk.ui.theme.theme import Theme, theme
from vaultdesk.ui.widgets.lists.card_list import (
    BATCH_SIZE,
    ICON,
    ICON_GAP,
    MENU,
    CardCell,
    CardList,
    CardRow,
    CardSpan,
    RowAction,
    card_ends,
    card_gap,
    card_row_text,
    lay_out_card,
)
from vaultdesk.ui.widgets.lists.list_row import RowListModel
from vaultdesk.ui.widgets.menu import Menu

# Card rows: what a screen reader hears of a row, and that hostile text cannot leave its line.


def test_a_row_is_heard_from_left_to_right() -> None:
    row = CardRow(
        "a",
        (CardSpan("Changed "), CardSpan("Boiler", "strong")),
        time="09:41",
        cells=(CardCell("+1", 90),),
        detail="x.md",
    )

    assert row.text == "09:41, Changed Boiler, +1, x.md"
    assert card_gap("a").text == ""


def test_hostile_text_stays_on_its_line_and_hides_nothing() -> None:
    assert card_row_text("a\nb\tc\u202ed") == "a b cU+202Ed"
    assert len(card_row_text("x" * 10_000)) == 400


def test_what_a_row_is_about_is_no_part_of_what_it_shows() -> None:
    assert CardRow("a", subject=1) == CardRow("a", subject=2)
    assert CardRow("a") != CardRow("a", time="09:41")


# Card layout: columns line up below each other, and give way before the text does.

WIDE_ROW = QRect(0, 0, 1000, 36)


def row(
    *actions: RowAction, width: int = 0, cells: tuple[CardCell, ...] = (CardCell("where", 150), CardCell("12", 90))
) -> CardRow:
    return CardRow("a", (CardSpan("Boiler"),), cells=cells, actions=actions, actions_width=width)


def test_columns_stand_below_each_other_whatever_can_be_done_with_a_row() -> None:
    with_link, without = (
        lay_out_card(row(RowAction("undo", "Undo"), width=92), WIDE_ROW),
        lay_out_card(row(width=92), WIDE_ROW),
    )

    assert [place for _, place in with_link.cells] == [place for _, place in without.cells]
    assert with_link.actions[0][1].right() < WIDE_ROW.right()
    assert with_link.actions[0][1].left() > with_link.cells[-1][1].right()


def test_nothing_lies_over_anything() -> None:
    places = lay_out_card(
        CardRow(
            "a", (CardSpan("x"),), time="09:41", icon="file", is_open=False, cells=(CardCell("c", 90),), actions=(MENU,)
        ),
        WIDE_ROW,
    )
    pieces = [places.chevron, places.time, places.icon, places.text, places.cells[0][1], places.actions[0][1]]

    for before, after in pairwise(pieces):
        assert before.right() < after.left()


def test_columns_give_way_where_there_is_no_room() -> None:
    narrow = QRect(0, 0, 320, 36)
    assert [cell.text for cell, _ in lay_out_card(row(), narrow).cells] == ["12"]
    assert [
        cell.text
        for cell, _ in lay_out_card(row(cells=(CardCell("x", 90, minimum_width=900),)), QRect(0, 0, 500, 36)).cells
    ] == []
    assert len(lay_out_card(row(), WIDE_ROW).cells) == 2


def test_a_column_is_as_wide_as_the_longest_words_that_stand_in_it() -> None:
    long = "what is said in it where words are very long"
    cells = (
        CardCell("short", 60, known_texts=("short", long)),
        CardCell("done", 60, icon="check", known_texts=(long,)),
    )
    (_, plain), (_, pictured) = lay_out_card(row(cells=cells), WIDE_ROW).cells
    room = theme().metrics("small").horizontalAdvance(long)
    assert plain.width() >= room
    assert pictured.width() == plain.width() + theme().px(ICON + ICON_GAP)


def test_what_is_only_in_the_menu_has_no_place() -> None:
    places = lay_out_card(
        row(RowAction("open", "Open note", in_menu=True), RowAction("undo", "Undo all 8", "undo", boxed=True)), WIDE_ROW
    )

    assert [action.id for action, _ in places.actions] == ["undo"]


def test_a_long_word_for_a_time_pushes_the_text() -> None:
    short, long = (
        lay_out_card(CardRow("a", time=time), WIDE_ROW).text.left() for time in ("09:41", "The day before yesterday")
    )

    assert long > short


# Card model: rows between gaps are cards, and thousands come a part at a time.


def ends(model: RowListModel) -> list[tuple[bool, bool]]:
    return [card_ends(model.index(place)) for place in range(model.rowCount())]


def test_rows_between_gaps_are_one_card() -> None:
    model = RowListModel(batch=BATCH_SIZE)
    model.set_rows([CardRow("a"), CardRow("b"), card_gap("1"), CardRow("c")])

    assert [end for place, end in enumerate(ends(model)) if place != 2] == [(True, False), (False, True), (True, True)]
    assert model.flags(model.index(2)) == Qt.ItemFlag.NoItemFlags
    assert model.flags(model.index(0)) & Qt.ItemFlag.ItemIsSelectable


def test_thousands_of_rows_come_when_they_are_scrolled_to() -> None:
    model = RowListModel(batch=BATCH_SIZE)
    model.set_rows([CardRow(str(number)) for number in range(1000)])
    assert model.rowCount() == BATCH_SIZE
    while model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())

    assert model.rowCount() == 1000
    assert model.index_of("999") == 999
    assert model.index_of("gone") == -1


def test_rows_that_look_the_same_reset_nothing_and_are_about_the_newer_thing() -> None:
    model = RowListModel(batch=BATCH_SIZE)
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.set_rows([CardRow("a", (CardSpan("x"),), subject="old")])
    model.set_rows([CardRow("a", (CardSpan("x"),), subject="new")])

    assert resets == [1]
    assert model.rows[0].subject == "new"


def test_tooltips_are_no_markup() -> None:
    model = RowListModel(batch=BATCH_SIZE)
    model.set_rows([CardRow("a", (CardSpan("<b>R&D</b>"),))])

    assert "&lt;b&gt;R&amp;D" in str(model.index(0).data(Qt.ItemDataRole.ToolTipRole))
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "<b>R&D</b>"


# Card delegate: what is drawn: borders, words in their colours, a line through what holds no more.

ROWS = [
    CardRow("head", (CardSpan("Tag the notes", "heading"),), height=44, time="09:41", background="background",
            actions=(RowAction("undo", "Undo all 8", "undo", boxed=True),)),
    CardRow("one", (CardSpan("Changed "), CardSpan("Boiler", "strong", "muted", strikethrough=True)), icon="pencil",
            cells=(CardCell("+1", 90, icon="warning", icon_role="warning"), CardCell("x", 90, right=False)),
            actions=(RowAction("undo", "Undo"), MENU)),
    card_gap("1"),
    CardRow("banner", (CardSpan("Radiators was changed since"),), kind="banner", icon="warning", icon_role="warning"),
    card_gap("2"),
    CardRow("fold", (CardSpan("\u202eevil <b>"),), is_open=True, has_rule=False),
]  # fmt: skip


def shown() -> CardList:
    cards = CardList("What happened")
    cards.resize(700, 300)
    cards.show_rows(ROWS)
    cards.show()
    QApplication.processEvents()
    return cards


@pytest.mark.parametrize("tokens", [LIGHT, DARK, LIGHT_CONTRAST], ids=["light", "dark", "contrast"])
def test_rows_are_drawn_in_the_colours_of_the_theme(tokens: Tokens, dressed: Theme) -> None:
    dressed.use_tokens(tokens)
    cards = shown()
    cards.setCurrentIndex(cards.cards.index(1))
    picture = cards.grab().toImage()

    for role in ("border", "background", "warning_tint", "accent_tint"):
        assert has(picture, dressed.color(role)), role
    cards.deleteLater()


def test_heights_are_what_rows_say(dressed: Theme) -> None:
    cards = shown()

    heights = [cards.visualRect(cards.cards.index(place)).height() for place in range(3)]

    assert heights == [dressed.px(44), dressed.px(36), dressed.px(18)]
    cards.deleteLater()


# Card list: the same by mouse, by keys and by the menu; what one looked at stays where it was.

OPEN, UNDO = RowAction("open", "Open note", in_menu=True), RowAction("undo", "Undo")
CARD_LIST_ROWS = [
    CardRow("head", (CardSpan("Tag"),), is_open=False),
    CardRow("change", (CardSpan("Boiler"),), actions=(OPEN, UNDO)),
    card_gap("1"),
    CardRow("note", (CardSpan("Budget"),), actions=(OPEN, MENU)),
]


@pytest.fixture
def cards(qtbot: QtBot) -> CardList:
    made = CardList("What happened")
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show_rows(CARD_LIST_ROWS)
    made.show()
    return made


def place_of(cards: CardList, row: int, action: int) -> QPoint:
    index = cards.cards.index(row)
    return lay_out_card(CARD_LIST_ROWS[row], cards.visualRect(index)).actions[action][1].center()


def told(cards: CardList) -> list[tuple[str, str]]:
    heard: list[tuple[str, str]] = []
    cards.acted.connect(lambda row, action: heard.append((row.key, action)))
    cards.folded.connect(lambda row: heard.append((row.key, "fold")))
    return heard


def test_a_press_on_a_link_does_it_and_one_beside_it_does_nothing(qtbot: QtBot, cards: CardList) -> None:
    heard = told(cards)
    beside = cards.visualRect(cards.cards.index(1)).topLeft() + QPoint(60, 8)
    qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert heard == []
    qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=place_of(cards, 1, 0))

    assert heard == [("change", "undo")]


def test_enter_does_the_first_thing_and_arrows_pass_over_gaps_and_fold(qtbot: QtBot, cards: CardList) -> None:
    heard = told(cards)
    cards.setCurrentIndex(cards.cards.index(0))
    for key in (
        Qt.Key.Key_Right,
        Qt.Key.Key_Left,
        Qt.Key.Key_Return,
        Qt.Key.Key_Down,
        Qt.Key.Key_Space,
        Qt.Key.Key_Down,
    ):
        qtbot.keyClick(cards, key)
    qtbot.keyClick(cards, Qt.Key.Key_Return)

    # Left on a closed row folds nothing.
    assert heard == [("head", "fold"), ("head", "fold"), ("change", "open"), ("note", "open")]


def test_the_menu_has_everything_also_what_is_not_drawn(cards: CardList) -> None:
    heard = told(cards)
    menu = cards.menu_of(CARD_LIST_ROWS[3])
    assert [action.text() for action in menu.actions()] == ["Open note"]
    cards.menu_of(CARD_LIST_ROWS[1]).actions()[1].trigger()

    assert heard == [("change", "undo")]


def test_the_sign_of_the_menu_opens_it(qtbot: QtBot, cards: CardList) -> None:
    heard = told(cards)
    qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=place_of(cards, 3, 0))
    (menu,) = [menu for menu in cards.findChildren(Menu) if menu.isVisible()]
    action = menu.actions()[0]
    assert isinstance(action, QAction)
    action.trigger()
    menu.close()

    assert heard == [("note", "open")]


def test_a_double_click_opens(qtbot: QtBot, cards: CardList) -> None:
    heard = told(cards)
    place = cards.visualRect(cards.cards.index(3)).topLeft() + QPoint(40, 10)
    qtbot.mouseDClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert heard == [("note", "open")]


def test_cursor_and_scroll_stay_when_the_list_is_made_anew(cards: CardList) -> None:
    rows = [CardRow(str(number), (CardSpan(str(number)),)) for number in range(200)]
    cards.show_rows(rows)
    cards.setCurrentIndex(cards.cards.index(100))
    cards.scrollTo(cards.currentIndex())
    scroll = cards.verticalScrollBar().value()
    cards.show_rows([CardRow("new", (CardSpan("new"),)), *rows])

    assert cards.current is not None
    assert cards.current.key == "100"
    assert abs(cards.verticalScrollBar().value() - scroll) < 100


def test_the_pointer_over_a_link_is_a_hand(qtbot: QtBot, cards: CardList) -> None:
    qtbot.mouseMove(cards.viewport(), place_of(cards, 1, 0))
    qtbot.waitUntil(lambda: cards.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor)
