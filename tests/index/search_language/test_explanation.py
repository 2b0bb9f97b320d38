"""Explanation: a search in pieces that a window can put into words."""

from itertools import pairwise

from hypothesis import given

from tests.index.search_language.made_notes import searches
from vaultdesk.index.search_language.explanation import Explanation, Says, explained
from vaultdesk.index.search_language.nodes import Node, children
from vaultdesk.index.search_language.parsing import understand


def pieces(typed: str) -> list[tuple[str, str, int]]:
    return [(piece.says.value, piece.text, piece.depth) for piece in understand(typed).describe()]


def test_pieces_lead_each_other_in() -> None:
    assert pieces("") == []
    assert pieces("word") == [("word", "word", 0)]
    assert pieces(r'a -("b c" OR /\d/)') == [
        ("all of", "", 0), ("word", "a", 1), ("not", "", 1), ("any of", "", 2), ("phrase", "b c", 3),
        ("pattern", r"\d", 3),
    ]  # fmt: skip
    assert pieces('match-case:line:(A b) task-todo:""') == [
        ("all of", "", 0), ("match-case", "", 1), ("line", "", 2), ("all of", "", 3), ("word", "A", 4),
        ("word", "b", 4), ("task-todo", "", 1), ("anything", "", 2),
    ]  # fmt: skip
    assert pieces("[due:<=2026-01-01 OR null]") == [
        ("property", "", 0), ("phrase", "due", 1), ("value", "", 1), ("any of", "", 2), ("at most", "2026-01-01", 3),
        ("empty", "", 3),
    ]  # fmt: skip
    assert pieces("-tag:#a") == [("not", "", 0), ("tag", "", 1), ("word", "#a", 2)]


def test_every_scope_and_sign_has_a_piece() -> None:
    typed = "file:a path:a content:a tag:a line:a block:a section:a task:a task-todo:a task-done:a ignore-case:a"
    typed += ' "a b" [a:<1 >2 >=3]'
    assert {piece.says for piece in understand(typed).describe()} >= set(Says) - {
        Says.PATTERN, Says.ANYTHING, Says.ANY_OF, Says.NOT, Says.MATCH_CASE, Says.EMPTY, Says.AT_MOST,
    }  # fmt: skip


@given(searches())
def test_each_node_is_a_piece(node: Node) -> None:
    def count(one: Node) -> int:
        return 1 + sum(map(count, children(one)))

    found = explained(node)
    assert sum(piece.says is not Says.VALUE for piece in found) == count(node)
    assert found[0].depth == 0
    assert all(after.depth <= before.depth + 1 for before, after in pairwise(found))
    assert isinstance(found[0], Explanation)
