"""Scope of an agent: the folders, notes and tools it may use, and a staging area restricted to the scope."""

import unicodedata
from collections.abc import Iterable, Sequence

from msgspec import Struct

from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault


def folder_parts(folder: str) -> tuple[str, ...] | None:
    """Return the path parts of a rule's folder, empty for the whole vault; None if it is invalid."""
    text = folder.removesuffix("/")
    if not text:
        return () if folder == "" else None
    parts = tuple(unicodedata.normalize("NFC", part) for part in text.split("/"))
    unreadable = any(not part.strip(" .") or "\\" in part or not part.isprintable() for part in parts)
    return None if unreadable else parts


def is_in_folder(path: str, folder: Sequence[str], *, ignore_case: bool = False) -> bool:
    """Whether *path* is in *folder*, by whole names. *ignore_case* also accepts spellings that some disks treat as
    equal.
    """
    path_folders = [unicodedata.normalize("NFC", part) for part in path.split("/")[:-1]]
    folder_names = list(folder)
    if ignore_case:
        path_folders, folder_names = (
            [part.casefold() for part in path_folders],
            [part.casefold() for part in folder_names],
        )
    elif not all(part.strip(" .") for part in path_folders):
        return False  # It contains `..`, so its actual location differs.
    return path_folders[: len(folder_names)] == folder_names


# An agent's scope is defined by its profile (agent/profile.py) and narrowed further by a project. The default
# assistant and calls by the user have none.

CALLS_A_MINUTE = 20
"""Maximum number of requests per minute, including refused ones (vaultdesk/tools/README.md, "Permission order")."""


class ProjectBounds(Struct, frozen=True):
    """The notes of a project. Applies in addition to the agent's scope and can only narrow it."""

    name: str
    """Name of the project."""
    folders: tuple[str, ...] = ()
    """Folders, including subfolders."""
    notes: frozenset[str] = frozenset()
    """Additional single notes, by path in the spelling on disk: those with its tags or linked when the run began."""

    def contains(self, path: str) -> bool:
        """Whether the file at *path* is part of the project."""
        return path in self.notes or is_in_folders(path, self.folders)


class AgentScope(Struct, frozen=True):
    """The limits of one agent. Nothing can widen it; rules and the user may allow less."""

    agent: str = ""
    """The agent's name; empty for the default assistant."""
    folders: tuple[str, ...] | None = None
    """Folders it can read and write, including subfolders; None is the whole vault, an empty tuple is nothing."""
    tools: frozenset[str] | None = None
    """Names of the tools it may use; None for all."""
    read_only: bool = False
    dangerous: bool = True
    """Whether it may request deletions and changes of many notes."""
    calls_a_minute: int = CALLS_A_MINUTE
    bounds: ProjectBounds | None = None
    """The current project, if any; notes outside it do not exist for the agent."""

    @property
    def has_folder_limit(self) -> bool:
        """Whether it is restricted to folders smaller than the whole vault."""
        # A project's bounds do not count: they only narrow, and do not mean that the user gave the agent its own
        # folders.
        return bool(self.folders) and all(folder_parts(folder) for folder in self.folders or ())

    @property
    def agent_name(self) -> str:
        """The agent in a sentence: `Librarian` or `the assistant`."""
        return self.agent or "the assistant"

    @property
    def description(self) -> str:
        """The scope in a sentence: `the folders of Librarian` or `the project House`."""
        return f"the project {self.bounds.name}" if self.bounds is not None else f"the folders of {self.agent_name}"

    def within(self, bounds: ProjectBounds) -> "AgentScope":
        """Return the same scope, additionally narrowed to *bounds*."""
        return replace(self, bounds=bounds)

    def allows_path(self, path: str) -> bool:
        """Whether the file at *path*, in the spelling on disk, is in one of its folders: by whole names, exactly."""
        if self.bounds is not None and not self.bounds.contains(path):
            return False
        return self.folders is None or is_in_folders(path, self.folders)


def is_in_folders(path: str, folders: Iterable[str]) -> bool:
    """Whether the file at *path* is in one of *folders* or below; an invalid folder contains nothing."""
    parsed = (folder_parts(folder) for folder in folders)
    return any(folder is not None and is_in_folder(path, folder) for folder in parsed)


UNRESTRICTED = AgentScope()
"""No limits: the whole vault and every tool, subject to rules and the user."""


def scoped_staging_area(vault: Vault, agent_scope: AgentScope) -> StagingArea:
    """Return a staging area that rejects new paths outside *agent_scope* with `ToolFailure`.

    The check precedes any access to the disk: existing files must not be distinguishable from missing ones.
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
