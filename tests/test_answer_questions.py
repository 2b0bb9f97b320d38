"""The questions of the benchmark `answers`: each can be answered from its vault, and none gives its answer away."""

import re
from collections import Counter
from functools import cache

import pytest

from tests.benchmarks.answers.questions import HALVES, UNANSWERABLE, Question, plain, questions
from tests.benchmarks.answers.vaults import DAY_EVENTS, TASKS, VAULTS
from vaultdesk.index.search.question_terms import FUNCTION_WORDS, flatten_text, split_words

_SENTENCE_END = re.compile(r"(?<=[.!?。;])\s*|\n")

STEM = 5
"""Letters by which two words count as the same."""


@cache
def notes(vault: str) -> dict[str, str]:
    return dict(next(one for one in VAULTS if one.name == vault).files())


def content_words(text: str) -> set[str]:
    return {word[:STEM] for word in split_words(flatten_text(text)) if word not in FUNCTION_WORDS and len(word) > 3}


def answers(question: Question) -> list[str]:
    """The sentences of the notes that hold what is looked for."""
    pieces = [piece for path in question.notes for piece in _SENTENCE_END.split(notes(question.vault)[path])]
    return [piece for piece in pieces if any(plain(one) in plain(piece) for one in question.sentences)]


def test_the_vaults_and_the_set_are_as_large_as_they_are_to_be() -> None:
    assert len(notes("five_languages")) == 1_500
    assert set(DAY_EVENTS) | set(TASKS) <= {path[6:16] for path in notes("daily") if path.startswith("Daily/")}
    assert len(questions()) >= 300
    assert len({one.key for one in questions()}) == len(questions())


def test_each_kind_is_in_both_halves_alike() -> None:
    for kind in {one.kind for one in questions()}:
        halves = Counter(one.half for one in questions() if one.kind == kind)
        assert abs(halves[HALVES[0]] - halves[HALVES[1]]) <= len(VAULTS), kind


@pytest.mark.parametrize("vault", [vault.name for vault in VAULTS])
def test_the_notes_and_sentences_that_answer_are_there(vault: str) -> None:
    for one in (asked for asked in questions() if asked.vault == vault):
        assert bool(one.notes) != (one.kind in UNANSWERABLE), one.ask
        texts = [plain(notes(vault)[path]) for path in one.notes]
        for sentence in one.sentences:
            assert any(plain(sentence) in text for text in texts), (one.ask, sentence)


def test_paraphrases_share_no_word_with_their_answer() -> None:
    for one in questions():
        if one.kind == "paraphrase" and one.language != "zh":
            assert not content_words(one.ask) & set().union(*map(content_words, answers(one))), one.ask
