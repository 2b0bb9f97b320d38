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


def words(card: QuestionCard) -> str:
    return card.findChildren(MarkdownView)[0].toPlainText()


def test_a_question_is_never_read_as_markup() -> None:
    text = "# no head\n**no** <b>no</b> [[no]]\nR&D"
    assert words(QuestionCard(text)) == text


def test_a_long_question_is_folded_and_can_be_opened() -> None:
    card = QuestionCard("word " * 2_000)
    card.resize(400, 100)
    card.show()
    assert len(words(card)) <= FOLDED_QUESTION_LENGTH + 1
    (more,) = card.findChildren(LinkButton)
    more.click()
    QApplication.sendPostedEvents()
    assert len(words(card).replace("\n", "")) == 10_000


def test_the_pencil_is_offered_only_while_it_works() -> None:
    card = QuestionCard("Why?")
    card.show()
    (pencil,) = card.findChildren(IconButton)
    entered = QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1))
    card.set_editable(False)
    QApplication.sendEvent(card, entered)
    assert pencil.isHidden()
    card.set_editable(True)
    QApplication.sendEvent(card, entered)
    assert not pencil.isHidden()


def test_what_lay_beside_the_question_is_shown_and_a_note_opens() -> None:
    beside = (
        ContextItem(kind="note", target="Projects/Boiler#Costs"),
        ContextItem(kind="tag", target="house"),
        *(ContextItem(kind="note", target=f"Note {number}") for number in range(12)),
    )
    card = QuestionCard("Which?", beside)
    opened: list[tuple[str, str]] = []
    card.note_opened.connect(lambda *note: opened.append(note))
    chips = card.findChildren(AttachedChip)
    assert (len(chips), chips[0].accessibleName()) == (MAX_CHIPS, "Boiler › Costs")
    chips[0].click()
    chips[1].click()
    assert opened == [("Projects/Boiler", "Costs")]
    assert "and 2 more" in [label.text() for label in card.findChildren(PlainLabel)]
