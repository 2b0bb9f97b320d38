"""Tests of ui/graph/graph_layout.py."""

import math
import sys

import pytest

from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph.graph_layout import (
    CENTER_RADIUS,
    NEIGHBOR_RADIUS,
    OUTER_RADIUS,
    Scene,
    folder_layout,
    ring_layout,
    top_folder_of,
    wide_layout,
)

# Scene: hit testing and keyboard navigation.


def cross_scene() -> Scene:
    """
      1
    2 0 3
      4
    """
    nodes = tuple(GraphNode(f"n{number}", f"N {number}", distance=min(number, 1)) for number in range(5))
    positions = [(0.0, 0.0), (0.0, -100.0), (-100.0, 0.0), (100.0, 0.0), (0.0, 100.0)]
    return Scene(LinkGraph(nodes, tuple((0, number) for number in range(1, 5))), positions, local=True)


def test_the_arrows_lead_to_the_nearest_node_in_their_direction() -> None:
    scene = cross_scene()

    assert [scene.toward(0, *step) for step in ((0, -1), (-1, 0), (1, 0), (0, 1))] == [1, 2, 3, 4]
    assert scene.toward(1, 0, -1) is None
    assert scene.toward(2, 1, 0) == 0


def test_hit_testing_finds_the_node_under_or_just_beside_the_pointer() -> None:
    scene = cross_scene()

    assert scene.at((98.0, 1.0), 0) == 3
    assert scene.at((100.0 + NEIGHBOR_RADIUS + 5, 0.0), 6) == 3
    assert scene.at((50.0, 50.0), 6) is None
    assert scene.at((1_000_000.0, 0.0), 1e9) == 3
    scene.move([(0.0, 0.0)] * 4 + [(500.0, 500.0)])
    assert scene.at((500.0, 500.0), 0) == 4


def test_the_center_of_a_local_graph_and_the_most_linked_node_of_a_global_graph_are_largest() -> None:
    assert cross_scene().radii == [
        CENTER_RADIUS,
        NEIGHBOR_RADIUS,
        NEIGHBOR_RADIUS,
        NEIGHBOR_RADIUS,
        NEIGHBOR_RADIUS,
    ]
    assert OUTER_RADIUS < NEIGHBOR_RADIUS
    nodes = (GraphNode("a", "", links=9), GraphNode("b", "", links=1), GraphNode("c", ""))
    radii = Scene(LinkGraph(nodes), [(0.0, 0.0)] * 3, local=False).radii
    assert radii == sorted(radii, reverse=True)
    assert cross_scene().node("n3") == cross_scene().nodes[3]
    assert cross_scene().node("gone") is None


# Ring layout: deterministic, close to the previous positions and without overlap.


def star_graph(count: int, outer_count: int = 0) -> LinkGraph:
    near = [GraphNode(f"near {number}", "", distance=1) for number in range(count)]
    outer = [GraphNode(f"far {number}", "", distance=2) for number in range(outer_count)]
    edges = [(0, number + 1) for number in range(count)]
    edges += [(1 + number % count, 1 + count + number) for number in range(outer_count)]
    return LinkGraph((GraphNode("middle", ""), *near, *outer), tuple(sorted(edges)))


def final_positions(
    graph: LinkGraph, before: dict[str, tuple[float, float]] | None = None
) -> list[tuple[float, float]]:
    return list(ring_layout(graph, before))[-1]


def test_ring_layout_is_deterministic_with_its_note_in_the_center() -> None:
    positions = final_positions(star_graph(8, 13))

    assert positions == final_positions(star_graph(8, 13))
    assert positions[0] == (0.0, 0.0)
    assert min(math.dist(first, second) for number, first in enumerate(positions) for second in positions[:number]) > 30


def test_remaining_notes_move_little_when_one_is_added() -> None:
    before = star_graph(8, 13)
    previous = dict(zip((node.key for node in before.nodes), final_positions(before), strict=True))

    after = star_graph(8, 14)
    positions = final_positions(after, previous)

    moved = [
        math.dist(previous[node.key], position)
        for node, position in zip(after.nodes, positions, strict=True)
        if node.key in previous
    ]
    assert max(moved) < 80


def test_a_single_note_and_an_empty_graph_are_laid_out() -> None:
    assert final_positions(LinkGraph((GraphNode("alone", ""),))) == [(0.0, 0.0)]
    assert final_positions(LinkGraph()) == []


def test_three_hundred_notes_around_one_have_distinct_positions() -> None:
    positions = final_positions(star_graph(299))

    assert all(math.isfinite(x) and math.isfinite(y) for x, y in positions)
    assert len({(round(x), round(y)) for x, y in positions}) == 300


# Wide layout: thousands of notes by folder, then by forces; the first positions come immediately.


def folder_graph(count: int) -> LinkGraph:
    nodes = tuple(GraphNode(f"{'AB'[number % 2]}/{number:04}.md", "") for number in range(count))
    return LinkGraph(nodes, tuple((number, number + 2) for number in range(count - 2)))


def test_the_notes_of_a_folder_lie_in_one_sector() -> None:
    graph = folder_graph(400)
    positions = folder_layout(graph)

    upper = [y >= 0 for node, (_, y) in zip(graph.nodes, positions, strict=True) if top_folder_of(node.key) == "A"]
    assert all(upper)


def test_without_numpy_the_folder_layout_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vaultdesk.ui.graph.force_layout", None)

    assert list(wide_layout(folder_graph(50))) == [folder_layout(folder_graph(50))]
    assert list(wide_layout(LinkGraph())) == [[]]
