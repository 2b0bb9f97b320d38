"""Scope of an agent: the folders, notes and tools it may use, and a staging area held to the scope."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault


def folder_parts(folder: str) -> tuple[str, ...] | None:
    """Return the names of a rule's folder, none for the whole vault; None where it cannot be read."""
    text = folder.removesuffix("/")
    if not text:
        return () if folder == "" else None
    parts = tuple(unicodedata.normalize("NFC", part) for part in text.split("/"))
    unreadable = any(not part.strip(" .") or "\\" in part or not part.isprintable() for part in parts)
    return None if unreadable else parts


def is_in_folder(path: str, folder: Sequence[str], *, loosely: bool = False) -> bool:
    """Whether *path* lies in *folder*, by whole names. *Loosely* also takes spellings that some disks take for it."""
    path_folders = [unicodedata.normalize("NFC", part) for part in path.split("/")[:-1]]
    folder_names = list(folder)
    if loosely:
        path_folders, folder_names = (
            [part.casefold() for part in path_folders],
            [part.casefold() for part in folder_names],
        )
    elif not all(part.strip(" .") for part in path_folders):
        return False  # It climbs: where it ends is not where it begins.
    return path_folders[: len(folder_names)] == folder_names


# An agent's profile gives one (agent/profile.py), a project narrows it further; the default assistant and calls by the
# person have none.

CALLS_A_MINUTE = 20
"""Requests in any minute, refused ones too (vaultdesk/tools/README.md, "Permission order")."""


@dataclass(frozen=True, slots=True)
class ProjectBounds:
    """The notes a project is about. Holds in addition to the agent's scope: it can only take away."""

    name: str
    """The project's."""
    folders: tuple[str, ...] = ()
    """Folders, with all below them."""
    notes: frozenset[str] = frozenset()
    """Single notes beside them, by path in the disk's spelling: what had its tags or was linked when the run began."""

    def contains(self, path: str) -> bool:
        """Whether the file at *path* is one of them."""
        return path in self.notes or is_in_folders(path, self.folders)


@dataclass(frozen=True, slots=True)
class AgentScope:
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
    def has_folder_limit(self) -> bool:
        """Whether it is held to folders that are less than the whole vault."""
        # A project's bounds do not count: they take away, and nobody gave an agent a free hand in them.
        return bool(self.folders) and all(folder_parts(folder) for folder in self.folders or ())

    @property
    def agent_name(self) -> str:
        """The agent, for a sentence: `Librarian` or `the assistant`."""
        return self.agent or "the assistant"

    @property
    def description(self) -> str:
        """What it is held to, for a sentence: `the folders of Librarian` or `the project House`."""
        return f"the project {self.bounds.name}" if self.bounds is not None else f"the folders of {self.agent_name}"

    def within(self, bounds: ProjectBounds) -> "AgentScope":
        """Return the same scope, narrowed to *bounds* as well."""
        return replace(self, bounds=bounds)

    def allows_path(self, path: str) -> bool:
        """Whether the file at *path*, in the disk's spelling, lies in one of its folders: by whole names, exactly."""
        if self.bounds is not None and not self.bounds.contains(path):
            return False
        return self.folders is None or is_in_folders(path, self.folders)


def is_in_folders(path: str, folders: Iterable[str]) -> bool:
    """Whether the file at *path* lies in one of *folders* or below; a folder that cannot be read holds nothing."""
    named = (folder_parts(folder) for folder in folders)
    return any(folder is not None and is_in_folder(path, folder) for folder in named)


UNRESTRICTED = AgentScope()
"""No limits: the whole vault and every tool, as rules and the person allow."""


def scoped_staging_area(vault: Vault, agent_scope: AgentScope) -> StagingArea:
    """Return a staging area that rejects new paths outside *agent_scope* with `ToolFailure`.

    It does so before it looks at the disk: what exists there must not be distinguishable from what does not.
    """

    def check_new_path(path: NotePath) -> None:
        if not agent_scope.allows_path(path.text):
            name = sanitize_line(path.text, 120)
            raise ToolFailure(
                "PERMISSION_DENIED",
                f"“{name}” is outside {agent_scope.description}.",
                explanation=Phrase("“{0}” is outside the folders of this agent or project.", name),
            )

    return StagingArea(vault, check_new_path)
