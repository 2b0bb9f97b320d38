"""Delegate of lists: paints a row in all its states, and handles its check box."""

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
    row_background,
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
"""Flags as integers: operations of Python enumerations take a noticeable part of the time to paint a row."""

LEFT, BOTTOM, RIGHT, CENTER = (
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
    """Paints the `ListRow` of an index. Its texts are never interpreted as markup."""

    def __init__(
        self, view: QAbstractItemView, style: RowStyle, row_of: Callable[[Index], ListRow | None] | None = None
    ) -> None:
        """*row_of* returns the row of an index; by default it is read from the model."""
        super().__init__(view)
        self._row_of = row_of or row_at
        self._view = view
        self.style = style

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self._row_of(index)
        # The column of a tree is as wide as its widest row.
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
        line_height = theme().metrics("small").height() * LINE_SPACING
        first_line_height = theme().metrics(style.text_font).height() * LINE_SPACING
        lines, lines_below = 1 if row.text else 0, len(row.below)
        if row.lines > 1:
            left, right = self._text_area(row, QRect(self._side(), 0, width - 2 * self._side(), 0))
            text_width = max(40, right - left + 1)
            lines = _line_count(row.text, style.text_font, text_width, row.lines)
            lines_below = sum(_line_count(text, "small", text_width, row.lines) for text in row.below)
        if not row.title:
            return above + 2 * px(TOP) + round(lines * first_line_height + lines_below * line_height) + 1
        return above + px(style.two_lines) + round(max(0, lines - 1) * first_line_height + lines_below * line_height)

    def fold_zone(self, row: ListRow) -> int:
        """Return the x position up to which a press folds instead of choosing."""
        return self._left(row) + theme().px(CHEVRON + GAP // 2) if row.folded is not None else 0

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._row_of(index)
        if row is None:
            return
        values, style, row_rect = theme(), self.style, QRect(option.rect)
        state = option.state.value
        painter.save()
        if row.has_rule:
            rule_y = row_rect.top() + values.px(RULE) // 2
            painter.fillRect(0, rule_y, self._view.viewport().width(), 1, values.color("border"))
        row_rect.setTop(row_rect.top() + self._above(row))
        rect = row_rect.adjusted(self._side(), 0, -self._side(), 0)
        if style.shape == "card":
            rect.setBottom(rect.bottom() - values.px(CARD_GAP))
        if row.heading:
            text_rect = rect.adjusted(self._edge, 0, -self._edge, -values.px(4))
            _draw_text(painter, text_rect, row.title, "caption", "muted", alignment=BOTTOM)
            painter.restore()
            return
        selected = bool(state & SELECTED)
        background = row_background(rect, self._view.devicePixelRatioF())
        self._draw_background(painter, background, selected=selected, hovered=bool(state & HOVERED))
        self._draw_contents(painter, rect, row, selected=selected)
        if state & FOCUSED and self._view.hasFocus() and style.shape != "plain":
            inset = rect.adjusted(1, 1, -1, -2) if style.shape == "flat" else background
            focus_ring(values, painter, QRectF(inset), self._radius())
        painter.restore()

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Toggle on a click on the check box, or with Space on the current row."""
        row = self._row_of(index)
        if row is None or row.check is None:
            return False
        if isinstance(event, QMouseEvent):
            check_end = option.rect.left() + self._left(row) + theme().px(CHECK + 6)
            position = unmirrored_point(self._view.viewport(), event.position().toPoint())
            toggles = (
                event.type() == QEvent.Type.MouseButtonRelease
                and event.button() == Qt.MouseButton.LeftButton
                and position.x() <= check_end
            )
        else:
            key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
            toggles = key in (Qt.Key.Key_Space, Qt.Key.Key_Select)
        checked = row.check == Qt.CheckState.Checked
        state = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
        return toggles and model.setData(index, state, Qt.ItemDataRole.CheckStateRole)

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
        # A text or action without a title is aligned with the title above it.
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
        if self.style.centered:
            # The mark and the right text are beside all lines.
            right -= theme().px(ICON + GAP) if row.mark else 0
            if row.right:
                text_width = theme().metrics("small").horizontalAdvance(row_text(row.right))
                right -= min(text_width, (right - left) // 2) + theme().px(GAP)
        return left, right

    # Drawing.

    def _draw_background(self, painter: QPainter, rect: QRect, *, selected: bool, hovered: bool) -> None:
        values, shape = theme(), self.style.shape
        contrast = selected and values.tokens.high_contrast
        role = "accent_tint" if selected else "hover" if hovered else ""
        if shape == "card":
            line = values.color("accent" if contrast else "border")
            box(painter, rect, self._radius(), values.color(role or "surface"), line)
        elif shape == "rounded" and role:
            box(painter, rect, self._radius(), values.color(role), values.color("accent") if contrast else None)
        elif shape == "flat":
            painter.setClipRect(rect)
            if role:
                painter.fillRect(rect, values.color(role))
            if self.style.has_rules:
                painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, values.color("border"))
            if contrast:
                box(painter, rect.adjusted(1, 1, -1, -2), self._radius(), None, values.color("accent"))

    def _draw_contents(self, painter: QPainter, rect: QRect, row: ListRow, *, selected: bool) -> None:
        px, style = theme().px, self.style
        has_text = bool(row.text or row.below)
        title_rect = QRect(rect)
        if has_text and row.title:
            title_rect.setTop(rect.top() + (px(style.top) if style.top else 0))
            title_rect.setBottom(rect.top() + px(style.text_top) - 1)
        side_rect = rect if style.centered else title_rect
        if row.title:
            self._draw_lead(painter, title_rect, side_rect, row, selected=selected)
            title_rect.setRight(self._draw_right(painter, side_rect, row))
            title_rect.setLeft(rect.left() - self._side() + self._text_left(row))
            if row.icon and not style.slot:
                role = "accent" if row.link else "muted"
                _draw_icon(
                    painter,
                    QPoint(title_rect.left(), title_rect.center().y() - px(ICON) // 2 + 1),
                    row.icon,
                    role,
                    px(ICON),
                )
                title_rect.setLeft(title_rect.left() + px(ICON + GAP))
            self._draw_title(painter, title_rect, row, selected=selected)
        if has_text:
            self._draw_texts(painter, rect, row)

    def _draw_lead(
        self, painter: QPainter, title_rect: QRect, side_rect: QRect, row: ListRow, *, selected: bool
    ) -> None:
        """Draw the parts left of the texts: check box, chevron, and the column of ticks, icons and numbers."""
        values, style = theme(), self.style
        px, left = values.px, title_rect.left() - self._side() + self._left(row)
        if row.check is not None:
            part_rect = QRect(left, title_rect.center().y() - px(CHECK) // 2 + 1, px(CHECK), px(CHECK))
            draw_check_box(painter, part_rect, row.check, self._view)
            left += px(CHECK + 10)
        if row.folded is not None:
            size = px(CHEVRON)
            arrow = QRectF(left, title_rect.center().y() - size / 2 + 1, size, size)
            chevron(painter, arrow, values.color("muted"), "right" if row.folded else "down")
        if not style.slot:
            return
        size = px(min(style.slot, CHECK))
        top = side_rect.top() + (side_rect.height() - size) / 2
        if row.chosen:
            tick(painter, QRectF(left, top, size, size), values.color("accent"))
        elif row.number:
            part_rect = QRect(left, title_rect.top(), px(style.slot), title_rect.height())
            _draw_text(painter, part_rect, row.number, "small", "muted")
        elif row.icon:
            role = "text" if selected and row.role == "text2" else "muted"
            _draw_icon(painter, QPoint(left, round(top)), row.icon, role, size)

    def _draw_right(self, painter: QPainter, rect: QRect, row: ListRow) -> int:
        """Draw the parts at the right edge of the title's line, and return where they begin."""
        right = rect.right() - self._right_edge
        # If they are beside all lines, the marks form a column at the right edge.
        if self.style.centered:
            return self._draw_right_text(painter, rect, self._draw_mark(painter, rect, right, row), row)
        return self._draw_mark(painter, rect, self._draw_right_text(painter, rect, right, row), row)

    def _draw_mark(self, painter: QPainter, rect: QRect, right: int, row: ListRow) -> int:
        if not row.mark:
            return right
        size = theme().px(ICON)
        top = rect.top() + (rect.height() - size) // 2
        _draw_icon(painter, QPoint(right - size, top), row.mark, row.mark_role, size)
        return right - size - theme().px(GAP)

    def _draw_right_text(self, painter: QPainter, rect: QRect, right: int, row: ListRow) -> int:
        values, px, text = theme(), theme().px, row.keys or row_text(row.right)
        if not text:
            return right
        font = values.font("number") if row.keys else values.font("small")
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        metrics, inset = painter.fontMetrics(), px(5) if row.keys else 0
        text = metrics.elidedText(text, self.style.elide_right, (right - rect.left()) // 2)
        text_width = metrics.horizontalAdvance(text) + 2
        text_rect = QRect(right - text_width - 2 * inset, rect.top(), text_width + 2 * inset, rect.height())
        if row.keys:
            box_height = px(18)
            box_rect = QRect(text_rect.left(), rect.center().y() - box_height // 2 + 1, text_rect.width(), box_height)
            box(painter, box_rect, px(4), values.color("background"), values.color("border"))
        painter.setPen(values.color(row.right_role))
        draw_upright_text(painter, text_rect, CENTER, text)
        return text_rect.left() - px(GAP)

    def _draw_title(self, painter: QPainter, rect: QRect, row: ListRow, *, selected: bool) -> None:
        """Draw the title, its details and its badge in *rect*."""
        values, style = theme(), self.style
        px = values.px
        plain = row.font == "interface"
        font: FontName = "strong" if plain and (row.chosen or selected) and not style.columns else row.font
        role = "accent" if row.link else "text" if selected and row.role == "text2" else row.role
        title, marks = row.title, row.title_marks
        # The title gets the width that the detail does not need; a long detail gets at least a quarter.
        detail_width = values.metrics("small").horizontalAdvance(row_text(row.detail)) + px(GAP) if row.detail else 0
        title_width = max(0, rect.width() - min(detail_width, max(px(52), rect.width() // 4)))
        if style.columns:
            row_width = self._view.viewport().width() - 2 * self._side() - self._edge - self._right_edge
            title_width = min(max(round(row_width * NAME_SHARE), px(MIN_NAME_WIDTH)), px(MAX_NAME_WIDTH))
        if row.new_title:
            title, marks, title_width = _renamed_title(row, font, rect.width()), (), rect.width()
        title_rect = QRect(rect.left(), rect.top(), title_width, rect.height())
        used = draw_matched_text(
            painter, title_rect, title, marks, (font, role), style.elide, strikethrough=row.strikethrough
        )
        rect.setLeft(rect.left() + (title_width + px(GAP // 2) if style.columns else used) + px(GAP))
        if row.badge:
            rect.setRight(rect.right() - px(ICON + GAP))
        if style.columns:
            if row.detail and rect.width() > px(40):
                detail = lay_out_text(row_text(row.detail), row.detail_marks, values.font("interface"), rect.width(), 1)
                middle = rect.top() + (rect.height() - values.metrics("interface").height()) / 2
                detail.draw(painter, QPointF(rect.left(), middle), "muted")
        elif row.detail and rect.width() > px(16):
            detail_style: tuple[FontName, str] = ("small", "muted")
            used = draw_matched_text(
                painter, rect, row.detail, row.detail_marks, detail_style, _elide_mode(row.detail, rect.width())
            )
            rect.setLeft(rect.left() + used + px(GAP))
        if row.badge:
            size = px(ICON - 1)
            _draw_icon(painter, QPoint(rect.left(), rect.center().y() - size // 2 + 1), row.badge, "muted", size)

    def _draw_texts(self, painter: QPainter, rect: QRect, row: ListRow) -> None:
        """Draw the texts below the title."""
        values, style = theme(), self.style
        px = values.px
        left, right = self._text_area(row, rect)
        top = float(rect.top() + px(style.text_top if row.title else TOP))
        text_role = "text2" if not row.title and row.text_role == "muted" else row.text_role
        texts = [(row.text, row.marks, style.text_font, text_role)] if row.text else []
        for text, marks, font, role in (*texts, *((below, (), "small", row.below_role) for below in row.below)):
            line_height = values.metrics(font).height() * LINE_SPACING
            line_rect = QRect(left, round(top), max(40, right - left + 1), round(line_height))
            if text == row.text and row.right_below:
                painter.setFont(values.font("small"))
                painter.setPen(values.color("muted"))
                right_text = painter.fontMetrics().elidedText(
                    row_text(row.right_below), Qt.TextElideMode.ElideRight, line_rect.width() // 2
                )
                draw_upright_text(painter, line_rect, RIGHT, right_text)
                line_rect.setRight(line_rect.right() - painter.fontMetrics().horizontalAdvance(right_text) - px(12))
            if row.lines == 1 and not marks:
                _draw_text(painter, line_rect, text, font, role, mode=style.elide)
                top += line_height
                continue
            shown = row_text(text)
            # Escaped characters change the text, so the ranges would be wrong.
            laid_out = lay_out_text(
                shown, marks if shown == text else (), values.font(font), line_rect.width(), row.lines
            )
            laid_out.draw(painter, QPointF(left, top), role)
            top += laid_out.height


def row_at(index: Index) -> ListRow | None:
    """Return the row that the model has for *index*."""
    model = index.model()
    row = model.row(index.row()) if isinstance(model, RowListModel) else index.data(ROW_ROLE)
    return row if isinstance(row, ListRow) else None


def draw_check_box(painter: QPainter, rect: QRect, state: Qt.CheckState, view: QWidget) -> None:
    """Draw a check box with the style of *view*."""
    button = QStyleOptionButton()
    button.rect = rect
    button.state = State.State_Enabled | CHECK_STYLES[state]
    view.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, button, painter, view)


def draw_matched_text(
    painter: QPainter,
    rect: QRect,
    text: str,
    marks: Marks,
    text_style: tuple[FontName, str],
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    *,
    strikethrough: bool = False,
) -> int:
    """Draw *text* on one line with the characters of *marks* in the accent color; return its width."""
    values, (font_name, role) = theme(), text_style
    font = values.font(font_name)
    if strikethrough:
        font.setStrikeOut(True)
    painter.setFont(font)
    line = row_text(text)
    metrics = painter.fontMetrics()
    painter.setPen(values.color(role))
    if not marks or line != text:
        # Escaped characters change the text, so the ranges would be wrong.
        elided = metrics.elidedText(line, mode, rect.width())
        draw_upright_text(painter, rect, LEFT, elided)
        return min(rect.width(), metrics.horizontalAdvance(elided))
    elided = metrics.elidedText(line, Qt.TextElideMode.ElideRight, rect.width())
    mirrored = is_mirrored(painter)
    layout = QTextLayout(elided, font)
    layout.setFormats([_accent_range(elided, start, end) for start, end in marks if start < len(elided)])
    layout.beginLayout()
    text_line = layout.createLine()
    text_line.setLineWidth(max(rect.width(), 1) + values.px(24))
    layout.endLayout()
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)  # Stacked combining marks stay in their row.
    set_upright(painter, QRectF(rect))
    left = rect.right() + 1 - text_line.naturalTextWidth() if mirrored else rect.left()
    layout.draw(painter, QPointF(left, rect.center().y() + 1 - text_line.height() / 2))
    painter.restore()
    return min(rect.width(), round(text_line.naturalTextWidth()))


def _accent_range(text: str, start: int, end: int) -> QTextLayout.FormatRange:
    format_range = QTextLayout.FormatRange()
    format_range.start = len(text[:start].encode("utf-16-le")) // 2
    format_range.length = len(text[start:end].encode("utf-16-le")) // 2
    char_format = QTextCharFormat()
    char_format.setForeground(theme().color("accent"))
    char_format.setFontWeight(QFont.Weight.DemiBold)
    format_range.format = char_format
    return format_range


def _elide_mode(text: str, width: int) -> Qt.TextElideMode:
    """Return where to elide *text* at *width*: in the middle of a path, because its end is more informative."""
    is_path = "/" in text and width > theme().px(60)
    return Qt.TextElideMode.ElideMiddle if is_path else Qt.TextElideMode.ElideRight


def _renamed_title(row: ListRow, font: FontName, width: int) -> str:
    """Return the two titles of a renamed note, each elided to its share of *width*."""
    metrics, mode = theme().metrics(font), Qt.TextElideMode.ElideMiddle
    old, new = row_text(row.title), row_text(row.new_title)
    width -= metrics.horizontalAdvance(ARROW)
    old = metrics.elidedText(old, mode, max(width - metrics.horizontalAdvance(new), width // 2))
    return old + ARROW + metrics.elidedText(new, mode, width - metrics.horizontalAdvance(old))


def _line_count(text: str, font: FontName, width: int, max_lines: int) -> int:
    """Return the number of lines of *text*, at most *max_lines*."""
    if not text or max_lines == 1:
        return 1 if text else 0
    metrics = theme().metrics(font)
    # A lower bound suffices for most texts, which are far longer than their lines; measuring hundreds would be slow.
    text_width = round(len(text) * metrics.averageCharWidth() * MIN_CHARACTER_SHARE)
    if text_width > max_lines * width:
        return max_lines
    text_width = metrics.horizontalAdvance(row_text(text))
    if text_width <= width or max_lines == 2:
        return 1 if text_width <= width else 2
    return lay_out_text(row_text(text), (), theme().font(font), width, max_lines).layout.lineCount()


def _draw_icon(painter: QPainter, position: QPoint, name: str, role: str, size: int) -> None:
    draw_upright_pixmap(painter, position, pixmap(name, role, size, painter.device().devicePixelRatioF()))


def _draw_text(
    painter: QPainter,
    rect: QRect,
    text: str,
    font: FontName,
    role: str,
    *,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    alignment: int = LEFT,
) -> None:
    painter.setFont(theme().font(font))
    painter.setPen(theme().color(role))
    line, metrics = row_text(text), painter.fontMetrics()
    elided = metrics.elidedText(line, mode, rect.width())
    # Parts separated by middle dots are omitted from the end until the text fits.
    while elided != line and " · " in line and mode == Qt.TextElideMode.ElideRight:
        line = line.rpartition(" · ")[0]
        elided = metrics.elidedText(line, mode, rect.width())
    draw_upright_text(painter, rect, alignment, elided)
