"""Project: some notes with instructions of their own, as one value. See project_note.py for how a note becomes one.

A project only ever narrows: whoever works in it sees its notes and no others.
"""

from dataclasses import dataclass
from typing import Literal

from vaultdesk.agent.profile import PLAIN, AgentProfile
from vaultdesk.tools.runtime.agent_scope import ProjectBounds

ProjectStanding = Literal["accepted", "changed", "new", "broken"]
"""How a project stands: read and accepted by the person; accepted once, but its note says something else now; never
accepted; no project at all, its `problems` say why."""


@dataclass(frozen=True, slots=True)
class ProjectScope:
    """What a project is about, as its note says it. All of it together counts."""

    folders: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    """Without `#`; a tag holds those nested in it too."""
    links: tuple[str, ...] = ()
    """Targets of wikilinks: single notes."""

    @property
    def words(self) -> str:
        """The scope for people: `Projects/House, #heating, [[Budget]]`."""
        tags = (f"#{tag}" for tag in self.tags)
        return ", ".join((*self.folders, *tags, *(f"[[{link}]]" for link in self.links)))


@dataclass(frozen=True, slots=True)
class Project:
    """One project, whether or not it may be worked in."""

    path: str
    """Its note."""
    name: str
    """Its note's name."""
    description: str = ""
    """One line for people."""
    instructions: str = ""
    """What its note says under the properties: for the model."""
    scope: ProjectScope = ProjectScope()
    agent: str = ""
    """The agent that works in it unless the chat names another; empty for the plain assistant."""
    model: str = ""
    """`provider/name`, unless the chat names another."""
    problems: tuple[str, ...] = ()
    """Why it is none, in sentences."""
    standing: ProjectStanding = "new"
    digest: str = ""
    """SHA-256 of the note's bytes as they were read: what the person accepts."""
    remarks: tuple[str, ...] = ()
    """What the person should know of its note before they accept it."""

    @property
    def usable(self) -> bool:
        """Whether it may be worked in."""
        return self.standing == "accepted"


@dataclass(frozen=True, slots=True)
class ProjectAtWork:
    """A project that was accepted, with the notes it comes to now."""

    project: Project
    bounds: ProjectBounds
    profile: AgentProfile = PLAIN
    """The agent that works in it."""
