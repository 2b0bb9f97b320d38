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

# Word matching: exact spans in the original text, independent of case, accents and script.


def _marked(query: str, text: str, *, substrings: bool = False) -> list[str]:
    marks = WordMatcher.of(parse(query))
    return [text[span.start : span.end] for span in (marks.substrings(text) if substrings else marks.words(text))]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
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
def test_query_words_are_marked(query: str, text: str, expected: list[str]) -> None:
    assert _marked(query, text) == expected


@pytest.mark.parametrize("around", ["plain words, ", "„größere“ Wörter – ", "много слов ", "a\u0301\u0300 "])
@pytest.mark.parametrize("word", ["RÉSUMÉ", "résumé", "resume", "Re\u0301sume\u0301"])
def test_a_word_is_found_between_any_characters(around: str, word: str) -> None:
    assert _marked("resume ", f"{around * 30}{word} {around * 30}") == [word]


def test_punctuation_alone_is_marked() -> None:
    spans = WordMatcher.of(PlainQuery((Term("!!!"),))).words("well!!!")
    assert [(span.start, span.end) for span in spans] == [(4, 7)]


def test_substrings_are_marked_inside_words() -> None:
    assert _marked("heizung ", "Fußbodenheizung") == []
    assert _marked("heizung ", "Fußbodenheizung", substrings=True) == ["heizung"]
    assert _marked("getName ", "x.forgetNameOf()", substrings=True) == ["getName"]


def test_marks_are_ordered_and_do_not_overlap() -> None:
    spans = WordMatcher.of(parse('"old boiler" boiler old ')).words("old boiler and boiler old")
    assert [(span.start, span.end) for span in spans] == [(0, 10), (15, 21), (22, 25)]
    assert [span.term for span in spans] == [0, 1, 2]


def test_the_number_of_marks_is_limited() -> None:
    assert len(WordMatcher(PlainQuery((Term("a"),)).words).words("a " * 10_000)) == MAX_WORD_SPANS


def test_a_frequent_word_does_not_prevent_marks_of_other_words() -> None:
    spans = WordMatcher.of(parse("a zebra ")).words("a " * 10_000 + "zebra " * 2)
    assert [span.term for span in spans] == [0] * MAX_WORD_SPANS + [1, 1]
    assert spans[-1] == WordSpan(20_006, 20_011, 1)


def test_the_longest_query_is_marked() -> None:
    words = [letter * (MAX_CHARACTERS // MAX_TERMS) for letter in ascii_lowercase[:MAX_TERMS]]
    spans = WordMatcher([Term(word) for word in words]).words(f"zzz {' '.join(words)}")
    assert [span.term for span in spans] == list(range(MAX_TERMS))


def test_long_whitespace_is_processed_in_linear_time() -> None:
    text = ("foo" + " " * 50_000) * 20
    assert WordMatcher.of(parse('"foo bar"')).words(text) == []


# Links in snippets: the address is shown, shortened, only if it contains the only match.


def _with_marks(text: str) -> str:
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
def test_a_link_is_shown_by_its_text_and_by_its_address_only_if_only_that_matches(
    words: str, address: str, text: str
) -> None:
    assert display_link(_with_marks(words), _with_marks(address)) == _with_marks(text)


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
def test_a_snippet_does_not_start_inside_a_link(text: str, start: int, before: str, opening: str) -> None:
    prefix, position = link_safe_start(text, start, text.index("|"))
    assert (prefix, text[position:]) == (before, opening)


# Snippets: plain text on one line, with correct marks.


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
def test_markup_is_removed_and_marks_are_adjusted(markdown: str, text: str) -> None:
    snippet = make_snippet(_passage_marked(markdown))
    marked_text = snippet.text
    for start, end in reversed(snippet.marks):
        marked_text = f"{marked_text[:start]}«{marked_text[start:end]}»{marked_text[end:]}"
    assert marked_text == text


def test_a_truncation_is_indicated() -> None:
    snippet = make_snippet(_passage_marked("in the «middle» of"), cut_before=True, cut_after=True)
    assert snippet.text == "… in the middle of …"
    assert [snippet.text[start:end] for start, end in snippet.marks] == ["middle"]


def _spans(*spans: tuple[int, int, int]) -> list[WordSpan]:
    return [WordSpan(*span) for span in spans]


def test_matches_within_the_snippet_are_marked() -> None:
    body = "word " * 100 + "needle and needle " + "word " * 100 + "needle"
    snippet = snippet_around(body, _spans((500, 506, 0), (511, 517, 0), (len(body) - 6, len(body), 0)))
    assert snippet.text.startswith("… word")
    assert snippet.text.endswith("word …")
    assert [snippet.text[start:end] for start, end in snippet.marks] == ["needle", "needle"]


def test_a_snippet_does_not_contain_parts_of_a_comment() -> None:
    body = "Before. " * 20 + '<!-- vaultdesk:message {"model": "a long one"} -->\nThe needle, A --> B.'
    for word, expected in (("needle", ["needle"]), ("model", [])):
        start = body.index(word)
        snippet = snippet_around(body, _spans((start, start + len(word), 0)))
        assert snippet.text.endswith("The needle, A --> B.")
        assert "vaultdesk" not in snippet.text
        assert "model" not in snippet.text
        assert [snippet.text[start:end] for start, end in snippet.marks] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"Before. {'word ' * 30}[some words](https://e.org/{'a/' * 80}needle/{'b/' * 80}) end. " * 2, "some words ("),
        (f"See [{'word ' * 30}last](https://e.org/needle) end.", "word last (https://e.org/needle) end."),
        (f"See [[{'Folder ' * 12}needle{' deep' * 12}|some words]] end.", "some words ("),
        (f"See [{'word ' * 30}needle](https://e.org/x) end.", "word needle end."),
        (f"[{'word ' * 30}end] needle.", "end] needle."),
    ],
)
def test_a_snippet_that_would_start_inside_a_link_does_not_break_it(body: str, expected: str) -> None:
    start = body.index("needle")
    snippet = snippet_around(body, _spans((start, start + 6, 0)))
    assert expected in snippet.text
    assert "](" not in snippet.text
    ((first, end),) = snippet.marks
    assert snippet.text[first:end] == "needle"
    assert end < 110  # Visible in the two lines of a list item.


