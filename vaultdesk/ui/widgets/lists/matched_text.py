"""Matches in titles and texts: fuzzy matching of typed letters, and lines with highlighted matches for delegates."""

import re
from collections.abc import Callable, Iterable, Sequence
from heapq import nlargest
from typing import TypeVar

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from vaultdesk.ui.theme.painting import is_mirrored, set_upright
from vaultdesk.ui.theme.theme import theme

T = TypeVar("T")

SPREAD = 2
"""Maximum length of the part of a title that contains the typed letters scattered, as a multiple of their number."""

AT_WORD, INSIDE, SCATTERED = 3.0, 2.0, 1.0
"""Scores of a typed word that begins a word of the title, is inside one, or occurs letter by letter."""


def best_matches(typed: str, items: Iterable[T], title: Callable[[T], str], limit: int) -> list[T]:
    """Return those of *items* whose *title* contains every typed word, best first; equal scores keep their order."""
    words = typed.casefold().split()
    scored = ((score, -index, item) for index, item in enumerate(items) if (score := _score(words, title(item))) > 0)
    return [item for _, _, item in nlargest(limit, scored, key=lambda match: match[:2])]


def _score(words: list[str], title: str) -> float:
    """Return the score of *words* in *title*; 0 if they do not match."""
    folded = title.casefold()
    total = 0.0
    for word in words:
        word_score = _word_score(word, folded)
        if not word_score:
            return 0.0
        total += word_score
    return total / len(words) + 1 / (2 + len(folded)) if words else 1.0


def _word_score(word: str, title: str) -> float:
    position = title.find(word)
    if position < 0:
        return SCATTERED if _scattered(word, title) else 0.0
    begins = position == 0 or re.search(rf"\b{re.escape(word)}", title) is not None
    return AT_WORD if begins else INSIDE


def _scattered(word: str, title: str) -> bool:
    """Return whether the letters of *word* occur in *title* in order and close to each other."""
    start = title.find(word[0])
    while start >= 0:
        end = start
        for character in word[1:]:
            end = title.find(character, end + 1)
            if end < 0:
                return False
        if end - start < SPREAD * len(word):
            return True
        start = title.find(word[0], start + 1)
    return False


LINE_SPACING = 1.15
"""Line height as a multiple of the font height (vaultdesk/ui/theme/README.md, "Type")."""

ELLIPSIS = "…"

LAST_BMP_CHARACTER = "\uffff"
"""The last character that is one UTF-16 code unit."""

Marks = Sequence[tuple[int, int]]
"""Ranges of matches (start, end), in order, not overlapping."""


class LaidOutText(Struct, frozen=True):
    """Text in lines, ready to be drawn."""

    layout: QTextLayout
    marks: tuple[tuple[int, int], ...]
    """Ranges in UTF-16 code units."""
    height: float

    def draw(self, painter: QPainter, origin: QPointF, role: str) -> None:
        """Draw the lines at *origin* in the color of *role*, with highlighted matches."""
        painter.save()
        painter.setPen(theme().color(role))
        # Stacked combining marks are clipped: Qt would draw them over the rows above and below.
        width = self.layout.lineAt(0).width() if self.layout.lineCount() else 0.0
        clip_rect = QRectF(origin.x(), origin.y() + self.layout.boundingRect().top(), width, self.height)
        painter.setClipRect(clip_rect, Qt.ClipOperation.IntersectClip)
        first = self.layout.lineAt(0)
        if is_mirrored(painter) and first.isValid():
            set_upright(painter, QRectF(origin.x(), origin.y(), first.width(), self.height))
            for number in range(self.layout.lineCount()):
                line = self.layout.lineAt(number)
                line.setPosition(QPointF(line.width() - line.naturalTextWidth(), line.y()))
        self.layout.draw(painter, origin, [_mark_range(start, end) for start, end in self.marks])
        painter.restore()


def lay_out_text(text: str, marks: Marks, font: QFont, width: float, lines: int) -> LaidOutText:
    """Break *text* into at most *lines* lines of this *width*; text that does not fit ends in an ellipsis."""
    layout, height = _lines(text, font, width, lines)
    end = _character_index(text, _end(layout))
    if end < len(text.rstrip()):
        # The last line is elided; the lines above it keep their breaks.
        last_start = _character_index(text, layout.lineAt(layout.lineCount() - 1).textStart())
        end = last_start + _fitting_length(text[last_start:], font, width)
        while True:
            text = text[:end].rstrip() + ELLIPSIS
            layout, height = _lines(text, font, width, lines)
            if _character_index(text, _end(layout)) == len(text) or end <= last_start:
                break
            end -= 1  # A line with several fonts is slightly wider than measured.
    shown_marks = tuple(
        (_utf16_index(text, start), _utf16_index(text, min(stop, end))) for start, stop in marks if start < end
    )
    return LaidOutText(layout, shown_marks, height)


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


def _fitting_length(text: str, font: QFont, width: float) -> int:
    """Return the number of characters of *text* that fit on a line with an ellipsis after them."""
    metrics = QFontMetricsF(font)
    available_width = width - metrics.horizontalAdvance(ELLIPSIS) - 1
    shortest, longest = 0, min(len(text), 400)
    while shortest < longest:
        middle = (shortest + longest + 1) // 2
        if metrics.horizontalAdvance(text[:middle]) <= available_width:
            shortest = middle
        else:
            longest = middle - 1
    return shortest


def _utf16_index(text: str, index: int) -> int:
    """Return the UTF-16 index of the character at *index*."""
    return index + sum(1 for character in text[:index] if character > LAST_BMP_CHARACTER)


def _character_index(text: str, unit: int) -> int:
    """Return the index of the character at the UTF-16 index *unit*."""
    index = min(unit, len(text))
    while index and _utf16_index(text, index) > unit:
        index -= 1
    return index


def _mark_range(start: int, end: int) -> QTextLayout.FormatRange:
    format_range = QTextLayout.FormatRange()
    format_range.start, format_range.length = start, end - start
    char_format = QTextCharFormat()
    char_format.setBackground(theme().color("mark"))
    char_format.setForeground(theme().color("text"))
    format_range.format = char_format
    return format_range


def excerpt_near_match(
    text: str, marks: tuple[tuple[int, int], ...], lead: int, max_length: int
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return an excerpt of *text* with the first match near its start, and the ranges of the matches in it.

    The excerpt has at most *max_length* characters, and at most *lead* of them are before the first match.
    """
    first, begin, ellipsis = marks[0][0] if marks else 0, 0, ""
    if first > lead:
        begin, ellipsis = text.find(" ", first - lead, first) + 1 or first, "… "
    offset = len(ellipsis) - begin
    shown_marks = tuple((start + offset, end + offset) for start, end in marks if begin <= start < begin + max_length)
    return ellipsis + text[begin : begin + max_length], shown_marks
