"""Sheets: the pages that are only a form: general and appearance; and about."""

import platform

from pydantic import JsonValue
from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QWidget

from vaultdesk import __version__
from vaultdesk.errors import VaultError
from vaultdesk.settings import Settings, SettingsStore
from vaultdesk.ui.parts.card import Card
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.form import SettingsForm
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.vault.note_path import NotePath


class GeneralSheet(Sheet):
    """How chats are led."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("General"), self.tr("How conversations are led and where they are kept."), parent=parent
        )
        self._keeper = Keeper(store, self.problem)
        names = ("folder", "max_rounds", "result_limit")
        self.form = SettingsForm(store.settings.chat, names, self._change)
        card = Card()
        card.content.addWidget(self.form)
        self.content.addWidget(card)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self.form.show_values(settings.chat)

    def _change(self, name: str, value: JsonValue) -> str:
        if name == "folder" and (wrong := self._wrong_folder(str(value))):
            return wrong

        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={name: value})})

        if not self._keeper.keep(changed):
            self.refresh(self._keeper.store.settings)
        return ""

    def _wrong_folder(self, text: str) -> str:
        if not text:
            return self.tr("Name a folder of the vault.")
        try:
            NotePath.parse(text)
        except VaultError:
            return self.tr("This is not a folder inside a vault.")
        return ""


class AppearanceSheet(Sheet):
    """How the window looks."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Appearance"), self.tr("How the window looks and where it asks you."), parent=parent)
        self._keeper = Keeper(store, self.problem)
        self.form = SettingsForm(store.settings.appearance, ("theme", "approval"), self._change)
        card = Card()
        card.content.addWidget(self.form)
        self.content.addWidget(card)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self.form.show_values(settings.appearance)

    def _change(self, name: str, value: JsonValue) -> str:
        def changed(settings: Settings) -> Settings:
            return settings.model_copy(update={"appearance": settings.appearance.model_copy(update={name: value})})

        if not self._keeper.keep(changed):
            self.refresh(self._keeper.store.settings)
        return ""


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
