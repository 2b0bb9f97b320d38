"""Tag rows: the tags of a vault as rows of a tree, of which some are open. Values; asks nobody."""

from collections.abc import Sequence, Set
from typing import Literal

from vaultdesk.index.index_results import TagCount
from vaultdesk.index.search.name_search import find_name_spans
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.ui.facts import number
from vaultdesk.ui.widgets.lists.fold_list import FoldRow

TagOrder = Literal["name", "count"]


class TagTree:
    """Tags under each other, in one order."""

    def __init__(self, tags: Sequence[TagCount], order: TagOrder) -> None:
        self._counts = {one.tag: one.notes for one in tags}
        self._below: dict[str, list[str]] = {}
        by_key = {one.tag.casefold(): one.tag for one in tags}
        for tag in self._counts:
            parent = by_key.get(tag.casefold().rpartition("/")[0], "")
            self._below.setdefault(parent, []).append(tag)
        for below in self._below.values():
            if order == "count":
                below.sort(key=lambda tag: (-self._counts[tag], tag.casefold()))
            else:
                below.sort(key=str.casefold)

    def parents(self) -> set[str]:
        """Return the tags that have others below them."""
        return {tag for tag in self._below if tag}

    def rows(self, opened: Set[str], words: str = "") -> list[FoldRow]:
        """Return the rows that are seen with these tags *opened*; with *words* those that have them, all opened."""
        wanted = fold_to_base(words.strip().lstrip("#"))
        kept = self._holding(wanted) if wanted else None
        found: list[FoldRow] = []
        waiting = [(tag, 0) for tag in reversed(self._below.get("", []))]
        while waiting:
            tag, depth = waiting.pop()
            if kept is not None and tag not in kept:
                continue
            below = self._below.get(tag, [])
            is_open = bool(below) and (kept is not None or tag in opened)
            found.append(self._row(tag, depth, not is_open if below else None, wanted))
            if is_open:
                waiting += [(other, depth + 1) for other in reversed(below)]
        return found

    def _row(self, tag: str, depth: int, folded: bool | None, wanted: str) -> FoldRow:
        name = tag.rpartition("/")[2] if depth else tag
        lit = find_name_spans(name, wanted) if wanted else ()
        return FoldRow(tag, name, right=number(self._counts[tag]), lit=lit, depth=depth, folded=folded, said=f"#{tag}")

    def _holding(self, wanted: str) -> set[str]:
        """Return the tags that hold *wanted*, with those above them."""
        kept: set[str] = set()
        by_key = {tag.casefold(): tag for tag in self._counts}
        for tag in self._counts:
            if wanted in fold_to_base(tag):
                above: str | None = tag
                while above is not None and above not in kept:
                    kept.add(above)
                    above = by_key.get(above.casefold().rpartition("/")[0])
        return kept
