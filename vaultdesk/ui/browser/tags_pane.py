"""Tags pane: tree of the vault's tags with counts."""

from collections.abc import Sequence, Set
from functools import partial
from typing import Literal

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import TagCount
from vaultdesk.index.note_table import tag_counts
from vaultdesk.index.search.name_search import find_name_spans
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.reading_state import ReadingState
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.empty_state import EmptyState
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.widgets.text_fields import SearchField

TagOrder = Literal["name", "count"]


class TagTree:
    """Nested tags in one order."""

    def __init__(self, tags: Sequence[TagCount], order: TagOrder) -> None:
        self._counts = {one.tag: one.notes for one in tags}
        self._below: dict[str, list[str]] = {}
        by_key = {one.tag.casefold(): one.tag for one in tags}
        for tag in self._counts:
            parent = by_key.get(tag.casefold().rpartition("/")[0], "")
            self._below.setdefault(parent, []).append(tag)
        for below in self._below.values():
            if order == "count":
                below.sort(key=lambda tag: (-self._counts[tag], tag.casefold()))
            else:
                below.sort(key=str.casefold)

    def parents(self) -> set[str]:
        """Return the tags that have nested tags."""
        return {tag for tag in self._below if tag}

    def rows(self, opened: Set[str], words: str = "") -> list[ListRow]:
        """Return the visible rows with the tags *opened* expanded; with *words* the matching ones, all expanded."""
        wanted = fold_to_base(words.strip().lstrip("#"))
        kept = self._holding(wanted) if wanted else None
        found: list[ListRow] = []
        waiting = [(tag, 0) for tag in reversed(self._below.get("", []))]
        while waiting:
            tag, depth = waiting.pop()
            if kept is not None and tag not in kept:
                continue
            below = self._below.get(tag, [])
            is_open = bool(below) and (kept is not None or tag in opened)
            found.append(self._row(tag, depth, not is_open if below else None, wanted))
            if is_open:
                waiting += [(other, depth + 1) for other in reversed(below)]
        return found

    def _row(self, tag: str, depth: int, folded: bool | None, wanted: str) -> ListRow:
        name = tag.rpartition("/")[2] if depth else tag
        lit = find_name_spans(name, wanted) if wanted else ()
        return ListRow(
            tag,
            name,
            right=format_number(self._counts[tag]),
            title_marks=lit,
            depth=depth,
            folded=folded,
            description=f"#{tag}",
        )

    def _holding(self, wanted: str) -> set[str]:
        """Return the tags that contain *wanted*, with their parents."""
        kept: set[str] = set()
        by_key = {tag.casefold(): tag for tag in self._counts}
        for tag in self._counts:
            if wanted in fold_to_base(tag):
                above: str | None = tag
                while above is not None and above not in kept:
                    kept.add(above)
                    above = by_key.get(above.casefold().rpartition("/")[0])
        return kept


class TagsPane(QWidget):
    """Queries the tags when shown, and again as notes change."""

    searched = Signal(str)
    """A query for notes with the tag."""
    added = Signal(str)
    """A query to be added to the current search."""
    rename_requested = Signal(str, int)
    """A tag to be renamed in all notes, and the number of notes."""
    kept = Signal(list, str)
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
        self._asking = False
        self.field = SearchField(self.tr("Filter the tags"), self.tr("Filter the tags"))
        self.sort = IconButton("sort", self.tr("Sort order of tags"), side=30)
        self.list = RowList(self.tr("Tags"), RowStyle(uniform=True, background="background"))
        self._nothing = EmptyState("tag", "", "")
        self._reading = ReadingState(searcher, self)
        self._reading.ended.connect(self.refresh)
        self._body = QStackedWidget()
        self._build_layout()
        self._connect()

    def enter(self) -> None:
        """Focus the list if there are tags, else the field."""
        if self.list.shown.rows:
            self.list.enter(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def refresh(self) -> None:
        """Query again because notes have changed; immediately if the pane is visible."""
        self._stale = True
        if self.isVisible() and not self._asking:
            start(self._load(), self)

    def restore(self, opened: list[str], order: str) -> None:
        """Expand these tags, and set the order."""
        self._opened, self.order = set(opened), "count" if order == "count" else "name"
        self._tree = TagTree(self._tags, self.order)
        self._renew()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _build_layout(self) -> None:
        px = theme().px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(4), 0, 0)
        column.setSpacing(px(6))
        row = QHBoxLayout()
        row.setContentsMargins(px(12), 0, px(8), 0)
        row.setSpacing(px(4))
        row.addWidget(self.field, 1)
        row.addWidget(self.sort)
        column.addLayout(row)
        for page in (self.list, self._nothing):
            self._body.addWidget(page)
        column.addWidget(self._body, 1)

    def _connect(self) -> None:
        self.field.textChanged.connect(lambda _text: self._renew(keep=False))
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
        self._asking = True
        try:
            while self._stale:
                self._stale = False
                self._tags = await self._searcher.read_note_table(tag_counts)
                self._tree = TagTree(self._tags, self.order)
                self._renew()
        except VaultDeskError as error:
            self._nothing.set_text(translate(error.title), translate(error.hint))
            self._body.setCurrentWidget(self._nothing)
            return
        finally:
            self._asking = False

    def _renew(self, *, keep: bool = True) -> None:
        rows = self._tree.rows(self._opened, self.field.text())
        self.list.show_rows(rows, keep=keep)
        title, text = self._reading.empty_text()
        if not rows and title:
            self._nothing.set_text(title, text)
        elif not rows and self._tags:
            self._nothing.set_text(self.tr("No matching tag"), self.tr("No tag in this vault contains this text."))
        elif not rows:
            self._nothing.set_text(
                self.tr("No tags yet"), self.tr("Tags you write in notes, such as #idea, are listed here.")
            )
        self._body.setCurrentWidget(self.list if rows else self._nothing)

    def _choose(self, tag: str, add: bool) -> None:
        (self.added if add else self.searched).emit(f"tag:#{tag}")

    def _choose_first(self) -> None:
        wanted = self.field.text().strip().lstrip("#").casefold()
        rows = self.list.rows()
        # An exact match, else the first one that contains the text.
        best = next((row for row in rows if row.key.casefold() == wanted), None)
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
        self._renew()
        self.kept.emit(sorted(self._opened), self.order)

    def _set_order(self, order: TagOrder) -> None:
        self.order = order
        self._tree = TagTree(self._tags, order)
        self._save_state()

    def _open_order(self) -> None:
        menu = Menu(self.tr("Sort order of tags"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        orders: dict[TagOrder, str] = {"name": self.tr("By name"), "count": self.tr("Most notes first")}
        for order, words in orders.items():
            menu.add(words, partial(self._set_order, order), checked=order == self.order)
        menu.addSeparator()
        menu.add(self.tr("Expand all"), partial(self._open_all, opened=True))
        menu.add(self.tr("Collapse all"), partial(self._open_all, opened=False))
        menu.open_under(self.sort)

    def _open_menu(self, tag: str, place: QPoint) -> None:
        menu = Menu(self.tr("Tag"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add(self.tr("Search for it"), partial(self._choose, tag, False), icon_name="search")
        menu.add(self.tr("Add to the search"), partial(self._choose, tag, True), icon_name="plus")
        menu.addSeparator()
        count = next((one.notes for one in self._tags if one.tag == tag), 0)
        menu.add(self.tr("Rename in all notes…"), partial(self.rename_requested.emit, tag, count), icon_name="pencil")
        menu.popup(place)

    def _type_on(self, letter: str) -> None:
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.insert(letter)
