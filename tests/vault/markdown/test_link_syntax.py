"""Tests of vault/markdown/link_syntax.py."""

import pytest

from vaultdesk.vault.markdown.link_syntax import (
    Link,
    Splice,
    apply_splices,
    parse_destination,
    parse_markdown_link,
    parse_wikilink,
    retarget_link,
    retarget_wikilink,
)
from vaultdesk.vault.markdown.markdown_scanner import scan

# Parsing of a single link.


def wiki(inner: str) -> tuple[str, str, str] | None:
    link = parse_wikilink(inner, embed=False, start=0, end=0)
    return (link.target, link.subpath, link.display) if link else None


@pytest.mark.parametrize(
    ("inner", "parts"),
    [
        ("Note", ("Note", "", "")),
        ("Folder/Note.md", ("Folder/Note.md", "", "")),
        ("Note|shown", ("Note", "", "shown")),
        ("Note#Heading", ("Note", "Heading", "")),
        ("#Heading", ("", "Heading", "")),
        ("Note#H1#H2|x", ("Note", "H1#H2", "x")),
        ("Note#^id-1", ("Note", "^id-1", "")),
        ("#^id", ("", "^id", "")),
        ("Note\\|in a table", ("Note", "", "in a table")),
        (" Note | shown ", ("Note", "", "shown")),
        ("Note|a|b", ("Note", "", "a|b")),
        ("img.png|640x480", ("img.png", "", "640x480")),
        ("doc.pdf#page=3", ("doc.pdf", "page=3", "")),
        ("", None),
        ("  ", None),
        ("|x", None),
        ("#", None),
    ],
)
def test_wikilink_is_split_into_target_subpath_and_display_text(inner: str, parts: tuple[str, str, str] | None) -> None:
    assert wiki(inner) == parts


def test_heading_or_block_id_of_a_link_is_its_last_subpath() -> None:
    link = parse_wikilink("Note#H1#H2", embed=False, start=0, end=0)
    assert link is not None
    assert (link.heading, link.block) == ("H2", "")
    link = parse_wikilink("Note#^abc", embed=False, start=0, end=0)
    assert link is not None
    assert (link.heading, link.block) == ("", "abc")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(a.md)", "a.md"),
        ("( a.md )", "a.md"),
        ("(<a b.md>)", "a b.md"),
        ('(a.md "title")', "a.md"),
        ("(a.md 'title')", "a.md"),
        ("(a.md (title))", "a.md"),
        ("(a_(b).md)", "a_(b).md"),
        ("(a ((b)).md)", None),
        ("(a_((b)_(c)).md)", "a_((b)_(c)).md"),
        ("(((b)))", "((b))"),
        ("(a((b).md)", None),
        ("(a\\).md)", "a).md"),
        ("(<>)", ""),
        ("()", None),
        ("(a b.md)", None),
        ("(a.md", None),
        ("(a\nb)", None),
        ("(<a)", None),
    ],
)
def test_destination_of_a_markdown_link_is_parsed(text: str, written: str | None) -> None:
    found = parse_destination(text, 0)
    assert (found[0] if found else None) == written
    if found:
        assert found[1] == len(text)


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("a%20b.md#My%20heading", Link("markdown", "a b.md", "My heading", "t")),
        ("C%23.md", Link("markdown", "C#.md", "", "t")),
        ("#here", Link("markdown", "", "here", "t")),
        ("https://x.org/a#b", Link("markdown", "https://x.org/a#b", "", "t", external=True)),
        ("mailto:a@b.c", Link("markdown", "mailto:a@b.c", "", "t", external=True)),
        ("//host/share", Link("markdown", "//host/share", "", "t", external=True)),
        ("C:\\pictures\\a.png", Link("markdown", "C:\\pictures\\a.png", "", "t", external=True)),
        ("d:/notes/a.md", Link("markdown", "d:/notes/a.md", "", "t", external=True)),
        ("file:///etc/hosts", Link("markdown", "file:///etc/hosts", "", "t", external=True)),
        ("javascript:alert(1)", Link("markdown", "javascript:alert(1)", "", "t", external=True)),
        ("a%FFb.md", Link("markdown", "a\ufffdb.md", "", "t")),
        ("", None),
        ("#", None),
    ],
)
def test_markdown_links_are_internal_or_external(written: str, link: Link | None) -> None:
    assert parse_markdown_link(written, "t", embed=False, start=0, end=0) == link


