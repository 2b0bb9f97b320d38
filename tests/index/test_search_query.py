"""Query: words as the search engine takes them, and that no text breaks the search."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.asked import parse
from tests.support.campaigns import examples
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import MAX_TERMS, PlainQuery, Term, storable_text
from vaultdesk.index.store import index_schema

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
        index_schema.create_tables(connection)
        for match in filter(None, (query.match, query.without_match)):
            connection.execute("SELECT rowid FROM fts WHERE fts MATCH ?", (match,)).fetchall()


@pytest.mark.parametrize("typed", HOSTILE)
def test_hostile_text_never_breaks_the_search(typed: str) -> None:
    _runs(_words_of(typed))
    storable_text(typed).encode()


@examples(150)
@given(st.text(st.characters(), max_size=60))
def test_any_text_is_a_query(typed: str) -> None:
    _runs(_words_of(typed))
