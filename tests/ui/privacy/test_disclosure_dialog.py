"""Tests of ui/privacy/disclosure_dialog.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from tests.ui.privacy.requests import EVERYTHING, KEPT, LOCAL, NEW, request
from vaultdesk.privacy.disclosure_review import DisclosureDecision
from vaultdesk.ui.privacy.disclosure_dialog import (
    MAX_EXCERPT_TEXT,
    ExcerptChoices,
    ExcerptText,
    leaving_text,
    request_text,
    send_button_text,
    withheld_texts,
)
from vaultdesk.ui.review.passage_choices import ShownPassage

# Excerpt choices: what is unticked or shortened is what the gate is told, and the numbers follow.


def passage(choices: ExcerptChoices, name: str) -> ShownPassage:
    return next(one for one in choices.passages.passages if one.id == name)


def test_what_is_neither_private_nor_kept_back_goes_at_first() -> None:
    choices = ExcerptChoices(EVERYTHING)

    assert [one.id for one in choices.passages.ticked_passages] == ["a", "c"]
    assert (choices.passages.notes, choices.passages.tokens, choices.tokens) == (2, 13, 997)
    assert choices.decision() == DisclosureDecision(send=True, replacements={"b": None})


def test_what_is_to_be_known_of_an_excerpt_stands_with_it() -> None:
    choices = ExcerptChoices(EVERYTHING)

    assert {one.id: one.remark for one in choices.passages.passages} == {
        "a": "",
        "b": "private: in Personal",
        "c": "sent there before",
        "d": "withheld by you before",
    }
    assert [(one.path, one.reason) for one in choices.passages.withheld] == [("House/Diary.md", "tagged #private")]


def test_what_is_unticked_stays_and_the_numbers_follow() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.passages.tick([passage(choices, "a")], False)

    assert choices.decision() == DisclosureDecision(send=True, replacements={"a": None, "b": None})
    assert (choices.passages.notes, choices.passages.tokens, choices.tokens) == (1, 8, 992)


def test_what_is_shortened_goes_shorter() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.passages.shorten(passage(choices, "a"), "The boiler")

    assert choices.decision() == DisclosureDecision(send=True, replacements={"a": "The boiler", "b": None})
    assert choices.tokens == 995
    choices.passages.shorten(passage(choices, "a"), NEW.text)
    assert choices.decision() == DisclosureDecision(send=True, replacements={"b": None})


def test_what_was_kept_back_goes_again_where_it_is_ticked() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.passages.tick([passage(choices, "d")], True)
    assert choices.decision() == DisclosureDecision(send=True, replacements={"b": None}, released=("d",))
    choices.passages.shorten(passage(choices, "d"), KEPT.text[:1])

    assert choices.decision() == DisclosureDecision(send=True, replacements={"b": None, "d": "3"})


def test_a_shorter_text_of_what_does_not_go_lets_nothing_out() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.passages.shorten(passage(choices, "a"), "The boiler")
    choices.passages.tick_all(False)

    assert choices.decision() == DisclosureDecision(send=True, replacements={"a": None, "b": None, "c": None})


# Excerpt text: what is seen is what goes; it can be made shorter and nothing else.

SHOWN = ShownPassage("a", "House/Boiler.md", "The boiler leaks.", 5, "Decision", 3, 9)


@pytest.fixture
def pane(qtbot: QtBot) -> ExcerptText:
    pane = ExcerptText(24)
    qtbot.addWidget(pane)
    pane.resize(500, 300)
    pane.show()
    return pane


def cuts(pane: ExcerptText) -> list[str | None]:
    emitted: list[str | None] = []
    pane.shortened.connect(lambda _passage, text: emitted.append(text))
    return emitted


def test_a_text_can_be_made_shorter(qtbot: QtBot, pane: ExcerptText) -> None:
    emitted = cuts(pane)
    pane.show_passage(SHOWN, SHOWN.text)
    pane.box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(pane.box, Qt.Key.Key_Backspace)

    assert emitted == ["The boiler leaks"]
    assert pane.restore.isVisible()


def test_nothing_can_be_added(qtbot: QtBot, pane: ExcerptText) -> None:
    emitted = cuts(pane)
    pane.show_passage(SHOWN, SHOWN.text)
    qtbot.keyClicks(pane.box, "No ")

    assert pane.box.toPlainText() == "The boiler leaks."
    assert all(text is not None and len(text) <= len(SHOWN.text) for text in emitted)


def test_all_of_it_can_be_had_again(pane: ExcerptText) -> None:
    emitted = cuts(pane)
    pane.show_passage(SHOWN, "The boiler")
    assert pane.restore.isVisible()
    pane.restore.click()

    assert emitted == [None]
    assert pane.box.toPlainText() == SHOWN.text
    assert not pane.restore.isVisible()


@pytest.mark.parametrize("way", ["esc", "link"])
def test_it_is_left_for_the_list_and_not_for_the_end_of_the_question(qtbot: QtBot, pane: ExcerptText, way: str) -> None:
    left: list[bool] = []
    pane.closed.connect(lambda: left.append(True))
    pane.show_passage(SHOWN, SHOWN.text)
    if way == "esc":
        qtbot.keyClick(pane.box, Qt.Key.Key_Escape)
    else:
        pane.back.click()

    assert left == [True]


def test_what_is_hidden_is_seen_and_goes_as_it_is_seen(qtbot: QtBot, pane: ExcerptText) -> None:
    emitted = cuts(pane)
    hidden = ShownPassage("a", "x.md", "a\u202eb!", 1)
    pane.show_passage(hidden, hidden.text)
    assert pane.box.toPlainText() == "aU+202Eb!"
    pane.box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(pane.box, Qt.Key.Key_Backspace)

    assert emitted == ["aU+202Eb"]


def test_what_cannot_be_seen_whole_cannot_be_shortened(pane: ExcerptText) -> None:
    pane.show_passage(SHOWN, "x" * (MAX_EXCERPT_TEXT + 1))

    assert pane.box.isReadOnly()
    assert "too long" in pane.box.accessibleDescription()


# Sentences of the review before sending: what leaves, for whom, how much, for how much money; and what stays.


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
    assert withheld_texts(EVERYTHING) == [
        "1 earlier answer is not sent because it may repeat private text.",
        "2 comments are removed from the notes before sending.",
    ]
    assert withheld_texts(request(withheld_answers=3, withheld_comments=1)) == [
        "3 earlier answers are not sent because they may repeat private text.",
        "1 comment is removed from the notes before sending.",
    ]
    assert withheld_texts(request()) == []
