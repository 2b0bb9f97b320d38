"""Leash: how far whoever asks may go, whatever rules and answers say: folders, tools, rate. Values only.

An agent's profile gives one (agent/profile.py); the plain assistant and the person's own acts go without.
"""

from dataclasses import dataclass

from vaultdesk.tools.folder_scope import folder_parts, is_inside

CALLS_A_MINUTE = 20
"""Requests in any minute, refused ones too (CONTRACTS, Approval)."""


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

    @property
    def scoped(self) -> bool:
        """Whether it is held to folders that are less than the whole vault."""
        return bool(self.folders) and all(folder_parts(folder) for folder in self.folders or ())

    @property
    def whose(self) -> str:
        """Who is on it, for a sentence: `Librarian` or `the assistant`."""
        return self.agent or "the assistant"

    def reaches(self, path: str) -> bool:
        """Whether the file at *path*, in the disk's spelling, lies in one of its folders: by whole names, exactly."""
        if self.folders is None:
            return True
        named = (folder_parts(folder) for folder in self.folders)
        # A folder that cannot be read opens nothing.
        return any(folder is not None and is_inside(path, folder) for folder in named)


FREE = Leash()
"""No leash: the whole vault, every tool, as rules and the person allow."""
