"""Neighbourhood: a note, those within some steps of it, and the links between them, for a local graph. Draws none."""

from dataclasses import dataclass

from vaultdesk.index.graph_questions import neighbours
from vaultdesk.index.network import Network


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A note of a local graph."""

    path: str
    title: str
    distance: int
    """Steps from the note in the middle; that one has 0."""
    links: int
    """How many other notes of the vault it links to or is linked from."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A local graph."""

    notes: tuple[Neighbour, ...]
    """The one in the middle first, then the nearer before the farther and the more linked before the others."""
    links: tuple[tuple[str, str], ...]
    """Which of them links to which, each pair once, by path."""
    missing: tuple[str, ...]
    """What the note in the middle links to and is not there, as written."""
    left_out: int
    """How many notes within the steps there was no room for."""


def neighbourhood(network: Network, path: str, steps: int, most: int) -> Neighbourhood | None:
    """Return the local graph around the note at *path*, at most *most* notes of it; None where there is none."""
    if network.facts(path) is None:
        return None
    distance = {path: 0} | neighbours(network, path, steps)
    found: list[Neighbour] = []
    for one, away in distance.items():
        facts = network.facts(one)
        if facts is not None:
            linked = {*network.out(one), *network.into(one)}
            found.append(Neighbour(one, facts.title, away, len(linked)))
    found.sort(key=lambda one: (one.distance, -one.links, one.path))
    notes = tuple(found[: max(1, most)])
    shown = {one.path for one in notes}
    links = tuple(
        (one.path, other) for one in sorted(notes, key=lambda one: one.path) for other in sorted(network.out(one.path))
        if other in shown
    )  # fmt: skip
    return Neighbourhood(notes, links, tuple(network.unresolved(path)), len(found) - len(notes))
