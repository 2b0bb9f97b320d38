"""Painting of a graph: links, nodes and names, large scenes in a worker thread."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from math import sqrt
from typing import TypeAlias

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.bridge import start
from vaultdesk.ui.graph.graph_layout import Scene
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName, blend_colors
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.zoom_view import Point, Viewport

Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""

SQUARE_SIZE = 96.0
"""Side in pixels of the cells used to find overlapping names."""


@dataclass(frozen=True, slots=True)
class NodeName:
    """A name to be placed beside its node."""

    place: int
    x: float
    y: float
    radius: float
    width: float
    must: bool = False
    """Whether it is shown even if it covers another."""


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name with its rectangle."""

    place: int
    area: Area


def placed_names(
    names: Iterable[NodeName], height: float, gap: float, nodes: Iterable[Area] = (), most: int = 10_000
) -> list[PlacedName]:
    """Return the *names* that fit below, above or beside their nodes; earlier ones take precedence.

    *nodes* are rectangles that no name may cover.
    """
    taken: dict[tuple[int, int], list[Area]] = {}
    for area in nodes:
        _reserve(taken, area)
    found: list[PlacedName] = []
    for name in names:
        choices = _choices(name, height, gap)
        free = next((area for area in choices if not _covered(taken, area)), None)
        if free is None and name.must:
            free = choices[0]
        if free is not None:
            _reserve(taken, free)
            found.append(PlacedName(name.place, free))
            if len(found) >= most:
                break
    return found


def _choices(name: NodeName, height: float, gap: float) -> tuple[Area, ...]:
    half, reach = name.width / 2, name.radius + gap
    left, top = name.x - half, name.y - height / 2
    return (
        (left, name.y + reach, left + name.width, name.y + reach + height),
        (left, name.y - reach - height, left + name.width, name.y - reach),
        (name.x + reach, top, name.x + reach + name.width, top + height),
        (name.x - reach - name.width, top, name.x - reach, top + height),
    )


