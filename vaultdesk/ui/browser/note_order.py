"""Note order: how notes are listed in their folders: by name as people read it, or by time. Knows no Qt."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from vaultdesk.core.settings.settings_schema import SortOrder

_DIGITS = re.compile(r"0*(\d{1,18})")

NEVER = datetime.min.replace(tzinfo=UTC)

Key = tuple[object, ...]


class Listed(Protocol):
    """What is put in order."""

    name: str
    path: str
    folder: bool
    modified: datetime


def natural_key(name: str) -> str:
    """Return what names are compared by: without case and accents, and 2 before 10."""
    text = name.casefold() if name.isascii() else _unaccented(name)
    # The number's length before it: then 10 comes after 9 as a text too.
    return _DIGITS.sub(_numbered, text)


@dataclass(frozen=True, slots=True)
class NoteOrder:
    """One of the orders of the settings. Folders come first, by name; they know no times."""

    order: SortOrder = "name"
    created: Mapping[str, float] = field(default_factory=dict)
    """When each note came to be, in any unit; only asked where it is ordered by that."""

    def key(self, one: Listed) -> Key:
        """Return what *one* is compared by among its kind."""
        name = (natural_key(one.name), one.name)
        if one.folder or self.order in ("name", "name-down"):
            return name
        if self.order in ("modified", "modified-oldest"):
            return (one.modified, *name)
        return (self.created.get(one.path, 0.0), *name)

    def descends(self, *, folder: bool) -> bool:
        """Whether the greatest key comes first."""
        return self.order == "name-down" or (not folder and self.order in ("modified", "created"))

    @property
    def follows_changes(self) -> bool:
        """Whether a note's place changes when it is written."""
        return self.order.startswith("modified")


def _numbered(found: re.Match[str]) -> str:
    digits = found[1]
    return f"{len(digits):02}{digits}"


def _unaccented(name: str) -> str:
    spread = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))
