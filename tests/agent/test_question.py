from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem

BOILER = ContextItem(kind="note", target="Projects/Boiler")
WORK = ContextItem(kind="tag", target="work")


def test_words_alone_are_a_question() -> None:
    assert Question.of("Why?") == Question("Why?")
    asked = Question("Why?", (BOILER,))
    assert Question.of(asked) is asked


def test_a_question_with_nothing_but_context_is_not_empty() -> None:
    assert Question(" \n").is_empty
    assert not Question("", (BOILER,)).is_empty


def test_its_message_carries_what_lies_beside_it() -> None:
    message = Question("Why?", (BOILER,), mode="plus").message()
    assert (message.role, message.text, message.context, message.mode) == ("user", "Why?", (BOILER,), "plus")


def test_two_questions_become_one_in_the_order_they_were_typed() -> None:
    later = Question("And when?", (BOILER, WORK))
    both = later.merged_after(Question("Why?", (BOILER,), plan_first=True))
    assert both == Question("Why?\nAnd when?", (BOILER, WORK), plan_first=True)
