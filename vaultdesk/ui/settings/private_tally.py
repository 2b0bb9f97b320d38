"""Private tally: which notes are private, and by which rule. Reckoned in a thread from plain values; reads no file."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.privacy.known_notes import NoteFactsLookup
from vaultdesk.privacy.rule_matcher import NoteMarks, compile_rules
from vaultdesk.ui.browser.tree_nodes import natural_key
from vaultdesk.vault.note_path import same_name_key


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """One private note."""

    path: str
    rule: PrivacyRule
    """The strictest that makes it so."""


@dataclass(frozen=True, slots=True)
class PrivateTally:
    """What the rules come to today."""

    counts: tuple[int, ...] = ()
    """How many notes each rule means, in the rules' order."""
    notes: tuple[PrivateNote, ...] = ()
    """Every private note, by path."""
    total: int = 0
    """All notes that are known."""
    doubted: int = 0
    """Notes that cannot be read: every rule on tags and properties may mean them."""


def tally(rules: Sequence[PrivacyRule], marks: Mapping[str, NoteMarks | None]) -> PrivateTally:
    """Return what *rules* come to for notes with *marks*."""
    fittings = compile_rules(rules)
    places = {id(rule): place for place, rule in enumerate(rules)}
    counts = [0] * len(rules)
    notes = []
    for path in sorted(marks, key=natural_key):
        key, known = same_name_key(path), marks[path]
        found: PrivacyRule | None = None
        for fitting in fittings:  # the strictest first
            if fitting.fits(key, known):
                counts[places[id(fitting.rule)]] += 1
                found = found or fitting.rule
        if found is not None:
            notes.append(PrivateNote(path, found))
    doubted = sum(1 for known in marks.values() if known is None)
    return PrivateTally(tuple(counts), tuple(notes), len(marks), doubted)


async def tally_now(rules: Sequence[PrivacyRule], known: NoteFactsLookup) -> PrivateTally:
    """Return what *rules* come to for the notes *known* at this moment; the reckoning is done off the loop."""
    marks = {path: known.marks(path) for path in known.paths()}
    return await asyncio.to_thread(tally, tuple(rules), marks)