# A single link with a new target.


def with_target(text: str, target: str) -> str | None:
    link = next(link for link in scan(text).links if not link.external)
    splice = retarget_link(text, link, target)
    return None if splice is None else apply_splices(text, [splice])


@pytest.mark.parametrize(
    ("text", "target", "expected"),
    [
        ("[[Old]]", "New", "[[New]]"),
        ("see ![[Old#Head|100]] it", "New", "see ![[New#Head|100]] it"),
        ("[[ Old |it]]", "New", "[[ New |it]]"),
        ("| [[Old\\|it]] |", "New", "| [[New\\|it]] |"),
        ("[[Old#^id]]", "a/New", "[[a/New#^id]]"),
        ("[[Old#H1#H2|x|y]]", "New", "[[New#H1#H2|x|y]]"),
        ("[t](Old.md)", "New.md", "[t](New.md)"),
        ("[t](Old.md)", "My New (1).md", "[t](My%20New%20%281%29.md)"),
        ("[t](My%20Old.md#A%20b 'title')", "My New.md", "[t](My%20New.md#A%20b 'title')"),
        ('[t](<My Old.md> "t")', "My New (1).md", '[t](<My New (1).md> "t")'),
        ("[t](<Old%20x.md>)", "New x.md", "[t](<New%20x.md>)"),
        ("[t](<Old.md>)", "100%25.md", "[t](<100%2525.md>)"),
        ("[t](Old(1).md)", "New(2).md", "[t](New(2).md)"),
        ("[t](Old((1)).md)", "New((2)).md", "[t](New((2)).md)"),
        ("[t](Old(1).md)", "New(2.md", "[t](New%282.md)"),
        ("[t](Old.md)", "Übung.md", "[t](Übung.md)"),
        ("[t](%C3%9Cbung.md)", "Größe x.md", "[t](Gr%C3%B6%C3%9Fe%20x.md)"),
        ("[t](Übung%20a.md)", "Größe x.md", "[t](Größe%20x.md)"),
        ("[a [b] c](Old.md)", "New.md", "[a [b] c](New.md)"),
        ("[![[x.png]]](Old.md)", "New.md", None),
        ("![alt|100](Old.png)", "New.png", "![alt|100](New.png)"),
        ("[t]( Old.md )", "50% a#b.md", "[t]( 50%25%20a%23b.md )"),
        ("[t](Old\\#x)", "New", "[t](New\\#x)"),
        ("| [t](Old.md) |", "a|b.md", "| [t](a%7Cb.md) |"),
    ],
)
def test_only_the_target_of_a_link_changes(text: str, target: str, expected: str | None) -> None:
    if expected is None:
        link = scan(text).links[-1]
        splice = retarget_link(text, link, target)
        assert splice is not None
        assert apply_splices(text, [splice]) == text.replace("Old.md", target)
        return
    assert with_target(text, target) == expected


@pytest.mark.parametrize("target", ["a#b", "a|b", "a]]b", "a[[b", "a\nb", "", " a"])
def test_a_target_that_a_wikilink_cannot_express_is_refused(target: str) -> None:
    assert retarget_wikilink("Old|it", target) is None


def test_splices_are_applied_in_any_order() -> None:
    assert apply_splices("abcdef", [Splice(4, 5, "E"), Splice(0, 1, "A"), Splice(2, 2, "-")]) == "Ab-cdEf"
    assert apply_splices("abc", []) == "abc"
