"""Freshness words: when a note was changed, and when the index took it in, if it did."""

from datetime import UTC, datetime, timedelta

from vaultdesk.ui.freshness_words import freshness_words


def test_a_note_that_was_indexed_says_both() -> None:
    now = datetime.now(UTC)
    words = freshness_words(now - timedelta(days=400), now - timedelta(minutes=2, seconds=5))
    assert words.splitlines()[0].startswith("Changed: ")
    assert words.splitlines()[1] == "Indexed 2 minutes ago"


def test_a_time_nobody_knows_is_not_told() -> None:
    now, unknown = datetime.now(UTC), datetime.fromtimestamp(0, UTC)
    assert freshness_words(unknown, None) == ""
    assert freshness_words(unknown, now) == "Indexed just now"


def test_one_that_was_not_says_when_it_was_changed_only() -> None:
    assert len(freshness_words(datetime.now(UTC), None).splitlines()) == 1
