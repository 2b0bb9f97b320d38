"""Diff lines: letters of any script stay inside the view, and only lines in sight are looked at."""

from collections.abc import Sequence
from typing import overload

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from vaultdesk.ui.changes.diff_geometry import columns_for
from vaultdesk.ui.changes.diff_items import Lines
from vaultdesk.ui.changes.diff_layout import Placed
from vaultdesk.ui.changes.diff_lines import LinePainter, row_at
from vaultdesk.ui.changes.diff_note import DiffNote
from vaultdesk.vault.diff.inline_diff import DiffRow, inline_marks

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
    placed = Placed(Lines(NOTE, "h1", rows), 0, picture.height(), ends)
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
    placed = Placed(Lines(NOTE, "h1", rows), 0, 20_000 * HEIGHT, range(1, 20_001))
    LinePainter(painter, columns_for(9, 12, both=True), 300, HEIGHT).draw(
        placed, -10_000 * HEIGHT, QRect(0, 0, 300, 200), {}, taken=True
    )
    painter.end()
    assert min(rows.asked) == 10_000
    assert len(rows.asked) <= 14


def test_no_lines_at_all_are_nothing_to_draw(qtbot: QtBot) -> None:
    assert colours(painted([], []), 0, 360) == {0xFFFFFFFF}


def test_the_row_of_a_drawn_line_is_known_and_whether_it_is_its_last() -> None:
    placed = Placed(Lines(NOTE, "h1", (DiffRow("same", "a", 1, 1), DiffRow("same", "b", 2, 2))), 0, 90, (3, 4))
    assert [row_at(placed, drawn) for drawn in range(4)] == [(0, False), (0, False), (0, True), (1, True)]
