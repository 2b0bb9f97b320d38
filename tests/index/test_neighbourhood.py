"""Neighbourhood: the notes around one and the links between them."""

from pathlib import Path

from tests.index.scene import at_work, lay
from vaultdesk.index.graph_questions import hubs, missing, orphans, way
from vaultdesk.index.neighbourhood import Neighbourhood, neighbourhood

NOTES = {
    "A.md": "[[B]] [[C]] [[Nobody]]", "B.md": "[[C]] [[D]]", "C.md": "[[A]]", "D.md": "# Title of D", "E.md": "[[D]]",
    "Alone.md": "",
}  # fmt: skip


def told(found: Neighbourhood | None) -> tuple[list[tuple[str, int, int]], int]:
    assert found is not None
    return [(one.path, one.distance, one.links) for one in found.notes], found.left_out


async def test_notes_within_the_steps_with_the_links_between_them(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        near = await scene.searcher.over_network(lambda network: neighbourhood(network, "A.md", 1, 50))
        assert told(near) == ([("A.md", 0, 2), ("B.md", 1, 3), ("C.md", 1, 2)], 0)
        assert near is not None
        assert near.links == (("A.md", "B.md"), ("A.md", "C.md"), ("B.md", "C.md"), ("C.md", "A.md"))
        assert near.missing == ("Nobody",)
        far = await scene.searcher.over_network(lambda network: neighbourhood(network, "A.md", 3, 4))
        assert told(far) == ([("A.md", 0, 2), ("B.md", 1, 3), ("C.md", 1, 2), ("D.md", 2, 2)], 1)
        assert await scene.searcher.over_network(lambda network: neighbourhood(network, "Gone.md", 1, 9)) is None


async def test_the_views_may_ask_every_question_of_the_graph(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        assert await scene.searcher.over_network(orphans) == ["Alone.md"]
        assert await scene.searcher.over_network(lambda network: hubs(network, 1)) == (5, [("C.md", 2, 1)])
        assert await scene.searcher.over_network(lambda network: way(network, "A.md", "E.md")) == [
            "A.md", "B.md", "D.md", "E.md",
        ]  # fmt: skip
        assert await scene.searcher.over_network(missing) == {"Nobody": ["A.md"]}
