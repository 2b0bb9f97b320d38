"""Substring search in the index file itself, for a process that runs one query and ends."""

import sqlite3
from collections.abc import Collection, Iterator, Sequence

from vaultdesk.index.search_query import storable_text
from vaultdesk.index.text_cache.note_catalog import CatalogEntry, load_entries, sql_number_list
from vaultdesk.index.text_cache.packed_text import TEXT_SEPARATOR
from vaultdesk.index.text_cache.word_statistics import WordLookup
from vaultdesk.index.text_folding import fold_bytes, fold_needle
from vaultdesk.vault.note_path import same_name_key

# Finds what the text cache finds. Filling that takes more memory and time than reading the texts once, and with the
# vault's word list few of them are read.


class StoredTexts:
    """Has the interface of `TextCache` but holds no note in memory. Belongs to one thread."""

    def __init__(self) -> None:
        self._word_lookup = WordLookup()

    def fill(self, connection: sqlite3.Connection, most: int | None = None) -> bool:
        """Return True: nothing has to be loaded."""
        return True

    def notes_named(self, connection: sqlite3.Connection, needle: bytes) -> set[int]:
        """Return the notes, without excluded ones, whose folded name contains *needle*."""
        sql = "SELECT id FROM note WHERE excluded = 0 AND instr(name_key, ?)"
        return {note for (note,) in connection.execute(sql, (needle.decode("utf-8", "replace"),))}

    def visible_entries(self, connection: sqlite3.Connection, notes: Collection[int]) -> list[CatalogEntry]:
        """Return those of *notes* that may be results."""
        return [entry for entry in load_entries(connection, list(notes)) if not entry.excluded]

    def notes_containing(self, connection: sqlite3.Connection, needles: Sequence[str]) -> list[int]:
        """Return the notes that contain every one of *needles* in name, alias or text, ignoring case, in no order."""
        wanted = list({storable_text(needle) for needle in needles} - {""})
        folded = [fold_needle(needle) for needle in wanted]
        if any(TEXT_SEPARATOR in needle for needle in folded):
            return []
        count = connection.execute("SELECT count(*) FROM note").fetchone()[0]
        among = self._word_lookup.may_hold(connection, wanted, count) if wanted else None
        texts = _folded_texts(connection, among)
        return [note for note, text in texts if all(needle in text for needle in folded)]


def _folded_texts(connection: sqlite3.Connection, among: Collection[int] | None) -> Iterator[tuple[int, bytes]]:
    """Yield name, aliases and text of every note that is not excluded, or of those in *among*, folded."""
    numbers = "" if among is None else sql_number_list(list(among))
    sql = f"SELECT note, alias FROM alias{f' WHERE note IN ({numbers})' if among is not None else ''}"  # noqa: S608 - numbers
    aliases: dict[int, list[bytes]] = {}
    for note, alias in connection.execute(sql):
        aliases.setdefault(note, []).append(same_name_key(alias).encode())
    sql = (
        "SELECT note.id, CAST(name_key AS BLOB), CAST(properties || body AS BLOB)"  # noqa: S608 - numbers
        " FROM note LEFT JOIN text ON text.id = note.id WHERE excluded = 0"
        f"{f' AND note.id IN ({numbers})' if among is not None else ''}"
    )
    for note, name, text in connection.execute(sql):
        # Separated, so that no match extends from one into the next: no search term contains the separator.
        yield note, TEXT_SEPARATOR.join((name, *aliases.get(note, ()), fold_bytes(text or b"")))
