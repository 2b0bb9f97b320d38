"""Nodes: what stands alone is not wrapped, and what a node is made of can be walked."""

import pytest

from vaultdesk.index.search_language.nodes import (
    AnyOf,
    Cased,
    Every,
    HasProperty,
    Node,
    Nothing,
    Within,
    Without,
    Word,
    any_of,
    children,
    every,
)

A, B = Word("a"), Word("b")


def test_one_part_stands_for_itself_and_none_for_nothing() -> None:
    assert every([]) is None
    assert any_of([]) is None
    assert every([A]) == any_of([A]) == A
    assert every([A, B]) == Every((A, B))
    assert any_of([A, B]) == AnyOf((A, B))


@pytest.mark.parametrize(
    ("node", "parts"),
    [
        (A, ()),
        (Nothing(), ()),
        (Every((A, B)), (A, B)),
        (AnyOf((A, B)), (A, B)),
        (Without(A), (A,)),
        (Within("line", A), (A,)),
        (Cased(True, A), (A,)),
        (HasProperty(A), (A,)),
        (HasProperty(A, B), (A, B)),
    ],
)
def test_children_are_the_parts(node: Node, parts: tuple[Node, ...]) -> None:
    assert children(node) == parts
