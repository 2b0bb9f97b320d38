"""Commands that open the graphs as tabs of a vault's window."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu, QWidget

from vaultdesk.chat.messages import ContextItem
from vaultdesk.index.link_graph import GraphNode
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.graph.graph_page import GlobalGraphPage, GraphPage, LocalGraphPage
from vaultdesk.ui.graph.graph_source import GraphSource, is_daily
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.panes import Pane
from vaultdesk.vault.note_path import NOTE_SUFFIX
from vaultdesk.workspace import Workspace

GRAPH_COMMANDS = ("local-graph", "graph")
"""Commands that need an open vault."""

LOCAL_PAGE, GLOBAL_PAGE = "graph note", "graph"


class GraphCommands(QObject):
    """Opens the graph pages and handles their signals."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        notes: NoteArea,
        browser: LeftPane,
        chat: ChatDock,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._notes = window, notes
        self.file_menu: Callable[[str, QWidget], QMenu] | None = None
        """Returns the menu of the note at a path."""
        self._browser, self._chat = browser, chat
        self._pages: list[LocalGraphPage | GlobalGraphPage] = []
        self._hidden: tuple[Pane, ...] = ()
        vault, privacy = workspace.vault, workspace.privacy
        self._source = GraphSource(
            workspace.searcher,
            lambda path: is_daily(path, vault.settings.daily),
            lambda path: privacy.strictest_rule(path) is not None,
        )
        window.commands.bind("local-graph", self.show_local)
        window.commands.bind("graph", self.show_whole)
        notes.current_changed.connect(self._follow)
        follow(workspace.indexer.events, lambda _event: self._notes_changed(), self)
        follow(workspace.privacy.changes, lambda _change: self._notes_changed(), self)

    def show_local(self, path: str = "") -> LocalGraphPage | None:
        """Show the links of the note at *path*, or of the open one; return None if there is none."""
        requested_path = path or self._notes.current_path or ""
        open_page = next((page for page in self._pages if isinstance(page, LocalGraphPage)), None)
        if not requested_path and open_page is None:
            self._window.notify(self.tr("Open a note to see its graph."))
            return None
        self._window.show_pane("note")
        page = self._notes.show_page(
            LOCAL_PAGE, self.tr("Graph"), lambda: self._connect_page(LocalGraphPage(self._source))
        )
        assert isinstance(page, LocalGraphPage)
        if requested_path:
            page.show_note(requested_path)
        return page

    def show_whole(self) -> GlobalGraphPage:
        """Show the links of all notes."""
        self._window.show_pane("note")
        page = self._notes.show_page(
            GLOBAL_PAGE, self.tr("Graph of all notes"), lambda: self._connect_page(GlobalGraphPage(self._source))
        )
        assert isinstance(page, GlobalGraphPage)
        return page

    def _connect_page(self, page: LocalGraphPage | GlobalGraphPage) -> GraphPage:
        self._pages.append(page)
        page.destroyed.connect(lambda: self._pages.remove(page) if page in self._pages else None)
        page.note_opened.connect(self._open)
        page.chat_requested.connect(self._add_to_chat)
        page.full_view_requested.connect(self._full_view)
        page.menu_requested.connect(lambda node, at: self._open_menu(page, node, at))
        if isinstance(page, LocalGraphPage):
            page.path_changed.connect(partial(self._name, page))
        else:
            page.centre_requested.connect(self.show_local)
        return page

    def _name(self, page: LocalGraphPage, _path: str) -> None:
        if page in self._notes.widgets:
            self._notes.name_tab(page, page.accessibleName().replace("/", " "))

    def _follow(self, path: object) -> None:
        for page in self._pages:
            if isinstance(page, LocalGraphPage) and isinstance(path, str):
                page.follow(path)

    def _notes_changed(self) -> None:
        for page in self._pages:
            page.notes_changed()

    def _open(self, node: GraphNode) -> None:
        match node.kind:
            case "note":
                self._notes.open(node.key)
            case "tag":
                self._window.show_pane("files")
                self._browser.show_search(f"tag:{node.name}")
            case "unwritten":
                name = node.name if node.name.lower().endswith(NOTE_SUFFIX) else f"{node.name}{NOTE_SUFFIX}"
                start(self._notes.create_note(name), self)

    def _open_menu(self, page: GraphPage, node: GraphNode, at: QPoint) -> None:
        if node.kind == "note" and self.file_menu is not None:
            self.file_menu(node.key, page).popup(at)

    def _add_to_chat(self, node: GraphNode) -> None:
        self._window.show_pane("chat")
        if node.kind == "tag":
            item = ContextItem(kind="tag", target=node.name.removeprefix("#"))
        else:
            item = ContextItem(kind="note", target=node.key.removesuffix(NOTE_SUFFIX))
        self._chat.composer.tray.add(item)

    def _full_view(self) -> None:
        """Hide the side panes, or show those that this command has hidden."""
        panes = self._window.panes
        if panes.narrow:
            return
        side_panes: tuple[Pane, ...] = ("files", "chat")
        shown = tuple(pane for pane in side_panes if pane not in panes.hidden())
        for pane in shown or self._hidden or side_panes:
            panes.toggle(pane)
        self._hidden = shown
