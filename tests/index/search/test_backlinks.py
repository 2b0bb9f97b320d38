"""Tests of index/search/backlinks.py."""

from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index.index_results import Backlink, OutgoingLink
from vaultdesk.index.search import backlinks
from vaultdesk.index.search.backlinks import property_of_link
from vaultdesk.index.text_cache.text_cache import TextCache

# Property lines: the property a link stands in is told as name and value, without YAML's signs.

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
    ("target", "nth", "said"),
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
def test_the_property_of_a_link_is_told_by_name_and_value(target: str, nth: int, said: str) -> None:
    assert property_of_link(HEAD, target, nth) == said


def test_a_note_without_an_end_of_its_properties_and_one_of_nothing_are_no_trouble() -> None:
    assert property_of_link(["---", "a: [[B]]"], "B") == "a: B"
    assert property_of_link([""], "B") == ""


def test_a_long_value_is_cut() -> None:
    said = property_of_link(["---", "a: [[B]] " + "word " * 200, "---"], "B")

    assert said.startswith("a: B word")
    assert said.endswith("…")
    assert len(said) < 320


# Graph: backlinks follow the rules of links, not the letters of names.

NOTES = {
    "Boiler.md": "About [[#Part]] itself and [[Boiler]].",
    "House/Boiler.md": "The other one.",
    "House/Plan.md": "Line one.\nSee [[House/Boiler|it]] and [[Boiler]].\n",
    "Plan.md": "---\nrelated: '[[Boiler]]'\n---\nText [b](House/Boiler.md#x) and ![[boiler]] [web](https://x.org).",
}


def test_backlinks_are_those_that_resolve_here(tmp_path: Path) -> None:
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


def test_a_backlink_in_a_property_is_told_with_its_name_and_value(tmp_path: Path) -> None:
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


def test_candidates_are_the_notes_a_name_or_the_end_of_a_path_may_mean(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    with index.reading() as connection:
        for text, found in {
            "boiler": ["Boiler.md", "House/Boiler.md"],
            "Boiler.md": ["Boiler.md", "House/Boiler.md"],
            "house/boiler": ["House/Boiler.md"],
            "oiler": [],
            "": [],
        }.items():
            assert backlinks.paths_ending_in(TextCache(), connection, text) == found
    index.close()


def test_outgoing_links_keep_order_and_tell_the_unresolved(tmp_path: Path) -> None:
    notes = {"A.md": "[[B#Part]] then ![[Missing]]\n\n[b](B.md)", "B.md": ""}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert backlinks.outgoing_links(TextCache(), connection, "A.md") == [
            OutgoingLink("B", "Part", "B.md", 1),
            OutgoingLink("Missing", "", None, 1, embed=True),
            OutgoingLink("B.md", "", "B.md", 3),
        ]
    index.close()


def test_the_lines_of_given_links_are_told_once_each(tmp_path: Path) -> None:
    notes = {"A.md": "first\n[[B]] and [[B|again]]\n[[C]]", "B.md": ""}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        found = backlinks.lines_linking(connection, {"A.md": {"B"}, "Gone.md": {"B"}})
        assert found == [Backlink("A.md", "A", 2, "B and again")]
    index.close()


def test_a_given_link_in_a_property_is_told_with_its_name(tmp_path: Path) -> None:
    head = '---\ntype: "[[B]]"\nparts:\n  - "[[B]]"\n  - "[[C]]"\n---\n'
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": f"{head}see [[B]]", "B.md": "", "C.md": ""})
    with index.reading() as connection:
        assert backlinks.lines_linking(connection, {"A.md": {"B", "C"}}) == [
            Backlink("A.md", "A", 1, "type: B"), Backlink("A.md", "A", 1, "parts: B"),
            Backlink("A.md", "A", 1, "parts: C"), Backlink("A.md", "A", 7, "see B"),
        ]  # fmt: skip
    index.close()
