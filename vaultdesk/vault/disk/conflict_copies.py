"""Recognizes by name the conflict copies that sync programs leave beside a note.

Only names that people do not give: `Plan 2.md`, iCloud's way, is an honest note in half of all vaults and no sign.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from vaultdesk.core.errors import OutsideVault
from vaultdesk.vault.note_path import NotePath, same_name_key

_KINDS = (".md", ".canvas")

_SIGNS = re.compile(r"conflict|konflikt|conflit|conflicto|desktop-|laptop-", re.IGNORECASE)
_IN_SIGNS = ("onfli", "top-")
# Nearly every name has none of these words, and a walk looks at 15,000 of them: the pattern takes six times as long for
# it as a look for the two pieces, one of which each word has.

_MARKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # Syncthing: the time and the device's short id.
        r"\.sync-conflict-\d{8}-\d{6}(?:-[a-z2-7]{7})?",
        # Dropbox, Nextcloud, Obsidian Sync, Insync: in brackets, with a date; Dropbox in the computer's language.
        r" ?\([^()]{0,80}(?:conflicted copy|in konflikt stehende kopie|copie en conflit|copia en conflicto)"
        r"[^()]{0,80}[0-9]{4}-?[0-9]{2}[^()]{0,40}\)",
        # ownCloud and old Nextcloud.
        r"_conflict-\d{8}-\d{6}",
        # Seafile: who and when.
        r" ?\(SFConflict [^()]{1,120}\)",
        # OneDrive: the name Windows gives a computer by itself; one that its owner chose is no sure sign.
        r"-(?:DESKTOP-[A-Z0-9]{7}|LAPTOP-[A-Z0-9]{8})(?:-\d{1,3})?",
    )
)


@dataclass(frozen=True, slots=True)
class ConflictCopy:
    """Two files that sync could not make one."""

    copy: NotePath
    original: NotePath
    """By its name; it may be gone meanwhile."""


def conflict_original(path: NotePath) -> NotePath | None:
    """Return the note that *path*, by its name, is a conflict copy of; None for any other file."""
    if not may_be_conflict_copy(path.text):
        return None
    if path.suffix not in _KINDS or _SIGNS.search(path.file_name) is None:
        return None
    ending = path.file_name[len(path.name) :]
    for mark in _MARKS:
        # The mark stands right before the ending; what is left of it is the note's own name.
        for found in mark.finditer(path.name):
            if found.end() == len(path.name) and found.start() > 0:
                before = f"{path.parent_text}/" if path.parent_text else ""
                try:
                    return NotePath(f"{before}{path.name[: found.start()]}{ending}")
                except OutsideVault:
                    return None
    return None


def may_be_conflict_copy(names: str) -> bool:
    """Whether one of these names, however they are joined, may be a conflict copy's; False is sure."""
    small = names.lower()
    return _IN_SIGNS[0] in small or _IN_SIGNS[1] in small


def conflict_copies_of(path: NotePath, names: Iterable[str]) -> tuple[NotePath, ...]:
    """Return the conflict copies of *path* among the *names* of its folder."""
    before = f"{path.parent_text}/" if path.parent_text else ""
    copies: list[NotePath] = []
    for name in sorted(names):
        if _SIGNS.search(name) is None:
            continue
        try:
            copy = NotePath(before + name)
        except OutsideVault:
            continue
        original = conflict_original(copy)
        if original is not None and same_name_key(original.text) == path.key:
            copies.append(copy)
    return tuple(copies)
