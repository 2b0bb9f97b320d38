"""Tests of ui/review/passage_choices.py."""

from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.ui.review.passage_choices import FilePart, LineChoices, PassageChoices, ShownPassage

# Ticks of passages: what is sent, how much of it, and what stays unticked after another search.


def make_passage(name: str, path: str, *, text: str = "text", ticked: bool = True) -> ShownPassage:
    return ShownPassage(name, path, text, 10, ticked=ticked)


def make_choices() -> PassageChoices:
    return PassageChoices(
        [
            make_passage("1", "a.md"),
            make_passage("2", "b.md"),
            make_passage("3", "a.md", text="more", ticked=False),
            make_passage("4", ""),
        ]
    )


def test_t2_passages_are_grouped_by_note_and_those_without_a_note_are_single() -> None:
    choices = PassageChoices([*make_choices().passages, make_passage("5", "")])

    assert [(group.path, [passage.id for passage in group.passages]) for group in choices.groups] == [
        ("a.md", ["1", "3"]),
        ("b.md", ["2"]),
        ("", ["4"]),
        ("", ["5"]),
    ]


def test_t2_counts_follow_the_ticks() -> None:
    choices = make_choices()
    assert ([passage.id for passage in choices.ticked_passages], choices.notes, choices.tokens) == (
        ["1", "2", "4"],
        3,
        30,
    )
    assert choices.state(choices.groups[0].passages) == "some"
    choices.tick(choices.groups[0].passages, True)
    assert (choices.state(choices.groups[0].passages), choices.tokens) == ("all", 40)
    choices.tick_all(False)
    assert (choices.ticked_passages, choices.notes, choices.tokens, choices.state(choices.passages)) == (
        (),
        0,
        0,
        "none",
    )


def test_t2_unticked_text_stays_unticked_when_it_is_found_again() -> None:
    before = make_choices()
    before.tick([before.passages[1]], False)
    after = PassageChoices(
        [make_passage("8", "b.md"), make_passage("9", "a.md"), make_passage("10", "b.md", text="other")]
    )
    after.copy_ticks(before)

    assert [passage.id for passage in after.ticked_passages] == ["9", "10"]


def test_shortened_passage_counts_only_its_remaining_text() -> None:
    choices = make_choices()
    choices.shorten(choices.passages[0], "te")
    assert (choices.text(choices.passages[0]), choices.size(choices.passages[0]), choices.shortened) == (
        "te",
        1,
        {"1": "te"},
    )
    choices.tick([choices.passages[0]], False)
    assert choices.shortened == {}
    choices.shorten(choices.passages[0], None)
    assert not choices.is_shortened(choices.passages[0])


# Line choices.


def test_part_has_ranges_text_and_token_count() -> None:
    part = FilePart("a\nbä\n\nd", frozenset((4, 1, 2)))
    assert (part.total, part.ranges, part.shared_text) == (4, ((1, 2), (4, 4)), "a\nbä\nd")
    assert part.tokens == text_tokens("a\nbä\nd")


def test_file_is_shared_whole_until_a_part_is_begun_or_after_it_is_dropped() -> None:
    make_choices = LineChoices()
    assert make_choices.part("a.md") is None
    make_choices.begin("a.md", "one\ntwo")
    assert make_choices.part("a.md") == FilePart("one\ntwo")
    make_choices.pick("a.md", [2])
    assert (list(make_choices.parts(["a.md"])), make_choices.parts(["b.md"])) == (["a.md"], {})
    make_choices.share_whole("a.md")
    assert make_choices.part("a.md") is None
