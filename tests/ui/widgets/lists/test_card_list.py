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

# Card rows: the accessible text of a row; hostile text stays on one line.


def test_accessible_text_joins_the_parts_of_a_row_from_left_to_right() -> None:
    card_row = CardRow(
        "a",
        (CardSpan("Changed "), CardSpan("Boiler", "strong")),
        time="09:41",
        cells=(CardCell("+1", 90),),
        detail="x.md",
    )

    assert card_row.text == "09:41, Changed Boiler, +1, x.md"
    assert card_gap("a").text == ""


def test_hostile_text_is_escaped_on_one_line_and_shortened() -> None:
    assert card_row_text("a\nb\tc\u202ed") == "a b cU+202Ed"
    assert len(card_row_text("x" * 10_000)) == 400


def test_subject_of_a_row_is_ignored_in_comparisons() -> None:
    assert CardRow("a", subject=1) == CardRow("a", subject=2)
    assert CardRow("a") != CardRow("a", time="09:41")


# Card layout: columns are aligned, and are dropped before the text is cut.

WIDE_ROW = QRect(0, 0, 1000, 36)


def card_row(
    *actions: RowAction, width: int = 0, cells: tuple[CardCell, ...] = (CardCell("where", 150), CardCell("12", 90))
) -> CardRow:
    return CardRow("a", (CardSpan("Boiler"),), cells=cells, actions=actions, actions_width=width)


def test_columns_are_aligned_whether_or_not_a_row_has_actions() -> None:
    with_link, without = (
        lay_out_card(card_row(RowAction("undo", "Undo"), width=92), WIDE_ROW),
        lay_out_card(card_row(width=92), WIDE_ROW),
    )

    assert [rect for _, rect in with_link.cells] == [rect for _, rect in without.cells]
    assert with_link.actions[0][1].right() < WIDE_ROW.right()
    assert with_link.actions[0][1].left() > with_link.cells[-1][1].right()


def test_parts_of_a_row_do_not_overlap() -> None:
    layout = lay_out_card(
        CardRow(
            "a", (CardSpan("x"),), time="09:41", icon="file", is_open=False, cells=(CardCell("c", 90),), actions=(MENU,)
        ),
        WIDE_ROW,
    )
    rects = [layout.chevron, layout.time, layout.icon, layout.text, layout.cells[0][1], layout.actions[0][1]]

    for before, after in pairwise(rects):
        assert before.right() < after.left()


def test_columns_are_dropped_when_the_row_is_too_narrow() -> None:
    narrow = QRect(0, 0, 320, 36)
    assert [cell.text for cell, _ in lay_out_card(card_row(), narrow).cells] == ["12"]
    assert [
        cell.text
        for cell, _ in lay_out_card(card_row(cells=(CardCell("x", 90, minimum_width=900),)), QRect(0, 0, 500, 36)).cells
    ] == []
    assert len(lay_out_card(card_row(), WIDE_ROW).cells) == 2


def test_column_is_as_wide_as_its_longest_known_text() -> None:
    long = "what is said in it where words are very long"
    cells = (
        CardCell("short", 60, known_texts=("short", long)),
        CardCell("done", 60, icon="check", known_texts=(long,)),
    )
    (_, plain), (_, with_icon) = lay_out_card(card_row(cells=cells), WIDE_ROW).cells
    text_width = theme().metrics("small").horizontalAdvance(long)
    assert plain.width() >= text_width
    assert with_icon.width() == plain.width() + theme().px(ICON + ICON_GAP)


def test_menu_actions_are_not_laid_out() -> None:
    layout = lay_out_card(
        card_row(RowAction("open", "Open note", in_menu=True), RowAction("undo", "Undo all 8", "undo", boxed=True)),
        WIDE_ROW,
    )

    assert [action.id for action, _ in layout.actions] == ["undo"]


def test_long_time_text_moves_the_text_right() -> None:
    short, long = (
        lay_out_card(CardRow("a", time=time), WIDE_ROW).text.left() for time in ("09:41", "The day before yesterday")
    )

    assert long > short


# Card model: rows between gaps form cards, and rows are fetched in batches.


def row_ends(model: RowListModel) -> list[tuple[bool, bool]]:
    return [card_ends(model.index(position)) for position in range(model.rowCount())]


def test_rows_between_gaps_form_one_card() -> None:
    model = RowListModel(batch=BATCH_SIZE)
    model.set_rows([CardRow("a"), CardRow("b"), card_gap("1"), CardRow("c")])

    assert [end for position, end in enumerate(row_ends(model)) if position != 2] == [
        (True, False),
        (False, True),
        (True, True),
    ]
    assert model.flags(model.index(2)) == Qt.ItemFlag.NoItemFlags
    assert model.flags(model.index(0)) & Qt.ItemFlag.ItemIsSelectable


def test_rows_are_fetched_in_batches() -> None:
    model = RowListModel(batch=BATCH_SIZE)
    model.set_rows([CardRow(str(number)) for number in range(1000)])
    assert model.rowCount() == BATCH_SIZE
    while model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())

    assert model.rowCount() == 1000
    assert model.index_of("999") == 999
    assert model.index_of("gone") == -1


def test_equal_rows_reset_nothing_but_update_their_subject() -> None:
    model = RowListModel(batch=BATCH_SIZE)
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.set_rows([CardRow("a", (CardSpan("x"),), subject="old")])
    model.set_rows([CardRow("a", (CardSpan("x"),), subject="new")])

    assert resets == [1]
    assert model.rows[0].subject == "new"


