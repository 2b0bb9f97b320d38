"""Crowd: a large scene painted in a thread, and shown moved along until the next picture is there."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.bridge import start
from vaultdesk.ui.graph.scene import Scene
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import blend_colors
from vaultdesk.ui.widgets.zoom_view import Point, Viewport

SETTLE = 60
"""Milliseconds without a move after which the scene is painted anew."""

LINES_AT_ONCE, POINTS_AT_ONCE = 300, 500
"""Links painted in one call in a thread: some milliseconds, in which the window may have to wait for it."""

GROUP_ROLES = ("accent", "success", "warning", "code_word", "danger", "text2")
"""Tokens of the largest groups of a whole graph; the others have that of outlines."""


LEAST_POINT = 1.6
"""Pixels a point is wide at least."""

MANY_LINES = 12_000
"""Links from which on each is the paler the more there are: else they would be one ground."""


class Crowd:
    """The points and links of a large scene, prepared for painting it again and again in a thread."""

    def __init__(self, scene: Scene, groups: Sequence[int]) -> None:
        """*groups* says which group each node is of: a place in `GROUP_ROLES`, or one behind the last."""
        places = scene.places
        edges = scene.graph.edges
        self._count = len(edges)
        # As paths, not as lines: thousands of objects of Python's would hold up whoever collects garbage.
        self._lines = [
            _path(places, edges[first : first + LINES_AT_ONCE]) for first in range(0, len(edges), LINES_AT_ONCE)
        ]
        points: dict[tuple[int, int], list[QPointF]] = {}
        for place, point in enumerate(places):
            points.setdefault((groups[place], round(scene.radii[place])), []).append(QPointF(*point))
        self._points = [
            (group, size, QPolygonF(some[first : first + POINTS_AT_ONCE]))
            for (group, size), some in sorted(points.items())
            for first in range(0, len(some), POINTS_AT_ONCE)
        ]

    def paint(self, sight: Viewport, size: QSize, ratio: float, colors: Sequence[QColor]) -> QImage:
        """Paint everything; *colors* are the ground, the links and the groups."""
        image = QImage(size * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(colors[0])
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(sight.x, sight.y)
        painter.scale(sight.scale, sight.scale)
        line = QPen(blend_colors(colors[1], colors[0], min(1.0, MANY_LINES / max(1, self._count))), 1)
        line.setCosmetic(True)
        painter.setPen(line)
        for path in self._lines:
            painter.drawPath(path)
        grown = min(1.3, sight.scale**0.8) * 2
        for group, radius, points in self._points:
            pen = QPen(colors[2 + group], max(LEAST_POINT, radius * grown))
            pen.setCosmetic(True)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(points)
        painter.end()
        return image


def _path(places: Sequence[Point], edges: Sequence[tuple[int, int]]) -> QPainterPath:
    path = QPainterPath()
    for one, other in edges:
        path.moveTo(*places[one])
        path.lineTo(*places[other])
    return path


class CrowdPicture(QObject):
    """The last picture of a crowd, for one widget; renewed a moment after it was asked for last."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self.crowd: Crowd | None = None
        self._sight = Viewport()
        self._picture: tuple[QImage, Viewport] | None = None
        self._painting = self._again = False
        self._settle = QTimer(self, singleShot=True, interval=SETTLE)
        self._settle.timeout.connect(self._paint)

    @property
    def settled(self) -> bool:
        """Whether the picture shows what is to be seen now."""
        return not (self._painting or self._settle.isActive()) and self._picture is not None

    def set_crowd(self, crowd: Crowd | None) -> None:
        """Show this crowd from now on; the picture of the one before stays until there is one of it."""
        self.crowd = crowd
        if crowd is None:
            self._picture = None

    def renew(self, sight: Viewport) -> None:
        """Let the picture be painted anew, for *sight*, as soon as nothing moves any more."""
        self._sight = sight
        if self.crowd is not None:
            self._settle.start()

    def draw(self, painter: QPainter, sight: Viewport) -> None:
        """Draw the last picture where it belongs for *sight*; what was not painted while unseen is painted now."""
        stale = self._picture is None or self._picture[1] != sight
        if stale and not (self._painting or self._settle.isActive()):
            self.renew(sight)
        if self._picture is None:
            return
        image, taken = self._picture
        factor = sight.scale / taken.scale
        left, top = sight.x - taken.x * factor, sight.y - taken.y * factor
        size = image.deviceIndependentSize() * factor
        painter.drawImage(QRectF(left, top, size.width(), size.height()), image)

    def _paint(self) -> None:
        if self._painting:
            self._again = True
        elif self.crowd is not None and self._widget.isVisible() and not self._widget.size().isEmpty():
            start(self._painted(self.crowd), self)

    async def _painted(self, crowd: Crowd) -> None:
        self._painting, self._again = True, False
        sight, size, ratio = self._sight, self._widget.size(), self._widget.devicePixelRatioF()
        try:
            image = await asyncio.to_thread(crowd.paint, sight, size, ratio, crowd_colors())
        finally:
            self._painting = False
        if self.crowd is not None:
            self._picture = (image, sight)
            self._widget.update()
        if self._again or crowd is not self.crowd:
            self._paint()


def crowd_colors() -> Sequence[QColor]:
    """Return the ground, the links, each group, and what belongs to none of them."""
    look = theme()
    ground = look.color("surface")
    groups = [blend_colors(look.color(role), ground, 0.75) for role in GROUP_ROLES]
    return [ground, blend_colors(look.color("control"), ground, 0.8), *groups, look.color("outline")]
