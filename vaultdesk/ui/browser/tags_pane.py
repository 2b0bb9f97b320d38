"""Tags pane: tree of the vault's tags with counts."""

from collections.abc import Sequence, Set
from functools import partial
from typing import Literal

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import TagCount
from vaultdesk.index.note_table import tag_counts
from vaultdesk.index.search.name_search import find_name_spans
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.reading_state import ReadingState
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.empty_state import EmptyState
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.widgets.text_fields import SearchField

TagOrder = Literal["name", "count"]


class TagTree:
    """The tags of a vault as a tree, in one sort order."""

    def __init__(self, tags: Sequence[TagCount], order: TagOrder) -> None:
        self._counts = {tag_count.tag: tag_count.notes for tag_count in tags}
        self._children: dict[str, list[str]] = {}
        by_key = {tag_count.tag.casefold(): tag_count.tag for tag_count in tags}
        for tag in self._counts:
            parent = by_key.get(tag.casefold().rpartition("/")[0], "")
            self._children.setdefault(parent, []).append(tag)
        for children in self._children.values():
            if order == "count":
                children.sort(key=lambda tag: (-self._counts[tag], tag.casefold()))
            else:
                children.sort(key=str.casefold)

    def parents(self) -> set[str]:
        """Return the tags that have nested tags."""
        return {tag for tag in self._children if tag}

    def rows(self, opened: Set[str], text: str = "") -> list[ListRow]:
        """Return the visible rows, with the tags in *opened* expanded.

        If *text* is not empty, only matching tags and their parents are returned, all of them expanded.
        """
        query = fold_to_base(text.strip().lstrip("#"))
        matching = self._matching_with_parents(query) if query else None
        rows: list[ListRow] = []
        stack = [(tag, 0) for tag in reversed(self._children.get("", []))]
        while stack:
            tag, depth = stack.pop()
            if matching is not None and tag not in matching:
                continue
            children = self._children.get(tag, [])
            is_open = bool(children) and (matching is not None or tag in opened)
            rows.append(self._row(tag, depth, not is_open if children else None, query))
            if is_open:
                stack += [(child, depth + 1) for child in reversed(children)]
        return rows

    def _row(self, tag: str, depth: int, folded: bool | None, query: str) -> ListRow:
        name = tag.rpartition("/")[2] if depth else tag
        marks = find_name_spans(name, query) if query else ()
        return ListRow(
            tag,
            name,
            right=format_number(self._counts[tag]),
            title_marks=marks,
            depth=depth,
            folded=folded,
            description=f"#{tag}",
        )

    def _matching_with_parents(self, query: str) -> set[str]:
        """Return the tags that contain *query*, with their parents."""
        matching: set[str] = set()
        by_key = {tag.casefold(): tag for tag in self._counts}
        for tag in self._counts:
            if query in fold_to_base(tag):
                ancestor: str | None = tag
                while ancestor is not None and ancestor not in matching:
                    matching.add(ancestor)
                    ancestor = by_key.get(ancestor.casefold().rpartition("/")[0])
        return matching


