"""WholePage: the links of all notes of a vault, or of those that a search finds."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.link_graph import LinkGraph
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.graph.crowd import Crowd
from vaultdesk.ui.graph.graph_page import GraphPage
from vaultdesk.ui.graph.legend import Legend
from vaultdesk.ui.graph.scene import Scene
from vaultdesk.ui.graph.source import GraphSource, groups_of, wide_scenes
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.menu import Menu, MenuButton
from vaultdesk.ui.widgets.text_fields import SearchField

PAUSE = 300
"""Milliseconds after the last key before notes are looked for."""

FIELD = 110, 220
"""Least and most width of the field in pixels of LOOK's drawings."""


class WholePage(GraphPage):
    """Every note as a point, coloured by its folder, larger the more it is linked."""

    def __init__(self, source: GraphSource, parent: QWidget | None = None) -> None:
        super().__init__(source, "", parent)
        self.setAccessibleName(self.tr("Links of all notes"))
        self.view.setAccessibleName(self.accessibleName())
        self.list.setAccessibleName(self.accessibleName())
        self.title.set_text(self.tr("All notes"))
        self.legend = Legend(self.view)
        self._asked = 0
        self._stale = False
        self._daily = self._orphans = True
        self.query = SearchField(self.tr("Only notes that fit"), self.tr("Filter by a search"))
        self.kinds = MenuButton("", self.tr("Show"), self._fill_kinds)
        self.add_choices((self.query, self.kinds))
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.reload)
        self.query.textChanged.connect(lambda _text: self._pause.start())
        self.query.returnPressed.connect(self.reload)
        self.query.escaped.connect(self.view.setFocus)
        self._tell_choices()
        self.reload()

    def reload(self) -> None:
        """Ask for the graph; the newest question wins."""
        self._pause.stop()
        self._asked += 1
        self._stale = False
        start(self._load(self._asked), self)

    def notes_changed(self) -> None:
        """Notes were changed. The picture is asked for when the page is seen next: it must not move while looked at."""
        self._stale = True

    def showEvent(self, event: QShowEvent) -> None:
        """Take in what was changed."""
        super().showEvent(event)
        if self._stale:
            self.reload()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the field a quarter of the line."""
        super().resizeEvent(event)
        least, most = (theme().step(wide) for wide in FIELD)
        self.query.setFixedWidth(max(least, min(most, self.width() // 4)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the legend in its corner."""
        if event.type() == QEvent.Type.Resize and watched is self.view:
            self.legend.settle()
        return super().eventFilter(watched, event)

    async def _load(self, asked: int) -> None:
        query = self.query.text()
        try:
            graph = await self.source.whole(query, daily=self._daily, orphans=self._orphans)
        except VaultDeskError as error:
            self.show_trouble(error.title, error.hint)
            return
        if asked != self._asked:
            return
        self._tell(graph)
        if not graph.nodes:
            if query.strip():
                self.show_trouble(self.tr("No note fits"), self.tr("Search for something else."))
            else:
                words = self.tr("Each note is a point here, and each link a line.")
                self.show_trouble(self.tr("There are no notes yet"), words)
            return
        private = await self.source.private(graph)
        self.legend.show_names(groups_of(graph).names)

        def show(scene: Scene, crowd: Crowd) -> None:
            if asked == self._asked:
                self.view.show_scene(scene, private, crowd)
                self.show_picture()

        kept = self.source.kept(graph)
        if kept is not None:
            show(*kept)
            return
        made = await wide_scenes(graph, show)
        if not query.strip():
            self.source.keep(*made)

    def _tell(self, graph: LinkGraph) -> None:
        notes = (
            self.tr("1 note")
            if len(graph.nodes) == 1
            else self.tr("{n} notes").format(n=format_number(len(graph.nodes)))
        )
        links = (
            self.tr("1 link")
            if len(graph.edges) == 1
            else self.tr("{n} links").format(n=format_number(len(graph.edges)))
        )
        words = self.tr("{notes}, {links}").format(notes=notes, links=links)
        if graph.left_out:
            words = self.tr("{counts}, and {n} more").format(counts=words, n=format_number(graph.left_out))
        self.told.set_text(words)

    def _tell_choices(self) -> None:
        words = {
            (True, True): self.tr("All notes"), (False, True): self.tr("Without daily notes"),
            (True, False): self.tr("Linked notes"), (False, False): self.tr("Linked, without daily notes"),
        }  # fmt: skip
        self.kinds.set_words(words[self._daily, self._orphans])

    def _fill_kinds(self, menu: Menu) -> None:
        for words, on, daily, orphans in (
            (self.tr("Daily notes"), self._daily, not self._daily, self._orphans),
            (self.tr("Notes without links"), self._orphans, self._daily, not self._orphans),
        ):
            menu.add(words, partial(self._choose, daily, orphans), checked=on)

    def _choose(self, daily: bool, orphans: bool) -> None:
        self._daily, self._orphans = daily, orphans
        self._tell_choices()
        self.reload()
