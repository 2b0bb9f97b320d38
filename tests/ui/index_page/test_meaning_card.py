"""MeaningCard: one sentence for every state, and a button only where pressing it does something."""

import pytest

from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.index_page.meaning_card import MeaningCard


@pytest.mark.parametrize(
    ("state", "words", "button"),
    [
        (EmbeddingState("reading", 1_200, 5_400, "all-MiniLM-L6-v2"), "1,200 of 5,400", "Pause"),
        (
            EmbeddingState("paused", 1_200, 5_400, "all-MiniLM-L6-v2", "Paused on battery."),
            "Paused on battery",
            "Resume",
        ),
        (EmbeddingState("ready", 5_400, 5_400, "all-MiniLM-L6-v2", passages=5_400), "5,400 passages", ""),
        (EmbeddingState("off"), "switched off", ""),
        (EmbeddingState("absent", why="The model's file is missing."), "The model's file is missing.", ""),
    ],
)
def test_each_state_is_told(qapp: object, state: EmbeddingState, words: str, button: str) -> None:
    card = MeaningCard()
    card.show_state(state)
    assert words in card.words.text()
    assert (card.pause.text() if not card.pause.isHidden() else "") == button
    assert card.bar.isHidden() == (not button)


def test_the_button_asks_for_the_other(qapp: object) -> None:
    card = MeaningCard()
    asked: list[bool] = []
    card.pause_asked.connect(asked.append)
    card.show_state(EmbeddingState("reading", 1, 2))
    card.pause.click()
    card.show_state(EmbeddingState("paused", 1, 2))
    card.pause.click()
    assert asked == [True, False]
