"""Diff geometry: the columns of a diff, and where the parts of its heads are, for whoever draws and whoever clicks."""

from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics

from vaultdesk.ui.changes.diff_layout import Measures
from vaultdesk.ui.theme.theme import theme

LINE, HEAD, NOTE_HEAD, FOLD, PAD = 18.5, 30, 36, 24, 6
"""Pixels of each piece at LOOK's font size (LOOK, Diff hunk)."""

TICK, PENCIL = 16, 14
"""Pixels of a tick's side, and of the pencil's."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the numbers, the sign and the text of a line stand, in pixels from the left."""

    edge: int
    old_right: int
    """Where the old line's number ends; the same as the new one's where there is but one column of numbers."""
    new_right: int
    sign: int
    text: int
    character: float
    """Width of one character of the fixed font."""

    def fitting(self, width: int) -> int:
        """Return how many characters fit a line of a view of *width*."""
        return max(8, int((width - self.text - self.edge) / self.character))


def columns_for(last_line: int, edge: int, *, both: bool) -> Columns:
    """Return the columns of a diff up to the line number *last_line*; *both* shows old and new numbers."""
    step = theme().step
    metrics = QFontMetrics(theme().font("fixed"))
    number = metrics.horizontalAdvance("9") * max(2, len(str(last_line)))
    old = edge + number
    new = old + number + step(10) if both else old
    # Measured over many: one character's advance is rounded.
    character = metrics.horizontalAdvance("m" * 100) / 100
    return Columns(edge, old, new, new + step(8), new + step(8) + round(character) + step(6), character)


def measures_for(columns: int, editor: int) -> Measures:
    """Return the heights of a diff's pieces at the present font size."""
    step = theme().step
    line = max(step(LINE), QFontMetrics(theme().font("fixed")).height())
    return Measures(columns, line, step(HEAD), step(NOTE_HEAD), step(FOLD), step(PAD), editor)


def tick_rect(head: QRect, edge: int) -> QRect:
    """Return where the tick of a head is."""
    side = theme().step(TICK)
    return QRect(head.left() + edge, head.top() + (head.height() - side) // 2, side, side)


def pencil_rect(head: QRect, edge: int) -> QRect:
    """Return where the pencil of a head is."""
    side = theme().step(PENCIL)
    return QRect(head.right() - edge - side + 1, head.top() + (head.height() - side) // 2, side, side)
