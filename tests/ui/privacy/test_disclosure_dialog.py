"""Sentences of the review before sending: what leaves, for whom, how much, for how much money; and what stays."""

from tests.ui.privacy.requests import EVERYTHING, LOCAL, NEW, request
from vaultdesk.ui.privacy.disclosure_dialog import kept_back_texts, leaving_text, request_text, send_button_text
from vaultdesk.ui.privacy.excerpt_list import ExcerptChoices


def test_what_leaves_is_one_sentence_with_the_share_of_the_notes() -> None:
    assert leaving_text(ExcerptChoices(EVERYTHING)).text == (
        "About 997 tokens leave this computer for api.anthropic.com, 13 of them from your notes"
    )
    unticked = ExcerptChoices(request(NEW))
    unticked.passages.tick_all(False)
    assert leaving_text(unticked).text == (
        "About 995 tokens leave this computer for api.anthropic.com, none of them from your notes"
    )


def test_of_a_model_here_nothing_leaves() -> None:
    assert leaving_text(ExcerptChoices(request(NEW, destination=LOCAL))).text == "Nothing leaves this computer."


def test_the_details_name_model_question_and_price() -> None:
    assert request_text(ExcerptChoices(EVERYTHING)) == (
        "claude-sonnet-4-5 at Anthropic (api.anthropic.com)\nYour question: “What of the boiler?”\n"
        "With the chat and the instructions it is about 997 tokens, $0.003."
    )
    assert "With the chat" not in request_text(ExcerptChoices(request(NEW, price=None)))


def test_the_button_says_what_it_does() -> None:
    choices = ExcerptChoices(EVERYTHING)
    assert send_button_text(choices) == "Send 2 passages"
    choices.passages.tick_all(False)
    assert send_button_text(choices) == "Send without Notes"
    assert send_button_text(ExcerptChoices(request())) == "Send"


def test_what_stays_is_counted_in_whole_sentences() -> None:
    assert kept_back_texts(EVERYTHING) == [
        "1 earlier answer stays here: it may repeat what is private.",
        "2 comments are taken out of the notes.",
    ]
    assert kept_back_texts(request(withheld_answers=3, withheld_comments=1)) == [
        "3 earlier answers stay here: they may repeat what is private.",
        "1 comment is taken out of the notes.",
    ]
    assert kept_back_texts(request()) == []
