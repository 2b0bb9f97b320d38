"""Related: what stands beside an open note: related notes and passages, unlinked mentions, likely duplicates.

Computed from the index and its vectors alone: no model is asked, and nothing leaves this computer.
"""

from collections.abc import Sequence
from typing import TypeVar

from vaultdesk.index import duplicates
from vaultdesk.index.cut_note import cut_note
from vaultdesk.index.duplicates import Twins
from vaultdesk.index.found_passage import FoundPassage
from vaultdesk.index.meaning.meaning import Meaning
from vaultdesk.index.mentions import Mention, mentions_in, names_of, naming
from vaultdesk.index.network import Network
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.passage_candidates import Candidates
from vaultdesk.index.passage_fusion import Evidence
from vaultdesk.index.passage_made import made
from vaultdesk.index.passage_search import PassageQuery, PassageSearch
from vaultdesk.index.related_notes import RelatedNote, related_notes
from vaultdesk.index.searcher import Searcher

__all__ = ["Mention", "Related", "RelatedNote", "Twins"]

T = TypeVar("T")

NEAR_PASSAGES = 60
"""Passages asked for by meaning: several may be of one note."""

MENTIONED_A_STEP, MARKED_A_STEP, COMPARED_A_STEP = 20, 500, 20
"""Notes looked at between two turns of the index's thread: some 10 ms each."""

NOTHING_ASKED = Candidates((), (), frozenset(), 0)


class Related:
    """Answers for the note that is open. Holds nothing of its own."""

    def __init__(self, searcher: Searcher, meaning: Meaning | None) -> None:
        self._searcher = searcher
        self._meaning = meaning

    async def notes(self, path: str, limit: int = 20) -> list[RelatedNote]:
        """Return the notes related to the one at *path*, those it has no link with first; none where it is unknown."""
        ready = self._meaning is not None and self._meaning.ready
        near = await self._meaning.near_note(path, NEAR_PASSAGES) if ready and self._meaning is not None else []

        def ask(table: NoteTable) -> list[RelatedNote]:
            network = Network(table, _everything)
            return related_notes(network, path, near, limit) if network.facts(path) is not None else []

        return await self._searcher.over_facts(ask)

    async def passages(self, path: str, line: int, limit: int = 10) -> list[FoundPassage]:
        """Return passages of other notes about what stands on *line*: by meaning, or by words where it is not ready."""
        if self._meaning is None or not self._meaning.ready:
            return await self._by_words(path, line, limit)
        found: list[FoundPassage] = []
        for rank, near in enumerate(await self._meaning.near_passage(path, line, limit), 1):
            note = await self._searcher.over_index(lambda _, db, other=near.path: cut_note(db, other))  # type: ignore[misc] # a lambda's default has no type
            chunk = note.holding(near.start, near.end) if note is not None else None
            if note is not None and chunk is not None:
                evidence = Evidence(meaning_rank=rank, similarity=near.similarity)
                found.append(made(note, chunk.nth, max(0.0, near.similarity), evidence, NOTHING_ASKED))
        return found

    async def mentions(self, path: str, limit: int = 100) -> list[Mention]:
        """Return where other notes name the one at *path*, or an alias of it, without a link there."""
        names = await self._searcher.over_index(lambda _, db: names_of(db, path))
        if not names:
            return []
        notes = await self._searcher.over_texts(lambda hay, db: naming(hay, db, path, names))
        found: list[Mention] = []
        for some in _steps(notes, MENTIONED_A_STEP):
            found += await self._searcher.over_index(lambda _, db, some=some: mentions_in(db, some, names))  # type: ignore[misc] # mypy infers no lambda with a default
            if len(found) >= limit:
                break
        return found[: max(0, limit)]

    async def duplicates(self, limit: int = 200) -> list[Twins]:
        """Return notes that are likely the same: those of the same text first, then by name, then by meaning."""
        straws = await self._searcher.over_index(
            lambda hay, db: [one for one in hay.straws(db) if not one.excluded and one.kind == "note"]
        )
        marks: dict[str, bytes] = {}
        for some in _steps([straw.note for straw in straws], MARKED_A_STEP):
            marks |= await self._searcher.over_index(lambda _, db, some=some: duplicates.text_marks(db, some))  # type: ignore[misc] # mypy infers no lambda with a default
        found = duplicates.same_texts(marks)
        paths = {straw.path for straw in straws}
        found += duplicates.without_known(await self._by_name(duplicates.alike_names(paths), limit), found)
        if self._meaning is not None and self._meaning.ready:
            alike = await self._meaning.alike_notes(limit=limit)
            twins = [Twins(min(a, b), max(a, b), near, "meaning") for a, b, near in alike if {a, b} <= paths]
            found += duplicates.without_known(twins, found)
        return found[: max(0, limit)]

    async def _by_words(self, path: str, line: int, limit: int) -> list[FoundPassage]:
        note = await self._searcher.over_index(lambda _, db: cut_note(db, path))
        chunk = note.on_line(line) if note is not None else None
        if chunk is None:
            return []
        search = PassageSearch(self._searcher, None)
        return await search.find(PassageQuery(chunk.in_context(""), limit=limit), lambda other: other != path)

    async def _by_name(self, pairs: Sequence[tuple[str, str]], most: int) -> list[Twins]:
        found: list[Twins] = []
        for some in _steps(pairs, COMPARED_A_STEP):
            shares = await self._searcher.over_index(
                lambda _, db, some=some: [duplicates.shared_words(db, *pair) for pair in some]  # type: ignore[misc] # mypy infers no lambda with a default
            )
            found += [
                Twins(*pair, share, "name")
                for pair, share in zip(some, shares, strict=True)
                if share >= duplicates.LEAST_SHARED
            ]
            if len(found) >= most:
                break
        return found


def _steps(items: Sequence[T], size: int) -> list[Sequence[T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def _everything(path: str) -> bool:
    return True
