"""A found passage as a card: its delegate and the text of its match reasons."""

from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vaultdesk.index.search.passage_search import FoundPassage
from vaultdesk.ui.dates import time_ago
from vaultdesk.ui.formatting import format_number, plain_excerpt
from vaultdesk.ui.rendering.render_plan import comparable_letters
from vaultdesk.ui.theme.painting import box, draw_upright_text, focus_ring, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.lists.matched_text import LaidOutText, lay_out_text

_tr = translator("SearchTestPage")

RECENCY_SHARE = 0.5
"""Minimum share of recency that is mentioned: the note was changed within the last half year."""

MAX_NAMED_WORDS = 8
"""Maximum number of words that are listed."""


def match_reasons_text(found: FoundPassage, now: datetime) -> tuple[str, ...]:
    """Return the reasons for a match, the strongest first."""
    why = found.reasons
    said: list[str] = []
    if why.word_rank is not None:
        text = ", ".join(why.words[:MAX_NAMED_WORDS]) + ("…" if len(why.words) > MAX_NAMED_WORDS else "")
        place = _tr("by words: no. {rank}").format(rank=format_number(why.word_rank))
        said.append(f"{place} ({text})" if text else place)
    if why.embedding_rank is not None:
        place = _tr("by meaning: no. {rank}").format(rank=format_number(why.embedding_rank))
        alike = "" if why.similarity is None else _tr("similarity {share}").format(share=f"{why.similarity:.2f}")
        said.append(f"{place} ({alike})" if alike else place)
    if why.links:
        one, many = _tr("1 link with the other notes found"), _tr("{n} links with the other notes found")
        said.append(one if why.links == 1 else many.format(n=format_number(why.links)))
    if why.recency >= RECENCY_SHARE:
        said.append(_tr("changed {when}").format(when=time_ago(found.modified, now)))
    return tuple(said)


def passage_freshness_text(found: FoundPassage, now: datetime) -> str:
    """Return when the note was changed and indexed."""
    changed = _tr("Changed {when}").format(when=time_ago(found.modified, now))
    if found.indexed is None:
        return changed
    return f"{changed} · {_tr('indexed {when}').format(when=time_ago(found.indexed, now))}"


def search_summary_text(count: int, seconds: float, *, words: bool, embeddings: bool) -> str:
    """Return the number of results, the duration and the methods used."""
    found = _tr("1 passage") if count == 1 else _tr("{n} passages").format(n=format_number(count))
    took = _tr("{n} ms").format(n=format_number(max(1, round(seconds * 1000))))
    by = _tr("by words and meaning") if words and embeddings else _tr("by words") if words else _tr("by meaning")
    return f"{found} · {took} · {by}"


PASSAGE_LINES = 3
"""Number of lines of a passage that are shown."""

MAX_PASSAGE_TEXT = 800
"""Maximum number of characters that are laid out; three lines of the widest page have fewer."""

MAX_LEAD_CHARACTERS = 120
"""Maximum number of characters before the first match."""

CARD_EDGE_WIDTH, NUMBER_WIDTH, TITLE_HEIGHT, REASONS_HEIGHT, PASSAGE_GAP = 14, 24, 22, 20, 8
"""Design pixels: inner margin of the card, width of the number, height of the first and the last line, space between
cards.
"""

PassageCardIndex = QModelIndex | QPersistentModelIndex


