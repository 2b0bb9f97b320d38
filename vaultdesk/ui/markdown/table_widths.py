"""Table widths: what each column gets where a table cannot have all it wants. Measures; writes no text.

Qt itself would break words and numbers in two before it takes anything from another column.
"""

import re
from collections.abc import Iterator

from PySide6.QtGui import QFontMetricsF, QTextLength, QTextTable, QTextTableFormat

from vaultdesk.ui.markdown.plan import Look, Row, Table
from vaultdesk.ui.markdown.style import Style

LONGEST_WORD = 200
"""Pixels of LOOK's drawings a word may claim; a longer one (an address, a line of Chinese) is broken as Qt does."""

CELL_GAP = 12
"""Pixels of LOOK's drawings between two columns."""

_SPACES = re.compile(r"[ \t\n\u2028]+")


def fit_table(table: QTextTable, piece: Table, style: Style, room: float) -> None:
    """Tell *table*, which shows *piece*, how wide its columns are where the text has *room* pixels."""
    shown = table.format()
    wanted = wanted_widths(shown, piece, style, room)
    if wanted != shown.columnWidthConstraints():
        shown.setColumnWidthConstraints(wanted)
        table.setFormat(shown)


def wanted_widths(made: QTextTableFormat, piece: Table, style: Style, room: float) -> list[QTextLength]:
    """Return what a table of the format *made* is to be told; nothing where it may have all it wants."""
    widths = column_widths(piece, style, room - made.leftMargin() - made.rightMargin())
    return [QTextLength(QTextLength.Type.FixedLength, width) for width in widths]


def column_widths(piece: Table, style: Style, room: float) -> list[int]:
    """Return the width of each column of *piece* in *room* pixels; nothing where all fits or a picture is in it.

    No column becomes narrower than its longest word, so that their sum may be more than *room*.
    """
    if any(run.image or run.math for row in piece.rows for cell in row for run in cell):
        return []
    gap = style.step(CELL_GAP)
    columns = range(max(1, len(piece.aligns)))
    gaps = [gap if column < len(columns) - 1 else 0 for column in columns]
    full = _widest(piece, style, whole=True)
    if sum(full) + sum(gaps) <= room:
        return []
    most = style.step(LONGEST_WORD)
    least = [min(word, most) for word in _widest(piece, style, whole=False)]
    given = _shared(room - sum(gaps) - sum(least), [line - word for line, word in zip(full, least, strict=True)])
    return [int(least[n] + given[n] + gaps[n]) for n in columns]


def _shared(spare: float, asked: list[float]) -> list[float]:
    """Share *spare* pixels: those who ask for little get it all, so that few columns wrap; the others get alike."""
    given = [0.0] * len(asked)
    waiting = sorted(range(len(asked)), key=lambda one: asked[one])
    for done, one in enumerate(waiting):
        given[one] = max(0.0, min(asked[one], spare / (len(waiting) - done)))
        spare -= given[one]
    return given


def _widest(piece: Table, style: Style, *, whole: bool) -> list[float]:
    """Return the longest line of each column, or its longest word, in pixels."""
    metrics: dict[tuple[str, Look], QFontMetricsF] = {}

    def width(text: str, kind: str, look: Look) -> float:
        found = metrics.get((kind, look))
        if found is None:
            found = metrics[kind, look] = QFontMetricsF(style.text(kind, look).font())
        return found.horizontalAdvance(text)

    widest = [0.0] * max(1, len(piece.aligns))
    for number, row in enumerate(piece.rows):
        kind = "head" if piece.headed and number == 0 else "paragraph"
        for column, parts in enumerate(_cells(row, whole=whole)):
            if column < len(widest):
                sums = [sum(width(text, kind, look) for text, look in part) for part in parts]
                widest[column] = max([widest[column], *sums])
    # The last bit of a letter may reach over the pixel it is said to end on.
    return [pixels + 1 for pixels in widest]


def _cells(row: Row, *, whole: bool) -> Iterator[list[list[tuple[str, Look]]]]:
    """Yield the words of each cell, or its lines: each as the texts it is put together of."""
    for cell in row:
        parts: list[list[tuple[str, Look]]] = [[]]
        for run in cell:
            for place, text in enumerate(re.split("[\n\u2028]", run.text) if whole else _SPACES.split(run.text)):
                if place:
                    parts.append([])
                parts[-1].append((text, run.look))
        yield parts