def test_tooltips_are_escaped() -> None:
    model = RowListModel(batch=BATCH_SIZE)
    model.set_rows([CardRow("a", (CardSpan("<b>R&D</b>"),))])

    assert "&lt;b&gt;R&amp;D" in str(model.index(0).data(Qt.ItemDataRole.ToolTipRole))
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "<b>R&D</b>"


# Card delegate: borders, text colors and strikethrough.

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


def show_card_list() -> CardList:
    cards = CardList("What happened")
    cards.resize(700, 300)
    cards.show_rows(ROWS)
    cards.show()
    QApplication.processEvents()
    return cards


@pytest.mark.parametrize("tokens", [LIGHT, DARK, LIGHT_CONTRAST], ids=["light", "dark", "contrast"])
def test_rows_are_painted_in_the_colors_of_the_theme(tokens: Tokens, app_theme: Theme) -> None:
    app_theme.use_tokens(tokens)
    cards = show_card_list()
    cards.setCurrentIndex(cards.cards.index(1))
    image = cards.grab().toImage()

    for role in ("border", "background", "warning_tint", "accent_tint"):
        assert has(image, app_theme.color(role)), role
    cards.deleteLater()


def test_row_heights_match_their_definition(app_theme: Theme) -> None:
    cards = show_card_list()

    heights = [cards.visualRect(cards.cards.index(position)).height() for position in range(3)]

    assert heights == [app_theme.px(44), app_theme.px(36), app_theme.px(18)]
    cards.deleteLater()


# Card list: actions by mouse, keyboard and menu; current row and scroll position are retained.

OPEN, UNDO = RowAction("open", "Open note", in_menu=True), RowAction("undo", "Undo")
CARD_LIST_ROWS = [
    CardRow("head", (CardSpan("Tag"),), is_open=False),
    CardRow("change", (CardSpan("Boiler"),), actions=(OPEN, UNDO)),
    card_gap("1"),
    CardRow("note", (CardSpan("Budget"),), actions=(OPEN, MENU)),
]


@pytest.fixture
def cards(qtbot: QtBot) -> CardList:
    card_list = CardList("What happened")
    qtbot.addWidget(card_list)
    card_list.resize(600, 300)
    card_list.show_rows(CARD_LIST_ROWS)
    card_list.show()
    return card_list


def action_center(cards: CardList, card_row: int, action: int) -> QPoint:
    index = cards.cards.index(card_row)
    return lay_out_card(CARD_LIST_ROWS[card_row], cards.visualRect(index)).actions[action][1].center()


def record_events(cards: CardList) -> list[tuple[str, str]]:
    events: list[tuple[str, str]] = []
    cards.acted.connect(lambda card_row, action: events.append((card_row.key, action)))
    cards.folded.connect(lambda card_row: events.append((card_row.key, "fold")))
    return events


def test_click_on_a_link_triggers_its_action_and_click_beside_it_does_not(qtbot: QtBot, cards: CardList) -> None:
    events = record_events(cards)
    beside = cards.visualRect(cards.cards.index(1)).topLeft() + QPoint(60, 8)
    qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert events == []
    qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=action_center(cards, 1, 0))

    assert events == [("change", "undo")]


def test_enter_triggers_the_first_action_and_arrow_keys_skip_gaps_and_fold(qtbot: QtBot, cards: CardList) -> None:
    events = record_events(cards)
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

    # Left on a collapsed row does not emit a fold.
    assert events == [("head", "fold"), ("head", "fold"), ("change", "open"), ("note", "open")]


def test_menu_contains_all_actions_including_unpainted_ones(cards: CardList) -> None:
    events = record_events(cards)
    menu = cards.menu_of(CARD_LIST_ROWS[3])
    assert [action.text() for action in menu.actions()] == ["Open note"]
    cards.menu_of(CARD_LIST_ROWS[1]).actions()[1].trigger()

    assert events == [("change", "undo")]


def test_click_on_the_menu_icon_opens_the_menu(qtbot: QtBot, cards: CardList) -> None:
    events = record_events(cards)
    qtbot.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=action_center(cards, 3, 0))
    (menu,) = [menu for menu in cards.findChildren(Menu) if menu.isVisible()]
    action = menu.actions()[0]
    assert isinstance(action, QAction)
    action.trigger()
    menu.close()

    assert events == [("note", "open")]


def test_double_click_opens(qtbot: QtBot, cards: CardList) -> None:
    events = record_events(cards)
    position = cards.visualRect(cards.cards.index(3)).topLeft() + QPoint(40, 10)
    qtbot.mouseDClick(cards.viewport(), Qt.MouseButton.LeftButton, pos=position)

    assert events == [("note", "open")]


def test_current_row_and_scroll_position_are_retained_when_rows_are_replaced(cards: CardList) -> None:
    rows = [CardRow(str(number), (CardSpan(str(number)),)) for number in range(200)]
    cards.show_rows(rows)
    cards.setCurrentIndex(cards.cards.index(100))
    cards.scrollTo(cards.currentIndex())
    scroll = cards.verticalScrollBar().value()
    cards.show_rows([CardRow("new", (CardSpan("new"),)), *rows])

    assert cards.current is not None
    assert cards.current.key == "100"
    assert abs(cards.verticalScrollBar().value() - scroll) < 100


def test_pointing_hand_cursor_is_shown_over_a_link(qtbot: QtBot, cards: CardList) -> None:
    qtbot.mouseMove(cards.viewport(), action_center(cards, 1, 0))
    qtbot.waitUntil(lambda: cards.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor, timeout=30_000)
