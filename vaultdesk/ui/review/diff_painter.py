"""Painting of a diff: numbered lines with columns and colors, headers, folds, and their accessible text."""

from bisect import bisect_right
from typing import Literal, assert_never

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QWidget

from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.diff_items import (
    MAX_SHOWN_LINE,
    DiffFold,
    DiffItem,
    DiffLines,
    DiffMoveHeader,
    DiffNoteHeader,
    EditSlot,
    EscapedLine,
    HunkHeader,
    HunkStates,
    OpenedFolds,
    escaped_diff_line,
    is_plain_line,
    wrapped_line,
)
from vaultdesk.ui.review.diff_layout import DiffMeasures, PlacedItem
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, chevron, focus_ring
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.vault.change_set import DiffRow, Hunk, InlineMark

DiffRowKind = Literal["same", "removed", "added"]

LINE_COLOR_ROLES: dict[DiffRowKind, tuple[str, str]] = {
    "added": ("success", "success_tint"),
    "removed": ("danger", "danger_tint"),
    "same": ("muted", "raised"),
}
"""Color of the sign and of the background for each kind of line."""

LINE_SIGNS: dict[DiffRowKind, str] = {"added": "+", "removed": "\u2212", "same": ""}
"""Signs that distinguish the kinds without color."""

MARK_COLOR_SHARE = 0.3
"""Share of the sign's color in the background of changed words: noticeable, with sufficient text contrast."""


def sign_color(kind: DiffRowKind) -> QColor:
    """Return the color of a line's sign."""
    return theme().color(LINE_COLOR_ROLES[kind][0])


def row_background(kind: DiffRowKind) -> QColor | None:
    """Return the background of a line; None if it has none, as in high contrast."""
    if kind == "same" or theme().tokens.high_contrast:
        return None
    return theme().color(LINE_COLOR_ROLES[kind][1])


def mark_background(kind: DiffRowKind) -> QColor:
    """Return the background of changed words within a line."""
    strong, tint = (theme().color(role) for role in LINE_COLOR_ROLES[kind])
    if theme().tokens.high_contrast:
        return theme().color("selection")
    return blended_color(tint, strong, MARK_COLOR_SHARE)


def blended_color(background: QColor, over: QColor, share: float) -> QColor:
    """Return *background* blended with *share* of *over*."""
    return QColor.fromRgbF(
        background.redF() + (over.redF() - background.redF()) * share,
        background.greenF() + (over.greenF() - background.greenF()) * share,
        background.blueF() + (over.blueF() - background.blueF()) * share,
    )


LINE_HEIGHT, HUNK_HEADER_HEIGHT, NOTE_HEADER_HEIGHT, FOLD_HEIGHT, DIFF_PADDING = 18.5, 30, 36, 24, 6
"""Height of each item in design pixels."""

HUNK_TICK_SIZE, PENCIL_SIZE = 16, 14
"""Sides in pixels of a tick and of the edit icon."""


class DiffColumns(Struct, frozen=True):
    """Positions of the numbers, the sign and the text of a line, in pixels from the left."""

    edge: int
    old_right: int
    """Right edge of the old line's number; the same as the new one's if there is only one column of numbers."""
    new_right: int
    sign: int
    text: int
    character: float
    """Width of one character of the fixed-width font."""

    def line_capacity(self, width: int) -> int:
        """Return the number of characters per line in a view of *width*."""
        return max(8, int((width - self.text - self.edge) / self.character))


def columns_for(last_line: int, edge: int, *, both: bool) -> DiffColumns:
    """Return the columns of a diff up to line number *last_line*; *both* shows old and new numbers."""
    px = theme().px
    metrics = QFontMetrics(theme().font("fixed"))
    number_width = metrics.horizontalAdvance("9") * max(2, len(str(last_line)))
    old = edge + number_width
    new = old + number_width + px(10) if both else old
    # Measured over many characters: the advance of a single one is rounded.
    character = metrics.horizontalAdvance("m" * 100) / 100
    return DiffColumns(edge, old, new, new + px(8), new + px(8) + round(character) + px(6), character)


def measures_for(columns: int, editor: int) -> DiffMeasures:
    """Return the heights of a diff's items at the current font size."""
    px = theme().px
    line = max(px(LINE_HEIGHT), QFontMetrics(theme().font("fixed")).height())
    return DiffMeasures(
        columns, line, px(HUNK_HEADER_HEIGHT), px(NOTE_HEADER_HEIGHT), px(FOLD_HEIGHT), px(DIFF_PADDING), editor
    )


