"""WideLayout: thousands of notes by folder, then by forces; the first places come at once."""

import math

import pytest

from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph import wide_layout as layout
from vaultdesk.ui.graph.wide_layout import by_folder, folder_of, wide_layout


def folders(count: int) -> LinkGraph:
    nodes = tuple(GraphNode(f"{'AB'[number % 2]}/{number:04}.md", "") for number in range(count))
    return LinkGraph(nodes, tuple((number, number + 2) for number in range(count - 2)))


def test_the_notes_of_a_folder_lie_in_one_sector() -> None:
    graph = folders(400)
    places = by_folder(graph)

    upper = [y >= 0 for node, (_, y) in zip(graph.nodes, places, strict=True) if folder_of(node.key) == "A"]
    assert all(upper)


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


def test_without_numpy_the_folders_are_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "numpy", None)

    assert list(wide_layout(folders(50))) == [by_folder(folders(50))]
    assert list(wide_layout(LinkGraph())) == [[]]
