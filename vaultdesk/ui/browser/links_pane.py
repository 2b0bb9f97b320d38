"""LinksPane: what links to the open note and from it, and what stands out among all notes. Opens nothing itself."""

from collections.abc import Awaitable, Callable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.link_graph import find_missing_notes, hubs, orphans
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.link_rows import (
    OF_NOTE,
    OF_VAULT,
    STEP,
    LinkItem,
    LinkPlace,
    Section,
    foot_items,
    from_items,
    hub_items,
    link_rows,
    missing_items,
    note_items,
    to_items,
)
from vaultdesk.ui.notes.related_rows import mention_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.fold_list import FoldList

if TYPE_CHECKING:
    from vaultdesk.index.related import Related

PATIENCE = 400
"""Milliseconds after which what changed in the vault is asked for: a scan commits several times a second."""

MOST_MENTIONS, MOST_HUBS = 100, 50


class LinksPane(QWidget):
    """Asks only while it is seen: for the open note at once, for all notes a little later."""

    opened = Signal(str, bool, object)
    """A note's path, whether in a new tab, and the words to show in it or None."""
    create_asked = Signal(str)
    """What is linked to is to be written."""
    left_upwards = Signal()

    def __init__(self, searcher: Searcher, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self.related: Related | None = None
        """Who knows of mentions without a link."""
        self._path = ""
        self._known: dict[Section, list[LinkItem]] = {}
        self._folded: set[Section] = {"orphans", "missing", "hubs"}
        self._seen: dict[Section, int] = {}
        self._places: dict[str, LinkPlace] = {}
        self._stale = {"note", "vault"}
        self._asking: set[str] = set()
        self.problem = PlainLabel("", "warning", "small", wrap=True)
        self.problem.setContentsMargins(theme().step(18), 0, theme().step(12), 0)
        self.problem.hide()
        self.list = FoldList(self.tr("Links"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme().step(4), 0, 0)
        column.addWidget(self.problem)
        column.addWidget(self.list, 1)
        self._late = QTimer(self, singleShot=True, interval=PATIENCE)
        self._late.timeout.connect(self._load)
        self.list.chosen.connect(self._choose)
        self.list.folding.connect(self._fold)
        self.list.left_upwards.connect(self.left_upwards)
        self._renew()

    def show_note(self, path: str) -> None:
        """Be about the note at *path*; about none where it is empty."""
        if path == self._path:
            return
        self._path = path
        for section in OF_NOTE:
            self._known.pop(section, None)
            self._seen.pop(section, None)
        self._stale.add("note")
        self._renew()
        if self.isVisible():
            self._load()

    def refresh(self) -> None:
        """Ask again soon, as notes have changed."""
        self._stale |= {"note", "vault"}
        if self.isVisible() and not self._late.isActive():
            self._late.start()

    def enter(self) -> None:
        """Take the keyboard."""
        self.list.enter()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed unseen."""
        super().showEvent(event)
        if self._stale:
            self._load()

    def _load(self) -> None:
        """Ask for what is stale; what is being asked for already sees by itself that it is stale again."""
        if not self.isVisible():
            return
        for what, learn in (("note", self._learn_note), ("vault", self._learn_vault)):
            if what in self._stale and what not in self._asking:
                self._asking.add(what)
                start(self._answered(what, learn), self)

    async def _answered(self, what: str, learn: Callable[[], Awaitable[None]]) -> None:
        try:
            while what in self._stale:
                self._stale.discard(what)
                await learn()
            self._say("")
        except VaultDeskError as error:
            self._say(str(error))
        finally:
            self._asking.discard(what)

    async def _learn_note(self) -> None:
        path = self._path
        if not path:
            return
        links = await self._searcher.backlinks(path)
        self._take(path, {"from": from_items(links, PurePosixPath(path).stem)})
        there, lacking = to_items(await self._searcher.outgoing(path))
        self._take(path, {"to": there, "unwritten": lacking})
        found = await self.related.mentions(path, MOST_MENTIONS) if self.related is not None else []
        self._take(path, {"mentions": foot_items([mention_row(one) for one in found])})

    async def _learn_vault(self) -> None:
        self._take(None, {"orphans": note_items(await self._searcher.over_network(orphans))})
        self._take(None, {"missing": missing_items(await self._searcher.over_facts(find_missing_notes))})
        _, best = await self._searcher.over_network(lambda network: hubs(network, MOST_HUBS))
        self._take(None, {"hubs": hub_items(best)})

    def _take(self, path: str | None, known: dict[Section, list[LinkItem]]) -> None:
        """Show what is *known*, unless it is about a note that is not open any more."""
        if path is None or path == self._path:
            self._known.update(known)
            self._renew()

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _renew(self) -> None:
        rows, self._places = link_rows(self._known, self._folded, self._seen, note=bool(self._path))
        self.list.show_rows(rows)

    def _fold(self, key: str) -> None:
        for section in (*OF_NOTE, *OF_VAULT):
            if section == key:
                self._folded ^= {section}
                self._renew()

    def _choose(self, key: str, new_tab: bool) -> None:
        place = self._places.get(key)
        if place is None:
            self._fold(key)
        elif place.more is not None:
            self._seen[place.more] = self._seen.get(place.more, STEP) + STEP
            self._renew()
        elif place.create:
            self.create_asked.emit(place.create)
        else:
            self.opened.emit(place.path, new_tab, place.words or None)
