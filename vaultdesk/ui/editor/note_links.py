"""Links in the edited text: the one at the cursor, and which of them resolve to a note."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple
from urllib.parse import unquote

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import IndexFailed
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.line_spans import line_spans
from vaultdesk.vault.markdown.link_resolution import heading_at
from vaultdesk.vault.markdown.markdown_scanner import scan


class LinkAtCursor(NamedTuple):
    """Target of a link."""

    target: str
    """A note with heading or block, as `Note#Heading`, or a web address."""
    web: bool


def link_at(line: str, place: int) -> LinkAtCursor | None:
    """Return the link in *line* at the character index *place*; None if there is none."""
    spans = line_spans(line, 0).spans
    for number, span in enumerate(spans):
        if span.kind == "url" and span.start <= place <= span.end:
            return LinkAtCursor(line[span.start : span.end].strip("<>"), web=True)
        if span.kind != "link" or number == 0 or number + 1 >= len(spans):
            continue
        opening, closing = spans[number - 1], spans[number + 1]
        if not opening.start <= place <= closing.end:
            continue
        if closing.kind != "address":
            return LinkAtCursor(line[span.start : span.end].replace("\\|", "|").partition("|")[0].strip(), web=False)
        where = line[closing.start + 2 : closing.end - 1].strip().partition(' "')[0].strip("<>")
        web = not span.target and not where.startswith("#")
        return LinkAtCursor(where if web else unquote(where), web=web)
    return None


def line_of_target(text: str, place: str) -> int | None:
    """Return the line, from 0, of the heading or block *place* (`Heading#Sub`, `^id`) in *text*."""
    found = scan(text)
    if place.startswith("^"):
        return next((block.line - 1 for block in found.blocks if block.id == place[1:]), None)
    heading = heading_at(found.headings, place)
    return heading.line - 1 if heading is not None else None


Resolve = Callable[[str, str], Awaitable[str | None]]
"""Returns the path of the note to which a name refers in the note at a path; None if there is none."""

MAX_CACHED_NAMES = 5_000
"""Maximum number of names cached; for a note with more links they are queried again."""


class KnownLinks(QObject):
    """Answers synchronously from cached results; a name not yet queried counts as valid."""

    changed = Signal()
    """The result for some link changed."""

    def __init__(self, resolve: Resolve, parent: QObject) -> None:
        super().__init__(parent)
        self._resolve = resolve
        self._source = ""
        self._known: dict[str, bool] = {}
        self._unresolved: set[str] = set()
        self._asking = False

    def set_source(self, path: str) -> None:
        """Resolve links from the note at *path* from now on."""
        if path != self._source:
            self._source = path
            self._known.clear()

    def forget(self) -> None:
        """Query all names again after an index change; until then the previous results are used."""
        self._unresolved |= self._known.keys()
        self._ask_soon()

    def __call__(self, name: str) -> bool:
        """Return whether a link to *name* can be resolved."""
        found = self._known.get(name)
        if found is None:
            self._unresolved.add(name)
            self._ask_soon()
        return found is not False

    def _ask_soon(self) -> None:
        if self._unresolved and not self._asking:
            self._asking = True
            bridge.start(self._ask(), owner=self)

    async def _ask(self) -> None:
        try:
            # Highlighting queries names one at a time; they are batched into one query.
            await asyncio.sleep(0)
            while self._unresolved:
                if await self._learn(self._source, frozenset(self._unresolved)):
                    self.changed.emit()
        finally:
            self._asking = False

    async def _learn(self, source: str, names: frozenset[str]) -> bool:
        """Query *names*; return whether a result changed."""
        try:
            answers = {name: await self._resolve(name, source) is not None for name in sorted(names)}
        except IndexFailed:
            self._unresolved -= names  # The status bar shows the error; all links count as valid.
            return False
        if source != self._source:
            return False
        self._unresolved -= names
        if len(self._known) > MAX_CACHED_NAMES:
            self._known.clear()
        news = any(self._known.get(name, True) != there for name, there in answers.items())
        self._known |= answers
        return news
