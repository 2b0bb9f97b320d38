"""Survey: what a vault's folders are like: how many, what is in them, what leads out. Reads names, no note.

Bounded in time: a drive that is slow gives a part of the picture, and that is said.
"""

import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vaultdesk.core.errors import OutsideVault
from vaultdesk.diagnosis.disk import tells_case_apart
from vaultdesk.vault.disk.conflict_copies import conflict_original
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key

SECONDS = 8.0
"""How long it may take; 14,000 notes take a quarter of a second."""

LOOK_AT_CLOCK = 64
"""Folders between two looks at the clock."""


@dataclass(slots=True)
class Survey:
    """What was found."""

    folders: int = 0
    """All of them, hidden ones as well: each needs a watch of the system."""
    notes: int = 0
    """Those that are searched: none that is hidden."""
    links: int = 0
    """Symbolic links and junctions."""
    outside: int = 0
    """Those of them that lead out of the vault."""
    twins: int = 0
    """Names that another one beside them equals but for case, or for how its accents are written."""
    conflicts: int = 0
    """Those of them that are conflict copies, as sync programs leave them."""
    closed: int = 0
    """Folders that may not be listed."""
    case: bool | None = None
    """Whether names are told apart by case; None where no name here can tell."""
    whole: bool = True
    """Whether all of it was seen in time."""


def survey(root: Path, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> Survey:
    """Look through the folder *root* for at most *seconds*. Raises `OSError` where it cannot be listed itself."""
    found, until = Survey(), clock() + seconds
    real = os.path.realpath(root)
    waiting: list[tuple[str, bool]] = [("", False)]
    while waiting:
        before, hidden = waiting.pop()
        found.folders += 1
        if found.folders % LOOK_AT_CLOCK == 0 and clock() > until:
            found.whole = False
            break
        try:
            names, below = _look(real, before, found, hidden=hidden)
        except OSError:
            if not before:
                raise
            found.closed += 1
            continue
        waiting.extend(below)
        if found.case is None:
            found.case = tells_case_apart(Path(real, before), names)
    return found


def _look(root: str, before: str, found: Survey, *, hidden: bool) -> tuple[list[str], list[tuple[str, bool]]]:
    """Take one folder in; return the names in it, and the folders with whether they are hidden."""
    names: list[str] = []
    below: list[tuple[str, bool]] = []
    with os.scandir(Path(root, before)) as entries:
        for entry in entries:
            names.append(entry.name)
            unseen = hidden or (entry.name[0] == "." and entry.name[:2] != "..")
            if entry.is_symlink() or _is_junction(entry):
                found.links += 1
                found.outside += _leads_out(root, entry.path)
            elif entry.is_dir(follow_symlinks=False):
                below.append((f"{before}{entry.name}/", unseen))
            elif not unseen and entry.name.lower().endswith(NOTE_SUFFIX):
                _take_note(f"{before}{entry.name}", found)
    if not hidden:
        found.twins += len(names) - len({same_name_key(name) for name in names})
    return names, below


def _take_note(text: str, found: Survey) -> None:
    try:
        path = NotePath(text)
    except OutsideVault:
        return  # A name that the program leaves alone.
    found.notes += 1
    found.conflicts += conflict_original(path) is not None


def _leads_out(root: str, link: str) -> bool:
    target = os.path.realpath(link)
    return target != root and not target.startswith(root.rstrip(os.sep) + os.sep)


def _is_junction(entry: "os.DirEntry[str]") -> bool:
    mount_point = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)
    if mount_point is None:
        return False
    return bool(getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) == mount_point)
