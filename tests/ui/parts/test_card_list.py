"""Card list: the same by mouse, by keys and by the menu; what one looked at stays where it was."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.card_layout import laid
from vaultdesk.ui.parts.card_list import CardList
from vaultdesk.ui.parts.card_rows import MENU, CardRow, RowAction, Span, gap
from vaultdesk.ui.parts.menu import Menu

OPEN, UNDO = RowAction("open", "Open note", in_menu=True), RowAction("undo", "Undo")
ROWS = [
    CardRow("head", (Span("Tag"),), is_open=False),
    CardRow("change", (Span("Boiler"),), actions=(OPEN, UNDO)),
    gap("1"),
    CardRow("note", (Span("Budget"),), actions=(OPEN, MENU)),
]


@pytest.fixture
def cards(qtbot: QtBot) -> CardList:
    made = CardList("What happened")
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show_rows(ROWS)
    made.show()
    return made


def place_of(cards: CardList, row: int, action: int) -> QPoint:
    index = cards.cards.index(row)
    return laid(ROWS[row], cards.visualRect(index)).actions[action][1].center()


def told(cards: CardList) -> list[tuple[str, str]]:
    heard: list[tuple[str, str]] = []
    cards.acted.connect(lambda row, action: heard.append((row.id, action)))
    cards.folded.connect(lambda row: heard.append((row.id, "fold")))
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
    menu = cards.menu_of(ROWS[3])
    assert [action.text() for action in menu.actions()] == ["Open note"]
    cards.menu_of(ROWS[1]).actions()[1].trigger()

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
    rows = [CardRow(str(number), (Span(str(number)),)) for number in range(200)]
    cards.show_rows(rows)
    cards.setCurrentIndex(cards.cards.index(100))
    cards.scrollTo(cards.currentIndex())
    scroll = cards.verticalScrollBar().value()
    cards.show_rows([CardRow("new", (Span("new"),)), *rows])

    assert cards.current is not None
    assert cards.current.id == "100"
    assert abs(cards.verticalScrollBar().value() - scroll) < 100


def test_the_pointer_over_a_link_is_a_hand(qtbot: QtBot, cards: CardList) -> None:
    qtbot.mouseMove(cards.viewport(), place_of(cards, 1, 0))
    qtbot.waitUntil(lambda: cards.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor)