def tick_rect(header: QRect, edge: int) -> QRect:
    """Return the rectangle of a header's tick."""
    size = theme().px(HUNK_TICK_SIZE)
    return QRect(header.left() + edge, header.top() + (header.height() - size) // 2, size, size)


def pencil_rect(header: QRect, edge: int) -> QRect:
    """Return the rectangle of a header's edit icon."""
    size = theme().px(PENCIL_SIZE)
    return QRect(header.right() - edge - size + 1, header.top() + (header.height() - size) // 2, size, size)


LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

LEFT_TO_RIGHT = int(Qt.TextFlag.TextForceLeftToRight.value)
"""Flag that draws lines left to right, regardless of the script they begin with."""


class LinePainter:
    """Draws the visible lines of a diff with *painter*."""

    def __init__(self, painter: QPainter, columns: DiffColumns, width: int, line: int) -> None:
        self._painter = painter
        self._columns = columns
        self._width = width
        self._line = line
        self._line_capacity = columns.line_capacity(width)
        painter.setFont(theme().font("fixed"))

    def draw(self, placed: PlacedItem, top: int, clip: QRect, opened: OpenedFolds, *, selected: bool) -> None:
        """Draw the part of *placed*, with its top at *top*, that is within *clip*."""
        lines = placed.item
        assert isinstance(lines, DiffLines)
        if not lines.rows:
            return
        first = placed.line_at(max(0, (clip.top() - top) // self._line))
        for index in range(first, len(lines.rows)):
            row_top = top + placed.top_of(index) * self._line
            if row_top > clip.bottom():
                break
            row = lines.rows[index]
            is_long = len(row.text) > MAX_SHOWN_LINE
            max_length = opened.get(lines.key(index), MAX_SHOWN_LINE) if is_long else MAX_SHOWN_LINE
            self._draw_row(row, row_top, clip, max_length, selected=selected)

    def _draw_row(self, row: DiffRow, top: int, clip: QRect, max_length: int, *, selected: bool) -> None:
        line = escaped_diff_line(row.text, row.marks, max_length)
        is_short = len(line.text) <= self._line_capacity and is_plain_line(line.text)
        parts = ((0, len(line.text)),) if is_short else wrapped_line(line.text, self._line_capacity)
        line_count = len(parts) + bool(line.hidden_count)
        background = row_background(row.kind) if selected else None
        if background is not None:
            self._painter.fillRect(0, top, self._width, line_count * self._line, background)
        self._draw_numbers(row, top, selected=selected)
        skipped = max(0, (clip.top() - top) // self._line)
        for index in range(skipped, len(parts)):
            part_top = top + index * self._line
            if part_top > clip.bottom():
                return
            self._draw_part(row, line, parts[index], part_top, selected=selected)
        if line.hidden_count:
            self._draw_hidden_count(line.hidden_count, top + len(parts) * self._line)

    def _draw_numbers(self, row: DiffRow, top: int, *, selected: bool) -> None:
        columns, painter = self._columns, self._painter
        painter.setPen(theme().color("muted"))
        if columns.old_right == columns.new_right:
            self._draw_number(row.old_line if row.kind != "added" else row.new_line, columns.new_right, top)
        else:
            self._draw_number(row.old_line, columns.old_right, top)
            self._draw_number(row.new_line, columns.new_right, top)
        if row.kind != "same":
            painter.setPen(sign_color(row.kind) if selected else theme().color("muted"))
            painter.drawText(QRect(columns.sign, top, columns.text, self._line), LEFT, LINE_SIGNS[row.kind])

    def _draw_number(self, number: int | None, right: int, top: int) -> None:
        if number is not None:
            self._painter.drawText(QRect(0, top, right, self._line), RIGHT, str(number))

    def _draw_part(self, row: DiffRow, line: EscapedLine, part: InlineMark, top: int, *, selected: bool) -> None:
        painter, left = self._painter, self._columns.text
        text = line.text[part[0] : part[1]]
        available_width = self._width - left
        text_width = self._advance(text)
        painter.save()
        painter.translate(left, top)
        if text_width > available_width:
            # Text in a fallback font is wider than calculated: it is scaled down rather than cut off.
            painter.scale(available_width / text_width, 1.0)
        if selected:
            self._draw_marks(row, line, part)
        painter.setPen(theme().color("text" if selected else "muted"))
        painter.drawText(QRectF(0, 0, max(text_width, available_width) + 4, self._line), LEFT | LEFT_TO_RIGHT, text)
        painter.restore()

    def _draw_marks(self, row: DiffRow, line: EscapedLine, part: InlineMark) -> None:
        start, end = part
        for first, last in line.marks:
            first, last = max(first, start), min(last, end)
            if first >= last:
                continue
            left, right = (self._advance(line.text[start:position]) for position in (first, last))
            area = QRectF(left, 1, right - left, self._line - 2)
            edge: QColor | None = sign_color(row.kind) if theme().tokens.high_contrast else None
            box(self._painter, area, 2, mark_background(row.kind), edge)

    def _draw_hidden_count(self, hidden_count: int, top: int) -> None:
        template = QCoreApplication.translate("LinePainter", "… {0} more characters in this line: show")
        self._painter.setPen(theme().color("accent"))
        area = QRect(self._columns.text, top, self._width - self._columns.text, self._line)
        self._painter.drawText(area, LEFT, template.format(format_number(hidden_count)))

    def _advance(self, text: str) -> float:
        if text.isascii():
            return len(text) * self._columns.character
        return float(self._painter.fontMetrics().horizontalAdvance(text))


def row_at(placed: PlacedItem, display_line: int) -> tuple[int, bool]:
    """Return the line of *placed* for the displayed line *display_line*, and whether it is the last of that line."""
    index = placed.line_at(display_line)
    return index, bool(placed.ends) and bisect_right(
        placed.ends, display_line
    ) == index and display_line == placed.ends[index] - 1


_tr = translator("DiffHeadPainter")

CENTER = int(Qt.AlignmentFlag.AlignVCenter)
CENTER_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)

MAX_HEADER_TITLE = 200
"""Maximum number of characters of a heading or path in a header, which is elided well before that."""


class HeaderStyle(Struct, frozen=True):
    """Style of the headers of one diff."""

    edge: int
    ticks: bool
    editable: bool


class HeaderPainter:
    """Draws headers with *painter* for *view*, whose style draws the ticks."""

    def __init__(self, painter: QPainter, view: QWidget, style: HeaderStyle, states: HunkStates) -> None:
        self._painter = painter
        self._view = view
        self._style = style
        self._states = states

    def draw(self, item: DiffItem, area: QRect, *, current: bool) -> None:
        """Draw the header or fold *item* into *area*; *current* if it has the keyboard focus."""
        match item:
            case DiffNoteHeader():
                self._draw_note(item, area)
            case DiffMoveHeader():
                self._draw_move(item, area)
            case HunkHeader():
                self._draw_hunk(item, area)
            case DiffFold():
                self._draw_fold(item, area)
            case DiffLines() | EditSlot():
                return
            case _:
                assert_never(item)
        if current:
            focus_ring(theme(), self._painter, QRectF(area).adjusted(1, 1, -1, -1), theme().px(4))

    def _draw_note(self, item: DiffNoteHeader, area: QRect) -> None:
        note = item.note
        self._draw_rule(area.top())
        remark = note_header_text(item)
        text_rect = area.adjusted(self._style.edge, 0, -self._style.edge, 0)
        selected = self._states.is_note_selected(note.key)
        text_rect = self._draw_right_text(text_rect, remark)
        folder, slash, name = note.path.rpartition("/")
        x = self._draw_text(
            text_rect, f"{sanitize_line(folder, MAX_HEADER_TITLE)}{slash}" if slash else "", "interface", "muted"
        )
        self._draw_text(
            text_rect.adjusted(x, 0, 0, 0),
            sanitize_line(name, MAX_HEADER_TITLE),
            "strong",
            "text" if selected else "muted",
        )

    def _draw_move(self, item: DiffMoveHeader, area: QRect) -> None:
        note = item.note
        selected = self._states.is_note_selected(note.key)
        text_rect = self._draw_background_and_tick(area, selected, has_tick=self._style.ticks)
        x = self._draw_text(text_rect, move_verb(item), "strong", "text" if selected else "muted") + theme().px(8)
        text = f"{sanitize_line(_shown_name(note.path, note.new_path), MAX_HEADER_TITLE)} → "
        text += sanitize_line(_shown_name(note.new_path, note.path), MAX_HEADER_TITLE)
        self._draw_text(text_rect.adjusted(x, 0, 0, 0), text, "interface", "muted")

    def _draw_hunk(self, item: HunkHeader, area: QRect) -> None:
        values, key = theme(), item.note.key
        selected = self._states.is_hunk_selected(key, item.hunk.id)
        text_rect = self._draw_background_and_tick(area, selected, has_tick=self._states.has_tick(key, item.hunk.id))
        if self._style.editable and selected and item.note.kind != "delete":
            icon_rect = pencil_rect(area, self._style.edge)
            picture = pixmap("pencil", "muted", icon_rect.width(), self._view.devicePixelRatioF())
            self._painter.drawPixmap(icon_rect.topLeft(), picture)
            text_rect.setRight(icon_rect.left() - values.px(10))
        text_rect = self._draw_right_text(text_rect, hunk_lines_text(item.hunk))
        title = sanitize_line(translate(item.hunk.title), MAX_HEADER_TITLE) or _tr("Text")
        x = self._draw_text(text_rect, title, "strong", "text" if selected else "muted") + values.px(8)
        self._draw_text(text_rect.adjusted(x, 0, 0, 0), hunk_state_text(item, selected=selected), "small", "muted")

    def _draw_fold(self, item: DiffFold, area: QRect) -> None:
        values, px = theme(), theme().px
        size = px(12)
        left = area.left() + self._style.edge
        arrow = QRectF(left + px(2), area.top() + (area.height() - size) / 2, size, size)
        role = "accent" if item.changed else "muted"
        chevron(self._painter, arrow, values.color(role), "right")
        font = "small_strong" if item.changed else "small"
        self._draw_text(area.adjusted(left + size + px(10), 0, 0, 0), fold_text(item), font, role)

    def _draw_background_and_tick(self, area: QRect, selected: bool, *, has_tick: bool) -> QRect:
        """Draw the background of a header, and its tick; return the rectangle for its text."""
        values = theme()
        self._painter.fillRect(area, values.color("background"))
        self._draw_rule(area.top())
        if not has_tick:
            return area.adjusted(self._style.edge, 0, -self._style.edge, 0)
        check_rect = tick_rect(area, self._style.edge)
        button = QStyleOptionButton()
        button.rect = check_rect
        mark = QStyle.StateFlag.State_On if selected else QStyle.StateFlag.State_Off
        button.state = QStyle.StateFlag.State_Enabled | mark
        primitive = QStyle.PrimitiveElement.PE_IndicatorCheckBox
        self._view.style().drawPrimitive(primitive, button, self._painter, self._view)
        return area.adjusted(check_rect.right() + 1 + values.px(8), 0, -self._style.edge, 0)

    def _draw_rule(self, y: int) -> None:
        if y <= 0:
            return  # The container of the diff draws a separator above it.
        self._painter.setPen(QPen(theme().color("border"), 1))
        self._painter.drawLine(0, y, self._view.width(), y)

    def _draw_right_text(self, area: QRect, text: str) -> QRect:
        """Draw *text* at the right of *area*; return the remaining rectangle."""
        if not text:
            return area
        self._painter.setFont(theme().font("small"))
        self._painter.setPen(theme().color("muted"))
        metrics = self._painter.fontMetrics()
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width() * 2 // 3)
        self._painter.drawText(area, CENTER_RIGHT, text)
        return area.adjusted(0, 0, -metrics.horizontalAdvance(text) - theme().px(12), 0)

    def _draw_text(self, area: QRect, text: str, font: str, role: str) -> int:
        """Draw *text* elided to *area*; return their width."""
        values = theme()
        self._painter.setFont(values.font(font))  # type: ignore[arg-type] # the callers name fonts of the theme
        self._painter.setPen(values.color(role))
        metrics = self._painter.fontMetrics()
        text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, max(0, area.width()))
        self._painter.drawText(area, CENTER, text)
        return metrics.horizontalAdvance(text)


def note_header_text(item: DiffNoteHeader) -> str:
    """Return the text beside the path of a note."""
    remark = sanitize_text(item.note.remark)
    match item.note.kind:
        case "create":
            return _tr("new note, {0}").format(remark) if remark else _tr("new note")
        case "delete":
            return _tr("will be deleted, {0}").format(remark) if remark else _tr("will be deleted")
        case _:
            return remark


def move_verb(item: DiffMoveHeader) -> str:
    """Return the verb for the change of the name."""
    same = item.note.path.rpartition("/")[2] == item.note.new_path.rpartition("/")[2]
    return _tr("Move") if same else _tr("Rename")


def hunk_lines_text(hunk: Hunk) -> str:
    """Return the line numbers of a hunk as text: those of the old text if it removes lines, else of the new one."""
    first, count = (hunk.old_start, len(hunk.old_lines)) if hunk.old_lines else (hunk.new_start, len(hunk.new_lines))
    if count <= 1:
        return _tr("line {0}").format(format_number(first))
    return _tr("lines {0}–{1}").format(format_number(first), format_number(first + count - 1))


def hunk_state_text(item: HunkHeader, *, selected: bool) -> str:
    """Return the text for the user's choice about a hunk."""
    if not selected:
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
        case DiffNoteHeader(note):
            return ", ".join(part for part in (sanitize_text(note.path), note_header_text(item)) if part)
        case DiffMoveHeader(note):
            ticked = _tr("ticked") if states.is_note_selected(note.key) else _tr("left out")
            return f"{move_verb(item)}, {sanitize_text(note.path)} → {sanitize_text(note.new_path)}, {ticked}"
        case HunkHeader(note, hunk):
            selected = states.is_hunk_selected(note.key, hunk.id)
            ticked = (_tr("ticked") if selected else "") if states.has_tick(note.key, hunk.id) else ""
            parts = (
                sanitize_text(translate(hunk.title)) or _tr("Text"),
                hunk_lines_text(hunk),
                ticked,
                hunk_state_text(item, selected=selected),
            )
            return ", ".join(word for word in parts if word)
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
