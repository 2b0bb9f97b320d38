"""One pass over a note: every edge case of Obsidian's rules, and no text that costs more than its length."""

import gc
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vault.scanned_texts import DIGEST, digest
from vaultdesk.vault.markdown import Block, Heading, scan
from vaultdesk.vault.signs import WINDOW


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
def test_tags(text: str, tags: list[str]) -> None:
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
def test_links(text: str, links: list[str]) -> None:
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
def test_headings(text: str, headings: list[tuple[int, str, int]]) -> None:
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
def test_block_ids(text: str, ids: list[str]) -> None:
    assert [block.id for block in scan(text).blocks] == ids


def test_places_count_from_the_start_of_the_note() -> None:
    text = "---\na: 1\n---\nx [[A|b]] ![c](d.md) https://e.org\n\n# H\ny ^id\n\nS\n===\n"
    found = scan(text, 13)
    assert [text[link.start : link.end] for link in found.links] == ["[[A|b]]", "![c](d.md)", "https://e.org"]
    assert found.headings == (Heading(1, "H", 6, text.index("# H")), Heading(1, "S", 9, text.index("S\n")))
    assert found.blocks == (Block("id", 7, text.index("^id")),)


def test_windows_line_ends_move_no_place() -> None:
    text = "# A\r\n\r\n[[b]]\r\n"
    found = scan(text)
    assert (found.headings[0].text, found.headings[0].start) == ("A", 0)
    assert text[found.links[0].start : found.links[0].end] == "[[b]]"


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


@pytest.mark.timeout(20)
@pytest.mark.parametrize("bait", BAIT)
def test_bait_takes_no_time(bait: str) -> None:
    text = bait * (400_000 // len(bait)) + "]] \n\n%%"
    started = time.process_time()
    scan(text)
    # Under half a second where time grows with length; where it grows with the square, the fastest search takes ten.
    assert time.process_time() - started < 2


@pytest.mark.timeout(20)
def test_runs_of_backticks_of_every_length_take_no_time() -> None:
    text = " ".join("`" * length for length in range(1, 1400))
    started = time.process_time()
    scan(text)
    assert time.process_time() - started < 2


@given(st.text(alphabet="[]()#`~$%<>!-=^|\\ \n\tab1:/\"'", max_size=80))
def test_every_text_is_scanned_and_every_place_is_in_it(text: str) -> None:
    found = scan(text)
    for link in found.links:
        assert 0 <= link.start < link.end <= len(text)
    assert all(text[heading.start : heading.start + 1] != "\n" for heading in found.headings)
    assert all(text[block.start] == "^" for block in found.blocks)
    assert all(tag in text and not tag.isdigit() for tag in found.tags)
    assert [text[start : start + 1 + len(tag)] for start, tag in zip(found.tag_starts, found.tags, strict=True)] == [
        f"#{tag}" for tag in found.tags
    ]


@given(st.text(alphabet="[]()#`~$%<!-=^ \nab", max_size=60))
def test_what_stands_before_a_blank_line_and_a_fence_changes_nothing_inside(text: str) -> None:
    fenced = f"~~~~~~~~~~~~~\n{text}\n~~~~~~~~~~~~~\n"
    if "~" * 13 not in text:
        found = scan(fenced)
        assert (found.links, found.tags, found.blocks) == ((), (), ())


def test_three_thousand_made_texts_say_what_they_always_said() -> None:
    assert digest() == DIGEST


@pytest.mark.parametrize(
    "sign", ["[[a]]", "%% #x %%", "`[[x]]`", "https://x.org", "\n\n# H\n", "\n~~~\n[[x]]\n~~~\n", " #tag "]
)
@pytest.mark.parametrize("before", range(-12, 3))
def test_what_stands_across_two_windows_is_found_as_anywhere(sign: str, before: int) -> None:
    far, near = (scan("." * (length - 1) + "\n" + sign + " [[end]]") for length in (WINDOW + before, 5))
    assert [link.target for link in far.links] == [link.target for link in near.links]
    assert (far.tags, [one.text for one in far.headings]) == (near.tags, [one.text for one in near.headings])


def test_a_scan_leaves_nothing_that_holds_itself() -> None:
    gc.collect()
    gc.disable()
    try:
        for _ in range(50):
            scan("# H\n[[a]] #b `c` %%d%%\n")
        assert gc.collect() == 0
    finally:
        gc.enable()
