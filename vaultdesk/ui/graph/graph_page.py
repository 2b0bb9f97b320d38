"""Pages of the graphs: the links around one note and those of the whole vault, with the card of the selected node
and the nodes as a list."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QStackedWidget, QWidget

from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.local_time import utc_at
from vaultdesk.core.values import replace
from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.browser.reading_state import ReadingState
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.dates import short_time_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.graph.graph_drawing import LargeScene, large_scene_colors
from vaultdesk.ui.graph.graph_layout import Scene, ring_layout
from vaultdesk.ui.graph.graph_source import GraphSource, ShownKinds, groups_of, is_daily, wide_scenes
from vaultdesk.ui.graph.graph_view import GraphView
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.entry_list import EntryList
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.menu import Menu, MenuButton
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.panes import Pane
from vaultdesk.vault.note_path import NOTE_SUFFIX, printable
from vaultdesk.workspace import Workspace

CARD_WIDTH = 336
"""Width in design pixels."""

MAX_PASSAGE_LENGTH = 180
"""Maximum number of characters of a passage."""


class NodeCard(Card):
    """Card at the bottom left of the graph; hidden while nothing is selected."""

    open_requested = Signal()
    center_requested = Signal()
    chat_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(14, background="raised", parent=parent)
        # Clicks on the card must not reach the view below it.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.content.setSpacing(theme().px(6))
        self.name = ElidedLabel("", Qt.TextElideMode.ElideRight, "text", "heading")
        self.when = PlainLabel("", "muted", "small")
        self._lock = Glyph("lock", "muted", 13)
        self._lock.setAccessibleName(self.tr("Private"))
        head = row_layout(spacing=6)
        head.addWidget(self.name, 1)
        head.addWidget(self._lock)
        head.addWidget(self.when)
        self.content.addLayout(head)
        self.passage = PlainLabel("", "text2", "small", wrap=True)
        self.content.addWidget(self.passage)
        self.open = LinkButton(self.tr("Open"), small=True)
        self.center = LinkButton(self.tr("Center here"), small=True)
        self.chat = LinkButton(self.tr("Add to chat"), small=True)
        row = row_layout(spacing=8)
        for button, signal in (
            (self.open, self.open_requested), (self.center, self.center_requested), (self.chat, self.chat_requested),
        ):  # fmt: skip
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch(1)
        self.content.addLayout(row)
        self.hide()

    def show_node(self, node: GraphNode, time_text: str, *, private: bool, center: bool) -> None:
        """Show *node*, changed *time_text*; with *center* offer the graph around it."""
        self.setAccessibleName(node.name)
        self.name.set_text(node.name)
        self.when.setText(time_text)
        self._lock.setVisible(private)
        labels = {"note": self.tr("Open"), "tag": self.tr("Search for it"), "unwritten": self.tr("Create the note")}
        self.open.setText(labels[node.kind])
        self.center.setVisible(center and node.kind == "note")
        self.chat.setVisible(node.kind != "unwritten")
        self.show_passage("")
        self.show()
        self.raise_()

    def show_passage(self, passage: str, about: str = "") -> None:
        """Show the passage that links to the note *about*; hide it if empty."""
        cut = text_around_name(passage, about)
        self.passage.setText(self.tr("“{words}”").format(words=cut) if cut else "")
        self.passage.setVisible(bool(cut))
        self.settle()

    def settle(self) -> None:
        """Move to the bottom left of the parent."""
        parent = self.parentWidget()
        if parent is None:
            return
        edge = theme().px(16)
        width = max(1, min(theme().px(CARD_WIDTH), parent.width() - 2 * edge))
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        self.resize(QSize(width, height))
        self.move(edge, parent.height() - height - edge)


def text_around_name(passage: str, name: str) -> str:
    """Return *passage* cut to the text around *name*."""
    if len(passage) <= MAX_PASSAGE_LENGTH:
        return passage
    found = max(0, passage.casefold().find(name.casefold()))
    start = max(0, min(found - MAX_PASSAGE_LENGTH // 3, len(passage) - MAX_PASSAGE_LENGTH))
    if start:
        start = passage.find(" ", start, start + 20) + 1 or start
    excerpt = passage[start : start + MAX_PASSAGE_LENGTH]
    before, after = "…" if start else "", "…" if start + MAX_PASSAGE_LENGTH < len(passage) else ""
    return f"{before}{excerpt.strip()}{after}"


MAX_LISTED_NODES = 1_000
"""Maximum number of nodes listed; the search finds the others."""


class GraphPage(QWidget):
    """Base of the graph pages: a `GraphView` and the same nodes as a list. Subclasses add widgets to `choices`."""

    note_opened = Signal(object)
    """A `GraphNode` should be opened."""
    chat_requested = Signal(object)
    """A `GraphNode` should be attached to the next question."""
    center_requested = Signal(str)
    """The graph around the note at this path is requested."""
    full_view_requested = Signal()
    menu_requested = Signal(object, QPoint)
    """Context menu of a `GraphNode`, at a global position."""

    def __init__(self, source: GraphSource, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = source
        self.setAccessibleName(name)
        self.title = ElidedLabel("", Qt.TextElideMode.ElideMiddle, "text", "strong")
        self.status = ElidedLabel("", Qt.TextElideMode.ElideRight, "muted")
        self.choices = row_layout(spacing=4)
        self.as_list = IconButton("list", self.tr("Show as a list"), role="text2")
        self.as_list.setCheckable(True)
        self.as_list.toggled.connect(self._show_list)
        self.full = IconButton("expand", self.tr("Full view"), role="text2")
        self.full.clicked.connect(self.full_view_requested)
        self._head = row_layout(spacing=8, margins=(16, 4, 12, 4))
        self._head.addWidget(self.title)
        # Takes the remaining space, and shrinks first.
        self.status.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._head.addWidget(self.status, 1)
        self._head.addLayout(self.choices)
        self._head.addWidget(self.as_list)
        self._head.addWidget(self.full)
        self.view = GraphView(name)
        self.card = NodeCard(self.view)
        self.list = EntryList(name, takes_keyboard=True)
        self.error_state = EmptyState("graph", "", "", [NextStep(self.tr("Try again"), self.reload)])
        self.body = QStackedWidget()
        for page in (self.view, self.list, self.error_state):
            self.body.addWidget(page)
        column = column_layout(self)
        column.addLayout(self._head)
        column.addWidget(self.body, 1)
        self._connect()

    def reload(self) -> None:
        """Load the graph again; overridden by subclasses."""

    def nearest_neighbor(self, node: GraphNode) -> str:
        """Return the path of the neighbor of *node* that is nearest to the center, else the most linked; empty if
        there is none.
        """
        scene = self.view.scene
        index = scene.find(node.key) if scene is not None else None
        if scene is None or index is None:
            return ""
        others = [scene.nodes[other] for other in scene.links[index] if scene.nodes[other].kind == "note"]
        return min(others, key=lambda one: (one.distance, -one.links, one.key)).key if others else ""

    def show_error(self, title: str, text: str) -> None:
        """Show why there is no graph."""
        self.card.hide()
        self.error_state.set_text(title, text)
        self.body.setCurrentWidget(self.error_state)

    def show_graph(self) -> None:
        """Show the graph, or the list if selected."""
        if self.as_list.isChecked():
            self.fill_list()
        self.body.setCurrentWidget(self.list if self.as_list.isChecked() else self.view)

    def fill_list(self) -> None:
        """List the drawn nodes."""
        scene = self.view.scene
        nodes = scene.nodes if scene is not None else ()
        entries = [self._entry(node) for node in nodes[:MAX_LISTED_NODES]]
        if len(nodes) > MAX_LISTED_NODES:
            entries.append(
                ListRow(
                    "", self.tr("and {n} more").format(n=format_number(len(nodes) - MAX_LISTED_NODES)), heading=True
                )
            )
        self.list.show_entries(entries, None, self.view.current_key() or None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forward the focus to the shown view."""
        super().focusInEvent(event)
        shown = self.body.currentWidget()
        if shown is not None:
            shown.setFocus(event.reason())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.view:
            self.card.settle()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("surface"))

    def add_choices(self, widgets: Sequence[QWidget]) -> None:
        """Add *widgets* to the head."""
        for widget in widgets:
            self.choices.addWidget(widget)

    def _connect(self) -> None:
        self.view.installEventFilter(self)
        self.view.opened.connect(lambda key: self._with(key, self.note_opened.emit))
        self.view.selected.connect(self._chosen)
        self.view.center_requested.connect(self._center)
        self.view.menu_requested.connect(
            lambda key, at: self._with(key, lambda node: self.menu_requested.emit(node, at))
        )
        self.list.chosen.connect(lambda key: self._with(key, self.note_opened.emit))
        for signal, slot in (
            (self.card.open_requested, self.note_opened.emit), (self.card.chat_requested, self.chat_requested.emit),
        ):  # fmt: skip
            signal.connect(partial(self._with_chosen, slot))
        self.card.center_requested.connect(lambda: self._with_chosen(lambda node: self._center(node.key)))

    def _center(self, key: str) -> None:
        self._with(key, lambda node: self.center_requested.emit(node.key) if node.kind == "note" else None)

    def _with(self, key: str, function: Callable[[GraphNode], object]) -> None:
        node = self.view.scene.node(key) if self.view.scene is not None else None
        if node is not None:
            function(node)

    def _with_chosen(self, function: Callable[[GraphNode], object]) -> None:
        scene, index = self.view.scene, self.view.highlight.selected
        if scene is not None and index is not None:
            function(scene.nodes[index])

    def _chosen(self, key: str) -> None:
        scene = self.view.scene
        node = scene.node(key) if scene is not None else None
        if scene is None or node is None:
            self.card.hide()
            return
        time_text = ""
        if node.modified_ns:
            moment = utc_at(node.modified_ns / 1e9)
            time_text = short_time_text(moment, datetime.now().astimezone().date())
        private = self.view.highlight.selected in self.view.highlight.private
        self.card.show_node(node, time_text, private=private, center=not scene.local or key != scene.nodes[0].key)
        start(self._load_passage(node), self)

    async def _load_passage(self, node: GraphNode) -> None:
        other = self.nearest_neighbor(node)
        if node.kind != "note" or not other:
            return
        try:
            passage = await self.source.passage(node.key, other)
        except VaultDeskError:
            return  # The card is shown without a passage.
        index = self.view.highlight.selected
        if self.view.scene is not None and index is not None and self.view.scene.nodes[index].key == node.key:
            other_name, name = other.rpartition("/")[2].removesuffix(NOTE_SUFFIX), node.name
            self.card.show_passage(passage, other_name if other_name.casefold() in passage.casefold() else name)

    def show_counts(self, counts: str, left_out: int) -> None:
        """Show the sizes of the graph, and how many notes were left out."""
        text = self.tr("{counts}, and {n} more").format(counts=counts, n=format_number(left_out))
        self.status.set_text(text if left_out else counts)

    def steps_text(self, steps: int) -> str:
        return plural_text(steps, self.tr("1 step"), self.tr("{n} steps"))

    def _show_list(self, _on: bool) -> None:
        if self.body.currentWidget() is not self.error_state:
            self.show_graph()
            self.setFocus()

    def _entry(self, node: GraphNode) -> ListRow:
        icons = {"note": "file", "tag": "tag", "unwritten": "file-plus"}
        folder = node.key.rpartition("/")[0] if node.kind == "note" else ""
        near = self.steps_text(node.distance) if node.distance else ""
        details = " · ".join(part for part in (near, folder) if part)
        return ListRow(
            node.key, node.name, text=details, icon=icons[node.kind], right=str(node.links) if node.links else ""
        )


