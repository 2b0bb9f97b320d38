"""Passages, their embedded texts, vectors and embedding models in the index file, accessed in a separate thread."""

import hashlib
import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple, ParamSpec, TypeVar

from msgspec import Struct, field

from vaultdesk.core.worker_thread import WorkerThread
from vaultdesk.index.chunks import HEADING_SEPARATOR, Chunk, split_into_chunks
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.index.store.index_entry import HeadingRow
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.markdown.markdown_scanner import comments_in
from vaultdesk.vault.markdown.sections import fenced_blocks, opening_fence

P = ParamSpec("P")
T = TypeVar("T")


class PassageCounts(Struct, frozen=True):
    """Numbers of passages for one model."""

    total: int = 0
    done: int = 0
    """With a vector, or refused."""
    searchable: int = 0
    """With a vector."""

    def __add__(self, other: "PassageCounts") -> "PassageCounts":
        return PassageCounts(self.total + other.total, self.done + other.done, self.searchable + other.searchable)

    def __sub__(self, other: "PassageCounts") -> "PassageCounts":
        return PassageCounts(self.total - other.total, self.done - other.done, self.searchable - other.searchable)


COUNTS_SQL = "count(*), count(vector.key), coalesce(sum(length(vector.vector) > 0), 0)"
"""The three counts in SQL, over passages joined to one model's vectors."""

PASSAGE_VECTORS_SQL = "passage LEFT JOIN vector ON vector.model = ? AND vector.key = passage.key"
"""The join that the counts are computed over."""


# Excluded are comments, plugin queries, addresses and Markdown syntax, because they do not describe the passage's
# meaning or are private. No pattern scans a part of the text more than a few times.

MAX_EMBEDDED_CHARACTERS = 4_000
"""Maximum number of characters of a passage given to a model: far more than the 256 to 512 tokens that small ones
read.
"""

KEY_BYTES = 16
"""Bytes of a passage's key: enough to avoid accidental collisions."""

TextSpan = tuple[int, int]

_QUERY_LANGUAGE = re.compile(r"[ \t]*(?:dataview|dataviewjs|tasks|query|base)\b", re.IGNORECASE)
_SUBSTITUTIONS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"!\[\[[^\[\]\n]*\]\]"), " "),  # an embedded image or note
    (re.compile(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]*)\]\]"), r"\1"),  # [[note|shown]]
    (re.compile(r"\]\([^()\s]*\)"), "]"),  # [shown](address)
    (re.compile(r"\b[a-z]{3,6}://[^\s<>()\[\]]+", re.IGNORECASE), " "),
    (re.compile(r"[!-~]{80,}"), " "),  # an encoded image, a key
    (re.compile(r"[-=|*_#>`~+:]{3,}"), " "),  # rules, fences, a table's lines
    (re.compile(r"\.{3,}"), "..."),
    (re.compile(r"[ \t]{2,}"), " "),
    (re.compile(r"\n[ \n]+"), "\n"),
)
"""Patterns with their replacements, applied in this order."""


def excluded_spans(text: str, body_start: int) -> list[TextSpan]:
    """Return the spans of the note *text* that are not given to a model, in order."""
    spans = [(found.start, found.end) for found in comments_in(text, body_start)]
    if "```" in text or "~~~" in text:
        spans += _query_spans(text, body_start)
    return sorted(spans)


def _query_spans(text: str, body_start: int) -> Iterator[TextSpan]:
    """Yield the spans of fenced code in a query language of a plugin."""
    lines = text[body_start:].split("\n")
    starts = [*accumulate((len(line) + 1 for line in lines), initial=body_start)]
    for block in fenced_blocks(lines):
        opening = opening_fence(lines[block.first])
        if opening is not None and _QUERY_LANGUAGE.match(lines[block.first], opening.end()):
            yield starts[block.first], starts[block.end] - 1


def passage_text(text: str, span: TextSpan, excluded: Sequence[TextSpan]) -> str:
    """Return the text of *span* that is given to a model; empty if no meaningful text is left."""
    start, end = span
    parts = []
    for excluded_start, excluded_end in excluded:
        if excluded_end > start and excluded_start < end:
            parts.append(text[start : max(start, excluded_start)])
            start = min(end, excluded_end)
    result = " ".join([*parts, text[start:end]])[: 4 * MAX_EMBEDDED_CHARACTERS]
    for pattern, replacement in _SUBSTITUTIONS:
        result = pattern.sub(replacement, result)
    return result.strip()[:MAX_EMBEDDED_CHARACTERS]


