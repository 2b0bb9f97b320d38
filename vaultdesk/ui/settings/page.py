"""Page: all settings: the sheets named at the left, the chosen one at the right. Not modal: the window stays usable."""

from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.providers.catalog import Catalog
from vaultdesk.ui.bridge import follow
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
from vaultdesk.ui.settings.sheet_stack import SheetStack
from vaultdesk.ui.settings.sheets import AboutSheet, GeneralSheet
from vaultdesk.ui.settings.web_sheet import WebSheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import language_folders, languages
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.workspace import Workspace

_Entry = tuple[str, str, Callable[[], Sheet]]
"""A sheet's icon and title, and what makes it."""

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
        where: AppFolders | None = None,
    ) -> None:
        """*workspace* is the open vault; without one its sheets are left out. *where* are our places unless told."""
        super().__init__()
        self._store, self._credentials, self._catalog = store, credentials, catalog
        self._workspace, self._where = workspace, where
        chats = workspace.chats if workspace is not None else None
        entries: list[_Entry] = [
            ("sliders", _own_words("GeneralSheet", "General"), lambda: GeneralSheet(store, chats)),
            ("contrast", _own_words("AppearanceSheet", "Appearance"),
             lambda: AppearanceSheet(store, languages(language_folders(store.file.parent)))),
            ("keyboard", _own_words("KeysSheet", "Keyboard"), lambda: self.keys),
            ("panel-right", _own_words("DesktopSheet", "Desktop"), self._desktop_sheet),
            ("cloud", _own_words("ProviderSheet", "Providers"), lambda: self.providers),
            ("search", _own_words("SearchSheet", "Search"), lambda: SearchSheet(store, catalog)),
            ("globe", _own_words("WebSheet", "Web"), lambda: WebSheet(store, credentials)),
            ("bulb", _own_words("AssistantSheet", "Assistant"), lambda: AssistantSheet(store)),
            *(self._vault_sheets(workspace) if workspace is not None else ()),
            ("clock", _own_words("LimitsSheet", "Limits"), lambda: LimitsSheet(store, workspace)),
            ("chip", _own_words("ComputerSheet", "This computer"), lambda: self.computer),
            ("info", _own_words("AboutSheet", "About"), lambda: AboutSheet(store, where)),
        ]  # fmt: skip
        self._titles = [title for _, title, _ in entries]
        self._stack = SheetStack([make for _, _, make in entries])
        self.nav = Nav(
            [(icon_name, title) for icon_name, title, _ in entries], lambda number: self._stack.sheet(number).words()
        )
        self._line = QFrame()
        self._lay_out()
        self.found = FoundPlace(self)
        self.nav.chosen.connect(self._stack.show_sheet)
        self.nav.chosen.connect(self._show_found)
        self.nav.search.textChanged.connect(self._show_found)
        self.nav.left.connect(self.closed)
        theme().changed.connect(self._dress)
        self._dress()
        self.show_sheet(_own_words("ProviderSheet", "Providers"))
        follow(store.changes, self._refresh, owner=self)

    @cached_property
    def providers(self) -> ProviderSheet:
        """The sheet of the providers."""
        return ProviderSheet(self._store, self._credentials, self._catalog)

    @cached_property
    def keys(self) -> KeysSheet:
        """The sheet of the keys."""
        return KeysSheet(self._store)

    @cached_property
    def computer(self) -> ComputerSheet:
        """The sheet of this computer."""
        sheet = ComputerSheet(self._store, self._credentials, self._workspace, self._where)
        sheet.page_asked.connect(self._show_asked)
        return sheet

    def show_sheet(self, title: str) -> None:
        """Show the sheet called *title*."""
        if title in self.titles():
            self.nav.show_row(self.titles().index(title))

    def show_part(self, name: str) -> None:
        """Show the sheet of the open vault called *name* in commands: agents, permissions or private-notes."""
        parts = {
            "agents": _own_words("AgentsSheet", "Agents"),
            "permissions": _own_words("PermissionSheet", "Permissions"),
            "private-notes": _own_words("PrivateSheet", "Private notes"),
        }
        if name in parts:
            self.show_sheet(parts[name])

    def show_computer(self) -> None:
        """Show the page of this computer and have everything checked."""
        self.nav.search.clear()  # the page may be hidden by what is searched for
        self.show_sheet(_own_words("ComputerSheet", "This computer"))
        self.computer.begin()

    def show_keys(self, command: str = "") -> None:
        """Show the page of keys, at the command *command* ready for other ones."""
        self.nav.search.clear()  # the page may be hidden by what is searched for
        self.show_sheet(_own_words("KeysSheet", "Keyboard"))
        if command:
            self.keys.show_command(command)
        else:
            self.keys.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def sheet(self) -> Sheet:
        """Return the sheet in sight."""
        return self._stack.sheet(self._stack.currentIndex())

    def titles(self) -> list[str]:
        """Return the names of the sheets, in order."""
        return list(self._titles)

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

    def _desktop_sheet(self) -> DesktopSheet:
        sheet = DesktopSheet(self._store)
        sheet.tried.connect(self.quick_ask_tried)
        return sheet

    def _vault_sheets(self, workspace: Workspace) -> "list[_Entry]":
        """Return icon, title and sheet of what is set for the open vault alone."""

        def agents() -> AgentsSheet:
            sheet = AgentsSheet(workspace)
            sheet.reach_requested.connect(self.reach_requested)
            sheet.note_opened.connect(self.note_opened)
            return sheet

        def permissions() -> PermissionSheet:
            sheet = PermissionSheet(workspace)
            sheet.private_requested.connect(lambda: self.show_part("private-notes"))
            return sheet

        def private() -> PrivateSheet:
            sheet = PrivateSheet(workspace)
            sheet.note_opened.connect(self.note_opened)
            return sheet

        def instructions() -> InstructionSheet:
            sheet = InstructionSheet(workspace.store, workspace.instructions)
            sheet.note_opened.connect(self.note_opened)
            return sheet

        return [
            ("person", _own_words("AgentsSheet", "Agents"), agents),
            ("book", _own_words("InstructionSheet", "Instructions"), instructions),
            ("shield", _own_words("PermissionSheet", "Permissions"), permissions),
            ("lock", _own_words("PrivateSheet", "Private notes"), private),
        ]

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
            titles = {
                "providers": _own_words("ProviderSheet", "Providers"),
                "web": _own_words("WebSheet", "Web"),
                "desktop": _own_words("DesktopSheet", "Desktop"),
            }
            self.show_sheet(titles[act])

    def _show_found(self) -> None:
        self.found.show(self.sheet(), self.nav.search.text() if self.nav.found() else "")

    def _dress(self) -> None:
        palette = self._line.palette()
        palette.setColor(self._line.backgroundRole(), theme().color("border"))
        self._line.setPalette(palette)

    def _refresh(self, settings: Settings) -> None:
        for sheet in self._stack.made():
            sheet.refresh(settings)


_own_words = QCoreApplication.translate
"""A sheet's title in its own words, before the sheet is there."""
