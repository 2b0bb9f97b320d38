"""ClosedTabs: the tabs that were closed, the last one first, with the ways back they had. Opens nothing."""

from dataclasses import dataclass

from vaultdesk.ui.note.history import History

MOST = 30
"""Tabs that can be opened again."""


@dataclass(frozen=True)
class ClosedTab:
    """One tab as it was left."""

    path: str
    scroll: int = 0
    editing: bool = False
    history: History | None = None


class ClosedTabs:
    """A pile."""

    def __init__(self) -> None:
        self._pile: list[ClosedTab] = []

    @property
    def last(self) -> ClosedTab | None:
        """The one that was closed last."""
        return self._pile[-1] if self._pile else None

    def put(self, tab: ClosedTab) -> None:
        """Lay *tab* on top."""
        self._pile.append(tab)
        del self._pile[:-MOST]

    def take(self) -> ClosedTab | None:
        """Take the last one off."""
        return self._pile.pop() if self._pile else None

    def renamed(self, old: str, new: str) -> None:
        """The note at *old* is at *new* now."""
        for number, tab in enumerate(self._pile):
            if tab.history is not None:
                tab.history.renamed(old, new)
            if tab.path == old:
                self._pile[number] = ClosedTab(new, tab.scroll, tab.editing, tab.history)

    def drop(self, path: str) -> None:
        """Forget the note at *path*: it is gone."""
        self._pile = [tab for tab in self._pile if tab.path != path]
