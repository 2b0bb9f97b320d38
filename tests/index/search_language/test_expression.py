"""Expression: plain searches stay queries of the fast way, and no other ones do."""

import pytest

from vaultdesk.index.query import Filter, Query, Term, parse
from vaultdesk.index.search_language.expression import tag_key
from vaultdesk.index.search_language.parsing import understand


@pytest.mark.parametrize(
    "typed",
    [
        "red roses",
        "red roses ",
        '"red roses" -blue',
        '"unclosed phrase',
        "tag:#Garden/Roses",
        "-TAG:x path:A/b file:C",
        'path:"My notes" sun',
        "other:word",
        "a",
        "",
        "日本 語",
        "it's",
        "naïve Straße",
    ],
)
def test_plain_searches_are_the_query_they_were(typed: str) -> None:
    assert understand(typed).plain() == parse(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "a OR b", "-(a b)", "/a/", "line:a", "content:a", "match-case:a", "[a]", "tag:(a OR b)", "file:/a/", "task:a",
        "-[a]", "file:c.md", "#tag", "c++", "C#", "->", "a line:b", 'file:""', "tag:#",
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


def test_patterns_are_told() -> None:
    assert understand("a OR line:(b -/c/)").has_patterns
    assert not understand("a [b:c]").has_patterns


@pytest.mark.parametrize(("said", "key"), [("#A/b/", "a/b"), (" #é ", "é"), ("#", ""), ("/a", "a")])
def test_a_tag_is_compared_without_its_sign_and_case(said: str, key: str) -> None:
    assert tag_key(said) == key
