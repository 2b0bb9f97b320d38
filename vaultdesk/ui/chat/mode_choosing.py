"""Mode choosing: which way is asked in in the shown talk, which project in, and where a choice is kept."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, cast

from PySide6.QtCore import QObject, Signal

from vaultdesk.agent.instructions.project_note import Project
from vaultdesk.agent.modes.answer_modes import ChatMode
from vaultdesk.agent.modes.at_commands import AT_COMMAND_TOOLS, MISSING_TOOL_NOTICES
from vaultdesk.agent.modes.mode_choice import MODES
from vaultdesk.agent.question import Question
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.settings.settings_schema import ModeName
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.mention_offering import ToolSign
from vaultdesk.ui.chat.mode_button import ModeButton
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

ICONS: dict[ModeName, str] = {
    "agent": "bolt",
    "vault-qa": "book",
    "plus": "search",
    "project": "folder",
    "chat": "chat",
}

FORCING: frozenset[ModeName] = frozenset({"plus", "project"})
"""The ways of asking in which a tool's sign in the words makes it run."""

PROJECT = "project:"
"""How the key of a project begins."""


class Projects(Protocol):
    """The projects of a vault."""

    @property
    def changes(self) -> Feed[None]:
        """Published when `list` is another one."""
        ...

    def list(self) -> tuple[Project, ...]:
        """Return every project, by name."""
        ...


class ModeVault(Protocol):
    """What is needed of an open vault."""

    @property
    def store(self) -> SettingsStore:
        """The settings; `chat.mode` is how a new chat is asked in."""
        ...

    @property
    def projects(self) -> Projects:
        """The projects."""
        ...

    @property
    def registry(self) -> ToolRegistry:
        """The tools there are."""
        ...


class ModeChoosing(QObject):
    """Joins the mode button, the settings, the projects and the shown talk."""

    changed = Signal()
    """Another way is asked in, or it may be: what would be sent is something else."""
    refused = Signal(str)
    """A sentence on why a choice could not be kept."""
    look_requested = Signal(str)
    """The path of a project that was chosen and must be read and accepted first."""
    project_wanted = Signal()
    """A new project is to be made."""

    def __init__(self, vault: ModeVault, button: ModeButton, talk: Talk) -> None:
        super().__init__(button)
        self._vault = vault
        self._button = button
        self._talk = talk
        self._shown = vault.store.settings.chat.mode
        button.chosen.connect(self.choose)
        button.project_wanted.connect(self.project_wanted)
        bridge.follow(vault.projects.changes, lambda _: self.renew(), owner=self)
        bridge.follow(vault.store.changes, self._settings_changed, owner=self)
        self.renew()

    @property
    def mode(self) -> ModeName:
        """The way that is asked in in the shown talk."""
        choices = self._talk.conversation.choices
        if choices.mode in ICONS:
            return choices.mode
        return "project" if choices.project else self._vault.store.settings.chat.mode

    def show(self, talk: Talk) -> None:
        """Show how *talk* is asked in."""
        self._talk = talk
        self.renew()

    def renew(self) -> None:
        """Offer what there is now."""
        chosen = self.mode
        project = self._talk.conversation.choices.project
        key = f"{PROJECT}{project}" if chosen == "project" and project else chosen
        self._button.set_choices(self._entries(), key, projects=True)
        self.changed.emit()

    def choose(self, key: str) -> None:
        """Ask in another way in this talk from now on, and in talks to come where that is no project."""
        if key.startswith(PROJECT):
            self._choose_project(key.removeprefix(PROJECT))
        elif key == "project":
            self._choose_some_project()
        else:
            mode = cast("ModeName", key)
            self._talk.change(choices=replace(self._talk.conversation.choices, mode=mode, project=""))
            self._keep(mode)
            self.renew()

    def pick_project(self, path: str) -> None:
        """Work in the project of the note at *path*, which was accepted."""
        self._talk.change(choices=replace(self._talk.conversation.choices, mode="project", project=path))
        self.renew()

    def signs(self) -> tuple[ToolSign, ...]:
        """Return the tools' signs that count in the way that is chosen, of tools that are there."""
        if self.mode not in FORCING:
            return ()
        there = {tool.name for tool in self._vault.registry.tools if tool.usable}
        does = {
            "local_search": self.tr("search the notes"),
            "web_search": self.tr("search the web"),
            "recall": self.tr("look into earlier chats"),
            "get_current_time": self.tr("what time it is"),
            "youtube_transcription": self.tr("what is said in a video"),
        }
        first: dict[str, str] = {}
        for word, tool in AT_COMMAND_TOOLS.items():
            first.setdefault(tool, word)
        return tuple(
            ToolSign(word, does[tool]) for tool, word in first.items() if tool in there and tool in MISSING_TOOL_NOTICES
        )

    def _entries(self) -> Sequence[ListEntry]:
        ways = [ListEntry(mode.name, mode.title, mode.sentence, mode.sentence, icon=ICONS[mode.name]) for mode in MODES]
        known = self._vault.projects.list()
        if not known:
            return ways
        return [
            *ways,
            ListEntry("", self.tr("Projects"), heading=True),
            *(self._entry_of(project) for project in known),
        ]

    def _entry_of(self, project: Project) -> ListEntry:
        mark, words = "", project.description or project.scope.words
        if project.standing == "broken":
            mark, words = "warning", " ".join(project.problems)
        elif project.standing != "accepted":
            mark, words = "eye", self.tr("Read and accept it first")
        name = sanitize_text(project.name)
        return ListEntry(
            f"{PROJECT}{project.path}", name, sanitize_text(words), sanitize_text(words), icon="folder", mark=mark
        )

    def _choose_some_project(self) -> None:
        """Work in the one project there is; of several, the person names one; of none, a new one is made."""
        known = self._vault.projects.list()
        if len(known) == 1:
            self._choose_project(known[0].path)
        elif known:
            self.refused.emit(self.tr("Choose one of the projects below the ways of asking."))
        else:
            self.project_wanted.emit()

    def _choose_project(self, path: str) -> None:
        project = next((one for one in self._vault.projects.list() if one.path == path), None)
        if project is None:
            self.refused.emit(self.tr("That project is gone."))
        elif project.standing == "broken":
            self.refused.emit(f"{sanitize_text(project.name)}: {' '.join(project.problems)}")
        elif project.usable:
            self.pick_project(path)
        else:
            self.look_requested.emit(path)

    def _keep(self, mode: ModeName) -> None:
        def chosen(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"mode": mode})})

        try:
            self._vault.store.change(chosen)
        except VaultDeskError as problem:
            self.refused.emit(str(problem))

    def _settings_changed(self, settings: Settings) -> None:
        if settings.chat.mode != self._shown:
            self._shown = settings.chat.mode
            self.renew()


def uses_tools(question: Question, talk: Talk, store: SettingsStore) -> bool:
    """Tell whether the way *question* is asked in in *talk* has any use for tools."""
    choices = talk.conversation.choices
    usual = "project" if choices.project else store.settings.chat.mode
    return (question.mode or choices.mode or usual) != ChatMode.name
