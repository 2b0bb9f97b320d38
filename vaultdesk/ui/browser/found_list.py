"""FoundList: what a search found, notes with their passages; keeps its place while answers take each other's."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.index.index_results import Hit, NotePassages
from vaultdesk.ui.browser.found_rows import FoundPlace, found_rows
from vaultdesk.ui.widgets.lists.fold_list import FoldList


class FoundList(FoldList):
    """Enter and a click open a passage; the arrows go from one to the next."""

    opened = Signal(object, bool)
    """A `Hit`, its passage the one that is meant, and whether a new tab was asked for."""
    more_asked = Signal(str)
    """All passages of the note at this path are wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self.setAccessibleName(self.tr("Search results"))
        self._hits: Sequence[Hit] = ()
        self._known: dict[str, NotePassages] = {}
        self._folded: set[str] = set()
        self._whole: set[str] = set()
        self._places: dict[str, FoundPlace] = {}
        self.chosen.connect(self._choose)
        self.folding.connect(self._fold_note)

    def show_hits(self, hits: Sequence[Hit], known: Mapping[str, NotePassages], *, same_question: bool) -> None:
        """Show *hits* with what is *known* of their passages; with the same question the place is kept."""
        if not same_question:
            self._folded.clear()
            self._whole.clear()
        # What was known of the others stays until it is asked for anew: rows that go and come again would jump.
        self._hits, self._known = tuple(hits), {**self._known, **known} if same_question else dict(known)
        self._renew(keep=same_question)
        for hit in self._hits:
            if hit.path in self._whole:
                self.more_asked.emit(hit.path)

    def learn(self, known: Mapping[str, NotePassages]) -> None:
        """Take in further passages; those that were known of the same notes go."""
        for path, one in known.items():
            before = self._known.get(path)
            # Some of them take no place of all of them.
            if path not in self._whole or before is None or len(one.passages) >= min(one.count, len(before.passages)):
                self._known[path] = one
        self._renew(keep=True)

    def paths(self) -> list[str]:
        """Return the notes that are shown, in their order."""
        return [hit.path for hit in self._hits]

    def passages(self) -> int:
        """Return how many passages are known of."""
        return sum(self._known[hit.path].count for hit in self._hits if hit.path in self._known)

    def knows_all(self) -> bool:
        """Return whether the passages of every note are known."""
        return all(hit.path in self._known for hit in self._hits)

    def first(self) -> Hit | None:
        """Return the first note with its first passage."""
        row = self.shown.row(0)
        return self._places[row.key].hit if row is not None else None

    def current_hit(self) -> Hit | None:
        """Return the passage that is current."""
        row = self.current()
        place = self._places.get(row.key) if row is not None else None
        return place.hit if place is not None and not place.more else None

    def fold_all(self, *, folded: bool) -> None:
        """Hide all passages, or show them."""
        self._folded = {hit.path for hit in self._hits} if folded else set()
        self._renew(keep=True)

    def _renew(self, *, keep: bool) -> None:
        rows, self._places = found_rows(self._hits, self._known, self._folded, self._whole)
        self.show_rows(rows, keep=keep)

    def _choose(self, key: str, new_tab: bool) -> None:
        place = self._places.get(key)
        if place is None:
            return
        if place.more:
            self._whole.add(place.hit.path)
            self._renew(keep=True)
            self.more_asked.emit(place.hit.path)
        else:
            self.opened.emit(place.hit, new_tab)

    def _fold_note(self, key: str) -> None:
        place = self._places.get(key)
        if place is not None:
            self._folded ^= {place.hit.path}
            self._renew(keep=True)
            self.go_to(f"note {place.hit.path}" if place.hit.path in self._folded else key)
