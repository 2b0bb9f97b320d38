"""LinkGraph: what is drawn of the links around a note, and of all notes."""

from pathlib import Path

from tests.index.scene import at_work, lay
from vaultdesk.index.link_graph import LinkGraph, Wanted, local_graph, whole_graph

NOTES = {
    "A.md": "#House\n\n[[B]] [[C]] [[Nobody]]", "B.md": "[[C]] [[Daily/2026-11-20]]", "C.md": "[[A]]",
    "Daily/2026-11-20.md": "[[Far]]", "Far.md": "", "Alone.md": "",
}  # fmt: skip


def named(graph: LinkGraph | None) -> list[tuple[str, int]]:
    assert graph is not None
    return [(node.key, node.distance) for node in graph.nodes]


async def test_the_nearest_notes_come_first_and_the_rest_is_counted(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        graph = await scene.searcher.over_network(lambda network: local_graph(network, "A.md", 3, 3))
        assert named(graph) == [("A.md", 0), ("B.md", 1), ("C.md", 1)]
        assert graph is not None
        assert graph.edges == ((0, 1), (0, 2), (1, 2))
        assert (graph.direct, graph.within, graph.left_out) == (2, 4, 2)
        assert await scene.searcher.over_network(lambda network: local_graph(network, "Gone.md", 1, 9)) is None


async def test_what_is_hidden_leads_no_further_and_tags_and_unwritten_notes_are_added(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        wanted = Wanted(lambda path: path.startswith("Daily/"), tags=True, unwritten=True)
        graph = await scene.searcher.over_network(lambda network: local_graph(network, "A.md", 3, 9, wanted))
        assert named(graph) == [("A.md", 0), ("B.md", 1), ("C.md", 1), ("#house", 1), ("?nobody", 1)]


async def test_the_whole_graph_can_do_without_orphans_and_with_some_notes_only(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        whole = await scene.searcher.over_network(whole_graph)
        assert [node.key for node in whole.nodes] == sorted(NOTES)
        linked = await scene.searcher.over_network(lambda network: whole_graph(network, orphans=False))
        assert [node.key for node in linked.nodes] == sorted(NOTES.keys() - {"Alone.md"})
        some = await scene.searcher.over_network(lambda network: whole_graph(network, only={"A.md", "B.md", "Gone.md"}))
        assert [(node.key, node.links) for node in some.nodes] == [("A.md", 1), ("B.md", 1)]
        assert some.edges == ((0, 1),)
