"""Entry list: entries to choose from, with their model, delegate and view, and the popup that picks one of many."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, focus_ring, mirrored_row, tick
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import PopupFrame, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip, lines_height, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.ui.widgets.lists.matched_text import LaidOutText, lay_out_text
from vaultdesk.ui.widgets.text_fields import SearchField

ROW, LINE, HEADING = 46, 30, 28
"""Heights in design pixels: a row of two lines, of one, and the heading of a group."""

SIDE, SLOT, GAP = 10, 16, 8
"""Widths from the left: margin, a slot for the tick or the icon, space."""

LONGEST = 200
"""Maximum number of characters of a line that are drawn."""

WRAPPED = 3
"""Maximum number of lines of a wrapping text."""

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One line of a list."""

    key: str
    """The value emitted when it is chosen; empty for a heading."""
    title: str
    text: str = ""
    """The second line; without one the row is lower."""
    detail: str = ""
    """Text shown while the entry is current."""
    icon: str = ""
    mark: str = ""
    """An icon at the right for its status; `words` contains the same information."""
    mark_role: str = "muted"
    heading: bool = False
    right: str = ""
    """A short text at the right: a count, a shortcut."""
    right_role: str = "muted"
    found: tuple[tuple[int, int], ...] = ()
    """Ranges of the matched characters in the title."""


