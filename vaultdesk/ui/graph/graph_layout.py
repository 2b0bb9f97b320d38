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

CENTER_RADIUS, NEIGHBOR_RADIUS, OUTER_RADIUS = 11.0, 7.5, 5.0
"""Radius of the central note, of its neighbors and of the others."""

MIN_GLOBAL_RADIUS, MAX_GLOBAL_RADIUS = 2.5, 9.0
"""Radius of notes in a whole graph: without links, and with the most links."""


class Scene:
    """A graph with positions. Created in a thread if large; the positions are replaced while it moves."""

    def __init__(self, graph: LinkGraph, positions: Sequence[Point], *, local: bool) -> None:
        self.graph = graph
        self.positions = list(positions)
        self.local = local
        """Whether the first node is the central one."""
        self.links: list[list[int]] = [[] for _ in graph.nodes]
        for start, end in graph.edges:
            self.links[start].append(end)
            self.links[end].append(start)
        max_links = max((node.links for node in graph.nodes), default=0)
        self.radii = [self._radius(index, node, max_links) for index, node in enumerate(graph.nodes)]
        nodes = graph.nodes
        self.order = sorted(range(len(nodes)), key=lambda index: _rank(nodes[index]))
        """Indexes of the nodes by priority of their names; ties are in pseudo-random order."""
        self._index = {node.key: index for index, node in enumerate(nodes)}
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
        index = self.find(key)
        return self.graph.nodes[index] if index is not None else None

    def move(self, positions: Sequence[Point]) -> None:
        """Replace the positions of the nodes."""
        self.positions = list(positions)
        self._cells = None
        self._corners = ()

    def prepare(self) -> "Scene":
        """Build the lookup structures now, so that the first mouse move does not wait for them."""
        self._cell_index()
        self.corners()
        return self

    def corners(self) -> tuple[Point, ...]:
        """Return the corners of the bounding box, top left and bottom right; empty without nodes."""
        if not self._corners and self.positions:
            xs, ys = zip(*self.positions, strict=True)
            self._corners = ((min(xs), min(ys)), (max(xs), max(ys)))
        return self._corners

    def at(self, point: Point, reach: float) -> int | None:
        """Return the node at *point* of the scene, or the nearest one within *reach* of its edge."""
        cells = self._cell_index()
        span = math.ceil((reach + MAX_GLOBAL_RADIUS + CENTER_RADIUS) / CELL_SIZE)
        column, row = _cell(point)
        if span > 8:  # Zoomed out, everything is near.
            near: Sequence[int] = range(len(self.positions))
        else:
            columns, rows = range(column - span, column + span + 1), range(row - span, row + span + 1)
            near = [index for x in columns for y in rows for index in cells.get((x, y), ())]
        best = min(near, key=lambda index: self._distance(index, point), default=None)
        return best if best is not None and self._distance(best, point) <= reach else None

    def toward(self, index: int, dx: int, dy: int) -> int | None:
        """Return the nearest node in that direction; lateral distance counts more."""
        x, y = self.positions[index]
        best, least_cost = None, math.inf
        for other, (to_x, to_y) in enumerate(self.positions):
            ahead = (to_x - x) * dx + (to_y - y) * dy
            lateral = abs((to_x - x) * dy) + abs((to_y - y) * dx)
            if ahead > 0.5 and lateral <= ahead * 1.8 and ahead + 2 * lateral < least_cost:
                best, least_cost = other, ahead + 2 * lateral
        return best

    def _radius(self, index: int, node: GraphNode, max_links: int) -> float:
        if self.local:
            return (
                CENTER_RADIUS
                if index == 0
                else NEIGHBOR_RADIUS
                if node.distance == 1 and node.kind == "note"
                else OUTER_RADIUS
            )
        return (
            MIN_GLOBAL_RADIUS + (MAX_GLOBAL_RADIUS - MIN_GLOBAL_RADIUS) * math.sqrt(node.links / max_links)
            if max_links
            else MIN_GLOBAL_RADIUS
        )

    def _distance(self, index: int, point: Point) -> float:
        x, y = self.positions[index]
        return math.hypot(x - point[0], y - point[1]) - self.radii[index]

    def _cell_index(self) -> dict[tuple[int, int], list[int]]:
        if self._cells is None:
            self._cells = {}
            for index, point in enumerate(self.positions):
                self._cells.setdefault(_cell(point), []).append(index)
        return self._cells


def _rank(node: GraphNode) -> tuple[int, int, int]:
    return node.distance, -node.links, crc32(node.key.encode("utf-8", "replace"))


