"""Moving: the nodes of a scene that slide from where they were to where they belong, where things may move."""

from PySide6.QtCore import QObject, QVariantAnimation
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.graph.scene import Scene
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.zoom_view import Point

DURATION = 180
"""Milliseconds."""


class Moving(QObject):
    """Moves the nodes of one widget's scene."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._scene: Scene | None = None
        self._from: list[Point] = []
        self.goal: list[Point] = []
        """Where the nodes will lie; empty while nothing moves."""
        self._clock = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=DURATION)
        self._clock.valueChanged.connect(self._move)
        self._clock.finished.connect(self.stop)

    def begin(self, before: Scene, scene: Scene) -> None:
        """Let the nodes of *scene* come from where they lie in *before*."""
        if not theme().motion:
            return
        known = {node.key: point for node, point in zip(before.nodes, before.places, strict=True)}
        self.goal, self._scene = list(scene.places), scene
        self._from = [known.get(node.key, point) for node, point in zip(scene.nodes, scene.places, strict=True)]
        if self._from == self.goal:
            self.stop()
            return
        scene.move(self._from)
        self._clock.start()

    def stop(self) -> None:
        """Put the nodes where they belong, now."""
        self._clock.stop()
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
