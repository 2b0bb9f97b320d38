"""The projects of a vault: the note format that describes one, and the catalog of all with their status and the
notes each covers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, cast

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.agent.instructions.agents import (
    MAX_QUOTED_VALUE_CHARACTERS,
    AgentCatalog,
    normalized_key,
    property_meaning,
    without_note_comments,
)
from vaultdesk.agent.instructions.followed_notes import AcceptedNotes, DraftedNote, NoteFolder
from vaultdesk.agent.profile import (
    DEFAULT_PROFILE,
    MAX_DESCRIPTION_CHARACTERS,
    MAX_INSTRUCTION_CHARACTERS,
    AgentProfile,
)
from vaultdesk.chat.conversation_note import VERSION_KEY
from vaultdesk.core.errors import NoteConflict, UsageError, VaultError
from vaultdesk.core.phrases import Number, Phrase, Sentences, verbatim
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.values import replace
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.tools.runtime.agent_scope import ProjectBounds, folder_parts, is_in_folder
from vaultdesk.tools.text_sanitizer import name_warnings, sanitize_line, sanitize_text
from vaultdesk.vault.frontmatter.frontmatter import properties_named
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable, same_name_key
from vaultdesk.vault.vault import Vault

# A project only narrows: a run in it sees its notes and no others.

ProjectStatus = Literal["accepted", "changed", "new", "broken"]
"""Status of a project: accepted; accepted, but its note has changed; not accepted; not valid, see its `problems`."""


class ProjectScope(Struct, frozen=True):
    """The notes a project covers, as its note states: the union of all entries."""

    folders: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    """Without `#`; a tag includes those nested in it."""
    links: tuple[str, ...] = ()
    """Targets of wikilinks: single notes."""

    @property
    def text(self) -> str:
        """The scope as text: `Projects/House, #heating, [[Budget]]`."""
        tags = (f"#{tag}" for tag in self.tags)
        return ", ".join((*self.folders, *tags, *(f"[[{link}]]" for link in self.links)))


class Project(Struct, frozen=True):
    """One project, whether or not it may be used."""

    path: str
    """Path of its note."""
    name: str
    """The name of its note."""
    description: str = ""
    """One line for the user."""
    instructions: str = ""
    """The text of its note below the properties, for the model."""
    scope: ProjectScope = ProjectScope()
    agent: str = ""
    """The agent used in it unless the chat names another; empty for the default assistant."""
    model: str = ""
    """`provider/name`, unless the chat names another."""
    problems: tuple[Phrase, ...] = ()
    """Why it is not valid, as sentences."""
    status: ProjectStatus = "new"
    digest: str = ""
    """SHA-256 of the note's bytes as read; acceptance is bound to it."""
    remarks: tuple[Phrase, ...] = ()
    """Remarks about its note for the user to read before accepting."""

    @property
    def is_usable(self) -> bool:
        """Whether it may be used."""
        return self.status == "accepted"


class ActiveProject(Struct, frozen=True):
    """An accepted project with the notes it covers now."""

    project: Project
    bounds: ProjectBounds
    profile: AgentProfile = DEFAULT_PROFILE
    """The agent used in it."""


# A note is data that anyone with write access to the vault controls: it may state which notes a project covers, and
# what a model should know of it. That grants no permission: the user accepts its text, and other notes are only
# excluded (vaultdesk/agent/README.md, "Accepted text").

ProjectKey = Literal["description", "folders", "tags", "links", "agent", "model"]

PROJECT_PROPERTIES: Final[Mapping[str, ProjectKey]] = {
    "description": "description",
    "folder": "folders",
    "folders": "folders",
    "folderscope": "folders",
    "tag": "tags",
    "tags": "tags",
    "link": "links",
    "links": "links",
    "agent": "agent",
    "model": "model",
}
"""The properties by their normalized spelling."""

MAX_SCOPE_NAMES = 200
"""Maximum number of folders, tags or links of one project."""

NEW_PROJECT_TEXT = "What the assistant should know about this project, and how it should work in it.\n"
"""Initial text of the note of a new project."""

_FORBIDDEN_IN_NAMES = str.maketrans(dict.fromkeys('\\/:*?"<>|#^[]', " "))


