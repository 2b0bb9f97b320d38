"""Word marks: exact places in the text itself, whatever case, accents and scripts do."""

import pytest

from tests.index.asked import parse
from vaultdesk.index.query import Query, Term
from vaultdesk.index.word_marks import MOST_PLACES, WordMarks


def _marked(query: str, text: str, *, letters: bool = False) -> list[str]:
    marks = WordMarks.of(parse(query))
    return [text[one.start : one.end] for one in (marks.letters(text) if letters else marks.places(text))]


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("resume ", "My résumé, a RESUME, resumes.", ["résumé", "RESUME"]),
        ("résumé ", "my resume", ["resume"]),
        ("resu", "résumés resting", ["résumés"]),
        ("resume ", "re\u0301sume\u0301 x\u0302y", ["re\u0301sume\u0301"]),
        ("strasse ", "Straße, STRASSE", ["Straße", "STRASSE"]),
        ("straße ", "Strasse Straße", ["Strasse", "Straße"]),
        ("boiler ", "a_boiler boilers boiler1 boiler", ["boiler", "boiler"]),
        ('"old  boiler"', "The Old\n boiler, the boiler", ["Old\n boiler"]),
        ("foo-bar ", "foo bar foo-bar foobar", ["foo bar", "foo-bar"]),
        ("数据", "关于数据库", ["数据"]),
        ("がく ", "がくせい かくせい", ["がく"]),
        ("one two ", "two and one", ["two", "one"]),
        ("İstanbul ", "istanbul İstanbul", ["istanbul", "İstanbul"]),
        ("ﬁx ", "fix", ["fix"]),
        ("nothing ", "here", []),
    ],
)
def test_what_is_asked_is_marked(query: str, text: str, marked: list[str]) -> None:
    assert _marked(query, text) == marked


def test_signs_alone_are_marked_where_they_stand() -> None:
    places = WordMarks.of(Query((Term("!!!"),))).places("well!!!")
    assert [(one.start, one.end) for one in places] == [(4, 7)]


def test_letters_are_marked_inside_words() -> None:
    assert _marked("heizung ", "Fußbodenheizung") == []
    assert _marked("heizung ", "Fußbodenheizung", letters=True) == ["heizung"]
    assert _marked("getName ", "x.forgetNameOf()", letters=True) == ["getName"]


def test_marks_do_not_overlap_and_stand_in_order() -> None:
    places = WordMarks.of(parse('"old boiler" boiler old ')).places("old boiler and boiler old")
    assert [(one.start, one.end) for one in places] == [(0, 10), (15, 21), (22, 25)]
    assert [one.term for one in places] == [0, 1, 2]


def test_a_page_of_one_word_is_not_marked_without_end() -> None:
    assert len(WordMarks(Query((Term("a"),)).words).places("a " * 10_000)) == MOST_PLACES


def test_a_long_run_without_words_costs_no_time_squared() -> None:
    text = ("foo" + " " * 50_000) * 20
    assert WordMarks.of(parse('"foo bar"')).places(text) == []
