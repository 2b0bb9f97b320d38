"""Tests of tools/builtin/spaced_repetition.py: the state is stored in properties; an invalid one is ignored."""

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


def test_a_better_rating_of_a_new_word_gives_a_longer_interval() -> None:
    intervals = [review_interval(WordReview(), rating, NOW) for rating in RATINGS]
    assert intervals == sorted(intervals)
    assert intervals[0] < timedelta(minutes=2)
    assert intervals[-1] > timedelta(days=3)
    assert WordReview().is_due(NOW)


def test_intervals_grow_with_good_ratings_and_reset_after_a_lapse() -> None:
    word, now, intervals = WordReview(), NOW, []
    for _ in range(6):
        interval = review_interval(word, "good", now)
        word = next_review(word, "good", now)
        assert not word.is_due(now)
        intervals.append(interval)
        now += interval
        assert word.is_due(now)
    assert word.phase == "review"
    assert intervals[2:] == sorted(intervals[2:])
    assert intervals[-1] > timedelta(days=30)
    lapsed = next_review(word, "again", now)
    assert lapsed.phase == "relearning"
    assert lapsed.due is not None
    assert lapsed.due - now < timedelta(hours=1)


@given(st.lists(st.sampled_from(RATINGS), max_size=8))
def test_the_state_is_preserved_in_the_properties_of_a_note(ratings: list[Rating]) -> None:
    word, now, text = WordReview(), NOW, "---\nword: x\n---\n"
    for rating in ratings:
        word = next_review(word, rating, now)
        values = review_properties(word)
        present = {name: value for name, value in values.items() if value is not None}
        text = with_properties(text, present, remove=[name for name in values if name not in present])
        restored = read_word_review(read_frontmatter(text).properties)
        assert (restored.phase, restored.due, restored.last_reviewed, restored.step) == (
            word.phase, word.due, word.last_reviewed, word.step,
        )  # fmt: skip
        assert restored.stability == pytest.approx(word.stability, abs=1e-4)
        # The stored state continues like the state in memory.
        assert abs(review_interval(restored, "good", now) - review_interval(word, "good", now)) <= timedelta(days=1)
        now += review_interval(word, "good", now)


@given(st.fixed_dictionaries({name: st.none() | st.booleans() | st.integers() | st.floats() | st.text() |
                              st.sampled_from(["review", "learning", "2026-11-20T09:00:00Z", "0001-01-01"])
                              for name in REVIEW_PROPERTIES}))  # fmt: skip
def test_a_word_can_be_reviewed_with_any_properties(properties: dict[str, JsonValue]) -> None:
    word = read_word_review(properties)
    for rating in RATINGS:
        assert review_interval(word, rating, NOW) > timedelta(0)


def test_an_incomplete_state_is_ignored_except_for_the_date() -> None:
    word = read_word_review({"Last_Reviewed": "2026-11-20T09:00:00Z", "review_state": "review", "review_stability": 4})
    assert (word.phase, word.last_reviewed) == ("new", datetime(2026, 11, 20, 9, tzinfo=UTC))


def test_a_clock_that_was_set_back_still_gives_a_long_interval() -> None:
    word = next_review(next_review(WordReview(), "easy", NOW), "good", NOW + timedelta(days=10))
    assert review_interval(word, "good", NOW) > timedelta(days=1)
