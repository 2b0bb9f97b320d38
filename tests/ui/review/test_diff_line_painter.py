"""Tests of ui/review/diff_line_painter.py."""

from collections.abc import Sequence
from typing import overload

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from tests.support.contrast import contrast
from vaultdesk.ui.review.diff_items import DiffLines, DiffNote
from vaultdesk.ui.review.diff_layout import PlacedItem
from vaultdesk.ui.review.diff_line_painter import (
    LINE_SIGNS,
    DiffRowKind,
    LinePainter,
    blended_color,
    columns_for,
    mark_background,
    measures_for,
    pencil_rect,
    row_at,
    row_background,
    sign_color,
    tick_rect,
)
from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.change_set import DiffRow, inline_marks

# Diff colours: text can be read on every tint, and nothing is told by colour alone.

KINDS: tuple[DiffRowKind, ...] = ("added", "removed")


@pytest.mark.parametrize("tokens", [LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST])
@pytest.mark.parametrize("kind", KINDS)
def test_text_on_tints_and_marks_keeps_its_contrast(tokens: Tokens, kind: DiffRowKind) -> None:
    theme().use_tokens(tokens)
    assert contrast(tokens.text, mark_background(kind).name()) >= 4.5
    ground = row_background(kind)
    if ground is None:
        assert tokens.high_contrast
        return
    assert contrast(tokens.text, ground.name()) >= 4.5
    assert contrast(sign_color(kind).name(), ground.name()) >= 4.5
    assert contrast(tokens.muted, ground.name()) >= 4.0


def test_each_kind_of_changed_line_has_a_sign() -> None:
    assert LINE_SIGNS == {"added": "+", "removed": "−", "same": ""}


def test_a_mixture_lies_between_its_colours() -> None:
    white, black = theme().color("surface"), theme().color("surface")
    black.setRgb(0, 0, 0)
    assert blended_color(white, black, 0.0).name() == white.name()
    assert blended_color(white, black, 1.0).name() == black.name()
    assert blended_color(white, black, 0.5).lightness() == pytest.approx(127, abs=1)


# Diff geometry: numbers, signs and text stand in columns of their own.


@pytest.mark.parametrize("both", [False, True])
def test_columns_follow_each_other(qtbot: QtBot, both: bool) -> None:
    columns = columns_for(99_999, 12, both=both)
    assert 12 < columns.old_right <= columns.new_right < columns.sign < columns.text
    assert (columns.old_right < columns.new_right) == both


def test_longer_numbers_take_more_room_and_a_wider_view_more_letters(qtbot: QtBot) -> None:
    assert columns_for(99_999, 12, both=True).text > columns_for(9, 12, both=True).text
    columns = columns_for(9, 12, both=True)
    assert columns.line_capacity(900) > columns.line_capacity(400)
    assert columns.line_capacity(1) >= 8
    assert columns.text + columns.line_capacity(600) * columns.character <= 600


def test_measures_carry_the_width_and_the_editor(qtbot: QtBot) -> None:
    measures = measures_for(77, 120)
    assert (measures.columns, measures.editor) == (77, 120)
    assert measures.line > 0


def test_tick_and_pencil_stand_in_the_middle_of_a_head(qtbot: QtBot) -> None:
    head = QRect(0, 100, 500, 30)
    tick, pencil = tick_rect(head, 12), pencil_rect(head, 12)
    assert tick.left() == 12
    assert pencil.right() == head.right() - 12
    assert abs(tick.center().y() - head.center().y()) <= 1
    assert abs(pencil.center().y() - head.center().y()) <= 1


# Diff lines: letters of any script stay inside the view, and only lines in sight are looked at.

NOTE = DiffNote("a")
HEIGHT = 18


class Watched(Sequence[DiffRow]):
    """Rows that tell which of them were looked at."""

    def __init__(self, count: int) -> None:
        self._count = count
        self.asked: set[int] = set()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> DiffRow: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[DiffRow]: ...

    def __getitem__(self, place: int | slice) -> DiffRow | Sequence[DiffRow]:
        assert isinstance(place, int)
        self.asked.add(place)
        return DiffRow("added", f"line {place}", None, place + 1)


def painted(rows: Sequence[DiffRow], ends: Sequence[int], *, width: int = 300, taken: bool = True) -> QImage:
    picture = QImage(width + 60, max(ends, default=1) * HEIGHT, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    painter = QPainter(picture)
    placed = PlacedItem(DiffLines(NOTE, "h1", rows), 0, picture.height(), ends)
    LinePainter(painter, columns_for(9, 12, both=True), width, HEIGHT).draw(placed, 0, picture.rect(), {}, taken=taken)
    painter.end()
    return picture


def colours(picture: QImage, left: int, right: int) -> set[int]:
    return {picture.pixel(x, y) for x in range(left, right, 2) for y in range(0, picture.height(), 2)}


@pytest.mark.parametrize("text", ["x" * 30, "日" * 30, "😀" * 30, "한글" * 15, "क्षि" * 20, "ש" * 30])
def test_letters_of_any_script_stay_inside(qtbot: QtBot, text: str) -> None:
    ends = [9]
    picture = painted([DiffRow("same", text, 1, 1)], ends)
    assert colours(picture, 301, 360) == {0xFFFFFFFF}


def test_changed_words_have_a_ground_of_their_own(qtbot: QtBot) -> None:
    old, new = inline_marks("tags: [a, b]", "tags: [a, c]")
    marked = painted([DiffRow("added", "tags: [a, c]", None, 1, new)], [1])
    plain = painted([DiffRow("added", "tags: [a, c]", None, 1)], [1])
    assert old
    assert len(colours(marked, 0, 300)) > len(colours(plain, 0, 300))


def test_what_is_left_out_has_no_tint(qtbot: QtBot) -> None:
    left, taken = (painted([DiffRow("removed", "", 1, None)], [1], taken=taken) for taken in (False, True))
    assert left.pixel(290, 5) & 0xFFFFFF == 0xFFFFFF
    assert taken.pixel(290, 5) & 0xFFFFFF != 0xFFFFFF


def test_only_lines_in_sight_are_looked_at(qtbot: QtBot) -> None:
    rows = Watched(20_000)
    picture = QImage(300, 200, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    placed = PlacedItem(DiffLines(NOTE, "h1", rows), 0, 20_000 * HEIGHT, range(1, 20_001))
    LinePainter(painter, columns_for(9, 12, both=True), 300, HEIGHT).draw(
        placed, -10_000 * HEIGHT, QRect(0, 0, 300, 200), {}, taken=True
    )
    painter.end()
    assert min(rows.asked) == 10_000
    assert len(rows.asked) <= 14


def test_no_lines_at_all_are_nothing_to_draw(qtbot: QtBot) -> None:
    assert colours(painted([], []), 0, 360) == {0xFFFFFFFF}


def test_the_row_of_a_drawn_line_is_known_and_whether_it_is_its_last() -> None:
    placed = PlacedItem(DiffLines(NOTE, "h1", (DiffRow("same", "a", 1, 1), DiffRow("same", "b", 2, 2))), 0, 90, (3, 4))
    assert [row_at(placed, drawn) for drawn in range(4)] == [(0, False), (0, False), (0, True), (1, True)]
