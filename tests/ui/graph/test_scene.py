"""Scene: what the pointer and the arrows find."""

from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph.scene import FAR, MIDDLE, NEAR, Scene


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
    assert scene.at((100.0 + NEAR + 5, 0.0), 6) == 3
    assert scene.at((50.0, 50.0), 6) is None
    assert scene.at((1_000_000.0, 0.0), 1e9) == 3
    scene.move([(0.0, 0.0)] * 4 + [(500.0, 500.0)])
    assert scene.at((500.0, 500.0), 0) == 4


def test_the_middle_is_largest_and_in_a_whole_graph_the_most_linked() -> None:
    assert crossing().radii == [MIDDLE, NEAR, NEAR, NEAR, NEAR]
    assert FAR < NEAR
    nodes = (GraphNode("a", "", links=9), GraphNode("b", "", links=1), GraphNode("c", ""))
    radii = Scene(LinkGraph(nodes), [(0.0, 0.0)] * 3, local=False).radii
    assert radii == sorted(radii, reverse=True)
    assert crossing().node("n3") == crossing().nodes[3]
    assert crossing().node("gone") is None
