"""Card layout: where the pieces of a row of a card list stand. Measures; draws nothing."""

from dataclasses import dataclass

from PySide6.QtCore import QRect

from vaultdesk.ui.parts.card_rows import MENU, CardRow, Cell, RowAction, one_line
from vaultdesk.ui.theme.theme import theme

EDGE, GAP, CHEVRON, ICON = 14, 12, 12, 14
"""Pixels of LOOK's drawings: from the card's sides, between columns, and the two pictures."""

ICON_GAP = 6
"""Pixels between a column's picture and its words."""

LEAST_TEXT = 120
"""Pixels the main text keeps before a column is left out."""

WIDE = 1000
"""Pixels of a row from which columns are as wide as they would like to be."""

TIME = 44
"""Pixels kept for a time, so that what follows lines up; a longer word pushes it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The places of one row; an empty rectangle is a piece that is not there."""

    chevron: QRect
    time: QRect
    icon: QRect
    text: QRect
    cells: tuple[tuple[Cell, QRect], ...]
    actions: tuple[tuple[RowAction, QRect], ...]


def laid(row: CardRow, rect: QRect) -> Laid:
    """Return where the pieces of *row* stand in *rect*."""
    step = theme().step
    left, chevron, time, icon = _left(row, rect)
    actions = _actions(row, rect)
    right = rect.right() - step(EDGE) - max(step(row.actions_width) if row.actions_width else 0, _width(actions))
    cells: list[tuple[Cell, QRect]] = []
    for cell in reversed(row.cells):
        wide = max(step(cell.wide if cell.wide and rect.width() >= step(WIDE) else cell.width), _needed(cell))
        if step(cell.least) > rect.width() or right - wide - left < step(LEAST_TEXT):
            continue
        cells.append((cell, QRect(right - wide + 1, rect.top(), wide, rect.height())))
        right -= wide + step(GAP)
    text = QRect(left, rect.top(), max(0, right - left + 1), rect.height())
    return Laid(chevron, time, icon, text, tuple(reversed(cells)), actions)


def _needed(cell: Cell) -> int:
    """Return how wide the longest of the words is that are known to stand in the column of *cell*."""
    metrics = theme().metrics(cell.font)
    words = max((metrics.horizontalAdvance(known) for known in cell.known), default=0)
    return words + (theme().step(ICON + ICON_GAP) if words and cell.icon else 0)


def _left(row: CardRow, rect: QRect) -> tuple[int, QRect, QRect, QRect]:
    """Return where the text begins, and the places of what stands before it."""
    step = theme().step
    left = rect.left() + step(EDGE) + (step(row.indent) if row.indent else 0)
    chevron = time = icon = QRect()
    if row.is_open is not None:
        side = step(CHEVRON)
        chevron = QRect(left, rect.center().y() - side // 2, side, side)
        left += side + step(10)
    if row.time:
        wide = max(step(TIME), theme().metrics("interface").horizontalAdvance(row.time))
        time = QRect(left, rect.top(), wide, rect.height())
        left += wide + step(GAP)
    if row.icon:
        side = step(ICON)
        icon = QRect(left, rect.center().y() - side // 2, side, side)
        left += side + step(8)
    return left, chevron, time, icon


def _actions(row: CardRow, rect: QRect) -> tuple[tuple[RowAction, QRect], ...]:
    step = theme().step
    right = rect.right() - step(EDGE)
    places: list[tuple[RowAction, QRect]] = []
    for action in (action for action in reversed(row.actions) if not action.in_menu):
        wide = step(16) if action == MENU else theme().metrics("strong").horizontalAdvance(one_line(action.words)) + 1
        high = step(26)
        if action.boxed:
            wide += 2 * step(10) + (step(ICON + 8) if action.icon else 0)
        places.append((action, QRect(right - wide + 1, rect.center().y() - high // 2, wide, high)))
        right -= wide + step(GAP)
    return tuple(reversed(places))


def _width(actions: tuple[tuple[RowAction, QRect], ...]) -> int:
    gap = theme().step(GAP)
    return sum(place.width() + gap for _, place in actions)
