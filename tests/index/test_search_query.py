"""Tests of index/search_query.py."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.asked import parse
from tests.support.campaigns import examples
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import (
    MAX_TERMS,
    AllOf,
    AnyOf,
    Filter,
    HasProperty,
    MatchCase,
    Negation,
    NoValue,
    PlainQuery,
    QueryNode,
    SearchWord,
    Term,
    Within,
    all_of,
    any_of,
    children,
    storable_text,
    tag_key,
)
from vaultdesk.index.store import index_tables

# Plain queries: words as FTS5 takes them; no text causes an exception.

HOSTILE = [
    *(
        "",
        " ",
        '"',
        '""',
        '"""',
        "'",
        "*",
        "**",
        "-",
        "--",
        '-"',
        "NEAR(",
        "NEAR(a b, 5)",
        "a NEAR b",
        "AND",
        "a AND",
        "OR",
    ),
    *(
        "NOT",
        "(",
        ")",
        "a)",
        "{names}:x",
        "names:x",
        "^a",
        "a^",
        "a+b",
        "a:b",
        ":",
        "tag:",
        "tag:#",
        'path:"',
        "file:*",
    ),
    *("-tag:x", "\0", "a\0b", "\ud800", "a\udfff", "\x02\x03", ";drop table note", "%", "_", "\\", "?1", "[[", "#tag"),
    *("x" * 10_000, "a " * 5_000, '"' * 10_000, "(" * 10_000, "-" * 10_000, "é" * 10_000, "日本" * 2_000),
    *("🐢", "\u202e", "c++", "a\nb", "<b>"),
]


def test_syntax_of_fts5_is_quoted() -> None:
    words = (Term("a*"), Term("NEAR("), Term("b)"), Term("c:d"))
    assert PlainQuery(words).match == '"a*" AND "NEAR(" AND "b)" AND "c:d"'
    assert PlainQuery((Term("half", prefix=True),)).match == '("half" OR "half"*)'
    assert PlainQuery((Term("***"), Term("x"))).match == '"x"'


@pytest.mark.parametrize(
    ("word", "expected"), [("数据", True), ("ไทย", True), ("***", True), ("naïve", False), ("Straße", False)]
)
def test_words_in_scripts_without_spaces_are_searched_as_substrings(word: str, expected: bool) -> None:
    assert PlainQuery((Term(word),)).needs_substrings is expected


def test_a_very_long_query_is_truncated() -> None:
    assert len(parse("word " * 1_000).words) == MAX_TERMS


def _plain_query(text: str) -> PlainQuery:
    """Return the words of a query without its other conditions."""
    query = parse_query(text)
    return query.as_plain_query() or PlainQuery(tuple(map(Term, query.words)))


def _execute(query: PlainQuery) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        index_tables.create_tables(connection)
        for match in filter(None, (query.match, query.excluded_match)):
            connection.execute("SELECT rowid FROM fts WHERE fts MATCH ?", (match,)).fetchall()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_does_not_break_the_search(text: str) -> None:
    _execute(_plain_query(text))
    storable_text(text).encode()


@examples(150)
@given(st.text(st.characters(), max_size=60))
def test_any_text_is_a_valid_query(text: str) -> None:
    _execute(_plain_query(text))


# Query nodes: a single part is not wrapped, and children can be traversed.

A, B = SearchWord("a"), SearchWord("b")


def test_a_single_part_is_returned_itself_and_no_parts_give_none() -> None:
    assert all_of([]) is None
    assert any_of([]) is None
    assert all_of([A]) == any_of([A]) == A
    assert all_of([A, B]) == AllOf((A, B))
    assert any_of([A, B]) == AnyOf((A, B))


@pytest.mark.parametrize(
    ("node", "parts"),
    [
        (A, ()),
        (NoValue(), ()),
        (AllOf((A, B)), (A, B)),
        (AnyOf((A, B)), (A, B)),
        (Negation(A), (A,)),
        (Within("line", A), (A,)),
        (MatchCase(True, A), (A,)),
        (HasProperty(A), (A,)),
        (HasProperty(A, B), (A, B)),
    ],
)
def test_children_of_a_node_are_its_parts(node: QueryNode, parts: tuple[QueryNode, ...]) -> None:
    assert children(node) == parts


# Plain queries are recognized, and others are not.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("red roses", PlainQuery(words=(Term("red"), Term("roses", prefix=True)))),
        ("red roses ", PlainQuery(words=(Term("red"), Term("roses")))),
        ('"red roses" -blue', PlainQuery(words=(Term("red roses"),), excluded=(Term("blue"),))),
        ('"unclosed phrase', PlainQuery(words=(Term("unclosed phrase"),))),
        ("tag:#Garden/Roses", PlainQuery(filters=(Filter("tag", "garden/roses"),))),
        (
            "-TAG:x path:A/b file:C",
            PlainQuery(filters=(Filter("tag", "x", True), Filter("path", "a/b"), Filter("file", "c"))),
        ),
        ('path:"My notes" sun', PlainQuery(words=(Term("sun", prefix=True),), filters=(Filter("path", "my notes"),))),
        ("other:word", PlainQuery(words=(Term("other:word", prefix=True),))),
        ("a", PlainQuery(words=(Term("a"),))),
        ("", PlainQuery()),
        ("cafe\u0301 ", PlainQuery(words=(Term("café"),))),
        ("it's", PlainQuery(words=(Term("it's", prefix=True),))),
        ('"Well, then."', PlainQuery(words=(Term("Well, then."),))),
        ('"node.js" "“some”"', PlainQuery(words=(Term("node.js"), Term("“some”")))),
        ("obsidian:// ", PlainQuery(words=(Term("obsidian://"),))),
        ('"भाषाएँ"', PlainQuery(words=(Term("भाषाएँ"),))),
    ],
)
def test_a_plain_search_is_converted_to_a_plain_query(text: str, expected: PlainQuery) -> None:
    assert parse_query(text).as_plain_query() == expected


@pytest.mark.parametrize(
    "text",
    [
        "a OR b", "-(a b)", "/a/", "line:a", "content:a", "match-case:a", "[a]", "tag:(a OR b)", "file:/a/", "task:a",
        "-[a]", "file:c.md", "#tag", "c++", "C#", "->", "a line:b", 'file:""', "tag:#", '"obsidian://"', '"$100"',
        '-"(draft)"', '"50 %"', '"[[Note"',
    ],
)  # fmt: skip
def test_other_searches_are_not_plain_queries(text: str) -> None:
    assert parse_query(text).as_plain_query() is None


def test_negated_conditions_are_retained() -> None:
    plain_query = PlainQuery(excluded=(Term("b"),), filters=(Filter("file", "a", True),))
    assert parse_query("-file:a -b").as_plain_query() == plain_query


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('a "b c" -d', ("a", "b c")),
        ("a OR b a", ("a", "b")),
        ("line:(a b) section:c", ("a", "b", "c")),
        ("file:a path:b tag:c [d:e] /f/ content:g", ("g",)),
        ("-(a b)", ()),
        ('task:""', ()),
        ("match-case:Ab", ("Ab",)),
        ("", ()),
    ],
)
def test_words_are_those_required_or_optional_in_the_text(text: str, words: tuple[str, ...]) -> None:
    assert parse_query(text).words == words


@pytest.mark.parametrize(("tag", "expected"), [("#A/b/", "a/b"), (" #é ", "é"), ("#", ""), ("/a", "a")])
def test_the_key_of_a_tag_has_no_hash_sign_and_no_case(tag: str, expected: str) -> None:
    assert tag_key(tag) == expected
