"""WaitingTexts: the early texts as one reader of the index has taken them over: those that wait for their commit."""

from collections.abc import Set as AbstractSet

from vaultdesk.index.early_texts import EarlyTexts


class WaitingTexts:
    """Belongs to one thread."""

    def __init__(self, early: EarlyTexts) -> None:
        self.by_path: dict[str, bytes] = {}
        """Only to be read."""
        self._early = early
        self._version = -1

    def refresh(self) -> AbstractSet[str]:
        """Take over what was put and dropped since the last time; return the paths of these."""
        now = self._early.since(self._version)
        if now.version == self._version:
            return frozenset()
        self._version = now.version
        over = self.by_path if now.all_over else {}
        if now.all_over:
            self.by_path = {}
        for path, text in now.texts.items():
            if text is not None:
                self.by_path[path] = text
            else:
                self.by_path.pop(path, None)
        return now.texts.keys() | over.keys()
