"""List of the notes and passages that would be sent, with header and row painter; editor that shortens a passage."""

from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.passage_choices import PassageChoices, ShownPassage
from vaultdesk.ui.review.passage_model import (
    COLLAPSED_LINES,
    PASSAGE_ROW_ROLE,
    PassageIndex,
    PassageListModel,
    PassagePart,
    PassageRow,
    note_names,
    passage_position_text,
)
from vaultdesk.ui.review.text_box import TextBox
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import (
    draw_upright_pixmap,
    draw_upright_text,
    focus_ring,
    mirrored_row,
    unmirrored_point,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import CHECKLIST_HEADER_HEIGHT, ListHeader, SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, wrapping_policy
from vaultdesk.ui.widgets.lists.matched_text import LaidOutText, lay_out_text
from vaultdesk.ui.widgets.lists.row_delegate import draw_check_box
from vaultdesk.ui.widgets.lists.row_list import CHECK_STATES, CheckListHeader

MAX_PART_LINES = 400
"""Maximum number of lines of one part of an expanded passage: a limit that no part reaches."""

TICK = 16
"""Side of a tick in design pixels."""

NOTE_HEIGHT, CAPTION_HEIGHT = 34, 20
"""Heights in design pixels of a note's row, and of the line below a passage."""

GAP = 12
"""Gap in design pixels between a tick and its text, and between a text and what is right of it."""

MIN_RIGHT_GAP = 4
"""Minimum gap in design pixels between the contents and a scroll bar."""

MIN_SIZE_WIDTH = 92
"""Minimum width in design pixels reserved for a passage's size."""


class _RowLines(Struct, frozen=True):
    """The text of a row in lines."""

    parts: tuple[tuple[float, LaidOutText], ...]
    """Each part with its top."""
    height: float
    is_cut: bool


@lru_cache(maxsize=400)
def _lay_out(parts: tuple[PassagePart, ...], width: int, lines: int, _fonts: str) -> _RowLines:
    """Lay out *parts* in up to *lines* lines; *_fonts* makes the cache depend on the current fonts."""
    texts: list[tuple[float, LaidOutText]] = []
    top, remaining, is_cut = 0.0, lines, False
    for part in parts:
        if remaining <= 0:
            is_cut = True
            break
        font = theme().font("fixed" if part.fixed else "interface")
        laid_out = lay_out_text(part.text.replace("\n", "\u2028"), part.marks, font, float(width), remaining)
        is_cut = laid_out.layout.text().endswith("…") and not part.text.endswith("…")
        texts.append((top, laid_out))
        top += laid_out.height
        remaining -= laid_out.layout.lineCount()
    return _RowLines(tuple(texts), top, is_cut)


class PassagePainter(QStyledItemDelegate):
    """Draws one row: tick, name and count of a note; or text, position and size of a passage."""

    opened = Signal(object, bool)
    """Index of a passage, and whether it should be expanded."""
    shorten_requested = Signal(object)
    """A `ShownPassage` that should be shortened."""

    def __init__(self, edge: int, *, compact: bool, can_shorten: bool, parent: QListView) -> None:
        """*edge* is the horizontal margin in pixels."""
        super().__init__(parent)
        self._edge = edge
        self._view = parent
        self._compact = compact
        self._can_shorten = can_shorten

    def sizeHint(self, option: QStyleOptionViewItem, index: PassageIndex) -> QSize:
        width = self._view.viewport().width()
        return QSize(width, self.height_for(index.data(PASSAGE_ROW_ROLE), width))

    def height_for(self, row: PassageRow, width: int) -> int:
        """Return the height of a row in a list of this *width*."""
        px = theme().px
        if row.kind != "text":
            return px(NOTE_HEIGHT) + (px(6) if row.kind == "withheld" else 0)
        lines = self._lines(row, width)
        content_height = round(lines.height) + (px(CAPTION_HEIGHT) if row.is_last_part else 0)
        below = px(10) if row.is_last_part else 0
        return content_height + self._above(row) + below

    def links(self, row: PassageRow, width: int) -> list[tuple[str, str]]:
        """Return the links below a passage, each with its name and text."""
        if row.kind != "text" or not row.is_last_part:
            return []
        links: list[tuple[str, str]] = []
        if row.is_opened:
            links.append(("close", self.tr("Show less")))
        elif row.has_more or self._lines(row, width).is_cut or len(self._lines(row, width).parts) < len(row.parts):
            links.append(("open", self.tr("Show all")))
        if self._can_shorten:
            links.append(("shorten", self.tr("Only a part…")))
        return links

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: PassageIndex) -> None:
        row = index.data(PASSAGE_ROW_ROLE)
        assert isinstance(row, PassageRow)
        model = index.model()
        assert isinstance(model, PassageListModel)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setClipRect(rect)
        if row.ends_group and index.row() < model.rowCount() - 1:
            painter.setPen(QPen(theme().color("border"), 1))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if row.kind == "text":
            self._draw_text(painter, rect, row, model)
        else:
            self._draw_note(painter, rect, row, model)
        if row.is_tickable:
            checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))
            draw_check_box(painter, self._tick_rect(row, rect), checked, self._view)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(theme(), painter, QRectF(rect.adjusted(3, 1, -3, -2)), theme().px(5))
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: PassageIndex
    ) -> bool:
        """Toggle on a click on the tick or the name, or with Space; expand with a click on its link, Enter or an arrow
        key.
        """
        row = index.data(PASSAGE_ROW_ROLE)
        assert isinstance(row, PassageRow)
        assert isinstance(model, PassageListModel)
        if isinstance(event, QMouseEvent):
            if event.type() != QEvent.Type.MouseButtonRelease or event.button() != Qt.MouseButton.LeftButton:
                return False
            position = unmirrored_point(self._view.viewport(), event.position().toPoint())
            link = self.link_at(row, option.rect, position)
            if link:
                self._activate_link(link, row, index)
                return True
            tick_end = self._tick_rect(row, option.rect).right() + theme().px(GAP // 2)
            toggles = row.kind == "note" or (row.is_tickable and position.x() <= tick_end)
            if toggles:
                model.toggle(index)
            return toggles
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        match key:
            case Qt.Key.Key_Space | Qt.Key.Key_Select:
                model.toggle(index)
                return True
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if row.kind == "text":
                self.opened.emit(index, not row.is_opened)
                return True
            case _:
                return False

    def link_at(self, row: PassageRow, rect: QRect, position: QPoint) -> str:
        """Return the name of a row's link at *position*; empty if there is none."""
        for name, area in self.link_rects(row, rect):
            if area.contains(position):
                return name
        return ""

    def link_rects(self, row: PassageRow, rect: QRect) -> list[tuple[str, QRect]]:
        """Return the rectangles of a row's links from the left."""
        model = self._view.model()
        if row.passage is None or not isinstance(model, PassageListModel):
            return []
        metrics = theme().metrics("small")
        line = self._caption_rect(row, rect)
        caption = model.caption(row.passage)
        separator_width = metrics.horizontalAdvance(" · ")
        available_width = line.width()
        links = self.links(row, rect.width())
        links_width = sum(metrics.horizontalAdvance(text) + separator_width for _, text in links)
        left = line.left() + min(metrics.horizontalAdvance(caption), max(0, available_width - links_width))
        rects: list[tuple[str, QRect]] = []
        for name, text in links:
            left += separator_width if caption or rects else 0
            width = metrics.horizontalAdvance(text)
            rects.append((name, QRect(left, line.top(), width + 1, line.height())))
            left += width
        return rects

    def _activate_link(self, link: str, row: PassageRow, index: PassageIndex) -> None:
        if link == "shorten":
            self.shorten_requested.emit(row.passage)
        else:
            self.opened.emit(index, link == "open")

    def _lines(self, row: PassageRow, width: int) -> _RowLines:
        values = theme()
        # Fonts and colors change with the theme; the laid-out text contains the colors of the marks.
        fonts = f"{values.font('interface').key()} {values.font('fixed').key()}"
        return _lay_out(
            row.parts, self._text_width(row, width), MAX_PART_LINES if row.is_opened else COLLAPSED_LINES, fonts
        )

    def _above(self, row: PassageRow) -> int:
        if row.part_index:
            return 0
        return theme().px(2 if row.is_single else 6)

    def _text_left(self, row: PassageRow) -> int:
        return self._edge + theme().px(TICK + GAP) * (1 if row.is_single else 2)

    def _right_gap(self, width: int) -> int:
        """Return the margin at the right of a row: less beside a scroll bar, so that rows align with the header."""
        scroll_bar_width = self._view.width() - width if width == self._view.viewport().width() else 0
        return max(theme().px(MIN_RIGHT_GAP), self._edge - scroll_bar_width)

    def _size_width(self) -> int:
        """Return the width reserved at the right of a passage: at least that of the text "stays here"."""
        model = self._view.model()
        assert isinstance(model, PassageListModel)
        stays_here_width = theme().metrics("small").horizontalAdvance(model.stays_here_text())
        return max(theme().px(MIN_SIZE_WIDTH), stays_here_width + theme().px(GAP))

    def _text_width(self, row: PassageRow, width: int) -> int:
        right = self._right_gap(width) + (0 if self._compact else self._size_width())
        return max(theme().px(80), width - self._text_left(row) - right)

    def _tick_rect(self, row: PassageRow, rect: QRect) -> QRect:
        px = theme().px
        size = px(TICK)
        if row.kind == "note":
            return QRect(rect.left() + self._edge, rect.top() + (px(NOTE_HEIGHT) - size) // 2, size, size)
        left = rect.left() + self._edge + px(TICK + GAP)
        line_height = theme().metrics("interface").height()
        return QRect(left, rect.top() + self._above(row) + max(0, (line_height - size) // 2), size, size)

    def _caption_rect(self, row: PassageRow, rect: QRect) -> QRect:
        px = theme().px
        top = rect.top() + self._above(row) + round(self._lines(row, rect.width()).height)
        left = rect.left() + self._text_left(row)
        return QRect(left, top, rect.right() - self._right_gap(rect.width()) - left, px(CAPTION_HEIGHT))

    def _draw_note(self, painter: QPainter, rect: QRect, row: PassageRow, model: PassageListModel) -> None:
        values, px = theme(), theme().px
        line = QRect(rect.left(), rect.top(), rect.width(), px(NOTE_HEIGHT))
        left = rect.left() + self._edge + px(TICK + GAP)
        right = rect.right() + 1 - self._right_gap(rect.width())
        withheld = row.withheld
        path = withheld.path if withheld is not None else row.group.path if row.group is not None else ""
        if withheld is not None:
            icon_size = px(14)
            icon = pixmap("lock", "muted", icon_size, painter.device().devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(rect.left() + self._edge + 1, line.center().y() - icon_size // 2), icon)
        center = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        size_text = model.size_text(row)
        painter.setFont(values.font("small"))
        painter.setPen(values.color("muted"))
        metrics = painter.fontMetrics()
        text_width = metrics.horizontalAdvance(size_text)
        draw_upright_text(painter, QRect(right - text_width, line.top(), text_width, line.height()), center, size_text)
        right -= text_width + px(GAP)
        name, folder = note_names(path)
        painter.setFont(values.font("heading" if withheld is None else "interface"))
        painter.setPen(values.color("text" if withheld is None and model.is_ticked(row) else "muted"))
        metrics = painter.fontMetrics()
        elided = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, right - left)
        draw_upright_text(painter, QRect(left, line.top(), right - left, line.height()), center, elided)
        left += metrics.horizontalAdvance(elided) + px(8)
        if folder and left < right:
            painter.setFont(values.font("small"))
            painter.setPen(values.color("muted"))
            elided = painter.fontMetrics().elidedText(folder, Qt.TextElideMode.ElideMiddle, right - left)
            draw_upright_text(painter, QRect(left, line.top(), right - left, line.height()), center, elided)

    def _draw_text(self, painter: QPainter, rect: QRect, row: PassageRow, model: PassageListModel) -> None:
        values = theme()
        assert row.passage is not None
        left = rect.left() + self._text_left(row)
        top = rect.top() + self._above(row)
        ticked = model.choices.is_ticked(row.passage.id)
        for offset, text in self._lines(row, rect.width()).parts:
            text.draw(painter, QPointF(left, top + offset), "text2" if ticked else "muted")
        painter.setFont(values.font("small"))
        painter.setPen(values.color("muted"))
        metrics = painter.fontMetrics()
        if not row.part_index and not row.is_single:
            size_text = model.size_text(row)
            text_width = metrics.horizontalAdvance(size_text)
            if not self._compact:
                line_height = values.metrics("interface").height()
                size_rect = QRect(
                    rect.right() + 1 - self._right_gap(rect.width()) - text_width, top, text_width, line_height
                )
                draw_upright_text(
                    painter, size_rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), size_text
                )
        if row.is_last_part:
            self._draw_caption(painter, rect, row, model)

    def _draw_caption(self, painter: QPainter, rect: QRect, row: PassageRow, model: PassageListModel) -> None:
        values = theme()
        assert row.passage is not None
        line = self._caption_rect(row, rect)
        center = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        metrics = painter.fontMetrics()
        caption, links = model.caption(row.passage), self.link_rects(row, rect)
        separator_width = metrics.horizontalAdvance(" · ")
        end = links[0][1].left() - (separator_width if caption else 0) if links else line.right()
        elided = metrics.elidedText(caption, Qt.TextElideMode.ElideMiddle, max(0, end - line.left()) + 1)
        draw_upright_text(painter, QRect(line.left(), line.top(), end - line.left() + 1, line.height()), center, elided)
        link_texts = dict(self.links(row, rect.width()))
        for number, (name, area) in enumerate(links):
            painter.setPen(values.color("muted"))
            if caption or number:
                separator_rect = QRect(area.left() - separator_width, area.top(), separator_width, area.height())
                painter.drawText(QRectF(separator_rect), int(Qt.AlignmentFlag.AlignCenter), "·")
            painter.setPen(values.color("accent"))
            draw_upright_text(painter, area, center, link_texts[name])


class PassageListView(QListView):
    """List view of passages, as high as its rows up to `MAX_SUMMED_HEIGHT`."""

    MAX_SUMMED_HEIGHT = 1_400
    """Maximum height in pixels of rows that is summed for the preferred height: no sheet is higher."""

    def __init__(self, model: PassageListModel, edge: int, *, compact: bool, can_shorten: bool) -> None:
        super().__init__()
        self.setModel(model)
        self.row_delegate = PassagePainter(edge, compact=compact, can_shorten=can_shorten, parent=self)
        self.setItemDelegate(self.row_delegate)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(theme().px(24))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        # Rows far below are measured in later event loop iterations.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(60)
        self.setAccessibleName(self.tr("Passages; Space ticks, Enter shows all of one"))
        self.viewport().setAutoFillBackground(False)
        self.setSizePolicy(wrapping_policy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred))
        self.row_delegate.opened.connect(self._set_opened)

    def passage_model(self) -> PassageListModel:
        model = self.model()
        assert isinstance(model, PassageListModel)
        return model

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows at *width*, up to `MAX_SUMMED_HEIGHT`."""
        model, height = self.passage_model(), 0
        for number in range(model.rowCount()):
            height += self.row_delegate.height_for(model.row(model.index(number)), width)
            if height > self.MAX_SUMMED_HEIGHT:
                break
        return height

    def sizeHint(self) -> QSize:
        width = max(self.width(), theme().px(240))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(160), theme().px(3 * NOTE_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Expand with Right, collapse with Left; navigate with the other arrow keys."""
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            forward = Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right
            self._set_opened(index, event.key() == forward)
            event.accept()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # Enter expands here; it never answers the request.
            row = self.passage_model().row(index) if index.isValid() else None
            if row is not None and row.kind == "text":
                self._set_opened(index, not row.is_opened)
            event.accept()
            return
        super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand cursor over what can be clicked."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        position = unmirrored_point(self.viewport(), event.position().toPoint())
        over_link = index.isValid() and bool(
            self.row_delegate.link_at(self.passage_model().row(index), self.visualRect(index), position)
        )
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over_link else Qt.CursorShape.ArrowCursor)

    def _set_opened(self, index: PassageIndex, opened: bool) -> None:
        model = self.passage_model()
        row = model.row(index)
        if row.kind != "text":
            return
        first = index.row() - row.part_index
        model.set_opened(index, opened)
        self.setCurrentIndex(model.index(first))
        self.updateGeometry()


class PassageChecklist(QWidget):
    """List of passages below a header with a tick for all, the number of ticked passages, and links."""

    ticks_changed = Signal()
    shorten_requested = Signal(object)
    """A `ShownPassage` that should be shortened."""

    def __init__(
        self,
        choices: PassageChoices,
        edge: int,
        *,
        compact: bool = False,
        can_shorten: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.choices = choices
        self.model = PassageListModel(choices, self)
        self.list = PassageListView(self.model, edge, compact=compact, can_shorten=can_shorten)
        self._header = CheckListHeader(self.tr("All passages"), (edge, edge - theme().px(2)))
        if choices.passages:
            self._header.layout_above(self.list, self)
        else:  # A request with only withheld notes has nothing to tick or count.
            column_layout(self).addWidget(self.list, 1)
        self._header.all_requested.connect(self.model.tick_all)
        self.model.ticks_changed.connect(self._update_count)
        self.list.row_delegate.shorten_requested.connect(self.shorten_requested)
        if compact:
            max_height = theme().px(CARD_LIST_HEIGHT)
            self.list.setMaximumHeight(max_height)
        self._update_count()

    def count_text(self) -> str:
        """Return the text with the number of ticked passages."""
        return self._header.count.text()

    def ticked(self) -> tuple[str, ...]:
        """Return the ids of the ticked passages."""
        return tuple(passage.id for passage in self.choices.ticked_passages)

    def show_first(self) -> None:
        """Make the first row current without taking the focus."""
        self.list.setCurrentIndex(self.model.index(0))

    def refresh(self) -> None:
        """Update the rows after passages were ticked or shortened elsewhere."""
        self.model.refresh()
        self.list.doItemsLayout()

    def _update_count(self) -> None:
        total = len(self.choices.passages)
        count = len(self.choices.ticked_passages)
        template = self.tr("{n} of 1 passage") if total == 1 else self.tr("{n} of {total} passages")
        text = template.format(n=format_number(count), total=format_number(total))
        self._header.show_state(CHECK_STATES[self.choices.state(self.choices.passages)], text)
        self.ticks_changed.emit()


CARD_LIST_HEIGHT = 300
"""Maximum height of the list in the card in design pixels."""


MAX_EXCERPT_TEXT = 200_000
"""Maximum number of characters of an excerpt that are shown; a result of a tool is far shorter. A truncated one cannot
be shortened manually, because the rest would be invisible.
"""


class ExcerptText(QWidget):
    """Shows one passage to be shortened, in place of the list.

    The edited text is the sent text: invisible characters are shown, and sent, as `U+XXXX`.
    """

    shortened = Signal(object, object)
    """A `ShownPassage`, and the text sent in its place; None sends it unchanged."""
    closed = Signal()
    """The user returns to the list."""

    def __init__(self, edge: int, parent: QWidget | None = None) -> None:
        """*edge* is the side margin in pixels."""
        super().__init__(parent)
        self._passage: ShownPassage | None = None
        self._last_text = ""
        self._title = ElidedLabel("", Qt.TextElideMode.ElideMiddle, font="strong")
        self.restore = LinkButton(self.tr("Send all of it"), small=True)
        self.back = LinkButton(self.tr("Back to the list"), small=True)
        self.box = _EditableTextBox(self.tr("The text to send from this passage; you can shorten it"))
        self.box.document().setDocumentMargin(edge)
        self._build_layout(edge)
        self.restore.clicked.connect(self._restore)
        self.back.clicked.connect(self.closed)
        self.box.textChanged.connect(self._changed)
        self.box.done.connect(self.closed)

    def _build_layout(self, edge: int) -> None:
        px = theme().px
        head = ListHeader()
        head.setFixedHeight(px(CHECKLIST_HEADER_HEIGHT))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge, 0, edge - px(2), 0)
        row.setSpacing(px(12))
        row.addWidget(self._title, 1)
        row.addWidget(self.restore)
        row.addWidget(self.back)
        column = column_layout(self)
        column.addWidget(head)
        column.addWidget(SeparatorLine())
        column.addWidget(self.box, 1)

    def show_passage(self, passage: ShownPassage, text: str) -> None:
        """Show *text*, the part of *passage* to be sent; a text too long to be shown in full cannot be shortened."""
        self._passage = None
        self._last_text = safe_label_text(text, MAX_EXCERPT_TEXT)
        self.box.setPlainText(self._last_text)
        self._passage = passage
        name = sanitize_text(passage.path.rpartition("/")[2].removesuffix(".md"))
        self._title.set_text(" · ".join(part for part in (name, passage_position_text(passage)) if part))
        too_long = len(text) > MAX_EXCERPT_TEXT
        self.box.setReadOnly(too_long)
        explanation = self.tr("This passage is too long to be edited here. Leave it out instead.")
        self.box.setAccessibleDescription(explanation if too_long else "")
        self.restore.setVisible(text != passage.text)
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.box.moveCursor(QTextCursor.MoveOperation.Start)

    def _restore(self) -> None:
        passage = self._passage
        if passage is not None:
            self.shortened.emit(passage, None)
            self.show_passage(passage, passage.text)

    def _changed(self) -> None:
        if self.box.isReadOnly() or self._passage is None:
            return
        text = self.box.toPlainText()
        if len(text) > len(self._last_text):
            # It can only be shortened: added text would be sent as if it were from the note.
            self.box.undo()
            return
        self._last_text = text
        self.restore.setVisible(True)
        self.shortened.emit(self._passage, text)


class _EditableTextBox(TextBox):
    """A text box that can be made editable; Esc ends editing."""

    done = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name, "interface")
        self.setUndoRedoEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End editing on Esc instead of closing the whole request."""
        if event.key() == Qt.Key.Key_Escape and not self.isReadOnly():
            self.done.emit()
            event.accept()
            return
        super().keyPressEvent(event)
