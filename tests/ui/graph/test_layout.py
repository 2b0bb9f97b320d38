"""Layout: places around one note are the same each time, near the old ones, and apart from each other."""

import math

from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph.layout import laid_out


def around(count: int, far: int = 0) -> LinkGraph:
    near = [GraphNode(f"near {number}", "", distance=1) for number in range(count)]
    others = [GraphNode(f"far {number}", "", distance=2) for number in range(far)]
    edges = [(0, number + 1) for number in range(count)]
    edges += [(1 + number % count, 1 + count + number) for number in range(far)]
    return LinkGraph((GraphNode("middle", ""), *near, *others), tuple(sorted(edges)))


def settled(graph: LinkGraph, before: dict[str, tuple[float, float]] | None = None) -> list[tuple[float, float]]:
    return list(laid_out(graph, before))[-1]


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