class TagsPane(QWidget):
    """Tree of tags with a filter. It queries the index when it is shown, and again when notes change."""

    searched = Signal(str)
    """A query for notes with the tag."""
    added = Signal(str)
    """A query to be added to the current search."""
    rename_requested = Signal(str, int)
    """A tag to be renamed in all notes, and the number of notes."""
    state_changed = Signal(list, str)
    """The expanded tags, and the order."""
    left_at_top = Signal()

    def __init__(self, searcher: Searcher, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self._tags: list[TagCount] = []
        self._tree = TagTree([], "name")
        self._opened: set[str] = set()
        self.order: TagOrder = "name"
        self._stale = True
        self._is_loading = False
        self.field = SearchField(self.tr("Filter the tags"), self.tr("Filter the tags"))
        self.sort = IconButton("sort", self.tr("Sort order of tags"), side=30)
        self.list = RowList(self.tr("Tags"), RowStyle(uniform=True, background="background"))
        self._empty_state = EmptyState("tag", "", "")
        self._reading = ReadingState(searcher, self)
        self._reading.ended.connect(self.refresh)
        self._body = QStackedWidget()
        self._build_layout()
        self._connect()

    def enter(self) -> None:
        """Focus the list if there are tags, else the field."""
        if self.list.row_model.rows:
            self.list.enter(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def refresh(self) -> None:
        """Query again because notes have changed; immediately if the pane is visible."""
        self._stale = True
        if self.isVisible() and not self._is_loading:
            start(self._load(), self)

    def restore(self, opened: list[str], order: str) -> None:
        """Expand these tags, and set the order."""
        self._opened, self.order = set(opened), "count" if order == "count" else "name"
        self._tree = TagTree(self._tags, self.order)
        self._update_rows()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _build_layout(self) -> None:
        column = column_layout(self, 6, margins=(0, 4, 0, 0))
        row = row_layout(spacing=4, margins=(12, 0, 8, 0))
        row.addWidget(self.field, 1)
        row.addWidget(self.sort)
        column.addLayout(row)
        for page in (self.list, self._empty_state):
            self._body.addWidget(page)
        column.addWidget(self._body, 1)

    def _connect(self) -> None:
        self.field.textChanged.connect(lambda _text: self._update_rows(keep=False))
        self.field.stepped.connect(lambda by: self.list.enter() if by > 0 else None)
        self.field.returnPressed.connect(self._choose_first)
        self.field.escaped.connect(self.left_at_top)
        self.sort.clicked.connect(self._open_order)
        self.list.chosen.connect(self._choose)
        self.list.folding.connect(self._fold)
        self.list.typed.connect(self._type_on)
        self.list.menu_requested.connect(self._open_menu)
        self.list.left_at_top.connect(lambda: self.field.setFocus(Qt.FocusReason.BacktabFocusReason))

    async def _load(self) -> None:
        self._is_loading = True
        try:
            while self._stale:
                self._stale = False
                self._tags = await self._searcher.read_note_table(tag_counts)
                self._tree = TagTree(self._tags, self.order)
                self._update_rows()
        except VaultDeskError as error:
            self._empty_state.set_text(translate(error.title), translate(error.hint))
            self._body.setCurrentWidget(self._empty_state)
            return
        finally:
            self._is_loading = False

    def _update_rows(self, *, keep: bool = True) -> None:
        rows = self._tree.rows(self._opened, self.field.text())
        self.list.show_rows(rows, keep=keep)
        title, text = self._reading.empty_text()
        if not rows and title:
            self._empty_state.set_text(title, text)
        elif not rows and self._tags:
            self._empty_state.set_text(self.tr("No matching tag"), self.tr("No tag in this vault contains this text."))
        elif not rows:
            self._empty_state.set_text(
                self.tr("No tags yet"), self.tr("Tags you write in notes, such as #idea, are listed here.")
            )
        self._body.setCurrentWidget(self.list if rows else self._empty_state)

    def _choose(self, tag: str, add: bool) -> None:
        (self.added if add else self.searched).emit(f"tag:#{tag}")

    def _choose_first(self) -> None:
        query = self.field.text().strip().lstrip("#").casefold()
        rows = self.list.rows()
        # An exact match, else the first one that contains the text.
        best = next((row for row in rows if row.key.casefold() == query), None)
        best = best or next((row for row in rows if row.title_marks), rows[0] if rows else None)
        if best is not None:
            self._choose(best.key, add=False)

    def _fold(self, tag: str) -> None:
        self._opened ^= {tag}
        self._save_state()

    def _open_all(self, *, opened: bool) -> None:
        self._opened = self._tree.parents() if opened else set()
        self._save_state()

    def _save_state(self) -> None:
        self._update_rows()
        self.state_changed.emit(sorted(self._opened), self.order)

    def _set_order(self, order: TagOrder) -> None:
        self.order = order
        self._tree = TagTree(self._tags, order)
        self._save_state()

    def _open_order(self) -> None:
        menu = Menu(self.tr("Sort order of tags"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        orders: dict[TagOrder, str] = {"name": self.tr("By name"), "count": self.tr("Most notes first")}
        for order, text in orders.items():
            menu.add(text, partial(self._set_order, order), checked=order == self.order)
        menu.addSeparator()
        menu.add(self.tr("Expand all"), partial(self._open_all, opened=True))
        menu.add(self.tr("Collapse all"), partial(self._open_all, opened=False))
        menu.open_under(self.sort)

    def _open_menu(self, tag: str, position: QPoint) -> None:
        menu = Menu(self.tr("Tag"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add(self.tr("Search for it"), partial(self._choose, tag, False), icon_name="search")
        menu.add(self.tr("Add to the search"), partial(self._choose, tag, True), icon_name="plus")
        menu.addSeparator()
        count = next((tag_count.notes for tag_count in self._tags if tag_count.tag == tag), 0)
        menu.add(self.tr("Rename in all notes…"), partial(self.rename_requested.emit, tag, count), icon_name="pencil")
        menu.popup(position)

    def _type_on(self, character: str) -> None:
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.insert(character)