def _squares(area: Area) -> Iterable[tuple[int, int]]:
    for x in range(int(area[0] // SQUARE_SIZE), int(area[2] // SQUARE_SIZE) + 1):
        for y in range(int(area[1] // SQUARE_SIZE), int(area[3] // SQUARE_SIZE) + 1):
            yield x, y


def _reserve(taken: dict[tuple[int, int], list[Area]], area: Area) -> None:
    for square in _squares(area):
        taken.setdefault(square, []).append(area)


def _covered(taken: dict[tuple[int, int], list[Area]], area: Area) -> bool:
    left, top, right, bottom = area
    return any(
        other[0] < right and left < other[2] and other[1] < bottom and top < other[3]
        for square in _squares(area)
        for other in taken.get(square, ())
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


@dataclass(frozen=True)
class HighlightedNodes:
    """Highlighted nodes: hovered, current for the keyboard, selected."""

    hovered: int | None = None
    cursor: int | None = None
    selected: int | None = None
    ringed: bool = False
    """Whether the view has the keyboard focus, so that a ring marks the current node."""
    private: frozenset[int] = field(default_factory=frozenset)

    @property
    def centre(self) -> int | None:
        """The node whose links are highlighted."""
        return self.hovered if self.hovered is not None else self.selected


def draw_links(painter: QPainter, scene: Scene, viewport: Viewport, highlight: HighlightedNodes) -> None:
    """Draw every link of a small scene, those of the highlighted node above the others."""
    points = [QPointF(*viewport.to_view(point)) for point in scene.places]
    far: list[QLineF] = []
    near: list[QLineF] = []
    for one, other in scene.graph.edges:
        (near if one == 0 and scene.local else far).append(QLineF(points[one], points[other]))
    quiet = highlight.hovered is not None or len(near) > MANY_LINKS
    for role, lines, width in (("control", far, 1.0), ("control" if quiet else "outline", near, 1.2)):
        painter.setPen(QPen(theme().color(role), width))
        painter.drawLines(lines)
    draw_highlighted_links(painter, scene, viewport, highlight)


def draw_highlighted_links(painter: QPainter, scene: Scene, viewport: Viewport, highlight: HighlightedNodes) -> None:
    """Draw the links of the highlighted node."""
    if highlight.centre is None:
        return
    here = QPointF(*viewport.to_view(scene.places[highlight.centre]))
    others = scene.links[highlight.centre]
    if highlight.hovered is None and scene.local and 0 in others:
        others = [0]  # For a selected node, only the link to the central node.
    painter.setPen(QPen(theme().color("accent"), 1.8))
    painter.drawLines([QLineF(here, QPointF(*viewport.to_view(scene.places[other]))) for other in others])


def draw_nodes(
    painter: QPainter, scene: Scene, viewport: Viewport, highlight: HighlightedNodes, only: Iterable[int] | None = None
) -> None:
    """Draw the nodes of a small scene, or *only* some."""
    look = theme()
    surface, accent = look.color("surface"), look.color("accent")
    neighbours = set(scene.links[highlight.centre]) if highlight.centre is not None else set()
    share, outline, muted = _visible_share(viewport), look.color("outline"), look.color("muted")
    for place in range(len(scene.nodes)) if only is None else only:
        node = scene.nodes[place]
        radius = max(MIN_RADIUS, scene.radii[place] * share)
        centre = QPointF(*viewport.to_view(scene.places[place]))
        filled = place in (highlight.selected, highlight.hovered) or (scene.local and place == 0)
        plain = outline if node.distance <= 1 or place in neighbours else muted
        pen = QPen(accent if filled or (highlight.hovered is not None and place in neighbours) else plain, 1.5)
        if node.kind == "unwritten":
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(accent if filled else look.color("hover") if node.kind == "tag" else surface)
        painter.drawEllipse(centre, radius, radius)
        if place == highlight.cursor and highlight.ringed:
            painter.setPen(QPen(accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, radius + look.px(4), radius + look.px(4))


def visible_radius(scene: Scene, place: int, viewport: Viewport) -> float:
    """Return the displayed radius of a node: it grows less than the distances."""
    return max(MIN_RADIUS, scene.radii[place] * _visible_share(viewport))


def _visible_share(viewport: Viewport) -> float:
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
    look = theme()
    font = look.font("strong")
    metrics, shape, share = QFontMetricsF(font), font.toString(), _visible_share(viewport)
    first = [place for place in (highlight.hovered, highlight.selected, highlight.cursor) if place is not None]
    if highlight.hovered is not None:
        first += scene.links[highlight.hovered][:MAX_NAMES]
    must = {
        place
        for place in (highlight.hovered, highlight.selected, highlight.cursor if highlight.ringed else None)
        if place is not None
    }
    most = MAX_NAMES if scene.local else max(MIN_NAMES, min(MAX_NAMES, round(MAX_NAMES * viewport.scale * 1.5)))
    wanted: list[NodeName] = []
    words: dict[int, str] = {}
    bodies: list[Area] = []
    width, height = size.width(), size.height()
    for place in islice(dict.fromkeys((*first, *order)), 4_000):
        x, y = viewport.to_view(scene.places[place])
        if not (-40 < x < width + 40 and -40 < y < height + 40):
            continue
        words[place], wide = _cut(scene.nodes[place].name, shape)
        radius = max(MIN_RADIUS, scene.radii[place] * share)
        lock = look.px(14) if place in highlight.private else 0
        wanted.append(NodeName(place, x, y, radius, wide + lock + 2, place in must))
        bodies.append((x - radius, y - radius, x + radius, y + radius))
        if len(wanted) >= 4 * most:
            break
    found = placed_names(wanted, metrics.height(), look.px(3), bodies if len(bodies) < 400 else (), most)
    return [(one, words[one.place]) for one in found]


def draw_names(
    painter: QPainter, scene: Scene, highlight: HighlightedNodes, names: Sequence[tuple[PlacedName, str]]
) -> None:
    """Draw *names*; the central and highlighted ones are bold, distant ones muted."""
    look = theme()
    background = look.color("surface")
    background.setAlphaF(NAME_BACKGROUND_OPACITY)
    neighbours = {*scene.links[highlight.hovered], highlight.hovered} if highlight.hovered is not None else None
    for placed, words in names:
        node = scene.nodes[placed.place]
        strong = (scene.local and placed.place == 0) or placed.place in (highlight.selected, highlight.hovered)
        dim = placed.place not in neighbours if neighbours is not None else node.distance > 1 and not strong
        font: FontName = "heading" if strong else "interface"
        painter.setFont(look.font(font))
        painter.setPen(look.color("muted" if dim else "text"))
        left, top, right, bottom = placed.area
        area = QRectF(left, top, right - left, bottom - top)
        painter.fillRect(area.adjusted(-1, 0, 1, -1), background)
        if placed.place in highlight.private:
            side = look.px(11)
            picture = pixmap("lock", "muted", side, painter.device().devicePixelRatioF())
            painter.drawPixmap(QPointF(right - side, top + (bottom - top - side) / 2), picture)
            area.setRight(right - look.px(14))
        # Names in right-to-left scripts are drawn correctly; the box stays in place.
        painter.drawText(area.adjusted(-6, 0, 6, 0), int(Qt.AlignmentFlag.AlignCenter), words)


REPAINT_DELAY = 60
"""Milliseconds without a move after which the scene is painted again."""

LINES_PER_CALL, POINTS_PER_CALL = 300, 500
"""Links and points painted in one call in a thread: some milliseconds, during which the GUI thread may wait for the
GIL.
"""

GROUP_ROLES = ("accent", "success", "warning", "code_word", "danger", "text2")
"""Tokens of the largest groups of a whole graph; the others have that of outlines."""


MIN_POINT_SIZE = 1.6
"""Minimum width of a point in pixels."""

MANY_LINES = 12_000
"""Number of links from which each is the paler the more there are: otherwise they would fill the background."""


class LargeScene:
    """Points and links of a large scene, prepared for repeated painting in a thread."""

    def __init__(self, scene: Scene, groups: Sequence[int]) -> None:
        """*groups* is the group of each node: an index in `GROUP_ROLES`, or its length for none."""
        places = scene.places
        edges = scene.graph.edges
        self._count = len(edges)
        # As paths, not as lines: thousands of Python objects would slow down garbage collection.
        self._lines = [
            _path(places, edges[first : first + LINES_PER_CALL]) for first in range(0, len(edges), LINES_PER_CALL)
        ]
        points: dict[tuple[int, int], list[QPointF]] = {}
        for place, point in enumerate(places):
            points.setdefault((groups[place], round(scene.radii[place])), []).append(QPointF(*point))
        self._points = [
            (group, size, QPolygonF(some[first : first + POINTS_PER_CALL]))
            for (group, size), some in sorted(points.items())
            for first in range(0, len(some), POINTS_PER_CALL)
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
        line = QPen(blend_colors(colors[1], colors[0], min(1.0, MANY_LINES / max(1, self._count))), 1)
        line.setCosmetic(True)
        painter.setPen(line)
        for path in self._lines:
            painter.drawPath(path)
        grown = min(1.3, viewport.scale**0.8) * 2
        for group, radius, points in self._points:
            pen = QPen(colors[2 + group], max(MIN_POINT_SIZE, radius * grown))
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


class LargeScenePicture(QObject):
    """Last image of a large scene for one widget; updated shortly after the last request."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self.scene: LargeScene | None = None
        self._viewport = Viewport()
        self._picture: tuple[QImage, Viewport] | None = None
        self._painting = self._again = False
        self._settle = QTimer(self, singleShot=True, interval=REPAINT_DELAY)
        self._settle.timeout.connect(self._paint)

    @property
    def settled(self) -> bool:
        """Whether the image is up to date."""
        return not (self._painting or self._settle.isActive()) and self._picture is not None

    def set_scene(self, crowd: LargeScene | None) -> None:
        """Show this scene from now on; the previous image stays until the new one is painted."""
        self.scene = crowd
        if crowd is None:
            self._picture = None

    def renew(self, viewport: Viewport) -> None:
        """Paint the image for *viewport* once movement stops."""
        self._viewport = viewport
        if self.scene is not None:
            self._settle.start()

    def draw(self, painter: QPainter, viewport: Viewport) -> None:
        """Draw the last image transformed to *viewport*; if it was not painted while hidden, paint it now."""
        stale = self._picture is None or self._picture[1] != viewport
        if stale and not (self._painting or self._settle.isActive()):
            self.renew(viewport)
        if self._picture is None:
            return
        image, taken = self._picture
        factor = viewport.scale / taken.scale
        left, top = viewport.x - taken.x * factor, viewport.y - taken.y * factor
        size = image.deviceIndependentSize() * factor
        painter.drawImage(QRectF(left, top, size.width(), size.height()), image)

    def _paint(self) -> None:
        if self._painting:
            self._again = True
        elif self.scene is not None and self._widget.isVisible() and not self._widget.size().isEmpty():
            start(self._painted(self.scene), self)

    async def _painted(self, crowd: LargeScene) -> None:
        self._painting, self._again = True, False
        viewport, size, ratio = self._viewport, self._widget.size(), self._widget.devicePixelRatioF()
        try:
            image = await asyncio.to_thread(crowd.paint, viewport, size, ratio, large_scene_colors())
        finally:
            self._painting = False
        if self.scene is not None:
            self._picture = (image, viewport)
            self._widget.update()
        if self._again or crowd is not self.scene:
            self._paint()


def large_scene_colors() -> Sequence[QColor]:
    """Return the colours of the background, the links, each group, and nodes without a group."""
    look = theme()
    background = look.color("surface")
    groups = [blend_colors(look.color(role), background, 0.75) for role in GROUP_ROLES]
    return [background, blend_colors(look.color("control"), background, 0.8), *groups, look.color("outline")]