def text_in_context(title: str, heading: str, text: str) -> str:
    """Return *text* preceded by the note's *title* and the headings above it."""
    return f"{HEADING_SEPARATOR.join(filter(None, (title, heading)))}\n{text}"


def passage_key(text: str) -> bytes:
    """Return the key of a text that is given to a model."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=KEY_BYTES).digest()


# Each step uses the index's connection for a few milliseconds, because the same reader answers searches while typing.

CHUNKING_VERSION = ":2"
"""Version of the chunking; raise it when the same note would give other passages. Appended to the note's digest."""

NOTES_COMPARED = 2_000
"""Notes compared with their passages in one step: some 4 ms."""

UP_TO_DATE_SQL = f"cut.digest = note.digest || '{CHUNKING_VERSION}' AND note.excluded = 0"
"""SQL condition: the passages match the current text of the note."""

READABLE_SQL = "note.kind = 'note' AND note.excluded = 0 AND note.digest != '' AND note.problem = ''"
"""SQL condition: the text of the note may be embedded."""


class OutdatedNote(NamedTuple):
    """A note whose passages do not match its text."""

    modified_ns: int
    note: int


class ChunkingResult(Struct):
    """Result of one chunking step."""

    notes: list[int] = field(default_factory=list)
    """Notes whose passages changed or were removed."""
    count_change: PassageCounts = field(default_factory=PassageCounts)
    orphan_keys: set[bytes] = field(default_factory=set)
    """Keys that lost a passage and may now be unused."""


class _ChunkedNote(NamedTuple):
    note: int
    digest: str
    passages: list[tuple[Chunk, bytes]]


def count_if_embedded(connection: sqlite3.Connection, model: str) -> PassageCounts | None:
    """Return the counts if the model of that name has embedded all passages; else None."""
    row = connection.execute("SELECT id FROM model WHERE name = ? AND complete", (model,)).fetchone()
    outdated = (
        f"SELECT 1 FROM note LEFT JOIN cut ON cut.note = note.id WHERE {READABLE_SQL}"  # noqa: S608 - constants
        f" AND cut.digest IS NOT note.digest || '{CHUNKING_VERSION}' LIMIT 1"
    )
    if row is None or connection.execute(outdated).fetchone() is not None:
        return None
    counts = PassageCounts(*connection.execute(f"SELECT {COUNTS_SQL} FROM {PASSAGE_VECTORS_SQL}", row).fetchone())  # noqa: S608 - constants
    return counts if counts.done == counts.total else None


