"""Ignored words: what is right in one note only, for the notes of one vault; kept for the next start."""

from vaultdesk.core.json_store import JsonStore

MOST = 500
"""Words kept of one note; the ones ignored first go first."""


class IgnoredWords:
    """Asks its store once; `load`, `add` and `moved` block for as long as a disk takes."""

    def __init__(self, store: JsonStore) -> None:
        self._store = store

    def load(self) -> None:
        """Read the file."""
        self._store.load()

    def of(self, path: str) -> frozenset[str]:
        """Return the words that are right in the note at *path*."""
        return frozenset(self._listed(path))

    def add(self, path: str, word: str) -> None:
        """Let *word* be right in the note at *path*."""
        kept = [one for one in self._listed(path) if one != word]
        self._store.put(path, list([*kept, word][-MOST:]))

    def moved(self, old: str, new: str) -> None:
        """The note at *old* is at *new* now."""
        words = self._listed(old)
        if words:
            self._store.put(new, list(words))
            self._store.put(old, None)

    def _listed(self, path: str) -> list[str]:
        kept = self._store.get(path)
        return [one for one in kept if isinstance(one, str)] if isinstance(kept, list) else []
