"""Leash: how far whoever asks may go, whatever rules and answers say: folders, notes, tools, rate. Values only.

An agent's profile gives one (agent/profile.py), a project bounds it further; the plain assistant and the person's own
acts go without.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from vaultdesk.tools.folder_scope import folder_parts, is_inside

CALLS_A_MINUTE = 20
"""Requests in any minute, refused ones too (CONTRACTS, Approval)."""


@dataclass(frozen=True, slots=True)
class ProjectBounds:
    """The notes a project is about. Together with a leash both hold: it can only take away."""

    name: str
    """The project's."""
    folders: tuple[str, ...] = ()
    """Folders, with all below them."""
    notes: frozenset[str] = frozenset()
    """Single notes beside them, by path in the disk's spelling: what had its tags or was linked when the run began."""

    def reach(self, path: str) -> bool:
        """Whether the file at *path* is one of them."""
        return path in self.notes or lies_in(path, self.folders)


@dataclass(frozen=True, slots=True)
class Leash:
    """What one agent can reach. Nothing can widen it; rules and the person may allow less."""

    agent: str = ""
    """The agent's name; empty for the plain assistant."""
    folders: tuple[str, ...] | None = None
    """Folders it sees and works in, with all below them; None is the whole vault, an empty tuple is nothing."""
    tools: frozenset[str] | None = None
    """Names of the tools it may use; None is all of them."""
    read_only: bool = False
    dangerous: bool = True
    """Whether it may ask to delete and to change many notes at once."""
    calls_a_minute: int = CALLS_A_MINUTE
    bounds: ProjectBounds | None = None
    """The project it works in, where it does; what lies outside is not there either."""

    @property
    def scoped(self) -> bool:
        """Whether it is held to folders that are less than the whole vault."""
        # A project's bounds do not count: they take away, and nobody gave an agent a free hand in them.
        return bool(self.folders) and all(folder_parts(folder) for folder in self.folders or ())

    @property
    def whose(self) -> str:
        """Who is on it, for a sentence: `Librarian` or `the assistant`."""
        return self.agent or "the assistant"

    @property
    def place(self) -> str:
        """What it is held to, for a sentence: `the folders of Librarian` or `the project House`."""
        return f"the project {self.bounds.name}" if self.bounds is not None else f"the folders of {self.whose}"

    def within(self, bounds: ProjectBounds) -> "Leash":
        """Return the same leash held to *bounds* besides."""
        return replace(self, bounds=bounds)

    def reaches(self, path: str) -> bool:
        """Whether the file at *path*, in the disk's spelling, lies in one of its folders: by whole names, exactly."""
        if self.bounds is not None and not self.bounds.reach(path):
            return False
        return self.folders is None or lies_in(path, self.folders)


def lies_in(path: str, folders: Iterable[str]) -> bool:
    """Whether the file at *path* lies in one of *folders* or below; a folder that cannot be read holds nothing."""
    named = (folder_parts(folder) for folder in folders)
    return any(folder is not None and is_inside(path, folder) for folder in named)


FREE = Leash()
"""No leash: the whole vault, every tool, as rules and the person allow."""