class PassageStore:
    """Reads and writes the passages of notes. Belongs to one thread."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def outdated(self, after: int = 0) -> tuple[list[OutdatedNote], int]:
        """Return notes to be chunked with a number above *after*, and the next *after*; 0 at the end."""
        with self._index.reading() as db:
            rows = db.execute(
                f"SELECT note.id, note.mtime_ns, cut.digest IS NOT note.digest || '{CHUNKING_VERSION}' AND "  # noqa: S608 - constants
                f"{READABLE_SQL}"
                " FROM note LEFT JOIN cut ON cut.note = note.id WHERE note.id > ? ORDER BY note.id LIMIT ?",
                (after, NOTES_COMPARED),
            ).fetchall()
        return [OutdatedNote(modified, note) for note, modified, is_due in rows if is_due], rows[-1][0] if rows else 0

    def outdated_among(self, paths: Sequence[str]) -> list[OutdatedNote]:
        """Return those of the notes at *paths* that have to be chunked."""
        found: list[OutdatedNote] = []
        with self._index.reading() as db:
            for path in paths:
                found += db.execute(
                    f"SELECT note.mtime_ns, note.id FROM note LEFT JOIN cut ON cut.note = note.id"  # noqa: S608 - constants
                    f" WHERE note.path = ? AND cut.digest IS NOT note.digest || '{CHUNKING_VERSION}' AND "
                    f"{READABLE_SQL}",
                    (path,),
                )
        return [OutdatedNote(*row) for row in found]

    def removed_among(self, paths: Sequence[str]) -> list[int]:
        """Return those of the notes at *paths* that have passages but may not be read."""
        found: list[int] = []
        with self._index.reading() as db:
            for path in paths:
                found += [note for (note,) in db.execute(
                    f"SELECT note.id FROM note JOIN cut ON cut.note = note.id WHERE note.path = ? AND NOT "  # noqa: S608 - constants
                    f"({READABLE_SQL})",
                    (path,),
                )]  # fmt: skip
        return found

    def removed(self, after: int = 0) -> tuple[list[int], int]:
        """Return deleted notes and notes that may not be read, if they have passages; paged as in `outdated`."""
        with self._index.reading() as db:
            rows = db.execute(
                f"SELECT cut.note, note.id IS NULL OR NOT ({READABLE_SQL}) FROM cut LEFT JOIN note ON note.id = "  # noqa: S608 - constants
                "cut.note"
                " WHERE cut.note > ? ORDER BY cut.note LIMIT ?",
                (after, NOTES_COMPARED),
            ).fetchall()
        return [note for note, is_gone in rows if is_gone], rows[-1][0] if rows else 0

    def rechunk(self, notes: Sequence[int], model: int) -> ChunkingResult:
        """Chunk these notes again and update the counts of *model*."""
        with self._index.reading() as db:
            stored = [
                (_load_note_text(db, note, f"note.id = ? AND {READABLE_SQL}"), headings_of(db, note)) for note in notes
            ]
        chunked = [_chunk_note(text, headings) for text, headings in stored if text is not None]
        result = ChunkingResult()
        with self._index.writing() as db:
            for note in chunked:
                previous = _remove_passages(db, note.note, model, result)
                db.executemany(
                    "INSERT INTO passage (note, nth, key, heading, first_line, last_line, start, finish)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    [(note.note, nth, key, chunk.heading, chunk.first_line, chunk.last_line, chunk.start, chunk.end)
                     for nth, (chunk, key) in enumerate(note.passages)],
                )  # fmt: skip
                db.execute("INSERT INTO cut (note, digest) VALUES (?, ?)", (note.note, note.digest))
                # The note has changed, so it may not contain the text that a privacy rule refused.
                db.executemany(
                    "DELETE FROM vector WHERE model = ? AND key = ? AND length(vector) = 0",
                    [(model, key) for _, key in note.passages],
                )
                result.count_change = result.count_change - previous + count_embedded_passages(db, note.note, model)
                result.notes.append(note.note)
                result.orphan_keys.difference_update(key for _, key in note.passages)
        return result

    def remove(self, notes: Sequence[int], model: int) -> ChunkingResult:
        """Delete the passages of these notes."""
        result = ChunkingResult(list(notes))
        with self._index.writing() as db:
            for note in notes:
                result.count_change = result.count_change - _remove_passages(db, note, model, result)
        return result


def count_embedded_passages(db: sqlite3.Connection, note: int, model: int) -> PassageCounts:
    """Return the number of passages of the note, and how many of them the model has embedded."""
    sql = f"SELECT {COUNTS_SQL} FROM {PASSAGE_VECTORS_SQL} WHERE passage.note = ?"  # noqa: S608 - constants
    return PassageCounts(*db.execute(sql, (model, note)).fetchone())


def headings_of(db: sqlite3.Connection, note: int) -> list[HeadingRow]:
    """Return the note's headings in their order."""
    return [HeadingRow(*row) for row in db.execute(
        "SELECT line, level, heading FROM heading WHERE note = ? ORDER BY nth", (note,)
    )]  # fmt: skip


class _NoteText(NamedTuple):
    """The stored text of a note."""

    note: int
    path: str
    title: str
    digest: str
    properties: str
    """The lines of the properties, as written."""
    body: str

    @property
    def text(self) -> str:
        """The whole text."""
        return self.properties + self.body


def _load_note_text(db: sqlite3.Connection, note: int, condition: str = "note.id = ?") -> _NoteText | None:
    """Return the text of the note if it meets the SQL *condition*; None if it does not, or has no text."""
    row = db.execute(
        "SELECT note.id, note.path, note.title, note.digest, text.properties, text.body FROM note"  # noqa: S608 - constants
        f" JOIN text ON text.id = note.id WHERE {condition}",
        (note,),
    ).fetchone()
    return None if row is None else _NoteText(*row)


