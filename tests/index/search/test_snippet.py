"""Tests of index/search/snippet.py."""

from bisect import bisect_left
from collections.abc import Sequence
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.asked import parse
from vaultdesk.index.search.snippet import (
    MAX_SNIPPET_MARKS,
    MAX_WORD_SPANS,
    SNIPPET_AFTER,
    WordMatcher,
    WordSpan,
    best_start,
    display_link,
    link_safe_start,
    make_snippet,
    opening_snippet,
    snippet_around,
)
from vaultdesk.index.search_query import MAX_CHARACTERS, MAX_TERMS, PlainQuery, Term
from vaultdesk.index.store.index_entry import MARK_CLOSE, MARK_OPEN

# Word marks: exact places in the text itself, whatever case, accents and scripts do.


def _marked(query: str, text: str, *, letters: bool = False) -> list[str]:
    marks = WordMatcher.of(parse(query))
    return [text[one.start : one.end] for one in (marks.substrings(text) if letters else marks.words(text))]


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
    places = WordMatcher.of(PlainQuery((Term("!!!"),))).words("well!!!")
    assert [(one.start, one.end) for one in places] == [(4, 7)]


def test_letters_are_marked_inside_words() -> None:
    assert _marked("heizung ", "Fußbodenheizung") == []
    assert _marked("heizung ", "Fußbodenheizung", letters=True) == ["heizung"]
    assert _marked("getName ", "x.forgetNameOf()", letters=True) == ["getName"]


def test_marks_do_not_overlap_and_stand_in_order() -> None:
    places = WordMatcher.of(parse('"old boiler" boiler old ')).words("old boiler and boiler old")
    assert [(one.start, one.end) for one in places] == [(0, 10), (15, 21), (22, 25)]
    assert [one.term for one in places] == [0, 1, 2]


def test_a_page_of_one_word_is_not_marked_without_end() -> None:
    assert len(WordMatcher(PlainQuery((Term("a"),)).words).words("a " * 10_000)) == MAX_WORD_SPANS


def test_a_word_on_every_line_does_not_hide_one_at_the_end() -> None:
    places = WordMatcher.of(parse("a zebra ")).words("a " * 10_000 + "zebra " * 2)
    assert [one.term for one in places] == [0] * MAX_WORD_SPANS + [1, 1]
    assert places[-1] == WordSpan(20_006, 20_011, 1)


