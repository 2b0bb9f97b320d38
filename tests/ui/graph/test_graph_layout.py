"""Tests of ui/graph/graph_layout.py."""

import math
import sys

import pytest

from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph.graph_layout import (
    CENTRE_RADIUS,
    NEIGHBOUR_RADIUS,
    OUTER_RADIUS,
    Scene,
    folder_layout,
    ring_layout,
    top_folder_of,
    wide_layout,
)

# Scene: what the pointer and the arrows find.


def crossing() -> Scene:
    """
      1
    2 0 3
      4
    """
    nodes = tuple(GraphNode(f"n{number}", f"N {number}", distance=min(number, 1)) for number in range(5))
    places = [(0.0, 0.0), (0.0, -100.0), (-100.0, 0.0), (100.0, 0.0), (0.0, 100.0)]
    return Scene(LinkGraph(nodes, tuple((0, number) for number in range(1, 5))), places, local=True)


def test_the_arrows_lead_to_the_nearest_node_in_their_direction() -> None:
    scene = crossing()

    assert [scene.toward(0, *step) for step in ((0, -1), (-1, 0), (1, 0), (0, 1))] == [1, 2, 3, 4]
    assert scene.toward(1, 0, -1) is None
    assert scene.toward(2, 1, 0) == 0


def test_the_pointer_finds_the_node_under_it_and_just_beside_it() -> None:
    scene = crossing()

    assert scene.at((98.0, 1.0), 0) == 3
    assert scene.at((100.0 + NEIGHBOUR_RADIUS + 5, 0.0), 6) == 3
    assert scene.at((50.0, 50.0), 6) is None
    assert scene.at((1_000_000.0, 0.0), 1e9) == 3
    scene.move([(0.0, 0.0)] * 4 + [(500.0, 500.0)])
    assert scene.at((500.0, 500.0), 0) == 4


def test_the_middle_is_largest_and_in_a_whole_graph_the_most_linked() -> None:
    assert crossing().radii == [CENTRE_RADIUS, NEIGHBOUR_RADIUS, NEIGHBOUR_RADIUS, NEIGHBOUR_RADIUS, NEIGHBOUR_RADIUS]
    assert OUTER_RADIUS < NEIGHBOUR_RADIUS
    nodes = (GraphNode("a", "", links=9), GraphNode("b", "", links=1), GraphNode("c", ""))
    radii = Scene(LinkGraph(nodes), [(0.0, 0.0)] * 3, local=False).radii
    assert radii == sorted(radii, reverse=True)
    assert crossing().node("n3") == crossing().nodes[3]
    assert crossing().node("gone") is None


# Layout: places around one note are the same each time, near the old ones, and apart from each other.


def around(count: int, far: int = 0) -> LinkGraph:
    near = [GraphNode(f"near {number}", "", distance=1) for number in range(count)]
    others = [GraphNode(f"far {number}", "", distance=2) for number in range(far)]
    edges = [(0, number + 1) for number in range(count)]
    edges += [(1 + number % count, 1 + count + number) for number in range(far)]
    return LinkGraph((GraphNode("middle", ""), *near, *others), tuple(sorted(edges)))


def settled(graph: LinkGraph, before: dict[str, tuple[float, float]] | None = None) -> list[tuple[float, float]]:
    return list(ring_layout(graph, before))[-1]


def test_the_same_graph_lies_the_same_with_its_note_in_the_middle() -> None:
    places = settled(around(8, 13))

    assert places == settled(around(8, 13))
    assert places[0] == (0.0, 0.0)
    assert min(math.dist(one, other) for number, one in enumerate(places) for other in places[:number]) > 30


def test_notes_that_stay_keep_about_their_places_when_one_comes() -> None:
    before = around(8, 13)
    kept = dict(zip((node.key for node in before.nodes), settled(before), strict=True))

    after = around(8, 14)
    places = settled(after, kept)

    moved = [
        math.dist(kept[node.key], place) for node, place in zip(after.nodes, places, strict=True) if node.key in kept
    ]
    assert max(moved) < 80


def test_a_note_alone_and_no_note_at_all_have_places() -> None:
    assert settled(LinkGraph((GraphNode("alone", ""),))) == [(0.0, 0.0)]
    assert settled(LinkGraph()) == []


def test_three_hundred_notes_around_one_are_all_told_apart() -> None:
    places = settled(around(299))

    assert all(math.isfinite(x) and math.isfinite(y) for x, y in places)
    assert len({(round(x), round(y)) for x, y in places}) == 300


# WideLayout: thousands of notes by folder, then by forces; the first places come at once.


def folders(count: int) -> LinkGraph:
    nodes = tuple(GraphNode(f"{'AB'[number % 2]}/{number:04}.md", "") for number in range(count))
    return LinkGraph(nodes, tuple((number, number + 2) for number in range(count - 2)))


def test_the_notes_of_a_folder_lie_in_one_sector() -> None:
    graph = folders(400)
    places = folder_layout(graph)

    upper = [y >= 0 for node, (_, y) in zip(graph.nodes, places, strict=True) if top_folder_of(node.key) == "A"]
    assert all(upper)


def test_without_numpy_the_folders_are_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vaultdesk.ui.graph.force_layout", None)

    assert list(wide_layout(folders(50))) == [folder_layout(folders(50))]
    assert list(wide_layout(LinkGraph())) == [[]]
