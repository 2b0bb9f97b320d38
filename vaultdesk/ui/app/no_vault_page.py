"""The page shown without a vault and its controller: choosing or creating a folder, found vaults and local model
servers."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.platform.paths import AppFolders, welcome_vault
from vaultdesk.core.settings.settings_store import SettingsStore, vault_key
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.local_servers import LocalServer
from vaultdesk.ui import bridge
from vaultdesk.ui.bridge import ask_for_file
from vaultdesk.ui.dates import plain_day
from vaultdesk.ui.server_offer import accept_server, new_servers
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error, translator
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.glyphs import AppLogo, Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.layouts import clear_layout, column_layout, row_layout, transparent_scroll_area
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.obsidian.vault_config import find_obsidian_vaults

if TYPE_CHECKING:
    from vaultdesk.privacy.account import Account


_tr = translator("NoVaultPage")


async def ask_existing_folder(parent: QWidget) -> Path | None:
    """Let the user choose an existing folder; return None if cancelled."""
    dialog = QFileDialog(parent, _tr("Open a Folder of Notes"))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, _tr("Open"))
    return await _run_dialog(dialog)


async def ask_new_folder(parent: QWidget) -> Path | None:
    """Let the user name a new folder and create it; return None if cancelled. Raises OSError if that fails."""
    dialog = QFileDialog(parent, _tr("Create a Folder for Notes"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, _tr("Create"))
    dialog.selectFile(_tr("Notes"))
    folder = await _run_dialog(dialog)
    if folder is not None:
        await asyncio.to_thread(folder.mkdir, parents=False, exist_ok=True)
    return folder


async def _run_dialog(dialog: QFileDialog) -> Path | None:
    # The current folder of the process is arbitrary; the documents folder is a sensible start.
    dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    return await ask_for_file(dialog)


class ServerCard(Card):
    """Shows a found model server; a button uses it, a link opens its settings."""

    use_requested = Signal(object)
    choose_requested = Signal(object)
    """The `FoundServer`."""

    def __init__(self, server: LocalServer, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.server = server
        title = row_layout(spacing=8)
        title.addWidget(Glyph("chip", "success"))
        title.addWidget(PlainLabel(self.tr("{0} is running on this computer").format(server.title), font="strong"), 1)
        self.status = PlainLabel(self._offer(), role="muted", font="small", wrap=True)
        self.use = PlainButton(self.tr("Use {0}").format(server.title))
        self.use.clicked.connect(lambda: self.use_requested.emit(server))
        self.choose = LinkButton(self.tr("Choose a Model"), small=True)
        self.choose.clicked.connect(lambda: self.choose_requested.emit(server))
        buttons = row_layout(spacing=12)
        buttons.addWidget(self.use)
        buttons.addWidget(self.choose)
        buttons.addStretch(1)
        self.content.addLayout(title)
        self.content.addWidget(self.status)
        self.content.addStretch(1)
        self.content.addLayout(buttons)

    def show_accepted(self, model: str) -> None:
        """Show that chats now use *model*; without one, that the server has none yet."""
        self.use.hide()
        accepted_text = self.tr("Chats now use {0}. Answers come from this computer only.").format(model)
        self.status.setText(
            accepted_text if model else self.tr("It was added but has no model yet. Download one there first.")
        )

    def show_problem(self, problem: str) -> None:
        """Show why it could not be used."""
        self.status.setText(problem)

    def _offer(self) -> str:
        count = self.server.models
        if not count:
            return self.tr("It has no model yet. With a model, answers come from this computer only.")
        ready = self.tr("1 model is ready.") if count == 1 else self.tr("{0} models are ready.").format(count)
        return ready + " " + self.tr("Answers then come from this computer only.")


MAX_VISIBLE_ROWS = 6
"""Number of rows after which a list scrolls, so that the actions below stay near."""

ROW_HEIGHT = 50
"""Height of a row in design pixels."""

VAULT_NAME = "vaultName"
"""Property of a row's button: the vault it opens."""


class VaultRow(Struct, frozen=True):
    """One vault that can be opened."""

    name: str
    path: Path
    used: datetime | None = None


