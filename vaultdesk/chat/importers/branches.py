"""Branches: a tree of messages as the ways through it: the one that was open last, and each that turns off it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MAX_BRANCHES = 20
"""Ways through one conversation beside the last one; a tree with more was made by a program."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way through a tree, from its root to one end."""

    nodes: tuple[str, ...]
    common: int = 0
    """How many of its first nodes the main way has too."""


def ways(parents: Mapping[str, str | None], current: str, order: Sequence[str]) -> tuple[Way, ...]:
    """Return the way to *current* first, then the others, the latest first.

    *parents* names each node's parent, *order* all nodes, oldest first. Where *current* is no node, the way to the
    last one is the main one. Rings are cut.
    """
    if not parents:
        return ()
    has_children = {parent for parent in parents.values() if parent}
    ends = [node for node in reversed(order) if node not in has_children] or list(order[-1:])
    main = current if current in parents else ends[0]
    first = _way_to(main, parents)
    on_main = set(first)
    found = [Way(first)]
    for end in ends:
        if end in on_main or len(found) > MAX_BRANCHES:
            continue
        nodes = _way_to(end, parents)
        common = 0
        while common < len(nodes) and nodes[common] in on_main:
            common += 1
        found.append(Way(nodes, common))
    return tuple(found)


def _way_to(node: str, parents: Mapping[str, str | None]) -> tuple[str, ...]:
    way: list[str] = []
    seen: set[str] = set()
    here: str | None = node
    while here and here in parents and here not in seen:
        seen.add(here)
        way.append(here)
        here = parents[here]
    return tuple(reversed(way))
