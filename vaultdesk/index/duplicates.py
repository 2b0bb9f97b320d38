"""Duplicates: notes that are likely the same: by their text, or by a name such as a copy has. Deletes nothing."""

import hashlib
import re
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from vaultdesk.core.errors import OutsideVault
from vaultdesk.index.passage_words import flat, words_in
from vaultdesk.vault.disk.conflict_copies import conflict_original
from vaultdesk.vault.note_path import NotePath, same_name_key

FEWEST_WORDS = 5
"""Words a text has at least, to be the same as another: empty notes and those with a heading only are no twins."""

LEAST_SHARED = 0.5
"""Share of their words two notes must have in common where only their names say that one is a copy."""

_COPY = re.compile(
    r"(?: - |[ _-])?(?:\((?:copy|kopie|copie|copia)(?: \d{1,3})?\)|(?:copy|kopie|copie|copia)(?: \d{1,3}| \(\d{1,3}\))?"
    r"|\(\d{1,3}\)| \d{1,3})\Z",
    re.IGNORECASE,
)
# `Note (copy)`, `Note copy 2`, `Note - Copy (2)`, `Note (1)`, `Note 1`: what file managers and sync programs write.


@dataclass(frozen=True, slots=True)
class Twins:
    """Two notes that are likely the same."""

    first: str
    second: str
    similarity: float
    """1 for the same text; else the cosine of what they mean, or the share of words they have in common."""
    why: Literal["same text", "meaning", "name"]


def text_marks(connection: sqlite3.Connection, notes: Sequence[int]) -> dict[str, bytes]:
    """Return a digest of each note's text without its blanks, its case and its properties; short texts have none."""
    listed = ",".join(map(str, notes))
    sql = (
        "SELECT path, body FROM note JOIN text ON text.id = note.id"  # noqa: S608 - numbers
        f" WHERE note.id IN ({listed}) AND excluded = 0 AND kind = 'note' AND words >= {FEWEST_WORDS}"
    )
    return {path: _mark(body) for path, body in connection.execute(sql)}


def same_texts(marks: dict[str, bytes]) -> list[Twins]:
    """Return the notes with the same text: each beside the first of them by name, which may be the original."""
    groups: dict[bytes, list[str]] = {}
    for path in sorted(marks, key=lambda path: (len(path), path)):
        groups.setdefault(marks[path], []).append(path)
    return [Twins(first, other, 1.0, "same text") for first, *others in groups.values() for other in others]


def alike_names(paths: Iterable[str]) -> list[tuple[str, str]]:
    """Return each note whose name says that it is a copy, after the note in the same folder it is a copy of."""
    known = {same_name_key(path): path for path in paths}
    found: list[tuple[str, str]] = []
    for path in known.values():
        original = known.get(same_name_key(_original(path)))
        if original is not None and original != path:
            found.append((original, path))
    return sorted(found)


def shared_words(connection: sqlite3.Connection, first: str, second: str) -> float:
    """Return which share of their words the two notes have in common."""
    sql = "SELECT body FROM note JOIN text ON text.id = note.id WHERE path = ?"
    texts = [connection.execute(sql, (path,)).fetchone() for path in (first, second)]
    one, two = ({*words_in(flat(row[0]))} if row is not None else set[str]() for row in texts)
    return len(one & two) / len(one | two) if one and two else 0.0


def without_known(twins: Iterable[Twins], known: Collection[Twins]) -> list[Twins]:
    """Return those of *twins* that are not told already, in whatever order."""
    told = {frozenset((one.first, one.second)) for one in known}
    return [one for one in twins if frozenset((one.first, one.second)) not in told]


def _mark(body: str) -> bytes:
    return hashlib.blake2b(" ".join(body.casefold().split()).encode(), digest_size=16).digest()


def _original(path: str) -> str:
    """Return the path of the note that *path*, by its name, is a copy of; itself where it is none."""
    try:
        note = NotePath(path)
    except OutsideVault:
        return path
    original = conflict_original(note)
    if original is not None:
        return original.text
    stem = _COPY.sub("", note.name)
    return f"{path.removesuffix(note.file_name)}{stem}.md" if stem and stem != note.name else path
