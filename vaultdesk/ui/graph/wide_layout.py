"""WideLayout: where thousands of notes are drawn: a fan for each folder, then forces (forces.py). Pure.

Without numpy, which is an extra of the installation, the fans stay as they are.
"""

import math
from collections.abc import Iterator, Sequence

from vaultdesk.index.link_graph import LinkGraph
from vaultdesk.ui.widgets.zoom_view import Point

SPACING = 26.0
"""Pixels between neighbours in the fans."""

GOLDEN = (math.sqrt(5) - 1) / 2


def folder_of(path: str) -> str:
    """Return the top folder of *path*; empty for a note that lies in none."""
    return path.partition("/")[0] if "/" in path else ""


def wide_layout(graph: LinkGraph) -> Iterator[list[Point]]:
    """Yield the places of all nodes: at once by folder, then ever better ones."""
    places = by_folder(graph)
    yield places
    if len(places) > 2 and graph.edges:
        yield from _settled(graph, places)


def by_folder(graph: LinkGraph) -> list[Point]:
    """Return places in a disc in which every top folder has its sector, the most linked notes inside."""
    members: dict[str, list[int]] = {}
    for place, node in enumerate(graph.nodes):
        members.setdefault(folder_of(node.key), []).append(place)
    places: list[Point] = [(0.0, 0.0)] * len(graph.nodes)
    whole = len(graph.nodes)
    radius = SPACING * math.sqrt(max(1, whole) / math.pi)
    start = 0.0
    for folder in sorted(members):
        mine = sorted(members[folder], key=lambda place: (-graph.nodes[place].links, graph.nodes[place].key))
        sector = math.tau * len(mine) / whole
        for number, place in enumerate(mine):
            angle = start + sector * ((number * GOLDEN) % 1.0)
            away = radius * math.sqrt((number + 0.5) / len(mine))
            places[place] = (away * math.cos(angle), away * math.sin(angle))
        start += sector
    return places


def _settled(graph: LinkGraph, places: Sequence[Point]) -> Iterator[list[Point]]:
    try:
        # Here and not above: numpy takes 75 ms to import, and nobody waits for it in this thread.
        from vaultdesk.ui.graph.forces import settled
    except ImportError:
        return
    yield from settled(graph, places, SPACING)
