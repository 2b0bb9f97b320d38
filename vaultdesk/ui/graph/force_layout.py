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

Positions: TypeAlias = NDArray[numpy.float64]

GRID_SIZE = 192
"""Number of grid cells along each side."""

FORCE_ROUNDS = 90
"""Number of iterations."""

YIELD_INTERVAL = 45
"""Number of iterations after which intermediate positions are yielded."""


def force_positions(graph: LinkGraph, positions: Sequence[Point], spacing: float) -> Iterator[list[Point]]:
    """Yield successively better positions of the nodes; *spacing* is the approximate distance of neighbors."""
    current = numpy.array(positions)
    starts, ends = numpy.array(graph.edges).T
    count = len(current)
    # A link of a node with many links attracts less: otherwise a hub would pull all its neighbors to one spot.
    degree = numpy.bincount(numpy.concatenate([starts, ends]), minlength=count)
    strength = 1.0 / numpy.sqrt(numpy.minimum(degree[starts], degree[ends]))
    kernel = _kernel()
    for number in range(FORCE_ROUNDS):
        max_step = spacing * 3 * (1 - number / FORCE_ROUNDS)
        displacement = _grid_repulsion(current, kernel) * spacing**2
        attraction = (current[ends] - current[starts]) * (0.16 * strength)[:, None]
        for axis in (0, 1):
            displacement[:, axis] += numpy.bincount(starts, attraction[:, axis], count) - numpy.bincount(
                ends, attraction[:, axis], count
            )
        displacement += _same_cell_repulsion(current, spacing)
        displacement -= current * 0.012
        length = numpy.maximum(numpy.hypot(displacement[:, 0], displacement[:, 1]), 1e-9)
        current = current + displacement * (numpy.minimum(length, max_step) / length)[:, None]
        if number % YIELD_INTERVAL == YIELD_INTERVAL - 1:
            yield [(x, y) for x, y in current.tolist()]


def _kernel() -> NDArray[numpy.complex128]:
    """Return the Fourier transform of the field of one node on the surrounding cells."""
    distance = numpy.minimum(numpy.arange(2 * GRID_SIZE), 2 * GRID_SIZE - numpy.arange(2 * GRID_SIZE)).astype(float)
    squared_distance = distance[:, None] ** 2 + distance[None, :] ** 2
    return numpy.fft.rfft2(-0.5 * numpy.log(squared_distance + 0.5))


def _grid_repulsion(positions: Positions, kernel: NDArray[numpy.complex128]) -> Positions:
    """Return the repulsion of each node by all others."""
    low = positions.min(0)
    cell_size = max(float((positions.max(0) - low).max()), 1.0) / (GRID_SIZE - 3)
    grid_positions = (positions - low) / cell_size + 1.0
    cells = grid_positions.astype(int)
    fractions = grid_positions - cells
    corners = [
        ((cells[:, 0] + x) * GRID_SIZE + cells[:, 1] + y,
         (fractions[:, 0] if x else 1 - fractions[:, 0]) * (fractions[:, 1] if y else 1 - fractions[:, 1]))
        for x in (0, 1) for y in (0, 1)
    ]  # fmt: skip
    mass = numpy.zeros(GRID_SIZE * GRID_SIZE)
    for cell, share in corners:
        mass += numpy.bincount(cell, share, GRID_SIZE * GRID_SIZE)
    spectrum = numpy.fft.rfft2(mass.reshape(GRID_SIZE, GRID_SIZE), (2 * GRID_SIZE, 2 * GRID_SIZE))
    field = numpy.fft.irfft2(spectrum * kernel, (2 * GRID_SIZE, 2 * GRID_SIZE))[:GRID_SIZE, :GRID_SIZE]
    slopes = numpy.gradient(field)
    repulsion = numpy.stack([sum(slope.ravel()[cell] * share for cell, share in corners) for slope in slopes], 1)
    # The field decreases with the distance in cells; in pixels it is weaker by the width of a cell.
    return -repulsion * (0.5 / cell_size)


def _same_cell_repulsion(positions: Positions, spacing: float) -> Positions:
    """Return the repulsion between nodes in the same cell, which the grid cannot distinguish."""
    repulsion = numpy.zeros_like(positions)
    for offset in (0.0, 0.5):
        cells = numpy.floor(positions / (spacing * 2) + offset).astype(numpy.int64)
        order = numpy.lexsort((positions[:, 0], cells[:, 1], cells[:, 0]))
        for step in (1, 2, 3):
            first, second = order[:-step], order[step:]
            difference = positions[first] - positions[second]
            distance = numpy.hypot(difference[:, 0], difference[:, 1])
            share = numpy.where(distance < spacing, (spacing - distance) / numpy.maximum(distance, 0.5) * 0.2, 0.0)
            # Two nodes at the same position have no direction: each pair is given one.
            difference[:, 0] += numpy.where(distance < 0.5, ((first * 7919) % 13 - 6) * 0.1, 0.0)
            repulsion[first] += difference * share[:, None]
            repulsion[second] -= difference * share[:, None]
    return repulsion
