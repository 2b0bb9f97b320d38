"""Expression: plain searches stay queries of the fast way, and no other ones do."""

import pytest

from vaultdesk.index.query import Filter, Query, Term
from vaultdesk.index.search_language.expression import tag_key
from vaultdesk.index.search_language.parsing import understand


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("red roses", Query(words=(Term("red"), Term("roses", prefix=True)))),
        ("red roses ", Query(words=(Term("red"), Term("roses")))),
        ('"red roses" -blue', Query(words=(Term("red roses"),), without=(Term("blue"),))),
        ('"unclosed phrase', Query(words=(Term("unclosed phrase"),))),
        ("tag:#Garden/Roses", Query(filters=(Filter("tag", "garden/roses"),))),
        (
            "-TAG:x path:A/b file:C",
            Query(filters=(Filter("tag", "x", True), Filter("path", "a/b"), Filter("file", "c"))),
        ),
        ('path:"My notes" sun', Query(words=(Term("sun", prefix=True),), filters=(Filter("path", "my notes"),))),
        ("other:word", Query(words=(Term("other:word", prefix=True),))),
        ("a", Query(words=(Term("a"),))),
        ("", Query()),
        ("cafe\u0301 ", Query(words=(Term("café"),))),
        ("it's", Query(words=(Term("it's", prefix=True),))),
        ('"Well, then."', Query(words=(Term("Well, then."),))),
        ('"node.js" "“some”"', Query(words=(Term("node.js"), Term("“some”")))),
        ("obsidian:// ", Query(words=(Term("obsidian://"),))),
        ('"भाषाएँ"', Query(words=(Term("भाषाएँ"),))),
    ],
)
def test_plain_searches_are_a_query_of_words(typed: str, meant: Query) -> None:
    assert understand(typed).plain() == meant


@pytest.mark.parametrize(
    "typed",
    [
        "a OR b", "-(a b)", "/a/", "line:a", "content:a", "match-case:a", "[a]", "tag:(a OR b)", "file:/a/", "task:a",
        "-[a]", "file:c.md", "#tag", "c++", "C#", "->", "a line:b", 'file:""', "tag:#", '"obsidian://"', '"$100"',
        '-"(draft)"', '"50 %"', '"[[Note"',
    ],
)  # fmt: skip
def test_what_takes_more_is_none(typed: str) -> None:
    assert understand(typed).plain() is None


def test_negated_conditions_stay_such() -> None:
    assert understand("-file:a -b").plain() == Query(without=(Term("b"),), filters=(Filter("file", "a", True),))


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
    assert understand(typed).words == words


@pytest.mark.parametrize(("said", "key"), [("#A/b/", "a/b"), (" #é ", "é"), ("#", ""), ("/a", "a")])
def test_a_tag_is_compared_without_its_sign_and_case(said: str, key: str) -> None:
    assert tag_key(said) == key
