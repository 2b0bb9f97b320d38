"""Project notes: the notes of a vault that are projects, found and read, and what each is about. Grants nothing."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from vaultdesk.agent.project import Project
from vaultdesk.agent.project_note import read_project
from vaultdesk.chat.note_format.chat_properties import VERSION_KEY
from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.runtime.agent_scope import ProjectBounds, folder_parts, is_in_folder
from vaultdesk.vault.frontmatter.frontmatter import properties_named
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.vault import Vault

MOST_PROJECTS = 200
"""Notes of the projects folder that are read."""


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

    def holds(self, path: str) -> bool:
        """Whether the note at *path* is a project by its place."""
        # Without a folder no note is a project: not every note of a vault.
        folder = folder_parts(self.folder)
        return bool(folder) and is_in_folder(path, folder or ())

    def paths(self) -> Sequence[NotePath]:
        """Return the notes of the folder. Blocks for as long as a walk through it takes."""
        folder = folder_parts(self.folder)
        states = self._vault.files.walk_in(folder) if folder else ()
        found = sorted(state.path for state in states if state.conflict_of is None)
        return found[:MOST_PROJECTS]

    async def read(self, path: NotePath) -> Project:
        """Return the project of the note at *path* as it is now, and how it stands."""
        try:
            text = await self._vault.read(path)
        except VaultError as problem:
            return Project(path.text, path.name, problems=(str(problem),), standing="broken")
        project = replace(read_project(parse_note(path, text.text), self._model_problem), digest=text.digest)
        if project.problems:
            return project
        grants = self._store.settings.vault_settings(self._vault.root).instructions
        given = [grant.digest for grant in grants if grant.path == path.text]
        return replace(project, standing="accepted" if text.digest in given else "changed" if given else "new")


async def bounds_of(project: Project, searcher: Searcher, chats: str = "") -> ProjectBounds:
    """Return the notes *project* is about this moment: tags and links are looked up once for a run.

    Its own chats, in the folder *chats*, are among them: they are its history.
    """
    scope = project.scope
    wanted = tuple(same_name_key(tag) for tag in scope.tags)
    folder = folder_parts(chats)

    def noted(table: NoteTable) -> set[str]:
        return {
            path
            for path, facts in table.facts.items()
            if _tagged(facts, wanted) or (folder and is_in_folder(path, folder) and _led_in(facts, project.path))
        }

    notes = await searcher.over_facts(noted)
    for link in scope.links:
        found = await searcher.resolve(link, project.path)
        notes.update(() if found is None else (found,))
    return ProjectBounds(project.name, scope.folders, frozenset(notes))


def _tagged(facts: NoteFacts, tags: Sequence[str]) -> bool:
    return any(key == tag or key.startswith(f"{tag}/") for key in facts.tag_keys for tag in tags)


def _led_in(facts: NoteFacts, project: str) -> bool:
    """Whether the note of *facts* is a chat that was led in the project of the note at *project*."""
    value = next(properties_named(dict(facts.properties), "project"), None)
    if VERSION_KEY not in facts.properties or not isinstance(value, str):
        return False
    written = same_name_key(value.strip().removeprefix("[[").removesuffix("]]")).removesuffix(NOTE_SUFFIX)
    return written == same_name_key(project).removesuffix(NOTE_SUFFIX)
