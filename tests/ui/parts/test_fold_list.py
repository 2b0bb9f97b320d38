"""Fold list: keys and the pointer choose and fold; the place is kept as rows change."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.fold_list import FoldList
from vaultdesk.ui.parts.fold_rows import FoldRow

GROUPS = [
    FoldRow("boiler", "Boiler", folded=False, stop=False),
    FoldRow("b0", text="first", depth=1),
    FoldRow("b1", text="second", depth=1),
    FoldRow("words", "Others", heading=True),
    FoldRow("budget", "Budget", folded=True),
]


def shown(qtbot: QtBot, *rows: FoldRow) -> FoldList:
    made = FoldList("Rows")
    qtbot.addWidget(made)
    made.resize(260, 200)
    made.show_rows(rows)
    made.show()
    return made


def at(made: FoldList) -> str:
    row = made.current()
    return row.key if row is not None else ""


def test_the_arrows_stop_where_something_can_be_opened(qtbot: QtBot) -> None:
    made = shown(qtbot, *GROUPS)
    made.enter()
    seen = [at(made)]
    for _ in range(3):
        QTest.keyClick(made, Qt.Key.Key_Down)
        seen.append(at(made))
    assert seen == ["b0", "b1", "budget", "budget"]


def test_enter_chooses_and_control_asks_for_a_tab(qtbot: QtBot) -> None:
    made = shown(qtbot, *GROUPS)
    told: list[tuple[str, bool]] = []
    made.chosen.connect(lambda key, new_tab: told.append((key, new_tab)))
    made.enter()
    QTest.keyClick(made, Qt.Key.Key_Return)
    QTest.keyClick(made, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    rect = made.visualRect(made.shown.index(2))
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    QTest.mouseClick(made.viewport(), Qt.MouseButton.MiddleButton, pos=rect.center())
    assert told == [("b0", False), ("b0", True), ("b1", False), ("b1", True)]


def test_left_folds_what_a_row_belongs_to_and_right_unfolds(qtbot: QtBot) -> None:
    made = shown(qtbot, *GROUPS)
    folding: list[str] = []
    made.folding.connect(folding.append)
    made.go_to("b1")
    QTest.keyClick(made, Qt.Key.Key_Left)
    made.go_to("budget")
    QTest.keyClick(made, Qt.Key.Key_Left)
    QTest.keyClick(made, Qt.Key.Key_Right)
    assert folding == ["boiler", "budget"]


def test_a_press_on_the_chevron_folds_and_chooses_nothing(qtbot: QtBot) -> None:
    made = shown(qtbot, *GROUPS)
    with qtbot.assertNotEmitted(made.chosen), qtbot.waitSignal(made.folding):
        rect = made.visualRect(made.shown.index(4))
        QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(18, rect.center().y()))


def test_up_from_the_first_row_and_esc_lead_out_and_letters_are_told(qtbot: QtBot) -> None:
    made = shown(qtbot, *GROUPS)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        made.enter()
        with qtbot.waitSignal(made.left_upwards):
            QTest.keyClick(made, key)
        assert not made.currentIndex().isValid()
    with qtbot.waitSignal(made.typed) as told:
        QTest.keyClick(made, Qt.Key.Key_P)
    assert told.args == ["p"]


def test_the_current_row_stays_where_it_is_on_the_screen(qtbot: QtBot) -> None:
    made = shown(qtbot, *(FoldRow(f"{n}", f"row {n}") for n in range(60)))
    made.go_to("30")
    made.scrollTo(made.currentIndex(), made.ScrollHint.PositionAtCenter)
    top = made.visualRect(made.currentIndex()).top()
    made.show_rows([FoldRow(f"{n}", f"row {n}") for n in (*range(100, 110), *range(60))])
    assert at(made) == "30"
    assert made.visualRect(made.currentIndex()).top() == top


def test_rows_that_go_leave_the_keyboard_at_one_that_is_there(qtbot: QtBot) -> None:
    made = shown(qtbot, *GROUPS)
    made.activateWindow()
    made.enter()
    qtbot.waitUntil(made.hasFocus)
    made.go_to("budget")
    made.show_rows(GROUPS[:3])
    assert at(made) == "b1"
    made.show_rows(())
    assert at(made) == ""
    QTest.keyClick(made, Qt.Key.Key_Down)  # nothing to go to, nothing goes wrong


def test_steps_may_go_round_the_ends(qtbot: QtBot) -> None:
    made = shown(qtbot, *GROUPS)
    made.go_first()
    made.step(-1, wraps=True)
    assert at(made) == "budget"
    made.step(1, wraps=True)
    assert at(made) == "b0"
