"""Query: what typed text means, and that no text breaks the search."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultdesk.index import schema
from vaultdesk.index.query import MAX_TERMS, Filter, Query, Term, parse, plain

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


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("red roses", Query(words=(Term("red"), Term("roses", prefix=True)))),
        ("red roses ", Query(words=(Term("red"), Term("roses")))),
        ('"red roses" -blue', Query(words=(Term("red roses"),), without=(Term("blue"),))),
        ('"unclosed phrase', Query(words=(Term("unclosed phrase"),))),
        ("tag:#Garden/Roses", Query(filters=(Filter("tag", "garden/roses"),))),
        (
            "-TAG:x path:A/b file:C.md",
            Query(filters=(Filter("tag", "x", True), Filter("path", "a/b"), Filter("file", "c"))),
        ),
        ('path:"My notes" sun', Query(words=(Term("sun", prefix=True),), filters=(Filter("path", "my notes"),))),
        ("other:word", Query(words=(Term("other:word", prefix=True),))),
        ("a", Query(words=(Term("a"),))),
        ("cafe\u0301 ", Query(words=(Term("café"),))),
    ],
)
def test_typed_text_means(typed: str, meant: Query) -> None:
    assert parse(typed) == meant


def test_signs_of_the_search_engine_are_quoted() -> None:
    assert parse('a* NEAR( "b)" c:d ').match == '"a*" AND "NEAR(" AND "b)" AND "c:d"'
    assert parse("half").match == '("half" OR "half"*)'
    assert parse("*** x ").match == '"x"'


def test_words_without_spaces_are_looked_for_by_letters() -> None:
    assert parse("数据").needs_letters
    assert parse("ไทย").needs_letters
    assert parse("***").needs_letters
    assert not parse("naïve Straße").needs_letters


def test_a_pasted_page_is_cut() -> None:
    assert len(parse("word " * 1_000).words) == MAX_TERMS


def _runs(query: Query) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.create(connection)
        for match in filter(None, (query.match, query.without_match)):
            connection.execute("SELECT rowid FROM fts WHERE fts MATCH ?", (match,)).fetchall()


@pytest.mark.parametrize("typed", HOSTILE)
def test_hostile_text_never_breaks_the_search(typed: str) -> None:
    _runs(parse(typed))
    plain(typed).encode()


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(), max_size=60))
def test_any_text_is_a_query(typed: str) -> None:
    _runs(parse(typed))
