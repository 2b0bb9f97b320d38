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

# Rows: accessible text and fold state.

ROWS = [
    ListRow("a", "Boiler", folded=False),
    ListRow("a1", text="the pump", depth=1),
    ListRow("b", "Budget", "Projects", "2", folded=True),
    ListRow("words", "In this vault", heading=True),
]


def make_model(*rows: ListRow) -> RowListModel:
    model = RowListModel()
    model.set_rows(rows)
    return model


def test_row_is_found_by_its_key() -> None:
    model = make_model(*ROWS)
    assert (model.index_of("b"), model.index_of("nowhere")) == (2, -1)


def test_accessible_text_contains_all_parts_and_the_fold_state() -> None:
    model = make_model(*ROWS)
    assert model.data(model.index(2), Qt.ItemDataRole.AccessibleTextRole) == "Budget, Projects, 2, collapsed"
    assert model.flags(model.index(3)) == Qt.ItemFlag.NoItemFlags


def test_hostile_names_are_escaped() -> None:
    model = make_model(ListRow("x", "<b>a</b>\u202egpj.exe\nnext"))
    assert model.data(model.index(0)) == "<b>a</b>U+202Egpj.exe next"
    assert "&lt;b&gt;" in str(model.data(model.index(0), Qt.ItemDataRole.ToolTipRole))


def test_row_description_may_be_computed_on_demand() -> None:
    model = make_model(ListRow("x", "Boiler", description=lambda: "Boiler.md"))
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
def test_replaced_rows_emit_the_smallest_change(after: str, signals: list[str]) -> None:
    def rows(keys: str) -> list[ListRow]:
        return [ListRow(key[0], key) for key in keys.split()]

    model, received = make_model(*rows("a b c")), list[str]()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.modelReset.connect(lambda: received.append("reset"))
    model.dataChanged.connect(lambda first, last: received.append(f"changed {first.row()}-{last.row()}"))
    model.rowsRemoved.connect(lambda _parent, first, last: received.append(f"removed {first}-{last}"))
    model.rowsInserted.connect(lambda _parent, first, last: received.append(f"inserted {first}-{last}"))
    model.set_rows(rows(after))
    assert received == signals
    assert [model.index(row).data() for row in range(model.rowCount())] == after.split()
    assert model.index_of(after[-1] if after[-1] != "+" else after[-2]) == len(after.split()) - 1
    tester.deleteLater()


