"""Parsing: what is typed means what Obsidian's users expect, as far as it goes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.search_language.made_notes import searches, written
from vaultdesk.index.query import MAX_CHARACTERS
from vaultdesk.index.search_language.nodes import (
    AnyOf,
    Cased,
    Compared,
    Every,
    HasProperty,
    Node,
    Nothing,
    Pattern,
    Within,
    Without,
    Word,
    children,
)
from vaultdesk.index.search_language.parsing import MAX_DEPTH, MOST_TERMS, understand

A, B, C = Word("a"), Word("b"), Word("c")


def phrase(text: str) -> Word:
    return Word(text, phrase=True)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a b ", Every((A, B))),
        ("a OR b", AnyOf((A, B))),
        ("a b OR c ", AnyOf((Every((A, B)), C))),
        ("a (b OR c)", Every((A, AnyOf((B, C))))),
        ("a or b", Every((A, Word("or"), B))),
        ("ORANGE ", Word("ORANGE")),
        ("OR ", Word("OR")),
        ("a OR", A),
        ("a OR OR b", AnyOf((A, B))),
        ("-a", Without(A)),
        ("-(a b)", Without(Every((A, B)))),
        ('-"a b"', Without(phrase("a b"))),
        ("--a ", Without(Word("-a"))),
        ("a - b", Every((A, Word("-"), B))),
        ("a -", Every((A, Word("-")))),
        ('"a \\"b\\" c"', phrase('a "b" c')),
        ('"a b', phrase("a b")),
        ('""', None),
        ('" "', None),
        ("((a)", A),
        ("a) b ", Every((A, B))),
        ("()", None),
        ("(a OR b", AnyOf((A, B))),
        ("file:a", Within("file", A)),
        ("FILE:a", Within("file", A)),
        ("-file:a", Without(Within("file", A))),
        ("file:-a ", Within("file", Word("-a"))),
        ('path:"a b"', Within("path", phrase("a b"))),
        ("line:(a b)", Within("line", Every((A, B)))),
        ("line:(a", Within("line", A)),
        ("section:(line:(a b) c)", Within("section", Every((Within("line", Every((A, B))), C)))),
        ("task:a", Within("task", A)),
        ("task-todo:a", Within("task-todo", A)),
        ('task-done:""', Within("task-done", phrase(""))),
        ("match-case:content:a", Cased(True, Within("content", A))),
        ("ignore-case:a", Cased(False, A)),
        ("tag:#a/b ", Within("tag", Word("#a/b"))),
        ("tag:", None),
        ("tag: a", A),
        ("(tag:)", None),
        ("-tag:", None),
        ("foo:bar ", Word("foo:bar")),
        ("https://x.y/z ", Word("https://x.y/z")),
        (r"/a\d/", Pattern(r"a\d", r"a\d")),
        (r"/a b/ c", Every((Pattern("a b", "a b"), C))),
        (r"/a\/b/", Pattern("a/b", r"a\/b")),
        ("/[/]/", Pattern("[/]", "[/]")),
        ("/usr/bin ", Word("/usr/bin")),
        ("a / b / c", Every((A, Word("/"), B, Word("/"), C))),
        ("path:/a/", Within("path", Pattern("a", "a"))),
        ("[a]", HasProperty(phrase("a"))),
        ("[a", HasProperty(phrase("a"))),
        ("[a:]", HasProperty(phrase("a"))),
        ("[a b]", HasProperty(phrase("a b"))),
        ("[a:b]", HasProperty(phrase("a"), B)),
        ("[ a : b ]", HasProperty(phrase("a"), B)),
        ('["a:b":"c d"]', HasProperty(phrase("a:b"), phrase("c d"))),
        ("[a:b OR c]", HasProperty(phrase("a"), AnyOf((B, C)))),
        ("[a:(b c) OR -b]", HasProperty(phrase("a"), AnyOf((Every((B, C)), Without(B))))),
        ("[a:/b/]", HasProperty(phrase("a"), Pattern("b", "b"))),
        ("[/a/:b]", HasProperty(Pattern("a", "a"), B)),
        ("[(a OR b):c]", HasProperty(AnyOf((phrase("a"), phrase("b"))), C)),
        ("[a OR b]", HasProperty(AnyOf((phrase("a"), phrase("b"))))),
        ("[a:null]", HasProperty(phrase("a"), Nothing())),
        ('[a:"null"]', HasProperty(phrase("a"), phrase("null"))),
        ('[a:""]', HasProperty(phrase("a"), phrase(""))),
        ("[a:<5]", HasProperty(phrase("a"), Compared("<", "5"))),
        ("[a:>= 5]", HasProperty(phrase("a"), Compared(">=", "5"))),
        ('[a:>"2026-01-02 10:00"]', HasProperty(phrase("a"), Compared(">", "2026-01-02 10:00"))),
        ("[a:<]", HasProperty(phrase("a"))),
        ("[a:-5]", HasProperty(phrase("a"), Word("-5"))),
        ("[a:[[b]]]", HasProperty(phrase("a"), Word("[[b]]"))),
        ("[a:http://b]", HasProperty(phrase("a"), Word("http://b"))),
        ("-[a]", Without(HasProperty(phrase("a")))),
        ("[a:b] c ", Every((HasProperty(phrase("a"), B), C))),
        ("[a:(b OR c] a", Every((HasProperty(phrase("a"), AnyOf((B, C))), A))),
        ("[[a b]]", phrase("[[a b]]")),
        ("[ ] a", Every((phrase("[ ]"), A))),
        ("[]", phrase("[]")),
        ("a[0] ", Word("a[0]")),
        ("a\u3000b ", Every((A, B))),
        ("cafe\u0301 ", Word("café")),
        ("", None),
        (" \n ", None),
    ],
)
def test_typed_text_means(typed: str, meant: Node | None) -> None:
    found = understand(typed)
    assert found.root == meant
    assert not found.problem
    assert found.text == typed


@pytest.mark.parametrize(
    ("typed", "last"),
    [
        ("a half", Word("half", prefix=True)),
        ("a half ", Word("half")),
        ("a half-", Word("half-")),
        ('a "half"', phrase("half")),
        ("a h", Word("h")),
    ],
)
def test_the_last_word_may_be_unfinished(typed: str, last: Node) -> None:
    root = understand(typed).root
    assert isinstance(root, Every)
    assert root.parts[-1] == last


@pytest.mark.parametrize(("typed", "yet", "at_last"), [
    ("a /b c", A, Every((A, Word("/b"), C))),
    ("a [sta", A, Every((A, HasProperty(phrase("sta"))))),
    ("a [sta:", A, Every((A, HasProperty(phrase("sta"))))),
    ("a -", A, Every((A, Word("-")))),
    ("a [s:b", Every((A, HasProperty(phrase("s"), B))), Every((A, HasProperty(phrase("s"), B)))),
])  # fmt: skip
def test_while_it_is_typed_what_is_open_asks_nothing_yet(typed: str, yet: Node, at_last: Node) -> None:
    assert understand(typed, typing=True).root == yet
    assert understand(typed).root == at_last


def test_a_pattern_that_cannot_be_used_is_told_and_the_rest_is_searched() -> None:
    found = understand(r"a /b(?!c)/ OR b")
    assert found.root == AnyOf((A, B))
    assert found.problem == "The pattern /b(?!c)/ looks ahead or behind, which cannot be done here; it is left out."


def test_a_pasted_page_is_cut() -> None:
    found = understand("aa " * (MOST_TERMS + 9))
    assert isinstance(found.root, Every)
    assert len(found.root.parts) == MOST_TERMS
    assert str(MOST_TERMS) in found.problem
    root = understand("x" * (MAX_CHARACTERS + 9)).root
    assert isinstance(root, Word)
    assert len(root.text) == MAX_CHARACTERS


def _depth(node: Node) -> int:
    return 1 + max(map(_depth, children(node)), default=0)


@pytest.mark.parametrize(
    "typed", ["line:" * 150 + "a", "-(b " * 200 + "a", "section:(b " * 80 + "a", "[a:(b OR c " * 80]
)
def test_depth_is_bounded(typed: str) -> None:
    root = understand(typed).root
    assert root is not None
    assert _depth(root) <= 3 * MAX_DEPTH + 3


@given(searches())
def test_what_is_written_is_understood_without_a_problem(node: Node) -> None:
    found = understand(written(node))
    assert not found.problem
    assert not found.is_empty
    assert {word for word in _words(node) if word} == {word for word in _words(found.root) if word}


def _words(node: Node | None) -> set[str]:
    if node is None:
        return set()
    own = {node.text} if isinstance(node, Word) else set()
    return own.union(*map(_words, children(node)))


@given(st.text(max_size=60), st.booleans())
def test_no_text_is_an_error(typed: str, typing: bool) -> None:
    found = understand(typed, typing)
    assert isinstance(found.problem, str)
    assert found.is_empty == (found.root is None)
