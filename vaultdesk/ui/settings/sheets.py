"""Sheets: general, which is mostly a form, and about."""

import platform

from PySide6.QtCore import QUrl, qVersion
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk import __version__
from vaultdesk.agent.modes.mode_choice import MODES
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.resources import resource_path
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.notes.reading_view import open_web
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.group_form import GroupForm
from vaultdesk.ui.settings.keeping_card import KeepingCard
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.spelling_card import SpellingCard
from vaultdesk.ui.settings.update_card import UpdateCard
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.web.update_check import UpdateChecker, update_source

PROJECT = "https://github.com/vaultdesk/vaultdesk"
"""Where the program comes from; the packages for each system name it too."""


class GeneralSheet(Sheet):
    """How chats are led, and whether spelling is checked."""

    def __init__(self, store: SettingsStore, chats: SavedChats | None = None, parent: QWidget | None = None) -> None:
        """*chats* are those of the open vault; None while none is open."""
        super().__init__(
            self.tr("General"), self.tr("How conversations are led and where they are kept."), parent=parent
        )
        keeper = Keeper(store, self.problem)
        names = ("mode", "folder", "titles", "compact", "max_rounds", "result_limit")
        words: dict[str, str] = {mode.name: mode.title for mode in MODES}
        words |= {"question": self.tr("The first question"), "model": self.tr("A title by the model")}
        self.form = GroupForm(keeper, "chat", names, words)
        card = Card()
        card.content.addWidget(self.form)
        self.content.addWidget(card)
        self.spelling = SpellingCard(keeper)
        self.content.addWidget(self.spelling)
        self.keeping = KeepingCard(chats, keeper) if chats is not None else None
        if self.keeping is not None:
            self.content.addWidget(self.keeping)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self.form.refresh(settings)
        self.spelling.refresh(settings)
        if self.keeping is not None:
            self.keeping.refresh()


class AboutSheet(Sheet):
    """Which program this is, where it keeps what it has, and whether there is a newer one."""

    def __init__(self, store: SettingsStore, where: AppFolders | None = None, parent: QWidget | None = None) -> None:
        """*where* is what the program keeps beside its settings; its own folders unless told."""
        super().__init__(
            self.tr("About"), self.tr("A local-first assistant for a folder of Markdown notes."), parent=parent
        )
        where = where or app_folders()
        facts = (
            f"VaultDesk {__version__}",
            f"Python {platform.python_version()}, Qt {qVersion()}, {platform.system()} {platform.release()}",
            self.tr("Settings: {0}").format(store.file),
            self.tr("Data: {0}").format(where.data),
            self.tr("Logs: {0}").format(where.logs),
            self.tr("MIT licence"),
        )
        card = Card()
        for fact in facts:
            card.content.addWidget(PlainLabel(fact, wrap=True, selectable=True))
        self.content.addWidget(card)
        row = QHBoxLayout()
        row.setSpacing(theme().step(8))
        self.project = PlainButton(self.tr("Project Page"), icon_name="globe")
        self.project.setToolTip(PROJECT)
        self.licences = PlainButton(self.tr("Licences of What It Is Made Of"), icon_name="folder")
        texts = resource_path("..", "licences")
        self.licences.setVisible(texts.is_dir())
        for button in (self.project, self.licences):
            row.addWidget(button)
        row.addStretch(1)
        card.content.addLayout(row)
        self.project.clicked.connect(lambda: open_web(PROJECT))
        self.licences.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(texts.resolve()))))
        place = update_source()
        updates = UpdateChecker(place, JsonStore(where.data / "updates.json")) if place is not None else None
        self.updates = UpdateCard(Keeper(store, self.problem), updates)
        self.content.addWidget(self.updates)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self.updates.refresh(settings)
