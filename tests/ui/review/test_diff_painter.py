"""Tests of ui/review/diff_painter.py."""

from collections.abc import Sequence
from typing import overload

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.contrast import contrast
from tests.support.reviews import house
from vaultdesk.core.values import replace
from vaultdesk.ui.review.diff_items import (
    DiffFold,
    DiffItem,
    DiffLines,
    DiffMoveHeader,
    DiffNote,
    DiffNoteHeader,
    HunkHeader,
    ReadOnlyStates,
    diff_of_change,
)
from vaultdesk.ui.review.diff_layout import PlacedItem
from vaultdesk.ui.review.diff_painter import (
    LINE_SIGNS,
    DiffRowKind,
    HeaderPainter,
    HeaderStyle,
    LinePainter,
    blended_color,
    columns_for,
    fold_text,
    hunk_lines_text,
    mark_background,
    measures_for,
    note_header_text,
    pencil_rect,
    row_at,
    row_background,
    sign_color,
    spoken_item_text,
    tick_rect,
)
from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.change_set import DiffRow, Hunk, inline_marks

# Diff colors: text has sufficient contrast on every tint, and no information is conveyed by color alone.

KINDS: tuple[DiffRowKind, ...] = ("added", "removed")


@pytest.mark.parametrize("tokens", [LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST])
@pytest.mark.parametrize("kind", KINDS)
def test_text_on_tints_and_marks_has_sufficient_contrast(tokens: Tokens, kind: DiffRowKind) -> None:
    theme().use_tokens(tokens)
    assert contrast(tokens.text, mark_background(kind).name()) >= 4.5
    background = row_background(kind)
    if background is None:
        assert tokens.high_contrast
        return
    assert contrast(tokens.text, background.name()) >= 4.5
    assert contrast(sign_color(kind).name(), background.name()) >= 4.5
    assert contrast(tokens.muted, background.name()) >= 4.0


def test_each_kind_of_changed_line_has_a_sign() -> None:
    assert LINE_SIGNS == {"added": "+", "removed": "−", "same": ""}


def test_blended_color_interpolates_between_two_colors() -> None:
    white, black = theme().color("surface"), theme().color("surface")
    black.setRgb(0, 0, 0)
    assert blended_color(white, black, 0.0).name() == white.name()
    assert blended_color(white, black, 1.0).name() == black.name()
    assert blended_color(white, black, 0.5).lightness() == pytest.approx(127, abs=1)


# Diff geometry: numbers, signs and text have separate columns.


@pytest.mark.parametrize("both", [False, True])
def test_columns_are_ordered_from_left_to_right(qtbot: QtBot, both: bool) -> None:
    columns = columns_for(99_999, 12, both=both)
    assert 12 < columns.old_right <= columns.new_right < columns.sign < columns.text
    assert (columns.old_right < columns.new_right) == both


def test_longer_numbers_widen_the_columns_and_a_wider_view_fits_more_text(qtbot: QtBot) -> None:
    assert columns_for(99_999, 12, both=True).text > columns_for(9, 12, both=True).text
    columns = columns_for(9, 12, both=True)
    assert columns.line_capacity(900) > columns.line_capacity(400)
    assert columns.line_capacity(1) >= 8
    assert columns.text + columns.line_capacity(600) * columns.character <= 600


def test_measures_contain_the_columns_and_the_editor_height(qtbot: QtBot) -> None:
    measures = measures_for(77, 120)
    assert (measures.columns, measures.editor) == (77, 120)
    assert measures.line > 0


def test_tick_and_pencil_are_vertically_centered_in_a_header(qtbot: QtBot) -> None:
    header = QRect(0, 100, 500, 30)
    tick, pencil = tick_rect(header, 12), pencil_rect(header, 12)
    assert tick.left() == 12
    assert pencil.right() == header.right() - 12
    assert abs(tick.center().y() - header.center().y()) <= 1
    assert abs(pencil.center().y() - header.center().y()) <= 1


