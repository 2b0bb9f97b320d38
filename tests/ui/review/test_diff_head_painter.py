"""Diff heads: what a head says to the eye is what it says to the ear."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.reviews import house
from vaultdesk.ui.review.diff_head_painter import (
    HeadPainter,
    HeadStyle,
    fold_text,
    hunk_lines_text,
    note_head_text,
    spoken_item_text,
)
from vaultdesk.ui.review.diff_items import (
    DiffFold,
    DiffItem,
    DiffLines,
    DiffMoveHead,
    DiffNote,
    DiffNoteHead,
    HunkHead,
    ReadOnlyStates,
    diff_of_change,
)
from vaultdesk.vault.change_set import Hunk

MOVED = diff_of_change(house().changes[0])
HUNK = MOVED.hunks[0]


class Ticked(ReadOnlyStates):
    """States of a review in which everything is ticked, or left."""

    def __init__(self, taken: bool = True) -> None:
        self._taken = taken

    def has_tick(self, key: str, hunk_id: str) -> bool:
        return True

    def hunk_taken(self, key: str, hunk_id: str) -> bool:
        return self._taken

    def note_taken(self, key: str) -> bool:
        return self._taken


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (DiffNoteHead(DiffNote("a", "A/b.md", "delete", words="to the vault's .trash")),
         "A/b.md, will be deleted, to the vault's .trash"),
        (DiffNoteHead(DiffNote("a", "b\u202e.md", "create")), "b<U+202E>.md, new note"),
        (DiffMoveHead(MOVED), "Rename, Projects/House/Boiler.md → Projects/House/Heating system.md, ticked"),
        (DiffMoveHead(DiffNote("a", "A/b.md", "move", "C/b.md")), "Move, A/b.md → C/b.md, ticked"),
        (HunkHead(MOVED, HUNK), "Properties, line 3, ticked"),
        (HunkHead(MOVED, replace(HUNK, title=""), edited=True), "Text, line 3, ticked, edited by you"),
        (DiffFold(MOVED, ("c1", "g1"), 1), "1 unchanged line"),
        (DiffFold(MOVED, ("c1", "h1"), 1_248, 3, changed=True), "1,248 more lines, 3 of them removed"),
        (DiffFold(MOVED, ("c1", "h1"), 248, changed=True), "248 more lines"),
        (DiffLines(MOVED, "h1", ()), ""),
    ],
)  # fmt: skip
def test_a_piece_is_said_in_words(item: DiffItem, words: str) -> None:
    assert spoken_item_text(item, Ticked()) == words


def test_what_is_left_out_is_said() -> None:
    assert spoken_item_text(HunkHead(MOVED, HUNK), Ticked(False)) == "Properties, line 3, left out"
    assert spoken_item_text(DiffMoveHead(MOVED), Ticked(False)).endswith("left out")


def test_a_hunk_without_a_tick_of_its_own_says_nothing_of_it() -> None:
    assert spoken_item_text(HunkHead(MOVED, HUNK), ReadOnlyStates()) == "Properties, line 3"


def test_lines_are_those_of_the_old_text_where_it_loses_some() -> None:
    assert hunk_lines_text(Hunk("h1", 5, ("a", "b"), 9, ("c",))) == "lines 5–6"
    assert hunk_lines_text(Hunk("h1", 5, (), 9, ("c", "d", "e"))) == "lines 9–11"
    assert hunk_lines_text(Hunk("h1", 1_200, ("a",), 9, ())) == "line 1,200"


def test_words_of_notes_and_folds_are_plain() -> None:
    assert note_head_text(DiffNoteHead(DiffNote("a", "b.md", words="<b>\u200b"))) == "<b><U+200B>"
    assert fold_text(DiffFold(MOVED, ("a", "g0"), 1_000)) == "1,000 unchanged lines"


@pytest.mark.parametrize("current", [False, True])
def test_every_head_is_drawn_into_its_area(qtbot: QtBot, current: bool) -> None:
    view = QWidget()
    qtbot.addWidget(view)
    for item in (DiffNoteHead(MOVED), DiffMoveHead(MOVED), HunkHead(MOVED, HUNK), DiffFold(MOVED, ("c1", "g1"), 4)):
        picture = QImage(400, 60, QImage.Format.Format_RGB32)
        picture.fill(0xFFFFFF)
        painter = QPainter(picture)
        painter.setClipRect(0, 0, 400, 60)
        HeadPainter(painter, view, HeadStyle(12, True, True), Ticked()).draw(
            item, QRect(0, 10, 400, 30), current=current
        )
        painter.end()
        drawn = {y for y in range(60) for x in range(0, 400, 2) if picture.pixel(x, y) & 0xFFFFFF != 0xFFFFFF}
        assert drawn, item
        assert min(drawn) >= 10, item
        assert max(drawn) <= 40, item
