"""Tests of index/link_graph.py."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from tests.index.random_vault import Naive, random_vault
from tests.index.scene import at_work, filled, lay
from vaultdesk.index import link_graph
from vaultdesk.index.link_graph import (
    GraphOptions,
    LinkGraph,
    Network,
    find_missing_notes,
    hubs,
    local_graph,
    may_be_note,
    missing_targets,
    orphans,
    shortest_path,
    whole_graph,
)
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.store.index_entry import ScannedFile
from vaultdesk.index.text_cache.text_cache import TextCache

# Network: every answer is that of a vault from which the hidden notes were deleted, worked out naively.


@contextmanager
def network(
    folder: Path, vault: dict[str, str], is_visible: Callable[[str], bool] = lambda _: True
) -> Iterator[Network]:
    index = filled(folder / "index.sqlite", folder / "vault", vault)
    table = NoteTable(TextCache())
    with index.reading() as connection:
        table.refresh(connection)
        yield Network(table, is_visible)
    index.close()


@pytest.mark.parametrize("seed", range(12))
def test_links_are_those_of_a_vault_without_the_hidden_notes(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    vault = random_vault(chance, 30)
    hidden = set(chance.sample(list(vault), len(vault) // 3)) if seed % 2 else set()

    def is_visible(path: str) -> bool:
        return path not in hidden

    naive = Naive(vault, is_visible)
    with network(tmp_path, vault, is_visible) as graph:
        for looked_at in (False, True):
            if looked_at:
                assert graph.load_all_nodes() == naive.outgoing.keys()
            for path in naive.outgoing:
                assert (set(graph.outgoing(path)), set(graph.incoming(path))) == (
                    naive.outgoing[path],
                    naive.incoming(path),
                )
                assert graph.linking(path).keys() == naive.incoming(path)
                assert {target.casefold() for target in graph.unresolved(path)} == {
                    target for target, sources in naive.missing.items() if path in sources
                }


def test_forgetting_that_links_mean_others_without_the_hidden_is_noticed(tmp_path: Path) -> None:
    """The usual route, dropping hidden results at the end, gives another answer: the test above can fail."""
    vault = {"From.md": "[[Plan]]", "Plan.md": "", "deep/Plan.md": ""}
    with network(tmp_path, vault, lambda path: path != "Plan.md") as graph:
        usual = [target for target in graph.table.links.incoming("deep/Plan.md") if graph.is_visible(target)]
        assert (usual, list(graph.incoming("deep/Plan.md"))) == ([], ["From.md"])
        assert graph.outgoing("From.md") == ["deep/Plan.md"]
        assert graph.resolve("Plan") == "deep/Plan.md"
        assert graph.candidates("Plan") == ["deep/Plan.md"]


def test_a_hidden_note_is_asked_about_once_and_is_nowhere(tmp_path: Path) -> None:
    asked: list[str] = []

    def is_visible(path: str) -> bool:
        asked.append(path)
        return path != "Secret.md"

    vault = {"A.md": "[[Secret]] [[B]]", "B.md": "", "Secret.md": "[[A]] [[B]]"}
    with network(tmp_path, vault, is_visible) as graph:
        assert [note.path for note in graph.notes()] == ["A.md", "B.md"]
        assert graph.facts("Secret.md") is None
        assert graph.unresolved("A.md") == ["Secret"]
        assert list(graph.incoming("B.md")) == ["A.md"]
        assert len(asked) == len(set(asked))


def test_excluded_notes_are_no_part_of_the_graph_but_no_missing_ones_either(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "[[Old]]"})
    index.record_files([ScannedFile("Old.md", 1, 1, excluded=True)], [])
    table = NoteTable(TextCache())
    with index.reading() as connection:
        table.refresh(connection)
        graph = Network(table, lambda _: True)
        assert (list(graph.outgoing("A.md")), graph.unresolved("A.md"), graph.load_all_nodes()) == ([], [], {"A.md"})
        assert list(graph.links("A.md")) == [("Old", "Old.md")]
    index.close()


# Unwritten: what is linked to and not there, without pictures and other files.

NOTES = {
    "A.md": "[[Pump]] [[pump]] [[B]] ![[plan.png]]\n",
    "B.md": "[[Pump]] [[Roof v1.2]]\n",
}


async def test_each_target_once_with_how_many_notes_link_to_it(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        assert await scene.searcher.read_note_table(find_missing_notes) == [("Pump", 2), ("Roof v1.2", 1)]


@pytest.mark.parametrize(("target", "may"), [("Pump", True), ("v1.2", True), ("a/plan.PNG", False), (" ", False)])
def test_a_file_of_another_kind_is_no_note_to_be_written(target: str, may: bool) -> None:
    assert may_be_note(target) is may


# Graph questions: over random vaults, with and without hidden notes, the answers of a naive graph.


@pytest.mark.parametrize("seed", range(12))
def test_graph_answers_are_those_of_a_naive_graph(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    vault = random_vault(chance, 30)
    hidden = set(chance.sample(list(vault), len(vault) // 3)) if seed % 2 else set()

    def is_visible(path: str) -> bool:
        return path not in hidden

    naive = Naive(vault, is_visible)
    with network(tmp_path, vault, is_visible) as graph:
        assert link_graph.orphans(graph) == naive.orphans()
        assert link_graph.hubs(graph, 99) == (len(naive.hubs()), naive.hubs())
        assert link_graph.hubs(graph, 2)[1] == naive.hubs()[:2]
        assert {key.casefold(): set(found) for key, found in link_graph.missing_targets(graph).items()} == naive.missing
        for path in naive.outgoing:
            distances = naive.distances(path)
            for depth in (1, 2, 5):
                expected = {other: far for other, far in distances.items() if 0 < far <= depth}
                assert link_graph.neighbours(graph, path, depth) == expected
            for other in naive.outgoing:
                route = link_graph.shortest_path(graph, path, other)
                assert bool(route) == (other in distances)
                if route:
                    assert (route[0], route[-1], len(route) - 1) == (path, other, distances[other])
                    assert all(target in naive.neighbours(source) for source, target in pairwise(route))


LINKED_NOTES = {
    "A.md": "[[B]] [[C]] [[Nobody]]", "B.md": "[[C]] [[D]]", "C.md": "[[A]]", "D.md": "# Title of D", "E.md": "[[D]]",
    "Alone.md": "",
}  # fmt: skip


async def test_the_views_may_ask_every_question_of_the_graph(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        assert await scene.searcher.read_network(orphans) == ["Alone.md"]
        assert await scene.searcher.read_network(lambda network: hubs(network, 1)) == (5, [("C.md", 2, 1)])
        assert await scene.searcher.read_network(lambda network: shortest_path(network, "A.md", "E.md")) == [
            "A.md", "B.md", "D.md", "E.md",
        ]  # fmt: skip
        assert await scene.searcher.read_network(missing_targets) == {"Nobody": ["A.md"]}


# LinkGraph: what is drawn of the links around a note, and of all notes.

LINK_GRAPH_NOTES = {
    "A.md": "#House\n\n[[B]] [[C]] [[Nobody]]", "B.md": "[[C]] [[Daily/2026-11-20]]", "C.md": "[[A]]",
    "Daily/2026-11-20.md": "[[Far]]", "Far.md": "", "Alone.md": "",
}  # fmt: skip


def named(graph: LinkGraph | None) -> list[tuple[str, int]]:
    assert graph is not None
    return [(node.key, node.distance) for node in graph.nodes]


async def test_the_nearest_notes_come_first_and_the_rest_is_counted(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", LINK_GRAPH_NOTES), tmp_path / "index.sqlite") as scene:
        graph = await scene.searcher.read_network(lambda network: local_graph(network, "A.md", 3, 3))
        assert named(graph) == [("A.md", 0), ("B.md", 1), ("C.md", 1)]
        assert graph is not None
        assert graph.edges == ((0, 1), (0, 2), (1, 2))
        assert (graph.direct, graph.within, graph.left_out) == (2, 4, 2)
        assert await scene.searcher.read_network(lambda network: local_graph(network, "Gone.md", 1, 9)) is None


async def test_what_is_hidden_leads_no_further_and_tags_and_unwritten_notes_are_added(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", LINK_GRAPH_NOTES), tmp_path / "index.sqlite") as scene:
        options = GraphOptions(lambda path: path.startswith("Daily/"), tags=True, unwritten=True)
        graph = await scene.searcher.read_network(lambda network: local_graph(network, "A.md", 3, 9, options))
        assert named(graph) == [("A.md", 0), ("B.md", 1), ("C.md", 1), ("#house", 1), ("?nobody", 1)]


async def test_the_whole_graph_can_do_without_orphans_and_with_some_notes_only(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", LINK_GRAPH_NOTES), tmp_path / "index.sqlite") as scene:
        whole = await scene.searcher.read_network(whole_graph)
        assert [node.key for node in whole.nodes] == sorted(LINK_GRAPH_NOTES)
        linked = await scene.searcher.read_network(lambda network: whole_graph(network, orphans=False))
        assert [node.key for node in linked.nodes] == sorted(LINK_GRAPH_NOTES.keys() - {"Alone.md"})
        some = await scene.searcher.read_network(
            lambda network: whole_graph(network, among={"A.md", "B.md", "Gone.md"})
        )
        assert [(node.key, node.links) for node in some.nodes] == [("A.md", 1), ("B.md", 1)]
        assert some.edges == ((0, 1),)
