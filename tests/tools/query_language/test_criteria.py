"""Criteria: plain values, equal when they ask the same."""

from vaultdesk.tools.query_language.criteria import Compared, Every, File, Inside, Property, Question, Written


def test_questions_that_ask_the_same_are_equal_and_can_be_kept_in_sets() -> None:
    one = Question(Every((Inside("a"), Compared(Property("x"), "<", Written(3), "plain"))))
    two = Question(Every((Inside("a"), Compared(Property("x"), "<", Written(3), "plain"))))
    assert one == two
    assert len({File("name"), File("name"), Property("name")}) == 2


def test_a_question_asks_for_every_note_unless_it_says_otherwise() -> None:
    assert (Question().where, Question().limit, Question().columns) == (Every(), None, ())
