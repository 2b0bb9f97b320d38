"""Spaced repetition: what stands in a note is where a word stands, and nonsense counts as never reviewed."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.tools.builtin.spaced_repetition import (
    RATINGS,
    REVIEW_PROPERTIES,
    Rating,
    WordReview,
    next_review,
    read_word_review,
    review_interval,
    review_properties,
)
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_frontmatter
from vaultdesk.vault.frontmatter.property_edit import with_properties

NOW = datetime(2026, 11, 22, 9, 5, 30, tzinfo=UTC)


def test_a_new_word_comes_again_the_later_the_better_it_was_known() -> None:
    waits = [review_interval(WordReview(), rating, NOW) for rating in RATINGS]
    assert waits == sorted(waits)
    assert waits[0] < timedelta(minutes=2)
    assert waits[-1] > timedelta(days=3)
    assert WordReview().is_due(NOW)


def test_a_word_known_again_and_again_rests_longer_each_time_and_one_forgotten_comes_soon() -> None:
    word, now, rests = WordReview(), NOW, []
    for _ in range(6):
        rest = review_interval(word, "good", now)
        word = next_review(word, "good", now)
        assert not word.is_due(now)
        rests.append(rest)
        now += rest
        assert word.is_due(now)
    assert word.phase == "review"
    assert rests[2:] == sorted(rests[2:])
    assert rests[-1] > timedelta(days=30)
    forgotten = next_review(word, "again", now)
    assert forgotten.phase == "relearning"
    assert forgotten.due is not None
    assert forgotten.due - now < timedelta(hours=1)


@given(st.lists(st.sampled_from(RATINGS), max_size=8))
def test_the_state_survives_its_note(ratings: list[Rating]) -> None:
    word, now, text = WordReview(), NOW, "---\nword: x\n---\n"
    for rating in ratings:
        word = next_review(word, rating, now)
        values = review_properties(word)
        kept = {name: value for name, value in values.items() if value is not None}
        text = with_properties(text, kept, remove=[name for name in values if name not in kept])
        again = read_word_review(read_frontmatter(text).properties)
        assert (again.phase, again.due, again.last_reviewed, again.step) == (
            word.phase, word.due, word.last_reviewed, word.step,
        )  # fmt: skip
        assert again.stability == pytest.approx(word.stability, abs=1e-4)
        # From what the note says it goes on as it would have without being written down.
        assert abs(review_interval(again, "good", now) - review_interval(word, "good", now)) <= timedelta(days=1)
        now += review_interval(word, "good", now)


@given(st.fixed_dictionaries({name: st.none() | st.booleans() | st.integers() | st.floats() | st.text() |
                              st.sampled_from(["review", "learning", "2026-11-20T09:00:00Z", "0001-01-01"])
                              for name in REVIEW_PROPERTIES}))  # fmt: skip
def test_whatever_a_note_says_a_word_can_be_reviewed(properties: dict[str, JsonValue]) -> None:
    word = read_word_review(properties)
    for rating in RATINGS:
        assert review_interval(word, rating, NOW) > timedelta(0)


def test_half_a_state_is_none_but_the_day_is_kept() -> None:
    word = read_word_review({"Last_Reviewed": "2026-11-20T09:00:00Z", "review_state": "review", "review_stability": 4})
    assert (word.phase, word.last_reviewed) == ("new", datetime(2026, 11, 20, 9, tzinfo=UTC))


def test_a_clock_that_was_set_back_does_no_harm() -> None:
    word = next_review(next_review(WordReview(), "easy", NOW), "good", NOW + timedelta(days=10))
    assert review_interval(word, "good", NOW) > timedelta(days=1)
