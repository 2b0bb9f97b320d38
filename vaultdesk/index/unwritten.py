"""Unwritten: what notes link to that is not there, over the table of all links. Changes nothing."""

from collections import Counter

from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.query import plain

ATTACHMENTS = (
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif", ".tif", ".tiff", ".heic", ".pdf", ".mp3", ".wav",
    ".m4a", ".ogg", ".opus", ".flac", ".mp4", ".mov", ".mkv", ".webm", ".avi", ".zip", ".csv", ".json", ".txt", ".docx",
    ".xlsx", ".pptx", ".odt", ".ods", ".epub", ".html", ".canvas", ".base",
)  # fmt: skip
"""Endings of files that are no notes: a link to one that is missing is no note to be written."""


def unwritten(table: NoteTable) -> list[tuple[str, int]]:
    """Return each such target as it is written first, with how many notes link to it, most first."""
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for path, targets in table.links.missing.items():
        facts = table.facts.get(path)
        if facts is None or facts.excluded:
            continue
        meant = {plain(target).casefold(): target for target in reversed(targets) if may_be_note(target)}
        counts.update(written.setdefault(key, target) for key, target in meant.items())
    return sorted(counts.items(), key=lambda one: (-one[1], one[0].casefold()))


def may_be_note(target: str) -> bool:
    """Whether a link to *target*, which is not there, may mean a note."""
    return bool(target.strip()) and not target.casefold().endswith(ATTACHMENTS)
