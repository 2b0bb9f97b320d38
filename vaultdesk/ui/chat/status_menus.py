"""Menus of the status bar: the index, the models."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.index.index_results import NoteSummary
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.status_bar import StatusBar
from vaultdesk.workspace import Workspace

MAX_MENU_ROWS = 20
"""Notes listed in a menu before the rest is counted; more does not fit on a small screen."""

OpenNote = Callable[[str], object]


class StatusMenus(QObject):
    """Opens the menus of one vault's status bar."""

    activity_requested = Signal()
    index_page_requested = Signal()

    def __init__(self, bar: StatusBar, workspace: Workspace, chat: ChatDock, open_note: OpenNote) -> None:
        super().__init__(bar)
        self._bar = bar
        self._workspace = workspace
        self._chat = chat
        self._open_note = open_note
        bar.index_requested.connect(self._open_index_menu)
        bar.model_requested.connect(self._open_model_menu)

    def close(self) -> None:
        """Disconnect from the status bar."""
        self._bar.index_requested.disconnect(self._open_index_menu)
        self._bar.model_requested.disconnect(self._open_model_menu)
        self.deleteLater()

    def index_menu(self, rows: Sequence[NoteSummary]) -> Menu:
        """Return the menu with the index commands and the notes that could not be read."""
        menu = self._menu(self.tr("Search index"))
        indexer = self._workspace.indexer
        menu.add(
            self.tr("Compare with the folder now"),
            lambda: bridge.start(indexer.rescan(), owner=self),
            icon_name="refresh",
        )
        menu.add(self.tr("Rebuild the index"), lambda: bridge.start(indexer.rebuild(), owner=self), icon_name="undo")
        unread = [row for row in rows if row.problem]
        if unread:
            menu.addSeparator()
            menu.add_heading(self.tr("Could not be read"))
        for row in unread[:MAX_MENU_ROWS]:
            menu.add(f"{row.path} · {row.problem}", partial(self._open_note, row.path), icon_name="warning")
        self._add_rest_count(menu, len(unread))
        menu.addSeparator()
        menu.add(self.tr("More about the index"), self.index_page_requested.emit, icon_name="info")
        menu.add(self.tr("Activity"), self.activity_requested.emit, icon_name="clock")
        return menu

    def _open_index_menu(self) -> None:
        bridge.start(self._load_index_menu(), owner=self)

    def _open_model_menu(self) -> None:
        self._chat.composer.model.open_over(self._bar.model)

    async def _load_index_menu(self) -> None:
        self._open(self.index_menu(await self._workspace.searcher.tree()), self._bar.index)

    def _menu(self, name: str) -> Menu:
        menu = Menu(name, self._bar)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add_heading(name)
        return menu

    def _add_rest_count(self, menu: Menu, total: int) -> None:
        if total > MAX_MENU_ROWS:
            menu.add_heading(self.tr("and {0} more").format(format_number(total - MAX_MENU_ROWS)))

    def _open(self, menu: Menu, item: QWidget) -> None:
        menu.popup(item.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
