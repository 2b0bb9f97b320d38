"""Projects: the notes of a vault that are projects, followed, and how each stands. Only the person accepts one.

What was accepted is bound to the bytes of the note: another text, whoever wrote it, ends it (THREATS 0.11).
"""

from collections.abc import Callable

from vaultdesk.agent.accepted_notes import AcceptedNotes
from vaultdesk.agent.agents import AgentShelf
from vaultdesk.agent.profile import PLAIN
from vaultdesk.agent.project import Project, ProjectAtWork
from vaultdesk.agent.project_note import name_for_a_note, project_note
from vaultdesk.agent.project_notes import ProjectNotes, bounds_of
from vaultdesk.core.errors import NoteConflict, UsageError
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.http_connection import in_thread
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable, same_name_key
from vaultdesk.vault.vault import Vault

WHERE = ": where projects are chosen in the window, or at a terminal with --project."
"""Where a person accepts one."""


class ProjectShelf(AcceptedNotes[Project]):
    """The projects of one vault: `async with ProjectShelf(...)` follows its notes and the settings."""

    def __init__(
        self,
        vault: Vault,
        store: SettingsStore,
        searcher: Searcher,
        agents: AgentShelf,
        model_problem: Callable[[str], str] = lambda _model: "",
    ) -> None:
        """*model_problem* says why a model cannot be asked."""
        super().__init__(vault, store)
        self._searcher = searcher
        self._agents = agents
        self._notes = ProjectNotes(vault, store, model_problem)

    @property
    def folder(self) -> str:
        """The folder whose notes are projects."""
        return self._notes.folder

    def model_of(self, path: str) -> str:
        """Return the model that the project of the note at *path* names, as it was last read; empty for none."""
        return next((one.model for one in self._known if one.usable and one.path == path), "")

    async def get(self, path: str) -> Project:
        """Return the project of the note at *path* as it is now. Raises `UsageError` where there is no such note.

        *path* may be the note's name too, and `.md` may be left out.
        """
        found = self._named(path)
        if found is None:
            await self.refresh()  # A note of a moment ago: nobody may have told of it yet.
            found = self._named(path)
        if found is None:
            where = f"Projects are notes in {self.folder}."
            raise UsageError(f"There is no project {printable(path)}", hint=where)
        return await self._notes.read(NotePath(found.path))

    async def at_work(self, path: str) -> ProjectAtWork:
        """Return the project to work in now, with its notes and its agent.

        Raises `UsageError` that says what to do where it may not be worked in, `IndexFailed`.
        """
        project = await self.get(path)
        name = printable(project.name)
        match project.standing:
            case "broken":
                raise UsageError(f"The project {name} cannot be used", hint=" ".join(project.problems))
            case "changed":
                raise UsageError(
                    f"The note of the project {name} has changed since you accepted it",
                    hint=f"Read it and accept it again{WHERE}",
                )
            case "new":
                raise UsageError(
                    f"The project {name} has not been accepted yet",
                    hint=f"Read what its note says and accept it{WHERE}",
                )
        profile = await self._agents.get(project.agent) if project.agent else PLAIN
        chats = self._store.settings.chat.folder
        return ProjectAtWork(project, await bounds_of(project, self._searcher, chats), profile)

    async def accept(self, path: str, digest: str) -> None:
        """Let the project of the note at *path* be worked in, as the person read it: *digest* is that of those bytes.

        Raises `NoteConflict` where the note is another one now, `UsageError` where it is no project, `SettingsError`.
        """
        project = await self.get(path)
        if project.problems:
            raise UsageError(f"{printable(project.name)} is no project", hint=" ".join(project.problems))
        if project.digest != digest:
            raise NoteConflict(
                f"The note of the project {printable(project.name)} has changed while you read it",
                hint="Read it again.",
                path=project.path,
            )
        await self._take(project.path, digest)

    def draft(self, name: str, folder: str) -> tuple[str, str]:
        """Return where the note of a new project about *folder* would be and what it would say."""
        place = "/".join(part for part in (self.folder.strip("/"), f"{name_for_a_note(name)}{NOTE_SUFFIX}") if part)
        return place, project_note("", [folder] if folder else [])

    async def _read_all(self) -> tuple[Project, ...]:
        return tuple([await self._notes.read(path) for path in await in_thread(self._notes.paths)])

    def _holds(self, path: str) -> bool:
        return self._notes.holds(path)

    def _facts(self, settings: Settings) -> object:
        return settings.chat, settings.providers, settings.vault_settings(self._vault.root).instructions

    def _named(self, name: str) -> Project | None:
        wanted = same_name_key(name.strip())
        paths = (wanted, f"{wanted}{NOTE_SUFFIX}")
        by_path = next((one for one in self._known if same_name_key(one.path) in paths), None)
        return by_path or next((one for one in self._known if same_name_key(one.name) == wanted), None)
