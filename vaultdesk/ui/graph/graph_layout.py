"""Scene of a graph with the positions of its nodes, and the layouts of local and whole graphs."""

import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias
from zlib import crc32

from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.widgets.zoom_view import Point

CELL_SIZE = 64.0
"""Side in pixels of the cells used to find nodes near a position."""

CENTRE_RADIUS, NEIGHBOUR_RADIUS, OUTER_RADIUS = 11.0, 7.5, 5.0
"""Radius of the central note, of its neighbours and of the others."""

MIN_GLOBAL_RADIUS, MAX_GLOBAL_RADIUS = 2.5, 9.0
"""Radius of notes in a whole graph: without links, and with the most links."""


class Scene:
    """A graph with positions. Created in a thread if large; the positions are replaced while it moves."""

    def __init__(self, graph: LinkGraph, places: Sequence[Point], *, local: bool) -> None:
        self.graph = graph
        self.places = list(places)
        self.local = local
        """Whether the first node is the central one."""
        self.links: list[list[int]] = [[] for _ in graph.nodes]
        for one, other in graph.edges:
            self.links[one].append(other)
            self.links[other].append(one)
        most = max((node.links for node in graph.nodes), default=0)
        self.radii = [self._radius(place, node, most) for place, node in enumerate(graph.nodes)]
        nodes = graph.nodes
        self.order = sorted(range(len(nodes)), key=lambda place: _rank(nodes[place]))
        """Indexes of the nodes by priority of their names; ties are in pseudo-random order."""
        self._index = {node.key: place for place, node in enumerate(nodes)}
        self._corners: tuple[Point, ...] = ()
        self._cells: dict[tuple[int, int], list[int]] | None = None

    @property
    def nodes(self) -> tuple[GraphNode, ...]:
        """The drawn nodes."""
        return self.graph.nodes

    def find(self, key: str) -> int | None:
        """Return the index of the node *key*."""
        return self._index.get(key)

    def node(self, key: str) -> GraphNode | None:
        """Return the node *key* if it is in the scene."""
        place = self.find(key)
        return self.graph.nodes[place] if place is not None else None

    def move(self, places: Sequence[Point]) -> None:
        """Replace the positions of the nodes."""
        self.places = list(places)
        self._cells = None
        self._corners = ()

    def prepare(self) -> "Scene":
        """Build the lookup structures now, so that the first mouse move does not wait for them."""
        self._filed()
        self.corners()
        return self

    def corners(self) -> tuple[Point, ...]:
        """Return the corners of the bounding box, top left and bottom right; empty without nodes."""
        if not self._corners and self.places:
            across, down = zip(*self.places, strict=True)
            self._corners = ((min(across), min(down)), (max(across), max(down)))
        return self._corners

    def at(self, point: Point, reach: float) -> int | None:
        """Return the node at *point* of the scene, or the nearest one within *reach* of its edge."""
        cells = self._filed()
        span = math.ceil((reach + MAX_GLOBAL_RADIUS + CENTRE_RADIUS) / CELL_SIZE)
        column, row = _cell(point)
        if span > 8:  # Zoomed out, everything is near.
            near: Sequence[int] = range(len(self.places))
        else:
            columns, rows = range(column - span, column + span + 1), range(row - span, row + span + 1)
            near = [place for x in columns for y in rows for place in cells.get((x, y), ())]
        best = min(near, key=lambda place: self._away(place, point), default=None)
        return best if best is not None and self._away(best, point) <= reach else None

    def toward(self, place: int, dx: int, dy: int) -> int | None:
        """Return the nearest node in that direction; lateral distance counts more."""
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
            return (
                CENTRE_RADIUS
                if place == 0
                else NEIGHBOUR_RADIUS
                if node.distance == 1 and node.kind == "note"
                else OUTER_RADIUS
            )
        return (
            MIN_GLOBAL_RADIUS + (MAX_GLOBAL_RADIUS - MIN_GLOBAL_RADIUS) * math.sqrt(node.links / most)
            if most
            else MIN_GLOBAL_RADIUS
        )

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
    return math.floor(point[0] / CELL_SIZE), math.floor(point[1] / CELL_SIZE)


# The same graph always gets the same positions, and a note that was placed before stays near its position.

RING_DISTANCE = 170.0
"""Distance in design pixels between the centre and the first ring."""

SHOWN_EVERY = 40
"""Number of iterations after which intermediate positions are yielded."""

