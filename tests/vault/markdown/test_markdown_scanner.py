"""Tests of vault/markdown/markdown_scanner.py."""

import gc
import re
from collections.abc import Sequence
from math import isqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.support.campaigns import campaign_count
from tests.support.growth import check_linear, repeated
from tests.vault.scanned_texts import DIGEST, digest
from vaultdesk.vault.markdown.markdown_scanner import (
    COMMENT_PLACEHOLDER,
    INLINE_TAG,
    LINE_MARKER,
    SCAN_WINDOW,
    SYNTAX_MARKERS,
    BlockId,
    Comment,
    Heading,
    LineCounter,
    Lookahead,
    MarkerPositions,
    comments_in,
    scan,
    without_comments,
    without_indented_code,
)


@pytest.mark.parametrize(
    "text", ["<b>", "</b>", "<br/>", "<br />", '<a name="x">', "<SPAN class=y>", "<strong>", "<sup>", "</button>"]
)
def test_inline_html_tag_matches(text: str) -> None:
    assert INLINE_TAG.fullmatch(text)


@pytest.mark.parametrize(
    "text", ["<bx>", "<b", "< b>", "<b\n>", "<img src=x>", "<script>", "<a<b>", "<int>", "<!-- b -->", "<a/b>", "b>"]
)
def test_other_text_is_no_inline_html_tag(text: str) -> None:
    assert not INLINE_TAG.match(text)


# Line numbers and indented code.


def test_line_numbers_are_found_forwards_and_backwards() -> None:
    lines = LineCounter("a\nb\nc\n", 1)
    assert [lines.line_at(offset) for offset in (0, 1, 2, 4, 2, 6)] == [1, 1, 2, 3, 2, 4]


def test_only_indented_code_is_blanked() -> None:
    text = "a\n\n    code\n\n\tmore\nb\n    lazy\n\n- item\n\n    of the item\n\nc\n\n    code"
    blanked = without_indented_code(text)
    assert len(blanked) == len(text)
    assert [line for line in blanked.split("\n") if line.strip()] == [
        "a",
        "b",
        "    lazy",
        "- item",
        "    of the item",
        "c",
    ]
    assert without_indented_code("a\n\n  b") == "a\n\n  b"


@pytest.mark.parametrize(
    ("item", "continuation", "is_code"),
    [
        ("- item", "  text", False),
        ("- item", "   text", False),
        ("1. item", "   text", False),
        ("1. item", "  text", True),
        ("-   item", "  text", True),
        ("- item", " text", True),
        ("- item", "text", True),
        ("-\titem", "text", True),
        ("[^1]: note", "text", True),
    ],
)
def test_a_continuation_paragraph_of_a_list_item_keeps_the_following_text_in_the_list(
    item: str, continuation: str, is_code: bool
) -> None:
    blanked = without_indented_code(f"{item}\n\n{continuation}\n\n    deeper")
    assert ("deeper" not in blanked) is is_code


# Marker positions: all of them, in order, for every window size.

TEXTS = st.lists(
    st.sampled_from([*SYNTAX_MARKERS, "%", ":", "\n---", "\n===", "\n  - ~~~", "\n", " ", "é", "😀", "a"]), max_size=30
).map("".join)


def _positions_by_regex(text: str) -> list[int]:
    pattern = "|".join(f"(?={re.escape(marker)})" for marker in SYNTAX_MARKERS)
    positions = {match.start() for match in re.finditer(pattern, text)}
    return sorted(positions | {match.start() for match in LINE_MARKER.finditer(text)})


@given(TEXTS, st.integers(1, 9))
def test_every_marker_is_found_once_for_every_window_size(text: str, window: int) -> None:
    markers = MarkerPositions(text)
    match = [offset for lower in range(0, len(text), window) for offset in markers.between(lower, lower + window)]
    assert match == _positions_by_regex(text)


def test_a_window_may_begin_within_the_previous_one() -> None:
    markers = MarkerPositions("a#\n---\nb#\n---\nc#")
    assert markers.between(0, 3) == [1, 2]
    assert markers.between(11, 16) == [15]


# Lookahead: end positions, for increasing offsets.


def test_line_ends_and_closing_markers_are_found() -> None:
    text = "ab]]\ncd\n]]"
    ahead = Lookahead(text)
    assert [ahead.line_end(offset) for offset in (0, 3, 4, 5, 8)] == [4, 4, 4, 7, 10]
    assert ahead.closing("]]", 0, 4) == 2
    assert ahead.closing("]]", 5, 7) == -1
    assert ahead.closing("]]", 6, 7) == -1
    assert ahead.closing("]]", 8, 10) == 8


