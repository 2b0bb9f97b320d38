"""Graph questions: over random vaults, with and without hidden notes, the answers of a naive graph."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from tests.index.random_vault import Naive, random_vault
from tests.index.test_network import network
from vaultdesk.index import graph_questions


@pytest.mark.parametrize("seed", range(12))
def test_graph_answers_are_those_of_a_naive_graph(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    vault = random_vault(chance, 30)
    hidden = set(chance.sample(list(vault), len(vault) // 3)) if seed % 2 else set()

    def sees(path: str) -> bool:
        return path not in hidden

    naive = Naive(vault, sees)
    with network(tmp_path, vault, sees) as graph:
        assert graph_questions.orphans(graph) == naive.orphans()
        assert graph_questions.hubs(graph, 99) == (len(naive.hubs()), naive.hubs())
        assert graph_questions.hubs(graph, 2)[1] == naive.hubs()[:2]
        assert {key.casefold(): set(found) for key, found in graph_questions.missing(graph).items()} == naive.missing
        for path in naive.out:
            distances = naive.distances(path)
            for depth in (1, 2, 5):
                wanted = {other: far for other, far in distances.items() if 0 < far <= depth}
                assert graph_questions.neighbours(graph, path, depth) == wanted
            for other in naive.out:
                way = graph_questions.way(graph, path, other)
                assert bool(way) == (other in distances)
                if way:
                    assert (way[0], way[-1], len(way) - 1) == (path, other, distances[other])
                    assert all(there in naive.beside(here) for here, there in pairwise(way))
