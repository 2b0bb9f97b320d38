import pytest

from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.meaning_words import meaning_words, related_words


@pytest.mark.parametrize(
    ("state", "words", "related"),
    [
        (EmbeddingState("off"), "Search by meaning is switched off in the settings.", ""),
        (
            EmbeddingState("absent", why="The model's file is missing."),
            "The model's file is missing.",
            "By links and tags only. The model's file is missing.",
        ),
        (
            EmbeddingState("reading", 1200, 5400),
            "Reading for meaning: 1,200 of 5,400 passages.",
            "Related by meaning: 1,200 of 5,400 passages read",
        ),
        (
            EmbeddingState("reading", 0, 9, older_model="Old"),
            "Reading for meaning: 0 of 9 passages. Old answers until then.",
            "Related by meaning: 0 of 9 passages read",
        ),
        (
            EmbeddingState("paused", 3, 9, why="Paused on battery."),
            "Paused on battery. 3 of 9 passages are read.",
            "Related by meaning: 3 of 9 passages read",
        ),
        (EmbeddingState("ready", passages=9), "9 passages can be found by meaning.", ""),
        (
            EmbeddingState("waiting"),
            "Reading for meaning begins once all notes are indexed.",
            "By links and tags only. Reading for meaning begins once all notes are indexed.",
        ),
        (
            EmbeddingState("failed", why="The disk is full."),
            "The disk is full.",
            "By links and tags only. The disk is full.",
        ),
    ],
)
def test_where_the_reading_stands_is_said(state: EmbeddingState, words: str, related: str) -> None:
    assert (meaning_words(state), related_words(state)) == (words, related)
