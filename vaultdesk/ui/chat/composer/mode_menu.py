"""Choice of the answering mode and project of a conversation: button, popup and controller."""

from collections.abc import Sequence
from typing import Protocol, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.answer_modes import MODES
from vaultdesk.agent.at_commands import AT_COMMAND_TOOLS, MISSING_TOOL_NOTICES
from vaultdesk.agent.instructions.projects import Project
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.settings.settings_schema import ModeName
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.values import replace
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.composer.completion import AtCommand
from vaultdesk.ui.chat.open_conversations import ConversationController
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import PopupFrame, SeparatorLine
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.lists.entry_list import EntryList
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.menu import ChoiceButton

POPUP_WIDTH, LIST_HEIGHT = 660, 420
"""Width of the popup and maximum height of its list, in design pixels."""


class ModePopup(PopupFrame):
    """Popup whose list has the focus; Tab moves to the switch."""

    chosen = Signal(str)
    """Key of the chosen entry."""
    plan_switched = Signal(bool)
    new_project_requested = Signal()
    """A new project should be created."""

    def __init__(self, anchor: QWidget) -> None:
        super().__init__(anchor, POPUP_WIDTH)
        self.setAccessibleName(self.tr("Mode"))
        self.list = EntryList(self.tr("Modes"), takes_keyboard=True, wraps=True)
        self.plan = Switch(self.tr("Plan first, then carry it out"))
        self.plan.setToolTip(
            self.tr("The first answer is a plan and changes nothing. You can edit it before you carry it out.")
        )
        self.new_project = LinkButton(self.tr("New Project…"), small=True)
        footer = column_layout(spacing=8, margins=(10, 0, 10, 4))
        footer.addWidget(self.plan)
        # Aligned: otherwise its width would limit the width for which the switch computes its line breaks.
        footer.addWidget(self.new_project, 0, Qt.AlignmentFlag.AlignLeft)
        column = column_layout(self, 8, margins=(8, 8, 8, 8))
        column.addWidget(self.list, 1)
        column.addWidget(SeparatorLine())
        column.addLayout(footer)
        self.paged.connect(self.list.page)
        self.list.chosen.connect(self._choose)
        self.plan.toggled.connect(self.plan_switched)
        self.new_project.clicked.connect(self.close)
        self.new_project.clicked.connect(self.new_project_requested)

    def open(self, entries: Sequence[ListRow], chosen: str, *, plan_first: bool, projects: bool) -> None:
        """Show *entries*, ticking the one whose key is *chosen*.

        *plan_first* ticks the plan option; *projects* shows New Project.
        """
        self.plan.setChecked(plan_first)
        self.new_project.setVisible(projects)
        px = theme().px
        self.list.show_entries(entries, chosen, chosen)
        self.list.setFixedWidth(self.available_width() - 2 * px(8))
        self.place(self.list, min(px(LIST_HEIGHT), self.list.preferred_height()), upwards=True)
        self.show()
        set_tab_order((self.list, self.plan, self.new_project))
        self.list.setFocus()
        # Only now is the number of visible rows known.
        self.list.show_entries(entries, chosen, chosen)

    def _choose(self, key: str) -> None:
        if key:
            self.close()
            self.chosen.emit(key)


