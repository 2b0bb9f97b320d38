"""Server card: says what runs here and what using it means."""

import pytest
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.providers.local_servers import FoundServer
from vaultdesk.ui.first_start.server_card import ServerCard


def card_of(qtbot: QtBot, models: int = 3) -> ServerCard:
    card = ServerCard(FoundServer("ollama", "Ollama", "http://127.0.0.1:11434", models))
    qtbot.addWidget(card)
    card.show()
    return card


@pytest.mark.parametrize(
    ("models", "words"),
    [
        (0, "It has no model yet. With one, answers come from this computer only."),
        (1, "1 model is ready. Answers then come from this computer only."),
        (3, "3 models are ready. Answers then come from this computer only."),
    ],
)
def test_it_says_what_is_ready(qtbot: QtBot, models: int, words: str) -> None:
    card = card_of(qtbot, models)
    assert card.words() == words
    assert "Ollama is running here" in words_of(card)


def test_its_buttons_tell_the_server(qtbot: QtBot) -> None:
    card = card_of(qtbot)
    told: list[tuple[str, object]] = []
    card.use_requested.connect(lambda server: told.append(("use", server)))
    card.choose_requested.connect(lambda server: told.append(("choose", server)))
    card.use.click()
    card.choose.click()
    assert told == [("use", card.server), ("choose", card.server)]


def test_taken_up_it_says_who_answers_and_offers_it_no_more(qtbot: QtBot) -> None:
    card = card_of(qtbot)
    card.show_taken("qwen3:8b")
    assert card.words() == "Chats ask qwen3:8b now. Answers come from this computer only."
    assert card.use.isHidden()
    card.show_taken("")
    assert "no model yet" in card.words()
    card.show_problem("The settings could not be saved.")
    assert card.words() == "The settings could not be saved."
