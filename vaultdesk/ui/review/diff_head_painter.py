"""Painting the heads of notes and hunks and the folds of a diff, and their accessible text."""

from dataclasses import dataclass
from typing import assert_never

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QWidget

from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.diff_items import (
    DiffFold,
    DiffItem,
    DiffLines,
    DiffMoveHead,
    DiffNoteHead,
    EditSlot,
    HunkHead,
    HunkStates,
)
from vaultdesk.ui.review.diff_line_painter import pencil_rect, tick_rect
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import chevron, focus_ring
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.vault.change_set import Hunk

_tr = translator("DiffHeadPainter")

CENTRE = int(Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)

MAX_HEAD_TITLE = 200
"""Maximum number of characters of a heading or path in a head, which is elided well before that."""


@dataclass(frozen=True, slots=True)
class HeadStyle:
    """Style of the heads of one diff."""

    edge: int
    ticks: bool
    editable: bool


class HeadPainter:
    """Draws heads with *painter* for *view*, whose style draws the ticks."""

    def __init__(self, painter: QPainter, view: QWidget, look: HeadStyle, states: HunkStates) -> None:
        self._painter = painter
        self._view = view
        self._style = look
        self._states = states

    def draw(self, item: DiffItem, area: QRect, *, current: bool) -> None:
        """Draw the head or fold *item* into *area*; *current* if it has the keyboard focus."""
        match item:
            case DiffNoteHead():
                self._draw_note(item, area)
            case DiffMoveHead():
                self._draw_move(item, area)
            case HunkHead():
                self._draw_hunk(item, area)
            case DiffFold():
                self._draw_fold(item, area)
            case DiffLines() | EditSlot():
                return
            case _:
                assert_never(item)
        if current:
            focus_ring(theme(), self._painter, QRectF(area).adjusted(1, 1, -1, -1), theme().px(4))

    def _draw_note(self, item: DiffNoteHead, area: QRect) -> None:
        note = item.note
        self._rule(area.top())
        said = note_head_text(item)
        left = area.adjusted(self._style.edge, 0, -self._style.edge, 0)
        taken = self._states.note_taken(note.key)
        left = self._draw_right_text(left, said)
        folder, slash, name = note.path.rpartition("/")
        x = self._draw_text(
            left, f"{sanitize_line(folder, MAX_HEAD_TITLE)}{slash}" if slash else "", "interface", "muted"
        )
        self._draw_text(
            left.adjusted(x, 0, 0, 0), sanitize_line(name, MAX_HEAD_TITLE), "strong", "text" if taken else "muted"
        )

    def _draw_move(self, item: DiffMoveHead, area: QRect) -> None:
        note = item.note
        taken = self._states.note_taken(note.key)
        left = self._ground_and_tick(area, taken, has_tick=self._style.ticks)
        x = self._draw_text(left, move_verb(item), "strong", "text" if taken else "muted") + theme().px(8)
        words = f"{sanitize_line(_shown_name(note.path, note.new_path), MAX_HEAD_TITLE)} → "
        words += sanitize_line(_shown_name(note.new_path, note.path), MAX_HEAD_TITLE)
        self._draw_text(left.adjusted(x, 0, 0, 0), words, "interface", "muted")

    def _draw_hunk(self, item: HunkHead, area: QRect) -> None:
        look, key = theme(), item.note.key
        taken = self._states.hunk_taken(key, item.hunk.id)
        left = self._ground_and_tick(area, taken, has_tick=self._states.has_tick(key, item.hunk.id))
        if self._style.editable and taken and item.note.kind != "delete":
            place = pencil_rect(area, self._style.edge)
            picture = pixmap("pencil", "muted", place.width(), self._view.devicePixelRatioF())
            self._painter.drawPixmap(place.topLeft(), picture)
            left.setRight(place.left() - look.px(10))
        left = self._draw_right_text(left, hunk_lines_text(item.hunk))
        title = sanitize_line(translate(item.hunk.title), MAX_HEAD_TITLE) or _tr("Text")
        x = self._draw_text(left, title, "strong", "text" if taken else "muted") + look.px(8)
        self._draw_text(left.adjusted(x, 0, 0, 0), hunk_state_text(item, taken=taken), "small", "muted")

    def _draw_fold(self, item: DiffFold, area: QRect) -> None:
        look, px = theme(), theme().px
        side = px(12)
        left = area.left() + self._style.edge
        arrow = QRectF(left + px(2), area.top() + (area.height() - side) / 2, side, side)
        role = "accent" if item.changed else "muted"
        chevron(self._painter, arrow, look.color(role), "right")
        font = "small_strong" if item.changed else "small"
        self._draw_text(area.adjusted(left + side + px(10), 0, 0, 0), fold_text(item), font, role)

    def _ground_and_tick(self, area: QRect, taken: bool, *, has_tick: bool) -> QRect:
        """Draw the background of a head, and its tick; return the rectangle for its text."""
        look = theme()
        self._painter.fillRect(area, look.color("background"))
        self._rule(area.top())
        if not has_tick:
            return area.adjusted(self._style.edge, 0, -self._style.edge, 0)
        place = tick_rect(area, self._style.edge)
        button = QStyleOptionButton()
        button.rect = place
        mark = QStyle.StateFlag.State_On if taken else QStyle.StateFlag.State_Off
        button.state = QStyle.StateFlag.State_Enabled | mark
        box = QStyle.PrimitiveElement.PE_IndicatorCheckBox
        self._view.style().drawPrimitive(box, button, self._painter, self._view)
        return area.adjusted(place.right() + 1 + look.px(8), 0, -self._style.edge, 0)

    def _rule(self, y: int) -> None:
        if y <= 0:
            return  # The container of the diff has its own rule above it.
        self._painter.setPen(QPen(theme().color("border"), 1))
        self._painter.drawLine(0, y, self._view.width(), y)

    def _draw_right_text(self, area: QRect, words: str) -> QRect:
        """Draw *words* at the right of *area*; return the remaining rectangle."""
        if not words:
            return area
        self._painter.setFont(theme().font("small"))
        self._painter.setPen(theme().color("muted"))
        metrics = self._painter.fontMetrics()
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, area.width() * 2 // 3)
        self._painter.drawText(area, RIGHT, words)
        return area.adjusted(0, 0, -metrics.horizontalAdvance(words) - theme().px(12), 0)

    def _draw_text(self, area: QRect, words: str, font: str, role: str) -> int:
        """Draw *words* elided to *area*; return their width."""
        look = theme()
        self._painter.setFont(look.font(font))  # type: ignore[arg-type] # the callers name fonts of the theme
        self._painter.setPen(look.color(role))
        metrics = self._painter.fontMetrics()
        words = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, max(0, area.width()))
        self._painter.drawText(area, CENTRE, words)
        return metrics.horizontalAdvance(words)


