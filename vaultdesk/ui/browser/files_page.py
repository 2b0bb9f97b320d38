"""Files page of the left pane: the file tree with its bookmarks and toolbar."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, get_args

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import NoteSummary
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.file_tree_model import FileTreeModel, NoteOrder, TreeNode, file_row, folder_row, root_of
from vaultdesk.ui.browser.file_tree_view import TREE_STYLE, FileTree, StyledTreeView
from vaultdesk.ui.browser.reading_state import ReadingState
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.list_row import ROW_ROLE, ListRow
from vaultdesk.ui.widgets.lists.row_delegate import RowDelegate
from vaultdesk.ui.widgets.menu import Menu, MenuButton
from vaultdesk.vault.disk.vault_listing import FolderListing
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable
from vaultdesk.vault.obsidian.vault_config import Bookmark

Index = QModelIndex | QPersistentModelIndex

MAX_VISIBLE_ROWS = 9
"""Number of visible rows; more are scrolled to."""

SPACE_BELOW = 8
"""Design pixels below the rows, with a line in them."""

BOOKMARK_ICONS = {"file": "file", "folder": "folder", "search": "search", "group": "list"}


BOOKMARK_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""Role of the `Bookmark` of a row."""


class BookmarkView(StyledTreeView):
    """Tree of the bookmarks below a heading; hidden if there are none."""

    opened = Signal(object, bool)
    """A `Bookmark`, and whether to open it in a new tab."""
    menu_requested = Signal(object, QPoint)
    """Context menu of a `Bookmark`, at a global position."""
    folded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Bookmarks"))
        self._rows = QStandardItemModel(self)
        self.setModel(self._rows)
        self.setItemDelegate(RowDelegate(self, TREE_STYLE))
        self._shown: Sequence[Bookmark] = ()
        self._heading = QStandardItem()
        self.expanded.connect(lambda _index: self._fit())
        self.collapsed.connect(lambda _index: self._fit())
        theme().changed.connect(self._fit)
        self.hide()

    @property
    def shown(self) -> Sequence[Bookmark]:
        return self._shown

    def show_bookmarks(self, bookmarks: Sequence[Bookmark], is_there: Callable[[str], bool], *, folded: bool) -> None:
        """Show *bookmarks*; one whose path fails *is_there* is struck through."""
        collapsed_rows = self._closed_groups()
        self._shown = bookmarks
        self._rows.clear()
        self._heading = self._item(Bookmark("group", self.tr("Bookmarks")), is_there)
        self._heading.setData(ListRow(title=self._heading.text()), ROW_ROLE)
        for bookmark in bookmarks:
            self._heading.appendRow(self._item(bookmark, is_there))
        self._rows.appendRow(self._heading)
        self.expandAll()
        for row in collapsed_rows:
            self.collapse(self._rows.index(row, 0, self._heading.index()))
        self.setExpanded(self._heading.index(), not folded)
        self.setVisible(bool(bookmarks))
        self._fit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        middle = event.button() == Qt.MouseButton.MiddleButton
        if index.isValid() and (middle or event.button() == Qt.MouseButton.LeftButton):
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._choose(index, new_tab=middle or control)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the row; it opens or folds when the button is released."""
        index = self.indexAt(event.position().toPoint())
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if index.isValid():
            self.setCurrentIndex(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex(), new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line above the tree below."""
        super().paintEvent(event)
        values = theme()
        viewport = self.viewport()
        QPainter(viewport).fillRect(
            0, viewport.height() - values.px(3), viewport.width() - values.px(8), 1, values.color("border")
        )

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of a bookmark."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        bookmark = index.data(BOOKMARK_ROLE)
        if isinstance(bookmark, Bookmark) and bookmark.kind != "group":
            position = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft()) if by_key else event.globalPos()
            self.menu_requested.emit(bookmark, position)

    def _choose(self, index: QModelIndex, *, new_tab: bool) -> None:
        bookmark = index.data(BOOKMARK_ROLE)
        if not isinstance(bookmark, Bookmark):
            return
        if bookmark.kind != "group":
            self.opened.emit(bookmark, new_tab)
            return
        self.setExpanded(index, not self.isExpanded(index))
        if index == self._heading.index():
            self.folded.emit(not self.isExpanded(index))

    def _item(self, bookmark: Bookmark, is_there: Callable[[str], bool]) -> QStandardItem:
        row = ListRow(title=bookmark_name(bookmark), role="text2")
        item = QStandardItem(row.shown_text)
        is_missing = bookmark.kind in ("file", "folder") and not is_there(bookmark.target)
        item.setEditable(False)
        item.setData(replace(bookmark, items=()), BOOKMARK_ROLE)
        icon_name = "hash" if bookmark.subpath else BOOKMARK_ICONS[bookmark.kind]
        item.setData(
            replace(row, icon=icon_name, role="muted" if is_missing else "text2", strikethrough=is_missing), ROW_ROLE
        )
        description = (
            self.tr("{path} no longer exists.").format(path=bookmark.target) if is_missing else bookmark.target
        )
        item.setToolTip(as_tooltip(description))
        item.setData(
            f"{item.text()}, {safe_label_text(description)}" if is_missing else item.text(),
            Qt.ItemDataRole.AccessibleTextRole,
        )
        for child in bookmark.items:
            item.appendRow(self._item(child, is_there))
        return item

    def _closed_groups(self) -> list[int]:
        heading = self._heading.index()
        rows = range(self._rows.rowCount(heading)) if heading.isValid() else ()
        groups = [row for row in rows if self._rows.hasChildren(self._rows.index(row, 0, heading))]
        return [row for row in groups if not self.isExpanded(self._rows.index(row, 0, heading))]

    def _fit(self) -> None:
        """Set the height to the visible rows, up to the limit."""
        count, index = 0, self._rows.index(0, 0)
        while index.isValid() and count < MAX_VISIBLE_ROWS:
            count += 1
            index = self.indexBelow(index)
        self.setFixedHeight(count * theme().px(26) + theme().px(SPACE_BELOW))


