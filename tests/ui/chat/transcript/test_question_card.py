"""Tests of ui/chat/transcript/question_card.py."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication

from vaultdesk.chat.messages import ContextItem
from vaultdesk.ui.chat.transcript.question_card import (
    FOLDED_QUESTION_LENGTH,
    MAX_CHIPS,
    AttachedChip,
    QuestionCard,
)
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.labels import PlainLabel


def shown_text(card: QuestionCard) -> str:
    return card.findChildren(MarkdownView)[0].toPlainText()


def test_question_is_never_rendered_as_markup() -> None:
    text = "# no head\n**no** <b>no</b> [[no]]\nR&D"
    assert shown_text(QuestionCard(text)) == text


def test_long_question_is_collapsed_and_can_be_expanded() -> None:
    card = QuestionCard("word " * 2_000)
    card.resize(400, 100)
    card.show()
    assert len(shown_text(card)) <= FOLDED_QUESTION_LENGTH + 1
    (more,) = card.findChildren(LinkButton)
    more.click()
    QApplication.sendPostedEvents()
    assert len(shown_text(card).replace("\n", "")) == 10_000


def test_edit_button_is_offered_only_while_editing_is_possible() -> None:
    card = QuestionCard("Why?")
    card.show()
    (edit_button,) = card.findChildren(IconButton)
    entered = QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1))
    card.set_editable(False)
    QApplication.sendEvent(card, entered)
    assert edit_button.isHidden()
    card.set_editable(True)
    QApplication.sendEvent(card, entered)
    assert not edit_button.isHidden()


def test_attachments_are_shown_and_a_note_can_be_opened() -> None:
    attachments = (
        ContextItem(kind="note", target="Projects/Boiler#Costs"),
        ContextItem(kind="tag", target="house"),
        *(ContextItem(kind="note", target=f"Note {number}") for number in range(12)),
    )
    card = QuestionCard("Which?", attachments)
    opened: list[tuple[str, str]] = []
    card.note_opened.connect(lambda *note: opened.append(note))
    chips = card.findChildren(AttachedChip)
    assert (len(chips), chips[0].accessibleName()) == (MAX_CHIPS, "Boiler › Costs")
    chips[0].click()
    chips[1].click()
    assert opened == [("Projects/Boiler", "Costs")]
    assert "and 2 more" in [label.text() for label in card.findChildren(PlainLabel)]
