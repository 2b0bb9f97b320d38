"""Tests of held_question.py."""

from vaultdesk.agent.question import Question
from vaultdesk.ui.chat.held_question import HeldQuestion


def test_it_shows_the_question_and_offers_exactly_two_ways_on() -> None:
    held = HeldQuestion(Question("May I?"))
    told: list[str] = []
    held.offer.accepted.connect(lambda: told.append("yes"))
    held.offer.declined.connect(lambda: told.append("no"))
    for link in held.offer.banner.links:
        link.click()
    assert [link.text() for link in held.offer.banner.links] == [
        "Let It Search and Ask Me Each Time",
        "Answer Without Notes",
    ]
    assert held.offer.banner.text() == "The assistant may not use tools in this vault yet."
    assert told == ["yes", "no"]
