"""PassageSearch: the passages that answer a question, by their words, by what they mean and by how notes are linked.

Works without the search by meaning too. Nothing is asked of the index in one long step: others' questions come between.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from vaultdesk.index.cut_note import CutNote, cut_notes
from vaultdesk.index.found_passage import FoundPassage
from vaultdesk.index.meaning.meaning import Meaning
from vaultdesk.index.meaning.near import NearPassage
from vaultdesk.index.passage_candidates import Candidates, Sees, Window, candidates, paths_within, with_letters
from vaultdesk.index.passage_fusion import gathered, ranked
from vaultdesk.index.passage_links import links_between
from vaultdesk.index.passage_made import made
from vaultdesk.index.passage_ranking import Counted, by_words, counted
from vaultdesk.index.passage_words import asked_of
from vaultdesk.index.searcher import Searcher
from vaultdesk.index.word_forms import wanted

T = TypeVar("T")

NOTES_A_STEP = 10
"""Notes cut and counted at a time: some 5 ms of the index's one reading thread."""

MOST_RANKED = 100
"""Passages by words that have a place: what stands behind is not lifted into ten by anything."""

MOST_NEAR = 50
"""Passages asked of the search by meaning."""

LINKED_NOTES = 20
"""Best notes among which links are counted."""


@dataclass(frozen=True, slots=True)
class PassageQuery:
    """What is asked."""

    text: str
    salient_terms: tuple[str, ...] = ()
    """Words or short phrases that matter most; they weigh more than the words of `text`."""
    modified_from_ns: int | None = None
    modified_to_ns: int | None = None
    limit: int = 10
    use_meaning: bool = True

    @property
    def window(self) -> Window:
        """When a note must have been changed."""
        return Window(self.modified_from_ns, self.modified_to_ns)


class PassageSearch:
    """Answers questions with passages. Holds nothing of its own."""

    def __init__(self, searcher: Searcher, meaning: Meaning | None) -> None:
        self._searcher = searcher
        self._meaning = meaning

    async def find(self, query: PassageQuery, sees: Sees | None = None) -> list[FoundPassage]:
        """Return the best passages of the notes that *sees* lets through, best first.

        *sees* is asked in the index's thread, before anything is counted or limited.
        """
        see = await self._within(query.window, sees or _everything)
        sought, by_word = await self._by_words(query, see)
        near = await self._near(query, see)
        notes = {one.note.path: one.note for one in by_word}
        await self._cut([one.note for one in near if one.path not in notes], notes, see)
        found = gathered(by_word, near, notes)
        top = list(dict.fromkeys(path for _, (path, _) in ranked(found, notes, {})))[:LINKED_NOTES]
        links = await self._searcher.over_index(lambda hay, db: links_between(hay, db, top, see))
        return [
            made(notes[path], nth, score, found[path, nth], sought, links[path])
            for score, (path, nth) in ranked(found, notes, links)[: max(0, query.limit)]
        ]

    async def _within(self, window: Window, sees: Sees) -> Sees:
        if window.is_open:
            return sees
        within = await self._searcher.over_index(lambda _, db: paths_within(db, window))
        return lambda path: path in within and sees(path)

    async def _by_words(self, query: PassageQuery, sees: Sees) -> tuple[Candidates, list[Counted]]:
        asked = asked_of(query.text, query.salient_terms)
        known = await self._searcher.over_index(lambda _, db: [wanted(db, one) for one in asked])
        sought = await self._searcher.over_index(lambda _, db: candidates(db, known, query.window, sees))
        if sought.needles:
            by_words_alone = sought
            sought = await self._searcher.over_texts(
                lambda hay, db: with_letters(hay, db, by_words_alone, query.window, sees)
            )
        passages: list[Counted] = []
        for some in _steps(sought.notes):
            passages += await self._searcher.over_index(
                lambda _, db, some=some: [  # type: ignore[misc] # a lambda's default has no type
                    one for note in cut_notes(db, some) for one in counted(note, sought.wanted, sought.needles)
                ]
            )
        best = by_words(passages, sought.wanted, sought.known)
        return sought, [passage for _, passage in best[:MOST_RANKED]]

    async def _near(self, query: PassageQuery, sees: Sees) -> list[NearPassage]:
        if self._meaning is None or not query.use_meaning or not self._meaning.ready:
            return []
        return await self._meaning.nearest(query.text, MOST_NEAR, sees)

    async def _cut(self, missing: Sequence[int], notes: dict[str, CutNote], sees: Sees) -> None:
        """Have these notes too, cut, as far as they are seen."""
        for some in _steps(list(dict.fromkeys(missing))):
            cut = await self._searcher.over_index(lambda _, db, some=some: cut_notes(db, some))  # type: ignore[misc] # mypy infers no lambda with a default
            notes.update((note.path, note) for note in cut if sees(note.path))


def _steps(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[start : start + NOTES_A_STEP] for start in range(0, len(items), NOTES_A_STEP)]


def _everything(path: str) -> bool:
    return True