def _chunk_note(stored: _NoteText, headings: list[HeadingRow]) -> _ChunkedNote:
    text, body_start = stored.text, len(stored.properties)
    excluded = excluded_spans(text, body_start)
    passages: list[tuple[Chunk, bytes]] = []
    for chunk in split_into_chunks(text, body_start, headings):
        embedded = passage_text(text, (chunk.start, chunk.end), excluded)
        if embedded:
            passages.append((chunk, passage_key(text_in_context(stored.title, chunk.heading, embedded))))
    return _ChunkedNote(stored.note, stored.digest + CHUNKING_VERSION, passages)


def _remove_passages(db: sqlite3.Connection, note: int, model: int, result: ChunkingResult) -> PassageCounts:
    """Delete the note's passages; return their counts."""
    removed = count_embedded_passages(db, note, model)
    if removed.total:
        result.orphan_keys.update(key for (key,) in db.execute("SELECT key FROM passage WHERE note = ?", (note,)))
        db.execute("DELETE FROM passage WHERE note = ?", (note,))
    db.execute("DELETE FROM cut WHERE note = ?", (note,))
    return removed


# Each step uses a connection for a few milliseconds and is committed separately, so a stop loses one step at most.

NOTES_PER_STEP = 200
"""Notes counted or loaded in one step: some 800 passages, 5 to 10 ms."""

VECTORS_PER_STEP = 400
"""Vectors deleted or checked in one step."""

PASSAGES_PER_RANGE = 1_000
"""Passages in one `KeyRange`, about: 5 ms."""

AFTER_LAST_KEY = b"\xff" * (KEY_BYTES + 1)
"""Greater than every key."""

KeyRange = tuple[bytes, bytes]
"""The keys from the first one up to, but not including, the second one.

The vectors of a note are on as many pages of the file as it has passages, because their keys are digests. To read all
vectors, each page is read once if they are read in the order of their keys.
"""


class StoredVector(NamedTuple):
    """A passage with its vector."""

    note: int
    nth: int
    key: bytes
    vector: bytes


class UnembeddedPassage(NamedTuple):
    """A passage without a vector."""

    key: bytes
    text: EmbeddingText


class VectorWriteResult(Struct):
    """Notes whose passages got vectors, and how that changes the counts."""

    notes: set[int] = field(default_factory=set)
    count_change: PassageCounts = field(default_factory=PassageCounts)


