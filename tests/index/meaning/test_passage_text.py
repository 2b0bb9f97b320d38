"""Passage text: a model is given what is meant, and nothing that is nobody's business."""

import time

import pytest

from vaultdesk.index.meaning.passage_text import MOST, given_text, hidden_spans, in_context, key_of


def given(text: str, body_start: int = 0) -> str:
    return given_text(text, (body_start, len(text)), hidden_spans(text, body_start))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("See [[Boiler|the boiler]] and [[Garden/Roses]].", "See the boiler and Garden/Roses."),
        ("![[plan.png]] A plan.", "A plan."),
        ("Read [this](https://example.org/a?b=c) now.", "Read [this] now."),
        ("At https://example.org/very/long or not.", "At or not."),
        ("A\n\n---\n\nB", "A\nB"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n| 1 | 2 |"),
        ("x " + "A" * 200 + " y", "x y"),
        ("Open. %%secret%% End.", "Open. End."),
        ("Open.\n\n%%\nsecret\nlines\n%%\n\nEnd.", "Open.\nEnd."),
        ("Never ends.\n\n%%\nsecret", "Never ends."),
        ("`%% code %%` stays.", "`%% code %%` stays."),
        ("A\n```dataview\nLIST\n```\nB", "A\nB"),
        ("A\n~~~~dataviewjs\nx\n~~~\ny\n~~~~\nB", "A\nB"),
        ("A\n> ```tasks\n> not done\n> ```\nB", "A\nB"),
        ("A\n```query\nnever closed", "A"),
        ("A\n```python\nprint(1)\n```\nB", "A\npython\nprint(1)\nB"),
        ("%%all%%", ""),
        ("***", ""),
        ("Was that it... yes", "Was that it... yes"),
    ],
)
def test_what_a_model_is_given(text: str, wanted: str) -> None:
    assert given(text) == wanted


def test_properties_are_no_part_of_the_passages() -> None:
    text = "---\na: 1\n---\nBody."
    assert given(text, len(text) - 5) == "Body."


def test_a_comment_that_begins_in_one_passage_is_hidden_in_the_next_one_too() -> None:
    text = "One. %%hidden\nstill hidden%% Two."
    hidden = hidden_spans(text, 0)
    middle = text.index("still")
    assert (given_text(text, (0, middle), hidden), given_text(text, (middle, len(text)), hidden)) == ("One.", "Two.")


def test_a_passage_without_words_between_is_cut() -> None:
    assert len(given("word " * 100_000)) == MOST


def test_its_names_stand_before_it_and_are_part_of_the_key() -> None:
    text = in_context("Home", "Heating › Boiler", "Old.")
    assert text == "Home › Heating › Boiler\nOld."
    assert in_context("Home", "", "Old.") == "Home\nOld."
    assert key_of(text) != key_of(in_context("House", "Heating › Boiler", "Old."))
    assert (len(key_of(text)), key_of(text)) == (16, key_of(text))
    assert key_of("half \ud800")


@pytest.mark.parametrize(
    "piece", ["[[", "[[a|", "](", "`" * 3 + "query\n", "> ", "-=|", "%%", "![[", "http://", "~~~tasks\n"]
)
def test_hostile_text_costs_no_more_than_honest_text(piece: str) -> None:
    def seconds(times: int) -> float:
        text = piece * (times // len(piece))
        start = time.process_time()
        given(text)
        return time.process_time() - start

    # The best of some: other work on the machine only adds.
    assert min(seconds(80_000) for _ in range(3)) < 40 * max(seconds(10_000), 0.002)
