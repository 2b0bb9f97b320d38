"""Scene: a graph with the places of its nodes, and what can be asked of it by the pointer and the arrows. Pure."""

import math
from collections.abc import Sequence
from zlib import crc32

from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.widgets.zoom_view import Point

CELL = 64.0
"""Pixels of the squares by which what is near a place is found."""

MIDDLE, NEAR, FAR = 11.0, 7.5, 5.0
"""Radius of the note in the middle, of its neighbours and of the others (mockup 17)."""

SMALL, LARGE = 2.5, 9.0
"""Radius of notes of a whole graph: without links, and of the most linked."""


class Scene:
    """One graph as it lies. Made in a thread where it is large; the places are exchanged while it moves."""

    def __init__(self, graph: LinkGraph, places: Sequence[Point], *, local: bool) -> None:
        self.graph = graph
        self.places = list(places)
        self.local = local
        """Whether the first node is the one in the middle."""
        self.links: list[list[int]] = [[] for _ in graph.nodes]
        for one, other in graph.edges:
            self.links[one].append(other)
            self.links[other].append(one)
        most = max((node.links for node in graph.nodes), default=0)
        self.radii = [self._radius(place, node, most) for place, node in enumerate(graph.nodes)]
        nodes = graph.nodes
        self.order = sorted(range(len(nodes)), key=lambda place: _rank(nodes[place]))
        """The nodes, those first whose names matter most; equal ones from everywhere."""
        self._index = {node.key: place for place, node in enumerate(nodes)}
        self._corners: tuple[Point, ...] = ()
        self._cells: dict[tuple[int, int], list[int]] | None = None

    @property
    def nodes(self) -> tuple[GraphNode, ...]:
        """What is drawn."""
        return self.graph.nodes

    def find(self, key: str) -> int | None:
        """Return the place of the node *key*."""
        return self._index.get(key)

    def node(self, key: str) -> GraphNode | None:
        """Return the node *key*, where it is drawn."""
        place = self.find(key)
        return self.graph.nodes[place] if place is not None else None

    def move(self, places: Sequence[Point]) -> None:
        """Put the nodes to other places."""
        self.places = list(places)
        self._cells = None
        self._corners = ()

    def prepare(self) -> "Scene":
        """Reckon now what the pointer's first question would wait for."""
        self._filed()
        self.corners()
        return self

    def corners(self) -> tuple[Point, ...]:
        """Return the outermost places, top left and bottom right; none where there is no node."""
        if not self._corners and self.places:
            across, down = zip(*self.places, strict=True)
            self._corners = ((min(across), min(down)), (max(across), max(down)))
        return self._corners

    def at(self, point: Point, reach: float) -> int | None:
        """Return the node at *point* of the scene, or the nearest one within *reach* of its edge."""
        cells = self._filed()
        span = math.ceil((reach + LARGE + MIDDLE) / CELL)
        column, row = _cell(point)
        if span > 8:  # from far away everything is near
            near: Sequence[int] = range(len(self.places))
        else:
            columns, rows = range(column - span, column + span + 1), range(row - span, row + span + 1)
            near = [place for x in columns for y in rows for place in cells.get((x, y), ())]
        best = min(near, key=lambda place: self._away(place, point), default=None)
        return best if best is not None and self._away(best, point) <= reach else None

    def toward(self, place: int, dx: int, dy: int) -> int | None:
        """Return the nearest node in that direction; what lies more to the side counts as farther."""
        x, y = self.places[place]
        best, least = None, math.inf
        for other, (to_x, to_y) in enumerate(self.places):
            ahead = (to_x - x) * dx + (to_y - y) * dy
            aside = abs((to_x - x) * dy) + abs((to_y - y) * dx)
            if ahead > 0.5 and aside <= ahead * 1.8 and ahead + 2 * aside < least:
                best, least = other, ahead + 2 * aside
        return best

    def _radius(self, place: int, node: GraphNode, most: int) -> float:
        if self.local:
            return MIDDLE if place == 0 else NEAR if node.distance == 1 and node.kind == "note" else FAR
        return SMALL + (LARGE - SMALL) * math.sqrt(node.links / most) if most else SMALL

    def _away(self, place: int, point: Point) -> float:
        x, y = self.places[place]
        return math.hypot(x - point[0], y - point[1]) - self.radii[place]

    def _filed(self) -> dict[tuple[int, int], list[int]]:
        if self._cells is None:
            self._cells = {}
            for place, point in enumerate(self.places):
                self._cells.setdefault(_cell(point), []).append(place)
        return self._cells


def _rank(node: GraphNode) -> tuple[int, int, int]:
    return node.distance, -node.links, crc32(node.key.encode("utf-8", "replace"))


def _cell(point: Point) -> tuple[int, int]:
    return math.floor(point[0] / CELL), math.floor(point[1] / CELL)
