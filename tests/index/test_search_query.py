"""Tests of index/search_query.py."""

import sqlite3
from contextlib import closing
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.asked import parse
from tests.index.search_language.made_notes import searches
from tests.support.campaigns import examples
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import (
    MAX_TERMS,
    AllOf,
    AnyOf,
    Explanation,
    ExplanationKind,
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
    explain_query,
    storable_text,
    tag_key,
)
from vaultdesk.index.store import index_tables

# Query: words as the search engine takes them, and that no text breaks the search.

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


def test_signs_of_the_search_engine_are_quoted() -> None:
    words = (Term("a*"), Term("NEAR("), Term("b)"), Term("c:d"))
    assert PlainQuery(words).match == '"a*" AND "NEAR(" AND "b)" AND "c:d"'
    assert PlainQuery((Term("half", prefix=True),)).match == '("half" OR "half"*)'
    assert PlainQuery((Term("***"), Term("x"))).match == '"x"'


@pytest.mark.parametrize(
    ("word", "by_letters"), [("数据", True), ("ไทย", True), ("***", True), ("naïve", False), ("Straße", False)]
)
def test_words_without_spaces_are_looked_for_by_letters(word: str, by_letters: bool) -> None:
    assert PlainQuery((Term(word),)).needs_substrings is by_letters


def test_a_pasted_page_is_cut() -> None:
    assert len(parse("word " * 1_000).words) == MAX_TERMS


def _words_of(typed: str) -> PlainQuery:
    """The words that are looked for, whatever else is asked."""
    asked = parse_query(typed)
    return asked.as_plain_query() or PlainQuery(tuple(map(Term, asked.words)))


def _runs(query: PlainQuery) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        index_tables.create_tables(connection)
        for match in filter(None, (query.match, query.excluded_match)):
            connection.execute("SELECT rowid FROM fts WHERE fts MATCH ?", (match,)).fetchall()


@pytest.mark.parametrize("typed", HOSTILE)
def test_hostile_text_never_breaks_the_search(typed: str) -> None:
    _runs(_words_of(typed))
    storable_text(typed).encode()


@examples(150)
@given(st.text(st.characters(), max_size=60))
def test_any_text_is_a_query(typed: str) -> None:
    _runs(_words_of(typed))


# Nodes: what stands alone is not wrapped, and what a node is made of can be walked.

A, B = SearchWord("a"), SearchWord("b")


def test_one_part_stands_for_itself_and_none_for_nothing() -> None:
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
def test_children_are_the_parts(node: QueryNode, parts: tuple[QueryNode, ...]) -> None:
    assert children(node) == parts


# Explanation: a search in pieces that a window can put into words.


def pieces(typed: str) -> list[tuple[str, str, int]]:
    return [(piece.kind.value, piece.text, piece.depth) for piece in parse_query(typed).describe()]


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
    typed += ' "a b" [a:<1 >2 >=3] in:all'
    assert {piece.kind for piece in parse_query(typed).describe()} >= set(ExplanationKind) - {
        ExplanationKind.PATTERN,
        ExplanationKind.ANYTHING,
        ExplanationKind.ANY_OF,
        ExplanationKind.NOT,
        ExplanationKind.MATCH_CASE,
        ExplanationKind.EMPTY,
        ExplanationKind.AT_MOST,
    }


@given(searches())
def test_each_node_is_a_piece(node: QueryNode) -> None:
    def count(one: QueryNode) -> int:
        return 1 + sum(map(count, children(one)))

    found = explain_query(node)
    assert sum(piece.kind is not ExplanationKind.VALUE for piece in found) == count(node)
    assert found[0].depth == 0
    assert all(after.depth <= before.depth + 1 for before, after in pairwise(found))
    assert isinstance(found[0], Explanation)


# Expression: plain searches stay queries of the fast way, and no other ones do.


@pytest.mark.parametrize(
    ("typed", "meant"),
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
def test_plain_searches_are_a_query_of_words(typed: str, meant: PlainQuery) -> None:
    assert parse_query(typed).as_plain_query() == meant


@pytest.mark.parametrize(
    "typed",
    [
        "a OR b", "-(a b)", "/a/", "line:a", "content:a", "match-case:a", "[a]", "tag:(a OR b)", "file:/a/", "task:a",
        "-[a]", "file:c.md", "#tag", "c++", "C#", "->", "a line:b", 'file:""', "tag:#", '"obsidian://"', '"$100"',
        '-"(draft)"', '"50 %"', '"[[Note"',
    ],
)  # fmt: skip
def test_what_takes_more_is_none(typed: str) -> None:
    assert parse_query(typed).as_plain_query() is None


def test_negated_conditions_stay_such() -> None:
    plain_query = PlainQuery(excluded=(Term("b"),), filters=(Filter("file", "a", True),))
    assert parse_query("-file:a -b").as_plain_query() == plain_query


@pytest.mark.parametrize(
    ("typed", "words"),
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
def test_words_are_those_wanted_in_the_text(typed: str, words: tuple[str, ...]) -> None:
    assert parse_query(typed).words == words


@pytest.mark.parametrize(("said", "key"), [("#A/b/", "a/b"), (" #é ", "é"), ("#", ""), ("/a", "a")])
def test_a_tag_is_compared_without_its_sign_and_case(said: str, key: str) -> None:
    assert tag_key(said) == key
