"""Substring search in the names and texts of the text cache."""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice

from vaultdesk.index.index_results import SubstringHit
from vaultdesk.index.search_query import fold_query, storable_text
from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.index.text_cache.note_catalog import CatalogEntry
from vaultdesk.index.text_cache.packed_text import TEXT_SEPARATOR
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.index.text_folding import fold_needle

PREVIEW_SIDE = 100
"""Characters of a preview on each side of a match (vaultdesk/index/README.md, "Substring search")."""

PREVIEW_START = 200
"""Characters of a preview from the note's start, if only its name matched."""

FOLD_STEP = 1_024
"""Characters folded together while searching a position, then halved repeatedly: folding one by one is slow."""

MAX_SUBSTRING_HITS = 50
"""Maximum number of notes one search returns (vaultdesk/index/README.md, "Substring search")."""

PathFilter = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class SubstringMatch:
    """A note that contains every needle, in its name or in its text."""

    entry: CatalogEntry
    in_name: bool
    """Whether the name contains all needles."""
    count: int


def search_substring(
    text_cache: TextCache,
    connection: sqlite3.Connection,
    query: str,
    limit: int,
    is_visible: PathFilter | None = None,
    scope: NoteScope = "notes",
) -> list[SubstringHit]:
    """Return visible notes of *scope* that contain *query*: first those with it in the name, then by occurrences."""
    query_text = storable_text(query).strip()
    if not query_text:
        return []
    found = find_containing(
        text_cache, connection, (fold_query(query_text),), max(1, min(limit, MAX_SUBSTRING_HITS)), is_visible, scope
    )
    return [_hit(text_cache, connection, one, query_text) for one in found]


def find_containing(
    text_cache: TextCache,
    connection: sqlite3.Connection,
    needles: tuple[str, ...],
    limit: int,
    is_visible: PathFilter | None = None,
    scope: NoteScope = "notes",
) -> list[SubstringMatch]:
    """Return the best notes of *scope* that contain all of the casefolded *needles*: by name first, then by
    occurrences.
    """
    folded = tuple(map(fold_needle, needles))
    if not all(folded) or not folded or any(TEXT_SEPARATOR in needle for needle in folded):
        return []
    named = [text_cache.notes_named(connection, needle) for needle in folded]
    others = text_cache.notes_out_of_scope(scope)
    in_name = set[int].intersection(*named) - others

    def best(numbers: dict[int, int], most: int) -> Iterator[SubstringMatch]:
        notes = _most_first(text_cache, numbers, most)
        seen = (note for note in notes if is_visible is None or is_visible(text_cache.get(note).path))
        return (SubstringMatch(text_cache.get(note), note in in_name, numbers[note]) for note in islice(seen, most))

    # If enough names match, the texts need not be searched.
    enough = len(in_name) >= limit
    counts = text_cache.counts(connection, folded, in_name if enough else None)
    by_name = _numbers(in_name, counts)
    for note in [note for note, number in by_name.items() if not number]:
        by_name[note] = sum(map(text_cache.get(note).key.count, needles))
    found = list(best(by_name, limit))
    if len(found) == limit:
        return found
    if enough:  # But not enough of them are visible.
        counts = text_cache.counts(connection, folded)
    holding = [name.union(count) for name, count in zip(named, counts, strict=True)]
    return [*found, *best(_numbers(set[int].intersection(*holding) - in_name - others, counts), limit - len(found))]


def _numbers(notes: Collection[int], counts: list[dict[int, int]]) -> dict[int, int]:
    """Return the total number of occurrences of the needles for each of *notes*."""
    if len(counts) == 1:
        only = counts[0]
        return {note: only.get(note, 0) for note in notes}
    return {note: sum(count.get(note, 0) for count in counts) for note in notes}


