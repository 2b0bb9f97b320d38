"""NoteFacts: what is known of one note without its text: names, properties, tags, times. A value; reads nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from vaultdesk.vault.frontmatter.frontmatter import JsonValue

CREATED_NAMES = ("created", "date created")
"""Properties that tell when a note came to be, where the disk does not; compared without case."""

DATES_KEPT = 8_192
"""Written dates whose meaning is kept: a daily note a day for twenty years."""


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """One note as filters see it. An excluded note is known by name and file only: its text is never read."""

    path: str
    name: str
    """The file's name without `.md`."""
    title: str
    size: int
    """Bytes."""
    modified_ns: int
    created_ns: int
    """When it came to be (see `created_of`), in nanoseconds since 1970."""
    path_key: str = ""
    """The path composed and casefolded, as lists are ordered by."""
    words: int = 0
    tags: tuple[str, ...] = ()
    """Without `#`, as written, properties first."""
    tag_keys: tuple[str, ...] = ()
    """The same composed and casefolded, as tags are compared."""
    properties: Mapping[str, JsonValue] = field(default_factory=dict)
    """The frontmatter, in its order. Shared: only to be read."""
    inline: Mapping[str, JsonValue] = field(default_factory=dict)
    """Inline fields of the text (OBSIDIAN E.8): a name that is written several times has a list."""
    aliases: tuple[str, ...] = ()
    excluded: bool = False
    """Among the vault's own excluded files."""
    problem: str = ""
    """Why its text could not be read; then nothing of it is known but its file."""
    doubtful: bool = False
    """Whether its head looks like properties and cannot be read as such."""
    digest: str = ""
    """SHA-256 of the bytes these facts were read from; not one where they were not read."""

    @property
    def folder(self) -> str:
        """The folder's path; empty for the root."""
        return self.path.rpartition("/")[0]


def created_of(born_ns: int, oldest_ns: int, properties: Mapping[str, JsonValue]) -> int:
    """Return when a note came to be.

    The disk's own birth time where Python gives it (macOS, Windows); else the property `created` or `date created`
    where it is a date; else the earlier of the file's two times, which copying and syncing may both have moved.
    """
    if born_ns:
        return born_ns
    for name in CREATED_NAMES:
        for key, value in properties.items():
            if key.casefold() == name and isinstance(value, str):
                written = date_ns(value)
                if written is not None:
                    return written
    return oldest_ns


@lru_cache(DATES_KEPT)
def date_ns(text: str) -> int | None:
    """Return the nanoseconds of an ISO date or time, a bare one taken as local; None where *text* is none."""
    # Python also reads "20260101" and week dates: numbers and words of people, not dates.
    if len(text) < len("2026-01-01") or text[4:5] != "-" or text[7:8] != "-":
        return None
    try:
        return round(datetime.fromisoformat(text.strip()).timestamp() * 1_000_000) * 1_000
    except (ValueError, OverflowError, OSError):
        return None
