"""All projects of a vault, their status and the notes each covers."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from vaultdesk.agent.instructions.agent_catalog import AgentCatalog
from vaultdesk.agent.instructions.followed_notes import AcceptedNotes, DraftedNote
from vaultdesk.agent.instructions.project_note import (
    ActiveProject,
    Project,
    project_note,
    read_project,
    valid_note_name,
)
from vaultdesk.agent.profile import DEFAULT_PROFILE
from vaultdesk.chat.conversation_note import VERSION_KEY
from vaultdesk.core.errors import NoteConflict, UsageError, VaultError
from vaultdesk.core.phrases import Phrase, Sentences
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.tools.runtime.agent_scope import ProjectBounds, folder_parts, is_in_folder
from vaultdesk.vault.frontmatter.frontmatter import properties_named
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable, same_name_key
from vaultdesk.vault.vault import Vault

MAX_PROJECTS = 200
"""Maximum number of notes read from the projects folder."""


class ProjectNotes:
    """The notes in the projects folder of one vault."""

    def __init__(self, vault: Vault, store: SettingsStore, model_problem: Callable[[str], str]) -> None:
        self._vault = vault
        self._store = store
        self._model_problem = model_problem

    @property
    def folder(self) -> str:
        """The folder whose notes are projects."""
        return self._store.settings.chat.projects_folder

    def is_project_path(self, path: str) -> bool:
        """Return whether *path* is in the projects folder."""
        # Without a folder no note is a project.
        folder = folder_parts(self.folder)
        return bool(folder) and is_in_folder(path, folder or ())

    def paths(self) -> Sequence[NotePath]:
        """Return the notes of the folder. Blocks while it is listed."""
        folder = folder_parts(self.folder)
        states = self._vault.files.walk_in(folder) if folder else ()
        found = sorted(state.path for state in states if state.conflict_of is None)
        return found[:MAX_PROJECTS]

    async def read(self, path: NotePath) -> Project:
        """Return the project of the note at *path* in its current state, with its status."""
        try:
            text = await self._vault.read(path)
        except VaultError as problem:
            return Project(path.text, path.name, problems=(problem.message,), status="broken")
        project = replace(read_project(parse_note(path, text.text), self._model_problem), digest=text.digest)
        if project.problems:
            return project
        grants = self._store.settings.vault_settings(self._vault.root).instructions
        granted_digests = [grant.digest for grant in grants if grant.path == path.text]
        return replace(
            project, status="accepted" if text.digest in granted_digests else "changed" if granted_digests else "new"
        )


async def project_bounds_of(project: Project, searcher: Searcher, chats: str = "") -> ProjectBounds:
    """Return the notes *project* covers now: tags and links are looked up once for a run.

    Its own chats, in the folder *chats*, are included as its history.
    """
    scope = project.scope
    tag_keys = tuple(same_name_key(tag) for tag in scope.tags)
    folder = folder_parts(chats)

    def noted(table: NoteTable) -> set[str]:
        chats = table.chats if folder else {}
        return {path for path, facts in table.facts.items() if _has_tag(facts, tag_keys)} | {
            path
            for path, facts in chats.items()
            if folder and is_in_folder(path, folder) and _is_chat_of_project(facts, project.path)
        }

    notes = await searcher.read_note_table(noted)
    for link in scope.links:
        found = await searcher.resolve(link, project.path)
        notes.update(() if found is None else (found,))
    return ProjectBounds(project.name, scope.folders, frozenset(notes))


def _has_tag(facts: NoteFacts, tags: Sequence[str]) -> bool:
    return any(key == tag or key.startswith(f"{tag}/") for key in facts.tag_keys for tag in tags)


def _is_chat_of_project(facts: NoteFacts, project: str) -> bool:
    """Return whether the note of *facts* is a chat in the project of the note at *project*."""
    value = next(properties_named(dict(facts.properties), "project"), None)
    if VERSION_KEY not in facts.properties or not isinstance(value, str):
        return False
    written = same_name_key(value.strip().removeprefix("[[").removesuffix("]]")).removesuffix(NOTE_SUFFIX)
    return written == same_name_key(project).removesuffix(NOTE_SUFFIX)


# Acceptance is bound to the bytes of the note; any change ends it (vaultdesk/agent/README.md, "Accepted text").

ACCEPT_PROJECT_HINT = ": where projects are chosen in the window, or at a terminal with --project."
"""Where the user accepts a project."""


class ProjectCatalog(AcceptedNotes[Project]):
    """The projects of one vault: `async with ProjectCatalog(...)` follows its notes and the settings."""

    def __init__(
        self,
        vault: Vault,
        store: SettingsStore,
        searcher: Searcher,
        agents: AgentCatalog,
        model_problem: Callable[[str], str] = lambda _model: "",
    ) -> None:
        """*model_problem* returns why a model cannot be used."""
        super().__init__(vault, store)
        self._searcher = searcher
        self._agents = agents
        self._notes = ProjectNotes(vault, store, model_problem)

    @property
    def folder(self) -> str:
        """The folder whose notes are projects."""
        return self._notes.folder

    def model_of(self, path: str) -> str:
        """Return the model that the project of the note at *path* names, as last read; empty for none."""
        return next((one.model for one in self._known if one.is_usable and one.path == path), "")

    async def get(self, path: str) -> Project:
        """Return the project of the note at *path* in its current state. Raises `UsageError` if there is no such note.

        *path* may also be the note's name, and `.md` may be left out.
        """
        found = self._find(path)
        if found is None:
            await self.refresh()  # A note created a moment ago may not have been reported yet.
            found = self._find(path)
        if found is None:
            where = Phrase("Projects are notes in {0}.", self.folder)
            raise UsageError(Phrase("There is no project {0}", printable(path)), hint=where)
        return await self._notes.read(NotePath(found.path))

    async def activate(self, path: str) -> ActiveProject:
        """Return the project to work in, with its notes and its agent.

        Raises `UsageError` with a hint if it may not be used, `IndexFailed`.
        """
        project = await self.get(path)
        name = printable(project.name)
        match project.status:
            case "broken":
                raise UsageError(Phrase("The project {0} cannot be used", name), hint=Sentences(*project.problems))
            case "changed":
                raise UsageError(
                    Phrase("The note of the project {0} has changed since you accepted it", name),
                    hint=Phrase("Read it and accept it again{0}", ACCEPT_PROJECT_HINT),
                )
            case "new":
                raise UsageError(
                    Phrase("The project {0} has not been accepted yet", name),
                    hint=Phrase("Read what its note says and accept it{0}", ACCEPT_PROJECT_HINT),
                )
        profile = await self._agents.get(project.agent) if project.agent else DEFAULT_PROFILE
        chats = self._store.settings.chat.folder
        return ActiveProject(project, await project_bounds_of(project, self._searcher, chats), profile)

    async def accept(self, path: str, digest: str) -> None:
        """Accept the project of the note at *path* as shown to the user: *digest* is that of these bytes.

        Raises `NoteConflict` if the note has changed, `UsageError` if it is not a valid project, `SettingsError`.
        """
        project = await self.get(path)
        if project.problems:
            raise UsageError(Phrase("{0} is no project", printable(project.name)), hint=Sentences(*project.problems))
        if project.digest != digest:
            raise NoteConflict(
                Phrase("The note of the project {0} has changed while you read it", printable(project.name)),
                hint=Phrase("Read it again."),
                path=project.path,
            )
        await self._grant(project.path, digest)

    def draft(self, name: str, folder: str) -> DraftedNote:
        """Return path and text of the note of a new project about *folder*."""
        place = "/".join(part for part in (self.folder.strip("/"), f"{valid_note_name(name)}{NOTE_SUFFIX}") if part)
        return DraftedNote(place, project_note("", [folder] if folder else []))

    async def _read_all(self) -> tuple[Project, ...]:
        return tuple([await self._notes.read(path) for path in await run_in_thread(self._notes.paths)])

    def _is_followed_path(self, path: str) -> bool:
        return self._notes.is_project_path(path)

    def _relevant_settings(self, settings: Settings) -> object:
        return settings.chat, settings.providers, settings.vault_settings(self._vault.root).instructions

    def _find(self, name: str) -> Project | None:
        key = same_name_key(name.strip())
        paths = (key, f"{key}{NOTE_SUFFIX}")
        by_path = next((one for one in self._known if same_name_key(one.path) in paths), None)
        return by_path or next((one for one in self._known if same_name_key(one.name) == key), None)
