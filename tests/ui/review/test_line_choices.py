"""Tests of ui/review/line_choices.py."""

from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.ui.review.line_choices import FilePart, LineChoices


def test_a_part_knows_its_ranges_its_text_and_its_size() -> None:
    part = FilePart("a\nbä\n\nd", frozenset((4, 1, 2)))
    assert (part.total, part.ranges, part.shared_text) == (4, ((1, 2), (4, 4)), "a\nbä\nd")
    assert part.tokens == text_tokens("a\nbä\nd")


def test_a_file_is_whole_until_a_part_is_begun_and_after_it_is_given_up() -> None:
    choices = LineChoices()
    assert choices.part("a.md") is None
    choices.begin("a.md", "one\ntwo")
    assert choices.part("a.md") == FilePart("one\ntwo")
    choices.pick("a.md", [2])
    assert (list(choices.parts(["a.md"])), choices.parts(["b.md"])) == (["a.md"], {})
    choices.share_whole("a.md")
    assert choices.part("a.md") is None
