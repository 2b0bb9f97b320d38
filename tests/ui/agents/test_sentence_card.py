"""Sentence card: each telling takes the place of the one before, and hostile words are seen."""

from vaultdesk.ui.agents.sentence_card import SentenceCard


def test_each_telling_takes_the_place_of_the_one_before() -> None:
    card = SentenceCard()
    card.show_sentences(("May read notes.", "May not write."))
    assert card.sentences() == ["May read notes.", "May not write."]
    card.show_sentences(("May read nothing.",))
    assert card.sentences() == ["May read nothing."]


def test_what_cannot_be_seen_is_written_out() -> None:
    card = SentenceCard()
    card.show_sentences(("Safe\u202e<b>now</b>",))
    assert card.sentences() == ["Safe<U+202E><b>now</b>"]
