"""Projects: the value, and the note format that describes one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast

from pydantic import JsonValue

from vaultdesk.agent.instructions.agent_note import (
    MAX_QUOTED_VALUE_CHARACTERS,
    normalized_key,
    property_meaning,
    without_note_comments,
)
from vaultdesk.agent.profile import (
    DEFAULT_PROFILE,
    MAX_DESCRIPTION_CHARACTERS,
    MAX_INSTRUCTION_CHARACTERS,
    AgentProfile,
)
from vaultdesk.core.phrases import Number, Phrase, verbatim
from vaultdesk.tools.runtime.agent_scope import ProjectBounds, folder_parts
from vaultdesk.tools.text_sanitizer import name_warnings, sanitize_line, sanitize_text
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.note import Note

# A project only narrows: a run in it sees its notes and no others.

ProjectStatus = Literal["accepted", "changed", "new", "broken"]
"""Status of a project: accepted; accepted, but its note has changed; not accepted; not valid, see its `problems`."""


@dataclass(frozen=True, slots=True)
class ProjectScope:
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


@dataclass(frozen=True, slots=True)
class Project:
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


@dataclass(frozen=True, slots=True)
class ActiveProject:
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
"""The properties by their normalised spelling."""

MAX_SCOPE_NAMES = 200
"""Maximum number of folders, tags or links of one project."""

NEW_PROJECT_TEXT = "What the assistant should know of this project, and how it should work in it.\n"
"""Initial text of the note of a new project."""

_FORBIDDEN_IN_NAMES = str.maketrans(dict.fromkeys('\\/:*?"<>|#^[]', " "))


@dataclass(slots=True)
class _ProjectReader:
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
            value = [value] if key == "links" else [piece for piece in value.split(",") if piece.strip()]
        if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
            self.problems.append(Phrase("“{0}” must be a list of names (numbers in quotes).", key))
            return ()
        if len(value) > MAX_SCOPE_NAMES:
            self.problems.append(Phrase("“{0}” names more than {1}.", key, MAX_SCOPE_NAMES))
        return tuple(dict.fromkeys(item.strip() for item in cast("list[str]", value[:MAX_SCOPE_NAMES])))

    def _sort_keys(self) -> None:
        for key, value in self.note.properties.items():
            known, shown = PROJECT_PROPERTIES.get(normalized_key(key)), sanitize_line(key, MAX_QUOTED_VALUE_CHARACTERS)
            if known is not None and known in self.values:
                self.problems.append(Phrase("“{0}” says again what another property says.", shown))
            elif known is not None:
                self.values[known] = value
            elif property_meaning(normalized_key(key)) == "settings":
                self.problems.append(Phrase("“{0}” cannot be set by a note, only in Settings.", shown))
            elif property_meaning(normalized_key(key)) == "limit":
                known_words = ", ".join(dict.fromkeys(PROJECT_PROPERTIES.values()))
                self.problems.append(
                    Phrase(
                        "“{0}” is not known, and may be meant to limit the project. Known are {1}.", shown, known_words
                    )
                )
            elif property_meaning(normalized_key(key)) == "unknown":
                self.remarks.append(Phrase("“{0}” means nothing to VaultDesk.", shown))

    def _scope(self) -> ProjectScope:
        folders: dict[str, None] = {}
        for folder in self.names("folders"):
            parts = folder_parts(folder)
            if parts:
                folders["/".join(parts)] = None
            else:
                self.problems.append(
                    Phrase(
                        "“folders” names no folder of the vault: “{0}”.",
                        sanitize_line(folder, MAX_QUOTED_VALUE_CHARACTERS),
                    )
                )
        tags: dict[str, None] = {}
        for tag in self.names("tags"):
            bare = tag.removeprefix("#").strip("/")
            if not bare or any(letter.isspace() or letter in "#," for letter in bare):
                self.problems.append(
                    Phrase("“tags” names no tag: “{0}”.", sanitize_line(tag, MAX_QUOTED_VALUE_CHARACTERS))
                )
            tags[bare] = None
        links: dict[str, None] = {}
        for link in self.names("links"):
            target = link.removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")[0].strip()
            if not target:
                self.problems.append(
                    Phrase("“links” names no note: “{0}”.", sanitize_line(link, MAX_QUOTED_VALUE_CHARACTERS))
                )
            links[target] = None
        scope = ProjectScope(tuple(folders), tuple(tags), tuple(links))
        if not self.problems and not (folders or tags or links):
            self.problems.append(Phrase("It says of no notes that they are its own: name folders, tags or links."))
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
        reader.remarks.append(Phrase("The instructions contain characters that cannot be seen."))
    scope = reader._scope()
    model = reader.text("model")
    problem = model_problem(model) if model else ""
    if problem:
        reader.problems.append(Phrase("“model” names a model that cannot be asked. {0}.", problem.rstrip(".")))
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
    about = sanitize_line(project.scope.text, 300)
    sentences = [
        Phrase("It is about {0}, and has its own chats. Other notes are not there for whoever works in it.", about)
    ]
    if project.instructions:
        sentences.append(Phrase("What its note says is sent along with each question."))
    if project.agent:
        sentences.append(
            Phrase(
                "The agent {0} works in it, where you allowed that agent.",
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
    return (*sentences, Phrase("A change of its note ends this."), *project.remarks)


def project_note(description: str, folders: Iterable[str], instructions: str = NEW_PROJECT_TEXT) -> str:
    """Return the text of a project's note; reading it back gives the same project."""
    values: dict[str, JsonValue] = {"description": description} if description else {}
    values["folders"] = [*folders]
    return with_properties(f"\n{instructions}", values)


def valid_note_name(name: str) -> str:
    """Return *name* as a valid note name."""
    return " ".join(name.translate(_FORBIDDEN_IN_NAMES).split()).strip(". ") or "Project"
