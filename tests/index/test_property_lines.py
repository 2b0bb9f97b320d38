"""Property lines: the property a link stands in is told as name and value, without YAML's signs."""

import pytest

from vaultdesk.index.property_lines import property_of_link

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
