"""The card: the meaning is hidden until it is asked for, from the eye and from a screen reader."""

from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord
from vaultdesk.ui.vocabulary.review_card import ReviewCard


def test_the_meaning_is_shown_only_when_asked_for_and_nothing_moves() -> None:
    card = ReviewCard()
    card.resize(560, 300)
    card.show()
    card.show_word(VocabularyWord("V/x.md", "<b>nuances</b>", "small differences", source="[[Letter]]"))
    place = card.word.geometry()
    assert (card.is_open, card.meaning.isVisible(), card.source.isVisible()) == (False, False, False)
    assert (card.accessibleName(), card.accessibleDescription()) == ("<b>nuances</b>", "Its meaning is hidden.")
    card.open()
    assert abs(card.word.geometry().top() - place.top()) <= 1
    assert (card.is_open, card.meaning.isVisible(), card.source.text()) == (True, True, "Letter")
    assert card.accessibleDescription() == "small differences"
    card.show_word(VocabularyWord("V/y.md", "other"))
    assert not card.is_open
    card.open()
    assert card.meaning.text() == "This word has no meaning yet."
    assert not card.source.isVisible()
    card.deleteLater()
