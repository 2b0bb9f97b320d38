"""A small graph with positions, for tests."""

from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph.graph_layout import Scene

HOUSE = LinkGraph(
    (
        GraphNode("House/Boiler.md", "Boiler", links=3),
        GraphNode("House/Survey.md", "Survey", distance=1, links=2),
        GraphNode("House/Budget.md", "Budget", distance=1, links=1),
        GraphNode("#heating", "#heating", "tag", 1),
        GraphNode("?roof", "Roof", "unwritten", 2),
    ),
    ((0, 1), (0, 2), (0, 3), (1, 4)),
    direct=2, within=2,
)  # fmt: skip

POSITIONS = [(0.0, 0.0), (-150.0, 0.0), (150.0, 0.0), (0.0, 150.0), (-300.0, 0.0)]


def house_scene(*, local: bool = True) -> Scene:
    """Boiler in the center, Survey at its left, Budget at its right, a tag below, an unwritten note farther left."""
    return Scene(HOUSE, POSITIONS, local=local)