def test_blocks_end_at_blank_lines_items_headings_fences_and_table_cells() -> None:
    for text in ("ab\n\nc", "ab\n- c", "ab\n1. c", "ab\n# c", "ab\n```", "ab\n| c", "> ab\n>\n> c"):
        ahead = Lookahead(text)
        assert ahead.enters_block(0)
        assert not ahead.enters_block(text.index("b"))
        assert ahead.enters_block(len(text) - 1)


def test_inline_code_ends_at_the_next_run_of_the_same_length_in_its_block() -> None:
    ahead = Lookahead("`a``b` ``\n\n`")
    assert ahead.enters_block(0)
    assert ahead.code_end(0, 1) == 6
    assert ahead.code_end(7, 2) == 0
    ahead.enters_block(11)
    assert ahead.code_end(11, 1) == 0


def test_a_fence_is_closed_by_a_run_of_the_same_character_of_sufficient_length() -> None:
    text = "\n```` py\n```\n~~~~\n`````\nx"
    ahead = Lookahead(text)
    assert ahead.is_fence(1, 5)
    assert text[ahead.fence_end(1, "`", 4) :] == "\nx"
    assert not Lookahead("\n```a`").is_fence(1, 4)
    assert not Lookahead("\nx ```").is_fence(3, 6)


# A scan of a complete note: edge cases of Obsidian's rules, and linear time for every text.


def targets(text: str) -> list[str]:
    return [
        ("!" if link.embed else "")
        + link.target
        + (f"#{link.subpath}" if link.subpath else "")
        + (f"|{link.display}" if link.display else "")
        for link in scan(text).links
    ]


TAGS: list[tuple[str, list[str]]] = [
    ("#tag", ["tag"]),
    ("a #tag b", ["tag"]),
    ("#a/b/c", ["a/b/c"]),
    ("#Tag_1-x", ["Tag_1-x"]),
    ("#日本語 #été #☕ #👍🏽", ["日本語", "été", "☕", "👍🏽"]),
    ("#1984", []),
    ("#y1984 #19a", ["y1984", "19a"]),
    ("#2024/01", ["2024/01"]),
    ("#", []),
    ("# #", []),
    ("#tag.", ["tag"]),
    ("#tag, #b; (#c) x#d", ["tag", "b"]),
    ("##tag", []),
    ("\\#tag", []),
    ("#a#b", ["a"]),
    ("#tag/", ["tag"]),
    ("#/", []),
    ("`#code` #a", ["a"]),
    ("``#co`de`` #a", ["a"]),
    ("```\n#code\n```\n#a", ["a"]),
    ("~~~\n#code\n~~~\n#a", ["a"]),
    ("%%#x%% #a", ["a"]),
    ("%%\n#x\n%%\n#a", ["a"]),
    ("<!-- #x --> #a", ["a"]),
    ("https://x.org/#frag #a", ["a"]),
    ('<span style="color: #fff">#a</span> #b', ["b"]),
    ("[[Note #x]] #a", ["a"]),
    ("[t #x](u) #a", ["x", "a"]),
    ("$x #y$ #a", ["a"]),
    ("$$\n#x\n$$\n#a", ["a"]),
    ("costs $5 #a and $6 #b", ["a", "b"]),
    ("> #quoted", ["quoted"]),
    ("- #item\n\t- #sub", ["item", "sub"]),
    ("# Heading #tag", ["tag"]),
    ("text\n\n    #indented code\n\n#a", ["a"]),
    ("- x\n\n    #still in the list", ["still"]),
    ("tab\t#a", ["a"]),
    ("#tag\u200bx", ["tag"]),
    ("|#a|\n| #b |", ["b"]),
    ("**#a** #b", ["b"]),
    ("#a\n#b", ["a", "b"]),
    ("<div>\n#x\n</div>\n\n#a", ["a"]),
]


@pytest.mark.parametrize(("text", "tags"), TAGS)
def test_tags_are_found(text: str, tags: list[str]) -> None:
    assert list(scan(text).tags) == tags


