"""Word marks: exact places in the text itself, whatever case, accents and scripts do."""

from string import ascii_lowercase

import pytest

from tests.index.asked import parse
from vaultdesk.index.query import MAX_CHARACTERS, MAX_TERMS, Query, Term
from vaultdesk.index.word_marks import MOST_PLACES, Place, WordMarks


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
        ("boiler ", "\ud800 a\u0301 boiler\u0302, ＿boiler ñ boiler", ["boiler\u0302", "boiler", "boiler"]),
        ("boiler ", "\u0301boiler", ["boiler"]),
        ("mass ", "maß ma\u0301ß MAẞ mas s", ["maß", "ma\u0301ß", "MAẞ"]),
        ("σοφος ", "ΣΟΦΌΣ σοφός", ["ΣΟΦΌΣ", "σοφός"]),
        ("kilo ", "ſ Kilo kilo²", ["Kilo"]),
        ("saft ", "ſaft saft", ["saft"]),
        ('old "old boiler" boil', "old boiler boiler's old", ["old boiler", "boiler", "old"]),
        ("数 cafe ", "cafe\u0301 数 cafe", ["cafe\u0301", "数", "cafe"]),
    ],
)
def test_what_is_asked_is_marked(query: str, text: str, marked: list[str]) -> None:
    assert _marked(query, text) == marked


@pytest.mark.parametrize("around", ["plain words, ", "„größere“ Wörter – ", "много слов ", "a\u0301\u0300 "])
@pytest.mark.parametrize("word", ["RÉSUMÉ", "résumé", "resume", "Re\u0301sume\u0301"])
def test_a_word_is_found_whatever_letters_stand_around_it(around: str, word: str) -> None:
    assert _marked("resume ", f"{around * 30}{word} {around * 30}") == [word]


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


def test_a_word_on_every_line_does_not_hide_one_at_the_end() -> None:
    places = WordMarks.of(parse("a zebra ")).places("a " * 10_000 + "zebra " * 2)
    assert [one.term for one in places] == [0] * MOST_PLACES + [1, 1]
    assert places[-1] == Place(20_006, 20_011, 1)


def test_the_longest_query_is_marked() -> None:
    words = [letter * (MAX_CHARACTERS // MAX_TERMS) for letter in ascii_lowercase[:MAX_TERMS]]
    places = WordMarks([Term(word) for word in words]).places(f"zzz {' '.join(words)}")
    assert [one.term for one in places] == list(range(MAX_TERMS))


def test_a_long_run_without_words_costs_no_time_squared() -> None:
    text = ("foo" + " " * 50_000) * 20
    assert WordMarks.of(parse('"foo bar"')).places(text) == []
