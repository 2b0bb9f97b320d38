"""Matches in titles and texts: fuzzy match against typed letters, and lines with highlighted matches for delegates."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from vaultdesk.ui.theme.painting import is_mirrored, set_upright
from vaultdesk.ui.theme.theme import theme

T = TypeVar("T")

SPREAD = 2
"""Maximum length of the part of a title that contains the typed letters scattered, as a multiple of their number."""

AT_WORD, INSIDE, SCATTERED = 3.0, 2.0, 1.0
"""Scores of a typed word that begins a word of the title, is inside one, or occurs letter by letter."""


def best_matches(typed: str, titled: Iterable[T], title: Callable[[T], str], limit: int) -> list[T]:
    """Return those of *titled* whose *title* contains every typed word, the best first; equal scores keep their
    order.
    """
    words = typed.casefold().split()
    scored = ((score, -place, one) for place, one in enumerate(titled) if (score := _score(words, title(one))) > 0)
    return [one for _, _, one in nlargest(limit, scored, key=lambda found: found[:2])]


def _score(words: list[str], title: str) -> float:
    """Return the score of *words* in *title*; 0 if they do not match."""
    folded = title.casefold()
    whole = 0.0
    for word in words:
        worth = _worth(word, folded)
        if not worth:
            return 0.0
        whole += worth
    return whole / len(words) + 1 / (2 + len(folded)) if words else 1.0


def _worth(word: str, title: str) -> float:
    place = title.find(word)
    if place < 0:
        return SCATTERED if _scattered(word, title) else 0.0
    begins = place == 0 or re.search(rf"\b{re.escape(word)}", title) is not None
    return AT_WORD if begins else INSIDE


def _scattered(word: str, title: str) -> bool:
    """Return whether the letters of *word* occur in *title* in order and close to each other."""
    start = title.find(word[0])
    while start >= 0:
        end = start
        for letter in word[1:]:
            end = title.find(letter, end + 1)
            if end < 0:
                return False
        if end - start < SPREAD * len(word):
            return True
        start = title.find(word[0], start + 1)
    return False


# The text is never interpreted as markup; text that does not fit ends in an ellipsis.

LINE_SPACING = 1.15
"""Line height as a multiple of the font height (vaultdesk/ui/theme/README.md, "Type")."""

ELLIPSIS = "…"

LAST_SINGLE = "\uffff"
"""The last character that Qt counts as one unit."""

Marks = Sequence[tuple[int, int]]
"""Ranges of matches (start, end), in order, not overlapping."""


@dataclass(frozen=True, slots=True)
class LaidOutText:
    """Text in lines, ready to be drawn."""

    layout: QTextLayout
    marks: tuple[tuple[int, int], ...]
    """In Qt's units."""
    height: float

    def draw(self, painter: QPainter, place: QPointF, role: str) -> None:
        """Draw the lines at *place* in the colour of *role*, with highlighted matches."""
        painter.save()
        painter.setPen(theme().color(role))
        # Stacked combining marks are clipped: Qt would draw them over the rows above and below.
        wide = self.layout.lineAt(0).width() if self.layout.lineCount() else 0.0
        room = QRectF(place.x(), place.y() + self.layout.boundingRect().top(), wide, self.height)
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        first = self.layout.lineAt(0)
        if is_mirrored(painter) and first.isValid():
            set_upright(painter, QRectF(place.x(), place.y(), first.width(), self.height))
            for number in range(self.layout.lineCount()):
                line = self.layout.lineAt(number)
                line.setPosition(QPointF(line.width() - line.naturalTextWidth(), line.y()))
        self.layout.draw(painter, place, [_mark(start, end) for start, end in self.marks])
        painter.restore()


def lay_out_text(text: str, marks: Marks, font: QFont, width: float, lines: int) -> LaidOutText:
    """Break *text* into at most so many *lines* of this *width*."""
    layout, height = _lines(text, font, width, lines)
    end = _place(text, _end(layout))
    if end < len(text.rstrip()):
        # The last line is elided; the lines above it keep their breaks.
        last = _place(text, layout.lineAt(layout.lineCount() - 1).textStart())
        end = last + _fitting(text[last:], font, width)
        while True:
            text = text[:end].rstrip() + ELLIPSIS
            layout, height = _lines(text, font, width, lines)
            if _place(text, _end(layout)) == len(text) or end <= last:
                break
            end -= 1  # Several fonts on one line are slightly wider than measured.
    kept = tuple((_unit(text, start), _unit(text, min(stop, end))) for start, stop in marks if start < end)
    return LaidOutText(layout, kept, height)


def _lines(text: str, font: QFont, width: float, lines: int) -> tuple[QTextLayout, float]:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    height = 0.0
    for _ in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height() * LINE_SPACING
    layout.endLayout()
    return layout, height


def _end(layout: QTextLayout) -> int:
    if not layout.lineCount():
        return 0
    last = layout.lineAt(layout.lineCount() - 1)
    return last.textStart() + last.textLength()


def _fitting(text: str, font: QFont, width: float) -> int:
    """Return the number of characters of *text* that fit on a line with an ellipsis after them."""
    metrics = QFontMetricsF(font)
    room = width - metrics.horizontalAdvance(ELLIPSIS) - 1
    low, high = 0, min(len(text), 400)
    while low < high:
        middle = (low + high + 1) // 2
        if metrics.horizontalAdvance(text[:middle]) <= room:
            low = middle
        else:
            high = middle - 1
    return low


def _unit(text: str, place: int) -> int:
    """Return Qt's index of the character at *place*: Qt counts an emoji as two."""
    return place + sum(1 for character in text[:place] if character > LAST_SINGLE)


def _place(text: str, unit: int) -> int:
    """Return the character index of Qt's *unit*."""
    place = min(unit, len(text))
    while place and _unit(text, place) > unit:
        place -= 1
    return place


def _mark(start: int, end: int) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length = start, end - start
    made = QTextCharFormat()
    made.setBackground(theme().color("mark"))
    made.setForeground(theme().color("text"))
    found.format = made
    return found


def excerpt_near_match(
    text: str, marks: tuple[tuple[int, int], ...], lead: int, longest: int
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return *text* starting so close to its first match that this is on the first line, and the ranges in it."""
    first, begin, before = marks[0][0] if marks else 0, 0, ""
    if first > lead:
        begin, before = text.find(" ", first - lead, first) + 1 or first, "… "
    moved = len(before) - begin
    kept = tuple((start + moved, end + moved) for start, end in marks if begin <= start < begin + longest)
    return before + text[begin : begin + longest], kept