class VectorStore:
    """Vectors of passages. One thread writes through one instance; another thread may read through a second one."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def unembedded_notes(self, model: int, after: int = 0) -> tuple[list[OutdatedNote], PassageCounts, int]:
        """Return some notes that have passages without a vector, the counts over all checked notes, and the next
        *after*.
        """
        with self._index.reading() as db:
            notes = _next_notes(db, after)
            if not notes:
                return [], PassageCounts(), 0
            rows = db.execute(
                f"SELECT note.mtime_ns, passage.note, {COUNTS_SQL} FROM {PASSAGE_VECTORS_SQL}"  # noqa: S608 - constants
                " JOIN note ON note.id = passage.note"
                " WHERE passage.note > ? AND passage.note <= ? GROUP BY passage.note",
                (model, after, notes[-1]),
            ).fetchall()
        counts = PassageCounts()
        for _, _, *numbers in rows:
            counts = counts + PassageCounts(*numbers)
        return (
            [OutdatedNote(modified, note) for modified, note, total, done, _ in rows if done < total],
            counts,
            notes[-1],
        )

    def unembedded_passages(self, model: int, notes: Sequence[int]) -> list[UnembeddedPassage]:
        """Return the passages of these notes without a vector, in their order."""
        with self._index.reading() as db:
            stored = [(_load_note_text(db, note), _unembedded_passages(db, model, note)) for note in notes]
        return [passage for text, rows in stored if text is not None for passage in _with_texts(text, rows)]

    def vectors_of(self, model: int, notes: Collection[int]) -> list[StoredVector]:
        """Return the passages of these notes that have a vector."""
        with self._index.reading() as db:
            return [row for note in notes for row in _rows(db, model, (note - 1, note))]

    def next_vectors(self, model: int, after: int) -> tuple[list[int], list[StoredVector]]:
        """Return the next notes with passages, and those of their passages that have a vector."""
        with self._index.reading() as db:
            notes = _next_notes(db, after)
            return notes, _rows(db, model, (after, notes[-1])) if notes else []

    def key_ranges(self) -> list[KeyRange]:
        """Return consecutive ranges that contain all keys, each of about `PASSAGES_PER_RANGE` passages."""
        with self._index.reading() as db:
            (passages,) = db.execute("SELECT count(*) FROM passage").fetchone()
        count = max(1, -(-passages // PASSAGES_PER_RANGE))
        # Keys are digests, so that equal intervals contain about equal numbers of them.
        limits = [b"", *((nth * 2**32 // count).to_bytes(4, "big") for nth in range(1, count)), AFTER_LAST_KEY]
        return list(pairwise(limits))

    def vectors_in(self, model: int, keys: KeyRange) -> list[StoredVector]:
        """Return the passages with these keys that have a vector, in the order of their keys."""
        with self._index.reading() as db:
            return [StoredVector(*row) for row in db.execute(
                "SELECT passage.note, passage.nth, vector.key, vector.vector FROM vector"
                " CROSS JOIN passage INDEXED BY passage_key ON passage.key = vector.key"
                " WHERE vector.model = ? AND vector.key >= ? AND vector.key < ? AND length(vector.vector) > 0",
                (model, *keys),
            )]  # fmt: skip

    def counts_in(self, model: int, keys: KeyRange) -> PassageCounts:
        """Return the counts of the passages with these keys."""
        sql = f"SELECT {COUNTS_SQL} FROM {PASSAGE_VECTORS_SQL} WHERE passage.key >= ? AND passage.key < ?"  # noqa: S608 - constants
        with self._index.reading() as db:
            return PassageCounts(*db.execute(sql, (model, *keys)).fetchone())

    def sample(self, model: int, limit: int) -> list[bytes]:
        """Return some vectors of the model. Keys are digests, so the smallest keys are a random sample."""
        with self._index.reading() as db:
            return [vector for (vector,) in db.execute(
                "SELECT vector FROM vector WHERE model = ? AND length(vector) > 0 ORDER BY key LIMIT ?", (model, limit)
            )]  # fmt: skip

    def write(self, model: int, dimensions: int, vectors: Sequence[tuple[bytes, bytes]]) -> VectorWriteResult:
        """Write these vectors by their keys. An empty vector marks a text that was refused."""
        result = VectorWriteResult()
        with self._index.writing() as db:
            db.execute("UPDATE model SET dimensions = ? WHERE id = ? AND dimensions = 0", (dimensions, model))
            for key, vector in vectors:
                notes = [note for (note,) in db.execute("SELECT note FROM passage WHERE key = ?", (key,))]
                if not notes:
                    continue  # its note has changed in the meantime
                is_new = db.execute(
                    "INSERT OR IGNORE INTO vector (model, key, vector) VALUES (?, ?, ?)", (model, key, vector)
                ).rowcount
                if is_new:
                    result.notes.update(notes)
                    result.count_change = result.count_change + PassageCounts(
                        0, len(notes), len(notes) if vector else 0
                    )
        return result

    def delete(self, model: int, keys: Iterable[bytes]) -> None:
        """Delete vectors that turned out to be damaged."""
        with self._index.writing() as db:
            db.executemany("DELETE FROM vector WHERE model = ? AND key = ?", [(model, key) for key in keys])

    def delete_orphans(self, keys: Iterable[bytes]) -> None:
        """Delete those of the vectors with these keys that belong to no passage."""
        with self._index.writing() as db:
            db.executemany(
                "DELETE FROM vector WHERE key = ? AND NOT EXISTS (SELECT 1 FROM passage WHERE passage.key = vector.key)"
                " AND model IN (SELECT id FROM model)",
                [(key,) for key in keys],
            )

    def delete_next_orphans(self, model: int, after: bytes) -> bytes:
        """Delete those of the next vectors that belong to no passage; return the next *after*, empty at the end."""
        with self._index.reading() as db:
            rows = db.execute(
                "SELECT key, EXISTS (SELECT 1 FROM passage WHERE passage.key = vector.key) FROM vector"
                " WHERE model = ? AND key > ? ORDER BY key LIMIT ?",
                (model, after, VECTORS_PER_STEP),
            ).fetchall()
        orphans = [key for key, used in rows if not used]
        if orphans:
            self.delete_orphans(orphans)
        return bytes(rows[-1][0]) if rows else b""


def _next_notes(db: sqlite3.Connection, after: int) -> list[int]:
    rows = db.execute("SELECT note FROM cut WHERE note > ? ORDER BY note LIMIT ?", (after, NOTES_PER_STEP))
    return [note for (note,) in rows]


def _rows(db: sqlite3.Connection, model: int, notes: tuple[int, int]) -> list[StoredVector]:
    """Return the passages of notes above the first number and up to the second one."""
    return [StoredVector(*row) for row in db.execute(
        # A cross join keeps this order; otherwise SQLite would scan all vectors for every page.
        "SELECT passage.note, passage.nth, passage.key, vector.vector FROM passage"
        " CROSS JOIN vector ON vector.model = ? AND vector.key = passage.key"
        " WHERE passage.note > ? AND passage.note <= ? AND length(vector.vector) > 0",
        (model, *notes),
    )]  # fmt: skip


class _PassageRow(NamedTuple):
    """A passage as stored, without its text."""

    key: bytes
    heading: str
    first_line: int
    last_line: int
    start: int
    finish: int


def _unembedded_passages(db: sqlite3.Connection, model: int, note: int) -> list[_PassageRow]:
    rows = db.execute(
        f"SELECT passage.key, heading, first_line, last_line, start, finish FROM {PASSAGE_VECTORS_SQL}"  # noqa: S608 - constants
        " WHERE passage.note = ? AND vector.key IS NULL ORDER BY passage.nth",
        (model, note),
    )
    return [_PassageRow(*row) for row in rows]


def _with_texts(stored: _NoteText, passages: list[_PassageRow]) -> Iterable[UnembeddedPassage]:
    """Yield the *passages* of a note with the texts to embed."""
    text = stored.text
    excluded = excluded_spans(text, len(stored.properties))
    for row in passages:
        embedded = text_in_context(stored.title, row.heading, passage_text(text, (row.start, row.finish), excluded))
        # If the note has changed since, it is chunked again, and this passage is embedded then.
        if passage_key(embedded) == row.key:
            yield UnembeddedPassage(
                bytes(row.key), EmbeddingText(embedded, stored.path, row.heading, row.first_line, row.last_line)
            )


VECTORS_PER_DELETION = 400
"""Vectors deleted in one step."""


class EmbeddingModel(Struct, frozen=True):
    """A model that has embedded passages of this vault."""

    id: int
    name: str
    title: str
    dimensions: int
    """Dimensions of its vectors; 0 before the first one."""
    complete: bool
    """Whether it has embedded every passage once."""


class EmbeddingModelStore:
    """The models whose vectors are in the index file."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def models(self) -> list[EmbeddingModel]:
        """Return all models, oldest first."""
        with self._index.reading() as db:
            return _models(db)

    def register(self, name: str, title: str) -> EmbeddingModel:
        """Return the model of that name; add it if it is new."""
        with self._index.reading() as db:
            known = next((model for model in _models(db) if model.name == name), None)
        if known is not None:
            return known  # A write would invalidate the file's checksum.
        with self._index.writing() as db:
            db.execute("INSERT OR IGNORE INTO model (name, title) VALUES (?, ?)", (name, title))
            return next(model for model in _models(db) if model.name == name)

    def mark_complete(self, model: int) -> None:
        """Record that this model has embedded everything."""
        with self._index.writing() as db:
            db.execute("UPDATE model SET complete = 1 WHERE id = ?", (model,))

    def delete_step(self, model: int) -> bool:
        """Delete some of a model's vectors, and the model once none are left. False once the model is deleted."""
        with self._index.writing() as db:
            deleted = db.execute(
                "DELETE FROM vector WHERE model = ? AND key IN (SELECT key FROM vector WHERE model = ? LIMIT ?)",
                (model, model, VECTORS_PER_DELETION),
            ).rowcount
            if not deleted:
                db.execute("DELETE FROM model WHERE id = ?", (model,))
            return bool(deleted)

    def delete_refused(self, model: int) -> None:
        """Delete the marks of refused texts, so that they are embedded again."""
        with self._index.writing() as db:
            db.execute("DELETE FROM vector WHERE model = ? AND length(vector) = 0", (model,))