MAX_ON_CIRCLE = 20
"""Number of notes on a ring from which they are distributed over several circles."""

LAYOUT_ROUNDS, MAX_LAYOUT_ROUNDS = 70, 240
"""Number of iterations for 300 notes, which take about half a second, and for few notes."""

GOLDEN_RATIO = (math.sqrt(5) - 1) / 2

SETTLED_ROUNDS = 24
"""Number of iterations if nearly all notes had a position before."""


def ring_layout(graph: LinkGraph, before: Mapping[str, Point] | None = None) -> Iterator[list[Point]]:
    """Yield successively better positions of the nodes; the first node is at (0, 0) or its position in *before*."""
    if not graph.nodes:
        yield []
        return
    places = _rings(graph)
    kept = {place for place, node in enumerate(graph.nodes) if before and node.key in before}
    if before and kept:
        places = _joined(graph, places, before, kept)
    yield places
    known = len(kept) * 10 >= len(graph.nodes) * 8
    rounds = max(LAYOUT_ROUNDS, min(MAX_LAYOUT_ROUNDS, 12_000 // len(graph.nodes)))
    yield from _pulled(graph, places, SETTLED_ROUNDS if known else rounds)


def _rings(graph: LinkGraph) -> list[Point]:
    """Return positions on rings around the first node, each note in the sector of its parent."""
    parents = _parents(graph)
    children: dict[int, list[int]] = {}
    for node, parent in parents.items():
        children.setdefault(parent, []).append(node)
    weight = [1.0] * len(graph.nodes)
    for node in sorted(parents, key=lambda one: -graph.nodes[one].distance):
        weight[parents[node]] += weight[node]
    places: list[Point] = [(0.0, 0.0)] * len(graph.nodes)
    waiting = [(0, _share(graph.nodes[0].key) * math.tau, math.tau)]
    while waiting:
        node, start, sector = waiting.pop()
        mine = children.get(node, [])
        whole = sum(weight[child] for child in mine)
        for number, child in enumerate(mine):
            part = sector * weight[child] / whole
            away = graph.nodes[child].distance
            # Many notes get varying distances that do not repeat soon, so that no arms or rings appear.
            circles = max(2, math.ceil(len(mine) / MAX_ON_CIRCLE))
            beyond = (number * GOLDEN_RATIO) % 1.0 * circles if circles > 2 else number % 2
            radius = RING_DISTANCE * (0.2 + 0.8 * away) + RING_DISTANCE * 0.28 * (
                beyond if len(mine) > 8 or node else 0
            )
            angle = start + part / 2
            places[child] = (radius * math.cos(angle), radius * math.sin(angle))
            waiting.append((child, start, part))
            start += part
    return places


def _parents(graph: LinkGraph) -> dict[int, int]:
    """Return the parent of each node: a linked node nearer to the centre, the first of several."""
    found: dict[int, int] = {}
    for first, second in graph.edges:
        for one, other in ((first, second), (second, first)):
            if graph.nodes[other].distance < graph.nodes[one].distance:
                found[one] = min(found.get(one, other), other)
    # A note without a shown parent is placed around the centre.
    return {node: found.get(node, 0) for node in range(1, len(graph.nodes))}


def _share(text: str) -> float:
    """Return a number from 0 to 1 that is always the same for *text*."""
    return zlib.crc32(text.encode("utf-8", "replace")) / 0xFFFFFFFF


def _joined(graph: LinkGraph, initial: list[Point], before: Mapping[str, Point], kept: set[int]) -> list[Point]:
    """Return the positions in *before* where available, and positions beside linked nodes for the others."""
    places = [before.get(node.key, (0.0, 0.0)) for node in graph.nodes]
    parents = _parents(graph)
    first_x, first_y = places[0] if 0 in kept else (0.0, 0.0)
    for node in range(len(places)):
        if node in kept:
            continue
        parent = parents.get(node, 0)
        x, y = initial[node]
        if node and parent < node:
            # With the same distance and direction as in a fresh layout.
            from_x, from_y = initial[parent]
            to_x, to_y = places[parent]
            places[node] = (to_x + x - from_x, to_y + y - from_y)
        else:
            places[node] = (first_x + x, first_y + y)
    return places


def _pulled(graph: LinkGraph, places: list[Point], rounds: int) -> Iterator[list[Point]]:
    """Yield *places* after each few iterations."""
    heat = RING_DISTANCE * (0.04 if rounds == SETTLED_ROUNDS else 0.3)
    wanted = _lengths(graph)
    for number in range(rounds):
        places = _relaxed(places, graph.edges, wanted, heat * (1 - number / rounds))
        if number % SHOWN_EVERY == SHOWN_EVERY - 1:
            yield places
    yield places


def _lengths(graph: LinkGraph) -> list[float]:
    """Return the desired length of each link: longer if both ends have many links, so that their fans do not
    overlap.
    """
    counts = [0] * len(graph.nodes)
    for first, second in graph.edges:
        counts[first] += 1
        counts[second] += 1
    return [
        RING_DISTANCE * (0.62 + 0.1 * math.log1p(min(counts[first], counts[second]))) for first, second in graph.edges
    ]


Edges: TypeAlias = Sequence[tuple[int, int]]

NODE_DISTANCE = 78.0
"""Distance in pixels at which the repulsion of two nodes equals the attraction of a link of that length."""


def _relaxed(places: list[Point], edges: Edges, wanted: Sequence[float], heat: float) -> list[Point]:
    """Return the positions after one iteration: all pairs repel, links attract, and *heat* limits the movement."""
    count = len(places)
    push_x, push_y = [0.0] * count, [0.0] * count
    for one in range(count):
        x, y = places[one]
        sum_x = sum_y = 0.0
        for other in range(one):
            dx, dy = x - places[other][0], y - places[other][1]
            square = dx * dx + dy * dy
            if square > 360_000.0:
                continue
            share = NODE_DISTANCE * NODE_DISTANCE / (square + 25.0)
            dx, dy = (dx or 0.01 * (one - other)) * share, dy * share
            sum_x += dx
            sum_y += dy
            push_x[other] -= dx
            push_y[other] -= dy
        push_x[one] += sum_x
        push_y[one] += sum_y
    for (one, other), length in zip(edges, wanted, strict=True):
        dx, dy = places[other][0] - places[one][0], places[other][1] - places[one][1]
        away = math.hypot(dx, dy) or 1.0
        share = (away - length) / away * 0.35
        push_x[one] += dx * share
        push_y[one] += dy * share
        push_x[other] -= dx * share
        push_y[other] -= dy * share
    middle_x, middle_y = places[0]
    made: list[Point] = []
    for one, (x, y) in enumerate(places):
        dx, dy = push_x[one] - (x - middle_x) * 0.01, push_y[one] - (y - middle_y) * 0.01
        away = math.hypot(dx, dy)
        share = min(away, heat) / away if away and one else 0.0  # The first node stays in the centre.
        made.append((x + dx * share, y + dy * share))
    return made


# Without numpy, an optional dependency, the initial layout by folder is final.

FAN_SPACING = 26.0
"""Distance in pixels between neighbours in the initial layout."""


def top_folder_of(path: str) -> str:
    """Return the top folder of *path*; empty for a note in the root folder."""
    return path.partition("/")[0] if "/" in path else ""


def wide_layout(graph: LinkGraph) -> Iterator[list[Point]]:
    """Yield the positions of all nodes: first by folder, then successively better ones."""
    places = by_folder(graph)
    yield places
    if len(places) > 2 and graph.edges:
        yield from _settled(graph, places)


def by_folder(graph: LinkGraph) -> list[Point]:
    """Return positions in a disc with one sector for each top folder, the most linked notes inside."""
    members: dict[str, list[int]] = {}
    for place, node in enumerate(graph.nodes):
        members.setdefault(top_folder_of(node.key), []).append(place)
    places: list[Point] = [(0.0, 0.0)] * len(graph.nodes)
    whole = len(graph.nodes)
    radius = FAN_SPACING * math.sqrt(max(1, whole) / math.pi)
    start = 0.0
    for folder in sorted(members):
        mine = sorted(members[folder], key=lambda place: (-graph.nodes[place].links, graph.nodes[place].key))
        sector = math.tau * len(mine) / whole
        for number, place in enumerate(mine):
            angle = start + sector * ((number * GOLDEN_RATIO) % 1.0)
            away = radius * math.sqrt((number + 0.5) / len(mine))
            places[place] = (away * math.cos(angle), away * math.sin(angle))
        start += sector
    return places


def _settled(graph: LinkGraph, places: Sequence[Point]) -> Iterator[list[Point]]:
    try:
        # Imported here: numpy takes 75 ms to import, which does not matter in this thread.
        from vaultdesk.ui.graph.force_layout import force_places
    except ImportError:
        return
    yield from force_places(graph, places, FAN_SPACING)
