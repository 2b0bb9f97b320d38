"""What the list of words says."""

from datetime import UTC, datetime, timedelta

import pytest

from vaultdesk.tools.builtin.spaced_repetition import WordReview, next_review
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyWord
from vaultdesk.ui.vault_pages.vocabulary_rows import (
    EDIT_ACTION,
    LOOK_UP_ACTION,
    due_text,
    filtered_words,
    waiting_time_text,
    word_count_text,
    word_rows,
)

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
BARE = VocabularyWord("V/nuances.md", "nuances", added="2026-11-20")
KNOWN = VocabularyWord("V/résumé.md", "résumé", "a summary", review=next_review(WordReview(), "easy", NOW))
LATE = VocabularyWord(
    "V/late.md", "late", "x" * 500, review=next_review(WordReview(), "easy", NOW - timedelta(days=30))
)
WORDS = (BARE, KNOWN, LATE)


def test_a_row_has_the_word_its_meaning_and_when_it_is_due() -> None:
    rows = word_rows(WORDS, NOW)
    assert [row.id for row in rows] == ["V/nuances.md", "V/résumé.md", "V/late.md"]
    assert [[span.text.strip() for span in row.spans] for row in rows[:2]] == [
        ["nuances", "no meaning yet"],
        ["résumé", "a summary"],
    ]
    assert len(rows[2].spans[1].text) < 130
    assert [[cell.text for cell in row.cells] for row in rows] == [
        ["2026-11-20", "New"],
        ["", "in 8 days"],
        ["", "To review"],
    ]
    offered = [[action.id for action in row.actions] for row in rows]
    assert offered[0][:2] == [EDIT_ACTION, LOOK_UP_ACTION]
    assert LOOK_UP_ACTION not in offered[1]


@pytest.mark.parametrize(
    ("which", "typed", "found"),
    [
        ("all", "", ["nuances", "résumé", "late"]), ("due", "", ["nuances", "late"]), ("bare", "", ["nuances"]),
        ("all", "RESUME", ["résumé"]), ("all", "summ", ["résumé"]), ("due", "summ", []), ("all", "  nu ", ["nuances"]),
    ],
)  # fmt: skip
def test_words_are_chosen_without_regard_to_case_and_accents(which: str, typed: str, found: list[str]) -> None:
    assert [word.word for word in filtered_words(WORDS, which, typed, NOW)] == found


@pytest.mark.parametrize(
    ("wait", "words"),
    [
        (timedelta(), "1 min"), (timedelta(minutes=10), "10 min"), (timedelta(minutes=61), "1 hour"),
        (timedelta(hours=5), "5 hours"), (timedelta(hours=24), "1 day"), (timedelta(days=8), "8 days"),
        (timedelta(days=90), "3 months"), (timedelta(days=3650), "10 years"),
    ],
)  # fmt: skip
def test_a_rest_is_told_in_a_word_or_two(wait: timedelta, words: str) -> None:
    assert waiting_time_text(wait) == words


def test_how_many_there_are_and_how_many_are_due() -> None:
    assert word_count_text(WORDS, NOW) == "3 words, 2 to review"
    assert word_count_text(WORDS[1:2], NOW) == "1 word, 0 to review"
    assert due_text(BARE, NOW) == "New"
