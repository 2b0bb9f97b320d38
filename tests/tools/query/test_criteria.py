"""Criteria: plain values, equal when they ask the same."""

from vaultdesk.tools.query.criteria import (
    AllCriteria,
    Comparison,
    FileOperand,
    InFolder,
    NoteQuery,
    PropertyOperand,
)


def test_questions_that_ask_the_same_are_equal_and_can_be_kept_in_sets() -> None:
    one = NoteQuery(AllCriteria((InFolder("a"), Comparison(PropertyOperand("x"), "<", 3))))
    two = NoteQuery(AllCriteria((InFolder("a"), Comparison(PropertyOperand("x"), "<", 3))))
    assert one == two
    assert len({FileOperand("name"), FileOperand("name"), PropertyOperand("name")}) == 2


def test_a_question_asks_for_every_note_unless_it_says_otherwise() -> None:
    assert (NoteQuery().where, NoteQuery().columns) == (AllCriteria(), ())