LINKS: list[tuple[str, list[str]]] = [
    ("[[Note]]", ["Note"]),
    ("[[Note|shown]] x", ["Note|shown"]),
    ("[[F/N#H1#H2|s]]", ["F/N#H1#H2|s"]),
    ("[[#H]] [[#^b]]", ["#H", "#^b"]),
    ("![[img.png|100]]", ["!img.png|100"]),
    ("![[Note#^id]]", ["!Note#^id"]),
    ("[[a]][[b]]", ["a", "b"]),
    ("[[a]]s", ["a"]),
    ("\\[[x]]", []),
    ("!\\[[x]]", []),
    ("\\![[x]]", ["x"]),
    ("[[]]", []),
    ("[[ ]]", []),
    ("[[a\nb]]", []),
    ("[[a", []),
    ("[[a]", []),
    ("[a]]", []),
    ("[[[x]]]", ["x"]),
    ("[[a [[b]]", ["b"]),
    ("| [[a\\|s]] | [[b]] |", ["a|s", "b"]),
    ("[[N|see [1]]]", ["N|see [1]"]),
    ("[t](a.md)", ["a.md|t"]),
    ("[t](a%20b.md#h)", ["a b.md#h|t"]),
    ("[t](<a b.md>)", ["a b.md|t"]),
    ('[t](a.md "title")', ["a.md|t"]),
    ("![alt](i.png)", ["!i.png|alt"]),
    ("[![alt](i.png)](a.md)", ["!i.png|alt", "a.md|![alt](i.png)"]),
    ("[a [b] c](d.md)", ["d.md|a [b] c"]),
    ("[t] (a.md)", []),
    ("[t](a b.md)", []),
    ("\\[t](a.md)", []),
    ("[t\\](a.md)", []),
    ("[](a.md)", ["a.md"]),
    ("[t]()", []),
    ("[x\n\n](a.md)", []),
    ("[x\ny](a.md)", ["a.md|x\ny"]),
    ("[t](a_(b).md)", ["a_(b).md|t"]),
    ("[^1] [^1]: note", []),
    ("- [ ] [t](a.md)", ["a.md|t"]),
    ("`[[x]]` [[a]]", ["a"]),
    ("`` [[x]] ` [[y]] `` [[a]]", ["a"]),
    ("`open [[a]]", ["a"]),
    ("- it`s [[a]]\n- that`s [[b]]", ["a", "b"]),
    ("`two\nlines [[x]]` [[a]]", ["a"]),
    ("`one\n\n[[a]]`", ["a"]),
    ("\\`[[a]]\\`", ["a"]),
    ("```\n[[x]]\n```\n[[a]]", ["a"]),
    ("````\n```\n[[x]]\n```\n````\n[[a]]", ["a"]),
    ("```\n[[x]]", []),
    ("~~~ py\n[[x]]\n~~~\n[[a]]", ["a"]),
    ("```x```[[a]]", ["a"]),
    ("   ```\n[[x]]\n   ```\n[[a]]", ["a"]),
    ("> ```\n> [[x]]\n> ```\n[[a]]", ["a"]),
    ("> ```\n> [[x]]\n\n[[a]]", ["a"]),
    ("- ```\n  [[x]]\n  ```\n- [[a]]", ["a"]),
    ("1. ```\n   [[x]]\n   ```\n[[a]]", ["a"]),
    ("- ```\n\t[[x]]\n\n[[a]]", ["a"]),
    ("```\n[[x]]\n~~~\n[[y]]\n```\n[[a]]", ["a"]),
    ("~~~~\n[[x]]\n~~~\n[[y]]\n~~~~~\n[[a]]", ["a"]),
    ("~~struck [[a]]~~", ["a"]),
    ("- ~~~\n  [[x]]\n  ~~~\n[[a]]", ["a"]),
    ("%%[[x]]%% [[a]]", ["a"]),
    ("%%\n[[x]]\n\n[[y]]\n%%\n[[a]]", ["a"]),
    ("100%% [[a]]", ["a"]),
    ("%%\n[[x]]", []),
    ("<!-- [[x]] --> [[a]]", ["a"]),
    ("a <!-- [[a]]", ["a"]),
    ("<!--\n[[x]]", []),
    ('<a href="[[x]]">[[a]]</a>', ["a"]),
    ("x <y and [[a]] > z", ["a"]),
    ("<div>[[x]]\n[[y]]\n</div>\n\n[[a]]", ["a"]),
    ("<script>\n\n[[x]]\n</script>\n[[a]]", ["a"]),
    ("text <b>[[a]]</b>", ["a"]),
    ("1 < 2 [[a]]", ["a"]),
    ("$[[x]]$ [[a]]", ["a"]),
    ("$$[[x]]\n$$ [[a]]", ["a"]),
    ("- $$\n\n  [[x]]\n  $$ [[a]]", ["a"]),
    ("a $$[[x]]\n[[y]]$$ b", []),
    ("a $$ b\n\n[[a]]\n\n$$\n[[x]]\n$$\n[[b]]", ["a", "b"]),
    ("[a $$ b\n\nc](x.md) [[a]]", ["a"]),
    ("$ [[a]] $", ["a"]),
    ("\\$[[a]]$", ["a"]),
    ("$5 [[a]] $6", ["a"]),
    ("US$ [[a]]", ["a"]),
    ("https://x.org/a_(b)?q#f, and", ["https://x.org/a_(b)?q#f"]),
    ("(http://x.org/a)", ["http://x.org/a"]),
    ("<https://x.org/[[y]]>", ["https://x.org/[[y]]"]),
    ("[t](https://x.org/#a)", ["https://x.org/#a|t"]),
    ("foo://bar [[a]]", ["a"]),
    ("xhttp://y.z", []),
    ("**http://x.org**", ["http://x.org"]),
    ("text\n\n    [[x]]\n\n[[a]]", ["a"]),
    ("text\n    [[a]]", ["a"]),
    ("- i\n\n    [[a]]", ["a"]),
    ("\n\t[[x]]\n\n\t[[y]]\na [[a]]", ["a"]),
    ("[^1]: note\n\n    [[a]]", ["a"]),
    ("> [!note]- [[a]]\n> [[b]]", ["a", "b"]),
    ("key:: [[a]] (k:: [[b]])", ["a", "b"]),
    ("==[[a]]== *[[b]]*", ["a", "b"]),
    ("[[a]]\r\n[[b]]\r\n", ["a", "b"]),
    ("[[日本/メモ#見出し]]", ["日本/メモ#見出し"]),
    ("[a](b)[[c]](d)", ["b|a", "c"]),
    ("[[a`b]] `[[x]]`", ["a`b"]),
]


