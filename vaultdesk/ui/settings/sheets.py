"""Sheets: general, which is mostly a form, and about."""

import platform

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QWidget

from vaultdesk import __version__
from vaultdesk.agent.modes.choosing import MODES
from vaultdesk.settings import Settings, SettingsStore
from vaultdesk.ui.chat.kept_chats import KeptChats
from vaultdesk.ui.parts.card import Card
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.group_form import GroupForm
from vaultdesk.ui.settings.keeping_card import KeepingCard
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.spelling_card import SpellingCard


class GeneralSheet(Sheet):
    """How chats are led, and whether spelling is checked."""

    def __init__(self, store: SettingsStore, chats: KeptChats | None = None, parent: QWidget | None = None) -> None:
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
    """Which program this is, for a report."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("About"), self.tr("A local-first assistant for a folder of Markdown notes."), parent=parent
        )
        facts = (
            f"VaultDesk {__version__}",
            f"Python {platform.python_version()}, Qt {qVersion()}, {platform.system()} {platform.release()}",
            self.tr("Settings: {0}").format(store.file),
            self.tr("MIT licence"),
        )
        card = Card()
        for fact in facts:
            card.content.addWidget(PlainLabel(fact, wrap=True, selectable=True))
        self.content.addWidget(card)
