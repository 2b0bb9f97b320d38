"""Pieces: lines, blocks, sections and tasks end where the note's text says, and only those asked for are cut."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.search_language.made_notes import notes
from vaultdesk.index.search_language.pieces import Kind, Pieces, may_have_tasks
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan

KINDS: tuple[Kind, ...] = ("line", "block", "section", "task", "task-todo", "task-done")


def pieces(text: str) -> Pieces:
    start = read_frontmatter(text).body_start
    return Pieces(text, start, [heading.line for heading in scan(text, start).headings])


def cut(text: str, kind: Kind) -> list[str]:
    return [text[start:end] for start, end in pieces(text).of(kind)]


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("line", "a\nb\n", ["a", "b", ""]),
        ("line", "", [""]),
        ("section", "a\n# H\nb\n## I\nc", ["a\n", "# H\nb\n", "## I\nc"]),
        ("section", "# H\nb", ["# H\nb"]),
        ("section", "```\n# no\n```\na", ["```\n# no\n```\na"]),
        ("section", "a\nUnder\n---\nb", ["a\nUnder\n---\nb"]),
        ("block", "a\nb\n\nc", ["a\nb", "c"]),
        ("block", "- a\n  b\n- c\n  - d", ["- a\n  b", "- c", "  - d"]),
        ("block", "---\nx: 1\n---\na", ["---\nx: 1\n---\n", "a"]),
        ("block", "| a |\n| - |\n| b |\n\nc", ["| a |\n| - |\n| b |", "c"]),
        ("block", "```\na\n\nb\n```", ["```\na\n\nb\n```"]),
        ("block", "> a\n> b\nc", ["> a\n> b", "c"]),
        ("block", "> a\n> - [ ] b", ["> a", "> - [ ] b"]),
        ("task", "- [ ] a\n  b\n- c\n- [x] d", ["- [ ] a\n  b", "- [x] d"]),
        ("task", "1. [/] a\n\t* [✓] b", ["1. [/] a", "\t* [✓] b"]),
        ("task", "- [ ]a\n- [ab] b\n[ ] c\n```\n- [ ] d\n```", []),
        ("task-todo", "- [ ] a\n- [-] b", ["- [ ] a"]),
        ("task-done", "- [ ] a\n- [-] b", ["- [-] b"]),
        ("task-todo", "> [!todo] x\n> - [ ] a\n>   b", ["> - [ ] a\n>   b"]),
    ],
)
def test_a_text_is_cut(kind: Kind, text: str, found: list[str]) -> None:
    assert cut(text, kind) == found


def test_a_text_without_boxes_needs_no_understanding() -> None:
    assert may_have_tasks("- [✓] a".encode())
    assert may_have_tasks(b"- [ ]")
    assert not may_have_tasks(b"[[link]] [text](address) a[0].")


@given(notes(), st.sampled_from(KINDS))
def test_pieces_are_those_the_note_was_made_of(made: list, kind: Kind) -> None:
    for note in made:
        assert [piece.strip() for piece in cut(note.text, kind)] == [piece.strip() for piece in note.pieces(kind)]


_TEXT = st.lists(
    st.sampled_from(
        ["a", "b", " ", "\n", "\n\n", "\n  ", "- ", "> ", "```", "$$", "| ", "# ", "\n---\n", "[ ] ", "\t"]
    ),
    max_size=25,
).map("".join)


@given(_TEXT, st.sampled_from(KINDS))
def test_those_around_places_are_those_of_all_that_hold_one(text: str, kind: Kind) -> None:
    places = [place for place, letter in enumerate(text) if letter == "a"]
    every = list(pieces(text).of(kind))
    expected = [span for span in every if any(span[0] <= place < span[1] for place in places)]
    assert list(pieces(text).around(kind, iter(places))) == expected


@given(_TEXT)
def test_tasks_are_the_blocks_that_begin_with_a_box(text: str) -> None:
    boxed = re.compile(r"[\t >]*(?:[-*+]|\d+[.)])[ \t]+\[(.)\](?=[ \t\n]|\Z)")
    in_blocks = [span for span in pieces(text).of("block") if boxed.match(text, *span)]
    tasks = list(pieces(text).of("task"))
    assert tasks == in_blocks
    done = list(pieces(text).of("task-done"))
    assert sorted(done + list(pieces(text).of("task-todo"))) == tasks


def test_hostile_text_is_cut_in_linear_time() -> None:
    for text in (
        "```\n" * 20_000,
        "- a\n\n " * 20_000,
        "$$ \n\n" * 20_000,
        "\n\n" * 40_000 + "a",
        "a\n\n" * 40_000,
        "- [ ] a\n" * 20_000,
        "$$ a " * 20_000,
    ):
        for kind in KINDS:
            places = (place for place, letter in enumerate(text) if letter == "a")
            assert sum(1 for _ in pieces(text).around(kind, places)) <= sum(1 for _ in pieces(text).of(kind))