# Diff lines: characters of any script stay inside the view, and only visible lines are read.

NOTE = DiffNote("a")
HEIGHT = 18


class RecordingRows(Sequence[DiffRow]):
    """Row sequence that records which rows were read."""

    def __init__(self, count: int) -> None:
        self._count = count
        self.read_rows: set[int] = set()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> DiffRow: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[DiffRow]: ...

    def __getitem__(self, index: int | slice) -> DiffRow | Sequence[DiffRow]:
        assert isinstance(index, int)
        self.read_rows.add(index)
        return DiffRow("added", f"line {index}", None, index + 1)


def paint_lines(rows: Sequence[DiffRow], ends: Sequence[int], *, width: int = 300, selected: bool = True) -> QImage:
    image = QImage(width + 60, max(ends, default=1) * HEIGHT, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    placed = PlacedItem(DiffLines(NOTE, "h1", rows), 0, image.height(), ends)
    LinePainter(painter, columns_for(9, 12, both=True), width, HEIGHT).draw(
        placed, 0, image.rect(), {}, selected=selected
    )
    painter.end()
    return image


def pixels(image: QImage, left: int, right: int) -> set[int]:
    return {image.pixel(x, y) for x in range(left, right, 2) for y in range(0, image.height(), 2)}


@pytest.mark.parametrize("text", ["x" * 30, "日" * 30, "😀" * 30, "한글" * 15, "क्षि" * 20, "ש" * 30])
def test_characters_of_any_script_stay_inside_the_width(qtbot: QtBot, text: str) -> None:
    ends = [9]
    image = paint_lines([DiffRow("same", text, 1, 1)], ends)
    assert pixels(image, 301, 360) == {0xFFFFFFFF}


def test_changed_words_have_a_separate_background(qtbot: QtBot) -> None:
    old, new = inline_marks("tags: [a, b]", "tags: [a, c]")
    marked = paint_lines([DiffRow("added", "tags: [a, c]", None, 1, new)], [1])
    plain = paint_lines([DiffRow("added", "tags: [a, c]", None, 1)], [1])
    assert old
    assert len(pixels(marked, 0, 300)) > len(pixels(plain, 0, 300))


def test_unticked_lines_have_no_tint(qtbot: QtBot) -> None:
    unticked, ticked = (
        paint_lines([DiffRow("removed", "", 1, None)], [1], selected=ticked) for ticked in (False, True)
    )
    assert unticked.pixel(290, 5) & 0xFFFFFF == 0xFFFFFF
    assert ticked.pixel(290, 5) & 0xFFFFFF != 0xFFFFFF


def test_only_visible_lines_are_read(qtbot: QtBot) -> None:
    rows = RecordingRows(20_000)
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    placed = PlacedItem(DiffLines(NOTE, "h1", rows), 0, 20_000 * HEIGHT, range(1, 20_001))
    LinePainter(painter, columns_for(9, 12, both=True), 300, HEIGHT).draw(
        placed, -10_000 * HEIGHT, QRect(0, 0, 300, 200), {}, selected=True
    )
    painter.end()
    assert min(rows.read_rows) == 10_000
    assert len(rows.read_rows) <= 14


def test_nothing_is_painted_without_lines(qtbot: QtBot) -> None:
    assert pixels(paint_lines([], []), 0, 360) == {0xFFFFFFFF}


def test_row_of_a_display_line_is_found_with_its_last_line_flag() -> None:
    placed = PlacedItem(DiffLines(NOTE, "h1", (DiffRow("same", "a", 1, 1), DiffRow("same", "b", 2, 2))), 0, 90, (3, 4))
    assert [row_at(placed, drawn) for drawn in range(4)] == [(0, False), (0, False), (0, True), (1, True)]


# Diff headers: the accessible text matches the painted one.

MOVED = diff_of_change(house().changes[0])
HUNK = MOVED.hunks[0]


class TickStates(ReadOnlyStates):
    """Review states in which everything is ticked or unticked."""

    def __init__(self, ticked: bool = True) -> None:
        self._ticked = ticked

    def has_tick(self, key: str, hunk_id: str) -> bool:
        return True

    def is_hunk_selected(self, key: str, hunk_id: str) -> bool:
        return self._ticked

    def is_note_selected(self, key: str) -> bool:
        return self._ticked


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (DiffNoteHeader(DiffNote("a", "A/b.md", "delete", remark="to the vault's .trash")),
         "A/b.md, will be deleted, to the vault's .trash"),
        (DiffNoteHeader(DiffNote("a", "b\u202e.md", "create")), "b<U+202E>.md, new note"),
        (DiffMoveHeader(MOVED), "Rename, Projects/House/Boiler.md → Projects/House/Heating system.md, ticked"),
        (DiffMoveHeader(DiffNote("a", "A/b.md", "move", "C/b.md")), "Move, A/b.md → C/b.md, ticked"),
        (HunkHeader(MOVED, HUNK), "Properties, line 3, ticked"),
        (HunkHeader(MOVED, replace(HUNK, title=""), edited=True), "Text, line 3, ticked, edited by you"),
        (DiffFold(MOVED, ("c1", "g1"), 1), "1 unchanged line"),
        (DiffFold(MOVED, ("c1", "h1"), 1_248, 3, changed=True), "1,248 more lines, 3 of them removed"),
        (DiffFold(MOVED, ("c1", "h1"), 248, changed=True), "248 more lines"),
        (DiffLines(MOVED, "h1", ()), ""),
    ],
)  # fmt: skip
def test_spoken_text_describes_each_item(item: DiffItem, text: str) -> None:
    assert spoken_item_text(item, TickStates()) == text