REFRESH_DELAY = 400
"""Milliseconds until changes in the vault are queried: a scan commits several times a second."""

STEP_CHOICES = (1, 2, 3)
"""Available distances; three steps usually reach most of the vault."""


class LocalGraphPage(GraphPage):
    """One note in the center, with the notes up to some steps away around it."""

    path_changed = Signal(str)
    """Path of the note that is now in the center."""

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
        self.pin = IconButton("pin", self.tr("Keep showing this note"), role="text2")
        self.pin.setCheckable(True)
        self.pin.toggled.connect(self._update_pin)
        self.add_choices((self.steps, self.kinds, self.pin))
        self.center_requested.connect(self.show_note)
        self._update_choices()

    def show_note(self, path: str) -> None:
        """Show the graph around the note at *path*."""
        if path != self.path:
            self.path = path
            name = printable(path.rpartition("/")[2].removesuffix(NOTE_SUFFIX))
            self.title.set_text(name)
            self.setAccessibleName(self.tr("Graph of {name}").format(name=name))
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
            title = self.tr("This note is not indexed")
            self.show_error(title, self.tr("It may have been moved or removed. Open another note to see its links."))
            return
        self._update_title(graph)
        await self._lay_out(graph, request_id)

    async def _lay_out(self, graph: LinkGraph, request_id: int) -> None:
        """Show *graph* once it is laid out; if nothing is shown yet, show its initial layout too."""
        # Positions of an initial layout are not kept.
        shown = self.view.scene if self._settled else None
        if shown is not None and _is_same(shown.graph, graph):
            self.view.show_scene(Scene(graph, shown.positions, local=True), await self.source.private(graph))
            self.show_graph()
            return
        previous = dict(zip((node.key for node in shown.nodes), shown.positions, strict=True)) if shown else {}
        private = await self.source.private(graph)
        steps = ring_layout(graph, previous)
        if self.view.scene is None:
            self.view.show_scene(Scene(graph, next(steps), local=True), private)
            self.show_graph()
        positions = (await asyncio.to_thread(list, steps))[-1]
        if request_id == self._load_number:
            self._settled = True
            self.view.show_scene(Scene(graph, positions, local=True), private)
            self.show_graph()

    def _update_title(self, graph: LinkGraph) -> None:
        singular, plural = self.tr("1 direct link"), self.tr("{n} direct links")
        direct = plural_text(graph.direct, singular, plural)
        if not graph.direct:
            direct = self.tr("no links")
        steps = {2: self.tr("{links}, {n} in two steps"), 3: self.tr("{links}, {n} in three steps")}
        title = direct
        if graph.direct and self._steps in steps:
            title = steps[self._steps].format(links=direct, n=format_number(graph.within))
        self.show_counts(title, graph.left_out)

    def _update_pin(self, pinned: bool) -> None:
        self.pin.set_name(self.tr("Follow the open note") if pinned else self.tr("Keep showing this note"))

    def _update_choices(self) -> None:
        self.steps.set_shown_text(self.tr("Steps {n}").format(n=self._steps))
        plain = self.tr("All notes") if self._kinds.daily else self.tr("Without daily notes")
        labels = {
            (True, False): self.tr("With tags"), (False, True): self.tr("With notes not created yet"),
            (True, True): self.tr("With tags and notes not created yet"),
        }  # fmt: skip
        hint = labels.get((self._kinds.tags, self._kinds.unwritten), "")
        self.kinds.set_shown_text(hint if hint and self._kinds.daily else plain)

    def _fill_steps(self, menu: Menu) -> None:
        for steps in STEP_CHOICES:
            menu.add(self.steps_text(steps), partial(self._choose, steps, self._kinds), checked=steps == self._steps)

    def _fill_kinds(self, menu: Menu) -> None:
        kinds = self._kinds
        for label, on, changed in (
            (self.tr("Daily notes"), kinds.daily, replace(kinds, daily=not kinds.daily)),
            (self.tr("Tags"), kinds.tags, replace(kinds, tags=not kinds.tags)),
            (self.tr("Notes not created yet"), kinds.unwritten, replace(kinds, unwritten=not kinds.unwritten)),
        ):
            menu.add(label, partial(self._choose, self._steps, changed), checked=on)

    def _choose(self, steps: int, kinds: ShownKinds) -> None:
        self._steps, self._kinds = steps, kinds
        self._update_choices()
        self.reload()


