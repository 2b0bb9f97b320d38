"""Graph view: a scene with zoom, panning, keyboard navigation and animated changes."""

from collections.abc import Collection

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.core.values import replace
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.graph.graph_drawing import (
    HighlightedNodes,
    LargeScene,
    LargeScenePicture,
    draw_highlighted_links,
    draw_links,
    draw_names,
    draw_nodes,
    names_to_draw,
)
from vaultdesk.ui.graph.graph_layout import Scene
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce, without_keypad
from vaultdesk.ui.widgets.zoom_view import Point, Viewport, ZoomView, fitting_viewport

ANIMATION_DURATION = 180
"""Duration in milliseconds."""


class NodeAnimation(QObject):
    """Animates the nodes of one widget's scene."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._scene: Scene | None = None
        self._from: list[Point] = []
        self.goal: list[Point] = []
        """Final positions of the nodes; empty if nothing moves."""
        self._timeline = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=ANIMATION_DURATION)
        self._timeline.valueChanged.connect(self._move)
        self._timeline.finished.connect(self.stop)

    def begin(self, before: Scene, scene: Scene) -> None:
        """Animate the nodes of *scene* from their positions in *before*."""
        if not theme().motion:
            return
        known = {node.key: point for node, point in zip(before.nodes, before.positions, strict=True)}
        self.goal, self._scene = list(scene.positions), scene
        self._from = [known.get(node.key, point) for node, point in zip(scene.nodes, scene.positions, strict=True)]
        if self._from == self.goal:
            self.stop()
            return
        scene.move(self._from)
        self._timeline.start()

    def stop(self) -> None:
        """Move the nodes to their final positions now."""
        self._timeline.stop()
        if self._scene is not None and self.goal:
            self._scene.move(self.goal)
            self._widget.update()
        self._scene, self.goal = None, []

    def _move(self, share: object) -> None:
        if self._scene is None or not isinstance(share, float):
            return
        eased = 1 - (1 - share) ** 3
        pairs = zip(self._from, self.goal, strict=True)
        self._scene.move([(x + (to_x - x) * eased, y + (to_y - y) * eased) for (x, y), (to_x, to_y) in pairs])
        self._widget.update()


MAX_SPOKEN_NEIGHBORS = 8
"""Maximum number of neighbors in the accessible text."""

SCENE_MARGIN = 48
"""Margin in design pixels around a fitted scene: names are below their nodes."""


class GraphView(ZoomView):
    """View of one scene."""

    opened = Signal(str)
    """Key of a node that should be opened."""
    selected = Signal(str)
    """Key of the selected node; empty if none."""
    center_requested = Signal(str)
    """The graph around the node with this key is requested."""
    menu_requested = Signal(str, QPoint)
    """Context menu of the node with this key, at a global position."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.scene: Scene | None = None
        self.highlight = HighlightedNodes()
        self.picture = LargeScenePicture(self)
        self._animation = NodeAnimation(self)

    def show_scene(self, scene: Scene, private: Collection[str] = (), large_scene: LargeScene | None = None) -> None:
        """Show *scene*; nodes already shown move to their new positions. *large_scene* paints it if it is large."""
        before, (cursor, chosen) = self.scene, self._keys()
        hidden = frozenset(index for key in private if (index := scene.find(key)) is not None)
        self.highlight = HighlightedNodes(None, scene.find(cursor), scene.find(chosen), self.highlight.ringed, hidden)
        self.scene = scene
        self.picture.set_scene(large_scene)
        has_other_center = before is None or [node.key for node in before.nodes[:1]] != [
            node.key for node in scene.nodes[:1]
        ]
        self._animation.stop()
        if not self.moved_by_user or (scene.local and has_other_center):
            self.fit()
        if large_scene is None and before is not None and self.isVisible():
            self._animation.begin(before, scene)
        self.viewport_changed()
        self._announce_current()
        self.update()
        if chosen and self.highlight.selected is None:
            self.selected.emit("")

    def fitted(self) -> Viewport:
        """Return the viewport in which all nodes are visible."""
        px = theme().px
        positions = self._animation.goal or (self.scene.corners() if self.scene is not None else ())
        return fitting_viewport(positions, self.width(), self.height(), px(SCENE_MARGIN), px(100) / 100)

    def viewport_changed(self) -> None:
        """Paint a large scene again."""
        self.picture.refresh(self.viewport_state)

    def select(self, key: str) -> None:
        """Select the node *key*; deselect if there is no such node."""
        self._select(self.scene.find(key) if self.scene is not None and key else None)

    def current_key(self) -> str:
        """Return the key of the node current for the keyboard, else of the selected one."""
        cursor, chosen = self._keys()
        return cursor or chosen

    def clicked_at(self, position: QPointF) -> None:
        """Select the clicked node."""
        self._select(self._node_at(position))

    def opened_at(self, position: QPointF) -> None:
        """Open the double-clicked node."""
        index = self._node_at(position)
        if index is not None and self.scene is not None:
            self.opened.emit(self.scene.nodes[index].key)

    def hovered_at(self, position: QPointF | None) -> None:
        """Highlight the node under the pointer."""
        index = self._node_at(position) if position is not None else None
        if index != self.highlight.hovered:
            self._highlight(hovered=index)
            self.setCursor(Qt.CursorShape.ArrowCursor if index is None else Qt.CursorShape.PointingHandCursor)

    def move_selection(self, dx: int, dy: int) -> None:
        """Go to the nearest node in that direction."""
        if self.scene is None or not self.scene.nodes:
            return
        current = self.highlight.cursor if self.highlight.cursor is not None else self.highlight.selected
        if current is None:
            middle = self.viewport_state.to_scene(self.width() / 2, self.height() / 2)
            target = 0 if self.scene.local else self.scene.at(middle, 1e9)
        else:
            target = self.scene.toward(current, dx, dy)
        if target is None:
            return
        self._highlight(cursor=target, ringed=True)
        x, y = self.viewport_state.to_view(self.scene.positions[target])
        edge = theme().px(40)
        if not (edge <= x <= self.width() - edge and edge <= y <= self.height() - edge):
            self.set_viewport(self.viewport_state.centered(self.scene.positions[target], self.width(), self.height()))
        self._announce_current()
        announce(self, self.accessible_text(target))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Space selects, C centers, Esc deselects; the base class handles other keys."""
        key, plain = self.current_key(), not without_keypad(event.modifiers())
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if key:
                self.opened.emit(key)
            case Qt.Key.Key_Space:
                self.select(key)
            case Qt.Key.Key_C if plain and key:
                self.center_requested.emit(key)
            case Qt.Key.Key_Escape if self.highlight.selected is not None:
                self._select(None)
            case _:
                super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the node under the pointer, or of the current one if opened by key."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.scene.find(self.current_key()) if self.scene is not None and self.current_key() else None
        else:
            index = self._node_at(QPointF(event.pos()))
        if index is None or self.scene is None:
            return
        x, y = self.viewport_state.to_view(self.scene.positions[index])
        self.menu_requested.emit(self.scene.nodes[index].key, self.mapToGlobal(QPoint(round(x), round(y))))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._highlight(ringed=event.reason() not in (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.PopupFocusReason))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._highlight(ringed=False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background, the links, the nodes and the names."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("surface"))
        scene, highlight = self.scene, self.highlight
        if scene is None or not scene.nodes:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.picture.scene is None:
            draw_links(painter, scene, self.viewport_state, highlight)
            draw_nodes(painter, scene, self.viewport_state, highlight)
        else:
            self.picture.draw(painter, self.viewport_state)
            draw_highlighted_links(painter, scene, self.viewport_state, highlight)
            neighbors = scene.links[highlight.center] if highlight.center is not None else ()
            over = [index for index in (*neighbors, highlight.cursor, highlight.center) if index is not None]
            draw_nodes(painter, scene, self.viewport_state, highlight, over)
        draw_names(
            painter, scene, highlight, names_to_draw(scene, self.viewport_state, highlight, self.size(), scene.order)
        )

    def accessible_text(self, index: int) -> str:
        """Return the accessible text of a node: its name and its neighbors."""
        if self.scene is None or index >= len(self.scene.nodes):
            return ""
        name, others = self.scene.nodes[index].name, self.scene.links[index]
        if not others:
            return self.tr("{name}, not linked").format(name=name)
        names = ", ".join(self.scene.nodes[other].name for other in others[:MAX_SPOKEN_NEIGHBORS])
        all_of_them = self.tr("{name}, linked with {names}")
        shortened = self.tr("{name}, linked with {n} notes, among them {names}")
        return (all_of_them if len(others) <= MAX_SPOKEN_NEIGHBORS else shortened).format(
            name=name, n=format_number(len(others)), names=names
        )

    def _keys(self) -> tuple[str, str]:
        """Return the keys of the current and the selected node."""
        nodes = self.scene.nodes if self.scene is not None else ()
        cursor, chosen = (
            nodes[index].key if index is not None else "" for index in (self.highlight.cursor, self.highlight.selected)
        )
        return cursor, chosen

    def _node_at(self, position: QPointF) -> int | None:
        if self.scene is None:
            return None
        return self.scene.at(
            self.viewport_state.to_scene(position.x(), position.y()), theme().px(6) / self.viewport_state.scale
        )

    def _select(self, index: int | None) -> None:
        if index != self.highlight.selected:
            self.highlight = replace(
                self.highlight, selected=index, cursor=index if index is not None else self.highlight.cursor
            )
            self.update()
            self._announce_current()
            self.selected.emit(self._keys()[1])

    def _highlight(self, **changes: int | bool | None) -> None:
        self.highlight = replace(self.highlight, **changes)  # type: ignore[arg-type]  # each has the type of its field
        self.update()

    def _announce_current(self) -> None:
        index = self.highlight.cursor if self.highlight.cursor is not None else self.highlight.selected
        self.setAccessibleDescription(self.accessible_text(0 if index is None else index))
