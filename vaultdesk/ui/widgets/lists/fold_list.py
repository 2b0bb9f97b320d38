"""Fold list: rows that fold under others, with their model, delegate and view."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
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
    unmirrored_point,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text
from vaultdesk.ui.widgets.lists.matched_text import AIR, lay_out_text

LONGEST = 400
"""Maximum number of characters of a row that are drawn."""

Index = QModelIndex | QPersistentModelIndex
Marks = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class FoldRow:
    """One row: a title with additional texts, a text below, or both."""

    key: str
    """The value emitted when it is chosen; unique in a list."""
    title: str = ""
    detail: str = ""
    """Muted text after the title: a folder, a kind."""
    right: str = ""
    """A short text at the right: a count, a time."""
    text: str = ""
    """Text below the title, on at most `lines` lines."""
    marks: Marks = ()
    """Ranges of the matches in `text`."""
    title_marks: Marks = ()
    """Ranges of the matches in `title`."""
    detail_marks: Marks = ()
    """Ranges of the matches in `detail`."""
    icon: str = ""
    badge: str = ""
    """An icon after the text: a lock."""
    keys: str = ""
    """Shortcut in a small box at the right."""
    depth: int = 0
    folded: bool | None = None
    """Whether its children are hidden; None if it has none."""
    lines: int = 2
    strong: bool = False
    link: bool = False
    """Drawn as an action."""
    muted: bool = False
    heading: bool = False
    """A heading, which cannot be chosen."""
    selectable: bool = True
    """Whether the arrow keys stop at it."""
    has_rule: bool = False
    """Whether a line is drawn above it."""
    spaced: bool = False
    """Whether there is additional space above it."""
    spoken: str | Callable[[], str] = ""
    """The tooltip and accessible text. A function is called when the text is needed; it must compare equal to one that
    returns the same text.
    """

    @property
    def spoken_text(self) -> str:
        """Return `spoken` as text."""
        return self.spoken if isinstance(self.spoken, str) else self.spoken()


class FoldModel(QAbstractListModel):
    """The rows, in order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[FoldRow, ...] = ()
        self._places: dict[str, int] = {}

    def set_rows(self, rows: Sequence[FoldRow]) -> None:
        """Replace the rows by *rows*."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self._places = {row.key: place for place, row in enumerate(self.rows)}
        self.endResetModel()

    def row(self, place: int) -> FoldRow | None:
        return self.rows[place] if 0 <= place < len(self.rows) else None

    def place_of(self, key: str) -> int:
        """Return the index of the row *key*, or -1."""
        return self._places.get(key, -1)

    def parent_of(self, place: int) -> int:
        """Return the index of the row under which the one at *place* is folded, or -1."""
        depth = self.rows[place].depth
        for above in range(place - 1, -1, -1):
            row = self.rows[above]
            if row.folded is not None and row.depth < depth:
                return above
        return -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row(index.row())
        if row is None or row.heading:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index.row())
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return fold_row_text(row.title or row.text)
            case Qt.ItemDataRole.AccessibleTextRole:
                fold = "" if row.folded is None else self.tr("folded") if row.folded else self.tr("unfolded")
                parts = (row.title, row.detail, row.text, row.right, row.keys, fold)
                return fold_row_text(", ".join(part for part in parts if part))
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return fold_row_text(row.spoken_text)
            case Qt.ItemDataRole.ToolTipRole if not row.heading:
                return as_tooltip(row.spoken_text or row.title)
            case _:
                return None


def excerpt_near_match(text: str, marks: Marks, lead: int, longest: int) -> tuple[str, Marks]:
    """Return *text* starting so close to its first match that this is on the first line, and the ranges in it."""
    first, begin, before = marks[0][0] if marks else 0, 0, ""
    if first > lead:
        begin, before = text.find(" ", first - lead, first) + 1 or first, "… "
    moved = len(before) - begin
    kept = tuple((start + moved, end + moved) for start, end in marks if begin <= start < begin + longest)
    return before + text[begin : begin + longest], kept


def fold_row_text(text: str) -> str:
    """Return *text* prepared for a row."""
    return safe_label_text(text, LONGEST).replace("\n", " ")


HEADING, RULE, SPACED_GAP, TOP = 28, 9, 6, 4
"""Design pixels: heading, line above a row, space above one, space above and below a text."""

SIDE, INDENT, CHEVRON, ICON, GAP, EDGE = 8, 16, 12, 14, 8, 10
"""From the left: outer margin, indentation per level, chevron, icon, space between parts, inner margin."""

SURELY = 0.6
"""Share of the average character width: a lower bound for the width of real text."""

State = QStyle.StateFlag


class FoldDelegate(QStyledItemDelegate):
    """Paints rows of `FoldModel`; no text is interpreted as markup."""

    def __init__(self, view: QAbstractItemView, high: int, side: int = SIDE, *, chevrons: bool = True) -> None:
        """A row of one line is *high* design pixels; its background begins *side* pixels from the edge."""
        super().__init__(view)
        self._view = view
        self._high = high
        self._side = side
        self._chevrons = chevrons

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a row; the height of its text is estimated without a layout."""
        row = _row_at(index)
        width = self._view.viewport().width()
        return QSize(width, self.height_of(row, width) if row is not None else 0)

    def height_of(self, row: FoldRow, width: int) -> int:
        """Return the height of *row* at this *width* of the list."""
        px = theme().px
        if row.heading:
            return px(HEADING)
        high = self._above(row)
        if not row.text:
            return high + px(self._high)
        metrics = theme().metrics("small")
        room = max(40, width - self._text_left(row) - px(self._side + EDGE))
        # Most texts are far longer than their lines, so hundreds of them need not be measured.
        wide = round(len(row.text) * metrics.averageCharWidth() * SURELY)
        if wide <= 1.9 * room:
            wide = metrics.horizontalAdvance(fold_row_text(row.text))
        lines = 1 if wide <= room else min(row.lines, 2 if wide <= 1.9 * room else 3)
        title = px(self._high) - px(TOP) if row.title else px(TOP)
        return high + title + round(lines * metrics.height() * AIR) + px(TOP) + 1

    def fold_zone(self, row: FoldRow) -> int:
        """Return the x position up to which a press folds instead of choosing."""
        return self._left(row) + theme().px(CHEVRON + GAP // 2) if row.folded is not None else 0

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = _row_at(index)
        if row is None:
            return
        values = theme()
        px, state, full = values.px, option.state, QRect(option.rect)
        painter.save()
        if row.has_rule:
            painter.fillRect(0, full.top() + px(RULE) // 2, self._view.viewport().width(), 1, values.color("border"))
        full.setTop(full.top() + self._above(row))
        rect = full.adjusted(px(self._side), 0, -px(self._side), 0)
        if row.heading:
            place = rect.adjusted(px(EDGE), 0, -px(EDGE), -px(4))
            _draw(painter, place, row.title, "caption", "muted", bottom=True)
            painter.restore()
            return
        selected = bool(state & State.State_Selected)
        if selected:
            line = values.color("accent") if values.tokens.high_contrast else None
            box(painter, rect, px(5), values.color("accent_tint"), line)
        elif state & State.State_MouseOver:
            box(painter, rect, px(5), values.color("hover"))
        top = rect.top()
        if row.title:
            head = QRect(rect.left(), top, rect.width(), px(self._high) if not row.text else px(self._high - TOP))
            self._head(painter, head, row, selected=selected)
            top = head.bottom() + 1
        else:
            top += px(TOP)
        if row.text:
            left = self._text_left(row)
            width = max(40, rect.right() - px(EDGE) - left)
            laid = lay_out_text(fold_row_text(row.text), row.marks, values.font("small"), width, row.lines)
            laid.draw(painter, QPointF(left, top), "text2" if not row.title else "muted")
        if state & State.State_HasFocus and self._view.hasFocus():
            focus_ring(values, painter, QRectF(rect), px(5))
        painter.restore()

    def _left(self, row: FoldRow) -> int:
        px = theme().px
        # A text or action begins at the position of the title above it.
        depth = row.depth - (1 if row.depth and (row.link or not row.title) else 0)
        return px(self._side) + px(EDGE if not self._chevrons else 6) + depth * px(INDENT)

    def _above(self, row: FoldRow) -> int:
        return theme().px(RULE) if row.has_rule else theme().px(SPACED_GAP) if row.spaced else 0

    def _text_left(self, row: FoldRow) -> int:
        return self._left(row) + (theme().px(CHEVRON + GAP // 2) if self._chevrons else 0)

    def _head(self, painter: QPainter, rect: QRect, row: FoldRow, *, selected: bool) -> None:
        """Draw the line of the title."""
        values = theme()
        px, ratio = values.px, painter.device().devicePixelRatioF()
        left = self._left(row)
        if row.folded is not None:
            side = px(CHEVRON)
            place = QRectF(left, rect.center().y() - side / 2 + 1, side, side)
            chevron(painter, place, values.color("muted"), "right" if row.folded else "down")
        left = self._text_left(row)
        if row.icon:
            side = px(ICON)
            role = "accent" if row.link else "muted"
            draw_upright_pixmap(
                painter, QPoint(left, rect.center().y() - side // 2 + 1), pixmap(row.icon, role, side, ratio)
            )
            left += side + px(GAP)
        right = self._right(painter, rect.adjusted(0, 0, -px(EDGE), 0), row)
        font: FontName = "strong" if row.strong or selected else "interface"
        role = "accent" if row.link else "muted" if row.muted else "text"
        room = QRect(left, rect.top(), max(0, right - left), rect.height())
        # The title has priority; other texts get the rest, and a little of a long title.
        wide = theme().metrics("small").horizontalAdvance(fold_row_text(row.detail)) + px(GAP) if row.detail else 0
        most = max(0, room.width() - min(wide, max(px(52), room.width() // 4)))
        used = draw_matched_text(
            painter, QRect(room.topLeft(), QSize(most, room.height())), row.title, row.title_marks, (font, role)
        )
        room.setLeft(left + used + px(GAP))
        if row.badge:
            room.setRight(room.right() - px(ICON + GAP))
        if row.detail and room.width() > px(16):
            used = draw_matched_text(painter, room, row.detail, row.detail_marks, ("small", "muted"))
            room.setLeft(room.left() + used + px(GAP))
        if row.badge:
            side = px(ICON - 1)
            corner = QPoint(room.left(), rect.center().y() - side // 2 + 1)
            draw_upright_pixmap(painter, corner, pixmap(row.badge, "muted", side, ratio))

    def _right(self, painter: QPainter, rect: QRect, row: FoldRow) -> int:
        """Draw the parts at the right edge and return where they begin."""
        values = theme()
        words, role = row.keys or fold_row_text(row.right), "muted"
        if not words:
            return rect.right()
        font = values.font("number") if row.keys else values.font("small")
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        inset = values.px(5) if row.keys else 0
        wide = painter.fontMetrics().horizontalAdvance(words) + 1
        place = QRect(rect.right() - wide - 2 * inset, rect.top(), wide + 2 * inset, rect.height())
        if row.keys:
            high = values.px(18)
            around = QRect(place.left(), rect.center().y() - high // 2 + 1, place.width(), high)
            box(painter, around, values.px(4), values.color("background"), values.color("border"))
        painter.setPen(values.color(role))
        draw_upright_text(painter, place, int(Qt.AlignmentFlag.AlignCenter), words)
        return place.left() - values.px(GAP)


def draw_matched_text(painter: QPainter, rect: QRect, text: str, lit: Marks, looks: tuple[FontName, str]) -> int:
    """Draw *text* on one line with the characters of *lit* in the accent colour; return its width."""
    values, (font, role) = theme(), looks
    painter.setFont(values.font(font))
    line = fold_row_text(text)
    metrics = painter.fontMetrics()
    cut = metrics.elidedText(line, Qt.TextElideMode.ElideRight, rect.width())
    painter.setPen(values.color(role))
    if not lit or line != text:
        # Characters that were made visible change the text, so the ranges would be wrong.
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)
        return min(rect.width(), metrics.horizontalAdvance(cut))
    mirrored = is_mirrored(painter)
    layout = QTextLayout(cut, values.font(font))
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


def _row_at(index: Index) -> FoldRow | None:
    rows = index.model()
    return rows.row(index.row()) if isinstance(rows, FoldModel) else None


def _draw(painter: QPainter, rect: QRect, text: str, font: FontName, role: str, *, bottom: bool = False) -> None:
    painter.setFont(theme().font(font))
    painter.setPen(theme().color(role))
    cut = painter.fontMetrics().elidedText(fold_row_text(text), Qt.TextElideMode.ElideRight, rect.width())
    at = Qt.AlignmentFlag.AlignBottom if bottom else Qt.AlignmentFlag.AlignVCenter
    draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | at), cut)


HIGH = 26
"""Height of a single-line row in design pixels (tree row)."""


@dataclass(frozen=True)
class FoldListStyle:
    """Appearance of a list, in design pixels."""

    row_height: int = HIGH
    """Height of a single-line row."""
    side: int = SIDE
    """Margin on both sides of a row's background."""
    ground: str = "background"
    """The theme token of the background."""
    uniform: bool = False
    """Whether all rows are single lines, so that thousands are laid out in one step."""
    chevrons: bool = True
    """Whether space is reserved for chevrons."""


class FoldList(QListView):
    """Enter and a click choose, the chevron, Left and Right fold; Up from the first row and Esc leave the list."""

    chosen = Signal(str, bool)
    """A row's key, and whether Ctrl was held or the middle button used."""
    folding = Signal(str)
    """The key of a row to fold or unfold."""
    left_at_top = Signal()
    typed = Signal(str)
    """A character was typed, which the list does not handle."""
    menu_requested = Signal(str, QPoint)
    current_changed = Signal()

    def __init__(
        self,
        name: str,
        style: FoldListStyle = FoldListStyle(),
        *,
        takes_keyboard: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """*name* is the accessible name; without *takes_keyboard* a field moves the current row."""
        super().__init__(parent)
        self.shown = FoldModel(self)
        self.setModel(self.shown)
        self._ground = style.ground
        self._painter = FoldDelegate(self, style.row_height, style.side, chevrons=style.chevrons)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(style.uniform)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if takes_keyboard else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        self.selectionModel().currentChanged.connect(lambda *_: self.current_changed.emit())
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def show_rows(self, rows: Sequence[FoldRow], *, keep: bool = True) -> None:
        """Show *rows*; with *keep* the current row and its position on the screen are preserved."""
        if tuple(rows) == self.shown.rows:
            return
        before, scroll = self.current(), self.verticalScrollBar().value()
        place = self.currentIndex().row()
        height = self.visualRect(self.currentIndex()).top() if before is not None else 0
        with QSignalBlocker(self.selectionModel()):
            self.shown.set_rows(rows)
        now = self.shown.place_of(before.key) if before is not None and keep else -1
        if now < 0 and self.hasFocus() and rows and keep:
            stops = [other for other, row in enumerate(rows) if _stops(row)]
            now = min(stops, key=lambda other: abs(other - place), default=-1)  # a row must be current
        self.setCurrentIndex(self.shown.index(now) if now >= 0 else QModelIndex())
        if keep and (scroll or now >= 0):
            self.doItemsLayout()
            if before is not None and now >= 0 and self.shown.rows[now].key == before.key:
                scroll = self.verticalScrollBar().value() + self.visualRect(self.currentIndex()).top() - height
            self.verticalScrollBar().setValue(scroll)
        elif not keep:
            self.scrollToTop()
        if (now >= 0) != (before is not None):
            self.current_changed.emit()

    def current(self) -> FoldRow | None:
        """Return the current row."""
        return self.shown.row(self.currentIndex().row())

    def wanted_height(self) -> int:
        """Return the total height of all rows."""
        width = self.viewport().width()
        return sum(self._painter.height_of(row, width) for row in self.shown.rows)

    def enter(self, reason: Qt.FocusReason = Qt.FocusReason.TabFocusReason) -> None:
        """Take the focus; without a current row select the first possible one."""
        self.setFocus(reason)
        if not self.currentIndex().isValid():
            self.go_first()

    def go_first(self) -> None:
        """Make the first selectable row current."""
        self._go(next((place for place, row in enumerate(self.shown.rows) if _stops(row)), -1))

    def go_to(self, key: str) -> None:
        """Make the row *key* current."""
        self._go(self.shown.place_of(key))

    def step(self, by: int, *, wraps: bool = False) -> bool:
        """Move by *by* selectable rows; return False if there is none in that direction."""
        places = [place for place, row in enumerate(self.shown.rows) if _stops(row)]
        if not places:
            return False
        here = self.currentIndex().row()
        if here not in places:
            at = next((n for n, place in enumerate(places) if place > here), len(places)) - (by > 0)
        else:
            at = places.index(here)
        wanted = at + by
        if wraps:
            wanted %= len(places)
        elif wanted < 0 and by == -1:
            return False
        self._go(places[max(0, min(len(places) - 1, wanted))])
        return True

    def visible_row_count(self) -> int:
        """Return the approximate number of rows that fit, for a step by a page."""
        high = max(1, self.visualRect(self.currentIndex()).height() or theme().px(HIGH))
        return max(1, self.viewport().height() // high - 1)

    def choose_current(self, *, new_tab: bool = False) -> None:
        """Emit the current row."""
        row = self.current()
        if row is not None and not row.heading:
            self.chosen.emit(row.key, new_tab)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match key:
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.choose_current(new_tab=control)
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                if not self.step(-1 if key == Qt.Key.Key_Up else 1):
                    self._leave()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                self.step(self.visible_row_count() * (-1 if key == Qt.Key.Key_PageUp else 1))
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self._fold(opened=key == (Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right))
            case Qt.Key.Key_Escape:
                self._leave()
            case Qt.Key.Key_Menu:
                self._ask_menu(self.visualRect(self.currentIndex()).center())
            case _ if event.text().strip() and event.text().isprintable() and not control:
                self.typed.emit(event.text())
            case _:
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        row = self.shown.row(self.indexAt(place).row())
        middle = event.button() == Qt.MouseButton.MiddleButton
        if row is None or row.heading or not (middle or event.button() == Qt.MouseButton.LeftButton):
            return
        if self.focusPolicy() != Qt.FocusPolicy.NoFocus:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        if unmirrored_point(self.viewport(), place).x() <= self._painter.fold_zone(row):
            self.folding.emit(row.key)
            return
        self.setCurrentIndex(self.indexAt(place))
        self.chosen.emit(row.key, middle or bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request a menu of the row under the pointer."""
        self._ask_menu(event.pos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again, because their texts wrap."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _ask_menu(self, place: QPoint) -> None:
        row = self.shown.row(self.indexAt(place).row())
        if row is not None and not row.heading:
            self.setCurrentIndex(self.indexAt(place))
            self.menu_requested.emit(row.key, self.viewport().mapToGlobal(place))

    def _fold(self, *, opened: bool) -> None:
        place = self.currentIndex().row()
        row = self.shown.row(place)
        if row is None:
            return
        if row.folded is not None and row.folded == opened:
            self.folding.emit(row.key)
        elif not opened and (above := self.shown.parent_of(place)) >= 0:
            parent = self.shown.rows[above]
            if not _stops(parent):
                self.folding.emit(parent.key)
            self.go_to(parent.key)

    def _leave(self) -> None:
        self.setCurrentIndex(QModelIndex())
        self.left_at_top.emit()

    def _go(self, place: int) -> None:
        index = self.shown.index(place) if place >= 0 else QModelIndex()
        self.setCurrentIndex(index)
        if place > 0 and not _stops(self.shown.rows[place - 1]):
            self.scrollTo(self.shown.index(place - 1))  # the parent of a first row stays visible
        self.scrollTo(index)

    def _apply_theme(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color(self._ground))
        self.setPalette(palette)
        self.scheduleDelayedItemsLayout()


def _stops(row: FoldRow) -> bool:
    return row.selectable and not row.heading
