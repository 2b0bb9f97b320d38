"""Tests of tools/query/query_lexer.py."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.query_language.scene import refused_well
from vaultdesk.tools.query.query_lexer import MAX_PARENTHESES, MAX_QUERY_CHARACTERS, QueryLexer, unsupported_query_error
from vaultdesk.tools.tool import ToolFailure

# Refusal: names the part, short and visible.


def test_the_part_is_named_short_and_visible() -> None:
    refused = unsupported_query_error("x" * 900 + "\u202e")
    assert refused.code == "VALIDATION_FAILED"
    assert refused.message.startswith("cannot evaluate: xxx")
    assert len(refused.message) < 200
    assert unsupported_query_error("a\u202eb").message == "cannot evaluate: a<U+202E>b"


# Scanner: a text as words, in either language; each character once, whatever it is.


def words(text: str, *, joined: bool = False) -> list[tuple[str, str]]:
    scanner = QueryLexer(text, joined_names=joined)
    found = []
    while scanner.token.kind != "end":
        word = scanner.next_token()
        found.append((word.kind, word.text))
    return found


def test_bases_words() -> None:
    assert words("a-b != 'it\\'s' && x2>=3.5") == [
        ("name", "a"),
        ("sign", "-"),
        ("name", "b"),
        ("sign", "!="),
        ("text", "it's"),
        ("sign", "&&"),
        ("name", "x2"),
        ("sign", ">="),
        ("number", "3.5"),
    ]


def test_dataviews_words() -> None:
    assert words('due-date #a/b [[N#h|s]] "x\\"y" -3', joined=True) == [
        ("name", "due-date"),
        ("tag", "#a/b"),
        ("link", "N"),
        ("text", 'x"y'),
        ("sign", "-"),
        ("number", "3"),
    ]


def test_names_may_be_of_any_script() -> None:
    assert words("größe 日付 🎉") == [("name", "größe"), ("name", "日付"), ("name", "🎉")]


def test_text_inside_parentheses_can_be_taken_as_it_is() -> None:
    scanner = QueryLexer("date(2026-01-01 (x)) = 3", joined_names=True)
    scanner.next_token()
    scanner.expect("(")
    assert scanner.raw_until_closing() == "2026-01-01 (x)"
    assert scanner.has("=")


@pytest.mark.parametrize("text", ['"open', "[[open", "[[a\nb]]", "[[a[b]]", "x" * (MAX_QUERY_CHARACTERS + 1)])
def test_what_is_not_closed_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        words(text, joined=True)


def test_nesting_ends() -> None:
    scanner = QueryLexer("x")
    for _ in range(MAX_PARENTHESES):
        scanner.enter_level()
    with pytest.raises(ToolFailure):
        scanner.enter_level()


def test_where_it_ends_too_early_is_told() -> None:
    scanner = QueryLexer("a =")
    scanner.next_token()
    scanner.next_token()
    assert "ends too early" in scanner.unexpected_token_error().message


@given(st.text(max_size=80), st.booleans())
def test_any_text_is_words_or_the_one_refusal(text: str, joined: bool) -> None:
    refused_well(lambda: words(text, joined=joined))


@pytest.mark.parametrize("bait", ['"', "\\", "[[", "#", "(", "1", "a", "é", "1.", "!="])
def test_bait_takes_no_longer(bait: str) -> None:
    started = time.process_time()
    refused_well(lambda: words((bait * MAX_QUERY_CHARACTERS)[:MAX_QUERY_CHARACTERS], joined=True))
    assert time.process_time() - started < 2
