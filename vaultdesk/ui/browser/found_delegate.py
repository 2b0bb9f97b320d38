"""FoundDelegate: paints one search result: title, where and when, and two lines with the found words marked."""

from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vaultdesk.index.results import Hit
from vaultdesk.ui.browser.found_model import FoundRole
from vaultdesk.ui.parts.marked_text import Laid, lay_out
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.strokes import box, focus_ring
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.when import short_when

SNIPPET_LINES = 2
"""Lines of a passage that are shown."""

SNIPPET_LIMIT = 400
"""Characters of a passage that are laid out; two lines never hold more."""

TITLE_LIMIT = 300
"""Characters of a title that are laid out."""

LEAD = 36
"""Characters before the first found word that are shown at most, so that it stands in the first line."""

SIDE, TOP, HEAD, PLACE, GAP = 18, 5, 20, 17, 6
"""Pixels of LOOK's drawings: both sides, over the title, the title's line, the line of the place, under the row."""

KIND_ICONS = {"canvas": "canvas", "base": "table"}
"""What stands before the title of a file that is no note."""

Index = QModelIndex | QPersistentModelIndex


class FoundDelegate(QStyledItemDelegate):
    """Paints rows of a `FoundModel`; the text is never markup."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its lines."""
        step = theme().step
        hit = index.data(FoundRole.HIT)
        width = self._view.viewport().width()
        passage = _passage(hit, _text_width(width)).height if hit.snippet else 0
        return QSize(width, round(step(TOP + HEAD + PLACE) + passage + step(GAP)) + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint ground, title, place and passage."""
        look = theme()
        step, state = look.step, option.state
        hit = index.data(FoundRole.HIT)
        full = QRect(option.rect)
        rect = full.adjusted(step(8), 1, -step(8), -1)
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, rect, step(5), look.color("accent_tint"), line)
        elif state & QStyle.StateFlag.State_MouseOver:
            box(painter, rect, step(5), look.color("hover"))
        inner = QRect(full.left() + step(SIDE), rect.top() + step(TOP), _text_width(full.width()), step(HEAD))
        self._title(painter, inner, hit)
        inner = QRect(inner.left(), inner.bottom() + 1, inner.width(), step(PLACE))
        self._place(painter, inner, hit)
        if hit.snippet:
            _passage(hit, inner.width()).draw(painter, QPointF(inner.left(), inner.bottom() + 1), "text2")
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            focus_ring(look, painter, QRectF(rect), step(5))
        painter.restore()

    def _title(self, painter: QPainter, rect: QRect, hit: Hit) -> None:
        look = theme()
        left = rect.left()
        if hit.kind in KIND_ICONS:
            side = look.step(14)
            picture = pixmap(KIND_ICONS[hit.kind], "muted", side, painter.device().devicePixelRatioF())
            painter.drawPixmap(left, rect.center().y() - side // 2, picture)
            left += side + look.step(6)
        title = shown(hit.title, TITLE_LIMIT).replace("\n", " ")
        marks = hit.title_marks if title == hit.title else ()
        laid = lay_out(title, marks, look.font("strong"), rect.right() - left + 1, 1)
        laid.draw(painter, QPointF(left, rect.top()), "text")

    def _place(self, painter: QPainter, rect: QRect, hit: Hit) -> None:
        look = theme()
        painter.setFont(look.font("small"))
        painter.setPen(look.color("muted"))
        metrics = painter.fontMetrics()
        when = short_when(hit.modified, datetime.now().astimezone().date())
        wide = metrics.horizontalAdvance(when) + 1
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | middle), when)
        room = QRect(rect.left(), rect.top(), max(0, rect.width() - wide - look.step(8)), rect.height())
        cut = metrics.elidedText(_where(hit), Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | middle), cut)


def _where(hit: Hit) -> str:
    """Return the folder and the heading of the passage, for one line."""
    folder = hit.path.rpartition("/")[0]
    heading = hit.heading if hit.heading != hit.title else ""
    return shown(" › ".join(part for part in (folder, heading) if part), TITLE_LIMIT).replace("\n", " ")


def _text_width(width: int) -> int:
    return max(40, width - 2 * theme().step(SIDE))


def _passage(hit: Hit, width: int) -> Laid:
    """Lay out the part of the passage that is shown; its first found word stands near its beginning."""
    text = hit.snippet.replace("\n", " ")
    first = hit.marks[0][0] if hit.marks else 0
    begin, lead = 0, ""
    if first > LEAD:
        begin, lead = text.find(" ", first - LEAD, first) + 1 or first, "… "
    part = lead + text[begin : begin + SNIPPET_LIMIT]
    moved = len(lead) - begin
    marks = [(start + moved, end + moved) for start, end in hit.marks if start >= begin]
    return lay_out(part, marks, theme().font("small"), width, SNIPPET_LINES)
