"""Related panel below a note: links, related notes, unlinked mentions and duplicates."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import Backlink
from vaultdesk.index.index_state import IndexCompletion
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.embedding_status import related_progress_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.notes.outline import Outline
from vaultdesk.ui.notes.related_rows import (
    MAX_ROW_TEXT,
    RelatedRow,
    Tab,
    duplicate_row,
    link_row,
    mention_row,
    related_row,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error, translator
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.matched_text import excerpt_near_match
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.ui.widgets.menu import Menu

if TYPE_CHECKING:
    from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
    from vaultdesk.index.related import DuplicatePair, Related

_tr = translator("RelatedPanel")


MAX_DUPLICATE_PAIRS = 2_000
"""Maximum number of duplicate pairs that are searched for those of one note."""

MAX_ROWS = 60
"""Maximum number of rows of a list; a hub note may have thousands of links, for which the search is better suited."""


class RelatedNotes:
    """Queries the lists for the notes of one vault; stores which list is open across notes."""

    def __init__(
        self, searcher: Searcher, related: "Related | None" = None, embedding_index: "EmbeddingIndex | None" = None
    ) -> None:
        """Without *related* only links are available."""
        self._searcher = searcher
        self._related = related
        self.embedding_index = embedding_index
        self.opened: Tab | None = None
        self.outlined = False
        """Whether the outline is shown instead of a list."""
        self._duplicates: list[DuplicatePair] | None = None
        """Pairs of the whole vault, cached until notes change because the comparison is slow."""

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """The available lists."""
        return ("links",) if self._related is None else ("links", "related", "mentions", "similar")

    def forget(self) -> None:
        """Discard cached results because notes changed."""
        self._duplicates = None

    @property
    def completion(self) -> IndexCompletion:
        """How far the index is complete; until then results may be missing."""
        return self._searcher.completion

    async def links(self, path: str) -> list[Backlink]:
        """Return the backlinks of the note at *path*. Raises `IndexFailed`."""
        return await self._searcher.backlinks(path)

    async def rows(self, tab: Tab, path: str) -> list[RelatedRow]:
        """Return the rows of one list, at most `MAX_ROWS` + 1. Raises `IndexFailed`."""
        if tab == "links" or self._related is None:
            name = PurePosixPath(path).stem
            return [link_row(link, name) for link in (await self.links(path))[: MAX_ROWS + 1]]
        match tab:
            case "related":
                return [related_row(note) for note in await self._related.notes(path)]
            case "mentions":
                return [mention_row(mention) for mention in await self._related.mentions(path, MAX_ROWS + 1)]
            case "similar":
                if self._duplicates is None:
                    self._duplicates = await self._related.duplicates(MAX_DUPLICATE_PAIRS)
                return [duplicate_row(pair, path) for pair in self._duplicates if path in (pair.first, pair.second)]
            case _:
                assert_never(tab)


def related_title(tab: Tab, count: int | None) -> str:
    """Return the title of a list with *count* rows; None if unknown."""
    match tab:
        case "links":
            if not count:
                return _tr("Linked from no note")
            return plural_text(count, _tr("Linked from 1 note"), _tr("Linked from {n} notes"))
        case "related":
            name = _tr("Related")
        case "mentions":
            name = _tr("Mentions")
        case "similar":
            name = _tr("Similar")
    return name if count is None else f"{name} {format_number(count)}" + ("+" if count > MAX_ROWS else "")


def empty_list_text(tab: Tab) -> str:
    match tab:
        case "links":
            return _tr("No other note links here.")
        case "related":
            return _tr("No other note is related to this one.")
        case "mentions":
            return _tr("No other note mentions this one without linking to it.")
        case "similar":
            return _tr("No other note is similar to this one.")


class RelatedTab(QToolButton):
    """Tab of one list. Down enters the list, Left and Right change the tab."""

    entered = Signal()
    stepped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.opened = False
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def name(self, label: str, *, on: bool, opened: bool) -> None:
        """Set the label; *on* emphasizes the selected tab, *opened* is its state for screen readers."""
        self.opened = opened
        self.setText(label)
        self.setFont(theme().font("strong" if on else "interface"))
        palette = self.palette()
        palette.setColor(palette.ColorRole.ButtonText, theme().color("text" if on else "muted"))
        self.setPalette(palette)
        self.setAccessibleName(label)
        self.setAccessibleDescription(self.tr("Open") if opened else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Down:
                self.entered.emit()
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self.stepped.emit(-1 if event.key() == Qt.Key.Key_Left else 1)
            case _:
                super().keyPressEvent(event)


MIN_BAR_HEIGHT = 24
"""Minimum height in design pixels."""


class RelatedTabBar(QWidget):
    """Tab bar of the related panel. Tabs that do not fit are moved to a menu instead of being elided; the first tab,
    the open one and the widgets at the right stay visible.
    """

    def __init__(self, fold: IconButton, tabs: Sequence[RelatedTab], side_widgets: Mapping[QWidget, int]) -> None:
        """*side_widgets* are at the right, with their minimum width in design pixels; 0 for their size hint."""
        super().__init__()
        self.tabs = tuple(tabs)
        self._fold, self._side_widgets = fold, side_widgets
        self.more = IconButton("more", self.tr("More lists"), side=24)
        self.more.clicked.connect(self._open_menu)
        self._row = row_layout(self, 2, margins=(12, 0, 16, 0))
        # `arrange` hides what does not fit: the tabs must not impose a minimum width on the pane.
        self._row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        for widget in (fold, *self.tabs, self.more):
            self._row.addWidget(widget)
        self._row.addStretch(1)
        for widget_at_right in side_widgets:
            self._row.addWidget(widget_at_right)
        self.arrange()

    def minimumSizeHint(self) -> QSize:
        """Return a size that does not constrain the width of the pane."""
        return QSize(theme().px(120), max(theme().px(MIN_BAR_HEIGHT), self._row.sizeHint().height()))

    def shown(self) -> tuple[RelatedTab, ...]:
        """Return the visible tabs."""
        return tuple(tab for tab in self.tabs if not tab.isHidden())

    def arrange(self) -> None:
        """Show the tabs that fit. Call it when a tab or a widget at the right changed."""
        available_width = self._tab_width()
        widths = {tab: tab.sizeHint().width() + self._row.spacing() for tab in self.tabs}
        required = [tab for tab in self.tabs if tab is self.tabs[0] or tab.opened]
        optional = [tab for tab in self.tabs if tab not in required]
        if sum(widths.values()) > available_width:
            available_width -= self.more.sizeHint().width() + self._row.spacing() + sum(widths[tab] for tab in required)
            for tab in tuple(optional):
                available_width -= widths[tab]
                if available_width < 0:
                    optional.remove(tab)
        for tab in self.tabs:
            tab.setVisible(tab in required or tab in optional)
        self.more.setVisible(len(required) + len(optional) < len(self.tabs))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the tabs that fit."""
        super().resizeEvent(event)
        self.arrange()

    def _tab_width(self) -> int:
        """Return the pixels available for the tabs."""
        margins = self._row.contentsMargins()
        used_width = margins.left() + margins.right() + self._fold.sizeHint().width() + self._row.spacing()
        for widget, min_width in self._side_widgets.items():
            if not widget.isHidden():
                used_width += (theme().px(min_width) if min_width else widget.sizeHint().width()) + self._row.spacing()
        return self.width() - used_width

    def _open_menu(self) -> None:
        menu = Menu(self.more.accessibleName(), self.more)
        for tab in self.tabs:
            if tab.isHidden():
                menu.add(tab.text(), tab.click)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.open_under(self.more)