def _most_first(text_cache: TextCache, numbers: dict[int, int], most: int) -> Iterator[int]:
    """Yield the notes by their number, the largest first, then by path; only about *most* are sorted."""
    while numbers:
        least = nlargest(most, numbers.values())[-1]
        best = [note for note, number in numbers.items() if number >= least]
        yield from sorted(best, key=lambda note: (-numbers[note], text_cache.get(note).path_key))
        numbers = {note: number for note, number in numbers.items() if number < least}


def stored_text(connection: sqlite3.Connection, note: int) -> str:
    """Return the stored text of the note; empty if it was not read yet."""
    row = connection.execute("SELECT properties || body FROM text WHERE id = ?", (note,)).fetchone()
    return str(row[0]) if row else ""


def find_spans(text: str, needle: str, most: int = 1) -> list[tuple[int, int]]:
    """Return the offsets in *text* of the first occurrences of the casefolded *needle*."""
    (found,) = find_all_spans(text, (needle,), most)
    return found


def find_all_spans(text: str, needles: Sequence[str], most: int) -> list[list[tuple[int, int]]]:
    """As `find_spans`, for each of *needles*: the text is folded once."""
    low = fold_query(text)
    found: list[list[tuple[int, int]]] = []
    for needle in needles:
        places: list[tuple[int, int]] = []
        start = low.find(needle) if needle else -1
        while start >= 0 and len(places) < most:
            places.append((start, start + len(needle)))
            start = low.find(needle, start + len(needle))
        # Casefolding never shortens: equal lengths mean that each character stayed one character.
        found.append(places if len(low) == len(text) else _unfolded(text, places))
    return found


def _unfolded(text: str, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Convert offsets of the casefolded text to offsets of *text*: ß and ligatures are longer when folded."""
    found: list[tuple[int, int]] = []
    start = before = 0
    for opening, closing in places:
        start, before = _at(text, opening, start, before)
        last, _ = _at(text, closing - 1, start, before)
        found.append((start, last + 1))
    return found


def _at(text: str, offset: int, start: int, before: int) -> tuple[int, int]:
    """Return the index in *text* of the character at *offset* of the casefolded text, and the folded offset of its
    start.

    *start* is the index of an earlier character, and *before* its folded offset.
    """
    step = FOLD_STEP
    while step:
        length = len(fold_query(text[start : start + step]))
        if before + length <= offset:
            start, before = start + step, before + length
        else:
            step //= 2
    return start, before


def _hit(text_cache: TextCache, connection: sqlite3.Connection, found: SubstringMatch, query_text: str) -> SubstringHit:
    needle = fold_query(query_text)
    note = found.entry.note
    first = text_cache.first_position(note, fold_needle(needle))
    # The text up to the first match suffices for a long note. Folding never shortens, and a character has at least one
    # byte, so the match in the original text is not behind that byte.
    most = PREVIEW_START if first == -1 else None if first is None else first + len(needle) + PREVIEW_SIDE
    text, is_cut = _text(text_cache, connection, note, most)
    places = find_spans(text, needle) if first != -1 else []
    if places:
        start, end = max(0, places[0][0] - PREVIEW_SIDE), min(len(text), places[0][1] + PREVIEW_SIDE)
        preview = ("..." if start else "") + text[start:end] + ("..." if end < len(text) or is_cut else "")
    else:
        preview = text[:PREVIEW_START]
    return SubstringHit(found.entry.path, found.entry.name, found.count, preview)


def _text(text_cache: TextCache, connection: sqlite3.Connection, note: int, most: int | None) -> tuple[str, bool]:
    """Return at least the first *most* characters of the note's text, and whether there are more."""
    waiting = text_cache.pending_text(note)
    if waiting is not None:
        return waiting, False
    if most is None:
        return stored_text(connection, note), False
    sql = "SELECT substr(properties || body, 1, ?) FROM text WHERE id = ?"
    row = connection.execute(sql, (most + 1, note)).fetchone()
    text = str(row[0]) if row else ""
    return text[:most], len(text) > most
