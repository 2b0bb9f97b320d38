"""Words: what of a line has a spelling."""

import pytest

from vaultdesk.ui.editor.line_spans import HEAD, MATH, PLAIN, line_spans
from vaultdesk.ui.spelling.words import checked_words


def words(line: str, state: int = PLAIN) -> list[str]:
    return [word.text for word in checked_words(line, line_spans(line, state).spans)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("We don't know, Brandt’s says.", ["We", "don't", "know", "Brandt's", "says"]),
        ("# A well-known _boiler_ **leaks**", ["well", "known", "boiler", "leaks"]),
        ("some `code` and #tag, a $x + yz$ formula", ["some", "and", "formula"]),
        ("[[Heat-loss survy|alis]] by [wrods here](Adress.md 'x')", ["by", "wrods", "here"]),
        ("https://exmple.org/x, www.exmple.org, me@exmple.org or obsidian://opne", ["or"]),
        ("/usr/locl and ~/notse but and/or", ["and", "but", "and", "or"]),
        ("<span class='reed'>red</span>&nbsp;ink <!-- hiden -->", ["red", "ink"]),
        ("v2 HTML NASA's iPhone snake_case notes.md e.g. O'Brien", ["O'Brien"]),
        ("- [x] done taks ^blok", ["done", "taks"]),
        ("> [!note] A Titel", ["Titel"]),
        ("> [!warnig]+ Look", ["Look"]),
        ("re\u0301sume\u0301 co\u00adoperate 😀 größer", ["résumé", "cooperate", "größer"]),
    ],
)
def test_prose_is_checked_and_nothing_else(line: str, found: list[str]) -> None:
    assert words(line) == found


@pytest.mark.parametrize("state", [HEAD, MATH])
def test_properties_and_formulas_have_no_spelling(state: int) -> None:
    assert words("status: opne", state) == []


def test_a_word_stands_where_it_is_in_its_line() -> None:
    line = "😀 `x` _größer_ “don’t”"
    found = list(checked_words(line, line_spans(line, PLAIN).spans))
    assert [line[word.start : word.end] for word in found] == ["größer", "don’t"]


def test_a_hostile_line_is_read_no_slower_than_its_length() -> None:
    for line in ("<a" * 5_000, "a@" * 5_000, "a." * 5_000, "a:" * 5_000, "&#" * 5_000, "x" * 50_000):
        assert len(words(line)) <= 2_000
