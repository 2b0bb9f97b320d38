"""Passage: plain text on one line, with marks that stand where they should."""

import pytest

from vaultdesk.index.passage import CLOSE, OPEN, around, beginning, passage


def _marked(text: str) -> str:
    return text.replace("«", OPEN).replace("»", CLOSE)


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("## A «head»ing\n\nand **bold «text»**", "A «head»ing and bold «text»"),
        ("see [[Long note|the «note»]] and [[«Other»]]", "see the «note» and «Other»"),
        ("[«shown»](https://example.org/x) ![[picture.png]] end", "«shown» end"),
        ("- [ ] «task»\n> quote", "«task» quote"),
        ("| a | «b» |\n|---|---|\n| c | d |", "a «b» c d"),
        ("«[[Whole|shown]]»", "«shown»"),
        ("[[lost «mark»|«kept»]]", "«kept»"),
        ("`code` ==«high»==", "code «high»"),
        ("cut [[lin", "cut"),
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


def test_around_marks_what_lies_in_the_piece() -> None:
    body = "word " * 100 + "needle and needle " + "word " * 100 + "needle"
    places = [(500, 506), (511, 517), (len(body) - 6, len(body))]
    made = around(body, places)
    assert made.text.startswith("… word")
    assert made.text.endswith(" …")
    assert [made.text[start:end] for start, end in made.marks] == ["needle", "needle"]


def test_beginning_of_a_short_note_is_all_of_it() -> None:
    assert beginning("# Title\ntext").text == "Title text"
