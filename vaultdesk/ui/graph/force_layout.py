"""Force-directed layout of thousands of nodes on a grid, with numpy.

Every node repels every other one. The repulsion is calculated on a grid over which the mass is distributed, so that
15,000 nodes take about as long as a hundred would pairwise.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy
from numpy.typing import NDArray

from vaultdesk.index.link_graph import LinkGraph
from vaultdesk.ui.widgets.zoom_view import Point

Places: TypeAlias = NDArray[numpy.float64]

GRID_SIZE = 192
"""Number of grid cells along each side."""

FORCE_ROUNDS = 90
"""Number of iterations."""

SHOWN_EVERY = 45
"""Number of iterations after which intermediate positions are yielded."""


def force_places(graph: LinkGraph, places: Sequence[Point], spacing: float) -> Iterator[list[Point]]:
    """Yield successively better positions of the nodes; *spacing* is the approximate distance of neighbours."""
    at = numpy.array(places)
    one, other = numpy.array(graph.edges).T
    count = len(at)
    # A link of a node with many links attracts less: otherwise a hub would pull all its neighbours to one spot.
    degree = numpy.bincount(numpy.concatenate([one, other]), minlength=count)
    strength = 1.0 / numpy.sqrt(numpy.minimum(degree[one], degree[other]))
    kernel = _kernel()
    for number in range(FORCE_ROUNDS):
        heat = spacing * 3 * (1 - number / FORCE_ROUNDS)
        push = _pushed(at, kernel) * spacing**2
        pull = (at[other] - at[one]) * (0.16 * strength)[:, None]
        for axis in (0, 1):
            push[:, axis] += numpy.bincount(one, pull[:, axis], count) - numpy.bincount(other, pull[:, axis], count)
        push += _same_cell_repulsion(at, spacing)
        push -= at * 0.012
        away = numpy.maximum(numpy.hypot(push[:, 0], push[:, 1]), 1e-9)
        at = at + push * (numpy.minimum(away, heat) / away)[:, None]
        if number % SHOWN_EVERY == SHOWN_EVERY - 1:
            yield [(x, y) for x, y in at.tolist()]


def _kernel() -> NDArray[numpy.complex128]:
    """Return the Fourier transform of the field of one node on the surrounding cells."""
    side = numpy.minimum(numpy.arange(2 * GRID_SIZE), 2 * GRID_SIZE - numpy.arange(2 * GRID_SIZE)).astype(float)
    square = side[:, None] ** 2 + side[None, :] ** 2
    return numpy.fft.rfft2(-0.5 * numpy.log(square + 0.5))


def _pushed(at: Places, kernel: NDArray[numpy.complex128]) -> Places:
    """Return the repulsion of each node by all others."""
    low = at.min(0)
    side = max(float((at.max(0) - low).max()), 1.0) / (GRID_SIZE - 3)
    spot = (at - low) / side + 1.0
    base = spot.astype(int)
    part = spot - base
    corners = [
        ((base[:, 0] + x) * GRID_SIZE + base[:, 1] + y,
         (part[:, 0] if x else 1 - part[:, 0]) * (part[:, 1] if y else 1 - part[:, 1]))
        for x in (0, 1) for y in (0, 1)
    ]  # fmt: skip
    mass = numpy.zeros(GRID_SIZE * GRID_SIZE)
    for square, share in corners:
        mass += numpy.bincount(square, share, GRID_SIZE * GRID_SIZE)
    waves = numpy.fft.rfft2(mass.reshape(GRID_SIZE, GRID_SIZE), (2 * GRID_SIZE, 2 * GRID_SIZE))
    field = numpy.fft.irfft2(waves * kernel, (2 * GRID_SIZE, 2 * GRID_SIZE))[:GRID_SIZE, :GRID_SIZE]
    slopes = numpy.gradient(field)
    push = numpy.stack([sum(slope.ravel()[square] * share for square, share in corners) for slope in slopes], 1)
    # The field decreases with the distance in cells; in pixels it is weaker by the width of a cell.
    return -push * (0.5 / side)


def _same_cell_repulsion(at: Places, spacing: float) -> Places:
    """Return the repulsion between nodes in the same cell, which the grid cannot distinguish."""
    push = numpy.zeros_like(at)
    for turn in (0.0, 0.5):
        square = numpy.floor(at / (spacing * 2) + turn).astype(numpy.int64)
        order = numpy.lexsort((at[:, 0], square[:, 1], square[:, 0]))
        for step in (1, 2, 3):
            first, second = order[:-step], order[step:]
            apart = at[first] - at[second]
            near = numpy.hypot(apart[:, 0], apart[:, 1])
            share = numpy.where(near < spacing, (spacing - near) / numpy.maximum(near, 0.5) * 0.2, 0.0)
            # Two nodes at the same position have no direction: each pair is given one.
            apart[:, 0] += numpy.where(near < 0.5, ((first * 7919) % 13 - 6) * 0.1, 0.0)
            push[first] += apart * share[:, None]
            push[second] -= apart * share[:, None]
    return push
