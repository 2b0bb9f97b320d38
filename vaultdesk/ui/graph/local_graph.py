"""Page of the links around one note."""

import asyncio
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.link_graph import LinkGraph
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.graph.graph_layout import Scene, ring_layout
from vaultdesk.ui.graph.graph_page import GraphPage
from vaultdesk.ui.graph.graph_source import GraphSource, ShownKinds
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.menu import Menu, MenuButton
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable

REFRESH_DELAY = 400
"""Milliseconds until changes in the vault are queried: a scan commits several times a second."""

STEP_CHOICES = (1, 2, 3)
"""Available distances; three steps usually reach most of the vault."""


class LocalGraphPage(GraphPage):
    """One note in the centre, with the notes up to some steps away around it."""

    path_changed = Signal(str)
    """Path of the note that is now in the centre."""

    def __init__(self, source: GraphSource, parent: QWidget | None = None) -> None:
        super().__init__(source, "", parent)
        self.path = ""
        self._steps, self._kinds = 2, ShownKinds()
        self._load_number = 0
        self._stale = self._settled = False
        self._pause = QTimer(self, singleShot=True, interval=REFRESH_DELAY)
        self._pause.timeout.connect(self.reload)
        self.steps = MenuButton("", self.tr("Steps"), self._fill_steps)
        self.kinds = MenuButton("", self.tr("Show"), self._fill_kinds)
        self.pin = IconButton("pin", self.tr("Stay with this note"), role="text2")
        self.pin.setCheckable(True)
        self.pin.toggled.connect(self._update_pin)
        self.add_choices((self.steps, self.kinds, self.pin))
        self.centre_requested.connect(self.show_note)
        self._update_choices()

    def show_note(self, path: str) -> None:
        """Show the graph around the note at *path*."""
        if path != self.path:
            self.path = path
            name = printable(path.rpartition("/")[2].removesuffix(NOTE_SUFFIX))
            self.title.set_text(name)
            self.setAccessibleName(self.tr("Links of {name}").format(name=name))
            self.view.setAccessibleName(self.accessibleName())
            self.list.setAccessibleName(self.accessibleName())
            self.path_changed.emit(path)
        self.reload()

    def follow(self, path: str) -> None:
        """Handle that the note at *path* was opened."""
        if path and path != self.path and not self.pin.isChecked():
            self.show_note(path)

    def notes_changed(self) -> None:
        """Handle changed notes: query again a moment later, or when the page is shown again."""
        if self.isVisible():
            self._pause.start()
        else:
            self._stale = True

    def reload(self) -> None:
        """Load the graph and lay it out; only the latest request counts."""
        self._pause.stop()
        self._load_number += 1
        self._stale = False
        if self.path:
            start(self._load(self._load_number), self)

    def showEvent(self, event: QShowEvent) -> None:
        """Apply changes made while the page was hidden."""
        super().showEvent(event)
        if self._stale:
            self.reload()

    async def _load(self, request_id: int) -> None:
        try:
            graph = await self.source.local(self.path, self._steps, self._kinds)
        except VaultDeskError as error:
            self.show_error(translate(error.title), translate(error.hint))
            return
        if request_id != self._load_number:
            return
        if graph is None:
            self.status.set_text("")
            title = self.tr("This note is not among the indexed ones")
            self.show_error(title, self.tr("It may have been moved or removed. Open another note to see its links."))
            return
        self._update_title(graph)
        await self._place(graph, request_id)

    async def _place(self, graph: LinkGraph, request_id: int) -> None:
        """Show *graph* once it is laid out; if nothing is shown yet, show its initial layout too."""
        # An initial layout is not worth preserving.
        shown = self.view.scene if self._settled else None
        if shown is not None and _is_same(shown.graph, graph):
            self.view.show_scene(Scene(graph, shown.places, local=True), await self.source.private(graph))
            self.show_graph()
            return
        before = {node.key: place for node, place in zip(shown.nodes, shown.places, strict=True)} if shown else {}
        private = await self.source.private(graph)
        steps = ring_layout(graph, before)
        if self.view.scene is None:
            self.view.show_scene(Scene(graph, next(steps), local=True), private)
            self.show_graph()
        places = (await asyncio.to_thread(list, steps))[-1]
        if request_id == self._load_number:
            self._settled = True
            self.view.show_scene(Scene(graph, places, local=True), private)
            self.show_graph()

    def _update_title(self, graph: LinkGraph) -> None:
        one, many = self.tr("1 direct link"), self.tr("{n} direct links")
        direct = one if graph.direct == 1 else many.format(n=format_number(graph.direct))
        if not graph.direct:
            direct = self.tr("no links")
        steps = {2: self.tr("{links}, {n} in two steps"), 3: self.tr("{links}, {n} in three steps")}
        words = direct
        if graph.direct and self._steps in steps:
            words = steps[self._steps].format(links=direct, n=format_number(graph.within))
        if graph.left_out:
            words = self.tr("{counts}, and {n} more").format(counts=words, n=format_number(graph.left_out))
        self.status.set_text(words)

    def _update_pin(self, pinned: bool) -> None:
        self.pin.set_name(self.tr("Follow the open note") if pinned else self.tr("Stay with this note"))

    def _update_choices(self) -> None:
        self.steps.set_shown_text(self.tr("Steps {n}").format(n=self._steps))
        plain = self.tr("All notes") if self._kinds.daily else self.tr("Without daily notes")
        words = {
            (True, False): self.tr("With tags"), (False, True): self.tr("With unwritten notes"),
            (True, True): self.tr("With tags and unwritten notes"),
        }  # fmt: skip
        hint = words.get((self._kinds.tags, self._kinds.unwritten), "")
        self.kinds.set_shown_text(hint if hint and self._kinds.daily else plain)

    def _fill_steps(self, menu: Menu) -> None:
        for steps in STEP_CHOICES:
            words = self.tr("1 step") if steps == 1 else self.tr("{n} steps").format(n=steps)
            menu.add(words, partial(self._choose, steps, self._kinds), checked=steps == self._steps)

    def _fill_kinds(self, menu: Menu) -> None:
        kinds = self._kinds
        for words, on, changed in (
            (self.tr("Daily notes"), kinds.daily, replace(kinds, daily=not kinds.daily)),
            (self.tr("Tags"), kinds.tags, replace(kinds, tags=not kinds.tags)),
            (self.tr("Notes not yet written"), kinds.unwritten, replace(kinds, unwritten=not kinds.unwritten)),
        ):
            menu.add(words, partial(self._choose, self._steps, changed), checked=on)

    def _choose(self, steps: int, kinds: ShownKinds) -> None:
        self._steps, self._kinds = steps, kinds
        self._update_choices()
        self.reload()


def _is_same(shown: LinkGraph, graph: LinkGraph) -> bool:
    """Return whether both graphs are drawn the same, so that nothing has to move."""
    return shown.edges == graph.edges and [node.key for node in shown.nodes] == [node.key for node in graph.nodes]