def path_with_tilde(path: Path) -> str:
    """Return *path* with the home folder as `~`."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) and path != home else str(path)


class VaultList(QWidget):
    """A titled card of rows; hidden while there are none."""

    chosen = Signal(object)
    """The `Path` of the vault to open."""

    def __init__(self, title: str, remark: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = column_layout()
        self._area = self._create_scroll_area(title)
        card = Card(padding=0)
        card.content.addWidget(self._area)
        header = QHBoxLayout()
        header.addWidget(PlainLabel(title, font="heading"))
        header.addStretch(1)
        header.addWidget(PlainLabel(remark, role="muted", font="small"))
        column = column_layout(self, 6)
        column.addLayout(header)
        column.addWidget(card)
        self.hide()

    def show_rows(self, rows: Sequence[VaultRow]) -> None:
        clear_layout(self._rows)
        for number, row in enumerate(rows):
            if number:
                self._rows.addWidget(SeparatorLine())
            self._rows.addWidget(self._create_row(row))
        row_height = theme().px(ROW_HEIGHT) + 1
        # Half a row more indicates that there are more.
        height = (
            row_height * MAX_VISIBLE_ROWS + row_height // 2
            if len(rows) > MAX_VISIBLE_ROWS
            else row_height * len(rows) - 1
        )
        self._area.setFixedHeight(max(0, height))
        self.setVisible(bool(rows))

    def names(self) -> list[str]:
        return [button.property(VAULT_NAME) for button in self.buttons()]

    def buttons(self) -> list[PlainButton]:
        """Return the button of each row, in order."""
        return self._area.findChildren(PlainButton)

    def _create_scroll_area(self, title: str) -> QScrollArea:
        host = QWidget()
        host.setLayout(self._rows)
        area = transparent_scroll_area(host)
        area.setAccessibleName(title)
        # The background of its scroll bar is the card's.
        area.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        return area

    def _create_row(self, row: VaultRow) -> QWidget:
        px = theme().px
        host = QWidget()
        host.setFixedHeight(px(ROW_HEIGHT))
        line = row_layout(host, 12, margins=(12, 0, 12, 0))
        line.addWidget(Glyph("folder", "text2"))
        names = column_layout(spacing=1)
        names.addStretch(1)
        names.addWidget(ElidedLabel(row.name, font="strong"))
        names.addWidget(ElidedLabel(path_with_tilde(row.path), Qt.TextElideMode.ElideMiddle, "muted", "small"))
        names.addStretch(1)
        line.addLayout(names, 1)
        if row.used is not None:
            line.addWidget(PlainLabel(self._last_used_text(row.used), role="muted", font="small"))
        button = PlainButton(self.tr("Open"), small=True)
        button.setAccessibleName(self.tr("Open {0}").format(row.name))
        button.setProperty(VAULT_NAME, row.name)
        button.clicked.connect(lambda: self.chosen.emit(row.path))
        line.addWidget(button)
        return host

    def _last_used_text(self, used: datetime) -> str:
        day, today = used.astimezone().date(), datetime.now().astimezone().date()
        if day == today:
            return self.tr("last used today")
        if day.year == today.year:
            return self.tr("last used {0}").format(plain_day(day, today))
        return self.tr("last used in {0}").format(day.year)


WIDTH = 640
"""Width of the column in design pixels."""

SIDE_BY_SIDE_WIDTH = 560
"""Width of the page in pixels from which two cards are side by side."""

DROP_HEIGHT = 112
"""Height of the drop zone in pixels."""


class NoVaultPage(QScrollArea):
    """The page shown while no vault is open."""

    vault_chosen = Signal(object)
    """The `Path` of the folder to open."""
    open_requested = Signal()
    create_requested = Signal()
    welcome_requested = Signal()
    settings_requested = Signal()
    server_chosen = Signal(object)
    """The `ServerCard` whose server is to be used."""
    server_settings_requested = Signal(object)
    """The `ServerCard` whose server is to be set up."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.open_button = PrimaryButton(self.tr("Open Folder…"))
        self.recent_vaults = VaultList(self.tr("Opened before"), "")
        self.found_vaults = VaultList(self.tr("Obsidian vaults on this computer"), self.tr("found, not opened"))
        self.recent_vaults.chosen.connect(self.vault_chosen)
        self.found_vaults.chosen.connect(self.vault_chosen)
        self._cards, self._servers = (QBoxLayout(QBoxLayout.Direction.LeftToRight) for _ in range(2))
        self._look_around_button = PlainButton(self.tr("Look Around"))
        self._create_link = LinkButton(self.tr("Create a New Vault…"), small=True)
        self._egress = QWidget()
        self._settings = LinkButton(self.tr("Settings"), small=True)
        self.setWidget(self._column())

    def show_nothing_left(self) -> None:
        """Show that nothing has left this computer today; not called before that is known."""
        self._egress.show()

    def show_servers(self, servers: Sequence[LocalServer]) -> None:
        """Offer *servers* found on this computer, beside the card of the welcome vault."""
        for server in servers:
            card = ServerCard(server)
            card.use_requested.connect(lambda _server, card=card: self.server_chosen.emit(card))
            card.choose_requested.connect(lambda _server, card=card: self.server_settings_requested.emit(card))
            self._servers.addWidget(card, 1)
            card.show()
        self._arrange()
        cards = [button for card in self.server_cards() for button in (card.use, card.choose)]
        set_tab_order((self._look_around_button, *cards, self._create_link, self._settings))

    def server_cards(self) -> list[ServerCard]:
        """Return the cards of the offered servers."""
        return self.findChildren(ServerCard)

    def show_vaults(self, recent: Sequence[VaultRow], found: Sequence[VaultRow]) -> None:
        """List the recent vaults and those found; one in both lists is shown once."""
        opened = {row.path for row in recent}
        self.recent_vaults.show_rows(recent)
        self.found_vaults.show_rows([row for row in found if row.path not in opened])

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the button that most users need."""
        super().showEvent(event)
        self.open_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cards side by side, or one below the other if there is not enough space."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        side_by_side, stacked = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        narrow = self.width() < theme().px(SIDE_BY_SIDE_WIDTH)
        # Three side by side would be cut off: two servers share a row.
        self._cards.setDirection(stacked if narrow or self._servers.count() > 1 else side_by_side)
        self._servers.setDirection(stacked if narrow else side_by_side)

    def _column(self) -> QWidget:
        px = theme().px
        inner = QWidget()
        inner.setMaximumWidth(px(WIDTH))
        column = column_layout(inner, 24, margins=(0, 24, 0, 24))
        column.addLayout(self._heading())
        for widget in (self._drop_zone(), self.recent_vaults, self.found_vaults):
            column.addWidget(widget)
        for cards in (self._cards, self._servers):
            cards.setSpacing(px(16))
        self._cards.addWidget(self._look_around(), 1)
        self._cards.addLayout(self._servers, 1)
        column.addLayout(self._cards)
        column.addLayout(self._create_footer())
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(px(24), 0, px(24), 0)
        row.addStretch(1)
        row.addWidget(inner, 1000, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        return page

    def _heading(self) -> QVBoxLayout:
        title = row_layout(spacing=12)
        title.addWidget(AppLogo(34))
        title.addWidget(PlainLabel(self.tr("Where are your notes?"), font="page"), 1)
        column = column_layout(spacing=12)
        column.addLayout(title)
        text = self.tr(
            "VaultDesk works with a folder of Markdown files. The folder stays where it is, and "
            "nothing leaves this computer until you allow it."
        )
        column.addWidget(PlainLabel(text, role="text2", wrap=True))
        return column

    def _drop_zone(self) -> QWidget:
        px = theme().px
        zone = Card(line="outline", dashed=True)
        zone.setMinimumHeight(px(DROP_HEIGHT))
        self.open_button.clicked.connect(self.open_requested)
        row = row_layout(spacing=12)
        row.addStretch(1)
        row.addWidget(Glyph("download", "text2", 20))
        row.addWidget(PlainLabel(self.tr("Drop a folder here"), role="text2"))
        row.addWidget(PlainLabel(self.tr("or"), role="muted"))
        row.addWidget(self.open_button)
        row.addStretch(1)
        zone.content.addLayout(row)
        return zone

    def _look_around(self) -> QWidget:
        card = Card()
        title = row_layout(spacing=8)
        title.addWidget(Glyph("compass", "text2"))
        title.addWidget(PlainLabel(self.tr("Just look around"), font="strong"), 1)
        self._look_around_button.clicked.connect(self.welcome_requested)
        text = self.tr("A small welcome vault to read, search and ask about. Needs no key and no account.")
        card.content.addLayout(title)
        card.content.addWidget(PlainLabel(text, role="muted", font="small", wrap=True))
        card.content.addStretch(1)
        card.content.addWidget(self._look_around_button)
        return card

    def _create_footer(self) -> QHBoxLayout:
        row = row_layout(spacing=12)
        self._create_link.clicked.connect(self.create_requested)
        self._settings.clicked.connect(self.settings_requested)
        row.addWidget(self._create_link)
        row.addWidget(self._settings)
        row.addStretch(1)
        egress = QHBoxLayout(self._egress)
        egress.setContentsMargins(0, 0, 0, 0)
        egress.setSpacing(theme().px(12))
        egress.addWidget(Glyph("shield-check", "muted", 14))
        egress.addWidget(PlainLabel(self.tr("Nothing has left this computer today"), role="muted", font="small"))
        self._egress.hide()
        row.addWidget(self._egress)
        return row


_tr_controller = translator("NoVaultController")

log = logging.getLogger(__name__)


class NoVaultController:
    """Asks for the folder of notes, and passes it to *open_vault*."""

    def __init__(
        self,
        window: MainWindow,
        folders: AppFolders,
        store: SettingsStore,
        catalog: Catalog,
        open_vault: Callable[[Path], object],
    ) -> None:
        self._catalog = catalog
        self._window = window
        self._folders = folders
        self._store = store
        self._open_vault = open_vault

    def show_page(self, settings: Callable[[], object]) -> NoVaultPage:
        """Show the start page in place of the panes."""
        page = NoVaultPage()
        page.vault_chosen.connect(self._open_vault)
        page.open_requested.connect(self.choose)
        page.create_requested.connect(self.create)
        page.welcome_requested.connect(self.welcome)
        page.settings_requested.connect(settings)
        page.server_chosen.connect(lambda card: bridge.start(self._use_server(card), owner=page))
        page.server_settings_requested.connect(lambda card: bridge.start(self._set_up(card, settings), owner=page))
        self._window.pages.show_start(page)
        bridge.start(self._list_vaults(page), owner=page)
        bridge.start(self._look_for_servers(page), owner=page)
        bridge.start(self._show_account(page), owner=page)
        return page

    def choose(self) -> None:
        bridge.start(self._choose(), owner=self._window)

    def create(self) -> None:
        """Let the user create a folder."""
        bridge.start(self._create(), owner=self._window)

    def welcome(self) -> None:
        """Open the welcome vault."""
        bridge.start(self._welcome(), owner=self._window)

    async def _list_vaults(self, page: NoVaultPage) -> None:
        settings = self._store.settings
        paths = await asyncio.to_thread(lambda: [path for path in settings.recent_vaults() if path.is_dir()])
        recent = [
            VaultRow(path.name, path, settings.vaults[vault_key(path)].opened)
            for path in paths
            if vault_key(path) in settings.vaults
        ]
        found = await asyncio.to_thread(find_obsidian_vaults)
        page.show_vaults(recent, [VaultRow(vault.name, vault.path, vault.opened) for vault in found])

    async def _show_account(self, page: NoVaultPage) -> None:
        """Show that nothing left today if that is so: another vault may have sent something."""
        account = await asyncio.to_thread(_account_without_vault, self._folders)
        try:
            nothing = (await account.today()).all.is_empty
        except VaultDeskError as error:
            log.info("What left today is not known: %s", error.title)
            return
        finally:
            await account.ledger.aclose()
        if nothing:
            page.show_nothing_left()

    async def _look_for_servers(self, page: NoVaultPage) -> None:
        page.show_servers(new_servers(await self._catalog.discover_servers(), self._store.settings))

    async def _use_server(self, card: ServerCard) -> None:
        card.use.setEnabled(False)
        try:
            label = await accept_server(self._store, self._catalog, card.server, use_in_chats=True)
        except VaultDeskError as error:
            card.show_problem(translate_error(error))
            card.use.setEnabled(True)
            return
        card.show_accepted(label.partition("/")[2])

    async def _set_up(self, card: ServerCard, settings: Callable[[], object]) -> None:
        if new_servers([card.server], self._store.settings):
            await self._use_server(card)
        settings()

    async def _choose(self) -> None:
        folder = await ask_existing_folder(self._window)
        if folder is not None:
            self._open_vault(folder)

    async def _create(self) -> None:
        try:
            folder = await ask_new_folder(self._window)
        except OSError as error:
            self._report_failure(_tr_controller("The folder could not be created: {why}"), error)
            return
        if folder is not None:
            self._open_vault(folder)

    async def _welcome(self) -> None:
        try:
            self._open_vault(await asyncio.to_thread(welcome_vault, self._folders))
        except OSError as error:
            self._report_failure(_tr_controller("The welcome vault could not be created: {why}"), error)

    def _report_failure(self, text: str, error: OSError) -> None:
        log.info("No vault could be created: %s", error)
        self._window.notify(text.format(why=error.strerror or str(error)))


def _account_without_vault(folders: AppFolders) -> "Account":
    """Return the account of all existing ledgers. Runs in a thread."""
    from vaultdesk.privacy.account import Account  # The start page is shown before any of this is loaded.
    from vaultdesk.privacy.ledger import LedgerFiles

    files = LedgerFiles(folders.data)
    return Account(files.open(files.without_vault), files)