@pytest.mark.parametrize(("text", "links"), LINKS)
def test_links_are_found(text: str, links: list[str]) -> None:
    assert targets(text) == links


HEADINGS: list[tuple[str, list[tuple[int, str, int]]]] = [
    ("# One\n## Two ##\n###### Six", [(1, "One", 1), (2, "Two", 2), (6, "Six", 3)]),
    ("####### seven", []),
    ("#no", []),
    ("#\n##", [(1, "", 1), (2, "", 2)]),
    ("   # in", [(1, "in", 1)]),
    ("x # no", []),
    ("# C#", [(1, "C#", 1)]),
    ("# a \\#", [(1, "a \\#", 1)]),
    ("#\ttab", [(1, "tab", 1)]),
    ("```\n# no\n```\n# a", [(1, "a", 4)]),
    ("%%\n# no\n%%\n# a", [(1, "a", 4)]),
    ("<!--\n# no\n-->\n# a", [(1, "a", 4)]),
    ("> # quoted", []),
    ("# [[Link|x]] #tag", [(1, "[[Link|x]] #tag", 1)]),
    ("Title\n===\ntext", [(1, "Title", 1)]),
    ("Title\n---\n", [(2, "Title", 1)]),
    ("two\nlines\n---", [(2, "two lines", 1)]),
    ("\n---\n", []),
    ("text\n\n---", []),
    ("- item\n---", []),
    ("- item\n  more\n---", []),
    ("> q\n---", []),
    ("| a |\n---", []),
    ("# a\n---", [(1, "a", 1)]),
    ("---\n---", []),
    ("a\n---\nb\n===", [(2, "a", 1), (1, "b", 3)]),
    ("```\na\n```\n---", []),
    ("a\n--- x", []),
    ("a\n===  \nb\n---", [(1, "a", 1), (2, "b", 3)]),
    ("a\n=\nb\n=", [(1, "a", 1), (1, "b", 3)]),
    ("***\na\n---", [(2, "a", 2)]),
    ("\ufeff# x", []),
]


@pytest.mark.parametrize(("text", "headings"), HEADINGS)
def test_headings_are_found(text: str, headings: list[tuple[int, str, int]]) -> None:
    assert [(heading.level, heading.text, heading.line) for heading in scan(text).headings] == headings