def _models(db: sqlite3.Connection) -> list[EmbeddingModel]:
    rows = db.execute("SELECT id, name, title, dimensions, complete FROM model ORDER BY id")
    return [
        EmbeddingModel(number, name, title, dimensions, bool(done)) for number, name, title, dimensions, done in rows
    ]


ORPHANS_PER_STEP = 200
"""Vectors checked for an owning passage in one step."""


class EmbeddingStore:
    """Asynchronous access to passages, vectors and models, through one writer thread. Belongs to the event loop.

    A single step is a method of `passages`, `vectors` or `models`, called with `run`. The methods of this class take
    several steps and release the index between two of them.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self._thread = WorkerThread("meaning-write")
        self.passages = PassageStore(index)
        self.vectors = VectorStore(index)
        self.models = EmbeddingModelStore(index)
        self._connection: sqlite3.Connection | None = None

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call *function* in the writer thread."""
        return await self._thread.run(function, *args, **kwargs)

    async def aclose(self) -> None:
        """End the thread after the running calls."""
        await self._thread.aclose()

    async def is_new_file(self) -> bool:
        """Return whether the index file was replaced since the last call."""
        previous = self._connection
        self._connection = await self.run(self._reading_connection)
        return previous is not self._connection

    async def outdated_notes(self) -> list[OutdatedNote]:
        """Return every note whose passages do not match its text."""
        notes, after = await self.run(self.passages.outdated)
        while after:
            more, after = await self.run(self.passages.outdated, after)
            notes += more
        return notes

    async def removed_notes(self) -> list[int]:
        """Return every note with passages that was deleted or may not be embedded."""
        notes, after = await self.run(self.passages.removed)
        while after:
            more, after = await self.run(self.passages.removed, after)
            notes += more
        return notes

    async def unembedded_notes(self, model: EmbeddingModel) -> tuple[list[OutdatedNote], PassageCounts]:
        """Return every note with a passage that *model* has not embedded, and the counts over all notes."""
        if model.complete:
            # Most probably there is none, which the counts by key show in a fifth of the time.
            counts = await self.counts(model.id)
            if counts.done == counts.total:
                return [], counts
        notes, counts, after = await self.run(self.vectors.unembedded_notes, model.id)
        while after:
            more, counted, after = await self.run(self.vectors.unembedded_notes, model.id, after)
            notes, counts = notes + more, counts + counted
        return notes, counts

    async def counts(self, model: int) -> PassageCounts:
        """Return the counts over all notes."""
        counts = PassageCounts()
        for keys in await self.run(self.vectors.key_ranges):
            counts = counts + await self.run(self.vectors.counts_in, model, keys)
        return counts

    async def register(self, name: str, title: str) -> tuple[EmbeddingModel, list[EmbeddingModel]]:
        """Return the model of that name, added if it is new, and all others."""
        registered = await self.run(self.models.register, name, title)
        models = await self.run(self.models.models)
        return registered, [model for model in models if model.id != registered.id]

    async def delete_orphans(self, keys: Collection[bytes]) -> None:
        """Delete those of the vectors with these keys that belong to no passage."""
        remaining = list(keys)
        for start in range(0, len(remaining), ORPHANS_PER_STEP):
            await self.run(self.vectors.delete_orphans, remaining[start : start + ORPHANS_PER_STEP])

    async def delete_all_orphans(self, model: int) -> None:
        """Delete every vector of *model* that belongs to no passage."""
        after = b""
        while after := await self.run(self.vectors.delete_next_orphans, model, after):
            continue

    async def delete_model(self, model: int) -> None:
        """Delete a model with all its vectors."""
        while await self.run(self.models.delete_step, model):
            continue

    def _reading_connection(self) -> sqlite3.Connection:
        with self._index.reading() as db:
            return db
