"""Appearance sheet: theme, contrast, motion, language, and where the chat and its questions stand."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.group_form import GroupForm
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.translation import WindowLanguage
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel


class AppearanceSheet(Sheet):
    """How the window looks and speaks."""

    def __init__(
        self, store: SettingsStore, languages: Sequence[WindowLanguage] = (), parent: QWidget | None = None
    ) -> None:
        """*languages* are those the window can speak."""
        super().__init__(self.tr("Appearance"), self.tr("How the window looks and where it asks you."), parent=parent)
        keeper = Keeper(store, self.problem)
        words = {
            "dock": self.tr("Beside the note"),
            "tab": self.tr("As a tab among the notes"),
            "window": self.tr("In its own window"),
        }
        names = ("theme", "contrast", "motion", "chat", "approval")
        self.form = self._add(GroupForm(keeper, "appearance", names, words))
        spoken = [("", self.tr("As this computer")), *((one.code, one.name) for one in languages)]
        self.language = self._add(GroupForm(keeper, "appearance", ("language",), choices={"language": spoken}))
        remark = self.tr("Another language is spoken from the next start.")
        self.content.addWidget(PlainLabel(remark, role="muted", font="small", wrap=True))

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self.form.refresh(settings)
        self.language.refresh(settings)

    def _add(self, form: GroupForm) -> GroupForm:
        card = Card()
        card.content.addWidget(form)
        self.content.addWidget(card)
        return form
