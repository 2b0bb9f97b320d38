"""Passage: plain text on one line, with marks that stand where they should."""

from bisect import bisect_left
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.passage import AFTER, CLOSE, MOST_MARKS, OPEN, around, beginning, best, passage
from vaultdesk.index.word_marks import Place


def _marked(text: str) -> str:
    return text.replace("«", OPEN).replace("»", CLOSE)


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("## A «head»ing\n\nand **bold «text»**", "A «head»ing and bold «text»"),
        ("see [[Long note|the «note»]] and [[«Other»]]", "see the «note» and «Other»"),
        ("[«shown»](https://example.org/x) ![[picture.png]] end", "«shown» end"),
        ("- [ ] «task»\n> quote", "«task» quote"),
        ("> [!example]- The «title»\n>\n> words", "The «title» words"),
        ("a «word»\n\n>", "a «word»"),
        ('## <a name="«x»"></a> «Close»<br/>it <KBD>now</KBD> <div> a<b', '<a name="«x»"> «Close» it now <div> a<b'),
        ("| a | «b» |\n|---|---|\n| c | d |", "a «b» c d"),
        ("«[[Whole|shown]]»", "«shown»"),
        ("[[Note of a «mark»|«kept»]]", "«kept» (Note of a «mark»)"),
        ("[[The «Boiler»\\|a «boiler»]] [[«Boiler»]]", "a «boiler» «Boiler»"),
        ("see [my note](«obsidian»://open?file=x)", "see my note («obsidian»://open?file=x)"),
        ("[the «page»](https://the.«page».org) end", "the «page» end"),
        ("a ![[«picture».png]] end ![](«two».png)", "a «picture».png end «two».png"),
        ("[set](https://e.org/A_(b)) [x](<a b.md>) end", "set x end"),
        ("[![badge](https://a.org/x.svg)](https://b.org/«build») end", "badge (https://b.org/«build») end"),
        ("see [cut](https://a.or", "see cut"),
        ("[a «b](https://c» d.md)", "[a «b](https://c» d.md)"),
        ("`code` ==«high»==", "code «high»"),
        ("cut [[lin", "cut"),
        ("## You\n<!-- a «note» - to -- self -->\n\nWhy «now»?", "You Why «now»?"),
        ("said <!-- cut «here", "said"),
        ("a «b", "a b"),
        ("a» b", "a b"),
    ],
)
def test_signs_go_and_marks_move_along(markdown: str, text: str) -> None:
    made = passage(_marked(markdown))
    shown = made.text
    for start, end in reversed(made.marks):
        shown = f"{shown[:start]}«{shown[start:end]}»{shown[end:]}"
    assert shown == text


def test_a_cut_is_shown() -> None:
    made = passage(_marked("in the «middle» of"), cut_before=True, cut_after=True)
    assert made.text == "… in the middle of …"
    assert [made.text[start:end] for start, end in made.marks] == ["middle"]


def _places(*spans: tuple[int, int, int]) -> list[Place]:
    return [Place(*span) for span in spans]


def test_around_marks_what_lies_in_the_piece() -> None:
    body = "word " * 100 + "needle and needle " + "word " * 100 + "needle"
    made = around(body, _places((500, 506, 0), (511, 517, 0), (len(body) - 6, len(body), 0)))
    assert made.text.startswith("… word")
    assert made.text.endswith("word …")
    assert [made.text[start:end] for start, end in made.marks] == ["needle", "needle"]