RELATED_STYLE = RowStyle(row_height=24, edge=8, chevrons=False, columns=True, background="surface", uniform=True)

MAX_TEXT_BEFORE_MARK = 30
"""Maximum number of characters before the first mark, so that the mark is visible in a narrow pane."""


class RelatedList(RowList):
    """List of related notes: names, texts and remarks in columns."""

    row_chosen = Signal(object, bool)
    """A `RelatedRow`, and whether to open it in a new tab."""
    note_menu_requested = Signal(str, QPoint)
    """Context menu of the note at this path, at a global position."""

    def __init__(self) -> None:
        super().__init__("", RELATED_STYLE)
        self.related: tuple[RelatedRow, ...] = ()
        self.chosen.connect(lambda key, new_tab: self.row_chosen.emit(self.related[int(key)], new_tab))
        self.menu_requested.connect(lambda key, at: self.note_menu_requested.emit(self.related[int(key)].path, at))

    def show_related(self, rows: Sequence[RelatedRow]) -> None:
        """Show *rows*; the name of a note with several rows is emphasized in the first one."""
        self.related = tuple(rows)
        self.show_rows([self._list_row(index, row) for index, row in enumerate(rows)])

    def _list_row(self, index: int, row: RelatedRow) -> ListRow:
        starts_note = not index or self.related[index - 1].path != row.path
        text, marks = excerpt_near_match(row.text.replace("\n", " "), row.marks, MAX_TEXT_BEFORE_MARK, MAX_ROW_TEXT)
        return ListRow(
            str(index),
            row.name,
            text,
            row.remark,
            detail_marks=marks,
            font="strong",
            role="text" if starts_note else "muted",
            description="\n".join(part for part in (row.path, row.remark, row.text) if part),
            spoken=", ".join(part for part in (row.name, row.remark, row.text) if part),
        )


