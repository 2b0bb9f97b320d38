"""Query parsing follows the syntax of Obsidian's search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.search_language.made_notes import query_text, searches
from vaultdesk.index.query_syntax.query_parser import MAX_DEPTH, MAX_QUERY_TERMS, parse_query
from vaultdesk.index.search_query import (
    MAX_CHARACTERS,
    AllOf,
    AnyOf,
    HasProperty,
    MatchCase,
    Negation,
    NoValue,
    Pattern,
    QueryNode,
    SearchWord,
    ValueComparison,
    Within,
    children,
)

A, B, C = SearchWord("a"), SearchWord("b"), SearchWord("c")


def phrase(text: str) -> SearchWord:
    return SearchWord(text, phrase=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b ", AllOf((A, B))),
        ("a OR b", AnyOf((A, B))),
        ("a b OR c ", AnyOf((AllOf((A, B)), C))),
        ("a (b OR c)", AllOf((A, AnyOf((B, C))))),
        ("a or b", AllOf((A, SearchWord("or"), B))),
        ("ORANGE ", SearchWord("ORANGE")),
        ("OR ", SearchWord("OR")),
        ("a OR", A),
        ("a OR OR b", AnyOf((A, B))),
        ("-a", Negation(A)),
        ("-(a b)", Negation(AllOf((A, B)))),
        ('-"a b"', Negation(phrase("a b"))),
        ("--a ", Negation(SearchWord("-a"))),
        ("a - b", AllOf((A, SearchWord("-"), B))),
        ("a -", AllOf((A, SearchWord("-")))),
        ('"a \\"b\\" c"', phrase('a "b" c')),
        ('"a b', phrase("a b")),
        ('""', None),
        ('" "', None),
        ("((a)", A),
        ("a) b ", AllOf((A, B))),
        ("()", None),
        ("(a OR b", AnyOf((A, B))),
        ("file:a", Within("file", A)),
        ("FILE:a", Within("file", A)),
        ("-file:a", Negation(Within("file", A))),
        ("file:-a ", Within("file", SearchWord("-a"))),
        ('path:"a b"', Within("path", phrase("a b"))),
        ("line:(a b)", Within("line", AllOf((A, B)))),
        ("line:(a", Within("line", A)),
        ("section:(line:(a b) c)", Within("section", AllOf((Within("line", AllOf((A, B))), C)))),
        ("task:a", Within("task", A)),
        ("task-todo:a", Within("task-todo", A)),
        ('task-done:""', Within("task-done", phrase(""))),
        ("match-case:content:a", MatchCase(True, Within("content", A))),
        ("ignore-case:a", MatchCase(False, A)),
        ("tag:#a/b ", Within("tag", SearchWord("#a/b"))),
        ("tag:", None),
        ("tag: a", A),
        ("(tag:)", None),
        ("-tag:", None),
        ("foo:bar ", SearchWord("foo:bar")),
        ("https://x.y/z ", SearchWord("https://x.y/z")),
        (r"/a\d/", Pattern(r"a\d", r"a\d")),
        (r"/a b/ c", AllOf((Pattern("a b", "a b"), C))),
        (r"/a\/b/", Pattern("a/b", r"a\/b")),
        ("/[/]/", Pattern("[/]", "[/]")),
        ("/usr/bin ", SearchWord("/usr/bin")),
        ("a / b / c", AllOf((A, SearchWord("/"), B, SearchWord("/"), C))),
        ("path:/a/", Within("path", Pattern("a", "a"))),
        ("[a]", HasProperty(phrase("a"))),
        ("[a", HasProperty(phrase("a"))),
        ("[a:]", HasProperty(phrase("a"))),
        ("[a b]", HasProperty(phrase("a b"))),
        ("[a:b]", HasProperty(phrase("a"), B)),
        ("[ a : b ]", HasProperty(phrase("a"), B)),
        ('["a:b":"c d"]', HasProperty(phrase("a:b"), phrase("c d"))),
        ("[a:b OR c]", HasProperty(phrase("a"), AnyOf((B, C)))),
        ("[a:(b c) OR -b]", HasProperty(phrase("a"), AnyOf((AllOf((B, C)), Negation(B))))),
        ("[a:/b/]", HasProperty(phrase("a"), Pattern("b", "b"))),
        ("[/a/:b]", HasProperty(Pattern("a", "a"), B)),
        ("[(a OR b):c]", HasProperty(AnyOf((phrase("a"), phrase("b"))), C)),
        ("[a OR b]", HasProperty(AnyOf((phrase("a"), phrase("b"))))),
        ("[a:null]", HasProperty(phrase("a"), NoValue())),
        ('[a:"null"]', HasProperty(phrase("a"), phrase("null"))),
        ('[a:""]', HasProperty(phrase("a"), phrase(""))),
        ("[a:<5]", HasProperty(phrase("a"), ValueComparison("<", "5"))),
        ("[a:>= 5]", HasProperty(phrase("a"), ValueComparison(">=", "5"))),
        ('[a:>"2026-01-02 10:00"]', HasProperty(phrase("a"), ValueComparison(">", "2026-01-02 10:00"))),
        ("[a:<]", HasProperty(phrase("a"))),
        ("[a:-5]", HasProperty(phrase("a"), SearchWord("-5"))),
        ("[a:[[b]]]", HasProperty(phrase("a"), SearchWord("[[b]]"))),
        ("[a:http://b]", HasProperty(phrase("a"), SearchWord("http://b"))),
        ("-[a]", Negation(HasProperty(phrase("a")))),
        ("[a:b] c ", AllOf((HasProperty(phrase("a"), B), C))),
        ("[a:(b OR c] a", AllOf((HasProperty(phrase("a"), AnyOf((B, C))), A))),
        ("[[a b]]", phrase("[[a b]]")),
        ("[ ] a", AllOf((phrase("[ ]"), A))),
        ("[]", phrase("[]")),
        ("a[0] ", SearchWord("a[0]")),
        ("a\u3000b ", AllOf((A, B))),
        ("cafe\u0301 ", SearchWord("café")),
        ("", None),
        (" \n ", None),
    ],
)
def test_a_query_is_parsed(text: str, expected: QueryNode | None) -> None:
    query = parse_query(text)
    assert query.root == expected
    assert not query.problem
    assert query.text == text


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("a half", SearchWord("half", prefix=True)),
        ("a half ", SearchWord("half")),
        ("a half-", SearchWord("half-")),
        ('a "half"', phrase("half")),
        ("a h", SearchWord("h")),
    ],
)
def test_the_last_word_may_be_a_prefix(text: str, last: QueryNode) -> None:
    root = parse_query(text).root
    assert isinstance(root, AllOf)
    assert root.nodes[-1] == last


@pytest.mark.parametrize(("text", "while_typing", "finished"), [
    ("a /b c", A, AllOf((A, SearchWord("/b"), C))),
    ("a [sta", A, AllOf((A, HasProperty(phrase("sta"))))),
    ("a [sta:", A, AllOf((A, HasProperty(phrase("sta"))))),
    ("a -", A, AllOf((A, SearchWord("-")))),
    ("a [s:b", AllOf((A, HasProperty(phrase("s"), B))), AllOf((A, HasProperty(phrase("s"), B)))),
])  # fmt: skip
def test_an_incomplete_term_is_ignored_while_typing(text: str, while_typing: QueryNode, finished: QueryNode) -> None:
    assert parse_query(text, typing=True).root == while_typing
    assert parse_query(text).root == finished


def test_an_unsupported_pattern_is_reported_and_the_rest_is_parsed() -> None:
    query = parse_query(r"a /b(?!c)/ OR b")
    assert query.root == AnyOf((A, B))
    assert query.problem == "The pattern /b(?!c)/ uses lookahead or lookbehind, which is not supported; it is ignored."


def test_a_very_long_query_is_truncated() -> None:
    query = parse_query("aa " * (MAX_QUERY_TERMS + 9))
    assert isinstance(query.root, AllOf)
    assert len(query.root.nodes) == MAX_QUERY_TERMS
    assert str(MAX_QUERY_TERMS) in query.problem
    root = parse_query("x" * (MAX_CHARACTERS + 9)).root
    assert isinstance(root, SearchWord)
    assert len(root.text) == MAX_CHARACTERS


def _depth(node: QueryNode) -> int:
    return 1 + max(map(_depth, children(node)), default=0)


@pytest.mark.parametrize(
    "text", ["line:" * 150 + "a", "-(b " * 200 + "a", "section:(b " * 80 + "a", "[a:(b OR c " * 80]
)
def test_nesting_depth_is_limited(text: str) -> None:
    root = parse_query(text).root
    assert root is not None
    assert _depth(root) <= 3 * MAX_DEPTH + 3


@given(searches())
def test_a_formatted_query_is_parsed_without_a_problem(node: QueryNode) -> None:
    query = parse_query(query_text(node))
    assert not query.problem
    assert not query.is_empty
    assert {word for word in _words(node) if word} == {word for word in _words(query.root) if word}


def _words(node: QueryNode | None) -> set[str]:
    if node is None:
        return set()
    word_text = {node.text} if isinstance(node, SearchWord) else set()
    return word_text.union(*map(_words, children(node)))


@given(st.text(max_size=60), st.booleans())
def test_any_text_is_parsed_without_an_exception(text: str, typing: bool) -> None:
    query = parse_query(text, typing)
    assert isinstance(query.problem, str)
    assert query.is_empty == (query.root is None)
