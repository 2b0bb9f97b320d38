"""Property wiring: what the heads of all open notes share: kinds, completion, the fold. Edits nothing."""

import asyncio
import time
from dataclasses import replace

from PySide6.QtCore import QObject

from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_header import KnownProperties, known_properties
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.vault.frontmatter.frontmatter import read_property_types
from vaultdesk.workspace import Workspace

FRESH = 10.0
"""Seconds for which names and values of the vault are taken as known."""


class PropertyWiring(QObject):
    """Joins the properties of one vault's notes with the window, for as long as the vault is open."""

    def __init__(self, window: MainWindow, workspace: Workspace, panes: tuple[LeftPane, NoteArea]) -> None:
        self._browser, self._area = panes
        super().__init__(self._area)
        self._window, self._workspace = window, workspace
        self._types: dict[str, str] = {}
        self._known = KnownProperties()
        self._asked = -FRESH
        self._area.page_made.connect(self._join)
        window.commands.bind("add-property", self._add)
        start(self._learn_types(), self)

    def close(self) -> None:
        """Take the command away."""
        self._window.commands.unbind("add-property")

    def _join(self, page: NotePage) -> None:
        head = page.reader.head
        head.grid_of_values.types, head.grid_of_values.known = self._types, self._known
        head.set_folded(self._window.state.properties_folded)
        head.grid_of_values.asked.connect(self._look_up)
        head.folded_changed.connect(self._fold)
        head.link_requested.connect(self._follow)

    def _add(self) -> None:
        page = self._area.current_page
        if page is None or page.text is None:
            return
        if page.editing:
            page.toggle_edit()
        page.reader.head.add()
        page.reader.verticalScrollBar().setValue(0)

    def _fold(self, folded: bool) -> None:
        self._window.state = replace(self._window.state, properties_folded=folded)
        for page in self._area.pages:
            page.reader.head.set_folded(folded)

    def _follow(self, target: str) -> None:
        if target.startswith("#"):
            self._window.show_pane("files")
            self._browser.show_search(f"tag:{target}")

    def _look_up(self) -> None:
        if time.monotonic() - self._asked > FRESH:
            self._asked = time.monotonic()
            start(self._learn(), self)

    async def _learn(self) -> None:
        self._known = await known_properties(self._workspace.searcher)
        await self._learn_types()

    async def _learn_types(self) -> None:
        vault = self._workspace.vault
        self._types = await asyncio.to_thread(read_property_types, vault.root / vault.settings.folder)
        for page in self._area.pages:
            grid = page.reader.head.grid_of_values
            grid.types, grid.known = self._types, self._known
