"""KnownNames: the tags and property names of the vault, asked of the index once and kept until it changes."""

from collections import Counter
from typing import Literal

from vaultdesk.errors import VaultDeskError
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.searcher import Searcher
from vaultdesk.ui.browser.completing import Choice, Unfinished, fitting
from vaultdesk.ui.browser.query_field import QueryField


class KnownNames:
    """Answers for the field; `forget` says that notes have changed."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self._kept: dict[str, list[Choice]] = {}

    async def of(self, kind: Literal["tag", "property"]) -> list[Choice]:
        """Return all names of this *kind*. Raises `IndexFailed`."""
        if kind not in self._kept:
            if kind == "tag":
                self._kept[kind] = [Choice(one.tag, one.notes) for one in await self._searcher.tags()]
            else:
                self._kept[kind] = await self._searcher.over_facts(_properties)
        return self._kept[kind]

    async def answer(self, field: QueryField, typing: Unfinished) -> None:
        """Offer in *field* the names that what is typed may become."""
        try:
            names = await self.of(typing.kind)
        except VaultDeskError:
            return  # the search itself says that the index fails
        field.offer(typing, fitting(typing.typed, names))

    def forget(self) -> None:
        """Ask again next time."""
        self._kept.clear()


def _properties(table: NoteTable) -> list[Choice]:
    """Count the properties of all notes, differently written ones under the commonest spelling."""
    counts = Counter(name for facts in table.facts.values() for name in facts.properties)
    names: dict[str, Choice] = {}
    for name, count in counts.most_common():
        first = names.get(name.casefold())
        names[name.casefold()] = Choice(first.name, first.count + count) if first else Choice(name, count)
    return list(names.values())