def test_the_longest_query_is_marked() -> None:
    words = [letter * (MAX_CHARACTERS // MAX_TERMS) for letter in ascii_lowercase[:MAX_TERMS]]
    places = WordMatcher([Term(word) for word in words]).words(f"zzz {' '.join(words)}")
    assert [one.term for one in places] == list(range(MAX_TERMS))


def test_a_long_run_without_words_costs_no_time_squared() -> None:
    text = ("foo" + " " * 50_000) * 20
    assert WordMatcher.of(parse('"foo bar"')).words(text) == []


# Marked link: an address is told only where it alone has what was found, and short.


def _marked_link_marked(text: str) -> str:
    return text.replace("«", MARK_OPEN).replace("»", MARK_CLOSE)


@pytest.mark.parametrize(
    ("words", "address", "text"),
    [
        ("words", "https://e.org", "words"),
        ("words", "https://«e».org", "words (https://«e».org)"),
        ("«E»", "https://«e».org", "«E»"),
        ("«E»", "https://«e».«org»", "«E» (https://«e».org)"),
        ("", "a/«pic».png", "a/«pic».png"),
        ("words", "<a «b».md>", "words (a «b».md)"),
        ("wo«rds", "add»ress", "wo«rds» («add»ress)"),
        ("wo»rds", "address", "«wo»rds"),
        ("many " * 20 + "words", "«e».org", "… many many many many many many words («e».org)"),
        ("x" * 100, "«e».org", f"… {'x' * 40} («e».org)"),
        ("words", "b" * 40 + "«e»" + "a" * 40, f"words (…{'b' * 24}«e»{'a' * 30}…)"),
    ],
)
def test_of_a_link_its_words_are_shown_and_its_address_where_only_it_was_found(
    words: str, address: str, text: str
) -> None:
    assert display_link(_marked_link_marked(words), _marked_link_marked(address)) == _marked_link_marked(text)


@pytest.mark.parametrize(
    ("text", "start", "before", "opening"),
    [
        ("no link at | all", 0, "", "| all"),
        ("a [link](http://|e.org)", 0, "", "[link](http://|e.org)"),
        ("a ![[No|te]]", 0, "", "![[No|te]]"),
        ("a [long |words](e.org)", 0, "[", "|words](e.org)"),
        ("a [long |remark] only", 0, "", "|remark] only"),
        ("a [link](e.org) and |more", 0, "", "|more"),
        ("a [link](http://|e.org)", 5, "", "|e.org)"),
        ("[" + "x" * 400 + "](|e.org)", 0, "", "|e.org)"),
    ],
)
def test_a_piece_begins_where_it_breaks_no_link(text: str, start: int, before: str, opening: str) -> None:
    said, begins = link_safe_start(text, start, text.index("|"))
    assert (said, text[begins:]) == (before, opening)


# Passage: plain text on one line, with marks that stand where they should.


def _passage_marked(text: str) -> str:
    return text.replace("«", MARK_OPEN).replace("»", MARK_CLOSE)


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
    made = make_snippet(_passage_marked(markdown))
    shown = made.text
    for start, end in reversed(made.marks):
        shown = f"{shown[:start]}«{shown[start:end]}»{shown[end:]}"
    assert shown == text


def test_a_cut_is_shown() -> None:
    made = make_snippet(_passage_marked("in the «middle» of"), cut_before=True, cut_after=True)
    assert made.text == "… in the middle of …"
    assert [made.text[start:end] for start, end in made.marks] == ["middle"]


def _places(*spans: tuple[int, int, int]) -> list[WordSpan]:
    return [WordSpan(*span) for span in spans]


def test_around_marks_what_lies_in_the_piece() -> None:
    body = "word " * 100 + "needle and needle " + "word " * 100 + "needle"
    made = snippet_around(body, _places((500, 506, 0), (511, 517, 0), (len(body) - 6, len(body), 0)))
    assert made.text.startswith("… word")
    assert made.text.endswith("word …")
    assert [made.text[start:end] for start, end in made.marks] == ["needle", "needle"]


def test_around_begins_before_a_comment_and_so_shows_nothing_of_it() -> None:
    body = "Before. " * 20 + '<!-- vaultdesk:message {"model": "a long one"} -->\nThe needle, A --> B.'
    for word, marked in (("needle", ["needle"]), ("model", [])):
        start = body.index(word)
        made = snippet_around(body, _places((start, start + len(word), 0)))
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
    made = snippet_around(body, _places((start, start + 6, 0)))
    assert shown in made.text
    assert "](" not in made.text
    ((first, end),) = made.marks
    assert made.text[first:end] == "needle"
    assert end < 110  # In sight in two lines of a list.


def test_around_shows_nothing_from_before_its_start() -> None:
    body = "Of another section.\nThe needle here."
    made = snippet_around(body, _places((24, 30, 0)), 20)
    assert made.text == "The needle here."
    assert [made.text[start:end] for start, end in made.marks] == ["needle"]


def test_a_place_longer_than_a_passage_is_cut() -> None:
    body = "x" * 5_000
    made = snippet_around(body, _places((0, 5_000, 0)))
    assert len(made.text) < 500
    assert made.marks


def test_the_best_piece_is_where_most_different_words_stand_together() -> None:
    places = _places((0, 3, 0), (10, 13, 0), (20, 23, 0), (1_000, 1_003, 0), (1_010, 1_013, 1))
    assert best_start(places, [0] * 5) == 3


def test_of_pieces_with_as_many_words_the_fuller_or_else_the_first_is_best() -> None:
    assert best_start(_places((0, 3, 0), (900, 903, 0), (910, 913, 0)), [0] * 3) == 1
    assert best_start(_places((0, 3, 0), (900, 903, 0)), [0] * 2) == 0


def _best_of_all(places: Sequence[WordSpan], sections: Sequence[int]) -> int:
    """As `best_start`, each piece looked at by itself."""
    told: list[tuple[int, int]] = []
    for nth, first in enumerate(places):
        reached = [other for other, section in zip(places[nth + 1 :], sections[nth + 1 :], strict=True)
                   if section == sections[nth] and other.end <= first.start + SNIPPET_AFTER]  # fmt: skip
        piece = [first, *reached]
        told.append((len({one.term for one in piece}), min(len(piece), MAX_SNIPPET_MARKS)))
    return told.index(max(told))


@given(
    words=st.lists(
        st.tuples(st.integers(1, 90), st.integers(1, SNIPPET_AFTER + 9), st.integers(0, 3)), min_size=1, max_size=50
    ),
    dense=st.booleans(),
    ends=st.sets(st.integers(0, 3_000), max_size=5),
)
def test_the_best_piece_is_that_of_all_pieces(words: list[tuple[int, int, int]], dense: bool, ends: set[int]) -> None:
    places: list[WordSpan] = []
    at = 0
    for before, length, term in words:
        start = at + (before // 9 if dense else before)
        at = start + (1 + length // 40 if dense else length)
        places.append(WordSpan(start, at, term))
    sections = [bisect_left(sorted(ends), place.start) for place in places]
    assert best_start(places, sections) == _best_of_all(places, sections)


@pytest.mark.parametrize("before", ["a < b and c > d, ", "<!-- hidden --> "])
def test_a_sign_alone_opens_no_comment(before: str) -> None:
    body = f"{before}{'filler ' * 20}needle at last"
    start = body.index("needle")
    assert snippet_around(body, [WordSpan(start, start + 6, 0)]).text.startswith("… filler")


def test_words_of_two_sections_do_not_stand_together() -> None:
    places = _places((0, 3, 0), (10, 13, 1), (900, 903, 0), (910, 913, 1))
    assert best_start(places, [0, 1, 2, 2]) == 2


def test_a_word_longer_than_a_piece_stands_alone() -> None:
    assert best_start(_places((0, SNIPPET_AFTER + 50, 0), (SNIPPET_AFTER + 60, SNIPPET_AFTER + 63, 1)), [0, 0]) == 0


def test_beginning_of_a_short_note_is_all_of_it() -> None:
    assert opening_snippet("# Title\ntext").text == "Title text"
