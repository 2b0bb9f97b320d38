"""Desktop sheet: what the program does beside its windows: the tray, messages, and the keys of quick ask."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from vaultdesk.core.platform.autostart import Autostart, system_autostart
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.form import LABEL_WIDTH
from vaultdesk.ui.settings.group_form import GroupForm
from vaultdesk.ui.settings.quick_ask_card import QuickAskCard
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.start_card import StartCard
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel

GAP = 16
"""Pixels of LOOK's drawings between the names of a form and its fields."""


class DesktopSheet(Sheet):
    """Three cards: the form, the start with the system, and quick ask."""

    tried = Signal()
    """Quick ask is to be shown."""

    def __init__(
        self,
        store: SettingsStore,
        has_tray: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
        autostart: Autostart | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*has_tray* tells whether this desktop shows a tray; *autostart* is this system's own unless told."""
        super().__init__(
            self.tr("Desktop"), self.tr("What VaultDesk does beside its windows, and over other programs."),
            parent=parent,
        )  # fmt: skip
        keeper = Keeper(store, self.problem)
        self._has_tray = has_tray
        self.tray = GroupForm(keeper, "desktop", ("tray",))
        self.tray_words = PlainLabel("", role="muted", font="small", wrap=True)
        # Under the field it speaks of.
        self.tray_words.setContentsMargins(theme().step(LABEL_WIDTH + GAP), 0, 0, 0)
        self.form = GroupForm(keeper, "desktop", ("notify", "sound"))
        card = Card()
        for widget in (self.tray, self.tray_words, self.form):
            card.content.addWidget(widget)
        self.quick_ask = QuickAskCard(keeper)
        self.start = StartCard(autostart or system_autostart())
        self.content.addWidget(card)
        self.content.addWidget(self.start)
        self.content.addWidget(self.quick_ask)
        self.quick_ask.tried.connect(self.tried)
        self.refresh(store.settings)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self.tray.refresh(settings)
        self.form.refresh(settings)
        self.quick_ask.refresh(settings)
        there = self._has_tray()
        self.start.refresh(in_tray=there and settings.desktop.tray)
        # What was chosen where there is a tray can be taken back where there is none.
        self.tray.field("tray").setEnabled(there or settings.desktop.tray)
        self.form.field("sound").setEnabled(settings.desktop.notify)
        self.tray_words.setText(
            self.tr("This desktop shows a tray.")
            if there
            else self.tr("This desktop shows no tray, so closing the last window ends VaultDesk.")
        )
