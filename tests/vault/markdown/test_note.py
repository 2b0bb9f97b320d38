"""Tests of vault/markdown/note.py."""

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.vault.markdown.link_syntax import Link
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

PATH = NotePath("Projects/Boiler.md")


def test_parse_note_reads_properties_tags_aliases_links_headings_and_blocks() -> None:
    frontmatter = "---\ntags: [Work, heating]\naliases: [Kessel]\nup: '[[Home|h]]'\n---\n"
    text = frontmatter + "# The boiler\nSee [[Pump]] #work #new ^p1\n"
    note = parse_note(PATH, text)
    assert (note.path, note.title, note.text, note.body) == (PATH, "Boiler", text, text[note.body_start :])
    assert note.body.startswith("# The boiler")
    assert note.properties == {"tags": ["Work", "heating"], "aliases": ["Kessel"], "up": "[[Home|h]]"}
    assert note.property_problem == ""
    assert (note.tags, note.aliases) == (("Work", "heating", "new"), ("Kessel",))
    assert [(link.target, link.in_properties) for link in note.links] == [("Home", True), ("Pump", False)]
    assert [heading.text for heading in note.headings] == ["The boiler"]
    assert [block.id for block in note.blocks] == ["p1"]


def test_title_property_replaces_the_file_name_if_it_is_text() -> None:
    assert parse_note(PATH, "---\ntitle: Central heating\n---\n").title == "Central heating"
    assert parse_note(PATH, "---\ntitle: 5\n---\n").title == "Boiler"
    assert parse_note(PATH, "---\ntitle: ' '\n---\n").title == "Boiler"


def test_tags_and_aliases_are_read_leniently() -> None:
    for frontmatter in (
        "tags: a, b",
        "tag: a b",
        "Tags: ['#a', '#b']",
        "tags:\n  - a\n  - b/",
        "tags: [a, 2024, '', 'x y', 'a#b', b, A]",
    ):
        assert parse_note(PATH, f"---\n{frontmatter}\n---\n").tags == ("a", "b")
    for frontmatter in ("aliases: One, Two", "alias: [One, Two]", "aliases:\n- One\n- Two"):
        assert parse_note(PATH, f"---\n{frontmatter}\n---\n").aliases == ("One", "Two")
    assert parse_note(PATH, "---\ntags:\naliases: 5\n---\n").tags == ()


def test_links_in_lists_and_texts_of_properties_are_found() -> None:
    note = parse_note(PATH, "---\na: ['[[X]]', {b: 'see ![[Y#z]] and [[]]'}]\nc: '#no'\n---\n")
    assert note.links == (
        Link("wikilink", "X", in_properties=True),
        Link("wikilink", "Y", "z", embed=True, in_properties=True),
    )
    assert note.tags == ()


def test_invalid_properties_leave_the_body_readable() -> None:
    note = parse_note(PATH, "---\na: *x\n---\n# H\n#tag\n")
    assert (note.properties, note.tags) == ({}, ("tag",))
    assert note.property_problem
    assert note.headings[0].line == 4


@given(st.text(max_size=300))
def test_every_text_is_parsed_as_a_note(text: str) -> None:
    note = parse_note(PATH, text)
    assert note.text == text