def note_head_text(item: DiffNoteHead) -> str:
    """Return the text beside the path of a note."""
    words = sanitize_text(item.note.words)
    match item.note.kind:
        case "create":
            return _tr("new note, {0}").format(words) if words else _tr("new note")
        case "delete":
            return _tr("will be deleted, {0}").format(words) if words else _tr("will be deleted")
        case _:
            return words


def move_verb(item: DiffMoveHead) -> str:
    """Return the verb for the change of the name."""
    same = item.note.path.rpartition("/")[2] == item.note.new_path.rpartition("/")[2]
    return _tr("Move") if same else _tr("Rename")


def hunk_lines_text(hunk: Hunk) -> str:
    """Return the lines of a hunk, in the old text if it removes some."""
    first, count = (hunk.old_start, len(hunk.old_lines)) if hunk.old_lines else (hunk.new_start, len(hunk.new_lines))
    if count <= 1:
        return _tr("line {0}").format(format_number(first))
    return _tr("lines {0}–{1}").format(format_number(first), format_number(first + count - 1))


def hunk_state_text(item: HunkHead, *, taken: bool) -> str:
    """Return the text for the user's choice about a hunk."""
    if not taken:
        return _tr("left out")
    return _tr("edited by you") if item.edited else ""


def fold_text(item: DiffFold) -> str:
    """Return the text for what a fold hides."""
    count = format_number(item.count)
    if item.blank:
        return _tr("{0} blank lines").format(count)
    if not item.changed:
        return _tr("1 unchanged line") if item.count == 1 else _tr("{0} unchanged lines").format(count)
    if item.removed:
        return _tr("{0} more lines, {1} of them removed").format(count, format_number(item.removed))
    return _tr("{0} more lines").format(count)


def spoken_item_text(item: DiffItem, states: HunkStates) -> str:
    """Return the accessible text of *item*."""
    match item:
        case DiffNoteHead(note):
            return ", ".join(part for part in (sanitize_text(note.path), note_head_text(item)) if part)
        case DiffMoveHead(note):
            ticked = _tr("ticked") if states.note_taken(note.key) else _tr("left out")
            return f"{move_verb(item)}, {sanitize_text(note.path)} → {sanitize_text(note.new_path)}, {ticked}"
        case HunkHead(note, hunk):
            taken = states.hunk_taken(note.key, hunk.id)
            ticked = (_tr("ticked") if taken else "") if states.has_tick(note.key, hunk.id) else ""
            words = (
                sanitize_text(translate(hunk.title)) or _tr("Text"),
                hunk_lines_text(hunk),
                ticked,
                hunk_state_text(item, taken=taken),
            )
            return ", ".join(word for word in words if word)
        case DiffFold():
            return fold_text(item)
        case DiffLines() | EditSlot():
            return ""
        case _:
            assert_never(item)


def _shown_name(path: str, other: str) -> str:
    """Return the name of *path*, with its folder if that differs from the one of *other*."""
    folder, _, name = path.rpartition("/")
    return name if folder == other.rpartition("/")[0] else path
