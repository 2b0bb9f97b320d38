"""Note part: whole, section, block, offset; links and tags belong to the part they stand in."""

import pytest

from vaultdesk.tools.note_part import part_of, tags_in
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

TEXT = "---\ntags: [head]\nrelated: '[[R]]'\n---\nintro #one\n\n# Top\n\n[[T]]\n\n## Low\n\n#Two [[L]]\n"
NOTE = parse_note(NotePath("A.md"), TEXT)


def held(section: str = "", *, head: bool = True, offset: int = 0) -> tuple[list[str], list[str]]:
    part = part_of(NOTE, section, head, offset)
    return tags_in(NOTE, part), [link.target for link in NOTE.links if part.holds(link)]


def test_tags_and_links_are_those_of_the_part() -> None:
    assert held() == (["head", "one", "Two"], ["R", "T", "L"])
    assert held(head=False) == (["one", "Two"], ["T", "L"])
    assert held("Low") == (["Two"], ["L"])
    assert held("Top") == (["Two"], ["T", "L"])


def test_the_whole_is_whole_and_nothing_else() -> None:
    assert part_of(NOTE, "", True, 0).is_whole
    assert not part_of(NOTE, "", False, 0).is_whole
    assert not part_of(NOTE, "", True, 1).is_whole


def test_places_are_lines_and_the_heading_above() -> None:
    part = part_of(NOTE, "Low", True, 0)
    assert (part.heading, part.first_line, part.last_line) == ("Low", 11, 13)
    assert TEXT[part.start : part.end] == part.text
    part = part_of(NOTE, "", False, 0)
    assert (part.heading, part.first_line) == ("", 5)
    part = part_of(NOTE, "Top", True, 7)
    assert (part.text.startswith("[[T]]"), part.first_line, part.heading) == (True, 9, "Top")


def test_a_part_that_is_not_there_is_refused() -> None:
    for section, offset in (("Nowhere", 0), ("^x", 0), ("Low", 500)):
        with pytest.raises(ToolFailure):
            part_of(NOTE, section, True, offset)


def test_an_empty_note_can_be_read() -> None:
    empty = parse_note(NotePath("E.md"), "")
    part = part_of(empty, "", True, 0)
    assert (part.text, part.is_whole, part.first_line, part.last_line) == ("", True, 1, 1)
