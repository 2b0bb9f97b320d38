"""Questions of the `answers` benchmark: each has an answer in its vault, and paraphrases share no words with it."""

import re
from collections import Counter
from functools import cache

import pytest

from tests.benchmarks.answers.questions import HALVES, UNANSWERABLE, Question, plain, questions
from tests.benchmarks.answers.vaults import DAY_EVENTS, TASKS, VAULTS
from vaultdesk.index.search.question_terms import FUNCTION_WORDS, flatten_text, split_words

_SENTENCE_END = re.compile(r"(?<=[.!?。;])\s*|\n")

STEM = 5
"""Number of leading letters by which two words are compared."""


@cache
def notes(vault: str) -> dict[str, str]:
    return dict(next(entry for entry in VAULTS if entry.name == vault).files())


def content_words(text: str) -> set[str]:
    return {word[:STEM] for word in split_words(flatten_text(text)) if word not in FUNCTION_WORDS and len(word) > 3}


def answers(question: Question) -> list[str]:
    """Return the sentences of the notes that contain the answer."""
    pieces = [piece for path in question.notes for piece in _SENTENCE_END.split(notes(question.vault)[path])]
    return [piece for piece in pieces if any(plain(sentence) in plain(piece) for sentence in question.sentences)]


def test_the_vaults_and_the_question_set_have_their_required_sizes() -> None:
    assert len(notes("five_languages")) == 1_500
    assert set(DAY_EVENTS) | set(TASKS) <= {path[6:16] for path in notes("daily") if path.startswith("Daily/")}
    assert len(questions()) >= 300
    assert len({question.key for question in questions()}) == len(questions())


def test_each_kind_is_split_evenly_between_both_halves() -> None:
    for kind in {question.kind for question in questions()}:
        halves = Counter(question.half for question in questions() if question.kind == kind)
        assert abs(halves[HALVES[0]] - halves[HALVES[1]]) <= len(VAULTS), kind


@pytest.mark.parametrize("vault", [vault.name for vault in VAULTS])
def test_the_notes_and_sentences_of_each_answer_exist(vault: str) -> None:
    for question in (question for question in questions() if question.vault == vault):
        assert bool(question.notes) != (question.kind in UNANSWERABLE), question.ask
        texts = [plain(notes(vault)[path]) for path in question.notes]
        for sentence in question.sentences:
            assert any(plain(sentence) in text for text in texts), (question.ask, sentence)


def test_paraphrases_share_no_content_word_with_their_answer() -> None:
    for question in questions():
        if question.kind == "paraphrase" and question.language != "zh":
            assert not content_words(question.ask) & set().union(*map(content_words, answers(question))), question.ask
