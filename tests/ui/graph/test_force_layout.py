"""Forces: links pull, notes push, and the same graph ends the same."""

import math

from tests.ui.graph.test_graph_layout import folders
from vaultdesk.ui.graph.force_layout import force_positions
from vaultdesk.ui.graph.graph_layout import FAN_SPACING, wide_layout


def test_linked_notes_come_nearer_and_none_lie_on_each_other() -> None:
    graph = folders(400)
    steps = list(wide_layout(graph))

    def length(places: list[tuple[float, float]]) -> float:
        spread = max(x for x, _ in places) - min(x for x, _ in places)
        return sum(math.dist(places[one], places[other]) for one, other in graph.edges) / len(graph.edges) / spread

    assert len(steps) > 2
    assert length(steps[-1]) < length(steps[0])
    assert len({(round(x, 1), round(y, 1)) for x, y in steps[-1]}) == 400
    assert steps[-1] == list(wide_layout(graph))[-1]


def test_notes_at_one_place_are_parted() -> None:
    graph = folders(40)
    places = list(force_positions(graph, [(0.0, 0.0)] * 40, FAN_SPACING))[-1]

    assert len({(round(x, 1), round(y, 1)) for x, y in places}) == 40
