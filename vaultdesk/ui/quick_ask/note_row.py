"""Note row: paints one found note of quick ask in two lines: name and folder, then the passage with its marks."""

from datetime import datetime

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vaultdesk.index.index_results import Hit
from vaultdesk.ui.quick_ask.note_model import Index, NoteCell
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.primitives import box, focus_ring
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.when import short_when
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.lists.highlighted_text import LaidOutText, lay_out_text

ROW = 44
"""Height of a row in pixels of LOOK's drawings (LOOK, Measures: a pop-up's row of two lines)."""

EDGE, ICON = 18, 14
"""Pixels of LOOK's drawings: from the sides to the contents, and the picture before the name."""

TEXT_LEFT = 46
"""Where the text of the field, of notes and of the answer begins."""

LEAD = 30
"""Characters before the first found word that are shown at most."""

LONGEST = 300
"""Characters that are laid out; a line never holds more."""

KIND_ICONS = {"canvas": "canvas", "base": "table"}


class NoteRow(QStyledItemDelegate):
    """Paints rows of a `QuickModel`; the text is never markup."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """All rows are alike."""
        return QSize(self._view.viewport().width(), theme().step(ROW))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint ground, picture, both lines and when."""
        look, state = theme(), option.state
        step = look.step
        hit = index.data(NoteCell.HIT)
        full = QRect(option.rect)
        ground = full.adjusted(step(8), 1, -step(8), -1)
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, ground, step(5), look.color("accent_tint"), line)
        elif state & QStyle.StateFlag.State_MouseOver:
            box(painter, ground, step(5), look.color("hover"))
        side = step(ICON)
        picture = pixmap(KIND_ICONS.get(hit.kind, "file"), "muted", side, painter.device().devicePixelRatioF())
        draw_upright_pixmap(painter, QPoint(full.left() + step(EDGE), full.center().y() - side // 2 + 1), picture)
        right = self._when(painter, full, hit) - step(16)
        inner = QRect(full.left() + step(TEXT_LEFT), full.top() + step(4), 0, step(19))
        inner.setRight(right)
        self._name(painter, inner, hit, private=bool(index.data(NoteCell.PRIVATE)))
        laid = _passage(hit, inner.width())
        laid.draw(painter, QPointF(inner.left(), inner.bottom() + 1), "text2")
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            focus_ring(look, painter, QRectF(ground), step(5))
        painter.restore()

    def _when(self, painter: QPainter, full: QRect, hit: Hit) -> int:
        """Write when the note was changed at the right; return where that begins."""
        look = theme()
        painter.setFont(look.font("small"))
        painter.setPen(look.color("muted"))
        words = short_when(hit.modified, datetime.now().astimezone().date())
        room = full.adjusted(0, 0, -look.step(EDGE), 0)
        draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), words)
        return room.right() - painter.fontMetrics().horizontalAdvance(words)

    def _name(self, painter: QPainter, rect: QRect, hit: Hit, *, private: bool) -> None:
        look = theme()
        title = _line(hit.title)
        marks = hit.title_marks if title == hit.title else ()
        laid = lay_out_text(title, marks, look.font("strong"), rect.width(), 1)
        laid.draw(painter, QPointF(rect.topLeft()), "text")
        left = rect.left() + round(laid.layout.lineAt(0).naturalTextWidth()) + look.step(8) if title else rect.left()
        if private and rect.right() - left > look.step(14):
            side = look.step(13)
            lock = pixmap("lock", "muted", side, painter.device().devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(left, rect.top() + (rect.height() - side) // 2), lock)
            left += side + look.step(8)
        room = QRect(left, rect.top(), rect.right() - left, rect.height() - 1)
        if room.width() > look.step(24):
            painter.setFont(look.font("small"))
            painter.setPen(look.color("muted"))
            folder = _line(hit.path.rpartition("/")[0])
            cut = painter.fontMetrics().elidedText(folder, Qt.TextElideMode.ElideMiddle, room.width())
            draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)


def _passage(hit: Hit, width: int) -> LaidOutText:
    """Lay out one line of the passage, its first found word near the beginning."""
    text = hit.snippet.replace("\n", " ")
    first = hit.marks[0][0] if hit.marks else 0
    begin, lead = 0, ""
    if first > LEAD:
        begin, lead = text.find(" ", first - LEAD, first) + 1 or first, "… "
    part = lead + text[begin : begin + LONGEST]
    moved = len(lead) - begin
    marks = [(start + moved, end + moved) for start, end in hit.marks if start >= begin]
    return lay_out_text(part, marks, theme().font("small"), width, 1)


def _line(text: str) -> str:
    return safe_label_text(text, LONGEST).replace("\n", " ")
