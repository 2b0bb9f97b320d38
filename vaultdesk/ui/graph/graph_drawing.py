"""Painting of a graph: links, nodes and names, large scenes in a worker thread."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from math import inf, sqrt
from typing import TypeAlias

from msgspec import Struct, field
from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.bridge import start
from vaultdesk.ui.graph.graph_layout import MIN_GLOBAL_RADIUS, Scene
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName, blend_colors
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.zoom_view import Point, Viewport

Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""

CELL_SIZE = 96.0
"""Side in pixels of the cells used to find overlapping names."""


class NodeName(Struct, frozen=True):
    """A name to be placed next to its node."""

    index: int
    x: float
    y: float
    radius: float
    width: float
    required: bool = False
    """Whether it is shown even if it covers another."""


class PlacedName(Struct, frozen=True):
    """A name with its rectangle."""

    index: int
    area: Area


EVERYWHERE: Area = (-inf, -inf, inf, inf)


def placed_names(
    names: Iterable[NodeName],
    height: float,
    gap: float,
    nodes: Iterable[Area] = (),
    limit: int = 10_000,
    bounds: Area = EVERYWHERE,
) -> list[PlacedName]:
    """Return the *names* that fit below, above, right or left of their nodes; earlier ones take precedence.

    *nodes* are rectangles that no name may cover, and *bounds* is the visible area, whose edge would cut a name off.
    """
    occupied: dict[tuple[int, int], list[Area]] = {}
    for area in nodes:
        _reserve(occupied, area)
    placed: list[PlacedName] = []
    for name in names:
        choices = _choices(name, height, gap)
        free = next((area for area in choices if _is_inside(area, bounds) and not _is_occupied(occupied, area)), None)
        if free is None and name.required:
            free = next((area for area in choices if _is_inside(area, bounds)), choices[0])
        if free is not None:
            _reserve(occupied, free)
            placed.append(PlacedName(name.index, free))
            if len(placed) >= limit:
                break
    return placed


def _choices(name: NodeName, height: float, gap: float) -> tuple[Area, ...]:
    half, reach = name.width / 2, name.radius + gap
    left, top = name.x - half, name.y - height / 2
    return (
        (left, name.y + reach, left + name.width, name.y + reach + height),
        (left, name.y - reach - height, left + name.width, name.y - reach),
        (name.x + reach, top, name.x + reach + name.width, top + height),
        (name.x - reach - name.width, top, name.x - reach, top + height),
    )


def _is_inside(area: Area, bounds: Area) -> bool:
    return bounds[0] <= area[0] and bounds[1] <= area[1] and area[2] <= bounds[2] and area[3] <= bounds[3]


def _cells(area: Area) -> Iterable[tuple[int, int]]:
    for x in range(int(area[0] // CELL_SIZE), int(area[2] // CELL_SIZE) + 1):
        for y in range(int(area[1] // CELL_SIZE), int(area[3] // CELL_SIZE) + 1):
            yield x, y


def _reserve(occupied: dict[tuple[int, int], list[Area]], area: Area) -> None:
    for cell in _cells(area):
        occupied.setdefault(cell, []).append(area)


def _is_occupied(occupied: dict[tuple[int, int], list[Area]], area: Area) -> bool:
    left, top, right, bottom = area
    return any(
        other[0] < right and left < other[2] and other[1] < bottom and top < other[3]
        for cell in _cells(area)
        for other in occupied.get(cell, ())
    )


NAME_BACKGROUND_OPACITY = 0.72
"""Opacity of the background of a name, so that links do not appear to strike it through."""

MAX_NAME_LETTERS = 26
"""Width of a name in average characters before it is elided."""

MAX_NAMES = 90
"""Maximum number of names shown: more are unreadable, and each takes time to place."""

MIN_NAMES = 16
"""Number of names shown when all notes are visible."""

MANY_LINKS = 60
"""Number of links of the central node from which they are as pale as the others."""

MIN_RADIUS = 2.5
"""Minimum radius of a node in pixels when zoomed out."""


class HighlightedNodes(Struct, frozen=True):
    """Highlighted nodes: hovered, current for the keyboard, selected."""

    hovered: int | None = None
    cursor: int | None = None
    selected: int | None = None
    ringed: bool = False
    """Whether the view has the keyboard focus, so that a ring marks the current node."""
    private: frozenset[int] = field(default_factory=frozenset)

    @property
    def center(self) -> int | None:
        """The node whose links are highlighted."""
        return self.hovered if self.hovered is not None else self.selected


def draw_links(painter: QPainter, scene: Scene, viewport: Viewport, highlight: HighlightedNodes) -> None:
    """Draw every link of a small scene, those of the highlighted node above the others."""
    points = [QPointF(*viewport.to_view(point)) for point in scene.positions]
    far: list[QLineF] = []
    near: list[QLineF] = []
    for first, second in scene.graph.edges:
        (near if first == 0 and scene.local else far).append(QLineF(points[first], points[second]))
    is_pale = highlight.hovered is not None or len(near) > MANY_LINKS
    for role, lines, width in (("control", far, 1.0), ("control" if is_pale else "outline", near, 1.2)):
        painter.setPen(QPen(theme().color(role), width))
        painter.drawLines(lines)
    draw_highlighted_links(painter, scene, viewport, highlight)


def draw_highlighted_links(painter: QPainter, scene: Scene, viewport: Viewport, highlight: HighlightedNodes) -> None:
    if highlight.center is None:
        return
    here = QPointF(*viewport.to_view(scene.positions[highlight.center]))
    others = scene.links[highlight.center]
    if highlight.hovered is None and scene.local and 0 in others:
        others = [0]  # For a selected node, only the link to the central node.
    painter.setPen(QPen(theme().color("accent"), 1.8))
    painter.drawLines([QLineF(here, QPointF(*viewport.to_view(scene.positions[other]))) for other in others])


def draw_nodes(
    painter: QPainter, scene: Scene, viewport: Viewport, highlight: HighlightedNodes, only: Iterable[int] | None = None
) -> None:
    """Draw the nodes of a small scene, or *only* some."""
    values = theme()
    surface, accent = values.color("surface"), values.color("accent")
    neighbors = set(scene.links[highlight.center]) if highlight.center is not None else set()
    scale, outline, muted = radius_scale(viewport), values.color("outline"), values.color("muted")
    for index in range(len(scene.nodes)) if only is None else only:
        node = scene.nodes[index]
        radius = visible_radius(scene, index, scale)
        center = QPointF(*viewport.to_view(scene.positions[index]))
        filled = index in (highlight.selected, highlight.hovered) or (scene.local and index == 0)
        plain = outline if node.distance <= 1 or index in neighbors else muted
        pen = QPen(accent if filled or (highlight.hovered is not None and index in neighbors) else plain, 1.5)
        if node.kind == "unwritten":
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(accent if filled else values.color("hover") if node.kind == "tag" else surface)
        painter.drawEllipse(center, radius, radius)
        if index == highlight.cursor and highlight.ringed:
            painter.setPen(QPen(accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(center, radius + values.px(4), radius + values.px(4))


def visible_radius(scene: Scene, index: int, scale: float) -> float:
    """Return the displayed radius of a node; *scale* is the result of `radius_scale`."""
    return max(MIN_RADIUS, scene.radii[index] * scale)


def radius_scale(viewport: Viewport) -> float:
    """Return the factor of all radii in *viewport*: they grow less than the distances."""
    return theme().px(100) / 100 * min(1.6, max(0.35, sqrt(viewport.scale)))


@lru_cache(maxsize=8_192)
def _cut(name: str, shape: str) -> tuple[str, float]:
    """Return *name* elided if long, and its width in the font described by *shape*."""
    font = QFont()
    font.fromString(shape)
    metrics = QFontMetricsF(font)
    widest = metrics.averageCharWidth() * MAX_NAME_LETTERS
    cut = metrics.elidedText(safe_label_text(name, 200).replace("\n", " "), Qt.TextElideMode.ElideRight, widest)
    return cut, metrics.horizontalAdvance(cut)


def names_to_draw(
    scene: Scene, viewport: Viewport, highlight: HighlightedNodes, size: QSize, order: Sequence[int]
) -> list[tuple[PlacedName, str]]:
    """Return the names that fit in a view of *size*, elided if long, in the priority of *order*."""
    values = theme()
    font = values.font("strong")
    metrics, shape, scale = QFontMetricsF(font), font.toString(), radius_scale(viewport)
    first = [index for index in (highlight.hovered, highlight.selected, highlight.cursor) if index is not None]
    if highlight.hovered is not None:
        first += scene.links[highlight.hovered][:MAX_NAMES]
    required = {
        index
        for index in (highlight.hovered, highlight.selected, highlight.cursor if highlight.ringed else None)
        if index is not None
    }
    limit = MAX_NAMES if scene.local else max(MIN_NAMES, min(MAX_NAMES, round(MAX_NAMES * viewport.scale * 1.5)))
    names: list[NodeName] = []
    texts: dict[int, str] = {}
    node_areas: list[Area] = []
    width, height = size.width(), size.height()
    for index in islice(dict.fromkeys((*first, *order)), 4_000):
        x, y = viewport.to_view(scene.positions[index])
        if not (-40 < x < width + 40 and -40 < y < height + 40):
            continue
        texts[index], name_width = _cut(scene.nodes[index].name, shape)
        radius = visible_radius(scene, index, scale)
        lock = values.px(14) if index in highlight.private else 0
        names.append(NodeName(index, x, y, radius, name_width + lock + 2, index in required))
        node_areas.append((x - radius, y - radius, x + radius, y + radius))
        if len(names) >= 4 * limit:
            break
    covered = node_areas if len(node_areas) < 400 else ()
    placed = placed_names(names, metrics.height(), values.px(3), covered, limit, (0, 0, width, height))
    return [(name, texts[name.index]) for name in placed]


def draw_names(
    painter: QPainter, scene: Scene, highlight: HighlightedNodes, names: Sequence[tuple[PlacedName, str]]
) -> None:
    """Draw *names*; the central and highlighted ones are bold, distant ones muted."""
    values = theme()
    background = values.color("surface")
    background.setAlphaF(NAME_BACKGROUND_OPACITY)
    neighbors = {*scene.links[highlight.hovered], highlight.hovered} if highlight.hovered is not None else None
    for placed, text in names:
        node = scene.nodes[placed.index]
        is_strong = (scene.local and placed.index == 0) or placed.index in (highlight.selected, highlight.hovered)
        is_muted = placed.index not in neighbors if neighbors is not None else node.distance > 1 and not is_strong
        font: FontName = "heading" if is_strong else "interface"
        painter.setFont(values.font(font))
        painter.setPen(values.color("muted" if is_muted else "text"))
        left, top, right, bottom = placed.area
        area = QRectF(left, top, right - left, bottom - top)
        painter.fillRect(area.adjusted(-1, 0, 1, -1), background)
        if placed.index in highlight.private:
            side = values.px(11)
            picture = pixmap("lock", "muted", side, painter.device().devicePixelRatioF())
            painter.drawPixmap(QPointF(right - side, top + (bottom - top - side) / 2), picture)
            area.setRight(right - values.px(14))
        # Names in right-to-left scripts are drawn correctly; the box stays in place.
        painter.drawText(area.adjusted(-6, 0, 6, 0), int(Qt.AlignmentFlag.AlignCenter), text)


REPAINT_DELAY = 60
"""Milliseconds without a move after which the scene is painted again."""

LINES_PER_CALL, POINTS_PER_CALL = 300, 500
"""Links and points painted in one call in a thread: some milliseconds, during which the GUI thread may wait for the
GIL.
"""

GROUP_ROLES = ("accent", "success", "warning", "code_word", "danger", "text2")
"""Tokens of the largest groups of a whole graph; the others have that of outlines."""


MIN_POINT_SIZE, MAX_SMALLEST_SIZE = 1.6, 5.0
"""Limits in pixels for the width of the smallest points: the more points, the smaller they are."""

SINGLE_POINT_SIZE = 60
"""Width in pixels that is divided by the square root of the number of points to get the width of the smallest ones."""

MANY_LINES = 12_000
"""Number of links from which each is the paler the more there are: otherwise they would fill the background."""


class LargeScene:
    """Points and links of a large scene, prepared for repeated painting in a thread."""

    def __init__(self, scene: Scene, groups: Sequence[int]) -> None:
        """*groups* is the group of each node: an index in `GROUP_ROLES`, or its length for none."""
        positions = scene.positions
        edges = scene.graph.edges
        self._count = len(edges)
        size = SINGLE_POINT_SIZE / sqrt(max(1, len(positions)))
        self._smallest_size = min(MAX_SMALLEST_SIZE, max(MIN_POINT_SIZE, size))
        # As paths, not as lines: thousands of Python objects would slow down garbage collection.
        self._lines = [
            _path(positions, edges[first : first + LINES_PER_CALL]) for first in range(0, len(edges), LINES_PER_CALL)
        ]
        points: dict[tuple[int, int], list[QPointF]] = {}
        for index, point in enumerate(positions):
            points.setdefault((groups[index], round(scene.radii[index])), []).append(QPointF(*point))
        self._points = [
            (group, size, QPolygonF(group_points[first : first + POINTS_PER_CALL]))
            for (group, size), group_points in sorted(points.items())
            for first in range(0, len(group_points), POINTS_PER_CALL)
        ]

    def paint(self, viewport: Viewport, size: QSize, ratio: float, colors: Sequence[QColor]) -> QImage:
        """Paint everything; *colors* are the background, the links and the groups."""
        image = QImage(size * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(colors[0])
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(viewport.x, viewport.y)
        painter.scale(viewport.scale, viewport.scale)
        # The width of a cosmetic pen is in pixels of the screen.
        line = QPen(blend_colors(colors[1], colors[0], min(1.0, MANY_LINES / max(1, self._count))), ratio)
        line.setCosmetic(True)
        painter.setPen(line)
        for path in self._lines:
            painter.drawPath(path)
        size_factor = min(1.3, viewport.scale**0.8) * 2
        for group, radius, points in self._points:
            smallest = self._smallest_size * sqrt(radius / MIN_GLOBAL_RADIUS)
            pen = QPen(colors[2 + group], max(smallest, radius * size_factor) * ratio)
            pen.setCosmetic(True)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(points)
        painter.end()
        return image


def _path(positions: Sequence[Point], edges: Sequence[tuple[int, int]]) -> QPainterPath:
    path = QPainterPath()
    for first, second in edges:
        path.moveTo(*positions[first])
        path.lineTo(*positions[second])
    return path


class LargeScenePicture(QObject):
    """Last image of a large scene for one widget; updated shortly after the last request."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self.scene: LargeScene | None = None
        self._viewport = Viewport()
        self._picture: tuple[QImage, Viewport] | None = None
        self._painting = self._repaint_needed = False
        self._timer = QTimer(self, singleShot=True, interval=REPAINT_DELAY)
        self._timer.timeout.connect(self._paint)

    @property
    def settled(self) -> bool:
        """Whether the image is up to date."""
        return not (self._painting or self._timer.isActive()) and self._picture is not None

    def set_scene(self, scene: LargeScene | None) -> None:
        """Show this scene from now on; the previous image stays until the new one is painted."""
        self.scene = scene
        if scene is None:
            self._picture = None

    def refresh(self, viewport: Viewport) -> None:
        """Paint the image for *viewport* once movement stops."""
        self._viewport = viewport
        if self.scene is not None:
            self._timer.start()

    def draw(self, painter: QPainter, viewport: Viewport) -> None:
        """Draw the last image transformed to *viewport*; if it was not painted while hidden, paint it now."""
        is_outdated = self._picture is None or self._picture[1] != viewport
        if is_outdated and not (self._painting or self._timer.isActive()):
            self.refresh(viewport)
        if self._picture is None:
            return
        image, painted = self._picture
        factor = viewport.scale / painted.scale
        left, top = viewport.x - painted.x * factor, viewport.y - painted.y * factor
        size = image.deviceIndependentSize() * factor
        painter.drawImage(QRectF(left, top, size.width(), size.height()), image)

    def _paint(self) -> None:
        if self._painting:
            self._repaint_needed = True
        elif self.scene is not None and self._widget.isVisible() and not self._widget.size().isEmpty():
            start(self._paint_in_thread(self.scene), self)

    async def _paint_in_thread(self, scene: LargeScene) -> None:
        self._painting, self._repaint_needed = True, False
        viewport, size, ratio = self._viewport, self._widget.size(), self._widget.devicePixelRatioF()
        try:
            image = await asyncio.to_thread(scene.paint, viewport, size, ratio, large_scene_colors())
        finally:
            self._painting = False
        if self.scene is not None:
            self._picture = (image, viewport)
            self._widget.update()
        if self._repaint_needed or scene is not self.scene:
            self._paint()


def large_scene_colors() -> Sequence[QColor]:
    """Return the colors of the background, the links, each group, and nodes without a group."""
    values = theme()
    background = values.color("surface")
    groups = [blend_colors(values.color(role), background, 0.75) for role in GROUP_ROLES]
    return [background, blend_colors(values.color("control"), background, 0.8), *groups, values.color("outline")]
