"""Page: "Where are your notes?": drop a folder, open one, pick a found vault, look around. Opens nothing by itself."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.providers.local_servers import FoundServer
from vaultdesk.ui.first_start.server_card import ServerCard
from vaultdesk.ui.first_start.vault_list import VaultList, VaultRow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import AppPicture, Glyph
from vaultdesk.ui.widgets.labels import PlainLabel

WIDTH = 640
"""Pixels of the column at LOOK's font size (mockup 05)."""

SIDE_BY_SIDE = 560
"""Pixels of the page from which two cards stand beside each other."""

DROP_HEIGHT = 112
"""Pixels of the drop zone."""


class FirstStart(QScrollArea):
    """The page that is shown while no vault is open."""

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
        self._problem = Banner("danger", "", closable=True)
        self._problem.hide()
        self.open_button = PrimaryButton(self.tr("Open Folder…"))
        self.recent = VaultList(self.tr("Opened before"), "")
        self.found = VaultList(self.tr("Obsidian vaults on this computer"), self.tr("found, not opened"))
        self.recent.chosen.connect(self.vault_chosen)
        self.found.chosen.connect(self.vault_chosen)
        self._cards, self._servers = (QBoxLayout(QBoxLayout.Direction.LeftToRight) for _ in range(2))
        self._look = PlainButton(self.tr("Look Around"))
        self._create = LinkButton(self.tr("Create a New Vault…"), small=True)
        self._settings = LinkButton(self.tr("Settings"), small=True)
        self.setWidget(self._column())

    def show_servers(self, servers: Sequence[FoundServer]) -> None:
        """Offer *servers* that run on this computer, beside the way to look around."""
        for server in servers:
            card = ServerCard(server)
            card.use_requested.connect(lambda _server, card=card: self.server_chosen.emit(card))
            card.choose_requested.connect(lambda _server, card=card: self.server_settings_requested.emit(card))
            self._servers.addWidget(card, 1)
            card.show()
        self._arrange()
        cards = [stop for card in self.server_cards() for stop in (card.use, card.choose)]
        set_tab_order((self._look, *cards, self._create, self._settings))

    def server_cards(self) -> list[ServerCard]:
        """Return the servers that are offered."""
        return self.findChildren(ServerCard)

    def show_vaults(self, recent: Sequence[VaultRow], found: Sequence[VaultRow]) -> None:
        """List the vaults opened before and those found; one that is in both is listed once."""
        opened = {row.path for row in recent}
        self.recent.show_rows(recent)
        self.found.show_rows([row for row in found if row.path not in opened])

    def show_problem(self, text: str) -> None:
        """Say why a folder could not be opened; an empty text says that all is well."""
        self._problem.set_text(text)
        self._problem.setVisible(bool(text))

    def problem(self) -> str:
        """Return what is said to have gone wrong; empty where nothing is."""
        return self._problem.text() if self._problem.isVisibleTo(self) else ""

    def showEvent(self, event: QShowEvent) -> None:
        """Begin at the button that most people need."""
        super().showEvent(event)
        self.open_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the cards beside each other, or below where there is no room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        narrow = self.width() < theme().step(SIDE_BY_SIDE)
        # Three in a line would be cut: two servers share a line of their own.
        self._cards.setDirection(below if narrow or self._servers.count() > 1 else beside)
        self._servers.setDirection(below if narrow else beside)

    def _column(self) -> QWidget:
        step = theme().step
        inner = QWidget()
        inner.setMaximumWidth(step(WIDTH))
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, step(24), 0, step(24))
        column.setSpacing(step(24))
        column.addLayout(self._heading())
        for part in (self._problem, self._drop_zone(), self.recent, self.found):
            column.addWidget(part)
        for cards in (self._cards, self._servers):
            cards.setSpacing(step(16))
        self._cards.addWidget(self._look_around(), 1)
        self._cards.addLayout(self._servers, 1)
        column.addLayout(self._cards)
        column.addLayout(self._foot())
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(step(24), 0, step(24), 0)
        row.addStretch(1)
        row.addWidget(inner, 1000, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        return page

    def _heading(self) -> QVBoxLayout:
        step = theme().step
        title = QHBoxLayout()
        title.setSpacing(step(12))
        title.addWidget(AppPicture(34))
        title.addWidget(PlainLabel(self.tr("Where are your notes?"), font="page"), 1)
        column = QVBoxLayout()
        column.setSpacing(step(12))
        column.addLayout(title)
        words = self.tr(
            "VaultDesk works on a folder of Markdown files. It stays where it is, "
            "and nothing leaves this computer until you say so."
        )
        column.addWidget(PlainLabel(words, role="text2", wrap=True))
        return column

    def _drop_zone(self) -> QWidget:
        step = theme().step
        zone = Card(line="outline", dashed=True)
        zone.setMinimumHeight(step(DROP_HEIGHT))
        self.open_button.clicked.connect(self.open_requested)
        row = QHBoxLayout()
        row.setSpacing(step(12))
        row.addStretch(1)
        row.addWidget(Glyph("download", "text2", 20))
        row.addWidget(PlainLabel(self.tr("Drop a folder here"), role="text2"))
        row.addWidget(PlainLabel(self.tr("or"), role="muted"))
        row.addWidget(self.open_button)
        row.addStretch(1)
        zone.content.addLayout(row)
        return zone

    def _look_around(self) -> QWidget:
        step = theme().step
        card = Card()
        title = QHBoxLayout()
        title.setSpacing(step(8))
        title.addWidget(Glyph("compass", "text2"))
        title.addWidget(PlainLabel(self.tr("Just look around"), font="strong"), 1)
        self._look.clicked.connect(self.welcome_requested)
        words = self.tr("A small welcome vault to read, search and ask about. Needs no key and no account.")
        card.content.addLayout(title)
        card.content.addWidget(PlainLabel(words, role="muted", font="small", wrap=True))
        card.content.addStretch(1)
        card.content.addWidget(self._look)
        return card

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme().step(12))
        self._create.clicked.connect(self.create_requested)
        self._settings.clicked.connect(self.settings_requested)
        row.addWidget(self._create)
        row.addWidget(self._settings)
        row.addStretch(1)
        row.addWidget(Glyph("shield-check", "muted", 14))
        row.addWidget(PlainLabel(self.tr("Nothing has left this computer"), role="muted", font="small"))
        return row
