"""Tests of ui/privacy/disclosure_dialog.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from tests.ui.privacy.requests import EVERYTHING, LOCAL, NEW, WITHHELD, request
from vaultdesk.privacy.disclosure_review import DisclosureDecision
from vaultdesk.ui.privacy.disclosure_dialog import (
    ExcerptChoices,
    leaving_text,
    request_text,
    send_button_text,
    withheld_texts,
)
from vaultdesk.ui.review.passage_choices import ShownPassage
from vaultdesk.ui.review.passage_list import MAX_EXCERPT_TEXT, ExcerptText

# Excerpt choices: unticked and shortened excerpts determine the decision and the token counts.


def passage_of(choices: ExcerptChoices, name: str) -> ShownPassage:
    return next(passage for passage in choices.passages.passages if passage.id == name)


def test_excerpts_that_are_neither_private_nor_withheld_are_ticked_by_default() -> None:
    choices = ExcerptChoices(EVERYTHING)

    assert [passage.id for passage in choices.passages.ticked_passages] == ["a", "c"]
    assert (choices.passages.notes, choices.passages.tokens, choices.tokens) == (2, 13, 997)
    assert choices.decision() == DisclosureDecision(send=True, replacements={"b": None})


def test_excerpt_remark_describes_its_state() -> None:
    choices = ExcerptChoices(EVERYTHING)

    assert {passage.id: passage.remark for passage in choices.passages.passages} == {
        "a": "",
        "b": "private: in Personal",
        "c": "sent there before",
        "d": "withheld by you before",
    }
    assert [(note.path, note.reason) for note in choices.passages.withheld] == [("House/Diary.md", "tagged #private")]


def test_unticked_excerpt_is_withheld_and_the_counts_follow() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.passages.tick([passage_of(choices, "a")], False)

    assert choices.decision() == DisclosureDecision(send=True, replacements={"a": None, "b": None})
    assert (choices.passages.notes, choices.passages.tokens, choices.tokens) == (1, 8, 992)


def test_shortened_excerpt_is_sent_shortened() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.passages.shorten(passage_of(choices, "a"), "The boiler")

    assert choices.decision() == DisclosureDecision(send=True, replacements={"a": "The boiler", "b": None})
    assert choices.tokens == 995
    choices.passages.shorten(passage_of(choices, "a"), NEW.text)
    assert choices.decision() == DisclosureDecision(send=True, replacements={"b": None})


def test_withheld_excerpt_is_released_when_ticked() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.passages.tick([passage_of(choices, "d")], True)
    assert choices.decision() == DisclosureDecision(send=True, replacements={"b": None}, released=("d",))
    choices.passages.shorten(passage_of(choices, "d"), WITHHELD.text[:1])

    assert choices.decision() == DisclosureDecision(send=True, replacements={"b": None, "d": "3"})


def test_shortening_an_unticked_excerpt_releases_nothing() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.passages.shorten(passage_of(choices, "a"), "The boiler")
    choices.passages.tick_all(False)

    assert choices.decision() == DisclosureDecision(send=True, replacements={"a": None, "b": None, "c": None})


# Excerpt text: the shown text is what is sent; it can only be shortened.

SHOWN = ShownPassage("a", "House/Boiler.md", "The boiler leaks.", 5, "Decision", 3, 9)


@pytest.fixture
def pane(qtbot: QtBot) -> ExcerptText:
    pane = ExcerptText(24)
    qtbot.addWidget(pane)
    pane.resize(500, 300)
    pane.show()
    return pane


def record_shortened(pane: ExcerptText) -> list[str | None]:
    emitted: list[str | None] = []
    pane.shortened.connect(lambda _passage, text: emitted.append(text))
    return emitted


def test_text_can_be_shortened(qtbot: QtBot, pane: ExcerptText) -> None:
    emitted = record_shortened(pane)
    pane.show_passage(SHOWN, SHOWN.text)
    pane.box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(pane.box, Qt.Key.Key_Backspace)

    assert emitted == ["The boiler leaks"]
    assert pane.restore.isVisible()


def test_text_cannot_be_extended(qtbot: QtBot, pane: ExcerptText) -> None:
    emitted = record_shortened(pane)
    pane.show_passage(SHOWN, SHOWN.text)
    qtbot.keyClicks(pane.box, "No ")

    assert pane.box.toPlainText() == "The boiler leaks."
    assert all(text is not None and len(text) <= len(SHOWN.text) for text in emitted)


def test_shortened_text_can_be_restored(pane: ExcerptText) -> None:
    emitted = record_shortened(pane)
    pane.show_passage(SHOWN, "The boiler")
    assert pane.restore.isVisible()
    pane.restore.click()

    assert emitted == [None]
    assert pane.box.toPlainText() == SHOWN.text
    assert not pane.restore.isVisible()


@pytest.mark.parametrize("trigger", ["esc", "link"])
def test_esc_and_the_link_return_to_the_list(qtbot: QtBot, pane: ExcerptText, trigger: str) -> None:
    closed: list[bool] = []
    pane.closed.connect(lambda: closed.append(True))
    pane.show_passage(SHOWN, SHOWN.text)
    if trigger == "esc":
        qtbot.keyClick(pane.box, Qt.Key.Key_Escape)
    else:
        pane.back.click()

    assert closed == [True]


def test_invisible_characters_are_shown_and_sent_as_shown(qtbot: QtBot, pane: ExcerptText) -> None:
    emitted = record_shortened(pane)
    hidden = ShownPassage("a", "x.md", "a\u202eb!", 1)
    pane.show_passage(hidden, hidden.text)
    assert pane.box.toPlainText() == "aU+202Eb!"
    pane.box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(pane.box, Qt.Key.Key_Backspace)

    assert emitted == ["aU+202Eb"]


def test_text_too_long_to_show_cannot_be_shortened(pane: ExcerptText) -> None:
    pane.show_passage(SHOWN, "x" * (MAX_EXCERPT_TEXT + 1))

    assert pane.box.isReadOnly()
    assert "too long" in pane.box.accessibleDescription()


# Texts of the review before sending: destination, tokens, price, and what is withheld.


def test_leaving_text_states_the_tokens_and_the_share_of_the_notes() -> None:
    assert leaving_text(ExcerptChoices(EVERYTHING)).text == (
        "About 997 tokens leave this computer for api.anthropic.com, 13 of them from your notes"
    )
    unticked = ExcerptChoices(request(NEW))
    unticked.passages.tick_all(False)
    assert leaving_text(unticked).text == (
        "About 995 tokens leave this computer for api.anthropic.com, none of them from your notes"
    )


def test_nothing_leaves_for_a_local_model() -> None:
    assert leaving_text(ExcerptChoices(request(NEW, destination=LOCAL))).text == "Nothing leaves this computer."


def test_request_text_names_model_question_and_price() -> None:
    assert request_text(ExcerptChoices(EVERYTHING)) == (
        "claude-sonnet-4-5 at Anthropic (api.anthropic.com)\nYour question: “What of the boiler?”\n"
        "With the chat and the instructions it is about 997 tokens, $0.003."
    )
    assert "With the chat" not in request_text(ExcerptChoices(request(NEW, price=None)))


def test_send_button_text_states_what_is_sent() -> None:
    choices = ExcerptChoices(EVERYTHING)
    assert send_button_text(choices) == "Send 2 passages"
    choices.passages.tick_all(False)
    assert send_button_text(choices) == "Send without Notes"
    assert send_button_text(ExcerptChoices(request())) == "Send"


def test_withheld_texts_are_whole_sentences_with_counts() -> None:
    assert withheld_texts(EVERYTHING) == [
        "1 earlier answer is not sent because it may repeat private text.",
        "2 comments are removed from the notes before sending.",
    ]
    assert withheld_texts(request(withheld_answers=3, withheld_comments=1)) == [
        "3 earlier answers are not sent because they may repeat private text.",
        "1 comment is removed from the notes before sending.",
    ]
    assert withheld_texts(request()) == []
