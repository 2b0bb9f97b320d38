"""Page: all settings: the sheets named at the left, the chosen one at the right. Not modal: the window stays usable."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.credentials import Credentials
from vaultdesk.paths import Places
from vaultdesk.providers.catalog import Catalog
from vaultdesk.settings import Settings, SettingsStore
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.languages import folders, languages
from vaultdesk.ui.parts.buttons import PlainButton
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.settings.agents_sheet import AgentsSheet
from vaultdesk.ui.settings.appearance_sheet import AppearanceSheet
from vaultdesk.ui.settings.assistant_sheet import AssistantSheet
from vaultdesk.ui.settings.computer_sheet import ComputerSheet
from vaultdesk.ui.settings.desktop_sheet import DesktopSheet
from vaultdesk.ui.settings.found_place import FoundPlace
from vaultdesk.ui.settings.instruction_sheet import InstructionSheet
from vaultdesk.ui.settings.keys_sheet import KeysSheet
from vaultdesk.ui.settings.limits_sheet import LimitsSheet
from vaultdesk.ui.settings.nav import EDGE, Nav
from vaultdesk.ui.settings.permission_sheet import PermissionSheet
from vaultdesk.ui.settings.private_sheet import PrivateSheet
from vaultdesk.ui.settings.provider_sheet import ProviderSheet
from vaultdesk.ui.settings.search_sheet import SearchSheet
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.sheets import AboutSheet, GeneralSheet
from vaultdesk.ui.settings.web_sheet import WebSheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.workspace import Workspace

NAV_WIDTH = 216
"""Pixels of the list of sheets (mockup 09)."""


class SettingsPage(QWidget):
    """The settings as a page of the window."""

    closed = Signal()
    reach_requested = Signal(str)
    """What the agent of this name could touch is asked for; empty is the plain assistant."""
    note_opened = Signal(str)
    """The path of a note that is to be looked at."""
    index_asked = Signal()
    """The page of the search index is to be shown."""
    quick_ask_tried = Signal()
    """Quick ask is to be shown, as its keys would."""

    def __init__(
        self,
        store: SettingsStore,
        credentials: Credentials,
        catalog: Catalog,
        workspace: Workspace | None = None,
        where: Places | None = None,
    ) -> None:
        """*workspace* is the open vault; without one its sheets are left out. *where* are our places unless told."""
        super().__init__()
        self.providers = ProviderSheet(store, credentials, catalog)
        self.keys = KeysSheet(store)
        self.computer = ComputerSheet(store, credentials, workspace, where)
        desktop, web = DesktopSheet(store), WebSheet(store, credentials)
        desktop.tried.connect(self.quick_ask_tried)
        entries: list[tuple[str, Sheet]] = [
            ("sliders", GeneralSheet(store, workspace.chats if workspace is not None else None)),
            ("contrast", AppearanceSheet(store, languages(folders(store.file.parent)))),
            ("keyboard", self.keys),
            ("panel-right", desktop),
            ("cloud", self.providers),
            ("search", SearchSheet(store, catalog)),
            ("globe", web),
            ("bulb", AssistantSheet(store)),
            *self._vault_sheets(workspace),
            ("clock", LimitsSheet(store, workspace)),
            ("chip", self.computer),
            ("info", AboutSheet(store, where)),
        ]
        self._sheets = [sheet for _, sheet in entries]
        self._stack = QStackedWidget()
        for sheet in self._sheets:
            self._stack.addWidget(sheet)
        self.nav = Nav(
            [(icon_name, sheet.title) for icon_name, sheet in entries], lambda number: self._sheets[number].words()
        )
        self._line = QFrame()
        self._lay_out()
        self.found = FoundPlace(self)
        self.nav.chosen.connect(self._stack.setCurrentIndex)
        self.nav.chosen.connect(self._show_found)
        self.nav.search.textChanged.connect(self._show_found)
        self.nav.left.connect(self.closed)
        theme().changed.connect(self._dress)
        self._dress()
        self.show_sheet(self.providers.title)
        self._titles_of_acts = {"providers": self.providers.title, "web": web.title, "desktop": desktop.title}
        self.computer.page_asked.connect(self._show_asked)
        follow(store.changes, self._refresh, owner=self)

    def show_sheet(self, title: str) -> None:
        """Show the sheet called *title*."""
        if title in self.titles():
            self.nav.show_row(self.titles().index(title))

    def show_part(self, name: str) -> None:
        """Show the sheet of the open vault called *name* in commands: agents, permissions or private-notes."""
        if name in self._parts:
            self.show_sheet(self._parts[name])

    def show_computer(self) -> None:
        """Show the page of this computer and have everything checked."""
        self.nav.search.clear()  # the page may be hidden by what is searched for
        self.show_sheet(self.computer.title)
        self.computer.begin()

    def show_keys(self, command: str = "") -> None:
        """Show the page of keys, at the command *command* ready for other ones."""
        self.nav.search.clear()  # the page may be hidden by what is searched for
        self.show_sheet(self.keys.title)
        if command:
            self.keys.show_command(command)
        else:
            self.keys.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def sheet(self) -> Sheet:
        """Return the sheet in sight."""
        return self._sheets[self._stack.currentIndex()]

    def titles(self) -> list[str]:
        """Return the names of the sheets, in order."""
        return [sheet.title for sheet in self._sheets]

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on to the list of sheets. With a focus proxy Tab would pass by the search field."""
        self.nav.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends the search, then leaves the settings; everything is kept already."""
        if event.key() == Qt.Key.Key_Escape and self.nav.search.text():
            self.nav.search.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _vault_sheets(self, workspace: Workspace | None) -> list[tuple[str, Sheet]]:
        """Return icon and sheet of what is set for the open vault alone."""
        self._parts: dict[str, str] = {}
        if workspace is None:
            return []
        agents, permissions = AgentsSheet(workspace), PermissionSheet(workspace)
        private = PrivateSheet(workspace)
        instructions = InstructionSheet(workspace.store, workspace.instructions)
        self._parts = {"agents": agents.title, "permissions": permissions.title, "private-notes": private.title}
        agents.reach_requested.connect(self.reach_requested)
        permissions.private_requested.connect(lambda: self.show_sheet(private.title))
        for sheet in (agents, private, instructions):
            sheet.note_opened.connect(self.note_opened)
        return [("person", agents), ("book", instructions), ("shield", permissions), ("lock", private)]

    def _lay_out(self) -> None:
        step = theme().step
        done = PlainButton(self.tr("Done"), keys="Esc")
        done.clicked.connect(self.closed)
        left = QWidget()
        left.setFixedWidth(step(NAV_WIDTH))
        column = QVBoxLayout(left)
        column.setContentsMargins(step(8), step(16), step(8), step(16))
        column.setSpacing(step(8))
        title = PlainLabel(self.tr("Settings"), font="heading")
        title.setContentsMargins(step(EDGE), 0, 0, 0)
        foot = QHBoxLayout()
        foot.setContentsMargins(step(EDGE), 0, 0, 0)
        foot.addWidget(done)
        foot.addStretch(1)
        column.addWidget(title)
        column.addWidget(self.nav, 1)
        column.addLayout(foot)
        self._line.setFixedWidth(1)
        self._line.setAutoFillBackground(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left)
        row.addWidget(self._line)
        row.addWidget(self._stack, 1)

    def _show_asked(self, act: str) -> None:
        if act == "index":
            self.index_asked.emit()
        else:
            self.show_sheet(self._titles_of_acts[act])

    def _show_found(self) -> None:
        self.found.show(self.sheet(), self.nav.search.text() if self.nav.found() else "")

    def _dress(self) -> None:
        palette = self._line.palette()
        palette.setColor(self._line.backgroundRole(), theme().color("border"))
        self._line.setPalette(palette)

    def _refresh(self, settings: Settings) -> None:
        for sheet in self._sheets:
            sheet.refresh(settings)
