"""Excerpt choices: what is unticked or cut is what the gate is told, and the numbers follow."""

from tests.ui.privacy.requests import ASKED, EVERYTHING, KEPT, NEW, SENT
from vaultdesk.privacy.disclosure_review import DisclosureDecision
from vaultdesk.ui.privacy.excerpt_choices import ExcerptChoices


def test_everything_goes_that_was_not_kept_back_before() -> None:
    choices = ExcerptChoices(EVERYTHING)

    assert choices.going == (NEW, ASKED, SENT)
    assert (choices.notes, choices.note_tokens, choices.tokens) == (3, 170, 1000)
    assert choices.cost == 0.003
    assert choices.decision() == DisclosureDecision(send=True)


def test_what_is_unticked_stays_and_the_numbers_follow() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.tick("a", False)

    assert choices.decision() == DisclosureDecision(send=True, cut={"a": None})
    assert (choices.notes, choices.note_tokens, choices.tokens) == (2, 70, 900)


def test_what_is_cut_goes_shorter() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.cut(NEW, "The boiler")

    assert choices.decision() == DisclosureDecision(send=True, cut={"a": "The boiler"})
    assert choices.text(NEW) == "The boiler"
    assert choices.is_cut(NEW)
    assert choices.tokens == 903
    choices.cut(NEW, NEW.text)
    assert choices.decision() == DisclosureDecision(send=True)


def test_what_was_kept_back_goes_again_where_it_is_ticked() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.tick("d", True)
    assert choices.decision() == DisclosureDecision(send=True, released=("d",))
    choices.cut(KEPT, "3")

    assert choices.decision() == DisclosureDecision(send=True, cut={"d": "3"})


def test_a_cut_of_what_does_not_go_lets_nothing_out() -> None:
    choices = ExcerptChoices(EVERYTHING)
    choices.cut(NEW, "The boiler")
    choices.tick_all(False)

    assert choices.decision() == DisclosureDecision(send=True, cut={"a": None, "b": None, "c": None})
    assert choices.notes == 0
    choices.tick_all(True)
    assert choices.notes == 4
