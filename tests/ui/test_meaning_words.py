import pytest

from vaultdesk.index.meaning.meaning_state import MeaningState
from vaultdesk.ui.meaning_words import meaning_words, related_words


@pytest.mark.parametrize(
    ("state", "words", "related"),
    [
        (MeaningState("off"), "Search by meaning is switched off in the settings.", ""),
        (
            MeaningState("absent", why="The model's file is missing."),
            "The model's file is missing.",
            "By links and tags only. The model's file is missing.",
        ),
        (
            MeaningState("reading", 1200, 5400),
            "Reading for meaning: 1,200 of 5,400 passages.",
            "Related by meaning: 1,200 of 5,400 passages read",
        ),
        (
            MeaningState("reading", 0, 9, older_model="Old"),
            "Reading for meaning: 0 of 9 passages. Old answers until then.",
            "Related by meaning: 0 of 9 passages read",
        ),
        (
            MeaningState("paused", 3, 9, why="Paused on battery."),
            "Paused on battery. 3 of 9 passages are read.",
            "Related by meaning: 3 of 9 passages read",
        ),
        (MeaningState("ready", passages=9), "9 passages can be found by meaning.", ""),
        (
            MeaningState("waiting"),
            "Reading for meaning begins once all notes are indexed.",
            "By links and tags only. Reading for meaning begins once all notes are indexed.",
        ),
        (
            MeaningState("failed", why="The disk is full."),
            "The disk is full.",
            "By links and tags only. The disk is full.",
        ),
    ],
)
def test_where_the_reading_stands_is_said(state: MeaningState, words: str, related: str) -> None:
    assert (meaning_words(state), related_words(state)) == (words, related)
