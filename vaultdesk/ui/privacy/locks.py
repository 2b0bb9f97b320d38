"""Locks: the signs at notes in the tree and over an open one: why it is private, and whose conflict copy it is."""

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from vaultdesk.core.errors import OutsideVault
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.privacy.ledger_words import lock_words
from vaultdesk.vault.disk.conflict_copies import conflict_original
from vaultdesk.vault.note_path import NotePath, printable

Why = Callable[[str], PrivacyRule | None]
"""The strictest rule that makes the note at a path private; a folder's path ends with a slash."""


class Locks:
    """Knows by what is in memory; nothing waits."""

    def __init__(self, why: Why) -> None:
        self._why = why

    def lock(self, path: str, *, folder: bool) -> str:
        """Return why the note or folder at *path* is private; empty where it is not."""
        rule = self._why(f"{path}/" if folder else path)
        return lock_words(rule) if rule is not None else ""

    def conflict(self, path: str) -> str:
        """Return what the note at *path* is a conflict copy of, by its name; empty where it is none."""
        original = copied(path)
        if not original:
            return ""
        words = _tr("Conflict copy of “{name}”: two computers changed it, and a sync program could not make one of it.")
        return words.format(name=printable(NotePath(original).name))


@lru_cache(maxsize=4096)
def copied(path: str) -> str:
    """Return the path of the note that *path*, by its name, is a conflict copy of; empty for any other."""
    try:
        original = conflict_original(NotePath(path))
    except OutsideVault:
        return ""
    return original.text if original is not None else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Locks", text)
