"""Drawing: a scene painted in batches: all links, all points, then the names. Holds no state of a widget."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from math import sqrt

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from vaultdesk.ui.graph.names import Area, Name, Placed, placed_names
from vaultdesk.ui.graph.scene import Scene
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.zoom_view import Viewport

GROUND = 0.72
"""How much of the links under a name is covered: they must not strike it through."""

LONGEST_NAME = 26
"""Average letters of a name before it is cut."""

MOST_NAMES = 90
"""Names that are shown at a time: more cannot be taken in, and each takes time to place."""

FEWEST_NAMES = 16
"""Names that are shown of all notes seen from far away."""

MANY_LINKS = 60
"""Links of the middle from which on they are as pale as the others."""

LEAST_RADIUS = 2.5
"""Pixels of a node seen from far away."""


@dataclass(frozen=True)
class Lit:
    """What stands out: the node under the pointer, the one the keys are at, the one that was chosen."""

    hovered: int | None = None
    cursor: int | None = None
    selected: int | None = None
    ringed: bool = False
    """Whether the keyboard is here, so that a ring shows where it stands."""
    private: frozenset[int] = field(default_factory=frozenset)

    @property
    def centre(self) -> int | None:
        """The node whose links stand out."""
        return self.hovered if self.hovered is not None else self.selected


def draw_links(painter: QPainter, scene: Scene, sight: Viewport, lit: Lit) -> None:
    """Draw every link of a small scene, those of the lit node over the others."""
    points = [QPointF(*sight.seen(point)) for point in scene.places]
    far: list[QLineF] = []
    near: list[QLineF] = []
    for one, other in scene.graph.edges:
        (near if one == 0 and scene.local else far).append(QLineF(points[one], points[other]))
    quiet = lit.hovered is not None or len(near) > MANY_LINKS
    for role, lines, width in (("control", far, 1.0), ("control" if quiet else "outline", near, 1.2)):
        painter.setPen(QPen(theme().color(role), width))
        painter.drawLines(lines)
    draw_lit_links(painter, scene, sight, lit)


def draw_lit_links(painter: QPainter, scene: Scene, sight: Viewport, lit: Lit) -> None:
    """Draw the links of the lit node."""
    if lit.centre is None:
        return
    here = QPointF(*sight.seen(scene.places[lit.centre]))
    others = scene.links[lit.centre]
    if lit.hovered is None and scene.local and 0 in others:
        others = [0]  # of what was chosen the one link that the picture is about
    painter.setPen(QPen(theme().color("accent"), 1.8))
    painter.drawLines([QLineF(here, QPointF(*sight.seen(scene.places[other]))) for other in others])


def draw_nodes(painter: QPainter, scene: Scene, sight: Viewport, lit: Lit, only: Iterable[int] | None = None) -> None:
    """Draw the nodes of a small scene, or *only* some."""
    look = theme()
    surface, accent = look.color("surface"), look.color("accent")
    beside = set(scene.links[lit.centre]) if lit.centre is not None else set()
    share, outline, muted = _share_seen(sight), look.color("outline"), look.color("muted")
    for place in range(len(scene.nodes)) if only is None else only:
        node = scene.nodes[place]
        radius = max(LEAST_RADIUS, scene.radii[place] * share)
        centre = QPointF(*sight.seen(scene.places[place]))
        filled = place in (lit.selected, lit.hovered) or (scene.local and place == 0)
        plain = outline if node.distance <= 1 or place in beside else muted
        pen = QPen(accent if filled or (lit.hovered is not None and place in beside) else plain, 1.5)
        if node.kind == "unwritten":
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(accent if filled else look.color("hover") if node.kind == "tag" else surface)
        painter.drawEllipse(centre, radius, radius)
        if place == lit.cursor and lit.ringed:
            painter.setPen(QPen(accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, radius + look.step(4), radius + look.step(4))


def radius_seen(scene: Scene, place: int, sight: Viewport) -> float:
    """Return the radius a node is seen with: it grows less than the distances do."""
    return max(LEAST_RADIUS, scene.radii[place] * _share_seen(sight))


def _share_seen(sight: Viewport) -> float:
    return theme().step(100) / 100 * min(1.6, max(0.35, sqrt(sight.scale)))


@lru_cache(maxsize=8_192)
def _cut(name: str, shape: str) -> tuple[str, float]:
    """Return *name* cut where it is long, and its width in the font that is written as *shape*."""
    font = QFont()
    font.fromString(shape)
    metrics = QFontMetricsF(font)
    widest = metrics.averageCharWidth() * LONGEST_NAME
    cut = metrics.elidedText(safe_label_text(name, 200).replace("\n", " "), Qt.TextElideMode.ElideRight, widest)
    return cut, metrics.horizontalAdvance(cut)


def names_to_draw(
    scene: Scene, sight: Viewport, lit: Lit, size: QSize, order: Sequence[int]
) -> list[tuple[Placed, str]]:
    """Return the names that find room in a view of *size*, cut where they are long; *order* is who comes first."""
    look = theme()
    font = look.font("strong")
    metrics, shape, share = QFontMetricsF(font), font.toString(), _share_seen(sight)
    first = [place for place in (lit.hovered, lit.selected, lit.cursor) if place is not None]
    if lit.hovered is not None:
        first += scene.links[lit.hovered][:MOST_NAMES]
    must = {place for place in (lit.hovered, lit.selected, lit.cursor if lit.ringed else None) if place is not None}
    most = MOST_NAMES if scene.local else max(FEWEST_NAMES, min(MOST_NAMES, round(MOST_NAMES * sight.scale * 1.5)))
    wanted: list[Name] = []
    words: dict[int, str] = {}
    bodies: list[Area] = []
    width, height = size.width(), size.height()
    for place in islice(dict.fromkeys((*first, *order)), 4_000):
        x, y = sight.seen(scene.places[place])
        if not (-40 < x < width + 40 and -40 < y < height + 40):
            continue
        words[place], wide = _cut(scene.nodes[place].name, shape)
        radius = max(LEAST_RADIUS, scene.radii[place] * share)
        lock = look.step(14) if place in lit.private else 0
        wanted.append(Name(place, x, y, radius, wide + lock + 2, place in must))
        bodies.append((x - radius, y - radius, x + radius, y + radius))
        if len(wanted) >= 4 * most:
            break
    found = placed_names(wanted, metrics.height(), look.step(3), bodies if len(bodies) < 400 else (), most)
    return [(one, words[one.place]) for one in found]


def draw_names(painter: QPainter, scene: Scene, lit: Lit, names: Sequence[tuple[Placed, str]]) -> None:
    """Write *names*; the middle and what stands out are bold, what is far is muted."""
    look = theme()
    ground = look.color("surface")
    ground.setAlphaF(GROUND)
    beside = {*scene.links[lit.hovered], lit.hovered} if lit.hovered is not None else None
    for placed, words in names:
        node = scene.nodes[placed.place]
        strong = (scene.local and placed.place == 0) or placed.place in (lit.selected, lit.hovered)
        dim = placed.place not in beside if beside is not None else node.distance > 1 and not strong
        font: FontName = "heading" if strong else "interface"
        painter.setFont(look.font(font))
        painter.setPen(look.color("muted" if dim else "text"))
        left, top, right, bottom = placed.area
        area = QRectF(left, top, right - left, bottom - top)
        painter.fillRect(area.adjusted(-1, 0, 1, -1), ground)
        if placed.place in lit.private:
            side = look.step(11)
            picture = pixmap("lock", "muted", side, painter.device().devicePixelRatioF())
            painter.drawPixmap(QPointF(right - side, top + (bottom - top - side) / 2), picture)
            area.setRight(right - look.step(14))
        # Names of scripts that run to the left are read rightly; the box stays where it is.
        painter.drawText(area.adjusted(-6, 0, 6, 0), int(Qt.AlignmentFlag.AlignCenter), words)
