"""Tests of index/search/backlinks.py."""

from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index.index_results import Backlink, OutgoingLink
from vaultdesk.index.search import backlinks
from vaultdesk.index.search.backlinks import property_of_link
from vaultdesk.index.text_cache.text_cache import TextCache

# The property of a link is shown with name and value, without YAML syntax.

HEAD = """\
---
title: The boiler
parent: "[[Chats/Heating#^msg-1]]"
related: ['[[Boiler]]', "[[Budget|the money]]"]
sources:
  - "[[Projects/House/Boiler]]"
  - "[[Projects/House/Boiler room]]"
- [[not a property]]
two words: see [[Boiler]], it's old
---
[[Later]]
""".splitlines()


@pytest.mark.parametrize(
    ("target", "nth", "expected"),
    [
        ("Chats/Heating", 0, "parent: Chats/Heating#^msg-1"),
        ("Boiler", 0, "related: Boiler, the money"),
        ("Boiler", 1, "two words: see Boiler, it's old"),
        ("Boiler", 7, "two words: see Boiler, it's old"),
        ("Projects/House/Boiler", 0, "sources: Projects/House/Boiler"),
        ("Projects/House/Boiler room", 0, "sources: Projects/House/Boiler room"),
        ("Later", 0, ""),
    ],
)
def test_the_property_of_a_link_has_its_name_and_value(target: str, nth: int, expected: str) -> None:
    assert property_of_link(HEAD, target, nth) == expected


def test_unclosed_frontmatter_and_an_empty_note_are_accepted() -> None:
    assert property_of_link(["---", "a: [[B]]"], "B") == "a: B"
    assert property_of_link([""], "B") == ""


def test_a_long_value_is_truncated() -> None:
    line = property_of_link(["---", "a: [[B]] " + "word " * 200, "---"], "B")

    assert line.startswith("a: B word")
    assert line.endswith("…")
    assert len(line) < 320


# Backlinks follow link resolution instead of comparing names.

NOTES = {
    "Boiler.md": "About [[#Part]] itself and [[Boiler]].",
    "House/Boiler.md": "The other one.",
    "House/Plan.md": "Line one.\nSee [[House/Boiler|it]] and [[Boiler]].\n",
    "Plan.md": "---\nrelated: '[[Boiler]]'\n---\nText [b](House/Boiler.md#x) and ![[boiler]] [web](https://x.org).",
}


def test_backlinks_are_the_links_that_resolve_to_the_note(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    with index.reading() as connection:
        text_cache = TextCache()
        assert backlinks.backlinks_to(text_cache, connection, "House/Boiler.md") == [
            Backlink("House/Plan.md", "Plan", 2, "See it and Boiler."),
            Backlink("Plan.md", "Plan", 4, "Text b and web."),
        ]
        assert [(link.path, link.line) for link in backlinks.backlinks_to(text_cache, connection, "Boiler.md")] == [
            ("House/Plan.md", 2),
            ("Plan.md", 1),
            ("Plan.md", 4),
        ]
        assert backlinks.backlinks_to(text_cache, connection, "Nowhere.md") == []
    index.close()


def test_a_backlink_in_a_property_has_its_name_and_value(tmp_path: Path) -> None:
    notes = {
        "Boiler.md": "",
        "Chat.md": "---\nmain: '[[Boiler]]'\nsources:\n  - \"[[Boiler]]\"\n---\nAbout [[Boiler]].",
        "Log.md": "[[Boiler]] in the first line",
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert backlinks.backlinks_to(TextCache(), connection, "Boiler.md") == [
            Backlink("Chat.md", "Chat", 1, "main: Boiler"),
            Backlink("Chat.md", "Chat", 1, "sources: Boiler"),
            Backlink("Chat.md", "Chat", 6, "About Boiler."),
            Backlink("Log.md", "Log", 1, "Boiler in the first line"),
        ]
    index.close()


def test_paths_are_found_by_a_name_or_the_end_of_a_path(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    with index.reading() as connection:
        for text, expected in {
            "boiler": ["Boiler.md", "House/Boiler.md"],
            "Boiler.md": ["Boiler.md", "House/Boiler.md"],
            "house/boiler": ["House/Boiler.md"],
            "oiler": [],
            "": [],
        }.items():
            assert backlinks.paths_ending_in(TextCache(), connection, text) == expected
    index.close()


def test_outgoing_links_are_in_order_and_include_unresolved_ones(tmp_path: Path) -> None:
    notes = {"A.md": "[[B#Part]] then ![[Missing]]\n\n[b](B.md)", "B.md": ""}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert backlinks.outgoing_links(TextCache(), connection, "A.md") == [
            OutgoingLink("B", "Part", "B.md", 1),
            OutgoingLink("Missing", "", None, 1, embed=True),
            OutgoingLink("B.md", "", "B.md", 3),
        ]
    index.close()


def test_the_lines_of_given_links_are_returned_without_duplicates(tmp_path: Path) -> None:
    notes = {"A.md": "first\n[[B]] and [[B|again]]\n[[C]]", "B.md": ""}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        lines = backlinks.lines_linking(connection, {"A.md": {"B"}, "Gone.md": {"B"}})
        assert lines == [Backlink("A.md", "A", 2, "B and again")]
    index.close()


def test_a_given_link_in_a_property_has_the_property_name(tmp_path: Path) -> None:
    head = '---\ntype: "[[B]]"\nparts:\n  - "[[B]]"\n  - "[[C]]"\n---\n'
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": f"{head}see [[B]]", "B.md": "", "C.md": ""})
    with index.reading() as connection:
        assert backlinks.lines_linking(connection, {"A.md": {"B", "C"}}) == [
            Backlink("A.md", "A", 1, "type: B"), Backlink("A.md", "A", 1, "parts: B"),
            Backlink("A.md", "A", 1, "parts: C"), Backlink("A.md", "A", 7, "see B"),
        ]  # fmt: skip
    index.close()
