"""Menus of the status bar: what left this computer in a chat, the index, the models."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import NoteSummary
from vaultdesk.privacy.ledger import LedgerEntry
from vaultdesk.tools.runtime.approval_text import estimate_tokens
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.status_bar import StatusBar
from vaultdesk.workspace import Workspace

MAX_MENU_ROWS = 20
"""Notes a menu lists before it counts the rest; more does not fit on a small screen."""

OpenNote = Callable[[str], object]


class StatusMenus(QObject):
    """Answers the presses on the status bar of one vault."""

    disclosures_requested = Signal()
    """All that left this computer is to be shown, not only in this chat."""
    activity_requested = Signal()
    index_page_requested = Signal()

    def __init__(self, bar: StatusBar, workspace: Workspace, chat: ChatDock, open_note: OpenNote) -> None:
        super().__init__(bar)
        self._bar = bar
        self._workspace = workspace
        self._chat = chat
        self._open_note = open_note
        bar.disclosures_requested.connect(self._open_disclosures_menu)
        bar.index_requested.connect(self._open_index_menu)
        bar.model_requested.connect(self._open_model_menu)

    def close(self) -> None:
        """Answer no more."""
        self._bar.disclosures_requested.disconnect(self._open_disclosures_menu)
        self._bar.index_requested.disconnect(self._open_index_menu)
        self._bar.model_requested.disconnect(self._open_model_menu)
        self.deleteLater()

    def disclosures_menu(self, disclosed: Sequence[LedgerEntry]) -> Menu:
        """Return the list of what left: each note once, with how much and for whom; a press opens the note."""
        menu = self._menu(self.tr("What left this computer in this chat"))
        amounts: dict[tuple[str, str, str], int] = {}
        for one in disclosed:
            key = (one.path, one.provider, one.host)
            amounts[key] = amounts.get(key, 0) + one.characters
        for (path, provider, host), characters in list(amounts.items())[:MAX_MENU_ROWS]:
            amount = self.tr("about {0} tokens").format(format_number(estimate_tokens(characters)))
            words = f"{path} · {amount} · {provider} ({host})"
            menu.add(words, partial(self._open_note, path), icon_name="file")
        self._count_rest(menu, len(amounts))
        if not amounts:
            menu.add_heading(self.tr("Nothing has left this computer"))
        menu.addSeparator()
        menu.add(self.tr("All that left this computer"), self.disclosures_requested.emit, icon_name="list")
        return menu

    def index_menu(self, rows: Sequence[NoteSummary]) -> Menu:
        """Return what can be done with the index, and the notes that could not be read."""
        menu = self._menu(self.tr("Search index"))
        indexer = self._workspace.indexer
        menu.add(
            self.tr("Compare with the folder now"),
            lambda: bridge.start(indexer.rescan(), owner=self),
            icon_name="refresh",
        )
        menu.add(
            self.tr("Build the index again"), lambda: bridge.start(indexer.rebuild(), owner=self), icon_name="undo"
        )
        unread = [row for row in rows if row.problem]
        if unread:
            menu.addSeparator()
            menu.add_heading(self.tr("Could not be read"))
        for row in unread[:MAX_MENU_ROWS]:
            menu.add(f"{row.path} · {row.problem}", partial(self._open_note, row.path), icon_name="warning")
        self._count_rest(menu, len(unread))
        menu.addSeparator()
        menu.add(self.tr("More about the index"), self.index_page_requested.emit, icon_name="info")
        menu.add(self.tr("Activity"), self.activity_requested.emit, icon_name="clock")
        return menu

    def _open_disclosures_menu(self) -> None:
        bridge.start(self._load_disclosures_menu(), owner=self)

    def _open_index_menu(self) -> None:
        bridge.start(self._load_index_menu(), owner=self)

    def _open_model_menu(self) -> None:
        self._chat.composer.model.open_over(self._bar.model)

    async def _load_disclosures_menu(self) -> None:
        try:
            disclosed = await self._workspace.ledger.for_conversation(self._chat.conversation_id)
        except VaultDeskError as problem:
            menu = self._menu(translate(problem.title))
            menu.add_heading(translate(problem.hint))
            self._open(menu, self._bar.egress)
            return
        self._open(self.disclosures_menu(disclosed), self._bar.egress)

    async def _load_index_menu(self) -> None:
        self._open(self.index_menu(await self._workspace.searcher.tree()), self._bar.index)

    def _menu(self, name: str) -> Menu:
        menu = Menu(name, self._bar)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add_heading(name)
        return menu

    def _count_rest(self, menu: Menu, total: int) -> None:
        if total > MAX_MENU_ROWS:
            menu.add_heading(self.tr("and {0} more").format(format_number(total - MAX_MENU_ROWS)))

    def _open(self, menu: Menu, item: QWidget) -> None:
        menu.popup(item.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
