"""Tests of vault/markdown/link_resolution.py."""

from pathlib import Path

import pytest

from vaultdesk.vault.markdown.link_resolution import (
    NoteNames,
    attachment_names,
    heading_at,
    heading_key,
    link_candidates,
    link_text,
    may_be_attachment,
    resolve_link,
)
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.obsidian.vault_config import LinkFormat
from vaultdesk.vault.vault import Vault

# Resolution of links, and the text of new ones.

NAMES = NoteNames(
    [
        "Home.md",
        "a/Boiler.md",
        "a/Log.md",
        "b/Log.md",
        "b/c/Log.md",
        "b/Deep/Note v1.2.md",
        "img/Plan.png",
        "Caf\u00e9.md",
        "x/README.md",
        "x/readme.md",
        "a/Home.md",
        "z/a/Boiler notes.md",
    ]
)


@pytest.mark.parametrize(
    ("link", "source", "target"),
    [
        ("Home", "a/Log.md", "Home.md"),
        ("Home.md", "a/Log.md", "Home.md"),
        ("home", "x.md", "Home.md"),
        ("a/Home", "x.md", "a/Home.md"),
        ("Boiler", "x.md", "a/Boiler.md"),
        ("a/Boiler", "b/x.md", "a/Boiler.md"),
        ("/a/Boiler", "b/x.md", "a/Boiler.md"),
        ("c/Log", "b/x.md", "b/c/Log.md"),
        ("c/Log", "x.md", "b/c/Log.md"),
        ("Log", "b/x.md", "b/Log.md"),
        ("Log", "b/c/x.md", "b/c/Log.md"),
        ("Log", "x.md", "a/Log.md"),
        ("../a/Log", "b/x.md", "a/Log.md"),
        ("./Log", "b/x.md", "b/Log.md"),
        ("../../x", "b/x.md", None),
        ("Note v1.2", "x.md", "b/Deep/Note v1.2.md"),
        ("Plan.png", "x.md", "img/Plan.png"),
        ("Plan", "x.md", None),
        ("Cafe\u0301", "x.md", "Caf\u00e9.md"),
        ("CAFÉ", "x.md", "Café.md"),
        ("README", "x/y.md", "x/README.md"),
        ("readme", "x/y.md", "x/readme.md"),
        ("x/readme", "y.md", "x/readme.md"),
        ("", "a/Log.md", "a/Log.md"),
        ("Missing", "x.md", None),
        ("..", "a/x.md", None),
        ("/", "x.md", None),
        ("b", "x.md", None),
        ("oiler", "x.md", None),
    ],
)
def test_a_link_resolves_to_the_file_that_obsidian_opens(link: str, source: str, target: str | None) -> None:
    assert resolve_link(link, source, NAMES) == target


def test_a_name_shared_by_several_notes_has_several_candidates() -> None:
    assert link_candidates("Log", "x.md", NAMES) == ["a/Log.md", "b/Log.md", "b/c/Log.md"]
    assert len(link_candidates("a/Log", "x.md", NAMES)) == len(link_candidates("Boiler", "x.md", NAMES)) == 1


def test_names_follow_added_and_discarded_paths() -> None:
    names = NoteNames()
    names.add("a/X.md")
    names.add("a/X.md")
    assert resolve_link("x", "y.md", names) == "a/X.md"
    assert "a/X.md" in names
    assert "a/x.md" not in names
    names.discard("a/X.md")
    names.discard("a/X.md")
    assert resolve_link("x", "y.md", names) is None


def test_headings_are_compared_without_markup_case_and_repeated_spaces() -> None:
    assert heading_key("  Foo:  **Bar** (x) ") == heading_key("foo bar x")
    assert heading_key("[[A|B]] #c") == "a b c"
    assert heading_key("Cafe\u0301") == heading_key("CAFÉ")


def test_each_part_of_a_nested_heading_link_descends_one_level() -> None:
    headings = scan("# A\n## Notes\n# B\n## Notes\n### Deep\n## Other\n").headings
    assert [
        heading_at(headings, sub) for sub in ("Notes", "B#Notes", "B#deep", "B#Notes#Deep", "A#Missing", "Notes#B", "")
    ] == [
        headings[1],
        headings[3],
        headings[4],
        headings[4],
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("target", "source", "style", "text"),
    [
        ("a/Boiler.md", "x.md", "shortest", "[[Boiler]]"),
        ("b/Log.md", "x.md", "shortest", "[[b/Log]]"),
        ("a/Boiler.md", "x.md", "absolute", "[[a/Boiler]]"),
        ("a/Boiler.md", "b/c/x.md", "relative", "[[../../a/Boiler]]"),
        ("a/Boiler.md", "a/x.md", "relative", "[[Boiler]]"),
        ("img/Plan.png", "x.md", "shortest", "[[Plan.png]]"),
    ],
)
def test_a_new_link_has_the_configured_style_and_resolves_to_its_target(
    target: str, source: str, style: LinkFormat, text: str
) -> None:
    assert link_text(target, source, NAMES, style) == text
    assert resolve_link(text[2:-2], source, NAMES) == target


def test_markdown_links_and_subpaths_are_encoded() -> None:
    assert (
        link_text("b/Deep/Note v1.2.md", "x.md", NAMES, "absolute", markdown=True)
        == "[Note v1.2](b/Deep/Note%20v1.2.md)"
    )
    assert link_text("a/Boiler.md", "x.md", NAMES, subpath="My heading") == "[[Boiler#My heading]]"
    assert (
        link_text("a/Boiler.md", "x.md", NAMES, subpath="My heading", markdown=True)
        == "[Boiler](Boiler.md#My%20heading)"
    )


def test_attachments_are_indexed_and_hidden_or_excluded_files_are_not(tmp_path: Path) -> None:
    for file in ("a.md", "b.canvas", "c.base", "d.pdf", "Sub/e.PNG", "Sub/secret.zip", ".obsidian/app.json"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes(b"x")
    found = attachment_names(Vault(tmp_path, watch=False).files, lambda path: "secret" not in path)
    listed = [name for name in ("a.md", "b.canvas", "d.pdf", "Sub/e.PNG", "Sub/secret.zip") if name in found]
    assert listed == ["d.pdf", "Sub/e.PNG"]
    assert found.ending_in("e.png") == ["Sub/e.PNG"]


@pytest.mark.parametrize(
    ("target", "expected"), [("a.pdf", True), ("x/a.b", True), ("a", False), ("v1.2/a", False), ("..", False)]
)
def test_only_targets_with_an_extension_may_be_attachments(target: str, expected: bool) -> None:
    assert may_be_attachment(target) is expected