VISIBLE_ROWS, VISIBLE_HEADINGS = 5, 9
"""Visible rows before the list scrolls. The height is constant, so that the note does not move with each list; an
outline needs more rows.
"""

MIN_FIELD_WIDTH = 140
"""Minimum width of the outline's field in design pixels."""

REFRESH_DELAY = 400
"""Milliseconds until changes in the vault are queried: a scan commits several times a second."""

DUPLICATES_REFRESH_DELAY = 5_000
"""Milliseconds until duplicates are queried: they require comparing all notes."""


class RelatedPanel(QWidget):
    """Collapsible panel with the lists of one note. Collapsed, it queries only the number of links; a list is queried
    when visible, and again as notes change.
    """

    chosen = Signal(object, bool)
    """A `RelatedRow`, and whether to open it in a new tab."""

    outline_opened = Signal()
    """The note's outline was opened."""

    def __init__(self, related: RelatedNotes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._related = related
        self._path = ""
        self._tab: Tab | None = None
        self._loaded: tuple[str, Tab] | None = None
        """The note and list that are shown."""
        self._requested: tuple[str, Tab] | None = None
        """The note and list that were queried, while the result is pending."""
        self._counts: dict[Tab, int] = {}
        self._request_id = 0
        self.fold = IconButton("chevron-right", self.tr("Show related notes"), size=12, side=20)
        self.tabs: dict[Tab, RelatedTab] = {tab: RelatedTab() for tab in related.tabs}
        self.list = RelatedList()
        self.outline = Outline()
        self.outline_tab = RelatedTab()
        self._message = PlainLabel("", "muted", wrap=True)
        self._progress_label = PlainLabel("", "muted", "small")
        side_widgets = {self._progress_label: 0, self.outline.field: MIN_FIELD_WIDTH, self.outline_tab: 0}
        self.tab_bar = RelatedTabBar(self.fold, tuple(self.tabs.values()), side_widgets)
        self._body = QStackedWidget()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._load)
        self._build_layout()
        self._connect()
        self.hide()

    async def learn(self, path: str) -> None:
        """Show or update the lists of the note at *path*."""
        if path != self._path:
            self.clear()
            self._path = path
        self._request_id += 1
        request_id = self._request_id
        try:
            links = await self._related.links(path)
        except VaultDeskError:
            links = []  # The status bar shows the error; the note itself needs no links.
        if request_id != self._request_id or path != self._path:
            return
        self._counts["links"] = len({link.path for link in links})
        self.setVisible(bool(links) or len(self.tabs) > 1 or self.outline_is_open)
        self._name_tabs()
        if self.outline_is_open:
            self.outline_opened.emit()
        if self._loaded is None:
            self._load()
        elif not self._timer.isActive():
            self._timer.start(DUPLICATES_REFRESH_DELAY if self._tab == "similar" else REFRESH_DELAY)

    def clear(self) -> None:
        """Show no note."""
        self._path = ""
        self._request_id += 1
        self._loaded = self._requested = None
        self._counts.clear()
        self._timer.stop()
        self.outline.show_text(None)
        self.list.show_related(())
        self._show_message("")
        self.hide()

    def open(self, tab: Tab | None) -> None:
        """Show one of the lists, or none."""
        self._related.opened = self._tab = tab
        self._related.outlined = False
        self._arrange()
        self._load()

    @property
    def outline_is_open(self) -> bool:
        return self._tab is None and self._related.outlined

    def open_outline(self, *, keyboard: bool = True) -> None:
        """Show the outline, with *keyboard* focused."""
        self._related.opened = self._tab = None
        self._related.outlined = True
        self.setVisible(bool(self._path))
        self._arrange()
        self.outline_opened.emit()
        if keyboard:
            self.outline.enter()

    def showEvent(self, event: QShowEvent) -> None:
        """Take over the state of the previous note's panel."""
        super().showEvent(event)
        if self._tab != self._related.opened or self._related.outlined != self.outline.isVisibleTo(self):
            self._tab = self._related.opened if self._related.opened in self.tabs else None
            self._arrange()
            if self.outline_is_open:
                self.outline_opened.emit()
        self._load()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("surface"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _build_layout(self) -> None:
        px = theme().px
        column = column_layout(self, 4, margins=(0, 6, 0, 6))
        self._progress_label.hide()
        self.outline.field.setMaximumWidth(max(px(200), self.outline.field.sizeHint().width()))
        column.addWidget(self.tab_bar)
        self._message.setContentsMargins(px(16), px(4), px(16), 0)
        self._message.setAlignment(Qt.AlignmentFlag.AlignTop)
        for page in (self.list, self._message, self.outline):
            self._body.addWidget(page)
        self._body.hide()
        column.addWidget(self._body)

    def _connect(self) -> None:
        for tab, button in self.tabs.items():
            button.clicked.connect(lambda _checked=False, tab=tab: self._press(tab))
            button.entered.connect(lambda tab=tab: self._enter(tab))
            button.stepped.connect(lambda by, tab=tab: self._step(tab, by))
        self.outline_tab.clicked.connect(lambda: self.open(None) if self.outline_is_open else self.open_outline())
        self.outline_tab.entered.connect(self.open_outline)
        self.outline_tab.stepped.connect(lambda by: self._step("links", min(by, 0)))
        self.outline.left.connect(lambda: self.outline_tab.setFocus(Qt.FocusReason.BacktabFocusReason))
        self.fold.clicked.connect(lambda: self.open(None if self._tab or self.outline_is_open else "links"))
        self.list.row_chosen.connect(self.chosen)
        self.list.left_at_top.connect(
            lambda: self.tabs[self._tab or "links"].setFocus(Qt.FocusReason.BacktabFocusReason)
        )
        theme().changed.connect(self._arrange)
        if self._related.embedding_index is not None:
            follow(self._related.embedding_index.progress, lambda _state: self._show_embedding_state(), self)
        self._arrange()

    def _press(self, tab: Tab) -> None:
        if tab == self._tab:
            self.open(None)
            return
        self.open(tab)
        if self.list.row_model.rows:
            self.list.scrollToTop()

    def _enter(self, tab: Tab) -> None:
        if tab != self._tab:
            self.open(tab)
        elif self.list.isVisible() and self.list.row_model.rows:
            self.list.enter()

    def _step(self, tab: Tab, by: int) -> None:
        tabs = self.tab_bar.shown()
        index = tabs.index(self.tabs[tab]) if self.tabs[tab] in tabs else 0
        tabs[(index + by) % len(tabs)].setFocus(Qt.FocusReason.TabFocusReason)

    def _arrange(self) -> None:
        outlined = self.outline_is_open
        opened = self._tab is not None or outlined
        rows = VISIBLE_HEADINGS if outlined else VISIBLE_ROWS
        self._body.setFixedHeight(theme().px(RELATED_STYLE.row_height) * rows)
        self._body.setVisible(opened)
        self.outline.field.setVisible(outlined)
        if outlined:
            self._body.setCurrentWidget(self.outline)
        self.fold.set_icon("chevron-down" if opened else "chevron-right")
        fold = self.tr("Collapse this list") if opened else self.tr("Show related notes")
        self.fold.set_name(fold)
        self._name_tabs()
        self._show_embedding_state()

    def _name_tabs(self) -> None:
        outlined = self.outline_is_open
        for tab, button in self.tabs.items():
            label = related_title(tab, self._counts.get(tab))
            on = tab == self._tab or (self._tab is None and tab == "links" and not outlined)
            button.name(label, on=on, opened=tab == self._tab)
        self.outline_tab.name(self.tr("Outline"), on=outlined, opened=outlined)
        self.tab_bar.arrange()

    def _load(self) -> None:
        if self._tab is None or not self._path or not self.isVisible() or self._requested == (self._path, self._tab):
            return
        if self._loaded != (self._path, self._tab):
            self.list.show_related(())
            self._show_message("")
        self._requested = (self._path, self._tab)
        start(self._fill(self._path, self._tab), self)

    async def _fill(self, path: str, tab: Tab) -> None:
        try:
            rows = await self._related.rows(tab, path)
        except VaultDeskError as error:
            self._clear_request(path, tab)
            if (path, tab) == (self._path, self._tab):
                self._show_message(translate_error(error))
            return
        self._clear_request(path, tab)
        if (path, tab) != (self._path, self._tab):
            return  # Another note or list was queried in the meantime, and fills itself.
        self._loaded = (path, tab)
        if tab != "links":
            self._counts[tab] = min(len(rows), MAX_ROWS + 1)
        self._name_tabs()
        self.list.setAccessibleName(related_title(tab, self._counts.get(tab)))
        self.list.show_related(rows[:MAX_ROWS])
        self._show_message("" if rows else self._nothing_text(tab))

    def _nothing_text(self, tab: Tab) -> str:
        if self._related.completion.phase == "complete":
            return empty_list_text(tab)
        return self.tr("Your notes are still being read, so something may be missing here.")

    def _clear_request(self, path: str, tab: Tab) -> None:
        if self._requested == (path, tab):
            self._requested = None

    def _show_message(self, text: str) -> None:
        self._message.setText(text)
        if not self.outline_is_open:
            self._body.setCurrentWidget(self._message if text else self.list)

    def _show_embedding_state(self) -> None:
        embedding_index = self._related.embedding_index
        text = (
            related_progress_text(embedding_index.state)
            if embedding_index is not None and self._tab == "related"
            else ""
        )
        before = self._progress_label.text()
        self._progress_label.setText(text)
        self._progress_label.setVisible(bool(text))
        self.tab_bar.arrange()
        if before and not text and self._tab == "related" and not self._timer.isActive():
            self._timer.start(REFRESH_DELAY)  # Everything is indexed now.