class _ProjectReader(Struct):
    note: Note
    values: dict[ProjectKey, JsonValue] = field(default_factory=dict)
    problems: list[Phrase] = field(default_factory=list)
    remarks: list[Phrase] = field(default_factory=list)

    def text(self, key: ProjectKey) -> str:
        value = self.values.get(key)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.isprintable():
            self.problems.append(Phrase("“{0}” must be text on one line.", key))
            return ""
        return " ".join(value.split())

    def names(self, key: ProjectKey) -> tuple[str, ...]:
        """Return a list of names; a text is split at commas, except for links."""
        value = self.values.get(key)
        if value is None:
            return ()
        if isinstance(value, str):
            value = [value] if key == "links" else [name for name in value.split(",") if name.strip()]
        if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
            self.problems.append(Phrase("“{0}” must be a list of names (numbers in quotes).", key))
            return ()
        if len(value) > MAX_SCOPE_NAMES:
            self.problems.append(Phrase("“{0}” names more than {1}.", key, MAX_SCOPE_NAMES))
        return tuple(dict.fromkeys(item.strip() for item in cast("list[str]", value[:MAX_SCOPE_NAMES])))

    def _sort_keys(self) -> None:
        for key, value in self.note.properties.items():
            project_key, shown_name = (
                PROJECT_PROPERTIES.get(normalized_key(key)),
                sanitize_line(key, MAX_QUOTED_VALUE_CHARACTERS),
            )
            if project_key is not None and project_key in self.values:
                self.problems.append(Phrase("“{0}” repeats another property.", shown_name))
            elif project_key is not None:
                self.values[project_key] = value
            elif property_meaning(normalized_key(key)) == "settings":
                self.problems.append(Phrase("“{0}” cannot be set by a note, only in Settings.", shown_name))
            elif property_meaning(normalized_key(key)) == "limit":
                known_words = ", ".join(dict.fromkeys(PROJECT_PROPERTIES.values()))
                self.problems.append(
                    Phrase(
                        "“{0}” is not known and may be meant to limit the project. Known properties: {1}.",
                        shown_name,
                        known_words,
                    )
                )
            elif property_meaning(normalized_key(key)) == "unknown":
                self.remarks.append(Phrase("“{0}” is not used by VaultDesk.", shown_name))

    def _scope(self) -> ProjectScope:
        folders: dict[str, None] = {}
        for folder in self.names("folders"):
            parts = folder_parts(folder)
            if parts:
                folders["/".join(parts)] = None
            else:
                self.problems.append(
                    Phrase(
                        "“folders” names a folder that is not in the vault: “{0}”.",
                        sanitize_line(folder, MAX_QUOTED_VALUE_CHARACTERS),
                    )
                )
        tags: dict[str, None] = {}
        for tag in self.names("tags"):
            name = tag.removeprefix("#").strip("/")
            if not name or any(character.isspace() or character in "#," for character in name):
                self.problems.append(
                    Phrase("“tags” contains an invalid tag: “{0}”.", sanitize_line(tag, MAX_QUOTED_VALUE_CHARACTERS))
                )
            tags[name] = None
        links: dict[str, None] = {}
        for link in self.names("links"):
            target = link.removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")[0].strip()
            if not target:
                self.problems.append(
                    Phrase(
                        "“links” names a note that does not exist: “{0}”.",
                        sanitize_line(link, MAX_QUOTED_VALUE_CHARACTERS),
                    )
                )
            links[target] = None
        scope = ProjectScope(tuple(folders), tuple(tags), tuple(links))
        if not self.problems and not (folders or tags or links):
            self.problems.append(Phrase("It does not define its notes: add folders, tags or links."))
        return scope


def read_project(note: Note, model_problem: Callable[[str], str] = lambda _model: "") -> Project:
    """Return the project that *note* describes, with its `problems`. *model_problem* checks a model."""
    reader = _ProjectReader(note)
    if note.property_problem:
        reader.problems.append(verbatim(note.property_problem))
    reader._sort_keys()
    instructions = without_note_comments(note)
    if len(instructions) > MAX_INSTRUCTION_CHARACTERS:
        reader.problems.append(
            Phrase("The instructions are longer than {0} characters.", Number(MAX_INSTRUCTION_CHARACTERS))
        )
        instructions = ""
    if sanitize_text(instructions, "\n\t") != instructions:
        reader.remarks.append(Phrase("The instructions contain invisible characters."))
    scope = reader._scope()
    model = reader.text("model")
    problem = model_problem(model) if model else ""
    if problem:
        reader.problems.append(Phrase("“model” names a model that is not available. {0}.", problem.rstrip(".")))
    return Project(
        path=note.path.text,
        name=note.path.name,
        description=reader.text("description")[:MAX_DESCRIPTION_CHARACTERS],
        instructions=instructions,
        scope=scope,
        agent=reader.text("agent"),
        model=model,
        problems=tuple(reader.problems),
        status="broken" if reader.problems else "new",
        remarks=(*name_warnings([note.path.name]), *reader.remarks),
    )


