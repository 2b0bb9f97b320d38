"""Tests of ui/graph/force_layout.py."""

import math

from tests.ui.graph.test_graph_layout import folder_graph
from vaultdesk.ui.graph.force_layout import force_positions
from vaultdesk.ui.graph.graph_layout import FAN_SPACING, wide_layout


def test_forces_bring_linked_notes_closer_without_overlap() -> None:
    graph = folder_graph(400)
    steps = list(wide_layout(graph))

    def relative_edge_length(positions: list[tuple[float, float]]) -> float:
        spread = max(x for x, _ in positions) - min(x for x, _ in positions)
        return (
            sum(math.dist(positions[start], positions[end]) for start, end in graph.edges) / len(graph.edges) / spread
        )

    assert len(steps) > 2
    assert relative_edge_length(steps[-1]) < relative_edge_length(steps[0])
    assert len({(round(x, 1), round(y, 1)) for x, y in steps[-1]}) == 400
    assert steps[-1] == list(wide_layout(graph))[-1]


def test_notes_at_the_same_position_are_separated() -> None:
    graph = folder_graph(40)
    positions = list(force_positions(graph, [(0.0, 0.0)] * 40, FAN_SPACING))[-1]

    assert len({(round(x, 1), round(y, 1)) for x, y in positions}) == 40
