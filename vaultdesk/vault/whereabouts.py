"""Whereabouts: where the note that a change left is now, as far as the journal knows. Reads the journal, no note."""

from bisect import bisect_right
from dataclasses import dataclass

from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import JournalEntry

PAGE = 1000
"""Changes read in one go."""


@dataclass(frozen=True, slots=True)
class Place:
    """What one note is known by: where it lies on the disk, or which deletion took it away."""

    path: str
    """Where it is, or was last."""
    gone: int = 0
    """The change at the beginning of the chain of undos and redos that last deleted it; 0 where it was not."""


class Whereabouts:
    """Follows notes through the changes after one. Other programs' moves are not in the journal, so not in here."""

    def __init__(self, journal: Journal, since: int) -> None:
        """Raises `JournalFailed`. Only changes from *since* on can be asked about."""
        self._journal = journal
        self._roots: dict[int, int] = {}
        self._leaving: dict[str, list[JournalEntry]] = {}
        self._returning: dict[int, list[JournalEntry]] = {}
        for entry in reversed(_since(journal, since)):
            if entry.kind in ("move", "delete"):
                self._leaving.setdefault(entry.path, []).append(entry)
            elif entry.kind == "create" and entry.undoes:
                self._returning.setdefault(self.root(entry), []).append(entry)

    def root(self, entry: JournalEntry) -> int:
        """Return the change at the beginning of a chain of undos and redos."""
        if entry.id not in self._roots:
            self._roots[entry.id] = root_of(self._journal, entry).id if entry.undoes else entry.id
        return self._roots[entry.id]

    def of(self, entry: JournalEntry) -> Place:
        """Return where the note that *entry* left, or took away, is now."""
        path = entry.new_path if entry.kind == "move" else entry.path
        place = Place(path, self.root(entry) if entry.kind == "delete" else 0)
        after = entry.id
        while True:
            if place.gone:
                next_one = _first(self._returning.get(place.gone, ()), after)
            else:
                next_one = _first(self._leaving.get(place.path, ()), after)
            if next_one is None:
                return place
            after = next_one.id
            match next_one.kind:
                case "move":
                    place = Place(next_one.new_path)
                case "delete":
                    place = Place(place.path, self.root(next_one))
                case _:
                    place = Place(next_one.path)


def root_of(journal: Journal, entry: JournalEntry) -> JournalEntry:
    """Return the change at the beginning of a chain of undos and redos."""
    while entry.undoes:
        before = journal.change(entry.undoes)
        if before is None:
            return entry
        entry = before
    return entry


def _since(journal: Journal, first: int) -> list[JournalEntry]:
    """Return the changes that were made from *first* on, the newest first."""
    found: list[JournalEntry] = []
    before: int | None = None
    while page := journal.changes(PAGE, before=before):
        found.extend(entry for entry in page if entry.id >= first and entry.state in ("done", "unconfirmed"))
        before = page[-1].id
        if before <= first:
            break
    return found


def _first(entries: "list[JournalEntry] | tuple[()]", after: int) -> JournalEntry | None:
    place = bisect_right(entries, after, key=lambda entry: entry.id)
    return entries[place] if place < len(entries) else None
