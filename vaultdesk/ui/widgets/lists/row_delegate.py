"""The delegate of lists: paints a row in all its states, and ticks it."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import (
    box,
    chevron,
    draw_upright_pixmap,
    draw_upright_text,
    focus_ring,
    is_mirrored,
    mirrored_row,
    set_upright,
    tick,
    unmirrored_point,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.lists.list_row import ROW_ROLE, Index, ListRow, Marks, RowListModel, RowStyle, row_text
from vaultdesk.ui.widgets.lists.matched_text import LINE_SPACING, lay_out_text

HEADING, RULE, SPACED_GAP, TOP, CARD_GAP = 28, 9, 6, 4, 8
"""Design pixels: heading, line above a row, space above one, space around a text without a title, space below a card.
"""

CHEVRON, CHECK, ICON, GAP = 12, 16, 14, 8
"""Design pixels: chevron, check box, icon, space between parts."""

MIN_CHARACTER_SHARE = 0.6
"""Share of the average character width: a lower bound for the width of real text."""

NAME_SHARE, MIN_NAME_WIDTH, MAX_NAME_WIDTH = 0.28, 110, 200
"""Width of the column of titles: its share, and its limits in design pixels."""

ARROW = " → "

State = QStyle.StateFlag
SELECTED, HOVERED, FOCUSED = State.State_Selected.value, State.State_MouseOver.value, State.State_HasFocus.value
"""As numbers: operations of enumerations take a noticeable part of the time of painting a row."""

LEFT, BOTTOM, RIGHT, CENTRE = (
    int(horizontal | vertical)
    for horizontal, vertical in (
        (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignVCenter),
        (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignBottom),
        (Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignVCenter),
        (Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignVCenter),
    )
)
CHECK_STYLES = {
    Qt.CheckState.Checked: State.State_On,
    Qt.CheckState.PartiallyChecked: State.State_NoChange,
    Qt.CheckState.Unchecked: State.State_Off,
}


class RowDelegate(QStyledItemDelegate):
    """Paints the `ListRow` of an index; no text is interpreted as markup."""

    def __init__(
        self, view: QAbstractItemView, style: RowStyle, row_of: Callable[[Index], ListRow | None] | None = None
    ) -> None:
        """*row_of* returns the row of an index; without it the model has rows."""
        super().__init__(view)
        self._row_of = row_of or row_at
        self._view = view
        self.style = style

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self._row_of(index)
        # A tree has a column that is as wide as its widest row.
        width = theme().px(60) if self.style.shape == "plain" else self._view.viewport().width()
        return QSize(width, self.height_of(row, width) if row is not None else 0)

    def height_of(self, row: ListRow, width: int) -> int:
        """Return the height of *row* at this *width* of the list."""
        px, style = theme().px, self.style
        if row.heading:
            return px(HEADING)
        above = self._above(row)
        if not row.text and not row.below:
            return above + px(style.row_height)
        if row.lines == 1 and row.title and not row.below:
            return above + px(style.two_lines)
        high = theme().metrics("small").height() * LINE_SPACING
        first = theme().metrics(style.text_font).height() * LINE_SPACING
        lines, below = 1 if row.text else 0, len(row.below)
        if row.lines > 1:
            left, right = self._text_area(row, QRect(self._side(), 0, width - 2 * self._side(), 0))
            room = max(40, right - left + 1)
            lines = _line_count(row.text, style.text_font, room, row.lines)
            below = sum(_line_count(text, "small", room, row.lines) for text in row.below)
        if not row.title:
            return above + 2 * px(TOP) + round(lines * first + below * high) + 1
        return above + px(style.two_lines) + round(max(0, lines - 1) * first + below * high)

    def fold_zone(self, row: ListRow) -> int:
        """Return the x position up to which a press folds instead of choosing."""
        return self._left(row) + theme().px(CHEVRON + GAP // 2) if row.folded is not None else 0

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._row_of(index)
        if row is None:
            return
        look, style, full = theme(), self.style, QRect(option.rect)
        state = option.state.value
        painter.save()
        if row.has_rule:
            middle = full.top() + look.px(RULE) // 2
            painter.fillRect(0, middle, self._view.viewport().width(), 1, look.color("border"))
        full.setTop(full.top() + self._above(row))
        rect = full.adjusted(self._side(), 0, -self._side(), 0)
        if style.shape == "card":
            rect.setBottom(rect.bottom() - look.px(CARD_GAP))
        if row.heading:
            place = rect.adjusted(self._edge, 0, -self._edge, -look.px(4))
            _write(painter, place, row.title, "caption", "muted", at=BOTTOM)
            painter.restore()
            return
        selected = bool(state & SELECTED)
        self._draw_background(painter, rect, selected=selected, hovered=bool(state & HOVERED))
        self._draw_contents(painter, rect, row, selected=selected)
        if state & FOCUSED and self._view.hasFocus() and style.shape != "plain":
            inset = rect.adjusted(1, 1, -1, -2) if style.shape == "flat" else rect
            focus_ring(look, painter, QRectF(inset), self._radius())
        painter.restore()

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Toggle on a click on the check box, or with Space on the current row."""
        row = self._row_of(index)
        if row is None or row.check is None:
            return False
        if isinstance(event, QMouseEvent):
            reach = option.rect.left() + self._left(row) + theme().px(CHECK + 6)
            place = unmirrored_point(self._view.viewport(), event.position().toPoint())
            wanted = (
                event.type() == QEvent.Type.MouseButtonRelease
                and event.button() == Qt.MouseButton.LeftButton
                and place.x() <= reach
            )
        else:
            key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
            wanted = key in (Qt.Key.Key_Space, Qt.Key.Key_Select)
        checked = row.check == Qt.CheckState.Checked
        state = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
        return wanted and model.setData(index, state, Qt.ItemDataRole.CheckStateRole)

    # Measures.

    @property
    def _edge(self) -> int:
        pixels = self.style.edge_pixels
        return theme().px(self.style.edge) if pixels is None else pixels

    @property
    def _right_edge(self) -> int:
        return self._edge if self.style.right_edge is None else theme().px(self.style.right_edge)

    def _side(self) -> int:
        return theme().px(self.style.side) if self.style.side else 0

    def _radius(self) -> int:
        return theme().px({"card": 8, "flat": 4}.get(self.style.shape, 5))

    def _above(self, row: ListRow) -> int:
        return theme().px(RULE) if row.has_rule else theme().px(SPACED_GAP) if row.spaced else 0

    def _left(self, row: ListRow) -> int:
        """Return the distance from the edge of the list to the first part of *row*."""
        px = theme().px
        # A text or action begins at the position of the title above it.
        depth = row.depth - (1 if row.depth and (row.link or not row.title) else 0)
        return self._side() + (px(6) if self.style.chevrons else self._edge) + depth * px(self.style.indent)

    def _text_left(self, row: ListRow) -> int:
        px = theme().px
        left = self._left(row) + (px(CHEVRON + GAP // 2) if self.style.chevrons else 0)
        left += px(CHECK + 10) if row.check is not None else 0
        return left + (px(self.style.slot + GAP) if self.style.slot else 0)

    def _text_area(self, row: ListRow, rect: QRect) -> tuple[int, int]:
        """Return the left and right edge of the texts below the title of *row*, whose background is *rect*."""
        left, right = rect.left() - self._side() + self._text_left(row), rect.right() - self._right_edge
        if self.style.centred:
            # Mark and right text are beside all lines.
            right -= theme().px(ICON + GAP) if row.mark else 0
            if row.right:
                wide = theme().metrics("small").horizontalAdvance(row_text(row.right))
                right -= min(wide, (right - left) // 2) + theme().px(GAP)
        return left, right

    # Drawing.

    def _draw_background(self, painter: QPainter, rect: QRect, *, selected: bool, hovered: bool) -> None:
        look, shape = theme(), self.style.shape
        contrast = selected and look.tokens.high_contrast
        role = "accent_tint" if selected else "hover" if hovered else ""
        if shape == "card":
            line = look.color("accent" if contrast else "border")
            box(painter, rect, self._radius(), look.color(role or "surface"), line)
        elif shape == "rounded" and role:
            box(painter, rect, self._radius(), look.color(role), look.color("accent") if contrast else None)
        elif shape == "flat":
            painter.setClipRect(rect)
            if role:
                painter.fillRect(rect, look.color(role))
            if self.style.has_rules:
                painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, look.color("border"))
            if contrast:
                box(painter, rect.adjusted(1, 1, -1, -2), self._radius(), None, look.color("accent"))

    def _draw_contents(self, painter: QPainter, rect: QRect, row: ListRow, *, selected: bool) -> None:
        px, style = theme().px, self.style
        has_text = bool(row.text or row.below)
        head = QRect(rect)
        if has_text and row.title:
            head.setTop(rect.top() + (px(style.top) if style.top else 0))
            head.setBottom(rect.top() + px(style.head) - 1)
        around = rect if style.centred else head
        if row.title:
            self._draw_lead(painter, head, around, row, selected=selected)
            head.setRight(self._draw_right(painter, around, row))
            head.setLeft(rect.left() - self._side() + self._text_left(row))
            if row.icon and not style.slot:
                role = "accent" if row.link else "muted"
                _icon(painter, QPoint(head.left(), head.center().y() - px(ICON) // 2 + 1), row.icon, role, px(ICON))
                head.setLeft(head.left() + px(ICON + GAP))
            self._draw_title(painter, head, row, selected=selected)
        if has_text:
            self._draw_texts(painter, rect, row)

    def _draw_lead(self, painter: QPainter, head: QRect, around: QRect, row: ListRow, *, selected: bool) -> None:
        """Draw what is left of the texts: check box, chevron, and the column of ticks, icons and numbers."""
        look, style = theme(), self.style
        px, left = look.px, head.left() - self._side() + self._left(row)
        if row.check is not None:
            place = QRect(left, head.center().y() - px(CHECK) // 2 + 1, px(CHECK), px(CHECK))
            draw_check_box(painter, place, row.check, self._view)
            left += px(CHECK + 10)
        if row.folded is not None:
            side = px(CHEVRON)
            arrow = QRectF(left, head.center().y() - side / 2 + 1, side, side)
            chevron(painter, arrow, look.color("muted"), "right" if row.folded else "down")
        if not style.slot:
            return
        side = px(min(style.slot, CHECK))
        top = around.top() + (around.height() - side) / 2
        if row.chosen:
            tick(painter, QRectF(left, top, side, side), look.color("accent"))
        elif row.number:
            place = QRect(left, head.top(), px(style.slot), head.height())
            _write(painter, place, row.number, "small", "muted")
        elif row.icon:
            role = "text" if selected and row.role == "text2" else "muted"
            _icon(painter, QPoint(left, round(top)), row.icon, role, side)

    def _draw_right(self, painter: QPainter, rect: QRect, row: ListRow) -> int:
        """Draw the parts at the right edge of the title's line, and return where they begin."""
        right = rect.right() - self._right_edge
        # Beside all lines a mark is in a column of its own.
        if self.style.centred:
            return self._draw_right_text(painter, rect, self._draw_mark(painter, rect, right, row), row)
        return self._draw_mark(painter, rect, self._draw_right_text(painter, rect, right, row), row)

    def _draw_mark(self, painter: QPainter, rect: QRect, right: int, row: ListRow) -> int:
        if not row.mark:
            return right
        side = theme().px(ICON)
        top = rect.top() + (rect.height() - side) // 2
        _icon(painter, QPoint(right - side, top), row.mark, row.mark_role, side)
        return right - side - theme().px(GAP)

    def _draw_right_text(self, painter: QPainter, rect: QRect, right: int, row: ListRow) -> int:
        look, px, words = theme(), theme().px, row.keys or row_text(row.right)
        if not words:
            return right
        font = look.font("number") if row.keys else look.font("small")
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        metrics, inset = painter.fontMetrics(), px(5) if row.keys else 0
        words = metrics.elidedText(words, self.style.elide_right, (right - rect.left()) // 2)
        wide = metrics.horizontalAdvance(words) + 1
        place = QRect(right - wide - 2 * inset, rect.top(), wide + 2 * inset, rect.height())
        if row.keys:
            high = px(18)
            around = QRect(place.left(), rect.center().y() - high // 2 + 1, place.width(), high)
            box(painter, around, px(4), look.color("background"), look.color("border"))
        painter.setPen(look.color(row.right_role))
        draw_upright_text(painter, place, CENTRE, words)
        return place.left() - px(GAP)

    def _draw_title(self, painter: QPainter, room: QRect, row: ListRow, *, selected: bool) -> None:
        """Draw the title, its details and its badge in *room*."""
        look, style = theme(), self.style
        px = look.px
        plain = row.font == "interface"
        font: FontName = "strong" if plain and (row.chosen or selected) and not style.columns else row.font
        role = "accent" if row.link else "text" if selected and row.role == "text2" else row.role
        title, marks = row.title, row.title_marks
        # The title has priority; other texts get the rest, and a little of a long title.
        wide = look.metrics("small").horizontalAdvance(row_text(row.detail)) + px(GAP) if row.detail else 0
        most = max(0, room.width() - min(wide, max(px(52), room.width() // 4)))
        if style.columns:
            whole = self._view.viewport().width() - 2 * self._side() - self._edge - self._right_edge
            most = min(max(round(whole * NAME_SHARE), px(MIN_NAME_WIDTH)), px(MAX_NAME_WIDTH))
        if row.new_title:
            title, marks, most = _renamed(row, font, room.width()), (), room.width()
        place = QRect(room.left(), room.top(), most, room.height())
        used = draw_matched_text(
            painter, place, title, marks, (font, role), style.elide, strikethrough=row.strikethrough
        )
        room.setLeft(room.left() + (most + px(GAP // 2) if style.columns else used) + px(GAP))
        if row.badge:
            room.setRight(room.right() - px(ICON + GAP))
        if style.columns:
            if row.detail and room.width() > px(40):
                laid = lay_out_text(row_text(row.detail), row.detail_marks, look.font("interface"), room.width(), 1)
                middle = room.top() + (room.height() - look.metrics("interface").height()) / 2
                laid.draw(painter, QPointF(room.left(), middle), "muted")
        elif row.detail and room.width() > px(16):
            looks: tuple[FontName, str] = ("small", "muted")
            used = draw_matched_text(
                painter, room, row.detail, row.detail_marks, looks, _elide_mode(row.detail, room.width())
            )
            room.setLeft(room.left() + used + px(GAP))
        if row.badge:
            side = px(ICON - 1)
            _icon(painter, QPoint(room.left(), room.center().y() - side // 2 + 1), row.badge, "muted", side)

    def _draw_texts(self, painter: QPainter, rect: QRect, row: ListRow) -> None:
        """Draw the texts below the title."""
        look, style = theme(), self.style
        px = look.px
        left, right = self._text_area(row, rect)
        top = float(rect.top() + px(style.head if row.title else TOP))
        text_role = "text2" if not row.title and row.text_role == "muted" else row.text_role
        texts = [(row.text, row.marks, style.text_font, text_role)] if row.text else []
        for text, marks, font, role in (*texts, *((below, (), "small", row.below_role) for below in row.below)):
            high = look.metrics(font).height() * LINE_SPACING
            room = QRect(left, round(top), max(40, right - left + 1), round(high))
            if text == row.text and row.right_below:
                painter.setFont(look.font("small"))
                painter.setPen(look.color("muted"))
                words = painter.fontMetrics().elidedText(
                    row_text(row.right_below), Qt.TextElideMode.ElideRight, room.width() // 2
                )
                draw_upright_text(painter, room, RIGHT, words)
                room.setRight(room.right() - painter.fontMetrics().horizontalAdvance(words) - px(12))
            if row.lines == 1 and not marks:
                _write(painter, room, text, font, role, mode=style.elide)
                top += high
                continue
            shown = row_text(text)
            # Characters that were made visible change the text, so the ranges would be wrong.
            laid = lay_out_text(shown, marks if shown == text else (), look.font(font), room.width(), row.lines)
            laid.draw(painter, QPointF(left, top), role)
            top += laid.height


def row_at(index: Index) -> ListRow | None:
    """Return the row that the model has for *index*."""
    model = index.model()
    row = model.row(index.row()) if isinstance(model, RowListModel) else index.data(ROW_ROLE)
    return row if isinstance(row, ListRow) else None


def draw_check_box(painter: QPainter, place: QRect, state: Qt.CheckState, view: QWidget) -> None:
    """Draw a check box with the style of *view*."""
    button = QStyleOptionButton()
    button.rect = place
    button.state = State.State_Enabled | CHECK_STYLES[state]
    view.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, button, painter, view)


def draw_matched_text(
    painter: QPainter,
    rect: QRect,
    text: str,
    lit: Marks,
    looks: tuple[FontName, str],
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    *,
    strikethrough: bool = False,
) -> int:
    """Draw *text* on one line with the characters of *lit* in the accent colour; return its width."""
    values, (name, role) = theme(), looks
    font = values.font(name)
    if strikethrough:
        font.setStrikeOut(True)
    painter.setFont(font)
    line = row_text(text)
    metrics = painter.fontMetrics()
    painter.setPen(values.color(role))
    if not lit or line != text:
        # Characters that were made visible change the text, so the ranges would be wrong.
        cut = metrics.elidedText(line, mode, rect.width())
        draw_upright_text(painter, rect, LEFT, cut)
        return min(rect.width(), metrics.horizontalAdvance(cut))
    cut = metrics.elidedText(line, Qt.TextElideMode.ElideRight, rect.width())
    mirrored = is_mirrored(painter)
    layout = QTextLayout(cut, font)
    layout.setFormats([_accent(cut, start, end) for start, end in lit if start < len(cut)])
    layout.beginLayout()
    made = layout.createLine()
    made.setLineWidth(max(rect.width(), 1) + values.px(24))
    layout.endLayout()
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)  # Stacked combining marks stay in their row.
    set_upright(painter, QRectF(rect))
    left = rect.right() + 1 - made.naturalTextWidth() if mirrored else rect.left()
    layout.draw(painter, QPointF(left, rect.center().y() + 1 - made.height() / 2))
    painter.restore()
    return min(rect.width(), round(made.naturalTextWidth()))


def _accent(text: str, start: int, end: int) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start = len(text[:start].encode("utf-16-le")) // 2
    found.length = len(text[start:end].encode("utf-16-le")) // 2
    made = QTextCharFormat()
    made.setForeground(theme().color("accent"))
    made.setFontWeight(QFont.Weight.DemiBold)
    found.format = made
    return found


def _elide_mode(text: str, room: int) -> Qt.TextElideMode:
    """Return how to shorten *text* to *room*: the end of a path is more informative than its middle."""
    path = "/" in text and room > theme().px(60)
    return Qt.TextElideMode.ElideMiddle if path else Qt.TextElideMode.ElideRight


def _renamed(row: ListRow, name: FontName, room: int) -> str:
    """Return the two titles of a renamed note, each elided to its share of *room*."""
    metrics, mode = theme().metrics(name), Qt.TextElideMode.ElideMiddle
    old, new = row_text(row.title), row_text(row.new_title)
    room -= metrics.horizontalAdvance(ARROW)
    old = metrics.elidedText(old, mode, max(room - metrics.horizontalAdvance(new), room // 2))
    return old + ARROW + metrics.elidedText(new, mode, room - metrics.horizontalAdvance(old))


def _line_count(text: str, font: FontName, room: int, most: int) -> int:
    """Return the number of lines of *text*, at most *most*."""
    if not text or most == 1:
        return 1 if text else 0
    metrics = theme().metrics(font)
    # Most texts are far longer than their lines, so hundreds of them need not be measured.
    wide = round(len(text) * metrics.averageCharWidth() * MIN_CHARACTER_SHARE)
    if wide > most * room:
        return most
    wide = metrics.horizontalAdvance(row_text(text))
    if wide <= room or most == 2:
        return 1 if wide <= room else 2
    return lay_out_text(row_text(text), (), theme().font(font), room, most).layout.lineCount()


def _icon(painter: QPainter, place: QPoint, name: str, role: str, side: int) -> None:
    draw_upright_pixmap(painter, place, pixmap(name, role, side, painter.device().devicePixelRatioF()))


def _write(
    painter: QPainter,
    rect: QRect,
    text: str,
    font: FontName,
    role: str,
    *,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    at: int = LEFT,
) -> None:
    painter.setFont(theme().font(font))
    painter.setPen(theme().color(role))
    line, metrics = row_text(text), painter.fontMetrics()
    cut = metrics.elidedText(line, mode, rect.width())
    # Of parts with middle dots between them those are shown that fit.
    while cut != line and " · " in line and mode == Qt.TextElideMode.ElideRight:
        line = line.rpartition(" · ")[0]
        cut = metrics.elidedText(line, mode, rect.width())
    draw_upright_text(painter, rect, at, cut)
