"""Recognises by their names the conflict copies that sync programs create beside a note.

Only unambiguous names count: `Plan 2.md`, iCloud's form, is an ordinary note in half of all vaults.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from vaultdesk.core.errors import OutsideVault
from vaultdesk.vault.note_path import NotePath, same_name_key

_KINDS = (".md", ".canvas")

_SIGNS = re.compile(r"conflict|konflikt|conflit|conflicto|desktop-|laptop-", re.IGNORECASE)
_IN_SIGNS = ("onfli", "top-")
# Nearly every name has none of these words, and a walk checks 15,000 names: the pattern takes six times as long as a
# search for the two substrings, one of which each word contains.

_MARKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # Syncthing: the time and the device's short id.
        r"\.sync-conflict-\d{8}-\d{6}(?:-[a-z2-7]{7})?",
        # Dropbox, Nextcloud, Obsidian Sync, Insync: in brackets, with a date; Dropbox in the system's language.
        r" ?\([^()]{0,80}(?:conflicted copy|in konflikt stehende kopie|copie en conflit|copia en conflicto)"
        r"[^()]{0,80}[0-9]{4}-?[0-9]{2}[^()]{0,40}\)",
        # ownCloud and old Nextcloud.
        r"_conflict-\d{8}-\d{6}",
        # Seafile: who and when.
        r" ?\(SFConflict [^()]{1,120}\)",
        # OneDrive: the default name of a Windows computer; a name that the user chose is not a reliable sign.
        r"-(?:DESKTOP-[A-Z0-9]{7}|LAPTOP-[A-Z0-9]{8})(?:-\d{1,3})?",
    )
)


@dataclass(frozen=True, slots=True)
class ConflictCopy:
    """A file and its conflict copy."""

    copy: NotePath
    original: NotePath
    """Derived from the name; the file may no longer exist."""


def conflict_original(path: NotePath) -> NotePath | None:
    """Return the note of which *path*, judged by its name, is a conflict copy; None for any other file."""
    if not may_be_conflict_copy(path.text):
        return None
    if path.suffix not in _KINDS or _SIGNS.search(path.file_name) is None:
        return None
    ending = path.file_name[len(path.name) :]
    for mark in _MARKS:
        # The mark precedes the suffix; the rest is the name of the note.
        for found in mark.finditer(path.name):
            if found.end() == len(path.name) and found.start() > 0:
                before = f"{path.parent_text}/" if path.parent_text else ""
                try:
                    return NotePath(f"{before}{path.name[: found.start()]}{ending}")
                except OutsideVault:
                    return None
    return None


def may_be_conflict_copy(names: str) -> bool:
    """Whether one of these concatenated names may be that of a conflict copy; False is certain."""
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
