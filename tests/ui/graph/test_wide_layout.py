"""WideLayout: thousands of notes by folder, then by forces; the first places come at once."""

import sys

import pytest

from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph.wide_layout import by_folder, folder_of, wide_layout


def folders(count: int) -> LinkGraph:
    nodes = tuple(GraphNode(f"{'AB'[number % 2]}/{number:04}.md", "") for number in range(count))
    return LinkGraph(nodes, tuple((number, number + 2) for number in range(count - 2)))


def test_the_notes_of_a_folder_lie_in_one_sector() -> None:
    graph = folders(400)
    places = by_folder(graph)

    upper = [y >= 0 for node, (_, y) in zip(graph.nodes, places, strict=True) if folder_of(node.key) == "A"]
    assert all(upper)


def test_without_numpy_the_folders_are_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vaultdesk.ui.graph.forces", None)

    assert list(wide_layout(folders(50))) == [by_folder(folders(50))]
    assert list(wide_layout(LinkGraph())) == [[]]
