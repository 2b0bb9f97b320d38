"""One sitting: words come in order, some once more, and each answer can be taken back."""

from dataclasses import replace
from datetime import timedelta

from vaultdesk.tools.builtin.spaced_repetition import WordReview
from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord
from vaultdesk.ui.vocabulary.review_round import ReviewRound

A, B, C = (VocabularyWord(f"{name}.md", name) for name in "abc")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def after(word: VocabularyWord) -> VocabularyWord:
    return replace(word, review=WordReview(phase="learning"))


def test_a_word_that_rests_for_minutes_comes_once_more() -> None:
    one = ReviewRound((A, B))
    one.answered(after(A), MINUTE, "g1")
    assert (one.current, one.known, one.again) == (B, 0, 1)
    one.answered(after(B), DAY, "g2")
    assert (one.current, one.known, one.again) == (after(A), 1, 1)
    one.answered(after(A), DAY, "g3")
    assert (one.current, one.known, one.again, one.total) == (None, 2, 0, 2)


def test_each_answer_can_be_taken_back_down_to_the_first() -> None:
    one = ReviewRound((A, B, C))
    one.answered(after(A), MINUTE, "g1")
    one.answered(after(B), DAY, "g2")
    assert one.take_back() == "g2"
    assert one.current == B
    assert one.take_back() == "g1"
    assert (one.current, one.known, one.again) == (A, 0, 0)
    assert one.take_back() == ""
    for word in (A, B, C):
        assert one.current == word
        one.answered(after(word), DAY, "g")
    assert one.current is None


def test_a_word_whose_note_is_gone_is_left_out() -> None:
    one = ReviewRound((A, B))
    one.dropped()
    assert (one.current, one.total) == (B, 1)