def _cell(point: Point) -> tuple[int, int]:
    return math.floor(point[0] / CELL_SIZE), math.floor(point[1] / CELL_SIZE)


# The same graph always gets the same positions, and a note that was placed before stays near its position.

RING_DISTANCE = 170.0
"""Distance in design pixels between the center and the first ring."""

YIELD_INTERVAL = 40
"""Number of iterations after which intermediate positions are yielded."""

MAX_ON_CIRCLE = 20
"""Number of notes on a ring from which they are distributed over several circles."""

LAYOUT_ROUNDS, MAX_LAYOUT_ROUNDS = 70, 240
"""Number of iterations for 300 notes, which take about half a second, and for few notes."""

GOLDEN_RATIO = (math.sqrt(5) - 1) / 2

SETTLED_ROUNDS = 24
"""Number of iterations if nearly all notes had a position before."""


def ring_layout(graph: LinkGraph, previous: Mapping[str, Point] | None = None) -> Iterator[list[Point]]:
    """Yield successively better positions of the nodes; the first node is at (0, 0) or its position in *previous*."""
    if not graph.nodes:
        yield []
        return
    positions = _rings(graph)
    known = {index for index, node in enumerate(graph.nodes) if previous and node.key in previous}
    if previous and known:
        positions = _with_previous_positions(graph, positions, previous, known)
    yield positions
    mostly_known = len(known) * 10 >= len(graph.nodes) * 8
    rounds = max(LAYOUT_ROUNDS, min(MAX_LAYOUT_ROUNDS, 12_000 // len(graph.nodes)))
    yield from _relaxed_steps(graph, positions, SETTLED_ROUNDS if mostly_known else rounds)


def _rings(graph: LinkGraph) -> list[Point]:
    """Return positions on rings around the first node, each note in the sector of its parent."""
    parents = _parents(graph)
    children: dict[int, list[int]] = {}
    for node, parent in parents.items():
        children.setdefault(parent, []).append(node)
    weight = [1.0] * len(graph.nodes)
    for node in sorted(parents, key=lambda child_node: -graph.nodes[child_node].distance):
        weight[parents[node]] += weight[node]
    positions: list[Point] = [(0.0, 0.0)] * len(graph.nodes)
    pending = [(0, _stable_fraction(graph.nodes[0].key) * math.tau, math.tau)]
    while pending:
        node, start, sector = pending.pop()
        own_children = children.get(node, [])
        total_weight = sum(weight[child] for child in own_children)
        for number, child in enumerate(own_children):
            child_sector = sector * weight[child] / total_weight
            distance = graph.nodes[child].distance
            # Many notes get varying distances that do not repeat soon, so that no arms or rings appear.
            circles = max(2, math.ceil(len(own_children) / MAX_ON_CIRCLE))
            circle = (number * GOLDEN_RATIO) % 1.0 * circles if circles > 2 else number % 2
            radius = RING_DISTANCE * (0.2 + 0.8 * distance) + RING_DISTANCE * 0.28 * (
                circle if len(own_children) > 8 or node else 0
            )
            angle = start + child_sector / 2
            positions[child] = (radius * math.cos(angle), radius * math.sin(angle))
            pending.append((child, start, child_sector))
            start += child_sector
    return positions


def _parents(graph: LinkGraph) -> dict[int, int]:
    """Return the parent of each node: a linked node nearer to the center, the first of several."""
    found: dict[int, int] = {}
    for first, second in graph.edges:
        for child, parent in ((first, second), (second, first)):
            if graph.nodes[parent].distance < graph.nodes[child].distance:
                found[child] = min(found.get(child, parent), parent)
    # A note without a shown parent is placed around the center.
    return {node: found.get(node, 0) for node in range(1, len(graph.nodes))}


def _stable_fraction(text: str) -> float:
    """Return a number from 0 to 1 that is always the same for *text*."""
    return zlib.crc32(text.encode("utf-8", "replace")) / 0xFFFFFFFF


def _with_previous_positions(
    graph: LinkGraph, initial: list[Point], previous: Mapping[str, Point], known: set[int]
) -> list[Point]:
    """Return the positions in *previous* where available, and positions near linked nodes for the others."""
    positions = [previous.get(node.key, (0.0, 0.0)) for node in graph.nodes]
    parents = _parents(graph)
    first_x, first_y = positions[0] if 0 in known else (0.0, 0.0)
    for node in range(len(positions)):
        if node in known:
            continue
        parent = parents.get(node, 0)
        x, y = initial[node]
        if node and parent < node:
            # With the same distance and direction as in the initial layout.
            from_x, from_y = initial[parent]
            to_x, to_y = positions[parent]
            positions[node] = (to_x + x - from_x, to_y + y - from_y)
        else:
            positions[node] = (first_x + x, first_y + y)
    return positions


def _relaxed_steps(graph: LinkGraph, positions: list[Point], rounds: int) -> Iterator[list[Point]]:
    """Yield *positions* after each few iterations."""
    max_step = RING_DISTANCE * (0.04 if rounds == SETTLED_ROUNDS else 0.3)
    lengths = _link_lengths(graph)
    for number in range(rounds):
        positions = _relaxed(positions, graph.edges, lengths, max_step * (1 - number / rounds))
        if number % YIELD_INTERVAL == YIELD_INTERVAL - 1:
            yield positions
    yield positions


def _link_lengths(graph: LinkGraph) -> list[float]:
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


def _relaxed(positions: list[Point], edges: Edges, lengths: Sequence[float], max_step: float) -> list[Point]:
    """Return the positions after one iteration: all pairs repel, links attract, and *max_step* limits the movement."""
    count = len(positions)
    push_x, push_y = [0.0] * count, [0.0] * count
    for node in range(count):
        x, y = positions[node]
        sum_x = sum_y = 0.0
        for other in range(node):
            dx, dy = x - positions[other][0], y - positions[other][1]
            squared = dx * dx + dy * dy
            if squared > 360_000.0:
                continue
            share = NODE_DISTANCE * NODE_DISTANCE / (squared + 25.0)
            dx, dy = (dx or 0.01 * (node - other)) * share, dy * share
            sum_x += dx
            sum_y += dy
            push_x[other] -= dx
            push_y[other] -= dy
        push_x[node] += sum_x
        push_y[node] += sum_y
    for (start, end), length in zip(edges, lengths, strict=True):
        dx, dy = positions[end][0] - positions[start][0], positions[end][1] - positions[start][1]
        distance = math.hypot(dx, dy) or 1.0
        share = (distance - length) / distance * 0.35
        push_x[start] += dx * share
        push_y[start] += dy * share
        push_x[end] -= dx * share
        push_y[end] -= dy * share
    middle_x, middle_y = positions[0]
    moved: list[Point] = []
    for node, (x, y) in enumerate(positions):
        dx, dy = push_x[node] - (x - middle_x) * 0.01, push_y[node] - (y - middle_y) * 0.01
        distance = math.hypot(dx, dy)
        share = min(distance, max_step) / distance if distance and node else 0.0  # The first node stays in the center.
        moved.append((x + dx * share, y + dy * share))
    return moved


# Without numpy, an optional dependency, the initial layout by folder is final.

FAN_SPACING = 26.0
"""Distance in pixels between neighbors in the initial layout."""


def top_folder_of(path: str) -> str:
    """Return the top folder of *path*; empty for a note in the root folder."""
    return path.partition("/")[0] if "/" in path else ""


def wide_layout(graph: LinkGraph) -> Iterator[list[Point]]:
    """Yield the positions of all nodes: first by folder, then successively better ones."""
    positions = folder_layout(graph)
    yield positions
    if len(positions) > 2 and graph.edges:
        yield from _settled(graph, positions)


def folder_layout(graph: LinkGraph) -> list[Point]:
    """Return positions in a disc with one sector for each top folder, the most linked notes inside."""
    members: dict[str, list[int]] = {}
    for index, node in enumerate(graph.nodes):
        members.setdefault(top_folder_of(node.key), []).append(index)
    positions: list[Point] = [(0.0, 0.0)] * len(graph.nodes)
    total = len(graph.nodes)
    radius = FAN_SPACING * math.sqrt(max(1, total) / math.pi)
    start = 0.0
    for folder in sorted(members):
        folder_nodes = sorted(members[folder], key=lambda index: (-graph.nodes[index].links, graph.nodes[index].key))
        sector = math.tau * len(folder_nodes) / total
        for number, index in enumerate(folder_nodes):
            angle = start + sector * ((number * GOLDEN_RATIO) % 1.0)
            distance = radius * math.sqrt((number + 0.5) / len(folder_nodes))
            positions[index] = (distance * math.cos(angle), distance * math.sin(angle))
        start += sector
    return positions


def _settled(graph: LinkGraph, positions: Sequence[Point]) -> Iterator[list[Point]]:
    try:
        # Imported here: numpy takes 75 ms to import, which does not matter in this thread.
        from vaultdesk.ui.graph.force_layout import force_positions
    except ImportError:
        return
    yield from force_positions(graph, positions, FAN_SPACING)
