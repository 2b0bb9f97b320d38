"""Back and forward history of a tab, and the closed tabs that can be reopened."""

from dataclasses import dataclass

MAX_VISITS = 200
"""Places kept; nobody goes back further, and each costs memory for as long as the tab lives."""


@dataclass(frozen=True)
class Visit:
    """One place: a note and how far it was scrolled, in pixels."""

    path: str
    scroll: int = 0


class TabHistory:
    """The visits of one tab. A new visit after going back forgets what was ahead."""

    def __init__(self) -> None:
        self._visits: list[Visit] = []
        self._now = -1

    @property
    def current(self) -> Visit | None:
        """Where the reader is."""
        return self._visits[self._now] if self._visits else None

    @property
    def can_go_back(self) -> bool:
        """Whether there is a visit before this one."""
        return self._now > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a visit after this one."""
        return self._now + 1 < len(self._visits)

    def visit(self, path: str, scroll_left: int = 0) -> None:
        """Go to *path*, leaving the present place at *scroll_left*. Going where one is adds nothing."""
        self.leave(scroll_left)
        if self.current is not None and self.current.path == path:
            return
        del self._visits[self._now + 1 :]
        self._visits.append(Visit(path))
        del self._visits[:-MAX_VISITS]
        self._now = len(self._visits) - 1

    def leave(self, scroll: int) -> None:
        """Remember how far the present place is scrolled."""
        if self.current is not None:
            self._visits[self._now] = Visit(self.current.path, scroll)

    def back(self, scroll_left: int = 0) -> Visit | None:
        """Go one back; None where there is nothing."""
        return self._step(-1, scroll_left) if self.can_go_back else None

    def forward(self, scroll_left: int = 0) -> Visit | None:
        """Go one forward; None where there is nothing."""
        return self._step(1, scroll_left) if self.can_go_forward else None

    def renamed(self, old: str, new: str) -> None:
        """The note at *old* is at *new* now."""
        self._visits = [Visit(new, visit.scroll) if visit.path == old else visit for visit in self._visits]

    def _step(self, step: int, scroll_left: int) -> Visit | None:
        self.leave(scroll_left)
        self._now += step
        return self.current


MAX_CLOSED_TABS = 30
"""Tabs that can be opened again."""


@dataclass(frozen=True)
class ClosedTab:
    """One tab as it was left."""

    path: str
    scroll: int = 0
    editing: bool = False
    history: TabHistory | None = None


class ClosedTabs:
    """A pile."""

    def __init__(self) -> None:
        self._tabs: list[ClosedTab] = []

    @property
    def last(self) -> ClosedTab | None:
        """The one that was closed last."""
        return self._tabs[-1] if self._tabs else None

    def push(self, tab: ClosedTab) -> None:
        """Lay *tab* on top."""
        self._tabs.append(tab)
        del self._tabs[:-MAX_CLOSED_TABS]

    def pop(self) -> ClosedTab | None:
        """Take the last one off."""
        return self._tabs.pop() if self._tabs else None

    def renamed(self, old: str, new: str) -> None:
        """The note at *old* is at *new* now."""
        for number, tab in enumerate(self._tabs):
            if tab.history is not None:
                tab.history.renamed(old, new)
            if tab.path == old:
                self._tabs[number] = ClosedTab(new, tab.scroll, tab.editing, tab.history)

    def drop(self, path: str) -> None:
        """Forget the note at *path*: it is gone."""
        self._tabs = [tab for tab in self._tabs if tab.path != path]
