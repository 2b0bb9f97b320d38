"""Tests of source.py."""

import ast
import io
import tokenize

import pytest

from tests.architecture.source import Source, comments_of, modules, statements
from tests.support.campaigns import sampled

HARD = '''
"""A docstring with # no comment, a quote " and \\""" three."""  # 1
a = "# no", '#', r"\\\\", b'"' # 2
b = f"{a}# no" + \'\'\'it's
# no
\'\'\'
c = (  # 3
    # 4
    'one \\
# no', ""  # 5
)
match c:
    case 1 if (lambda: 2)():
        class D:
            def e(self):
                try:
                    with a: pass
                except* OSError:
                    for d in a: "f"
                else: 1
                finally:
                    while a: break
    case _: "g"
'''


def tokenized_comments(text: str) -> dict[int, str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}


def test_comments_are_told_from_strings() -> None:
    assert comments_of(HARD) == tokenized_comments(HARD)
    assert [comment[2:] for comment in comments_of(HARD).values()] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("source", sampled(modules(), 10), ids=lambda source: source.file)
def test_the_comments_of_a_module_are_those_of_the_tokenizer(source: Source) -> None:
    assert comments_of(source.text) == tokenized_comments(source.text)


def test_nodes_are_those_of_the_tree_without_contexts() -> None:
    source = Source("x.py", HARD)

    assert list(source.nodes) == [node for node in ast.walk(source.tree) if not isinstance(node, ast.expr_context)]


def test_statements_at_every_depth_are_found() -> None:
    source = Source("x.py", HARD)

    found = set(statements(source.tree))
    assert {node for node in ast.walk(source.tree) if isinstance(node, ast.stmt | ast.mod)} <= found
    assert not any(isinstance(node, ast.expr) for node in found)
