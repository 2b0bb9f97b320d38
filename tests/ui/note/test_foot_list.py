from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.foot_list import FootList
from vaultdesk.ui.note.foot_rows import FootRow
from vaultdesk.ui.theme.theme import Theme

ROWS = [
    FootRow("a.md", "A & <b>" + "x" * 300, "the boiler leaks", ((4, 10),), "linked", "Result", "the boiler"),
    FootRow("b.md", "B", "", remark="the same text " * 20),
]


def shown_list(qtbot: QtBot, width: int = 500) -> FootList:
    made = FootList()
    qtbot.addWidget(made)
    made.resize(width, 144)
    made.show()
    made.show_rows(ROWS)
    return made


def test_rows_are_drawn_with_their_marks_at_any_width(qtbot: QtBot, dressed: Theme) -> None:
    image = shown_list(qtbot).grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    assert dressed.color("mark").name() in colours
    assert not shown_list(qtbot, 120).grab().isNull()


def test_what_is_marked_far_into_a_line_is_in_sight(qtbot: QtBot, dressed: Theme) -> None:
    made = shown_list(qtbot)
    made.show_rows([FootRow("a.md", "A", "words " * 40 + "boiler", ((240, 246),))])
    image = made.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    assert dressed.color("mark").name() in colours


def test_keys_choose_and_lead_out(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    chosen: list[tuple[FootRow, bool]] = []
    made.chosen.connect(lambda row, new_tab: chosen.append((row, new_tab)))
    made.enter()
    QTest.keyClick(made, Qt.Key.Key_Return)
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert chosen == [(ROWS[0], False), (ROWS[1], True)]
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        made.enter()
        with qtbot.waitSignal(made.left):
            QTest.keyClick(made, key)


def test_what_is_shown_is_read_out_and_told_whole(qtbot: QtBot) -> None:
    index = shown_list(qtbot).shown.index(0, 0)
    assert "the boiler leaks" in str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert "&lt;b&gt;" in str(index.data(Qt.ItemDataRole.ToolTipRole)) or "a.md" in str(
        index.data(Qt.ItemDataRole.ToolTipRole)
    )


def test_equal_rows_touch_nothing(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    with qtbot.assertNotEmitted(made.shown.modelReset):
        made.show_rows(list(ROWS))


def test_a_note_with_several_lines_is_named_plainly_once(qtbot: QtBot, dressed: Theme) -> None:
    made = shown_list(qtbot)
    made.show_rows([FootRow("a.md", "MMMM", ""), FootRow("a.md", "MMMM", ""), FootRow("b.md", "MMMM", "")])
    image = made.grab().toImage()

    colours = []
    for row in range(3):
        place = made.visualRect(made.shown.index(row, 0))
        points = ((x, y) for x in range(place.left(), place.right()) for y in range(place.top(), place.bottom()))
        colours.append(min(image.pixelColor(*point).lightness() for point in points))

    plain, muted = (dressed.color(role).lightness() for role in ("text", "muted"))
    assert [abs(one - plain) < abs(one - muted) for one in colours] == [True, False, True]
