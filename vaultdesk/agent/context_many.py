"""Context many: which notes of a folder or with a tag are laid beside a question, where they are too many to all go.

Those that fit the question come first, then those changed last. What the vault's owner excluded, and what a privacy
rule closes to whoever is asked, is not offered.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vaultdesk.core.destination import Destination
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search.passage_search import PassageQuery, PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.runtime.agent_scope import folder_parts, is_in_folder
from vaultdesk.tools.runtime.approval_text import count_notes
from vaultdesk.tools.runtime.policy import NotePrivacy
from vaultdesk.vault.note_path import same_name_key

MOST_NOTES = 30
"""Notes of one folder or tag: more than a model reads with care."""

MOST_BYTES = 120_000
"""Bytes of them all: some 30,000 tokens."""

QUESTION_USED = 1_000
"""Characters of the question that notes are held against."""

PASSAGES = 60
"""Passages asked for; several may be of one note."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen of a folder or tag."""

    paths: tuple[str, ...]
    left_out: int = 0
    """Notes that would be there, too, if there were room."""
    private: int = 0
    """Notes that a privacy rule closes to whoever is asked."""

    def told(self, name: str) -> str:
        """Return what whoever is asked is told of it; empty where all is there."""
        if self.left_out:
            went = count_notes(len(self.paths), "note")
            return f"Of {name} {went} went with the question; {self.left_out:,} more were left out."
        return "" if self.paths else f"There are no notes in {name}."

    def remark(self, name: str) -> str:
        """Return what the person alone is told of it."""
        return f"{count_notes(self.private, 'private note')} of {name} stayed on this computer." if self.private else ""


class ContextMany:
    """Chooses among the notes of one vault."""

    def __init__(self, searcher: Searcher, passages: PassageSearch, privacy: NotePrivacy) -> None:
        self._searcher = searcher
        self._passages = passages
        self._privacy = privacy

    async def choose(self, by_tag: bool, target: str, question: str, destination: Destination) -> Chosen:
        """Return the notes of the folder *target*, or with that tag. Raises `IndexFailed`."""
        fits = _with_tag(target) if by_tag else _in_folder(target)

        def ask(table: NoteTable) -> list[NoteFacts]:
            return [facts for facts in table.facts.values() if not facts.excluded and fits(facts)]

        found = await self._searcher.over_facts(ask)
        open_ = [facts for facts in found if self._privacy.standing(facts.path, destination) != "closed"]
        taken = _within(sorted(open_, key=lambda facts: facts.path_key))
        if len(taken) < len(open_):
            taken = _within(await self._best(open_, question))
        paths = tuple(facts.path for facts in taken)
        return Chosen(paths, len(open_) - len(paths), len(found) - len(open_))

    async def _best(self, notes: Sequence[NoteFacts], question: str) -> list[NoteFacts]:
        """Return *notes*, those that fit the question first."""
        by_path = {facts.path: facts for facts in notes}
        newest = sorted(notes, key=lambda facts: -facts.modified_ns)
        asked = question.strip()[:QUESTION_USED]
        if not asked:
            return newest
        found = await self._passages.find(PassageQuery(asked, limit=PASSAGES), by_path.__contains__)
        fitting = (one.path for one in found)
        return [by_path[path] for path in dict.fromkeys((*fitting, *(facts.path for facts in newest)))]


def _within(notes: Sequence[NoteFacts]) -> list[NoteFacts]:
    """Return the first of *notes* that there is room for."""
    taken: list[NoteFacts] = []
    room = MOST_BYTES
    for facts in notes[:MOST_NOTES]:
        room -= facts.size
        if room < 0 and taken:
            break
        taken.append(facts)
    return taken


def _in_folder(folder: str) -> Callable[[NoteFacts], bool]:
    parts = folder_parts(folder.strip("/"))
    return lambda facts: parts is not None and is_in_folder(facts.path, parts)


def _with_tag(tag: str) -> Callable[[NoteFacts], bool]:
    key = same_name_key(tag.removeprefix("#").strip("/"))
    return lambda facts: any(other == key or other.startswith(f"{key}/") for other in facts.tag_keys)