BLOCKS: list[tuple[str, list[str]]] = [
    ("text ^id-1", ["id-1"]),
    ("text ^a b", []),
    ("text^a", []),
    ("- item ^x\n- other ^y ", ["x", "y"]),
    ("> quote\n\n^q\n\ntext", ["q"]),
    ("^2", ["2"]),
    ("`x ^no`", []),
    ("```\nx ^no\n```", []),
    ("x ^a_b", []),
    ("# H ^h", ["h"]),
    ("[[#^x]]", []),
    ("$x ^2$", []),
]


@pytest.mark.parametrize(("text", "ids"), BLOCKS)
def test_block_ids_are_found(text: str, ids: list[str]) -> None:
    assert [block.id for block in scan(text).blocks] == ids


def test_offsets_count_from_the_start_of_the_note() -> None:
    text = "---\na: 1\n---\nx [[A|b]] ![c](d.md) https://e.org\n\n# H\ny ^id\n\nS\n===\n"
    match = scan(text, 13)
    assert [text[link.start : link.end] for link in match.links] == ["[[A|b]]", "![c](d.md)", "https://e.org"]
    assert match.headings == (Heading(1, "H", 6, text.index("# H")), Heading(1, "S", 9, text.index("S\n")))
    assert match.blocks == (BlockId("id", 7, text.index("^id")),)


def test_windows_line_endings_are_counted_in_offsets() -> None:
    text = "# A\r\n\r\n[[b]]\r\n"
    match = scan(text)
    assert (match.headings[0].text, match.headings[0].start) == ("A", 0)
    assert text[match.links[0].start : match.links[0].end] == "[[b]]"


BAIT = [
    "[",
    "[[",
    "[[a",
    "[[a\n",
    "]",
    "]]",
    "](",
    "](a",
    "](<",
    '](a "',
    "](a (",
    "[a](",
    "![",
    "[[a|",
    "[[a]",
    "#",
    "#a",
    "# ",
    "\n#",
    "\n# a #",
    "`",
    "``` ",
    "`a``b",
    "\n```\n",
    "\n> ```\n",
    "\n> ```",
    "\n~~~",
    "~~~\n",
    "%%",
    "%% ",
    "\n%%",
    "$",
    "$$",
    "$a",
    "$ ",
    "<",
    "<!--",
    "\n<!--",
    "<a ",
    '<a b="',
    "<a b='",
    "</",
    "<div",
    "\n<div>\n",
    "<script>",
    "\n<pre",
    "://",
    "http://",
    "http://a ",
    "a://",
    "^",
    " ^a",
    " ^a\n",
    "\\",
    "\\[",
    "\n=",
    "\na\n=",
    "\na\n---",
    "\n- ",
    "\n\n    a",
    "\n    ",
    ">",
    "\n>",
    "\n> > ",
    " ",
    "\t",
    "\n",
    "((",
    "(a",
    "**",
    "|",
    "\n|",
    "1. ",
    "\n1. ```",
    "-",
    "\n-",
    "\n--- ",
    "=",
    "\u200d",
    "#\u200d",
    "\r\n",
    "\n\n\t[[x]]",
    "[[x]](",
    "a\n",
    "a \n==",
    "(\\",
    "](\\a",
    "](((",
    "[^",
    "\n[^1]: ",
]


BAIT_LENGTH = campaign_count(400_000, 40_000)


@pytest.mark.parametrize("bait", BAIT)
def test_every_repeated_marker_is_scanned_in_linear_time(bait: str) -> None:
    check_linear(scan, repeated(bait, after="]] \n\n%%"), BAIT_LENGTH)


def test_runs_of_backticks_of_every_length_are_scanned_in_linear_time() -> None:
    check_linear(scan, lambda size: " ".join("`" * length for length in range(1, isqrt(2 * size))), 1_000_000)


@given(st.text(alphabet="[]()#`~$%<>!-=^|\\ \n\tab1:/\"'", max_size=80))
def test_every_text_is_scanned_and_all_offsets_lie_within_it(text: str) -> None:
    match = scan(text)
    for link in match.links:
        assert 0 <= link.start < link.end <= len(text)
    assert all(text[heading.start : heading.start + 1] != "\n" for heading in match.headings)
    assert all(text[block.start] == "^" for block in match.blocks)
    assert all(tag in text and not tag.isdigit() for tag in match.tags)
    assert [text[start : start + 1 + len(tag)] for start, tag in zip(match.tag_starts, match.tags, strict=True)] == [
        f"#{tag}" for tag in match.tags
    ]