def test_around_begins_before_a_comment_and_so_shows_nothing_of_it() -> None:
    body = "Before. " * 20 + '<!-- vaultdesk:message {"model": "a long one"} -->\nThe needle, A --> B.'
    for word, marked in (("needle", ["needle"]), ("model", [])):
        start = body.index(word)
        made = around(body, _places((start, start + len(word), 0)))
        assert made.text.endswith("The needle, A --> B.")
        assert "vaultdesk" not in made.text
        assert "model" not in made.text
        assert [made.text[start:end] for start, end in made.marks] == marked


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (f"Before. {'word ' * 30}[some words](https://e.org/{'a/' * 80}needle/{'b/' * 80}) end. " * 2, "some words ("),
        (f"See [{'word ' * 30}last](https://e.org/needle) end.", "word last (https://e.org/needle) end."),
        (f"See [[{'Folder ' * 12}needle{' deep' * 12}|some words]] end.", "some words ("),
        (f"See [{'word ' * 30}needle](https://e.org/x) end.", "word needle end."),
        (f"[{'word ' * 30}end] needle.", "end] needle."),
    ],
)
def test_a_piece_that_would_begin_inside_a_link_does_not_break_it(body: str, shown: str) -> None:
    start = body.index("needle")
    made = around(body, _places((start, start + 6, 0)))
    assert shown in made.text
    assert "](" not in made.text
    ((first, end),) = made.marks
    assert made.text[first:end] == "needle"
    assert end < 110  # In sight in two lines of a list.


def test_around_shows_nothing_from_before_its_start() -> None:
    body = "Of another section.\nThe needle here."
    made = around(body, _places((24, 30, 0)), 20)
    assert made.text == "The needle here."
    assert [made.text[start:end] for start, end in made.marks] == ["needle"]


def test_a_place_longer_than_a_passage_is_cut() -> None:
    body = "x" * 5_000
    made = around(body, _places((0, 5_000, 0)))
    assert len(made.text) < 500
    assert made.marks


def test_the_best_piece_is_where_most_different_words_stand_together() -> None:
    places = _places((0, 3, 0), (10, 13, 0), (20, 23, 0), (1_000, 1_003, 0), (1_010, 1_013, 1))
    assert best(places, [0] * 5) == 3


def test_of_pieces_with_as_many_words_the_fuller_or_else_the_first_is_best() -> None:
    assert best(_places((0, 3, 0), (900, 903, 0), (910, 913, 0)), [0] * 3) == 1
    assert best(_places((0, 3, 0), (900, 903, 0)), [0] * 2) == 0


def _best_of_all(places: Sequence[Place], sections: Sequence[int]) -> int:
    """As `best`, each piece looked at by itself."""
    told: list[tuple[int, int]] = []
    for nth, first in enumerate(places):
        reached = [other for other, section in zip(places[nth + 1 :], sections[nth + 1 :], strict=True)
                   if section == sections[nth] and other.end <= first.start + AFTER]  # fmt: skip
        piece = [first, *reached]
        told.append((len({one.term for one in piece}), min(len(piece), MOST_MARKS)))
    return told.index(max(told))


@given(
    words=st.lists(
        st.tuples(st.integers(1, 90), st.integers(1, AFTER + 9), st.integers(0, 3)), min_size=1, max_size=50
    ),
    dense=st.booleans(),
    ends=st.sets(st.integers(0, 3_000), max_size=5),
)
def test_the_best_piece_is_that_of_all_pieces(words: list[tuple[int, int, int]], dense: bool, ends: set[int]) -> None:
    places: list[Place] = []
    at = 0
    for before, length, term in words:
        start = at + (before // 9 if dense else before)
        at = start + (1 + length // 40 if dense else length)
        places.append(Place(start, at, term))
    sections = [bisect_left(sorted(ends), place.start) for place in places]
    assert best(places, sections) == _best_of_all(places, sections)


@pytest.mark.parametrize("before", ["a < b and c > d, ", "<!-- hidden --> "])
def test_a_sign_alone_opens_no_comment(before: str) -> None:
    body = f"{before}{'filler ' * 20}needle at last"
    start = body.index("needle")
    assert around(body, [Place(start, start + 6, 0)]).text.startswith("… filler")


def test_words_of_two_sections_do_not_stand_together() -> None:
    places = _places((0, 3, 0), (10, 13, 1), (900, 903, 0), (910, 913, 1))
    assert best(places, [0, 1, 2, 2]) == 2


def test_a_word_longer_than_a_piece_stands_alone() -> None:
    assert best(_places((0, AFTER + 50, 0), (AFTER + 60, AFTER + 63, 1)), [0, 0]) == 0


def test_beginning_of_a_short_note_is_all_of_it() -> None:
    assert beginning("# Title\ntext").text == "Title text"
