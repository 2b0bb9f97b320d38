"""Leaves words: what leaves, for whom, how much, for how much money; and what stays."""

from tests.ui.privacy.requests import EVERYTHING, LOCAL, NEW, request
from vaultdesk.privacy.disclosure_review import ClosedNote
from vaultdesk.ui.privacy.disclosure_dialog import disclosure_text, kept_back_texts, send_button_text
from vaultdesk.ui.privacy.excerpt_list import ExcerptChoices


def test_what_leaves_is_one_sentence_and_the_rest_another() -> None:
    assert disclosure_text(ExcerptChoices(EVERYTHING)) == (
        "About 170 tokens of 3 notes leave this computer for Anthropic at api.anthropic.com. "
        "With the chat and the instructions it is about 1,000 tokens, $0.003."
    )
    unpriced = ExcerptChoices(request(NEW, price=None))
    unpriced.tick_all(False)
    assert disclosure_text(unpriced) == (
        "No text of a note leaves this computer for Anthropic at api.anthropic.com. "
        "With the chat and the instructions it is about 900 tokens."
    )


def test_of_a_model_here_nothing_leaves() -> None:
    assert disclosure_text(ExcerptChoices(request(NEW, destination=LOCAL))) == (
        "Ollama runs on this computer, so nothing leaves it. It reads 1 note and about 1,000 tokens in all."
    )


def test_the_button_says_what_it_does() -> None:
    choices = ExcerptChoices(EVERYTHING)
    assert send_button_text(choices) == "Send 3 notes"
    choices.tick_all(False)
    assert send_button_text(choices) == "Send without Notes"
    assert send_button_text(ExcerptChoices(request())) == "Send"


def test_what_stays_is_named_and_counted() -> None:
    assert kept_back_texts(EVERYTHING) == [
        "Stays here by your rules: Diary (tagged #private).",
        "1 earlier answer stays here: they may repeat what is private.",
        "2 comments are taken out of the notes.",
    ]
    many = request(closed_notes=tuple(ClosedNote(f"{number}.md", "by name") for number in range(10)))
    assert kept_back_texts(many)[0].endswith("7 (by name) and 2 more.")
    assert kept_back_texts(request()) == []