@given(st.text(alphabet="[]()#`~$%<!-=^ \nab", max_size=60))
def test_nothing_is_found_within_a_fence(text: str) -> None:
    fenced = f"~~~~~~~~~~~~~\n{text}\n~~~~~~~~~~~~~\n"
    if "~" * 13 not in text:
        match = scan(fenced)
        assert (match.links, match.tags, match.blocks) == ((), (), ())


def test_generated_texts_have_the_recorded_scan_results() -> None:
    assert digest() == DIGEST


@pytest.mark.parametrize(
    "marker", ["[[a]]", "%% #x %%", "`[[x]]`", "https://x.org", "\n\n# H\n", "\n~~~\n[[x]]\n~~~\n", " #tag "]
)
@pytest.mark.parametrize("before", range(-12, 3))
def test_elements_across_two_scan_windows_are_found(marker: str, before: int) -> None:
    far, near = (scan("." * (length - 1) + "\n" + marker + " [[end]]") for length in (SCAN_WINDOW + before, 5))
    assert [link.target for link in far.links] == [link.target for link in near.links]
    assert (far.tags, [heading.text for heading in far.headings]) == (
        near.tags,
        [heading.text for heading in near.headings],
    )


def test_a_scan_leaves_no_reference_cycles() -> None:
    gc.collect()
    gc.disable()
    try:
        for _ in range(50):
            scan("# H\n[[a]] #b `c` %%d%%\n")
        assert gc.collect() == 0
    finally:
        gc.enable()


# Comments: found where Obsidian hides them, never in code, in linear time.


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no mark", "no mark"),
        ("a %%b%% c", f"a {COMMENT_PLACEHOLDER} c"),
        ("%%a%% b %%c%%", f"{COMMENT_PLACEHOLDER} b {COMMENT_PLACEHOLDER}"),
        ("%%\nsecret\n%%\nafter", f"{COMMENT_PLACEHOLDER}\n\n\nafter"),
        ("x\n%% never ends\nat all", f"x\n{COMMENT_PLACEHOLDER}\n"),
        ("100%% sure", "100%% sure"),
        ("`%%x%%` %%y%%", f"`%%x%%` {COMMENT_PLACEHOLDER}"),
        ("``a ` %%x%%`` %%y%%", f"``a ` %%x%%`` {COMMENT_PLACEHOLDER}"),
        ("```\n%%x%%\n```\n%%y%%", f"```\n%%x%%\n```\n{COMMENT_PLACEHOLDER}"),
        ("~~~\n%%x%%\n~~~\n%%y%%", f"~~~\n%%x%%\n~~~\n{COMMENT_PLACEHOLDER}"),
        ("a\n\n    %%code%%\n\n%%z%%", f"a\n\n    %%code%%\n\n{COMMENT_PLACEHOLDER}"),
        ("> quoted %%a\n> b%% c", f"> quoted {COMMENT_PLACEHOLDER}\n c"),
        ("---\na: '%%x%%'\n---\n%%y%% z", f"---\na: '%%x%%'\n---\n{COMMENT_PLACEHOLDER} z"),
        ("%%%% empty", "%%%% empty"),
        ("a\r\n%%b\r\nc%% d", f"a\r\n{COMMENT_PLACEHOLDER}\n d"),
    ],
)
def test_comments_are_removed_and_line_numbers_stay(text: str, shown: str) -> None:
    assert without_comments(text) == shown
    assert without_comments(text).count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "see http://x.example/a%%b and %%SECRET%% z",
        "[[a%%b]] and %%SECRET%% z",
        "$a %% b$ and %%SECRET%% z",
        '<a title="%%">b</a> and %%SECRET%% z',
        "[t](a%%b.md) and %%SECRET%% z",
    ],
)
def test_a_comment_marker_within_other_syntax_does_not_reveal_a_later_comment(text: str) -> None:
    assert "SECRET" not in without_comments(text)
    naive = "".join(text.split("%%")[::2])
    assert "SECRET" in naive, "splitting at every marker is off by one"


def test_removing_comments_is_idempotent() -> None:
    text = "a %%b%% c\n%%\nd\n%%\n"
    assert without_comments(without_comments(text)) == without_comments(text)


def test_comments_have_their_offsets() -> None:
    text = "ab %%c%% d"
    assert comments_in(text) == (Comment(3, 8),)
    assert text[3:8] == "%%c%%"
    assert comments_in("---\nx: 1\n---\n%%c%%", 13) == (Comment(13, 18),)


