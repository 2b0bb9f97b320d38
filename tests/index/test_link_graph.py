"""Tests of index/link_graph.py."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from tests.index.random_vault import ReferenceGraph, random_vault
from tests.index.scene import at_work, filled
from tests.support.vaults import write_vault
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

# Network: the results equal those of a vault without the hidden notes, computed by the reference implementation.


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
def test_links_equal_those_of_a_vault_without_the_hidden_notes(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    vault = random_vault(rng, 30)
    hidden = set(rng.sample(list(vault), len(vault) // 3)) if seed % 2 else set()

    def is_visible(path: str) -> bool:
        return path not in hidden

    reference = ReferenceGraph(vault, is_visible)
    with network(tmp_path, vault, is_visible) as graph:
        for load_all in (False, True):
            if load_all:
                assert graph.load_all_nodes() == reference.outgoing.keys()
            for path in reference.outgoing:
                assert (set(graph.outgoing(path)), set(graph.incoming(path))) == (
                    reference.outgoing[path],
                    reference.incoming(path),
                )
                assert graph.linking(path).keys() == reference.incoming(path)
                assert {target.casefold() for target in graph.unresolved(path)} == {
                    target for target, sources in reference.missing.items() if path in sources
                }


def test_links_are_resolved_without_hidden_notes_instead_of_filtering_the_results(tmp_path: Path) -> None:
    """Filtering the results of the complete vault gives another answer, so the test above can fail."""
    vault = {"From.md": "[[Plan]]", "Plan.md": "", "deep/Plan.md": ""}
    with network(tmp_path, vault, lambda path: path != "Plan.md") as graph:
        filtered = [target for target in graph.table.links.incoming("deep/Plan.md") if graph.is_visible(target)]
        assert (filtered, list(graph.incoming("deep/Plan.md"))) == ([], ["From.md"])
        assert graph.outgoing("From.md") == ["deep/Plan.md"]
        assert graph.resolve("Plan") == "deep/Plan.md"
        assert graph.candidates("Plan") == ["deep/Plan.md"]


def test_visibility_is_checked_once_and_a_hidden_note_appears_nowhere(tmp_path: Path) -> None:
    checked: list[str] = []

    def is_visible(path: str) -> bool:
        checked.append(path)
        return path != "Secret.md"

    vault = {"A.md": "[[Secret]] [[B]]", "B.md": "", "Secret.md": "[[A]] [[B]]"}
    with network(tmp_path, vault, is_visible) as graph:
        assert [note.path for note in graph.notes()] == ["A.md", "B.md"]
        assert graph.facts("Secret.md") is None
        assert graph.unresolved("A.md") == ["Secret"]
        assert list(graph.incoming("B.md")) == ["A.md"]
        assert len(checked) == len(set(checked))


def test_excluded_notes_are_neither_in_the_graph_nor_missing(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "[[Old]]"})
    index.record_files([ScannedFile("Old.md", 1, 1, excluded=True)], [])
    table = NoteTable(TextCache())
    with index.reading() as connection:
        table.refresh(connection)
        graph = Network(table, lambda _: True)
        assert (list(graph.outgoing("A.md")), graph.unresolved("A.md"), graph.load_all_nodes()) == ([], [], {"A.md"})
        assert list(graph.links("A.md")) == [("Old", "Old.md")]
    index.close()


# Missing notes: link targets that do not exist, without pictures and other files.

NOTES = {
    "A.md": "[[Pump]] [[pump]] [[B]] ![[plan.png]]\n",
    "B.md": "[[Pump]] [[Roof v1.2]]\n",
}


async def test_each_missing_note_is_listed_with_its_number_of_linking_notes(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        assert await scene.searcher.read_note_table(find_missing_notes) == [("Pump", 2), ("Roof v1.2", 1)]


@pytest.mark.parametrize(("target", "expected"), [("Pump", True), ("v1.2", True), ("a/plan.PNG", False), (" ", False)])
def test_a_target_with_another_extension_is_not_a_note(target: str, expected: bool) -> None:
    assert may_be_note(target) is expected


# Graph queries: the results for random vaults equal those of the reference implementation.


@pytest.mark.parametrize("seed", range(12))
def test_graph_queries_equal_those_of_the_reference_graph(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    vault = random_vault(rng, 30)
    hidden = set(rng.sample(list(vault), len(vault) // 3)) if seed % 2 else set()

    def is_visible(path: str) -> bool:
        return path not in hidden

    reference = ReferenceGraph(vault, is_visible)
    with network(tmp_path, vault, is_visible) as graph:
        assert link_graph.orphans(graph) == reference.orphans()
        assert link_graph.hubs(graph, 99) == (len(reference.hubs()), reference.hubs())
        assert link_graph.hubs(graph, 2)[1] == reference.hubs()[:2]
        assert {
            key.casefold(): set(paths) for key, paths in link_graph.missing_targets(graph).items()
        } == reference.missing
        for path in reference.outgoing:
            distances = reference.distances(path)
            for depth in (1, 2, 5):
                expected = {other: distance for other, distance in distances.items() if 0 < distance <= depth}
                assert link_graph.neighbors(graph, path, depth) == expected
            for other in reference.outgoing:
                route = link_graph.shortest_path(graph, path, other)
                assert bool(route) == (other in distances)
                if route:
                    assert (route[0], route[-1], len(route) - 1) == (path, other, distances[other])
                    assert all(target in reference.neighbors(source) for source, target in pairwise(route))


LINKED_NOTES = {
    "A.md": "[[B]] [[C]] [[Nobody]]", "B.md": "[[C]] [[D]]", "C.md": "[[A]]", "D.md": "# Title of D", "E.md": "[[D]]",
    "Alone.md": "",
}  # fmt: skip


async def test_graph_queries_are_available_through_the_searcher(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        assert await scene.searcher.read_network(orphans) == ["Alone.md"]
        assert await scene.searcher.read_network(lambda network: hubs(network, 1)) == (5, [("C.md", 2, 1)])
        assert await scene.searcher.read_network(lambda network: shortest_path(network, "A.md", "E.md")) == [
            "A.md", "B.md", "D.md", "E.md",
        ]  # fmt: skip
        assert await scene.searcher.read_network(missing_targets) == {"Nobody": ["A.md"]}


# The local graph of a note and the graph of all notes.

LINK_GRAPH_NOTES = {
    "A.md": "#House\n\n[[B]] [[C]] [[Nobody]]", "B.md": "[[C]] [[Daily/2026-11-20]]", "C.md": "[[A]]",
    "Daily/2026-11-20.md": "[[Far]]", "Far.md": "", "Alone.md": "",
}  # fmt: skip


def nodes_of(graph: LinkGraph | None) -> list[tuple[str, int]]:
    assert graph is not None
    return [(node.key, node.distance) for node in graph.nodes]


async def test_the_nearest_notes_come_first_and_the_others_are_counted(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", LINK_GRAPH_NOTES), tmp_path / "index.sqlite") as scene:
        graph = await scene.searcher.read_network(lambda network: local_graph(network, "A.md", 3, 3))
        assert nodes_of(graph) == [("A.md", 0), ("B.md", 1), ("C.md", 1)]
        assert graph is not None
        assert graph.edges == ((0, 1), (0, 2), (1, 2))
        assert (graph.direct, graph.within, graph.left_out) == (2, 4, 2)
        assert await scene.searcher.read_network(lambda network: local_graph(network, "Gone.md", 1, 9)) is None


async def test_hidden_notes_are_not_traversed_and_tags_and_missing_notes_can_be_added(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", LINK_GRAPH_NOTES), tmp_path / "index.sqlite") as scene:
        options = GraphOptions(lambda path: path.startswith("Daily/"), tags=True, unwritten=True)
        graph = await scene.searcher.read_network(lambda network: local_graph(network, "A.md", 3, 9, options))
        assert nodes_of(graph) == [("A.md", 0), ("B.md", 1), ("C.md", 1), ("#house", 1), ("?nobody", 1)]


async def test_the_whole_graph_can_be_limited_to_linked_or_to_some_notes(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", LINK_GRAPH_NOTES), tmp_path / "index.sqlite") as scene:
        complete = await scene.searcher.read_network(whole_graph)
        assert [node.key for node in complete.nodes] == sorted(LINK_GRAPH_NOTES)
        linked = await scene.searcher.read_network(lambda network: whole_graph(network, orphans=False))
        assert [node.key for node in linked.nodes] == sorted(LINK_GRAPH_NOTES.keys() - {"Alone.md"})
        limited = await scene.searcher.read_network(
            lambda network: whole_graph(network, among={"A.md", "B.md", "Gone.md"})
        )
        assert [(node.key, node.links) for node in limited.nodes] == [("A.md", 1), ("B.md", 1)]
        assert limited.edges == ((0, 1),)
