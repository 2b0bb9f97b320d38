"""Find marks: the places of words in the texts of one exchange, with a ground behind them."""

from collections.abc import Sequence

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit

from vaultdesk.ui.theme.theme import theme

MOST_MARKS = 2_000
"""Places marked in one text: a letter stands in a long answer everywhere."""


def cursors_of(edit: QTextEdit, words: str) -> list[QTextCursor]:
    """Return a cursor that selects each place of *words* in *edit*."""
    found: list[QTextCursor] = []
    cursor = QTextCursor(edit.document())
    while words and len(found) < MOST_MARKS:
        cursor = edit.document().find(words, cursor)
        if cursor.isNull():
            break
        found.append(QTextCursor(cursor))
    return found


def mark(edits: Sequence[QTextEdit], words: str, current: int = -1) -> tuple[QTextEdit, QTextCursor] | None:
    """Mark *words* in *edits*, the place with the number *current* stronger, and return that one."""
    chosen: tuple[QTextEdit, QTextCursor] | None = None
    places = [(edit, cursor) for edit in edits for cursor in cursors_of(edit, words)]
    if places and current >= 0:
        # What is drawn may show a place less than its source has.
        chosen = places[min(current, len(places) - 1)]
    for edit in edits:
        edit.setExtraSelections([_ground(one, one is (chosen or (None, None))[1]) for at, one in places if at is edit])
    return chosen


def _ground(cursor: QTextCursor, chosen: bool) -> QTextEdit.ExtraSelection:
    ground = QTextEdit.ExtraSelection()
    look = theme()
    ground.cursor = cursor
    ground.format.setBackground(look.color("accent" if chosen else "mark"))
    ground.format.setForeground(look.color("on_accent" if chosen else "text"))
    return ground
