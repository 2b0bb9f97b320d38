"""PassageDelegate: paints one found passage as a card: number, title, score, three lines of text, the reasons."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vaultdesk.index.search.passage_search import FoundPassage
from vaultdesk.ui.formatting import plain_excerpt
from vaultdesk.ui.rendering.render_plan import comparable_letters
from vaultdesk.ui.theme.primitives import box, focus_ring
from vaultdesk.ui.theme.right_to_left import draw_upright_text, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.lists.highlighted_text import LaidOutText, lay_out_text

LINES = 3
"""Lines of a passage that are shown: enough to judge it by."""

TEXT_LIMIT = 800
"""Characters that are laid out; three lines of the widest page hold fewer."""

LEAD = 120
"""Characters before the first found word that are shown at most."""

EDGE, NUMBER, HEAD, WHY, GAP = 14, 24, 22, 20, 8
"""Pixels of LOOK's drawings: inside the card, the number's column, the first and the last line, between cards."""

Index = QModelIndex | QPersistentModelIndex


class PassageDelegate(QStyledItemDelegate):
    """The text is never markup."""

    def __init__(self, view: QAbstractItemView, found: int, reasons: int) -> None:
        """*found* and *reasons* are the roles under which the model tells both."""
        super().__init__(view)
        self._view, self._found, self._reasons = view, found, reasons

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its lines."""
        step = theme().step
        width = self._view.viewport().width()
        text = _text(index.data(self._found), _text_width(width)).height
        why = _why(str(index.data(self._reasons)), _text_width(width)).height
        return QSize(width, round(step(10 + HEAD + 2 + 8 + GAP) + text + max(step(WHY), why)))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the card."""
        look = theme()
        step, state = look.step, option.state
        found = index.data(self._found)
        rect = QRect(option.rect).adjusted(1, 0, -1, -step(GAP))
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        ground = "accent_tint" if selected else "hover" if hovered else "surface"
        line = "accent" if selected and look.tokens.high_contrast else "border"
        painter.save()
        box(painter, rect, step(8), look.color(ground), look.color(line))
        inner = rect.adjusted(step(EDGE), step(10), -step(EDGE), 0)
        head = QRect(inner.left(), inner.top(), inner.width(), step(HEAD))
        self._head(painter, head, index.row() + 1, found)
        left, width = inner.left() + step(NUMBER), _text_width(self._view.viewport().width())
        laid = _text(found, width)
        laid.draw(painter, QPointF(left, head.bottom() + 1), "text2")
        why = _why(str(index.data(self._reasons)), width)
        why.draw(painter, QPointF(left, head.bottom() + 1 + laid.height + step(2)), "muted")
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            focus_ring(look, painter, QRectF(rect), step(8))
        painter.restore()

    def _head(self, painter: QPainter, rect: QRect, number: int, found: FoundPassage) -> None:
        look = theme()
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(look.font("small"))
        painter.setPen(look.color("muted"))
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | middle), str(number))
        score = f"{found.score:.2f}"
        painter.setFont(look.font("small_strong"))
        painter.setPen(look.color("text2"))
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignRight | middle), score)
        room = rect.adjusted(look.step(NUMBER), 0, -painter.fontMetrics().horizontalAdvance(score) - look.step(12), 0)
        painter.setFont(look.font("strong"))
        painter.setPen(look.color("text"))
        title = painter.fontMetrics().elidedText(_line(found.title), Qt.TextElideMode.ElideRight, room.width())
        draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignLeft | middle), title)
        room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(title) + look.step(8))
        folder = found.path.rpartition("/")[0]
        place = " · ".join(part for part in (headings_below(found), folder) if part)
        if room.width() > look.step(30):
            self._write(painter, room, place, "muted")

    def _write(self, painter: QPainter, rect: QRect, text: str, role: str) -> None:
        painter.setFont(theme().font("small"))
        painter.setPen(theme().color(role))
        cut = painter.fontMetrics().elidedText(_line(text), Qt.TextElideMode.ElideRight, rect.width())
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)


def headings_below(found: FoundPassage) -> str:
    """Return the headings of a passage without the first one where that is the note's title once more."""
    first, _, rest = found.heading.partition(" › ")
    return rest if comparable_letters(first) == comparable_letters(found.title) else found.heading


def _text_width(width: int) -> int:
    return max(60, width - 2 - theme().step(2 * EDGE + NUMBER))


def _why(reasons: str, width: int) -> LaidOutText:
    return lay_out_text(_line(reasons), (), theme().font("small"), width, LINES)


def _text(found: FoundPassage, width: int) -> LaidOutText:
    """Lay out the part of the passage that is shown; its first found word is in it."""
    whole = plain_excerpt(found.text, found.marks)
    first = whole.marks[0][0] if whole.marks else 0
    begin, lead = 0, ""
    if first > LEAD * 2:
        begin, lead = whole.text.find(" ", first - LEAD, first) + 1 or first, "… "
    part = lead + whole.text[begin : begin + TEXT_LIMIT]
    moved = len(lead) - begin
    marks = [(start + moved, end + moved) for start, end in whole.marks if start >= begin]
    return lay_out_text(part, marks, theme().font("interface"), width, LINES)


def _line(text: str) -> str:
    return safe_label_text(text, 300).replace("\n", " ")
