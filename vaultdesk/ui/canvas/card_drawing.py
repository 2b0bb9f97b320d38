"""CardDrawing: frames, grounds, arrows and labels of a canvas, in its own coordinates. Lays out no text of a card."""

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, pi, sin

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from vaultdesk.ui.canvas.board_file import BoardArrow, BoardCard, BoardFile, Side
from vaultdesk.ui.formatting import plain_excerpt
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import blend_colors
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.vault.note_path import NOTE_SUFFIX

_OUT: dict[Side, tuple[float, float]] = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}

BEND = 80.0
"""Pixels of a canvas an arrow goes straight out of its card before it bends, at most half its way."""

FIRST = 400
"""Characters of a card's text that are told from far away."""

HEAD = 10.0
"""Pixels of an arrow's head."""


def color_of(role: str, plain: str) -> QColor:
    """Return the colour of *role*, or of the token *plain* where there is none."""
    look = theme()
    if role == "orange":
        return blend_colors(look.color("danger"), look.color("warning"), 0.5)
    return look.color(role or plain)


def area_of(card: BoardCard) -> QRectF:
    """Return where *card* lies."""
    return QRectF(card.x, card.y, card.width, card.height)


def draw_frame(painter: QPainter, card: BoardCard, scale: float, *, current: bool) -> None:
    """Draw the ground and the frame of a card; of a group a lighter ground and a broken line."""
    look, area = theme(), area_of(card)
    ground = look.color("background" if card.kind == "group" else "surface")
    if card.role:
        ground = blend_colors(color_of(card.role, "outline"), ground, 0.08)
    if card.kind == "group":
        ground.setAlphaF(0.6)
    line = QPen(color_of(card.role, "control"), max(1.2, 1.6 if card.role else 1.0) / scale)
    if card.kind == "group":
        line.setDashPattern([6, 4])
    painter.setPen(line)
    painter.setBrush(ground)
    painter.drawRoundedRect(area, 8, 8)
    if current:
        painter.setPen(QPen(look.color("accent"), 2 / scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area.adjusted(-4 / scale, -4 / scale, 4 / scale, 4 / scale), 10, 10)


def draw_label(painter: QPainter, card: BoardCard, scale: float) -> None:
    """Write a group's name over its upper edge, legible at any scale."""
    if not card.text.strip() or card.width * scale < 40:
        return
    look = theme()
    painter.save()
    painter.translate(card.x, card.y)
    painter.scale(1 / scale, 1 / scale)
    painter.setFont(look.font("strong"))
    painter.setPen(color_of(card.role, "muted"))
    metrics = QFontMetricsF(painter.font())
    words = metrics.elidedText(_line(card.text), Qt.TextElideMode.ElideRight, card.width * scale)
    painter.drawText(QPointF(look.step(4), -look.step(6)), words)
    painter.restore()


def draw_arrows(painter: QPainter, arrows: Sequence[BoardArrow], cards: Sequence[BoardCard], scale: float) -> None:
    """Draw the lines, their heads and their labels."""
    for arrow in arrows:
        color = color_of(arrow.role, "outline")
        start, end = anchor(cards[arrow.start], arrow.start_side), anchor(cards[arrow.end], arrow.end_side)
        path = _path(start, end, arrow)
        painter.setPen(QPen(color, 1.6 / scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.setBrush(color)
        painter.setPen(Qt.PenStyle.NoPen)
        for shown_here, at, side in (
            (arrow.end_arrow, end, arrow.end_side), (arrow.start_arrow, start, arrow.start_side),
        ):  # fmt: skip
            if shown_here:
                painter.drawPolygon(_head(at, side))
        if arrow.label.strip():
            _draw_words(painter, path, arrow.label, scale)


def anchor(card: BoardCard, side: Side) -> QPointF:
    """Return the middle of a side of *card*."""
    (x, y), (dx, dy) = card.centre, _OUT[side]
    return QPointF(x + dx * card.width / 2, y + dy * card.height / 2)


def draw_crowd(painter: QPainter, board: BoardFile, seen: Sequence[int]) -> None:
    """Draw very many cards at once: plain boxes, and straight lines for arrows."""
    cards = board.cards
    painter.setPen(QPen(theme().color("border"), 0))
    painter.drawLines([QLineF(*cards[arrow.start].centre, *cards[arrow.end].centre) for arrow in board.arrows])
    # Without frames: those of thousands of cards take most of the time, and nobody sees them apart.
    painter.setPen(Qt.PenStyle.NoPen)
    for role in sorted({cards[place].role for place in seen}):
        painter.setBrush(color_of(role, "control"))
        painter.drawRects([area_of(cards[place]) for place in seen if cards[place].role == role])


def draw_first_words(painter: QPainter, card: BoardCard, scale: float) -> None:
    """Write the first words of *card* in the window's own size, where it is large enough for them."""
    look = theme()
    width, height = card.width * scale - look.step(12), card.height * scale
    if width < look.step(44) or height < look.step(20):
        return
    painter.save()
    painter.translate(card.x, card.y)
    painter.scale(1 / scale, 1 / scale)
    painter.setFont(look.font("small"))
    painter.setPen(look.color("text2"))
    words = _first_words(card.text) if card.kind == "text" else title_of(card) if card.kind == "file" else card.text
    flags = Qt.TextFlag.TextWordWrap.value | Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignTop.value
    painter.drawText(
        QRectF(look.step(6), look.step(4), width, height - look.step(8)), flags, safe_label_text(words, 240)
    )
    painter.restore()


@lru_cache(maxsize=2_048)
def _first_words(text: str) -> str:
    """Return how a card's Markdown begins, as plain words."""
    return plain_excerpt(text[:FIRST]).text


def title_of(card: BoardCard) -> str:
    """Return what a file's card is called: its name, and the part that is meant."""
    name = card.text.rpartition("/")[2].removesuffix(NOTE_SUFFIX)
    part = card.subpath.lstrip("#^").replace("#", " › ")
    return _line(f"{name} › {part}" if part else name)


def _path(start: QPointF, end: QPointF, arrow: BoardArrow) -> QPainterPath:
    bend = min(BEND * 2, max(BEND * 0.4, QLineF(start, end).length() / 2))
    from_x, from_y = _OUT[arrow.start_side]
    to_x, to_y = _OUT[arrow.end_side]
    path = QPainterPath(start)
    path.cubicTo(
        QPointF(start.x() + from_x * bend, start.y() + from_y * bend),
        QPointF(end.x() + to_x * bend, end.y() + to_y * bend), end,
    )  # fmt: skip
    return path


def _head(at: QPointF, side: Side) -> QPolygonF:
    out = _OUT[side]
    angle = atan2(out[1], out[0])
    spread = pi / 7
    return QPolygonF(
        [
            at,
            *(
                QPointF(at.x() + HEAD * cos(angle + turn), at.y() + HEAD * sin(angle + turn))
                for turn in (spread, -spread)
            ),
        ]
    )


def _draw_words(painter: QPainter, path: QPainterPath, words: str, scale: float) -> None:
    """Write *words* over the middle of an arrow that is long enough for them."""
    look = theme()
    metrics = QFontMetricsF(look.font("small"))
    if path.length() * scale < min(metrics.horizontalAdvance(words), look.step(220)):
        return
    painter.save()
    painter.translate(path.pointAtPercent(0.5))
    painter.scale(1 / scale, 1 / scale)
    painter.setFont(look.font("small"))
    cut = metrics.elidedText(_line(words), Qt.TextElideMode.ElideRight, look.step(220))
    width, height = metrics.horizontalAdvance(cut) + look.step(8), metrics.height() + look.step(2)
    area = QRectF(-width / 2, -height / 2, width, height)
    painter.fillRect(area, look.color("background"))
    painter.setPen(look.color("text2"))
    painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), cut)
    painter.restore()


def _line(text: str) -> str:
    return safe_label_text(text, 300).replace("\n", " ")