class ModeButton(ChoiceButton):
    """Shows the name of the mode or project; opens upwards."""

    chosen = Signal(str)
    """Key of the chosen entry."""
    plan_changed = Signal(bool)
    new_project_requested = Signal()
    opened = Signal()
    """The popup is being opened; the list of projects may be refreshed."""

    def __init__(self) -> None:
        self._entries: Sequence[ListRow] = ()
        self._chosen = ""
        self._title = ""
        self._projects = False
        self._plan_first = False
        self._one_time_mode = ""
        super().__init__("", "", font="small", role="text2")
        self._name = self.tr("Mode")
        self.set_opens_upwards(True)
        self.clicked.connect(self.open)
        self.hide()

    @property
    def plan_first(self) -> bool:
        """Whether a plan is requested before any action."""
        return self._plan_first

    def set_plan_first(self, first: bool) -> None:
        if first != self._plan_first:
            self._plan_first = first
            self._update_text()
            self.plan_changed.emit(first)

    @property
    def one_time_mode(self) -> str:
        """Mode of the next question only; empty if it uses the conversation's mode."""
        return self._one_time_mode

    def set_one_time_mode(self, mode: str) -> None:
        """Ask the next question in *mode*, as requested by a quick command."""
        if mode != self._one_time_mode:
            self._one_time_mode = mode
            self._show()

    def set_choices(self, entries: Sequence[ListRow], chosen: str, *, projects: bool) -> None:
        """Offer *entries*; *chosen* is the key of the current one. *projects* tells whether projects can be created."""
        self._entries, self._chosen, self._projects = tuple(entries), chosen, projects
        self._show()
        self.setVisible(bool(entries))

    def open(self) -> ModePopup:
        """Open the popup above the button."""
        popup = ModePopup(self)
        popup.chosen.connect(self._choose)
        popup.plan_switched.connect(self.set_plan_first)
        popup.new_project_requested.connect(self.new_project_requested)
        self.opened.emit()
        popup.open(
            self._entries, self._one_time_mode or self._chosen, plan_first=self._plan_first, projects=self._projects
        )
        return popup

    def _choose(self, key: str) -> None:
        self.set_one_time_mode("")
        self.chosen.emit(key)

    def _show(self) -> None:
        key = self._one_time_mode or self._chosen
        entry = next((entry for entry in self._entries if entry.key == key and not entry.heading), None)
        self._title = entry.title if entry is not None else key
        self.set_icon_name(entry.icon if entry is not None else "warning")
        self.setToolTip(as_tooltip(entry.text if entry is not None else ""))
        self._update_text()

    def _update_text(self) -> None:
        self.set_shown_text(self._title, self._remarks())

    def _remarks(self) -> str:
        is_other = self._one_time_mode not in ("", self._chosen)
        remarks = (self.tr("this once") if is_other else "", self.tr("plan") if self._plan_first else "")
        return " · ".join(part for part in remarks if part)


MODE_ICONS: dict[ModeName, str] = {
    "agent": "bolt",
    "vault-qa": "book",
    "plus": "search",
    "project": "folder",
    "chat": "chat",
}

AT_COMMAND_MODES: frozenset[ModeName] = frozenset({"plus", "project"})
"""Modes in which a tool command in the question makes the tool run."""

PROJECT_KEY = "project:"
"""Prefix of the keys of projects."""


class VaultProjects(Protocol):
    """The projects of a vault."""

    @property
    def changes(self) -> Feed[None]:
        """Published when `list` changed."""
        ...

    def list(self) -> tuple[Project, ...]:
        """Return every project, sorted by name."""
        ...


class ModeVault(Protocol):
    """The parts of an open vault that the mode selection uses."""

    @property
    def store(self) -> SettingsStore:
        """The settings; `chat.mode` is the mode of new chats."""
        ...

    @property
    def projects(self) -> VaultProjects: ...

    @property
    def registry(self) -> ToolRegistry:
        """The available tools."""
        ...


