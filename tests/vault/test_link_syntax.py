"""What one written link says."""

import pytest

from vaultdesk.vault.link_syntax import Link, destination, markdown_link, wikilink


def wiki(inner: str) -> tuple[str, str, str] | None:
    link = wikilink(inner, embed=False, start=0, end=0)
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
def test_parts_of_a_wikilink(inner: str, parts: tuple[str, str, str] | None) -> None:
    assert wiki(inner) == parts


def test_heading_and_block_of_a_link() -> None:
    link = wikilink("Note#H1#H2", embed=False, start=0, end=0)
    assert link is not None
    assert (link.heading, link.block) == ("H2", "")
    link = wikilink("Note#^abc", embed=False, start=0, end=0)
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
        ("(a\\).md)", "a).md"),
        ("(<>)", ""),
        ("()", None),
        ("(a b.md)", None),
        ("(a.md", None),
        ("(a\nb)", None),
        ("(<a)", None),
    ],
)
def test_destination_of_a_markdown_link(text: str, written: str | None) -> None:
    found = destination(text, 0)
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
        ("file:///etc/hosts", Link("markdown", "file:///etc/hosts", "", "t", external=True)),
        ("javascript:alert(1)", Link("markdown", "javascript:alert(1)", "", "t", external=True)),
        ("a%FFb.md", Link("markdown", "a\ufffdb.md", "", "t")),
        ("", None),
        ("#", None),
    ],
)
def test_markdown_links_lead_inside_or_outside(written: str, link: Link | None) -> None:
    assert markdown_link(written, "t", embed=False, start=0, end=0) == link
