"""Own words: what a person called right, for all vaults. Kept beside the settings, as a list that can be edited."""

from vaultdesk.core.json_store import JsonStore

MOST = 20_000
"""Words kept; the ones added first go first."""

_NAME = "words"


class OwnWords:
    """Read once. `load`, `add` and `remove` block for as long as a disk takes."""

    def __init__(self, store: JsonStore) -> None:
        self._store = store
        self._words: dict[str, None] = {}
        """In the order they were added."""

    def load(self) -> None:
        """Read the file."""
        kept = self._store.get(_NAME)
        if isinstance(kept, list):
            self._words = dict.fromkeys(one for one in kept if isinstance(one, str))

    def __contains__(self, word: str) -> bool:
        """Whether *word* is right: as it was added, at the beginning of a sentence, or with an 's."""
        return self.kept(word) is not None

    def kept(self, word: str) -> str | None:
        """Return the word that was added and makes *word* right."""
        if not self._words:
            return None
        bare = word.removesuffix("'s")
        found = (one for one in (word, bare, word.lower(), bare.lower()) if one in self._words)
        return next(found, None)

    def add(self, word: str) -> None:
        """Keep *word*."""
        self._words = dict.fromkeys([*self._words, word][-MOST:])
        self._store.put(_NAME, list(self._words))

    def remove(self, word: str) -> None:
        """Forget *word*."""
        self._words = {one: None for one in self._words if one != word}
        self._store.put(_NAME, list(self._words))
