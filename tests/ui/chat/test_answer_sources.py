"""Tests of answer_sources.py."""

import pytest

from vaultdesk.chat.messages import Source
from vaultdesk.ui.chat.answer_sources import MOST_SOURCES, AnswerSource, SourceNumbers, read_sources

TEXT = "a [[Boiler#Decision]] `[[x]]` [[B|see]] [[Boiler#Decision]]\n```\n[[no]]\n```\n[[Z]] [[open"
SHOWN = "a [[Boiler#Decision]][^1] `[[x]]` [[B|see]][^2] [[Boiler#Decision]][^1]\n```\n[[no]]\n```\n[[Z]][^3] [[open"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_links_are_numbered_the_same_in_whatever_pieces_they_come(size: int) -> None:
    sources: list[AnswerSource] = []
    numbers = SourceNumbers(sources)
    shown = "".join(numbers.feed(TEXT[start : start + size]) for start in range(0, len(TEXT), size)) + numbers.finish()
    assert shown == SHOWN
    assert sources == [AnswerSource(1, "Boiler", "Decision"), AnswerSource(2, "B"), AnswerSource(3, "Z")]


@pytest.mark.parametrize(
    "text", ["[[", "[[]]", "[[ ]]", "[[#x]]", "[[a\nb]]", "[[" * 500, "]]" * 50, "[" * 999, "[[a[[b"]
)
def test_what_is_no_link_is_shown_as_it_came(text: str) -> None:
    sources: list[AnswerSource] = []
    numbers = SourceNumbers(sources)
    assert numbers.feed(text) + numbers.finish() == text
    assert sources == []


def test_a_text_of_only_links_stays_cheap_and_counts_few() -> None:
    sources: list[AnswerSource] = []
    text = "".join(f"[[n{number}]]" for number in range(20_000))
    shown = SourceNumbers(sources).feed(text)
    assert len(sources) == MOST_SOURCES
    assert shown.count("[^") == MOST_SOURCES


def test_two_texts_of_one_answer_share_their_numbers() -> None:
    sources: list[AnswerSource] = []
    SourceNumbers(sources).feed("[[A]] ")
    assert SourceNumbers(sources).feed("[[B]] [[A]]") == "[[B]][^2] [[A]][^1]"


def test_notes_that_were_read_are_named_once_each() -> None:
    read = [Source(path="a.md", characters=5), Source(path="b.md"), Source(path="a.md", characters=2)]
    assert read_sources(read) == (AnswerSource(1, "a.md"),)
