"""Patterns: JavaScript's spelling, RE2's powers, and letters that narrow never leave a fitting text out."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.query_syntax.search_pattern import (
    SEARCH_SLICE,
    SearchPattern,
    UnsupportedPattern,
    compile_pattern,
    find_any_word,
    find_matches,
    replacement_text,
    required_literals,
    to_re2,
)


def finds(written: str, text: str, *, case_sensitive: bool = False) -> bool:
    ready = compile_pattern(to_re2(written), case_sensitive=case_sensitive)
    assert ready is not None
    return ready.search(text.encode()) is not None


@pytest.mark.parametrize(
    ("written", "text", "found"),
    [
        (r"\d{4}-\d{2}-\d{2}", "on 2022-01-01.", True),
        (r"^b", "a\nb", True),
        (r"a$", "a\nb", True),
        (r"a.b", "a\nb", False),
        (r"a[^]b", "a\nb", True),
        (r"caf\u00e9", "CAFÉ", True),
        (r"\u{1f422}", "🐢", True),
        (r"a\cIb", "a\tb", True),
        (r"a\/b", "a/b", True),
        (r"\h\i", "hi", True),
        (r"(?<year>\d+)", "5", True),
        (r"\bcat\b", "concat cat", True),
        (r"\S\W\D", "a b", True),
        (r"\p{Greek}", "λ", True),
        (r"straße", "STRASSE", False),
        (r"a|b", "b", True),
        (r"\Q", "q", True),
    ],
)
def test_patterns_find_what_they_find_in_obsidian(written: str, text: str, found: bool) -> None:
    assert finds(written, text) == found


def test_case_counts_where_asked() -> None:
    assert finds("Cat", "cat")
    assert not finds("Cat", "cat", case_sensitive=True)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("a(?=b)", "uses lookahead or lookbehind"),
        ("(?<!a)b", "uses lookahead or lookbehind"),
        (r"(a)\1", "backreference"),
        (r"(?<x>a)\k<x>", "backreference"),
        ("(a", "is invalid or too large"),
        ("(((a{99}){99}){99}){99}", "is invalid or too large"),
    ],
)
def test_what_re2_cannot_do_is_refused_with_a_reason(written: str, why: str) -> None:
    with pytest.raises(UnsupportedPattern, match=why) as refused:
        to_re2(written)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("source", "letters"),
    [
        (r"foo.*bar", {"foo", "bar"}),
        (r"TODO-\d+", {"todo-"}),
        (r"abc?d", {"ab"}),
        (r"abc*", {"ab"}),
        (r"abc{0}", {"ab"}),
        (r"abc+d", {"abc"}),
        (r"a\.b", {"a.b"}),
        (r"[abc]def", {"def"}),
        (r"[]x]yz", {"yz"}),
        (r"[^]x]yz", {"yz"}),
        (r"[\]x]yz", {"yz"}),
        (r"\x41bc\x{42}de", {"bc", "de"}),
        (r"\p{L}bc\pLde", {"bc", "de"}),
        (r"ab|cd", set()),
        (r"(ab)?cd", set()),
        (r"a", set()),
        (r"Straße", {"strasse"}),
    ],
)
def test_letters_that_must_stand_there(source: str, letters: set[str]) -> None:
    assert set(required_literals(source)) == letters


_PIECES = st.sampled_from(
    [
        "ab",
        "cd",
        "K",
        "ß",
        "é",
        r"\.",
        r"\d",
        ".",
        "*",
        "?",
        "+",
        "{0,2}",
        "{2}",
        "[ab]",
        "[^a]",
        r"[\]b]",
        "^",
        "$",
        r"\x61",
        r"\b",
        "-",
    ]
)


@given(st.lists(_PIECES, min_size=1, max_size=6).map("".join), st.text("abcdkKſßé.-]1\n\u212a", max_size=30))
def test_no_fitting_text_lacks_the_letters(source: str, text: str) -> None:
    for case_sensitive in (True, False):
        ready = compile_pattern(source, case_sensitive=case_sensitive)
        if ready is not None and ready.search(text.encode()) is not None:
            assert all(letters in text.casefold() for letters in required_literals(source)), source


@given(st.text(max_size=30))
def test_any_pattern_is_taken_or_refused(written: str) -> None:
    try:
        source = to_re2(written.encode("utf-8", "replace").decode())
    except UnsupportedPattern:
        return
    assert compile_pattern(source, case_sensitive=False) is not None
    assert isinstance(required_literals(source), tuple)


@given(st.text("abc.^$|*+?()[]{}", max_size=12), st.text("abc", max_size=12))
def test_plain_patterns_find_what_python_finds(written: str, text: str) -> None:
    odd = ("++", "*+", "?+", "}+", "[^]", "[]", "{,", "(?")
    if written.count("[") > 1 or any(sign in written for sign in odd):  # What the two read differently.
        return
    try:
        source, own = to_re2(written), re.compile(written, re.MULTILINE | re.IGNORECASE)
    except (UnsupportedPattern, re.error):
        return
    ready = compile_pattern(source, case_sensitive=False)
    assert ready is not None
    assert (ready.search(text.encode()) is not None) == (own.search(text) is not None)


TEXT = "Boiler, boiler and boilers.\nThe ünlike boiler 12."


def found(search_pattern: SearchPattern) -> list[str]:
    return [TEXT[start:end] for start, end in find_matches(TEXT, search_pattern)]


def test_words_are_found_with_and_without_their_case() -> None:
    assert found(SearchPattern("boiler")) == ["Boiler", "boiler", "boiler", "boiler"]
    assert found(SearchPattern("boiler", case_sensitive=True)) == ["boiler", "boiler", "boiler"]
    assert found(SearchPattern("boiler", whole_words=True)) == ["Boiler", "boiler", "boiler"]
    assert found(SearchPattern("b.iler")) == []
    assert found(SearchPattern("")) == []


def test_patterns_are_found_at_their_characters() -> None:
    assert found(SearchPattern(r"b\w+s\b", regex=True)) == ["boilers"]
    assert found(SearchPattern(r"\d+", regex=True)) == ["12"]
    assert found(SearchPattern(r"^The", regex=True, case_sensitive=True)) == ["The"]
    assert found(SearchPattern("x*", regex=True)) == []


@pytest.mark.parametrize("regex", ["(", r"(?=a)", r"(a)\1", "a{100000}"])
def test_a_pattern_that_cannot_be_is_refused(regex: str) -> None:
    with pytest.raises(UnsupportedPattern):
        find_matches(TEXT, SearchPattern(regex, regex=True))


def test_a_hostile_pattern_takes_linear_time() -> None:
    began = time.process_time()
    find_matches("a" * 200_000 + "b", SearchPattern("(a+)+$", regex=True))
    assert time.process_time() - began < 2


def test_no_more_are_found_than_anybody_goes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.index.query_syntax.search_pattern.MAX_MATCHES", 3)
    assert len(find_matches("a" * 10, SearchPattern("a"))) == 3


def test_any_of_the_words_of_a_search_is_a_place() -> None:
    text = "flow temperature, Flow and temperatures flow"
    assert [text[a:b] for a, b in find_any_word(text, ("flow", "temperature", " "))] == [
        "flow temperature", "Flow", "temperature", "flow",
    ]  # fmt: skip


def test_groups_of_a_pattern_can_be_put_in() -> None:
    search_pattern = SearchPattern(r"(\d+)-(\d+)", regex=True)
    assert replacement_text("12-34", search_pattern, "$2/$1 ($&) $$") == "34/12 (12-34) $"
    assert replacement_text("12-34", SearchPattern("12-34"), "$1") == "$1"


@pytest.mark.parametrize("whole", [False, True])
def test_a_book_is_searched_in_stretches_and_no_place_is_lost_or_found_twice(whole: bool) -> None:
    text = "".join(f"{'x' * (number % 97)} boiler " for number in range(12_000))
    assert len(text) > 2 * SEARCH_SLICE
    expected = [(found.start(), found.end()) for found in re.finditer("boiler", text)]
    assert find_matches(text, SearchPattern("Boiler", whole_words=whole)) == expected
    assert [start for start, _ in find_any_word(text, ("boiler",))] == [start for start, _ in expected]


def test_a_place_across_two_stretches_is_found_and_a_longer_word_is_not_whole() -> None:
    text = " " * (SEARCH_SLICE - 3) + "boiler" + " " * (SEARCH_SLICE - 9) + "boilers"
    assert find_matches(text, SearchPattern("boiler", whole_words=True)) == [(SEARCH_SLICE - 3, SEARCH_SLICE + 3)]
    assert len(find_matches(text, SearchPattern("boiler"))) == 2
