"""Back and forward history of a tab, and the closed tabs that can be reopened."""

from msgspec import Struct

MAX_VISITS = 200
"""Maximum number of visits kept per tab."""


class Visit(Struct, frozen=True):
    """A visited note and its scroll position in pixels."""

    path: str
    scroll: int = 0


class TabHistory:
    """Visits of one tab. A new visit after going back discards the forward history."""

    def __init__(self) -> None:
        self._visits: list[Visit] = []
        self._current = -1

    @property
    def current(self) -> Visit | None:
        return self._visits[self._current] if self._visits else None

    @property
    def can_go_back(self) -> bool:
        return self._current > 0

    @property
    def can_go_forward(self) -> bool:
        return self._current + 1 < len(self._visits)

    def visit(self, path: str, scroll: int = 0) -> None:
        """Add *path*; the current visit was scrolled to *scroll*. Visiting the current note adds nothing."""
        self.leave(scroll)
        if self.current is not None and self.current.path == path:
            return
        del self._visits[self._current + 1 :]
        self._visits.append(Visit(path))
        del self._visits[:-MAX_VISITS]
        self._current = len(self._visits) - 1

    def leave(self, scroll: int) -> None:
        """Store the scroll position of the current visit."""
        if self.current is not None:
            self._visits[self._current] = Visit(self.current.path, scroll)

    def back(self, scroll: int = 0) -> Visit | None:
        """Go back; return None if there is no earlier visit."""
        return self._step(-1, scroll) if self.can_go_back else None

    def forward(self, scroll: int = 0) -> Visit | None:
        """Go forward; return None if there is no later visit."""
        return self._step(1, scroll) if self.can_go_forward else None

    def renamed(self, old: str, new: str) -> None:
        """Replace the path *old* by *new*."""
        self._visits = [Visit(new, visit.scroll) if visit.path == old else visit for visit in self._visits]

    def _step(self, step: int, scroll: int) -> Visit | None:
        self.leave(scroll)
        self._current += step
        return self.current


MAX_CLOSED_TABS = 30
"""Maximum number of closed tabs that can be reopened."""


class ClosedTab(Struct, frozen=True):
    """State of a closed tab."""

    path: str
    scroll: int = 0
    editing: bool = False
    history: TabHistory | None = None


class ClosedTabs:
    """Stack of closed tabs."""

    def __init__(self) -> None:
        self._tabs: list[ClosedTab] = []

    @property
    def last(self) -> ClosedTab | None:
        return self._tabs[-1] if self._tabs else None

    def push(self, tab: ClosedTab) -> None:
        self._tabs.append(tab)
        del self._tabs[:-MAX_CLOSED_TABS]

    def pop(self) -> ClosedTab | None:
        return self._tabs.pop() if self._tabs else None

    def renamed(self, old: str, new: str) -> None:
        """Replace the path *old* by *new*."""
        for number, tab in enumerate(self._tabs):
            if tab.history is not None:
                tab.history.renamed(old, new)
            if tab.path == old:
                self._tabs[number] = ClosedTab(new, tab.scroll, tab.editing, tab.history)
