"""Page of a graph with its head, the card of the selected node, and the nodes as a list."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.link_graph import GraphNode
from vaultdesk.ui.bridge import start
from vaultdesk.ui.dates import short_time_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.graph.graph_source import GraphSource
from vaultdesk.ui.graph.graph_view import GraphView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.lists.entry_list import EntryList, ListEntry
from vaultdesk.vault.note_path import NOTE_SUFFIX

CARD_WIDTH = 336
"""Width in design pixels."""

MAX_PASSAGE_LENGTH = 180
"""Maximum number of characters of a passage."""


class NodeCard(Card):
    """Card at the bottom left of the graph; hidden while nothing is selected."""

    open_requested = Signal()
    centre_requested = Signal()
    chat_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(14, ground="raised", parent=parent)
        # Clicks on the card must not reach the view below it.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.content.setSpacing(theme().px(6))
        self.name = ElidedLabel("", Qt.TextElideMode.ElideRight, "text", "heading")
        self.when = PlainLabel("", "muted", "small")
        self._lock = Glyph("lock", "muted", 13)
        self._lock.setAccessibleName(self.tr("Private"))
        head = QHBoxLayout()
        head.setSpacing(theme().px(6))
        head.addWidget(self.name, 1)
        head.addWidget(self._lock)
        head.addWidget(self.when)
        self.content.addLayout(head)
        self.passage = PlainLabel("", "text2", "small", wrap=True)
        self.content.addWidget(self.passage)
        self.open = LinkButton(self.tr("Open"), small=True)
        self.centre = LinkButton(self.tr("Centre here"), small=True)
        self.chat = LinkButton(self.tr("Add to chat"), small=True)
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        for button, asked in (
            (self.open, self.open_requested), (self.centre, self.centre_requested), (self.chat, self.chat_requested),
        ):  # fmt: skip
            button.clicked.connect(asked)
            row.addWidget(button)
        row.addStretch(1)
        self.content.addLayout(row)
        self.hide()

    def show_node(self, node: GraphNode, when: str, *, private: bool, centre: bool) -> None:
        """Show *node*, changed *when*; with *centre* offer the graph around it."""
        self.setAccessibleName(node.name)
        self.name.set_text(node.name)
        self.when.setText(when)
        self._lock.setVisible(private)
        words = {"note": self.tr("Open"), "tag": self.tr("Search for it"), "unwritten": self.tr("Create the note")}
        self.open.setText(words[node.kind])
        self.centre.setVisible(centre and node.kind == "note")
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
        held = self.parentWidget()
        if held is None:
            return
        edge = theme().px(16)
        width = max(1, min(theme().px(CARD_WIDTH), held.width() - 2 * edge))
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        self.resize(QSize(width, height))
        self.move(edge, held.height() - height - edge)


def text_around_name(passage: str, name: str) -> str:
    """Return *passage* cut to the text around *name*."""
    if len(passage) <= MAX_PASSAGE_LENGTH:
        return passage
    found = max(0, passage.casefold().find(name.casefold()))
    start = max(0, min(found - MAX_PASSAGE_LENGTH // 3, len(passage) - MAX_PASSAGE_LENGTH))
    if start:
        start = passage.find(" ", start, start + 20) + 1 or start
    piece = passage[start : start + MAX_PASSAGE_LENGTH]
    before, after = "…" if start else "", "…" if start + MAX_PASSAGE_LENGTH < len(passage) else ""
    return f"{before}{piece.strip()}{after}"


MAX_LISTED_NODES = 1_000
"""Maximum number of nodes listed; the search finds the others."""


class GraphPage(QWidget):
    """Contains a `GraphView`; subclasses add widgets to `choices` and text to `tell`."""

    note_opened = Signal(object)
    """A `GraphNode` should be opened."""
    chat_requested = Signal(object)
    """A `GraphNode` should be attached to the next question."""
    centre_requested = Signal(str)
    """The graph around the note at this path is requested."""
    full_view_requested = Signal()
    menu_requested = Signal(object, QPoint)
    """Context menu of a `GraphNode`, at a global position."""

    def __init__(self, source: GraphSource, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = source
        px = theme().px
        self.setAccessibleName(name)
        self.title = ElidedLabel("", Qt.TextElideMode.ElideMiddle, "text", "strong")
        self.status = ElidedLabel("", Qt.TextElideMode.ElideRight, "muted")
        self.choices = QHBoxLayout()
        self.choices.setSpacing(px(4))
        self.as_list = IconButton("list", self.tr("Show as a list"), role="text2")
        self.as_list.setCheckable(True)
        self.as_list.toggled.connect(self._show_list)
        self.full = IconButton("expand", self.tr("Full view"), role="text2")
        self.full.clicked.connect(self.full_view_requested)
        self._head = QHBoxLayout()
        self._head.setContentsMargins(px(16), px(4), px(12), px(4))
        self._head.setSpacing(px(8))
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self.body, 1)
        self._connect()

    def reload(self) -> None:
        """Load the graph again; overridden by subclasses."""

    def neighbours(self, node: GraphNode) -> str:
        """Return the neighbour to which the selected node is connected: the one nearest to the centre, else the most
        linked.
        """
        scene = self.view.scene
        place = scene.find(node.key) if scene is not None else None
        if scene is None or place is None:
            return ""
        others = [scene.nodes[other] for other in scene.links[place] if scene.nodes[other].kind == "note"]
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
                ListEntry(
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
        self.view.centre_requested.connect(self._centre)
        self.view.menu_requested.connect(
            lambda key, at: self._with(key, lambda node: self.menu_requested.emit(node, at))
        )
        self.list.chosen.connect(lambda key: self._with(key, self.note_opened.emit))
        for asked, do in (
            (self.card.open_requested, self.note_opened.emit), (self.card.chat_requested, self.chat_requested.emit),
        ):  # fmt: skip
            asked.connect(partial(self._with_chosen, do))
        self.card.centre_requested.connect(lambda: self._with_chosen(lambda node: self._centre(node.key)))

    def _centre(self, key: str) -> None:
        self._with(key, lambda node: self.centre_requested.emit(node.key) if node.kind == "note" else None)

    def _with(self, key: str, do: Callable[[GraphNode], object]) -> None:
        node = self.view.scene.node(key) if self.view.scene is not None else None
        if node is not None:
            do(node)

    def _with_chosen(self, do: Callable[[GraphNode], object]) -> None:
        scene, place = self.view.scene, self.view.highlight.selected
        if scene is not None and place is not None:
            do(scene.nodes[place])

    def _chosen(self, key: str) -> None:
        scene = self.view.scene
        node = scene.node(key) if scene is not None else None
        if scene is None or node is None:
            self.card.hide()
            return
        when = ""
        if node.modified_ns:
            moment = datetime.fromtimestamp(node.modified_ns / 1e9, UTC)
            when = short_time_text(moment, datetime.now().astimezone().date())
        private = self.view.highlight.selected in self.view.highlight.private
        self.card.show_node(node, when, private=private, centre=not scene.local or key != scene.nodes[0].key)
        start(self._load_passage(node), self)

    async def _load_passage(self, node: GraphNode) -> None:
        other = self.neighbours(node)
        if node.kind != "note" or not other:
            return
        try:
            words = await self.source.passage(node.key, other)
        except VaultDeskError:
            return  # The card is shown without a passage.
        place = self.view.highlight.selected
        if self.view.scene is not None and place is not None and self.view.scene.nodes[place].key == node.key:
            other_name, name = other.rpartition("/")[2].removesuffix(NOTE_SUFFIX), node.name
            self.card.show_passage(words, other_name if other_name.casefold() in words.casefold() else name)

    def _show_list(self, _on: bool) -> None:
        if self.body.currentWidget() is not self.error_state:
            self.show_graph()
            self.setFocus()

    def _entry(self, node: GraphNode) -> ListEntry:
        icons = {"note": "file", "tag": "tag", "unwritten": "file-plus"}
        folder = node.key.rpartition("/")[0] if node.kind == "note" else ""
        steps = self.tr("1 step") if node.distance == 1 else self.tr("{n} steps").format(n=node.distance)
        near = steps if node.distance else ""
        words = " · ".join(part for part in (near, folder) if part)
        return ListEntry(node.key, node.name, words, icon=icons[node.kind], right=str(node.links) if node.links else "")
