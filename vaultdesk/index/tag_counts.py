"""Tag counts: every tag with those above it, and how many notes carry it or one below it. Reads no text."""

from collections import Counter

from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.results import TagCount

DEEPEST = 40
"""Levels of a tag that are told apart; what is deeper counts for the level above."""


def tag_counts(table: NoteTable) -> list[TagCount]:
    """Return every tag, and every one that only stands above others, by name; a note counts once for each."""
    counts: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    # Most notes share their tags with others: what a set of them comes to is worked out once.
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    for facts in table.facts.values():
        if facts.excluded or not facts.tag_keys:
            continue
        above = known.get(facts.tag_keys)
        if above is None:
            met: dict[str, str] = {}
            for tag, key in zip(facts.tags, facts.tag_keys, strict=True):
                _add_levels(met, tag, key)
            for key, tag in met.items():
                spelled.setdefault(key, tag)
            above = known[facts.tag_keys] = tuple(met)
        counts.update(above)
    return [TagCount(spelled[key], counts[key]) for key in sorted(counts)]


def _add_levels(met: dict[str, str], tag: str, key: str) -> None:
    parts, keys = tag.split("/")[:DEEPEST], key.split("/")[:DEEPEST]
    for end in range(1, len(keys) + 1):
        met.setdefault("/".join(keys[:end]), "/".join(parts[:end]))
