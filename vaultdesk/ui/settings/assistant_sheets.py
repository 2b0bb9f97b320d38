"""Settings pages of the assistant: folders, memory and toolsets; instructions and skills of the vault."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog, InstructionText
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import Sentences, verbatim
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.tools.plugin_tools import InstalledToolset, find_toolsets
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.grant_dialog import instruction_source, read_and_accept
from vaultdesk.ui.settings.sheet import GroupForm, SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.layouts import clear_layout, column_layout, row_layout
from vaultdesk.workspace.toolbox import ToolsetReport

MAX_TOOLSET_NAME = 80
"""Maximum number of characters of a name."""

FindToolsets = Callable[[], Sequence[InstalledToolset]]
"""Returns the installed toolsets without importing them."""


class ToolsetCard(Card):
    """A switch for each toolset, with the problems of an allowed one; one that is no longer installed can be switched
    off.
    """

    def __init__(
        self,
        writer: SettingsWriter,
        find: FindToolsets = find_toolsets,
        reports: Sequence[ToolsetReport] = (),
        parent: QWidget | None = None,
    ) -> None:
        """*reports* say what was loaded from the toolsets that were allowed when the vault was opened."""
        super().__init__(parent=parent)
        self._writer = writer
        self._reports = {report.name: report for report in reports if report.problems}
        self.problem_labels: dict[str, PlainLabel] = {}
        self._toolsets = {toolset.name: toolset for toolset in find()}
        self.switches: dict[str, Switch] = {}
        self.content.addWidget(PlainLabel(self.tr("Toolsets from other packages"), font="heading"))
        text = self.tr(
            "A toolset is code from another package and runs with your user rights. Its tools need "
            "the same approvals as built-in tools. Changes take effect after a restart."
        )
        self.content.addWidget(PlainLabel(text, role="muted", font="small", wrap=True))
        self._empty_label = PlainLabel(self.tr("None is installed."), role="text2")
        self.content.addWidget(self._empty_label)
        self.refresh(writer.store.settings)

    def refresh(self, settings: Settings) -> None:
        for name in dict.fromkeys((*self._toolsets, *settings.toolsets)):
            if name not in self.switches:
                self._add(name)
            switch = self.switches[name]
            switch.blockSignals(True)
            switch.setChecked(name in settings.toolsets)
            switch.blockSignals(False)
            if name in self.problem_labels:
                self.problem_labels[name].setVisible(name in settings.toolsets)
        self._empty_label.setVisible(not self.switches)

    def _add(self, name: str) -> None:
        toolset = self._toolsets.get(name)
        switch = self.switches[name] = Switch(sanitize_line(name, MAX_TOOLSET_NAME))
        switch.toggled.connect(lambda on: self._allow(name, on))
        origin = f"{toolset.package} {toolset.version}".strip() if toolset is not None else self.tr("not installed")
        self.content.addWidget(switch)
        self.content.addWidget(PlainLabel(sanitize_line(origin, MAX_TOOLSET_NAME), role="muted", font="small"))
        if name in self._reports:
            if toolset is None:
                hint = self.tr("Install its package, or switch the toolset off.")
            elif self._reports[name].tools:
                hint = self.tr("Update its package or report this to its developers. The other tools can be used.")
            else:
                hint = self.tr("Update its package or report this to its developers.")
            text = translate(Sentences(*self._reports[name].problems, verbatim(hint)))
            label = self.problem_labels[name] = PlainLabel(sanitize_text(text), role="danger", font="small", wrap=True)
            self.content.addWidget(label)

    def _allow(self, name: str, on: bool) -> None:
        def changed(settings: Settings) -> Settings:
            others = tuple(toolset for toolset in settings.toolsets if toolset != name)
            return settings.model_copy(update={"toolsets": (*others, name) if on else others})

        if not self._writer.save(changed):
            self.refresh(self._writer.store.settings)


class AssistantSheet(Sheet):
    """One card for each group."""

    def __init__(
        self, store: SettingsStore, reports: Sequence[ToolsetReport] = (), parent: QWidget | None = None
    ) -> None:
        """*reports* say what was loaded from the allowed toolsets."""
        super().__init__(
            self.tr("Assistant"),
            self.tr(
                "Folders for commands, projects and skills, what the assistant remembers, and its additional tools."
            ),
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
            card.content.addWidget(PlainLabel(title, font="heading"))
            card.content.addWidget(form)
            self.content.addWidget(card)
        self.toolsets = ToolsetCard(writer, reports=reports)
        self.content.addWidget(self.toolsets)

    def refresh(self, settings: Settings) -> None:
        for form in self.forms.values():
            form.refresh(settings)
        self.toolsets.refresh(settings)


MAX_SHOWN_DESCRIPTION = 200
"""Maximum number of characters of a description."""


class InstructionSheet(Sheet):
    """A row for each text, with Read and, if it is in use, Revoke."""

    note_opened = Signal(str)
    """Path of a text that should be opened as a note."""

    def __init__(self, store: SettingsStore, catalog: InstructionCatalog, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Instructions"),
            self.tr(
                "Texts in this vault that assistants follow. Each is used only after you have read and accepted it."
            ),
            parent=parent,
        )
        self._catalog = catalog
        self._writer = SettingsWriter(store, self.problem)
        self.card = Card(padding=0)
        self.card.content.setSpacing(0)
        self.content.addWidget(self.card)
        bridge.follow(catalog.changes, lambda _: self.show_texts(), owner=self)
        self.show_texts()

    def show_texts(self) -> None:
        """Update the rows."""
        clear_layout(self.card.content)
        texts = self._catalog.list()
        for index, instruction in enumerate(texts):
            if index:
                self.card.content.addWidget(SeparatorLine())
            self.card.content.addWidget(self._create_row(instruction))
        if not texts:
            text = self.tr("This vault has no instructions: neither a note AGENTS.md in the vault root nor skills.")
            label = PlainLabel(text, role="text2", wrap=True)
            label.setContentsMargins(*(theme().px(16),) * 4)
            self.card.content.addWidget(label)

    def _create_row(self, instruction: InstructionText) -> QWidget:
        row = QWidget()
        line = row_layout(row, 8, margins=(16, 10, 12, 10))
        column = column_layout(spacing=2)
        column.addWidget(ElidedLabel(sanitize_text(instruction.name), font="strong"))
        for text in (
            sanitize_line(instruction.description, MAX_SHOWN_DESCRIPTION),
            f"{sanitize_text(instruction.path)} · {self._status_text(instruction)}",
        ):
            if text:
                column.addWidget(PlainLabel(text, role="muted", font="small", wrap=True))
        line.addLayout(column, 1)
        show = LinkButton(self.tr("Show Note"), small=True)
        show.clicked.connect(partial(self.note_opened.emit, instruction.path))
        line.addWidget(show)
        if instruction.status == "accepted":
            line.addWidget(self._create_button(self.tr("Revoke"), instruction, lambda: self._revoke(instruction.path)))
        elif not instruction.problem:
            line.addWidget(
                self._create_button(
                    self.tr("Read…"), instruction, lambda: bridge.start(self._read(instruction.path), owner=self)
                )
            )
        return row

    def _create_button(self, text: str, instruction: InstructionText, perform: Callable[[], object]) -> PlainButton:
        button = PlainButton(text, small=True)
        button.setAccessibleName(f"{text} {sanitize_text(instruction.name)}")
        button.clicked.connect(lambda: perform())
        return button

    def _status_text(self, instruction: InstructionText) -> str:
        if instruction.problem:
            return translate(instruction.problem)
        match instruction.status:
            case "accepted":
                return self.tr("used")
            case "changed":
                return self.tr("changed since you accepted it, not used")
            case "new":
                return self.tr("not read yet, not used")

    def _revoke(self, path: str) -> None:
        bridge.start(self._revoke_approval(path), owner=self)

    async def _revoke_approval(self, path: str) -> None:
        try:
            await self._catalog.revoke(path)
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))

    async def _read(self, path: str) -> None:
        try:
            await read_and_accept(instruction_source(self._catalog), path, self.window())
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