class ModeSelection(QObject):
    """Connects the mode button, the settings, the projects and the shown conversation."""

    changed = Signal()
    """The mode changed or may have changed, and with it the request."""
    refused = Signal(str)
    """Message explaining why a choice could not be saved."""
    review_requested = Signal(str)
    """Path of a chosen project that must be reviewed and accepted first."""
    new_project_requested = Signal()
    """A new project should be created."""

    def __init__(self, vault: ModeVault, button: ModeButton, controller: ConversationController) -> None:
        super().__init__(button)
        self._vault = vault
        self._button = button
        self._controller = controller
        self._default_mode = vault.store.settings.chat.mode
        button.chosen.connect(self.choose)
        button.new_project_requested.connect(self.new_project_requested)
        bridge.follow(vault.projects.changes, lambda _: self.refresh(), owner=self)
        bridge.follow(vault.store.changes, self._settings_changed, owner=self)
        self.refresh()

    @property
    def mode(self) -> ModeName:
        """Mode of the shown conversation."""
        choices = self._controller.conversation.choices
        if choices.mode in MODE_ICONS:
            return choices.mode
        return "project" if choices.project else self._vault.store.settings.chat.mode

    def show(self, controller: ConversationController) -> None:
        """Show the mode of *controller*."""
        self._controller = controller
        self.refresh()

    def refresh(self) -> None:
        """Update the offered modes and projects."""
        chosen = self.mode
        project = self._controller.conversation.choices.project
        key = f"{PROJECT_KEY}{project}" if chosen == "project" and project else chosen
        self._button.set_choices(self._entries(), key, projects=True)
        self.changed.emit()

    def choose(self, key: str) -> None:
        """Use another mode in this conversation; also in new conversations unless it is a project."""
        if key.startswith(PROJECT_KEY):
            self._choose_project(key.removeprefix(PROJECT_KEY))
        elif key == "project":
            self._choose_only_project()
        else:
            mode = cast("ModeName", key)
            self._controller.change(choices=replace(self._controller.conversation.choices, mode=mode, project=""))
            self._save(mode)
            self.refresh()

    def pick_project(self, path: str) -> None:
        """Use the accepted project of the note at *path*."""
        self._controller.change(choices=replace(self._controller.conversation.choices, mode="project", project=path))
        self.refresh()

    def at_commands(self) -> tuple[AtCommand, ...]:
        """Return the commands of available tools that apply in the selected mode."""
        if self.mode not in AT_COMMAND_MODES:
            return ()
        usable = {tool.name for tool in self._vault.registry.tools if tool.usable}
        descriptions = {
            "local_search": self.tr("search the notes"),
            "web_search": self.tr("search the web"),
            "recall": self.tr("search earlier chats"),
            "get_current_time": self.tr("get the current time"),
            "youtube_transcription": self.tr("get the transcript of a video"),
        }
        commands: dict[str, str] = {}
        for word, tool in AT_COMMAND_TOOLS.items():
            commands.setdefault(tool, word)
        return tuple(
            AtCommand(word, descriptions[tool])
            for tool, word in commands.items()
            if tool in usable and tool in MISSING_TOOL_NOTICES
        )

    def _entries(self) -> Sequence[ListRow]:
        modes = [
            ListRow(
                mode.name,
                translate(mode.title),
                text=translate(mode.sentence),
                description=translate(mode.sentence),
                icon=MODE_ICONS[mode.name],
            )
            for mode in MODES
        ]
        projects = self._vault.projects.list()
        if not projects:
            return modes
        return [
            *modes,
            ListRow("", self.tr("Projects"), heading=True),
            *(self._entry_of(project) for project in projects),
        ]

    def _entry_of(self, project: Project) -> ListRow:
        mark, text = "", project.description or project.scope.text
        if project.status == "broken":
            mark, text = "warning", " ".join(map(translate, project.problems))
        elif project.status != "accepted":
            mark, text = "eye", self.tr("Read and accept it first")
        name = sanitize_text(project.name)
        return ListRow(
            f"{PROJECT_KEY}{project.path}",
            name,
            text=sanitize_text(text),
            icon="folder",
            mark=mark,
            description=sanitize_text(text),
        )

    def _choose_only_project(self) -> None:
        """Use the only project; ask if there are several, or create one if there is none."""
        projects = self._vault.projects.list()
        if len(projects) == 1:
            self._choose_project(projects[0].path)
        elif projects:
            self.refused.emit(self.tr("Choose a project from the list below the modes."))
        else:
            self.new_project_requested.emit()

    def _choose_project(self, path: str) -> None:
        project = next((candidate for candidate in self._vault.projects.list() if candidate.path == path), None)
        if project is None:
            self.refused.emit(self.tr("This project no longer exists."))
        elif project.status == "broken":
            self.refused.emit(f"{sanitize_text(project.name)}: {' '.join(map(translate, project.problems))}")
        elif project.is_usable:
            self.pick_project(path)
        else:
            self.review_requested.emit(path)

    def _save(self, mode: ModeName) -> None:
        def with_mode(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"mode": mode})})

        try:
            self._vault.store.change(with_mode)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))

    def _settings_changed(self, settings: Settings) -> None:
        if settings.chat.mode != self._default_mode:
            self._default_mode = settings.chat.mode
            self.refresh()