class EntryModel(QAbstractListModel):
    """The entries, of which one may be ticked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entries: tuple[ListEntry, ...] = ()
        self._chosen: str | None = None

    def set_entries(self, entries: Sequence[ListEntry], chosen: str | None) -> None:
        """Set *entries*; the one with the key *chosen* is ticked."""
        self.beginResetModel()
        self.entries, self._chosen = tuple(entries), chosen
        self.endResetModel()

    def entry(self, row: int) -> ListEntry | None:
        return self.entries[row] if 0 <= row < len(self.entries) else None

    def is_chosen(self, entry: ListEntry) -> bool:
        """Return whether *entry* is ticked."""
        return not entry.heading and entry.key == self._chosen

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        entry = self.entry(index.row())
        if entry is None or entry.heading:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entry(index.row())
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _line_of(entry.title)
            case Qt.ItemDataRole.AccessibleTextRole:
                state = self.tr("chosen") if self.is_chosen(entry) else ""
                parts = (_line_of(entry.title), state, _line_of(entry.text), _line_of(entry.right))
                return ", ".join(part for part in parts if part)
            case Qt.ItemDataRole.AccessibleDescriptionRole if not entry.heading:
                return safe_label_text(entry.detail)
            case Qt.ItemDataRole.ToolTipRole if not entry.heading:
                return as_tooltip("\n".join(part for part in (entry.title, entry.detail) if part))
            case _:
                return None


class EntryDelegate(QStyledItemDelegate):
    """Draws a row of one or two lines, or the heading of a group."""

    def __init__(self, view: QAbstractItemView, *, wraps: bool = False) -> None:
        """With *wraps* the text of an entry, which then has nothing at the right, takes as many lines as it needs."""
        super().__init__(view)
        self._view, self._wraps = view, wraps

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        entry = _entry_at(index)
        return QSize(theme().px(160), self.high(entry) if entry is not None else theme().px(LINE))

    def high(self, entry: ListEntry) -> int:
        """Return the height of an entry's row in pixels."""
        px, wrapped = theme().px, self._wrapped(entry)
        low = px(HEADING if entry.heading else ROW if entry.text else LINE)
        return low if wrapped is None else low + round(wrapped.height * (1 - 1 / wrapped.layout.lineCount()))

    def _wrapped(self, entry: ListEntry) -> LaidOutText | None:
        """Return the wrapped text of *entry* if it needs several lines."""
        if not self._wraps or entry.heading:
            return None  # Before anything is measured, because each typed key calls this for each row.
        px, words, font = theme().px, _line_of(entry.text), theme().font("small")
        # As if the scroll bar were always visible: it appears after the rows were measured.
        bar = self._view.verticalScrollBar().sizeHint().width()
        room = self._view.width() - bar - px(2 * SIDE + SLOT + GAP) - (px(14 + GAP) if entry.mark else 0)
        if theme().metrics("small").horizontalAdvance(words) <= room:
            return None
        return lay_out_text(words, (), font, room, WRAPPED)

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rows, entry = index.model(), _entry_at(index)
        if entry is None or not isinstance(rows, EntryModel):
            return
        values, rect, state = theme(), QRect(option.rect), option.state
        words = rect.adjusted(values.px(SIDE), 0, -values.px(SIDE), 0)
        if entry.heading:
            words.setBottom(words.bottom() - values.px(4))
            _draw(painter, words, entry.title, ("caption", "muted"), Qt.AlignmentFlag.AlignBottom)
            return
        if state & State.State_Selected:
            line = values.color("accent") if values.tokens.high_contrast else None
            box(painter, rect, values.px(5), values.color("accent_tint"), line)
        elif state & State.State_MouseOver:
            box(painter, rect, values.px(5), values.color("hover"))
        ticked = rows.is_chosen(entry)
        words.setLeft(self._draw_lead(painter, words, entry, ticked=ticked))
        if entry.mark:
            side = values.px(14)
            picture = pixmap(entry.mark, entry.mark_role, side, painter.device().devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(words.right() - side, rect.y() + (rect.height() - side) // 2), picture)
            words.setRight(words.right() - side - values.px(GAP))
        if entry.right:
            words.setRight(_draw_right(painter, words, entry.right, entry.right_role) - values.px(GAP))
        strong: FontName = "strong" if ticked or state & State.State_Selected else "interface"
        if entry.text:
            words.adjust(0, values.px(5), 0, -values.px(6))
            _draw_title(painter, words, entry, strong, Qt.AlignmentFlag.AlignTop)
            wrapped = self._wrapped(entry)
            if wrapped is None:
                _draw(painter, words, entry.text, ("small", "muted"), Qt.AlignmentFlag.AlignBottom)
            else:
                wrapped.draw(painter, QPointF(words.x(), words.bottom() + 1 - wrapped.height), "muted")
        else:
            _draw_title(painter, words, entry, strong, Qt.AlignmentFlag.AlignVCenter)
        if state & State.State_HasFocus:
            focus_ring(values, painter, QRectF(rect), values.px(5))

    def _draw_lead(self, painter: QPainter, words: QRect, entry: ListEntry, *, ticked: bool) -> int:
        """Draw the tick or the icon and return where the text begins."""
        values = theme()
        slot = values.px(SLOT)
        top = words.y() + (words.height() - slot) / 2
        if ticked:
            tick(painter, QRectF(words.x(), top, slot, slot), values.color("accent"))
        elif entry.icon:
            picture = pixmap(entry.icon, "muted", slot, painter.device().devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(words.x(), round(top)), picture)
        return words.x() + slot + values.px(GAP)


def _entry_at(index: Index) -> ListEntry | None:
    rows = index.model()
    return rows.entry(index.row()) if isinstance(rows, EntryModel) else None


def _line_of(text: str) -> str:
    return safe_label_text(text, LONGEST).replace("\n", " ")


def _draw_right(painter: QPainter, rect: QRect, text: str, role: str) -> int:
    """Draw a short text at the right edge and return where it begins."""
    painter.setFont(theme().font("small"))
    painter.setPen(theme().color(role))
    # The end of a path is more informative than its middle; the title keeps the larger part.
    line = painter.fontMetrics().elidedText(_line_of(text), Qt.TextElideMode.ElideMiddle, rect.width() * 9 // 20)
    draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), line)
    return rect.right() - painter.fontMetrics().horizontalAdvance(line)


def _draw_title(painter: QPainter, rect: QRect, entry: ListEntry, font: FontName, at: Qt.AlignmentFlag) -> None:
    """Draw the title with its matches highlighted."""
    # Characters that were made visible change the text, so the ranges would be wrong.
    if not entry.found or _line_of(entry.title) != entry.title:
        _draw(painter, rect, entry.title, (font, "text"), at)
        return
    laid = lay_out_text(entry.title, entry.found, theme().font(font), rect.width(), 1)
    top = rect.y() + (rect.height() - laid.height) / 2 if at == Qt.AlignmentFlag.AlignVCenter else rect.y()
    laid.draw(painter, QPointF(rect.x(), top), "text")


def _draw(painter: QPainter, rect: QRect, text: str, looks: tuple[FontName, str], at: Qt.AlignmentFlag) -> None:
    font, role = looks
    painter.setFont(theme().font(font))
    painter.setPen(theme().color(role))
    line, first = _line_of(text), _line_of(text).partition(" · ")[0]
    metrics = painter.fontMetrics()
    # The part after a middle dot is shown if there is space for it.
    fits = metrics.horizontalAdvance(line) > rect.width() >= metrics.horizontalAdvance(first)
    cut = first if fits else metrics.elidedText(line, Qt.TextElideMode.ElideRight, rect.width())
    draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | at), cut)


