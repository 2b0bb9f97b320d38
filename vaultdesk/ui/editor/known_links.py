"""Known links: which names in a note lead to a note, asked in the background and kept. Draws nothing."""

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import IndexFailed
from vaultdesk.ui import bridge

Resolve = Callable[[str, str], Awaitable[str | None]]
"""Returns the path of the note that a name means in the note at a path; None where there is none."""

MOST_KEPT = 5_000
"""Names kept; a note with more links is asked about again."""


class KnownLinks(QObject):
    """Answers at once from what is known; a name that is not yet asked about is taken as good until then."""

    changed = Signal()
    """Some link leads elsewhere than was said before."""

    def __init__(self, resolve: Resolve, parent: QObject) -> None:
        super().__init__(parent)
        self._resolve = resolve
        self._source = ""
        self._known: dict[str, bool] = {}
        self._wanted: set[str] = set()
        self._asking = False

    def set_source(self, path: str) -> None:
        """Links are those of the note at *path* from now on."""
        if path != self._source:
            self._source = path
            self._known.clear()

    def forget(self) -> None:
        """The index has changed: ask about all names again, and say till then what was true before."""
        self._wanted |= self._known.keys()
        self._ask_soon()

    def __call__(self, name: str) -> bool:
        """Whether a link to *name* leads somewhere."""
        found = self._known.get(name)
        if found is None:
            self._wanted.add(name)
            self._ask_soon()
        return found is not False

    def _ask_soon(self) -> None:
        if self._wanted and not self._asking:
            self._asking = True
            bridge.start(self._ask(), owner=self)

    async def _ask(self) -> None:
        try:
            # The colours of a page ask name by name; all of them are one question.
            await asyncio.sleep(0)
            while self._wanted:
                if await self._learn(self._source, frozenset(self._wanted)):
                    self.changed.emit()
        finally:
            self._asking = False

    async def _learn(self, source: str, names: frozenset[str]) -> bool:
        """Ask about *names*; whether an answer is another one than was said."""
        try:
            answers = {name: await self._resolve(name, source) is not None for name in sorted(names)}
        except IndexFailed:
            self._wanted -= names  # the status line tells; all links are taken as good
            return False
        if source != self._source:
            return False
        self._wanted -= names
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        news = any(self._known.get(name, True) != there for name, there in answers.items())
        self._known |= answers
        return news