def test_tick_is_requested_and_shown_only_after_the_owner_updates_the_row() -> None:
    off, on = (ListRow("x", "X", check=state) for state in (Qt.CheckState.Unchecked, Qt.CheckState.Checked))
    model, requests = make_model(off, ListRow("y", "Y")), list[tuple[str, bool]]()
    model.tick_requested.connect(lambda key, ticked: requests.append((key, ticked)))
    assert model.flags(model.index(0)) & Qt.ItemFlag.ItemIsUserCheckable
    assert model.setData(model.index(0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert not model.setData(model.index(1), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert requests == [("x", True)]
    assert model.index(0).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Unchecked
    model.set_rows([on, ListRow("y", "Y")])
    assert model.index(0).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked


def test_lazy_rows_are_created_on_access_and_recreated_on_change(qtbot: QtBot) -> None:
    created: list[str] = []

    def row(key: str) -> ListRow:
        created.append(key)
        return ListRow(key, f"{key} {len(created)}")

    model = RowListModel()
    model.set_rows(LazyRows([str(number) for number in range(10_000)], row))
    assert (model.rowCount(), created) == (10_000, [])
    index = model.index(7)
    assert (index.data(), index.data()) == ("7 1", "7 1")
    with qtbot.waitSignal(model.dataChanged, timeout=30_000):
        model.update_row("7")
    assert index.data() == "7 2"
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged, timeout=30_000):
        model.set_rows(LazyRows([str(number) for number in range(10_000)], row))


def test_excerpt_begins_near_the_first_mark() -> None:
    text = "many words before what was looked for stand here: pump, and again pump"
    first, second = text.index("pump"), text.rindex("pump")
    excerpt, marks = excerpt_near_match(text, ((first, first + 4), (second, second + 4)), 12, 300)
    assert excerpt.startswith("… ")
    assert [excerpt[start:end] for start, end in marks] == ["pump", "pump"]
    assert excerpt_near_match("pump", ((0, 4),), 12, 300) == ("pump", ((0, 4),))


# Row delegate: rows of every kind are painted with the height of their text.


def row_image(qtbot: QtBot, *rows: ListRow) -> QImage:
    row_list = RowList("Rows")
    qtbot.addWidget(row_list)
    row_list.resize(320, 300)
    row_list.show_rows(rows)
    row_list.show()
    return row_list.grab().toImage()


def contains_color(image: QImage, color: QColor) -> bool:
    rgb = color.rgb()
    return any(image.pixel(x, y) == rgb for x in range(image.width()) for y in range(image.height()))


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
def test_every_kind_of_row_is_painted(qtbot: QtBot, row: ListRow) -> None:
    assert row_image(qtbot, row) != row_image(qtbot)


def test_matches_have_the_mark_color_and_typed_letters_the_accent_color(qtbot: QtBot) -> None:
    mark, accent = theme().color("mark"), theme().color("accent")
    assert contains_color(row_image(qtbot, ListRow("x", text="the pump", marks=((4, 8),))), mark)
    assert not contains_color(row_image(qtbot, ListRow("x", text="the pump")), mark)
    assert contains_color(row_image(qtbot, ListRow("x", "MMMMMM", title_marks=((0, 6),))), accent)
    assert not contains_color(row_image(qtbot, ListRow("x", "MMMMMM")), accent)


def test_row_height_follows_its_lines_up_to_the_limit(qtbot: QtBot) -> None:
    row_list = RowList("Rows")
    qtbot.addWidget(row_list)
    row_list.resize(300, 300)
    row_list.show()
    heights = []
    for count in (3, 12, 400):
        row_list.show_rows([ListRow("x", text="words " * count, lines=2)])
        heights.append(row_list.preferred_height())
    assert heights[0] < heights[1] == heights[2]


# Row list: keyboard and mouse select and fold; the scroll position is retained when rows change.

GROUPS = [
    ListRow("boiler", "Boiler", folded=False, selectable=False),
    ListRow("b0", text="first", depth=1),
    ListRow("b1", text="second", depth=1),
    ListRow("words", "Others", heading=True),
    ListRow("budget", "Budget", folded=True),
]


def show_list(qtbot: QtBot, *rows: ListRow) -> RowList:
    row_list = RowList("Rows")
    qtbot.addWidget(row_list)
    row_list.resize(260, 200)
    row_list.show_rows(rows)
    row_list.show()
    return row_list


def current_key(row_list: RowList) -> str:
    row = row_list.current()
    return row.key if row is not None else ""


def test_arrow_keys_skip_rows_that_cannot_be_opened(qtbot: QtBot) -> None:
    row_list = show_list(qtbot, *GROUPS)
    row_list.enter()
    visited = [current_key(row_list)]
    for _ in range(3):
        QTest.keyClick(row_list, Qt.Key.Key_Down)
        visited.append(current_key(row_list))
    assert visited == ["b0", "b1", "budget", "budget"]


def test_enter_selects_and_ctrl_requests_a_new_tab(qtbot: QtBot) -> None:
    row_list = show_list(qtbot, *GROUPS)
    chosen: list[tuple[str, bool]] = []
    row_list.chosen.connect(lambda key, new_tab: chosen.append((key, new_tab)))
    row_list.enter()
    QTest.keyClick(row_list, Qt.Key.Key_Return)
    QTest.keyClick(row_list, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    rect = row_list.visualRect(row_list.row_model.index(2))
    QTest.mouseClick(row_list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    QTest.mouseClick(row_list.viewport(), Qt.MouseButton.MiddleButton, pos=rect.center())
    assert chosen == [("b0", False), ("b0", True), ("b1", False), ("b1", True)]


def test_left_folds_the_parent_of_a_row_and_right_unfolds(qtbot: QtBot) -> None:
    row_list = show_list(qtbot, *GROUPS)
    folded_keys: list[str] = []
    row_list.folding.connect(folded_keys.append)
    row_list.go_to("b1")
    QTest.keyClick(row_list, Qt.Key.Key_Left)
    row_list.go_to("budget")
    QTest.keyClick(row_list, Qt.Key.Key_Left)
    QTest.keyClick(row_list, Qt.Key.Key_Right)
    assert folded_keys == ["boiler", "budget"]


def test_click_on_the_chevron_folds_without_selecting(qtbot: QtBot) -> None:
    row_list = show_list(qtbot, *GROUPS)
    with qtbot.assertNotEmitted(row_list.chosen), qtbot.waitSignal(row_list.folding, timeout=30_000):
        rect = row_list.visualRect(row_list.row_model.index(4))
        QTest.mouseClick(row_list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(18, rect.center().y()))


def test_up_at_the_first_row_and_escape_leave_the_list_and_letters_are_emitted(qtbot: QtBot) -> None:
    row_list = show_list(qtbot, *GROUPS)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        row_list.enter()
        with qtbot.waitSignal(row_list.left_at_top, timeout=30_000):
            QTest.keyClick(row_list, key)
        assert not row_list.currentIndex().isValid()
    with qtbot.waitSignal(row_list.typed, timeout=30_000) as blocker:
        QTest.keyClick(row_list, Qt.Key.Key_P)
    assert blocker.args == ["p"]


def test_current_row_retains_its_screen_position(qtbot: QtBot) -> None:
    row_list = show_list(qtbot, *(ListRow(f"{n}", f"row {n}") for n in range(60)))
    row_list.go_to("30")
    row_list.scrollTo(row_list.currentIndex(), row_list.ScrollHint.PositionAtCenter)
    top = row_list.visualRect(row_list.currentIndex()).top()
    row_list.show_rows([ListRow(f"{n}", f"row {n}") for n in (*range(100, 110), *range(60))])
    assert current_key(row_list) == "30"
    assert row_list.visualRect(row_list.currentIndex()).top() == top


def test_removed_current_row_moves_to_a_remaining_row(qtbot: QtBot) -> None:
    row_list = show_list(qtbot, *GROUPS)
    row_list.activateWindow()
    row_list.enter()
    qtbot.waitUntil(row_list.hasFocus, timeout=30_000)
    row_list.go_to("budget")
    row_list.show_rows(GROUPS[:3])
    assert current_key(row_list) == "b1"
    row_list.show_rows(())
    assert current_key(row_list) == ""
    QTest.keyClick(row_list, Qt.Key.Key_Down)  # with no row left, the key is ignored


def test_steps_can_wrap_at_the_ends(qtbot: QtBot) -> None:
    row_list = show_list(qtbot, *GROUPS)
    row_list.go_first()
    row_list.step(-1, wraps=True)
    assert current_key(row_list) == "budget"
    row_list.step(1, wraps=True)
    assert current_key(row_list) == "b0"


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_click_on_the_check_box_ticks_on_the_side_where_it_is_painted(
    qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    row_list = RowList("Rows", CHECK_STYLE)
    qtbot.addWidget(row_list)
    row_list.setLayoutDirection(direction)
    row_list.resize(260, 200)
    row_list.show_rows([ListRow("x", "Boiler", text="Projects", check=Qt.CheckState.Unchecked)])
    row_list.show()
    requests: list[tuple[str, bool]] = []
    row_list.row_model.tick_requested.connect(lambda key, ticked: requests.append((key, ticked)))
    rect = row_list.visualRect(row_list.row_model.index(0))
    left, right = (QPoint(x, rect.center().y()) for x in (rect.left() + 16, rect.right() - 16))
    mirrored = direction == Qt.LayoutDirection.RightToLeft
    QTest.mouseClick(row_list.viewport(), Qt.MouseButton.LeftButton, pos=left if mirrored else right)
    assert requests == []
    QTest.mouseClick(row_list.viewport(), Qt.MouseButton.LeftButton, pos=right if mirrored else left)
    assert requests == [("x", True)]


def test_preferred_height_uses_the_width_set_before_the_list_is_shown(qtbot: QtBot) -> None:
    text = "Plans what to look up, does that, then answers once; others request a look-up."
    narrow, wide = RowList("Modes"), RowList("Modes")
    for view, width in ((narrow, 200), (wide, 900)):
        qtbot.addWidget(view)
        view.setFixedWidth(width)
        view.show_rows([ListRow("plus", "Plus", text=text, lines=3)])

    assert narrow.preferred_height() > wide.preferred_height()