class EntryList(QListView):
    """Shows entries; one of them is current, and one may be ticked."""

    chosen = Signal(str)
    """The key of an entry that was clicked or on which Enter was pressed."""
    current_changed = Signal()

    def __init__(self, name: str, *, takes_keyboard: bool, wraps: bool = False, parent: QWidget | None = None) -> None:
        """Without *takes_keyboard* a field above has the focus and moves the current row.

        With *wraps* the text below a title is shown in full, on several lines if needed.
        """
        super().__init__(parent)
        self._rows = EntryModel(self)
        self.setModel(self._rows)
        self._painter = EntryDelegate(self, wraps=wraps)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if takes_keyboard else Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(name)
        self.viewport().setAutoFillBackground(False)
        if not takes_keyboard:
            # The background of its scroll bar is the popup's.
            self.viewport().setBackgroundRole(QPalette.ColorRole.Button)
        self.clicked.connect(lambda index: self._tell(self._rows.entry(index.row())))
        self.selectionModel().currentChanged.connect(lambda *_: self.current_changed.emit())
        theme().changed.connect(self.viewport().update)

    def show_entries(self, entries: Sequence[ListEntry], chosen: str | None, current: str | None = None) -> None:
        """Show *entries*, the one with the key *chosen* ticked; make *current*, or the first one, current."""
        self._rows.set_entries(entries, chosen)
        row = self._row_of(current)
        self._go_to(self._first() if row is None else row)

    def count(self) -> int:
        return sum(not entry.heading for entry in self._rows.entries)

    def entries(self) -> tuple[ListEntry, ...]:
        """Return the entries, including headings."""
        return self._rows.entries

    def wanted_height(self) -> int:
        """Return the total height of all rows at the current width."""
        return sum(self._painter.high(entry) for entry in self._rows.entries)

    def current(self) -> ListEntry | None:
        """Return the current entry."""
        return self._rows.entry(self.currentIndex().row())

    def current_text(self) -> str:
        """Return the accessible text of the current entry."""
        return str(self._rows.data(self.currentIndex(), Qt.ItemDataRole.AccessibleTextRole) or "")

    def choose_current(self) -> None:
        """Emit the current entry's key."""
        self._tell(self.current())

    def go_to(self, key: str) -> None:
        """Make the entry *key* current."""
        row = self._row_of(key)
        if row is not None:
            self._go_to(row)

    def step(self, by: int, *, wraps: bool = False) -> None:
        """Move by *by* entries; stops at the ends, or wraps with *wraps*."""
        places = [row for row, entry in enumerate(self._rows.entries) if not entry.heading]
        if places:
            here = self.currentIndex().row()
            at = places.index(here) if here in places else 0
            self._go_to(places[(at + by) % len(places) if wraps else max(0, min(len(places) - 1, at + by))])

    def visible_row_count(self) -> int:
        """Return the number of rows that fit, for a step by a page."""
        return max(1, self.viewport().height() // theme().px(LINE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again, because their text may wrap."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter; skip headings."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.choose_current()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.step(-1 if event.key() == Qt.Key.Key_Up else 1)
            case _:
                super().keyPressEvent(event)

    def _go_to(self, row: int | None) -> None:
        index = self._rows.index(row) if row is not None and row >= 0 else QModelIndex()
        self.setCurrentIndex(index)
        above = self._rows.entry((row or 0) - 1)
        if above is not None and above.heading:
            self.scrollTo(self._rows.index((row or 0) - 1))  # the heading above a first entry stays visible
        self.scrollTo(index)

    def _row_of(self, key: str | None) -> int | None:
        entries = self._rows.entries
        return next((row for row, one in enumerate(entries) if not one.heading and one.key == key), None)

    def _first(self) -> int:
        return next((row for row, one in enumerate(self._rows.entries) if not one.heading), -1)

    def _tell(self, entry: ListEntry | None) -> None:
        if entry is not None and not entry.heading:
            self.chosen.emit(entry.key)


WIDTH, LIST_HEIGHT = 400, 372
"""Width of the popup and maximum height of its list in design pixels."""

DETAIL_LINES = 2
"""Lines reserved for the detail of an entry, so that nothing moves while the current entry changes."""

Offer = Callable[[str], Sequence[ListEntry]]
"""Returns the entries for the typed text."""

Link = tuple[str, Callable[[], object]]
"""A text below the list and its action."""


class PickerPopup(PopupFrame):
    """Opens at a widget; closes after a choice, on Esc, and on a press outside."""

    chosen = Signal(str)

    def __init__(self, name: str, hint: str, offer: Offer, links: Sequence[Link] = (), *, over: QWidget) -> None:
        """*name* is its accessible name, *hint* the placeholder of the field; it opens at *over*."""
        super().__init__(over, WIDTH)
        self.setAccessibleName(name)
        self._offer = offer
        self._chosen: str | None = None
        self.search = SearchField(hint, hint)
        self.list = EntryList(name, takes_keyboard=False)
        self.detail = PlainLabel("", role="muted", font="small", wrap=True)
        self.links = [self._link(words, do) for words, do in links]
        self._build_layout()
        self.search.textChanged.connect(self._filter)
        self.search.stepped.connect(self.list.step)
        self.search.returnPressed.connect(self.list.choose_current)
        self.search.escaped.connect(self.close)
        self.list.chosen.connect(self._choose)
        self.list.current_changed.connect(self._tell)

    def open_at(self, chosen: str | None) -> None:
        """Open with the entry *chosen* ticked and the focus in the field."""
        self._chosen = chosen
        self._show_entries(chosen)
        self._place()
        self.show()
        self.search.setFocus()
        # Only now is the number of visible rows known.
        self._show_entries(chosen)

    def refresh(self) -> None:
        """Update the entries; the text of the field and the current entry are preserved."""
        entry = self.list.current()
        self._show_entries(entry.key if entry is not None else None)
        self._place()

    def page(self, way: int) -> None:
        """Move in the list by pages."""
        self.list.step(way * self.list.visible_row_count())

    def _link(self, text: str, do: Callable[[], object]) -> LinkButton:
        link = LinkButton(text, small=True)
        link.clicked.connect(self.close)
        link.clicked.connect(lambda _checked=False: do())
        return link

    def _build_layout(self) -> None:
        px = theme().px
        self.detail.setFixedHeight(lines_height("small", DETAIL_LINES) + px(2))
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        foot = FlowLayout(spacing=px(16))
        for link in self.links:
            foot.addWidget(link)
        below = QVBoxLayout()
        below.setContentsMargins(px(10), 0, px(10), px(4))
        below.setSpacing(px(8))
        below.addWidget(self.detail)
        if self.links:
            below.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(8), px(8), px(8))
        column.setSpacing(px(8))
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addWidget(SeparatorLine())
        column.addLayout(below)

    def _filter(self, wanted: str) -> None:
        self._show_entries(None if wanted else self._chosen)

    def _show_entries(self, current: str | None) -> None:
        self.list.show_entries(self._offer(self.search.text()), self._chosen, current)
        self._tell()

    def _tell(self) -> None:
        entry = self.list.current()
        self.detail.setText(entry.detail if entry is not None else self.tr("Nothing is called that."))
        # A screen reader follows the field, so the current entry is in its description.
        self.search.setAccessibleDescription(f"{self.list.current_text()}. {self.detail.text()}".strip(" ."))

    def _choose(self, key: str) -> None:
        self.close()
        self.chosen.emit(key)

    def _place(self) -> None:
        px = theme().px
        self.place(self.list, min(px(LIST_HEIGHT), max(px(44), self.list.wanted_height())))