def bookmark_name(bookmark: Bookmark) -> str:
    """Return the display name of a bookmark."""
    if bookmark.title:
        return bookmark.title
    name = bookmark.target if bookmark.kind == "search" else bookmark.target.rpartition("/")[2].removesuffix(".md")
    return f"{name} › {bookmark.subpath.replace('#', ' › ')}" if bookmark.subpath else name


class FilesToolbar(QWidget):
    """Toolbar below the file tree, with the buttons for new notes, sort order and collapsing."""

    new_note_requested = Signal()
    new_folder_requested = Signal()
    sort_requested = Signal(str)
    """A sort order of the settings."""
    collapse_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._order: SortOrder = "name"
        self._command: QAction | None = None
        row = row_layout(self, 2, margins=(10, 5, 8, 4))
        self.new_note = QToolButton()
        self.new_note.setText(self.tr("New note"))
        self.new_note.setAutoRaise(True)
        self.new_note.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.new_note.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.new_folder = IconButton("folder-plus", self.tr("New folder"))
        self.sort = IconButton("sort", self.tr("Sort order of notes"))
        self.collapse = IconButton("collapse", self.tr("Collapse all folders"))
        row.addWidget(self.new_note)
        row.addStretch(1)
        for button in (self.new_folder, self.sort, self.collapse):
            row.addWidget(button)
        self.new_note.clicked.connect(self.new_note_requested)
        self.new_folder.clicked.connect(self.new_folder_requested)
        self.sort.clicked.connect(self.open_sort_menu)
        self.collapse.clicked.connect(self.collapse_requested)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def show_order(self, order: SortOrder) -> None:
        """Tick *order* in the menu."""
        self._order = order

    def follow(self, new_note: QAction) -> None:
        """Show the shortcut of *new_note* in the tooltip of its button, and update it when it changes."""
        self._command = new_note
        new_note.changed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        keys = self._command.shortcut().toString(QKeySequence.SequenceFormat.NativeText) if self._command else ""
        text = self.tr("New note ({keys})").format(keys=keys) if keys else self.tr("New note")
        self.new_note.setToolTip(as_tooltip(text))

    def order_text(self) -> dict[SortOrder, str]:
        """Return the text of each order."""
        texts = (
            self.tr("Name, A to Z"),
            self.tr("Name, Z to A"),
            self.tr("Changed, newest first"),
            self.tr("Changed, oldest first"),
            self.tr("Created, newest first"),
            self.tr("Created, oldest first"),
        )
        return dict(zip(get_args(SortOrder), texts, strict=True))

    def open_sort_menu(self) -> Menu:
        """Open the menu of orders, with the current one ticked."""
        menu = Menu(self.tr("Sort order of notes"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for order, text in self.order_text().items():
            if order in ("modified", "created"):
                menu.addSeparator()
            menu.add(text, partial(self.sort_requested.emit, order), checked=order == self._order)
        menu.popup(self.sort.mapToGlobal(self.sort.rect().topLeft()) - menu.rect().bottomLeft())
        self._open_above(menu)
        return menu

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("background"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _open_above(self, menu: Menu) -> None:
        corner = self.sort.mapToGlobal(self.sort.rect().topLeft())
        menu.move(corner.x(), corner.y() - menu.height() - theme().px(4))

    def _apply_theme(self) -> None:
        self.new_note.setFont(theme().font("strong"))
        self.new_note.setIcon(icon("file-plus"))


MAX_SINGLE_UPDATES = 12
"""Maximum number of changed notes of one commit that are updated individually. Each makes Qt lay out all open rows
again, which with 15,000 of them costs a fifth of rebuilding the tree.
"""

MIN_RELOAD_INTERVAL = 1.0
"""Minimum seconds between two rebuilds of the tree for many notes: a scan makes many large commits."""

RELOAD_TIME_FACTOR = 4
"""Minimum interval of rebuilds as a multiple of the last duration, so that a large tree takes at most a fifth of the
time.
"""


MAX_LEFT_OUT_SHOWN = 20
"""Maximum number of names in the menu of omitted files; `vaultdesk index` lists all."""


class BuiltTree(Struct, frozen=True):
    """A tree ready to be shown."""

    root: TreeNode
    folders: set[str]
    """Folders that contain notes."""
    row_hash: int
    """Hash of everything the rows show."""


class FilesPage(QWidget):
    """Shows the notes of one vault. Needs a running event loop; follows the index until destroyed."""

    note_opened = Signal(str, bool)
    """A file's path, and whether to open it in a new tab."""
    new_note_requested = Signal()

    def __init__(self, searcher: Searcher, events: Feed[NotesIndexed], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self._path_to_select = ""
        """Path to be selected as soon as the tree contains it."""
        self._folders_to_open: list[str] = []
        self.disk = FolderListing()
        """The content of the folder besides notes, as shown."""
        self._note_folders: set[str] = set()
        """Folders that contain notes; the tree creates them from the paths of the notes."""
        self._row_hash = 0
        """Hash of the rows loaded last; 0 if single rows were changed since."""
        self._reload_due: float | None = None
        """Event loop time of the next rebuild; None if the tree is up to date."""
        self._next_reload = 0.0
        """Event loop time before which the tree is not rebuilt for many notes."""
        self.listed = asyncio.Event()
        """Set when the initial content of the index is shown, or the reason why it is not available."""
        self.model = FileTreeModel(self)
        self.tree = FileTree(self.model)
        self.bookmarks = BookmarkView()
        self.toolbar = FilesToolbar()
        self.excluded_button = MenuButton("", self.tr("Excluded"), self._list_excluded, font="caption", role="muted")
        """Lists the files in the vault's folder that are not in the tree; hidden if there are none."""
        self.excluded_button.set_opens_upwards(True)
        self.excluded_button.hide()
        self._empty = EmptyState("file", "", "", [NextStep(self.tr("New note"), self.new_note_requested.emit)])
        self._reading = ReadingState(searcher, self)
        self._reading.ended.connect(self._update_view)
        self._files = QStackedWidget()
        self._build()
        self.tree.note_chosen.connect(self.note_opened)
        self.toolbar.new_note_requested.connect(self.new_note_requested)
        self.toolbar.collapse_requested.connect(self.tree.collapseAll)
        start(self._follow(events), self)

    def show_current(self, path: str) -> None:
        """Mark the note that is open in the note area; none if *path* is empty."""
        self.tree.show_note(path)
        self._path_to_select = path if path and not self.tree.currentIndex().isValid() else ""

    def choose(self, path: str) -> None:
        """Select *path* as soon as it exists in the tree."""
        self.tree.show_note(path)
        self._path_to_select = "" if self.tree.currentIndex().isValid() else path

    def set_open_folders(self, paths: list[str]) -> None:
        """Open these folders once the notes are loaded."""
        self.tree.set_open_folders(paths)
        self._folders_to_open = [path for path in paths if not self.model.index_of(path).isValid()]

    def renamed(self, folders: Mapping[str, str]) -> None:
        """Update the open folders after *folders* were moved."""
        for path in self.tree.open_folders():
            old = next((old for old in folders if f"{path}/".startswith(f"{old}/")), None)
            if old is not None:
                self._folders_to_open.append(folders[old] + path[len(old) :])

    def sort_by(self, order: SortOrder) -> None:
        self.toolbar.show_order(order)
        start(self._sort(order), self)

    def show_disk(self, disk: FolderListing) -> None:
        """Show the empty folders and the other files of *disk* too."""
        previous, self.disk = self.disk, disk
        self.excluded_button.setVisible(bool(disk.left_out))
        self.excluded_button.set_shown_text(
            self.tr("Excluded: {count}").format(count=format_number(len(disk.left_out)))
        )
        self.model.disk_folders = frozenset(disk.folders)
        removed = _other_entries(previous).keys() - _other_entries(disk).keys()
        added = _other_entries(disk).keys() - _other_entries(previous).keys() - self._note_folders
        if len(removed) + len(added) > MAX_SINGLE_UPDATES:
            start(self._reload(), self)
            return
        self._row_hash = 0
        with self.tree.rename_kept():
            for path in sorted(removed, reverse=True):
                self.model.take(path)
            for path in sorted(added):
                modified = _other_entries(disk)[path]
                self.model.put(folder_row(path) if modified < 0 else file_row(path, modified))
        self._update_view()

    def add_folder(self, path: str) -> None:
        """Show a folder that was just created, before the disk is listed again."""
        if path not in self.disk.folders:
            self.show_disk(replace(self.disk, folders=(*self.disk.folders, path)))

    def _build(self) -> None:
        px = theme().px
        column = column_layout(self)
        for widget in (self.tree, self._empty):
            self._files.addWidget(widget)
        # The backgrounds of the rows start 8 pixels from the edge; the trees have no margin.
        inset = QWidget()
        inner = column_layout()
        inner.addWidget(self.bookmarks)
        inner.addWidget(self._files, 1)
        row = QHBoxLayout(inset)
        edge = px(8)
        row.setContentsMargins(*((0, 0, edge, 0) if self.isRightToLeft() else (edge, 0, 0, 0)))
        row.addLayout(inner)
        column.addWidget(inset, 1)
        column.addWidget(self.excluded_button)
        column.addWidget(self.toolbar)
        self.setFocusProxy(self.tree)

    def _list_excluded(self, menu: Menu) -> None:
        menu.add_heading(self.tr("These files and folders are not shown, searched or changed:"))
        for file in self.disk.left_out[:MAX_LEFT_OUT_SHOWN]:
            # An entry would be elided in the middle; the reason is at its end.
            menu.add_heading(f"{printable(file.path)}: {translate(file.reason)}")
        if (omitted := len(self.disk.left_out) - MAX_LEFT_OUT_SHOWN) > 0:
            menu.add_heading(self.tr("More: {count}").format(count=format_number(omitted)))

    async def _follow(self, events: Feed[NotesIndexed]) -> None:
        with events.subscribe() as changes:
            await self._reload()
            self.listed.set()
            while True:
                try:
                    async with asyncio.timeout_at(self._reload_due):
                        change = await anext(changes)
                except TimeoutError:
                    await self._catch_up()
                    continue
                try:
                    await self._apply_change(change)
                except VaultDeskError:  # The index is unavailable; an event follows when it is back.
                    await self._reload()

    async def _catch_up(self) -> None:
        """Rebuild the tree for all reported commits of many notes."""
        now = asyncio.get_running_loop().time
        self._reload_due, started = None, now()
        await self._reload()
        self._next_reload = now() + max(MIN_RELOAD_INTERVAL, RELOAD_TIME_FACTOR * (now() - started))

    async def _reload(self) -> None:
        try:
            notes = await self._searcher.tree()
        except VaultDeskError as error:
            self._empty.set_text(translate(error.title), translate(error.hint))
            self._files.setCurrentWidget(self._empty)
            return
        while True:
            disk, order = self.disk, self.model.root.order
            tree = await asyncio.to_thread(_build_tree, notes, disk, order)
            if disk is self.disk and order is self.model.root.order:
                break
        if tree.row_hash != self._row_hash:
            self._show_tree(tree)

    def _show_tree(self, tree: BuiltTree) -> None:
        """Replace the tree; open folders, selection and scroll position are kept."""
        open_folders = [*self.tree.open_folders(), *self._folders_to_open]
        selected = self.tree.selected_paths()
        scroll = self.tree.verticalScrollBar().value()
        self._note_folders, self._row_hash = tree.folders, tree.row_hash
        with self.tree.rename_kept():
            self.model.load(tree.root)
            self.tree.set_open_folders(open_folders)
        self.tree.verticalScrollBar().setValue(scroll)
        if len(selected) == 1 and not self._path_to_select:
            self._path_to_select = selected[0]
        self._update_view()

    async def _apply_change(self, change: NotesIndexed) -> None:
        await self._load_creation_times(change.paths)
        if len(change.paths) + len(change.removed) > MAX_SINGLE_UPDATES:
            self._reload_due = max(asyncio.get_running_loop().time(), self._next_reload)
            return
        self._row_hash = 0
        notes = [await self._searcher.note(path) for path in change.paths]
        with self.tree.rename_kept():
            for path in change.removed:
                self.model.take(path)
            for note in filter(None, notes):
                self.model.put(note)
        self._update_view()

    async def _sort(self, order: SortOrder) -> None:
        created = await self._creation_times(None) if order.startswith("created") else {}
        self.model.sort_by(NoteOrder(order, created))
        self.tree.scrollTo(self.tree.currentIndex())

    async def _load_creation_times(self, paths: tuple[str, ...]) -> None:
        """Load the creation times of new notes if they are the sort order."""
        created = self.model.root.order.created
        if self.model.root.order.order.startswith("created") and isinstance(created, dict):
            created.update(await self._creation_times(paths))

    async def _creation_times(self, paths: tuple[str, ...] | None) -> dict[str, float]:
        def read_times(table: NoteTable) -> dict[str, float]:
            found = table.all_facts() if paths is None else table.facts_of(paths)
            return {path: facts.created_ns for path, facts in found.items()}

        try:
            return await self._searcher.read_note_table(read_times)
        except VaultDeskError:
            return {}  # Index errors are reported in place of the tree.

    def _update_view(self) -> None:
        title, text = self._reading.empty_text()
        self._empty.set_text(
            title or self.tr("No notes yet"), text or self.tr("This folder contains no Markdown files.")
        )
        self._files.setCurrentWidget(self.tree if self.model.rowCount() else self._empty)
        if self._folders_to_open:
            self.set_open_folders(self._folders_to_open)
        if self._path_to_select and self.model.index_of(self._path_to_select).isValid():
            path, self._path_to_select = self._path_to_select, ""
            self.tree.show_note(path)


def _build_tree(notes: Sequence[NoteSummary], disk: FolderListing, order: NoteOrder) -> BuiltTree:
    """Build the tree of *notes* and of other files on *disk*. Slow for many: call it in a thread."""
    other_rows = [
        folder_row(path) if modified < 0 else file_row(path, modified)
        for path, modified in _other_entries(disk).items()
    ]
    rows = [*notes, *other_rows]
    root = root_of(rows, order)
    root.open()
    # Notes are reported a second time once they were read; usually their rows are unchanged.
    row_hash = hash((id(order), tuple((row.path, row.modified, row.problem, row.excluded) for row in rows)))
    return BuiltTree(root, {note.path.rpartition("/")[0] for note in notes}, row_hash or 1)


def _other_entries(disk: FolderListing) -> dict[str, int]:
    """Return what is not in a list of notes: folders, with a negative time, and other files, including canvases."""
    others = dict.fromkeys(disk.folders, -1)
    others.update({file.path: file.modified_ns for file in disk.files if not file.path.lower().endswith(NOTE_SUFFIX)})
    return others