def _is_same(shown: LinkGraph, graph: LinkGraph) -> bool:
    """Return whether both graphs are drawn the same, so that nothing has to move."""
    return shown.edges == graph.edges and [node.key for node in shown.nodes] == [node.key for node in graph.nodes]


MAX_FOLDER_NAME = 24
"""Maximum number of characters of a folder's name."""


class Legend(QWidget):
    """Dots with names, at the bottom right of the picture."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.names: tuple[str, ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme().changed.connect(self.settle)

    def show_names(self, names: Sequence[str]) -> None:
        """Show these folders, the largest first."""
        self.names = tuple(
            safe_label_text(name if len(name) <= MAX_FOLDER_NAME else f"{name[: MAX_FOLDER_NAME - 1]}…")
            for name in names
        )
        self.setAccessibleName(", ".join(self.names))
        self.setVisible(bool(names))
        self.settle()

    def sizeHint(self) -> QSize:
        values = theme()
        metrics = values.metrics("small")
        width = max((metrics.horizontalAdvance(name) for name in self.names), default=0)
        return QSize(width + values.px(20), len(self.names) * values.px(20))

    def settle(self) -> None:
        """Move to the bottom right of the parent."""
        parent = self.parentWidget()
        if parent is not None:
            edge, size = theme().px(16), self.sizeHint()
            self.resize(size)
            self.move(parent.width() - size.width() - edge, parent.height() - size.height() - edge)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(values.font("small"))
        colors = large_scene_colors()[2:]
        line, dot = values.px(20), values.px(4)
        for number, name in enumerate(self.names):
            top = number * line
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors[number])
            painter.drawEllipse(QPointF(dot + 1, top + line / 2), dot, dot)
            painter.setPen(values.color("muted"))
            area = self.rect().adjusted(values.px(16), top, 0, 0)
            area.setHeight(line)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), name)


SEARCH_DELAY = 300
"""Milliseconds after the last key press before notes are searched."""

FIELD_WIDTHS = 110, 220
"""Minimum and maximum width of the field in design pixels."""


class GlobalGraphPage(GraphPage):
    """Every note as a point, colored by its folder, larger the more links it has."""

    def __init__(self, source: GraphSource, parent: QWidget | None = None) -> None:
        super().__init__(source, "", parent)
        self.setAccessibleName(self.tr("Graph of all notes"))
        self.view.setAccessibleName(self.accessibleName())
        self.list.setAccessibleName(self.accessibleName())
        self.title.set_text(self.tr("All notes"))
        self.legend = Legend(self.view)
        self._load_number = 0
        self._stale = False
        self._daily = self._orphans = True
        self.query = SearchField(self.tr("Matching notes only"), self.tr("Filter by a search"))
        self.kinds = MenuButton("", self.tr("Show"), self._fill_kinds)
        self.add_choices((self.query, self.kinds))
        self._pause = QTimer(self, singleShot=True, interval=SEARCH_DELAY)
        self._pause.timeout.connect(self.reload)
        self.query.textChanged.connect(lambda _text: self._pause.start())
        self.query.returnPressed.connect(self.reload)
        self.query.escaped.connect(self.view.setFocus)
        self._reading = ReadingState(source.searcher, self)
        self._reading.ended.connect(self.reload)
        self._update_choices()
        self.reload()

    def reload(self) -> None:
        """Load the graph; only the latest request counts."""
        self._pause.stop()
        self._load_number += 1
        self._stale = False
        start(self._load(self._load_number), self)

    def notes_changed(self) -> None:
        """Handle changed notes. The graph is loaded when the page is shown next: it must not move while visible."""
        self._stale = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.reload()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the field a quarter of the width."""
        super().resizeEvent(event)
        min_width, max_width = (theme().px(width) for width in FIELD_WIDTHS)
        self.query.setFixedWidth(max(min_width, min(max_width, self.width() // 4)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.view:
            self.legend.settle()
        return super().eventFilter(watched, event)

    async def _load(self, request_id: int) -> None:
        query = self.query.text()
        try:
            graph = await self.source.whole(query, daily=self._daily, orphans=self._orphans)
        except VaultDeskError as error:
            self.show_error(translate(error.title), translate(error.hint))
            return
        if request_id != self._load_number:
            return
        self._update_title(graph)
        if not graph.nodes:
            reading_title, reading_text = self._reading.empty_text()
            if reading_title:
                self.show_error(reading_title, reading_text)
            elif query.strip():
                self.show_error(self.tr("No matching notes"), self.tr("Search for something else."))
            else:
                text = self.tr("Notes are shown as points and links as lines.")
                self.show_error(self.tr("There are no notes yet"), text)
            return
        private = await self.source.private(graph)
        self.legend.show_names(groups_of(graph).names)

        def show(scene: Scene, large_scene: LargeScene) -> None:
            if request_id == self._load_number:
                self.view.show_scene(scene, private, large_scene)
                self.show_graph()

        cached = self.source.cached(graph)
        if cached is not None:
            show(*cached)
            return
        scenes = await wide_scenes(graph, show)
        if not query.strip():
            self.source.cache(*scenes)

    def _update_title(self, graph: LinkGraph) -> None:
        notes = plural_text(len(graph.nodes), self.tr("{n} note"), self.tr("{n} notes"))
        links = plural_text(len(graph.edges), self.tr("{n} link"), self.tr("{n} links"))
        title = self.tr("{notes}, {links}").format(notes=notes, links=links)
        self.show_counts(title, graph.left_out)

    def _update_choices(self) -> None:
        labels = {
            (True, True): self.tr("All notes"), (False, True): self.tr("Without daily notes"),
            (True, False): self.tr("Linked notes"), (False, False): self.tr("Linked, without daily notes"),
        }  # fmt: skip
        self.kinds.set_shown_text(labels[self._daily, self._orphans])

    def _fill_kinds(self, menu: Menu) -> None:
        for label, on, daily, orphans in (
            (self.tr("Daily notes"), self._daily, not self._daily, self._orphans),
            (self.tr("Notes without links"), self._orphans, self._daily, not self._orphans),
        ):
            menu.add(label, partial(self._choose, daily, orphans), checked=on)

    def _choose(self, daily: bool, orphans: bool) -> None:
        self._daily, self._orphans = daily, orphans
        self._update_choices()
        self.reload()


LOCAL_PAGE, GLOBAL_PAGE = "graph note", "graph"


class GraphTabs(QObject):
    """Opens the graph pages as tabs of a vault's window, and handles their signals."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        notes: NoteArea,
        browser: LeftPane,
        chat: ChatDock,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._notes = window, notes
        self.file_menu: Callable[[str, QWidget], QMenu] | None = None
        """Returns the menu of the note at a path."""
        self._browser, self._chat = browser, chat
        self._pages: list[LocalGraphPage | GlobalGraphPage] = []
        self._hidden: tuple[Pane, ...] = ()
        vault, privacy = workspace.vault, workspace.privacy
        self._source = GraphSource(
            workspace.searcher,
            lambda path: is_daily(path, vault.settings.daily),
            lambda path: privacy.strictest_rule(path) is not None,
        )
        window.commands.bind("local-graph", self.show_local)
        window.commands.bind("graph", self.show_whole)
        notes.current_changed.connect(self._follow)
        follow(workspace.indexer.events, lambda _event: self._notes_changed(), self)
        follow(workspace.privacy.changes, lambda _change: self._notes_changed(), self)

    def show_local(self, path: str = "") -> LocalGraphPage | None:
        """Show the links of the note at *path*, or of the open one; return None if there is none."""
        requested_path = path or self._notes.current_path or ""
        open_page = next((page for page in self._pages if isinstance(page, LocalGraphPage)), None)
        if not requested_path and open_page is None:
            self._window.notify(self.tr("Open a note to see its graph."))
            return None
        self._window.show_pane("note")
        page = self._notes.show_page(
            LOCAL_PAGE, self.tr("Graph"), lambda: self._connect_page(LocalGraphPage(self._source))
        )
        assert isinstance(page, LocalGraphPage)
        if requested_path:
            page.show_note(requested_path)
        return page

    def show_whole(self) -> GlobalGraphPage:
        """Show the links of all notes."""
        self._window.show_pane("note")
        page = self._notes.show_page(
            GLOBAL_PAGE, self.tr("Graph of all notes"), lambda: self._connect_page(GlobalGraphPage(self._source))
        )
        assert isinstance(page, GlobalGraphPage)
        return page

    def _connect_page(self, page: LocalGraphPage | GlobalGraphPage) -> GraphPage:
        self._pages.append(page)
        page.destroyed.connect(lambda: self._pages.remove(page) if page in self._pages else None)
        page.note_opened.connect(self._open)
        page.chat_requested.connect(self._add_to_chat)
        page.full_view_requested.connect(self._full_view)
        page.menu_requested.connect(lambda node, at: self._open_menu(page, node, at))
        if isinstance(page, LocalGraphPage):
            page.path_changed.connect(partial(self._name, page))
        else:
            page.center_requested.connect(self.show_local)
        return page

    def _name(self, page: LocalGraphPage, _path: str) -> None:
        if page in self._notes.widgets:
            self._notes.name_tab(page, page.accessibleName().replace("/", " "))

    def _follow(self, path: object) -> None:
        for page in self._pages:
            if isinstance(page, LocalGraphPage) and isinstance(path, str):
                page.follow(path)

    def _notes_changed(self) -> None:
        for page in self._pages:
            page.notes_changed()

    def _open(self, node: GraphNode) -> None:
        match node.kind:
            case "note":
                self._notes.open(node.key)
            case "tag":
                self._window.show_pane("files")
                self._browser.show_search(f"tag:{node.name}")
            case "unwritten":
                name = node.name if node.name.lower().endswith(NOTE_SUFFIX) else f"{node.name}{NOTE_SUFFIX}"
                start(self._notes.create_note(name), self)

    def _open_menu(self, page: GraphPage, node: GraphNode, at: QPoint) -> None:
        if node.kind == "note" and self.file_menu is not None:
            self.file_menu(node.key, page).popup(at)

    def _add_to_chat(self, node: GraphNode) -> None:
        self._window.show_pane("chat")
        if node.kind == "tag":
            item = ContextItem(kind="tag", target=node.name.removeprefix("#"))
        else:
            item = ContextItem(kind="note", target=node.key.removesuffix(NOTE_SUFFIX))
        self._chat.composer.tray.add(item)

    def _full_view(self) -> None:
        """Hide the side panes, or show those that this command has hidden."""
        panes = self._window.panes
        if panes.narrow:
            return
        side_panes: tuple[Pane, ...] = ("files", "chat")
        shown = tuple(pane for pane in side_panes if pane not in panes.hidden())
        for pane in shown or self._hidden or side_panes:
            panes.toggle(pane)
        self._hidden = shown
