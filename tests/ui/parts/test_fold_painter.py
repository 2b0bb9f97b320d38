"""Fold painter: rows of every kind are drawn, as high as their words need."""

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.fold_list import FoldList
from vaultdesk.ui.parts.fold_rows import FoldRow
from vaultdesk.ui.theme.theme import theme


def drawn(qtbot: QtBot, *rows: FoldRow) -> QImage:
    made = FoldList("Rows")
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
        FoldRow("x", "Boiler", "Projects/House", "Tue", icon="file", sign="lock"),
        FoldRow("x", "Boiler", folded=True, right="12"),
        FoldRow("x", "In this vault", heading=True),
        FoldRow("x", "Create", cap="Shift+Enter", ruled=True),
        FoldRow("x", text="שלום pump 😀 " * 40, marks=((5, 9),)),
        FoldRow("x", "A very long name " * 30, "and/a/very/long/folder " * 10, "1,204"),
    ],
)
def test_every_kind_of_row_is_drawn(qtbot: QtBot, row: FoldRow) -> None:
    assert drawn(qtbot, row) != drawn(qtbot)


def test_found_words_stand_on_the_colour_of_marks_and_typed_letters_in_accent(qtbot: QtBot) -> None:
    mark, accent = theme().color("mark"), theme().color("accent")
    assert has(drawn(qtbot, FoldRow("x", text="the pump", marks=((4, 8),))), mark)
    assert not has(drawn(qtbot, FoldRow("x", text="the pump")), mark)
    assert has(drawn(qtbot, FoldRow("x", "MMMMMM", lit=((0, 6),))), accent)
    assert not has(drawn(qtbot, FoldRow("x", "MMMMMM")), accent)


def test_a_row_is_as_high_as_its_lines_and_no_higher_than_it_may_be(qtbot: QtBot) -> None:
    made = FoldList("Rows")
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show()
    heights = []
    for words in (3, 12, 400):
        made.show_rows([FoldRow("x", text="words " * words)])
        heights.append(made.wanted_height())
    assert heights[0] < heights[1] == heights[2]
