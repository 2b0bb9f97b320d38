"""LinkTable: which note leads to which, in memory, kept right as notes come and go. The rules are
vault/markdown/link_resolution.py's.

What a link means depends on the names in the vault: a new `House/Boiler.md` may take over links of others. So each
link is filed under the last name it may mean, and only links of a name that came or went are resolved again.
"""

import sys
from collections.abc import Iterable, Set
from itertools import islice

from vaultdesk.index.intake import link_key
from vaultdesk.index.multimap import Multimap
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import NOTE_SUFFIX


class LinkTable:
    """The links between notes. Belongs to one thread; `settle` before asking."""

    def __init__(self) -> None:
        self._targets: dict[str, tuple[str, ...]] = {}
        self._resolved: dict[str, tuple[str | None, ...]] = {}
        self.out: dict[str, tuple[str, ...]] = {}
        """By note: the other notes it links to, each once. Only to be read."""
        self.missing: dict[str, tuple[str, ...]] = {}
        """By note, where there are any: what it links to and is not there. Only to be read."""
        self._into = Multimap()
        """By note: the notes that link to it."""
        self._users = Multimap()
        """By last name: the notes with a link that may mean a note of this name."""
        self._unsettled: set[str] = set()

    def put(self, path: str, targets: Iterable[tuple[str, str]]) -> None:
        """Take in the links of the note at *path*: each target once, with its key, in the note's order."""
        self._forget_links(path)
        kept = dict(targets)
        self._targets[path] = tuple(kept)
        for target, key in kept.items():
            for may in _keys(target, key):
                self._users.add(may, path)
        self._unsettled.add(path)

    def drop(self, path: str) -> None:
        """Forget the links of the note at *path*."""
        self._forget_links(path)
        self._unsettled.discard(path)

    def renamed(self, path: str) -> None:
        """Take note that a note of this path came or went: links that may mean it are to be resolved again."""
        self._unsettled.update(self._users.under(link_key(path)))

    def settle(self, names: NoteNames, most: int = sys.maxsize) -> bool:
        """Resolve what is not resolved yet, of at most so many notes, with the names as now; whether that was all."""
        known: dict[tuple[str, str], str | None] = {}
        taken = list(islice(self._unsettled, most))
        for path in taken:
            folder = path.rpartition("/")[0]
            found: list[str | None] = []
            for target in self._targets.get(path, ()):
                # Beside the names, only the source's folder decides what a link means.
                place = (target, folder)
                if place not in known:
                    known[place] = _meant(target, path, names)
                found.append(known[place])
            self._unfile(path)
            resolved = tuple(found)
            others = tuple(other for other in dict.fromkeys(found) if other is not None and other != path)
            self._resolved[path] = resolved
            # Nearly always the same: one tuple then serves for both.
            self.out[path] = resolved if others == resolved else others  # type: ignore[assignment] # equal to others
            if None in found:
                pairs = zip(self._targets[path], found, strict=True)
                self.missing[path] = tuple(target for target, other in pairs if other is None)
            for target_path in found:
                if target_path is not None:
                    self._into.add(target_path, path)
        self._unsettled.difference_update(taken)
        return not self._unsettled

    def of(self, path: str) -> Iterable[tuple[str, str | None]]:
        """Return the links of a note: what is written, and the note it leads to; None where there is none."""
        return zip(self._targets.get(path, ()), self._resolved.get(path, ()), strict=True)

    def into(self, path: str) -> Set[str]:
        """Return the notes with a link to the one at *path*, itself among them where it has one. Only to be read."""
        return frozenset(self._into.under(path))

    def _forget_links(self, path: str) -> None:
        self._unfile(path)
        for target in self._targets.pop(path, ()):
            for may in _keys(target, link_key(target)):
                self._users.discard(may, path)

    def _unfile(self, path: str) -> None:
        self.out.pop(path, None)
        self.missing.pop(path, None)
        for target_path in self._resolved.pop(path, ()):
            if target_path is not None:
                self._into.discard(target_path, path)


def _meant(target: str, source: str, names: NoteNames) -> str | None:
    """As `link_resolution.resolve`, quicker for a bare name of which there is one file or none: then no order has to be
    found."""
    if target and "/" not in target and not target.startswith("."):
        for written in (target, target + NOTE_SUFFIX):
            named = names.ending_in(written)
            if len(named) > 1:
                break
            if named:
                return named[0]
        else:
            return None
    return link_resolution.resolve_link(target, source, names)


def _keys(target: str, key: str) -> set[str]:
    """Return the last names *target* may mean: `[[a.md]]` is `a.md`, and `a.md.md` where there is no such note."""
    return {key, link_key(target + NOTE_SUFFIX)} if target[-3:].lower() == NOTE_SUFFIX else {key}
