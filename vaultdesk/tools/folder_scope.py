"""Folder scope: where a folder named by a rule, a leash or an answer ends. Compares whole names; touches no disk."""

import unicodedata
from collections.abc import Sequence


def folder_parts(folder: str) -> tuple[str, ...] | None:
    """Return the names of a rule's folder, none for the whole vault; None where it cannot be read."""
    text = folder.removesuffix("/")
    if not text:
        return () if folder == "" else None
    parts = tuple(unicodedata.normalize("NFC", part) for part in text.split("/"))
    unreadable = any(not part.strip(" .") or "\\" in part or not part.isprintable() for part in parts)
    return None if unreadable else parts


def is_inside(path: str, folder: Sequence[str], *, loosely: bool = False) -> bool:
    """Whether *path* lies in *folder*, by whole names. *Loosely* also takes spellings that some disks take for it."""
    mine = [unicodedata.normalize("NFC", part) for part in path.split("/")[:-1]]
    wanted = list(folder)
    if loosely:
        mine, wanted = [part.casefold() for part in mine], [part.casefold() for part in wanted]
    elif not all(part.strip(" .") for part in mine):
        return False  # It climbs: where it ends is not where it begins.
    return mine[: len(wanted)] == wanted
