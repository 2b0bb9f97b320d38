"""Tests of ui/review/passage_choices.py."""

from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.ui.review.passage_choices import FilePart, LineChoices, PassageChoices, ShownPassage

# Ticks over passages: what goes, how much of it, and what stays unticked in a search with other words.


def passage(name: str, path: str, *, text: str = "text", ticked: bool = True) -> ShownPassage:
    return ShownPassage(name, path, text, 10, ticked=ticked)


def choices() -> PassageChoices:
    return PassageChoices(
        [passage("1", "a.md"), passage("2", "b.md"), passage("3", "a.md", text="more", ticked=False), passage("4", "")]
    )


def test_t2_passages_are_grouped_by_note_and_what_is_of_none_stands_alone() -> None:
    made = PassageChoices([*choices().passages, passage("5", "")])

    assert [(group.path, [one.id for one in group.passages]) for group in made.groups] == [
        ("a.md", ["1", "3"]),
        ("b.md", ["2"]),
        ("", ["4"]),
        ("", ["5"]),
    ]


def test_t2_numbers_follow_the_ticks() -> None:
    made = choices()
    assert ([one.id for one in made.ticked_passages], made.notes, made.tokens) == (["1", "2", "4"], 3, 30)
    assert made.state(made.groups[0].passages) == "some"
    made.tick(made.groups[0].passages, True)
    assert (made.state(made.groups[0].passages), made.tokens) == ("all", 40)
    made.tick_all(False)
    assert (made.ticked_passages, made.notes, made.tokens, made.state(made.passages)) == ((), 0, 0, "none")


def test_t2_what_was_unticked_stays_unticked_where_the_same_text_is_found_again() -> None:
    before = choices()
    before.tick([before.passages[1]], False)
    after = PassageChoices([passage("8", "b.md"), passage("9", "a.md"), passage("10", "b.md", text="other")])
    after.copy_ticks(before)

    assert [one.id for one in after.ticked_passages] == ["9", "10"]


def test_a_shortened_passage_counts_with_what_is_left_of_it() -> None:
    made = choices()
    made.shorten(made.passages[0], "te")
    assert (made.text(made.passages[0]), made.size(made.passages[0]), made.shortened) == ("te", 1, {"1": "te"})
    made.tick([made.passages[0]], False)
    assert made.shortened == {}
    made.shorten(made.passages[0], None)
    assert not made.is_shortened(made.passages[0])


# Line choices.


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