def project_sentences(project: Project) -> tuple[Phrase, ...]:
    """Return what working in *project* implies, for the user to read before accepting."""
    scope_text = sanitize_line(project.scope.text, 300)
    sentences = [Phrase("It is about {0}, and has its own chats. The assistant does not see other notes.", scope_text)]
    if project.instructions:
        sentences.append(Phrase("The text of its note is sent with each question."))
    if project.agent:
        sentences.append(
            Phrase(
                "It uses the agent {0}, if you allowed that agent.",
                sanitize_line(project.agent, MAX_QUOTED_VALUE_CHARACTERS),
            )
        )
    if project.model:
        sentences.append(
            Phrase(
                "It uses the model {0} unless the chat names another.",
                sanitize_line(project.model, MAX_QUOTED_VALUE_CHARACTERS),
            )
        )
    return (*sentences, Phrase("A change of its note revokes this."), *project.remarks)


def project_note(description: str, folders: Iterable[str]) -> str:
    """Return the text of a new project's note."""
    values: dict[str, JsonValue] = {"description": description} if description else {}
    values["folders"] = [*folders]
    return with_properties(f"\n{NEW_PROJECT_TEXT}", values)


def valid_note_name(name: str) -> str:
    """Return *name* as a valid note name."""
    return " ".join(name.translate(_FORBIDDEN_IN_NAMES).split()).strip(". ") or "Project"


MAX_PROJECTS = 200
"""Maximum number of notes read from the projects folder."""


class ProjectNotes(NoteFolder):
    """The notes in the projects folder of one vault."""

    def __init__(self, vault: Vault, store: SettingsStore, model_problem: Callable[[str], str]) -> None:
        super().__init__(vault, lambda: store.settings.chat.projects_folder, MAX_PROJECTS)
        self._store = store
        self._model_problem = model_problem

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

    def read_covered_notes(table: NoteTable) -> set[str]:
        chats = table.chats if folder else {}
        return {path for path, facts in table.facts.items() if _has_tag(facts, tag_keys)} | {
            path
            for path, facts in chats.items()
            if folder and is_in_folder(path, folder) and _is_chat_of_project(facts, project.path)
        }

    notes = await searcher.read_note_table(read_covered_notes)
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
    project_key = same_name_key(value.strip().removeprefix("[[").removesuffix("]]")).removesuffix(NOTE_SUFFIX)
    return project_key == same_name_key(project).removesuffix(NOTE_SUFFIX)


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
        return next((project.model for project in self._known if project.is_usable and project.path == path), "")

    async def get(self, path: str) -> Project:
        """Return the project of the note at *path* in its current state. Raises `UsageError` if there is no such note.

        *path* may also be the note's name, and `.md` may be left out.
        """
        found = self._find(path)
        if found is None:
            await self.refresh()  # A note created a moment ago may not have been reported yet.
            found = self._find(path)
        if found is None:
            hint = Phrase("Projects are notes in {0}.", self.folder)
            raise UsageError(Phrase("There is no project {0}", printable(path)), hint=hint)
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
            raise UsageError(Phrase("{0} is not a project", printable(project.name)), hint=Sentences(*project.problems))
        if project.digest != digest:
            raise NoteConflict(
                Phrase("The note of the project {0} changed while you were reading it", printable(project.name)),
                hint=Phrase("Read it again."),
                path=project.path,
            )
        await self._grant(project.path, digest)

    def draft(self, name: str, folder: str) -> DraftedNote:
        """Return path and text of the note of a new project about *folder*."""
        path = "/".join(part for part in (self.folder.strip("/"), f"{valid_note_name(name)}{NOTE_SUFFIX}") if part)
        return DraftedNote(path, project_note("", [folder] if folder else []))

    async def _read_all(self) -> tuple[Project, ...]:
        return tuple([await self._notes.read(path) for path in await run_in_thread(self._notes.paths)])

    def _is_followed_path(self, path: str) -> bool:
        return self._notes.contains(path)

    def _relevant_settings(self, settings: Settings) -> object:
        return settings.chat, settings.providers, settings.vault_settings(self._vault.root).instructions

    def _find(self, name: str) -> Project | None:
        key = same_name_key(name.strip())
        paths = (key, f"{key}{NOTE_SUFFIX}")
        by_path = next((project for project in self._known if same_name_key(project.path) in paths), None)
        return by_path or next((project for project in self._known if same_name_key(project.name) == key), None)
