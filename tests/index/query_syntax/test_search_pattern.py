"""Search patterns: JavaScript syntax, executed by RE2; required literals never exclude a matching text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.growth import check_growth, check_linear, repeated
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


def finds(pattern: str, text: str, *, case_sensitive: bool = False) -> bool:
    compiled = compile_pattern(to_re2(pattern), case_sensitive=case_sensitive)
    assert compiled is not None
    return compiled.search(text.encode()) is not None


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
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
def test_patterns_match_as_in_obsidian(pattern: str, text: str, expected: bool) -> None:
    assert finds(pattern, text) == expected


def test_patterns_can_be_case_sensitive() -> None:
    assert finds("Cat", "cat")
    assert not finds("Cat", "cat", case_sensitive=True)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("a(?=b)", "uses lookahead or lookbehind"),
        ("(?<!a)b", "uses lookahead or lookbehind"),
        (r"(a)\1", "backreference"),
        (r"(?<x>a)\k<x>", "backreference"),
        ("(a", "is invalid or too large"),
        ("(((a{99}){99}){99}){99}", "is invalid or too large"),
    ],
)
def test_syntax_that_re2_does_not_support_is_refused_with_a_reason(pattern: str, reason: str) -> None:
    with pytest.raises(UnsupportedPattern, match=reason) as raised:
        to_re2(pattern)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    ("source", "literals"),
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
def test_required_literals_are_extracted(source: str, literals: set[str]) -> None:
    assert set(required_literals(source)) == literals


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
def test_every_matching_text_contains_the_required_literals(source: str, text: str) -> None:
    for case_sensitive in (True, False):
        compiled = compile_pattern(source, case_sensitive=case_sensitive)
        if compiled is not None and compiled.search(text.encode()) is not None:
            assert all(literal in text.casefold() for literal in required_literals(source)), source


@given(st.text(max_size=30))
def test_any_pattern_is_compiled_or_refused(pattern: str) -> None:
    try:
        source = to_re2(pattern.encode("utf-8", "replace").decode())
    except UnsupportedPattern:
        return
    assert compile_pattern(source, case_sensitive=False) is not None
    assert isinstance(required_literals(source), tuple)


@given(st.text("abc.^$|*+?()[]{}", max_size=12), st.text("abc", max_size=12))
def test_plain_patterns_match_as_in_python(pattern: str, text: str) -> None:
    differing = ("++", "*+", "?+", "}+", "[^]", "[]", "{,", "(?")
    # Syntax that differs between the two engines.
    if pattern.count("[") > 1 or any(sign in pattern for sign in differing):
        return
    try:
        source, python_pattern = to_re2(pattern), re.compile(pattern, re.MULTILINE | re.IGNORECASE)
    except (UnsupportedPattern, re.error):
        return
    compiled = compile_pattern(source, case_sensitive=False)
    assert compiled is not None
    assert (compiled.search(text.encode()) is not None) == (python_pattern.search(text) is not None)


TEXT = "Boiler, boiler and boilers.\nThe ünlike boiler 12."


def matched_texts(search_pattern: SearchPattern) -> list[str]:
    return [TEXT[start:end] for start, end in find_matches(TEXT, search_pattern)]


def test_words_are_found_with_and_without_case_sensitivity() -> None:
    assert matched_texts(SearchPattern("boiler")) == ["Boiler", "boiler", "boiler", "boiler"]
    assert matched_texts(SearchPattern("boiler", case_sensitive=True)) == ["boiler", "boiler", "boiler"]
    assert matched_texts(SearchPattern("boiler", whole_words=True)) == ["Boiler", "boiler", "boiler"]
    assert matched_texts(SearchPattern("b.iler")) == []
    assert matched_texts(SearchPattern("")) == []


def test_regular_expressions_are_found() -> None:
    assert matched_texts(SearchPattern(r"b\w+s\b", regex=True)) == ["boilers"]
    assert matched_texts(SearchPattern(r"\d+", regex=True)) == ["12"]
    assert matched_texts(SearchPattern(r"^The", regex=True, case_sensitive=True)) == ["The"]
    assert matched_texts(SearchPattern("x*", regex=True)) == []


@pytest.mark.parametrize("regex", ["(", r"(?=a)", r"(a)\1", "a{100000}"])
def test_an_unsupported_pattern_is_refused(regex: str) -> None:
    with pytest.raises(UnsupportedPattern):
        find_matches(TEXT, SearchPattern(regex, regex=True))


def test_a_hostile_pattern_is_searched_in_linear_time() -> None:
    def find(text: str) -> None:
        find_matches(text, SearchPattern("(a+)+$", regex=True))

    check_growth(find, "a" * 12 + "b", "a" * 24 + "b", 100)
    check_linear(find, repeated("a", after="b"), 400_000)


def test_the_number_of_matches_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.index.query_syntax.search_pattern.MAX_MATCHES", 3)
    assert len(find_matches("a" * 10, SearchPattern("a"))) == 3


def test_matches_of_any_word_are_found_and_adjacent_ones_joined() -> None:
    text = "flow temperature, Flow and temperatures flow"
    assert [text[a:b] for a, b in find_any_word(text, ("flow", "temperature", " "))] == [
        "flow temperature", "Flow", "temperature", "flow",
    ]  # fmt: skip


def test_a_replacement_can_contain_groups() -> None:
    search_pattern = SearchPattern(r"(\d+)-(\d+)", regex=True)
    assert replacement_text("12-34", search_pattern, "$2/$1 ($&) $$") == "34/12 (12-34) $"
    assert replacement_text("12-34", SearchPattern("12-34"), "$1") == "$1"


@pytest.mark.parametrize("whole_words", [False, True])
def test_a_long_text_is_searched_in_slices_without_lost_or_duplicate_matches(whole_words: bool) -> None:
    text = "".join(f"{'x' * (number % 97)} boiler " for number in range(12_000))
    assert len(text) > 2 * SEARCH_SLICE
    expected = [(match.start(), match.end()) for match in re.finditer("boiler", text)]
    assert find_matches(text, SearchPattern("Boiler", whole_words=whole_words)) == expected
    assert [start for start, _ in find_any_word(text, ("boiler",))] == [start for start, _ in expected]


def test_a_match_across_two_slices_is_found_and_a_longer_word_is_not_a_whole_word() -> None:
    text = " " * (SEARCH_SLICE - 3) + "boiler" + " " * (SEARCH_SLICE - 9) + "boilers"
    assert find_matches(text, SearchPattern("boiler", whole_words=True)) == [(SEARCH_SLICE - 3, SEARCH_SLICE + 3)]
    assert len(find_matches(text, SearchPattern("boiler"))) == 2
