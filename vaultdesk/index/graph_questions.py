"""Graph questions: neighbours, orphans, hubs, ways and missing notes, over a network. Exact; looks at no text."""

from collections import Counter, deque
from collections.abc import Collection
from heapq import nsmallest
from itertools import chain

from vaultdesk.index.network import Network
from vaultdesk.index.query import plain

Hub = tuple[str, int, int]
"""A note's path, how many others link to it and how many it links to."""


def neighbours(network: Network, path: str, depth: int) -> dict[str, int]:
    """Return the notes within *depth* links of *path*, either way, with how far they are; itself is not among them.

    In the order they are reached: the nearer first, then by path.
    """
    if depth > 1:
        network.look_at_all()
    distance = {path: 0}
    edge = [path]
    for step in range(1, depth + 1):
        reached: set[str] = set()
        for one in edge:
            reached.update(network.out(one), network.into(one))
        edge = sorted(reached.difference(distance))
        distance.update(dict.fromkeys(edge, step))
    del distance[path]
    return distance


def orphans(network: Network) -> list[str]:
    """Return the notes that no other links to and that link to no other, by path."""
    edges = _edges(network)
    linked = set().union(*edges.values())
    return sorted(path for path, out in edges.items() if not out and path not in linked)


def hubs(network: Network, most: int) -> tuple[int, list[Hub]]:
    """Return how many notes are linked, and the first *most*: by links in, then by links out, then by path."""
    edges = _edges(network)
    into = Counter(chain.from_iterable(edges.values()))
    linked = [(-into[path], -len(out), path) for path, out in edges.items() if out or path in into]
    return len(linked), [(path, -links_in, -links_out) for links_in, links_out, path in nsmallest(most, linked)]


def way(network: Network, start: str, end: str) -> list[str]:
    """Return a shortest way from *start* to *end* along links, either way; the first by name; empty without one."""
    network.look_at_all()
    came: dict[str, str] = {start: start}
    waiting = deque([start])
    while waiting and end not in came:
        here = waiting.popleft()
        for other in sorted({*network.out(here), *network.into(here)}.difference(came)):
            came[other] = here
            waiting.append(other)
    if end not in came:
        return []
    found = [end]
    while found[-1] != start:
        found.append(came[found[-1]])
    return found[::-1]


def missing(network: Network) -> dict[str, list[str]]:
    """Return what is linked to and not there, each with the notes that link to it, most links first."""
    found: dict[str, dict[str, None]] = {}
    spelled: dict[str, str] = {}
    nodes, links = network.look_at_all(), network.table.links
    for path in sorted(nodes):
        if nodes.issuperset(links.out.get(path, ())):
            lacking: Collection[str] = links.missing.get(path, ())
        else:
            lacking = network.unresolved(path)
        for target in lacking:
            found.setdefault(spelled.setdefault(plain(target).casefold(), target), {})[path] = None
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0].casefold()))
    return {target: list(sources) for target, sources in ordered}


def _edges(network: Network) -> dict[str, Collection[str]]:
    """Return, for each note, the others it links to."""
    nodes, out = network.look_at_all(), network.table.links.out
    # Only a note that links to a hidden or excluded one needs a second look.
    return {path: out[path] if nodes.issuperset(out[path]) else network.out(path) for path in nodes if path in out}
