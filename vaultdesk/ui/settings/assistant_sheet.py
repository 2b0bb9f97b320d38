"""Settings page of the assistant: folders, memory, small tools and toolsets of other packages."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.tools.plugin_tools import InstalledToolset, find_toolsets
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui.settings.settings_form import GroupForm
from vaultdesk.ui.settings.sheet import SettingsWriter, Sheet
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel

MAX_TOOLSET_NAME = 80
"""Maximum number of characters of a name."""

FindToolsets = Callable[[], Sequence[InstalledToolset]]
"""Returns the installed toolsets without importing them."""


class ToolsetCard(Card):
    """A switch for each toolset; an allowed one that is no longer installed can be switched off."""

    def __init__(
        self, writer: SettingsWriter, find: FindToolsets = find_toolsets, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent=parent)
        self._writer = writer
        self._found = {one.name: one for one in find()}
        self.switches: dict[str, Switch] = {}
        self._remarks: dict[str, PlainLabel] = {}
        self.content.addWidget(PlainLabel(self.tr("Toolsets of other packages"), font="strong"))
        text = self.tr(
            "A toolset is code of another package and runs with your rights. Its tools ask as ours do. "
            "What you change here holds from the next start."
        )
        self.content.addWidget(PlainLabel(text, role="muted", font="small", wrap=True))
        self._none = PlainLabel(self.tr("None is installed."), role="text2")
        self.content.addWidget(self._none)
        self.refresh(writer.store.settings)

    def refresh(self, settings: Settings) -> None:
        for name in dict.fromkeys((*self._found, *settings.toolsets)):
            if name not in self.switches:
                self._add(name)
            switch = self.switches[name]
            switch.blockSignals(True)
            switch.setChecked(name in settings.toolsets)
            switch.blockSignals(False)
        self._none.setVisible(not self.switches)

    def _add(self, name: str) -> None:
        found = self._found.get(name)
        switch = self.switches[name] = Switch(sanitize_line(name, MAX_TOOLSET_NAME))
        switch.toggled.connect(lambda on: self._allow(name, on))
        whence = f"{found.package} {found.version}".strip() if found is not None else self.tr("not installed")
        self.content.addWidget(switch)
        self.content.addWidget(PlainLabel(sanitize_line(whence, MAX_TOOLSET_NAME), role="muted", font="small"))

    def _allow(self, name: str, on: bool) -> None:
        def changed(settings: Settings) -> Settings:
            others = tuple(one for one in settings.toolsets if one != name)
            return settings.model_copy(update={"toolsets": (*others, name) if on else others})

        if not self._writer.save(changed):
            self.refresh(self._writer.store.settings)


class AssistantSheet(Sheet):
    """One card for each group."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Assistant"),
            self.tr("Where it finds commands, projects and skills, what it remembers, and its small tools."),
            parent=parent,
        )
        writer = SettingsWriter(store, self.problem)
        folders = ("commands_folder", "projects_folder", "skills_folder")
        self.forms = {
            "chat": GroupForm(writer, "chat", folders),
            "memory": GroupForm(writer, "memory", ("note", "unasked")),
            "vocabulary": GroupForm(writer, "vocabulary", ("folder",)),
            "pomodoro": GroupForm(writer, "pomodoro", ("log",)),
        }
        titles = (self.tr("Folders"), self.tr("Memory"), self.tr("Vocabulary"), self.tr("Pomodoro"))
        for title, form in zip(titles, self.forms.values(), strict=True):
            card = Card()
            card.content.addWidget(PlainLabel(title, font="strong"))
            card.content.addWidget(form)
            self.content.addWidget(card)
        self.toolsets = ToolsetCard(writer)
        self.content.addWidget(self.toolsets)

    def refresh(self, settings: Settings) -> None:
        for form in self.forms.values():
            form.refresh(settings)
        self.toolsets.refresh(settings)