class PassageDelegate(QStyledItemDelegate):
    """Paints passages; the text is never interpreted as markup."""

    def __init__(self, view: QAbstractItemView, found: int, reasons: int) -> None:
        """*found* and *reasons* are the model's roles for both."""
        super().__init__(view)
        self._view, self._found, self._reasons = view, found, reasons

    def sizeHint(self, option: QStyleOptionViewItem, index: PassageCardIndex) -> QSize:
        px = theme().px
        width = self._view.viewport().width()
        text = _text(index.data(self._found), _text_width(width)).height
        why = _why(str(index.data(self._reasons)), _text_width(width)).height
        return QSize(width, round(px(10 + TITLE_HEIGHT + 2 + 8 + PASSAGE_GAP) + text + max(px(REASONS_HEIGHT), why)))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: PassageCardIndex) -> None:
        values = theme()
        px, state = values.px, option.state
        found = index.data(self._found)
        rect = QRect(option.rect).adjusted(1, 0, -1, -px(PASSAGE_GAP))
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        ground = "accent_tint" if selected else "hover" if hovered else "surface"
        line = "accent" if selected and values.tokens.high_contrast else "border"
        painter.save()
        box(painter, rect, px(8), values.color(ground), values.color(line))
        inner = rect.adjusted(px(CARD_EDGE_WIDTH), px(10), -px(CARD_EDGE_WIDTH), 0)
        head = QRect(inner.left(), inner.top(), inner.width(), px(TITLE_HEIGHT))
        self._head(painter, head, index.row() + 1, found)
        left, width = inner.left() + px(NUMBER_WIDTH), _text_width(self._view.viewport().width())
        laid = _text(found, width)
        laid.draw(painter, QPointF(left, head.bottom() + 1), "text2")
        why = _why(str(index.data(self._reasons)), width)
        why.draw(painter, QPointF(left, head.bottom() + 1 + laid.height + px(2)), "muted")
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            focus_ring(values, painter, QRectF(rect), px(8))
        painter.restore()

    def _head(self, painter: QPainter, rect: QRect, number: int, found: FoundPassage) -> None:
        values = theme()
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(values.font("small"))
        painter.setPen(values.color("muted"))
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | middle), str(number))
        score = f"{found.score:.2f}"
        painter.setFont(values.font("small_strong"))
        painter.setPen(values.color("text2"))
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignRight | middle), score)
        room = rect.adjusted(
            values.px(NUMBER_WIDTH), 0, -painter.fontMetrics().horizontalAdvance(score) - values.px(12), 0
        )
        painter.setFont(values.font("strong"))
        painter.setPen(values.color("text"))
        title = painter.fontMetrics().elidedText(_line(found.title), Qt.TextElideMode.ElideRight, room.width())
        draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignLeft | middle), title)
        room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(title) + values.px(8))
        folder = found.path.rpartition("/")[0]
        place = " · ".join(part for part in (headings_below(found), folder) if part)
        if room.width() > values.px(30):
            self._write(painter, room, place, "muted")

    def _write(self, painter: QPainter, rect: QRect, text: str, role: str) -> None:
        painter.setFont(theme().font("small"))
        painter.setPen(theme().color(role))
        cut = painter.fontMetrics().elidedText(_line(text), Qt.TextElideMode.ElideRight, rect.width())
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)


def headings_below(found: FoundPassage) -> str:
    """Return the headings of a passage without the first one if it repeats the note's title."""
    first, _, rest = found.heading.partition(" › ")
    return rest if comparable_letters(first) == comparable_letters(found.title) else found.heading


def _text_width(width: int) -> int:
    return max(60, width - 2 - theme().px(2 * CARD_EDGE_WIDTH + NUMBER_WIDTH))


def _why(reasons: str, width: int) -> LaidOutText:
    return lay_out_text(_line(reasons), (), theme().font("small"), width, PASSAGE_LINES)


def _text(found: FoundPassage, width: int) -> LaidOutText:
    """Lay out the displayed part of the passage, which includes its first match."""
    whole = plain_excerpt(found.text, found.marks)
    first = whole.marks[0][0] if whole.marks else 0
    begin, lead = 0, ""
    if first > MAX_LEAD_CHARACTERS * 2:
        begin, lead = whole.text.find(" ", first - MAX_LEAD_CHARACTERS, first) + 1 or first, "… "
    part = lead + whole.text[begin : begin + MAX_PASSAGE_TEXT]
    moved = len(lead) - begin
    marks = [(start + moved, end + moved) for start, end in whole.marks if start >= begin]
    return lay_out_text(part, marks, theme().font("interface"), width, PASSAGE_LINES)


def _line(text: str) -> str:
    return safe_label_text(text, 300).replace("\n", " ")
