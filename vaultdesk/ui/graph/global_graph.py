"""Page of all links of a vault, with the legend of folder colours."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.link_graph import LinkGraph
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.reading_state import ReadingState
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.graph.graph_drawing import LargeScene, large_scene_colors
from vaultdesk.ui.graph.graph_layout import Scene
from vaultdesk.ui.graph.graph_page import GraphPage
from vaultdesk.ui.graph.graph_source import GraphSource, groups_of, wide_scenes
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.menu import Menu, MenuButton
from vaultdesk.ui.widgets.text_fields import SearchField

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
        look = theme()
        metrics = look.metrics("small")
        width = max((metrics.horizontalAdvance(name) for name in self.names), default=0)
        return QSize(width + look.px(20), len(self.names) * look.px(20))

    def settle(self) -> None:
        """Move to the bottom right of the parent."""
        held = self.parentWidget()
        if held is not None:
            edge, size = theme().px(16), self.sizeHint()
            self.resize(size)
            self.move(held.width() - size.width() - edge, held.height() - size.height() - edge)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(look.font("small"))
        colors = large_scene_colors()[2:]
        line, dot = look.px(20), look.px(4)
        for number, name in enumerate(self.names):
            top = number * line
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors[number])
            painter.drawEllipse(QPointF(dot + 1, top + line / 2), dot, dot)
            painter.setPen(look.color("muted"))
            area = self.rect().adjusted(look.px(16), top, 0, 0)
            area.setHeight(line)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), name)


SEARCH_DELAY = 300
"""Milliseconds after the last key press before notes are searched."""

FIELD_WIDTHS = 110, 220
"""Minimum and maximum width of the field in design pixels."""


class GlobalGraphPage(GraphPage):
    """Every note as a point, coloured by its folder, larger the more links it has."""

    def __init__(self, source: GraphSource, parent: QWidget | None = None) -> None:
        super().__init__(source, "", parent)
        self.setAccessibleName(self.tr("Links of all notes"))
        self.view.setAccessibleName(self.accessibleName())
        self.list.setAccessibleName(self.accessibleName())
        self.title.set_text(self.tr("All notes"))
        self.legend = Legend(self.view)
        self._load_number = 0
        self._stale = False
        self._daily = self._orphans = True
        self.query = SearchField(self.tr("Only notes that fit"), self.tr("Filter by a search"))
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
        least, most = (theme().px(wide) for wide in FIELD_WIDTHS)
        self.query.setFixedWidth(max(least, min(most, self.width() // 4)))

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
                self.show_error(self.tr("No note fits"), self.tr("Search for something else."))
            else:
                words = self.tr("Each note is a point here, and each link a line.")
                self.show_error(self.tr("There are no notes yet"), words)
            return
        private = await self.source.private(graph)
        self.legend.show_names(groups_of(graph).names)

        def show(scene: Scene, crowd: LargeScene) -> None:
            if request_id == self._load_number:
                self.view.show_scene(scene, private, crowd)
                self.show_graph()

        kept = self.source.cached(graph)
        if kept is not None:
            show(*kept)
            return
        made = await wide_scenes(graph, show)
        if not query.strip():
            self.source.cache(*made)

    def _update_title(self, graph: LinkGraph) -> None:
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
        self.status.set_text(words)

    def _update_choices(self) -> None:
        words = {
            (True, True): self.tr("All notes"), (False, True): self.tr("Without daily notes"),
            (True, False): self.tr("Linked notes"), (False, False): self.tr("Linked, without daily notes"),
        }  # fmt: skip
        self.kinds.set_shown_text(words[self._daily, self._orphans])

    def _fill_kinds(self, menu: Menu) -> None:
        for words, on, daily, orphans in (
            (self.tr("Daily notes"), self._daily, not self._daily, self._orphans),
            (self.tr("Notes without links"), self._orphans, self._daily, not self._orphans),
        ):
            menu.add(words, partial(self._choose, daily, orphans), checked=on)

    def _choose(self, daily: bool, orphans: bool) -> None:
        self._daily, self._orphans = daily, orphans
        self._update_choices()
        self.reload()
