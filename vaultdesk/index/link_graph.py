"""LinkGraph: notes and their links as something to be drawn: around one note, or of a whole vault. Places nothing."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from vaultdesk.index.network import Network
from vaultdesk.index.note_facts import NoteFacts
from vaultdesk.index.query import plain

MOST_NOTES = 40_000
"""Notes of a whole vault that are drawn: more are a cloud that says nothing, and take memory."""

MOST_EDGES = 200_000
"""Links of a whole vault that are drawn."""

NodeKind = Literal["note", "tag", "unwritten"]


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A point of the graph."""

    key: str
    """A note's path; `#` and the tag; `?` and what is linked to and not there. One node each."""
    name: str
    kind: NodeKind = "note"
    distance: int = 0
    """Steps from the note in the middle; that one has 0, and in a whole graph all have."""
    links: int = 0
    """How many other notes of the vault it links to or is linked from."""
    modified_ns: int = 0


@dataclass(frozen=True, slots=True)
class LinkGraph:
    """What is drawn."""

    nodes: tuple[GraphNode, ...] = ()
    """Of a local graph the one in the middle first, then the nearer before the farther, the more linked first."""
    edges: tuple[tuple[int, int], ...] = ()
    """Places of nodes that are linked, whichever way; each pair once, the earlier place first."""
    direct: int = 0
    """Notes one step from the middle."""
    within: int = 0
    """Notes within the steps, those that there was no room for among them."""
    left_out: int = 0
    """How many notes there was no room for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be seen beside the notes."""

    hides: Callable[[str], bool] | None = None
    """Notes at these paths are left out, except the one in the middle."""
    tags: bool = False
    unwritten: bool = False
    """What is linked to and not there."""


EVERYTHING = Wanted()


def local_graph(network: Network, path: str, steps: int, most: int, wanted: Wanted = EVERYTHING) -> LinkGraph | None:
    """Return the graph around the note at *path*, at most *most* nodes; None where there is no such note."""
    middle = network.facts(path)
    if middle is None:
        return None
    hides = wanted.hides or (lambda _path: False)
    distance = _reached(network, path, steps, hides)
    found = [_node(facts, away, _linked(network, one)) for one, away in distance.items()
             if (facts := network.facts(one)) is not None]  # fmt: skip
    found.sort(key=lambda one: (one.distance, -one.links, one.key))
    nodes = found[: max(1, most)]
    places = {node.key: place for place, node in enumerate(nodes)}
    edges = set(_edges(network, places))
    room = most - len(nodes)
    extra = _beside(network, nodes, wanted, steps)
    for node, sources in extra[: max(0, room)]:
        edges.update((places[source], len(nodes)) for source in sources)
        nodes.append(node)
    direct = sum(one.distance == 1 for one in found)
    shown = sum(node.kind == "note" for node in nodes)
    return LinkGraph(tuple(nodes), tuple(sorted(edges)), direct, len(found) - 1, len(found) - shown)


def whole_graph(
    network: Network, wanted: Wanted = EVERYTHING, *, only: Collection[str] | None = None, orphans: bool = True
) -> LinkGraph:
    """Return the graph of all notes, or of those at the paths *only*; without *orphans* only of linked ones."""
    hides = wanted.hides or (lambda _path: False)
    seen = network.look_at_all()
    paths = sorted(path for path in (seen if only is None else seen.intersection(only)) if not hides(path))
    kept = set(paths)
    counts = dict.fromkeys(paths, 0)
    for path in paths:
        for other in network.out(path):
            if other in kept:
                counts[path] += 1
                counts[other] += 1
    if not orphans:
        paths = [path for path in paths if counts[path]]
    drawn = sorted(paths, key=lambda path: (-counts[path], path))[:MOST_NOTES]
    facts = network.table.facts
    nodes = tuple(_node(facts[path], 0, counts[path]) for path in sorted(drawn))
    places = {node.key: place for place, node in enumerate(nodes)}
    edges = tuple(sorted(set(_edges(network, places))))[:MOST_EDGES]
    return LinkGraph(nodes, edges, within=len(paths), left_out=len(paths) - len(nodes))


def _reached(network: Network, path: str, steps: int, hides: Callable[[str], bool]) -> dict[str, int]:
    if steps > 1:
        network.look_at_all()
    distance = {path: 0}
    edge = [path]
    for step in range(1, steps + 1):
        reached = {other for one in edge for other in (*network.out(one), *network.into(one))}
        edge = sorted(one for one in reached if one not in distance and not hides(one))
        distance.update(dict.fromkeys(edge, step))
    return distance


def _linked(network: Network, path: str) -> int:
    return len({*network.out(path), *network.into(path)})


def _node(facts: NoteFacts, distance: int, links: int) -> GraphNode:
    return GraphNode(facts.path, facts.name, "note", distance, links, facts.modified_ns)


def _edges(network: Network, places: dict[str, int]) -> Iterable[tuple[int, int]]:
    for path, place in list(places.items()):
        for other in network.out(path):
            there = places.get(other)
            if there is not None:
                yield (place, there) if place < there else (there, place)


def _beside(network: Network, nodes: list[GraphNode], wanted: Wanted, steps: int) -> list[tuple[GraphNode, list[str]]]:
    """Return tags and what is not yet written, each with the notes it belongs to; the nearest and most used first."""
    sources: dict[str, list[str]] = {}
    made: dict[str, GraphNode] = {}

    def add(key: str, name: str, kind: NodeKind, node: GraphNode) -> None:
        if node.key not in sources.setdefault(key, []):
            sources[key].append(node.key)
        made.setdefault(key, GraphNode(key, name, kind, node.distance + 1))

    for node in nodes:
        if node.distance >= steps:
            continue
        facts = network.facts(node.key)
        if wanted.tags and facts is not None:
            for key, tag in zip(facts.tag_keys, facts.tags, strict=True):
                add(f"#{key}", f"#{tag}", "tag", node)
        if wanted.unwritten:
            for target in network.unresolved(node.key):
                add(f"?{plain(target).casefold()}", target, "unwritten", node)
    ordered = sorted(made.values(), key=lambda one: (one.distance, -len(sources[one.key]), one.key))
    return [(one, sources[one.key]) for one in ordered]
