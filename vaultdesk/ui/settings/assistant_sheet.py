"""Assistant sheet: where the assistant finds commands, projects and skills, what it remembers, and its small tools."""

from PySide6.QtWidgets import QWidget

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.group_form import GroupForm
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.toolset_card import ToolsetCard
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel


class AssistantSheet(Sheet):
    """A card for each group."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Assistant"),
            self.tr("Where it finds commands, projects and skills, what it remembers, and its small tools."),
            parent=parent,
        )
        keeper = Keeper(store, self.problem)
        folders = ("commands_folder", "projects_folder", "skills_folder")
        self.forms = {
            "chat": GroupForm(keeper, "chat", folders),
            "memory": GroupForm(keeper, "memory", ("note", "unasked")),
            "vocabulary": GroupForm(keeper, "vocabulary", ("folder",)),
            "pomodoro": GroupForm(keeper, "pomodoro", ("log",)),
        }
        titles = (self.tr("Folders"), self.tr("Memory"), self.tr("Vocabulary"), self.tr("Pomodoro"))
        for title, form in zip(titles, self.forms.values(), strict=True):
            card = Card()
            card.content.addWidget(PlainLabel(title, font="strong"))
            card.content.addWidget(form)
            self.content.addWidget(card)
        self.toolsets = ToolsetCard(keeper)
        self.content.addWidget(self.toolsets)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        for form in self.forms.values():
            form.refresh(settings)
        self.toolsets.refresh(settings)
