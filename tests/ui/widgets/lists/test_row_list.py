"""Tests of ui/widgets/lists/list_row.py, row_delegate.py and row_list.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.lists.list_row import LazyRows, ListRow, RowListModel
from vaultdesk.ui.widgets.lists.matched_text import excerpt_near_match
from vaultdesk.ui.widgets.lists.row_list import CHECK_STYLE, RowList

# Fold rows: what a row says, and what it folds away with.

ROWS = [
    ListRow("a", "Boiler", folded=False),
    ListRow("a1", text="the pump", depth=1),
    ListRow("b", "Budget", "Projects", "2", folded=True),
    ListRow("words", "In this vault", heading=True),
]


def made(*rows: ListRow) -> RowListModel:
    model = RowListModel()
    model.set_rows(rows)
    return model


def test_a_row_is_found_by_its_key() -> None:
    model = made(*ROWS)
    assert (model.index_of("b"), model.index_of("nowhere")) == (2, -1)


def test_a_voice_hears_all_of_a_row_and_whether_it_is_folded() -> None:
    model = made(*ROWS)
    assert model.data(model.index(2), Qt.ItemDataRole.AccessibleTextRole) == "Budget, Projects, 2, collapsed"
    assert model.flags(model.index(3)) == Qt.ItemFlag.NoItemFlags


def test_hostile_names_are_shown_and_not_obeyed() -> None:
    model = made(ListRow("x", "<b>a</b>\u202egpj.exe\nnext"))
    assert model.data(model.index(0)) == "<b>a</b>U+202Egpj.exe next"
    assert "&lt;b&gt;" in str(model.data(model.index(0), Qt.ItemDataRole.ToolTipRole))


def test_what_is_told_of_a_row_may_be_put_into_words_when_it_is_told() -> None:
    model = made(ListRow("x", "Boiler", description=lambda: "Boiler.md"))
    assert model.data(model.index(0), Qt.ItemDataRole.AccessibleDescriptionRole) == "Boiler.md"
    assert "Boiler.md" in str(model.data(model.index(0), Qt.ItemDataRole.ToolTipRole))


@pytest.mark.parametrize(
    ("after", "signals"),
    [
        ("a b c", []),
        ("a b+ c", ["changed 1-1"]),
        ("a+ b+ c+", ["changed 0-2"]),
        ("a+ b c+", ["changed 0-0", "changed 2-2"]),
        ("a c", ["removed 1-1"]),
        ("a b x y c", ["inserted 2-3"]),
        ("a x c+", ["removed 1-1", "inserted 1-1", "changed 2-2"]),
        ("x y", ["reset"]),
    ],
)
def test_new_rows_are_told_as_the_smallest_change(after: str, signals: list[str]) -> None:
    def rows(keys: str) -> list[ListRow]:
        return [ListRow(key[0], key) for key in keys.split()]

    model, seen = made(*rows("a b c")), list[str]()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.modelReset.connect(lambda: seen.append("reset"))
    model.dataChanged.connect(lambda first, last: seen.append(f"changed {first.row()}-{last.row()}"))
    model.rowsRemoved.connect(lambda _parent, first, last: seen.append(f"removed {first}-{last}"))
    model.rowsInserted.connect(lambda _parent, first, last: seen.append(f"inserted {first}-{last}"))
    model.set_rows(rows(after))
    assert seen == signals
    assert [model.index(row).data() for row in range(model.rowCount())] == after.split()
    assert model.index_of(after[-1] if after[-1] != "+" else after[-2]) == len(after.split()) - 1
    tester.deleteLater()


def test_a_tick_is_asked_for_and_shown_once_the_owner_shows_it() -> None:
    off, on = (ListRow("x", "X", check=state) for state in (Qt.CheckState.Unchecked, Qt.CheckState.Checked))
    model, asked = made(off, ListRow("y", "Y")), list[tuple[str, bool]]()
    model.tick_requested.connect(lambda key, ticked: asked.append((key, ticked)))
    assert model.flags(model.index(0)) & Qt.ItemFlag.ItemIsUserCheckable
    assert model.setData(model.index(0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert not model.setData(model.index(1), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert asked == [("x", True)]
    assert model.index(0).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Unchecked
    model.set_rows([on, ListRow("y", "Y")])
    assert model.index(0).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked


def test_lazy_rows_are_made_when_they_are_seen_and_made_anew_when_they_change(qtbot: QtBot) -> None:
    created: list[str] = []

    def row(key: str) -> ListRow:
        created.append(key)
        return ListRow(key, f"{key} {len(created)}")

    model = RowListModel()
    model.set_rows(LazyRows([str(number) for number in range(10_000)], row))
    assert (model.rowCount(), created) == (10_000, [])
    index = model.index(7)
    assert (index.data(), index.data()) == ("7 1", "7 1")
    with qtbot.waitSignal(model.dataChanged):
        model.update_row("7")
    assert index.data() == "7 2"
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_rows(LazyRows([str(number) for number in range(10_000)], row))


def test_a_text_begins_near_its_first_mark() -> None:
    text = "many words before what was looked for stand here: pump, and again pump"
    first, second = text.index("pump"), text.rindex("pump")
    shown, marks = excerpt_near_match(text, ((first, first + 4), (second, second + 4)), 12, 300)
    assert shown.startswith("… ")
    assert [shown[start:end] for start, end in marks] == ["pump", "pump"]
    assert excerpt_near_match("pump", ((0, 4),), 12, 300) == ("pump", ((0, 4),))


# Fold painter: rows of every kind are drawn, as high as their words need.


def drawn(qtbot: QtBot, *rows: ListRow) -> QImage:
    made = RowList("Rows")
    qtbot.addWidget(made)
    made.resize(320, 300)
    made.show_rows(rows)
    made.show()
    return made.grab().toImage()


def has(image: QImage, color: QColor) -> bool:
    wanted = color.rgb()
    return any(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))


@pytest.mark.parametrize(
    "row",
    [
        ListRow("x", "Boiler", "Projects/House", "Tue", icon="file", badge="lock"),
        ListRow("x", "Boiler", folded=True, right="12"),
        ListRow("x", "In this vault", heading=True),
        ListRow("x", "Create", keys="Shift+Enter", has_rule=True),
        ListRow("x", text="שלום pump 😀 " * 40, marks=((5, 9),)),
        ListRow("x", "A very long name " * 30, "and/a/very/long/folder " * 10, "1,204"),
    ],
)
def test_every_kind_of_row_is_drawn(qtbot: QtBot, row: ListRow) -> None:
    assert drawn(qtbot, row) != drawn(qtbot)


def test_found_words_stand_on_the_colour_of_marks_and_typed_letters_in_accent(qtbot: QtBot) -> None:
    mark, accent = theme().color("mark"), theme().color("accent")
    assert has(drawn(qtbot, ListRow("x", text="the pump", marks=((4, 8),))), mark)
    assert not has(drawn(qtbot, ListRow("x", text="the pump")), mark)
    assert has(drawn(qtbot, ListRow("x", "MMMMMM", title_marks=((0, 6),))), accent)
    assert not has(drawn(qtbot, ListRow("x", "MMMMMM")), accent)


def test_a_row_is_as_high_as_its_lines_and_no_higher_than_it_may_be(qtbot: QtBot) -> None:
    made = RowList("Rows")
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show()
    heights = []
    for words in (3, 12, 400):
        made.show_rows([ListRow("x", text="words " * words, lines=2)])
        heights.append(made.preferred_height())
    assert heights[0] < heights[1] == heights[2]


# Fold list: keys and the pointer choose and fold; the place is kept as rows change.

GROUPS = [
    ListRow("boiler", "Boiler", folded=False, selectable=False),
    ListRow("b0", text="first", depth=1),
    ListRow("b1", text="second", depth=1),
    ListRow("words", "Others", heading=True),
    ListRow("budget", "Budget", folded=True),
]


def shown(qtbot: QtBot, *rows: ListRow) -> RowList:
    made = RowList("Rows")
    qtbot.addWidget(made)
    made.resize(260, 200)
    made.show_rows(rows)
    made.show()
    return made


def at(made: RowList) -> str:
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
    rect = made.visualRect(made.row_model.index(2))
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
        rect = made.visualRect(made.row_model.index(4))
        QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(18, rect.center().y()))


def test_up_from_the_first_row_and_esc_lead_out_and_letters_are_told(qtbot: QtBot) -> None:
    made = shown(qtbot, *GROUPS)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        made.enter()
        with qtbot.waitSignal(made.left_at_top):
            QTest.keyClick(made, key)
        assert not made.currentIndex().isValid()
    with qtbot.waitSignal(made.typed) as told:
        QTest.keyClick(made, Qt.Key.Key_P)
    assert told.args == ["p"]


def test_the_current_row_stays_where_it_is_on_the_screen(qtbot: QtBot) -> None:
    made = shown(qtbot, *(ListRow(f"{n}", f"row {n}") for n in range(60)))
    made.go_to("30")
    made.scrollTo(made.currentIndex(), made.ScrollHint.PositionAtCenter)
    top = made.visualRect(made.currentIndex()).top()
    made.show_rows([ListRow(f"{n}", f"row {n}") for n in (*range(100, 110), *range(60))])
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


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_click_at_the_check_box_ticks_on_the_side_where_it_is_drawn(
    qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    made = RowList("Rows", CHECK_STYLE)
    qtbot.addWidget(made)
    made.setLayoutDirection(direction)
    made.resize(260, 200)
    made.show_rows([ListRow("x", "Boiler", text="Projects", check=Qt.CheckState.Unchecked)])
    made.show()
    asked: list[tuple[str, bool]] = []
    made.row_model.tick_requested.connect(lambda key, ticked: asked.append((key, ticked)))
    rect = made.visualRect(made.row_model.index(0))
    left, right = (QPoint(x, rect.center().y()) for x in (rect.left() + 16, rect.right() - 16))
    mirrored = direction == Qt.LayoutDirection.RightToLeft
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=left if mirrored else right)
    assert asked == []
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=right if mirrored else left)
    assert asked == [("x", True)]


def test_the_wanted_height_counts_the_lines_at_the_width_set_before_the_list_is_shown(qtbot: QtBot) -> None:
    text = "Plans what to look up, does that, then answers once; others request a look-up."
    narrow, wide = RowList("Modes"), RowList("Modes")
    for view, width in ((narrow, 200), (wide, 900)):
        qtbot.addWidget(view)
        view.setFixedWidth(width)
        view.show_rows([ListRow("plus", "Plus", text=text, lines=3)])

    assert narrow.preferred_height() > wide.preferred_height()