def test_a_snippet_contains_nothing_before_its_start() -> None:
    body = "Of another section.\nThe needle here."
    snippet = snippet_around(body, _spans((24, 30, 0)), 20)
    assert snippet.text == "The needle here."
    assert [snippet.text[start:end] for start, end in snippet.marks] == ["needle"]


def test_a_match_longer_than_a_snippet_is_truncated() -> None:
    body = "x" * 5_000
    snippet = snippet_around(body, _spans((0, 5_000, 0)))
    assert len(snippet.text) < 500
    assert snippet.marks


def test_the_best_start_has_most_different_words_close_together() -> None:
    spans = _spans((0, 3, 0), (10, 13, 0), (20, 23, 0), (1_000, 1_003, 0), (1_010, 1_013, 1))
    assert best_start(spans, [0] * 5) == 3


def test_among_equal_starts_the_one_with_more_matches_or_the_first_is_best() -> None:
    assert best_start(_spans((0, 3, 0), (900, 903, 0), (910, 913, 0)), [0] * 3) == 1
    assert best_start(_spans((0, 3, 0), (900, 903, 0)), [0] * 2) == 0


def _best_start_by_brute_force(spans: Sequence[WordSpan], sections: Sequence[int]) -> int:
    """Return the result of `best_start` by evaluating each start separately."""
    scores: list[tuple[int, int]] = []
    for index, first in enumerate(spans):
        reached = [later for later, section in zip(spans[index + 1 :], sections[index + 1 :], strict=True)
                   if section == sections[index] and later.end <= first.start + SNIPPET_AFTER]  # fmt: skip
        covered = [first, *reached]
        scores.append((len({span.term for span in covered}), min(len(covered), MAX_SNIPPET_MARKS)))
    return scores.index(max(scores))


@given(
    words=st.lists(
        st.tuples(st.integers(1, 90), st.integers(1, SNIPPET_AFTER + 9), st.integers(0, 3)), min_size=1, max_size=50
    ),
    dense=st.booleans(),
    ends=st.sets(st.integers(0, 3_000), max_size=5),
)
def test_the_best_start_equals_that_of_an_exhaustive_search(
    words: list[tuple[int, int, int]], dense: bool, ends: set[int]
) -> None:
    spans: list[WordSpan] = []
    position = 0
    for before, length, term in words:
        start = position + (before // 9 if dense else before)
        position = start + (1 + length // 40 if dense else length)
        spans.append(WordSpan(start, position, term))
    sections = [bisect_left(sorted(ends), span.start) for span in spans]
    assert best_start(spans, sections) == _best_start_by_brute_force(spans, sections)


@pytest.mark.parametrize("before", ["a < b and c > d, ", "<!-- hidden --> "])
def test_a_less_than_sign_alone_does_not_open_a_comment(before: str) -> None:
    body = f"{before}{'filler ' * 20}needle at last"
    start = body.index("needle")
    assert snippet_around(body, [WordSpan(start, start + 6, 0)]).text.startswith("… filler")


def test_words_in_different_sections_are_not_close_together() -> None:
    spans = _spans((0, 3, 0), (10, 13, 1), (900, 903, 0), (910, 913, 1))
    assert best_start(spans, [0, 1, 2, 2]) == 2


def test_a_word_longer_than_a_snippet_is_covered_alone() -> None:
    assert best_start(_spans((0, SNIPPET_AFTER + 50, 0), (SNIPPET_AFTER + 60, SNIPPET_AFTER + 63, 1)), [0, 0]) == 0


def test_the_opening_snippet_of_a_short_note_contains_all_of_it() -> None:
    assert opening_snippet("# Title\ntext").text == "Title text"