@pytest.mark.parametrize(
    "bait",
    [
        "%%",
        "%",
        "`%%",
        "[%%",
        "%%\n",
        "http://%%",
        "$%%",
        "<!--%%",
        "~~~\n%%",
        "> %%\n",
        "\\%%",
        "%%`",
        "[[%%]]",
        "- ```\n%%",
        "  ```\n%%",
        "- a\n  ```\n%%\n",
        "    %%\n",
        "- ",
        "> ",
        ">",
        "- >",
        "- - %%\n",
        "[^1]: ```\n%%\n",
        "> - ~~~\n> %%\n",
        "-\n\n    %%",
        "1. \t",
        "\t```\n %%",
    ],
)
def test_every_repeated_comment_marker_is_handled_in_linear_time(bait: str) -> None:
    check_linear(without_comments, repeated(bait), BAIT_LENGTH)


@pytest.mark.parametrize("marks", ["- ", "> ", "- > ", "1. - "])
def test_comments_below_deeply_nested_containers_are_found_in_linear_time(marks: str) -> None:
    def lines_below_containers(size: int) -> str:
        return marks * (size // 8) + "\n\n%%" * (size // 8) + "```"

    check_linear(without_comments, lines_below_containers, BAIT_LENGTH)


# Code ends with the list item, quote or footnote that it is part of: text below it is not code.

FENCES_THAT_END_WITH_THEIR_CONTAINER = [
    "- item\n  ```\n  code\ntext\n",
    "* item\n\n  ~~~ py\n  code\n\ntext\n",
    "1. item\n   ```\n   code\ntext\n",
    "10) item\n    ````\n    ```\ntext\n",
    "1. item\n   ```\n   code\n  text\n",
    "1. item\n  ```\n  code\ntext\n",
    "-\titem\n\t```\n\tcode\ntext\n",
    "- item\n\t```\n\tcode\ntext\n",
    "- a\n  - b\n    ```\n    code\n  text\n",
    "- a\n\t- b\n\t\t```\n\t\tcode\n\ttext\n",
    "1. a\n   - b\n     ~~~\n     code\n\n   text\n",
    "- a\n  ```\n  code\n- b\n",
    "- - ```\n    code\n  text\n",
    "1. ```\n   code\n  text\n",
    "- item\nlazy line\n  ```\n  code\ntext\n",
    "- item\n  ```\n  code\ntext\n```\ncode\n```\n",
    "- item\n  ~~~\n  code\ntext\n~~~\ncode\n~~~\n",
    "- [ ] task\n  ```\n  code\ntext\n",
    "> ```\n> code\ntext\n",
    "> > ```\n> > code\n> text\n",
    "> - item\n>   ```\n>   code\n> text\n",
    "> - ```\n>   code\n>\n> text\n",
    "- > ```\n  > code\n> text\n",
    "> [!note] Title\n> ```\n> code\ntext\n",
    "> [!note]\n> - item\n>   ~~~\n>   code\n> text\n",
    "[^1]: note\n    ```\n    code\ntext\n",
    "[^1]: note\n  ```\n  code\ntext\n",
    "[^1]: ```\n    code\n    ```\ntext\n",
    "[^1]: ~~~\n    code\n    ~~~\n\n    text\n",
    "%%\n```\n%%\n- item\n  ```\n  code\ntext\n",
]


@pytest.mark.parametrize("above", FENCES_THAT_END_WITH_THEIR_CONTAINER)
@pytest.mark.parametrize("lead", ["", "intro\n\n", "---\na: b\n---\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_comment_below_a_container_of_unclosed_code_is_removed(above: str, lead: str, newline: str) -> None:
    text = f"{lead}{above}%%SECRET%% end".replace("\n", newline)
    assert "SECRET" not in without_comments(text)
    on_the_line = f"{lead}{above.rstrip()} %%SECRET%% end".replace("\n", newline)
    assert "SECRET" not in without_comments(on_the_line) or above.rstrip().endswith(("```", "~~~"))


@pytest.mark.parametrize(
    "above",
    [
        "~~~\n    ~~~\ncode\n~~~\n",  # Indented as code, the second fence does not close the first.
        "text\n    ```\n",  # A line of the paragraph.
        "- item\n      ```\n",
        "1. a\n   - b\n\n   text\n\n    ",  # Two lines of the item.
        "-\n  text\n\n    ",
        "$$\nx\n",
        "- $$\n  x\n\n",
        "$$\n```\n$$\n- item\n  ```\n  code\ntext\n",
    ],
)
def test_a_comment_below_text_that_only_looks_like_code_is_removed(above: str) -> None:
    assert "SECRET" not in without_comments(f"{above}%%SECRET%% end")


@pytest.mark.parametrize(
    "text",
    [
        "```\ncode %%x%%\n```\ntext",
        "```\ncode %%x%%\n\n%%y%%",
        "- item\n\n```\ncode %%x%%\n\n- %%y%%\n> %%z%%",
        "  ```\ncode %%x%%\n  ```\ntext",
        "- item\n  ```\n  %%x%%\n\n  %%y%%\n  ```\ntext",
        "- item\n  ```\n  %%x%%\n  - %%y%%\n      %%z%%",
        "1. a\n   - b\n     ~~~\n     %%x%%\n     ~~~\n",
        "- item\n\t```\n\t%%x%%\n\t```\ntext",
        "> ```\n> %%x%%\n>\n> > %%y%%\n> ```\ntext",
        "> [!note]\n> ```\n> %%x%%\n> ```\n",
        "[^1]: note\n    ```\n    %%x%%\n    ```\n",
        "- a\n\n```\n- %%x%%\n```\n",
    ],
)
def test_comments_in_code_of_a_container_are_text(text: str) -> None:
    assert comments_in(text) == ()


def nested_text(random: Random, *, closed: bool, depth: int = 0, quotes: bool = True) -> list[str]:
    """Return the lines of blocks with blank lines between them: paragraphs with comments "secret", fenced code with
    comments "code", list items, and, if *quotes*, quotes.

    If not *closed*, code at the end of a container lacks its closing line. If *closed*, items contain no quotes: a
    fence whose line begins with both marks in this order is not code by every reading.
    """
    lines: list[str] = []
    count = random.randint(1, 3)
    for number in range(count):
        containers = ("quote", "item", "item") if quotes else ("item", "item")
        kind = random.choice(("text", "code", *(containers if depth < 3 else ())))
        if kind == "text":
            block = ["text %%secret%% text"]
        elif kind == "code":
            fence = random.choice(("```", "~~~", "````"))
            block = [fence, "code %%code%%", "", "- %%code%%", fence]
            if not closed and depth and number == count - 1:
                block.pop()
        else:
            inner = nested_text(
                random, closed=closed, depth=depth + 1, quotes=quotes and not (closed and kind == "item")
            )
            first, following = ("> ", "> ") if kind == "quote" else random.choice((("- ", "  "), ("1. ", "   ")))
            block = [(following if index else first) + line for index, line in enumerate(inner)]
        lines += ["", *(line.rstrip() for line in block)] if lines else block
    return lines


def test_comments_of_nested_closed_code_are_text_and_all_others_are_removed() -> None:
    for seed in range(campaign_count(3_000, 300)):
        text = "\n".join(nested_text(Random(seed), closed=True))
        assert without_comments(text) == text.replace("%%secret%%", COMMENT_PLACEHOLDER), seed


def test_comments_below_nested_unclosed_code_are_removed() -> None:
    for seed in range(campaign_count(3_000, 300)):
        text = "\n".join([*nested_text(Random(seed), closed=False), "", "text %%secret%%"])
        assert "%%secret%%" not in without_comments(text), seed


def random_lines(random: Random) -> list[str]:
    """Return lines with markers of containers and code, most of them with a comment that is numbered."""

    def pick(choices: Sequence[str]) -> str:
        return random.choice(choices)

    return [
        pick(("", "", "", "> ", "> > "))
        + pick(("", "", "  ", "   ", "    ", "      ", "\t"))
        + "".join(pick(("- ", "1. ", "2) ", "-\t")) for _ in range(random.choice((0, 0, 1, 1, 2))))
        + pick(("```", "~~~", "```py", "", "# heading", "***", *[f"%%{number}%%"] * 5))
        for number in range(random.randint(3, 9))
    ]


def test_a_comment_is_removed_where_a_commonmark_parser_finds_no_code() -> None:
    parser = MarkdownIt("commonmark").disable(["html_block", "reference"])
    removed = 0
    for seed in range(campaign_count(5_000, 500)):
        lines = random_lines(Random(seed))
        code = [
            range(*token.map)
            for token in parser.parse("\n".join(lines))
            if token.type in {"fence", "code_block"}
            if token.map
        ]
        shown = without_comments("\n".join(lines)).split("\n")
        for number, line in enumerate(lines):
            if line.endswith("%%") and not any(number in block for block in code):
                assert shown[number].endswith(COMMENT_PLACEHOLDER), (seed, number)
                removed += 1
    assert removed > 500
