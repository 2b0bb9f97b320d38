from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem

BOILER = ContextItem(kind="note", target="Projects/Boiler")
WORK = ContextItem(kind="tag", target="work")


def test_a_question_is_created_from_text() -> None:
    assert Question.of("Why?") == Question("Why?")
    question = Question("Why?", (BOILER,))
    assert Question.of(question) is question


def test_a_question_with_only_context_is_not_empty() -> None:
    assert Question(" \n").is_empty
    assert not Question("", (BOILER,)).is_empty


def test_message_has_the_context_of_the_question() -> None:
    message = Question("Why?", (BOILER,), mode="plus").message()
    assert (message.role, message.text, message.context, message.mode) == ("user", "Why?", (BOILER,), "plus")


def test_merged_questions_keep_the_order_of_their_text() -> None:
    later = Question("And when?", (BOILER, WORK))
    merged = later.merged_after(Question("Why?", (BOILER,), plan_first=True))
    assert merged == Question("Why?\nAnd when?", (BOILER, WORK), plan_first=True)
