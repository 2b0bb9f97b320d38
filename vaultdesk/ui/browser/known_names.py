"""KnownNames: the vault's tags, properties and their values, asked of the index once and kept until it changes."""

from collections import Counter
from typing import Literal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.query_syntax.property_match import scalars, value_as_query
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.browser.completing import LONGEST_VALUE, Choice, Unfinished, fitting
from vaultdesk.ui.browser.query_field import QueryField
from vaultdesk.vault.note_path import same_name_key


class KnownNames:
    """Answers for the field; `forget` says that notes have changed."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self._kept: dict[tuple[str, str], list[Choice]] = {}

    async def of(self, kind: Literal["tag", "property", "value"], name: str = "") -> list[Choice]:
        """Return all names of this *kind*; the values are those of the property *name*. Raises `IndexFailed`."""
        key = (kind, same_name_key(name))
        if key not in self._kept:
            match kind:
                case "tag":
                    self._kept[key] = [Choice(one.tag, one.notes) for one in await self._searcher.tags()]
                case "property":
                    self._kept[key] = await self._searcher.over_facts(_properties)
                case "value":
                    self._kept[key] = await self._searcher.over_facts(lambda table: _values(table, key[1]))
        return self._kept[key]

    async def answer(self, field: QueryField, typing: Unfinished) -> None:
        """Offer in *field* the names that what is typed may become."""
        try:
            names = await self.of(typing.kind, typing.of)
        except VaultDeskError:
            return  # the search itself says that the index fails
        field.offer(typing, fitting(typing.typed, names))

    def forget(self) -> None:
        """Ask again next time."""
        self._kept.clear()


def _properties(table: NoteTable) -> list[Choice]:
    """Count the properties of all notes."""
    return _joined(Counter(name for facts in table.facts.values() for name in facts.properties))


def _values(table: NoteTable, wanted: str) -> list[Choice]:
    """Count the values of the property *wanted* in all notes, in each note once; long ones are left out."""
    counts = Counter[str]()
    for facts in table.facts.values():
        mine = (value for name, value in facts.properties.items() if same_name_key(name) == wanted)
        texts = {value_as_query(item) for value in mine for item in scalars(value)}
        counts.update(text for text in texts if 0 < len(text) <= LONGEST_VALUE)
    return _joined(counts)


def _joined(counts: Counter[str]) -> list[Choice]:
    """Return what was counted, differently written names under the commonest spelling."""
    names: dict[str, Choice] = {}
    for name, count in counts.most_common():
        first = names.get(name.casefold())
        names[name.casefold()] = Choice(first.name, first.count + count) if first else Choice(name, count)
    return list(names.values())
