"""Known: the names and values of properties in the notes of a vault, for completion. Asks the index; shows nothing."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.vault.frontmatter.frontmatter import JsonValue

MOST_VALUES = 300
"""Values of one property that are offered."""

LONGEST = 80
"""Characters of a value that is offered; longer ones are sentences nobody repeats."""


@dataclass
class Known:
    """What is written in the vault's heads, the most usual first."""

    names: tuple[str, ...] = ()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the casefolded name."""
    samples: Mapping[str, JsonValue] = field(default_factory=dict)
    """One value of each name, by which its kind is guessed."""
    tags: tuple[str, ...] = ()

    def offered(self, name: str) -> tuple[str, ...]:
        """Return the values that are offered for the property *name*."""
        key = name.casefold()
        return self.tags if key in ("tags", "tag") else self.values.get(key, ())


async def known_properties(searcher: Searcher) -> Known:
    """Return what the index knows; nothing where it does not work."""
    try:
        known = await searcher.over_facts(_counted)
        tags = await searcher.tags()
    except IndexFailed:
        return Known()  # The status line tells; there is no completion then.
    known.tags = tuple(tag.tag for tag in sorted(tags, key=lambda tag: -tag.notes))
    return known


def _counted(table: NoteTable) -> Known:
    """Count names and values; runs in the index's thread."""
    names: Counter[str] = Counter()
    values: dict[str, Counter[str]] = {}
    samples: dict[str, JsonValue] = {}
    for facts in table.facts.values():
        for name, value in facts.properties.items():
            names[name] += 1
            counted = values.setdefault(name.casefold(), Counter())
            if value not in (None, "", []):
                samples.setdefault(name.casefold(), value)
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, str) and 0 < len(item) <= LONGEST and len(counted) < 10 * MOST_VALUES:
                    counted[item] += 1
    return Known(
        tuple(name for name, _ in names.most_common()),
        {name: tuple(value for value, _ in counted.most_common(MOST_VALUES)) for name, counted in values.items()},
        samples,
    )