def test_spoken_text_names_unticked_items() -> None:
    assert spoken_item_text(HunkHeader(MOVED, HUNK), TickStates(False)) == "Properties, line 3, left out"
    assert spoken_item_text(DiffMoveHeader(MOVED), TickStates(False)).endswith("left out")


def test_spoken_text_of_a_hunk_without_tick_has_no_state() -> None:
    assert spoken_item_text(HunkHeader(MOVED, HUNK), ReadOnlyStates()) == "Properties, line 3"


def test_hunk_range_refers_to_the_old_text_when_lines_are_removed() -> None:
    assert hunk_lines_text(Hunk("h1", 5, ("a", "b"), 9, ("c",))) == "lines 5–6"
    assert hunk_lines_text(Hunk("h1", 5, (), 9, ("c", "d", "e"))) == "lines 9–11"
    assert hunk_lines_text(Hunk("h1", 1_200, ("a",), 9, ())) == "line 1,200"


def test_note_headers_and_folds_are_described_in_escaped_text() -> None:
    assert note_header_text(DiffNoteHeader(DiffNote("a", "b.md", remark="<b>\u200b"))) == "<b><U+200B>"
    assert fold_text(DiffFold(MOVED, ("a", "g0"), 1_000)) == "1,000 unchanged lines"


@pytest.mark.parametrize("current", [False, True])
def test_every_header_is_painted_inside_its_area(qtbot: QtBot, current: bool) -> None:
    view = QWidget()
    qtbot.addWidget(view)
    for item in (
        DiffNoteHeader(MOVED),
        DiffMoveHeader(MOVED),
        HunkHeader(MOVED, HUNK),
        DiffFold(MOVED, ("c1", "g1"), 4),
    ):
        image = QImage(400, 60, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFF)
        painter = QPainter(image)
        painter.setClipRect(0, 0, 400, 60)
        HeaderPainter(painter, view, HeaderStyle(12, True, True), TickStates()).draw(
            item, QRect(0, 10, 400, 30), current=current
        )
        painter.end()
        painted_lines = {y for y in range(60) for x in range(0, 400, 2) if image.pixel(x, y) & 0xFFFFFF != 0xFFFFFF}
        assert painted_lines, item
        assert min(painted_lines) >= 10, item
        assert max(painted_lines) <= 40, item
